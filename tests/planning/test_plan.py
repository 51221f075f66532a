"""A plan: what goes, and the finding that forced it."""

from __future__ import annotations

from reticent.knowledge.information import Evidence
from reticent.phrase import Phrase
from reticent.planning.plan import Action, Decision, Plan, redact_all
from reticent.privacy.risk import Finding

A, B = Phrase(("a1",)), Phrase(("b1",))


def finding(*terms: Phrase) -> Finding:
    return Finding(terms, "c", 5.0, 4.0, Evidence.OWN, thin=False, unknown=False, discloses=True)


def test_every_term_of_a_finding_goes() -> None:
    both = finding(A, B)
    plan = redact_all([both])
    assert plan.decisions == (
        Decision(A, Action.REDACT, both),
        Decision(B, Action.REDACT, both),
    )
    assert plan.redacted() == {A, B}


def test_without_findings_nothing_is_done() -> None:
    assert redact_all([]) == Plan()
    assert Plan().redacted() == frozenset()


def test_plans_add_up_in_order() -> None:
    one, two = redact_all([finding(A)]), redact_all([finding(B)])
    assert (one + two).decisions == one.decisions + two.decisions


def test_what_is_kept_is_not_redacted() -> None:
    assert Plan((Decision(A, Action.KEEP, finding(A)),)).redacted() == frozenset()
