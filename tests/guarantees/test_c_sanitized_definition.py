"""The definitions of METHODS, quoted and checked by enumeration on worlds small enough to see."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction

import pytest

from reticent.knowledge.count_table import CountTable
from reticent.knowledge.counted import CountedInformation, Estimator, Weighted
from reticent.phrase import Phrase
from reticent.planning.plan import Action, redact_all
from reticent.privacy.c_sanitized import Parameters, assess
from reticent.privacy.risk import Visible, findings, worst

MakeTable = Callable[..., CountTable]
ALPHAS = [Fraction(1), Fraction(5, 4), Fraction(3, 2), Fraction(2), Fraction(3)]
PLAIN = Estimator("mle", 1, backoff=False)
C, D, T, U = (Phrase((name,)) for name in ("c1", "d1", "t1", "u1"))


def information(table: CountTable) -> CountedInformation:
    return CountedInformation((Weighted(table),), PLAIN)


def risky(size: int, n_c: int, n_t: int, both: int, alpha: Fraction) -> bool:
    """PMI(c;t) >= IC(c)/alpha in whole numbers, straight from the definition."""
    if not both:
        return False
    lift = Fraction(both * size, n_c * n_t)
    return lift**alpha.numerator >= Fraction(size, n_c) ** alpha.denominator


class TestAlphaCSanitized:
    """ "(alpha, C)-sanitized: for every c in C and every term or group T left:
    PMI(c;T) < IC(c)/alpha; alpha >= 1 (alpha = 1 forbids PMI = IC)." """

    @pytest.mark.parametrize("size", [4, 9, 16])
    def test_for_every_world_of_one_term(self, size: int, make_table: MakeTable) -> None:
        worlds = 0
        for n_c in range(1, size + 1):
            for n_t in range(1, size + 1):
                for both in range(max(0, n_c + n_t - size), min(n_c, n_t) + 1):
                    counts = {"c1": n_c, "t1": n_t, "c1 AND t1": both}
                    known = information(make_table(size, counts))
                    entity = known.entity("c1", [C])
                    for alpha in ALPHAS:
                        (risk,) = assess(known, [entity], Parameters(alpha), Visible.all_of([T]))
                        assert risk.discloses == risky(size, n_c, n_t, both, alpha), (
                            counts,
                            alpha,
                        )
                        worlds += 1
        assert worlds > 100

    def test_for_every_c(self, make_table: MakeTable) -> None:
        """One entity too much told is enough, whichever of them it is."""
        size = 8
        for n_t, with_c, with_d in itertools.product(range(1, 5), range(5), range(5)):
            if max(with_c, with_d) > n_t:
                continue
            counts = {"c1": 4, "d1": 5, "t1": n_t, "c1 AND t1": with_c, "d1 AND t1": with_d}
            known = information(make_table(size, counts))
            entities = [known.entity("c", [C]), known.entity("d", [D])]
            for alpha in ALPHAS:
                (risk,) = worst(assess(known, entities, Parameters(alpha), Visible.all_of([T])))
                assert risk.discloses == (
                    risky(size, 4, n_t, with_c, alpha) or risky(size, 5, n_t, with_d, alpha)
                )

    def test_alpha_1_forbids_certainty_alone(self, make_table: MakeTable) -> None:
        for both in range(1, 5):
            counts = {"c1": 5, "t1": 4, "c1 AND t1": both}
            known = information(make_table(10, counts))
            entity = known.entity("c", [C])
            (risk,) = assess(known, [entity], Parameters(Fraction(1)), Visible.all_of([T]))
            assert risk.discloses == (both == 4), "PMI = IC exactly when c is in all units of t"

    def test_a_greater_alpha_is_stricter(self, make_table: MakeTable) -> None:
        for n_t, both in [(n, j) for n in range(1, 9) for j in range(1, min(n, 4) + 1)]:
            known = information(make_table(16, {"c1": 4, "t1": n_t, "c1 AND t1": both}))
            entity = known.entity("c", [C])
            found = [
                assess(known, [entity], Parameters(a), Visible.all_of([T]))[0].discloses
                for a in ALPHAS
            ]
            assert found == sorted(found)

    def test_c_itself_always_goes(self, make_table: MakeTable) -> None:
        known = information(make_table(16, {"c1": 4}))
        entity = known.entity("c", [C])
        for alpha in ALPHAS:
            for phrase in (C, Phrase(("c1", "t1")), Phrase(("t1", "of", "c1"))):
                (risk,) = assess(known, [entity], Parameters(alpha), Visible.all_of([phrase]))
                assert risk.discloses

    def test_an_entity_that_all_units_hold(self, make_table: MakeTable) -> None:
        """IC(c) = 0: whatever is in the corpus tells of it; equal is a disclosure."""
        known = information(make_table(4, {"c1": 4, "t1": 2, "c1 AND t1": 2}))
        (risk,) = assess(
            known, [known.entity("c", [C])], Parameters(Fraction(2)), Visible.all_of([T])
        )
        assert risk.discloses
        assert risk.ratio == math.inf


class TestAlgorithm1:
    """ "A risky term is replaced ... Mode `redact` removes instead." """

    def test_what_is_left_is_sanitized_and_nothing_else_went(self, make_table: MakeTable) -> None:
        counts = {"c1": 2, "t1": 4, "u1": 2, "c1 AND t1": 1, "c1 AND u1": 1}
        known = information(make_table(16, counts))
        entity = known.entity("c", [C])
        visible = Visible.all_of([T, U])
        risks = assess(known, [entity], Parameters(Fraction(2)), visible)
        plan = redact_all(findings(risks))
        assert plan.redacted() == {
            p for p, n in ((T, 4), (U, 2)) if risky(16, 2, n, 1, Fraction(2))
        }
        assert plan.redacted() == {U}
        assert {d.action for d in plan.decisions} == {Action.REDACT}
        assert all(d.forced_by.discloses for d in plan.decisions)
        left = assess(known, [entity], Parameters(Fraction(2)), visible.without(plan.redacted()))
        assert not findings(left)
        assert [risk.terms for risk in left] == [(T,)]
