"""Thresholds of c-sanitized: decided in whole numbers, and equal is a disclosure."""

from __future__ import annotations

import math
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import ClassVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reticent.errors import UsageError
from reticent.knowledge.count_table import CountTable
from reticent.knowledge.counted import CountedInformation, Estimator, Weighted
from reticent.knowledge.information import Entity, Evidence, Judgement
from reticent.phrase import Phrase
from reticent.privacy.c_sanitized import Parameters, assess, reaches, threshold, tightest
from reticent.privacy.risk import Visible, findings, worst

TERM = (Phrase(("term",)),)


def entity(p_c: Fraction, *, exact: bool = True, is_name: bool = False) -> Entity:
    return Entity("c", (Phrase(("c",)),), 1, float(p_c), is_name, p_c if exact else None)


def judgement(p: Fraction, p_c: Fraction, *, exact: bool = True) -> Judgement:
    pmi = math.log2(p / p_c) if p else -math.inf
    return Judgement(float(p), pmi, Evidence.OWN, 1, 1, TERM, p if exact else None)


def reached(p: Fraction, p_c: Fraction, alpha: Fraction) -> bool:
    return reaches(judgement(p, p_c), entity(p_c), alpha)


def truth(p: Fraction, p_c: Fraction, alpha: Fraction) -> bool:
    """PMI >= IC/alpha: (p/p_c)^a >= (1/p_c)^b with alpha = a/b."""
    return bool(p) and (p / p_c) ** alpha.numerator >= (1 / p_c) ** alpha.denominator


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TimeoutError("the comparison takes too long")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


class TestEqualIsADisclosure:
    """METHODS: "Every comparison ... rounds towards safety: equal is a disclosure." """

    @pytest.mark.parametrize(
        ("p_c", "p", "alpha"),
        [
            (Fraction(1, 4), Fraction(1, 2), Fraction(2)),
            (Fraction(1, 8), Fraction(1, 4), Fraction(3)),
            (Fraction(1, 27), Fraction(1, 9), Fraction(3)),
            (Fraction(1, 49), Fraction(1, 7), Fraction(2)),
            (Fraction(4, 9), Fraction(2, 3), Fraction(2)),
            (Fraction(1, 1000), Fraction(1), Fraction(1)),
            (Fraction(1, 32), Fraction(1, 8), Fraction(5, 2)),
            (Fraction(1, 3**20), Fraction(1, 3**10), Fraction(2)),
            (Fraction(1, 10**12), Fraction(1, 10**6), Fraction(2)),
        ],
    )
    def test_on_the_boundary(self, p_c: Fraction, p: Fraction, alpha: Fraction) -> None:
        assert (p / p_c) ** alpha.numerator == (1 / p_c) ** alpha.denominator
        assert reached(p, p_c, alpha)

    @pytest.mark.parametrize("k", [10, 10**4, 10**6, 10**7, 10**9, 10**12])
    def test_one_unit_off_among_many(self, k: int) -> None:
        """p(c) = 1/k^2, alpha 2: the boundary is p^ = 1/k exactly; floats cannot tell it."""
        p_c, alpha, n = Fraction(1, k * k), Fraction(2), 10**15 * k
        assert reached(Fraction(n // k, n), p_c, alpha)
        assert reached(Fraction(n // k + 1, n), p_c, alpha)
        assert not reached(Fraction(n // k - 1, n), p_c, alpha)

    def test_without_whole_numbers_it_rounds_towards_safety(self) -> None:
        p_c, p = Fraction(1, 49), Fraction(1, 7)
        below = Judgement(float(p), math.log2(7) * (1 - 1e-13), Evidence.OWN, 1, 1, TERM, None)
        assert reaches(below, entity(p_c, exact=False), Fraction(2))
        assert reaches(judgement(p, p_c, exact=False), entity(p_c), Fraction(2))

    def test_no_evidence_is_no_finding(self) -> None:
        """METHODS: "a joint count of 0 gives PMI = -inf: no evidence, no finding" """
        assert not reached(Fraction(0), Fraction(1, 4), Fraction(2))

    def test_an_alpha_of_many_digits_is_answered(self) -> None:
        with at_most(5):
            assert reached(Fraction(1), Fraction(1, 1000), Fraction("1.0000000001"))
            assert not reached(Fraction(999, 1000), Fraction(1, 1000), Fraction(1))


@given(
    st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    st.integers(2, 60).flatmap(lambda n: st.tuples(st.integers(1, n), st.just(n))),
    st.fractions(1, 4, max_denominator=4),
)
@example((1, 2), (1, 4), Fraction(2))
def test_the_comparison_is_the_exact_one(
    share: tuple[int, int], whole: tuple[int, int], alpha: Fraction
) -> None:
    p, p_c = Fraction(*share), Fraction(*whole)
    assert reached(p, p_c, alpha) == truth(p, p_c, alpha)


class TestParameters:
    def test_auto_depends_on_the_entity_alone(self) -> None:
        """METHODS 4: "3 where c is a name and 2 where it is a concept" """
        assert Parameters().alpha_for(entity(Fraction(1, 4), is_name=True)) == 3
        assert Parameters().alpha_for(entity(Fraction(1, 4))) == 2
        assert Parameters(Fraction(5, 4)).alpha_for(entity(Fraction(1, 4))) == Fraction(5, 4)

    @pytest.mark.parametrize("alpha", [Fraction(0), Fraction(-2), Fraction(99, 100)])
    def test_alpha_is_1_or_more(self, alpha: Fraction) -> None:
        with pytest.raises(UsageError, match="alpha"):
            Parameters(alpha)

    def test_unknown_is_one_of_three(self) -> None:
        with pytest.raises(UsageError):
            Parameters(unknown="ignore")

    def test_threshold(self) -> None:
        assert threshold(entity(Fraction(1, 16)), Fraction(2)) == 4 / 2


MakeTable = Callable[..., CountTable]


def information(table: CountTable) -> CountedInformation:
    return CountedInformation((Weighted(table),), Estimator("mle", 1, backoff=False))


class TestAssess:
    COUNTS: ClassVar[dict[str, int]] = {"c1": 10, "d1": 20, "t1": 8, "c1 AND t1": 4, "d1 AND t1": 2}

    def test_the_entity_of_the_greatest_ratio_is_reported(self, make_table: MakeTable) -> None:
        known = information(make_table(100, self.COUNTS))
        entities = [known.entity(name, [Phrase((name,))]) for name in ("c1", "d1")]
        visible = Visible.all_of([Phrase(("t1",))])
        (risk,) = worst(assess(known, entities, Parameters(Fraction(2)), visible))
        assert risk.entity == "c1"
        assert risk.value == pytest.approx(math.log2((4 / 8) / (10 / 100)))
        assert risk.threshold == pytest.approx(-math.log2(10 / 100) / 2)
        assert risk.discloses
        assert findings([risk]) == [risk]

    def test_every_visible_term_has_a_risk_and_no_other(self, make_table: MakeTable) -> None:
        known = information(make_table(100, self.COUNTS))
        entities = [known.entity("c1", [Phrase(("c1",))])]
        terms = [Phrase(("t1",)), Phrase(("u1",)), Phrase(("c1",))]
        visible = Visible.all_of(terms).without([Phrase(("c1",))])
        risks = assess(known, entities, Parameters(Fraction(2)), visible)
        assert [risk.terms for risk in risks] == [(terms[0],), (terms[1],)]

    def test_the_tightest_is_that_of_each_entity(self, make_table: MakeTable) -> None:
        """CONTRACT: "per protected entity the tightest remaining value with its threshold": also
        for an entity that is never the one most at risk."""
        counts = {"c1": 10, "d1": 20, "t1": 80, "c1 AND t1": 9, "d1 AND t1": 17}
        known = information(make_table(100, counts))
        entities = [known.entity(name, [Phrase((name,))]) for name in ("c1", "d1")]
        risks = assess(known, entities, Parameters(Fraction(1)), Visible.all_of([Phrase(("t1",))]))
        assert not findings(risks)
        for one in entities:
            own = assess(known, [one], Parameters(Fraction(1)), Visible.all_of([Phrase(("t1",))]))
            nearest = tightest(risks, one)
            assert nearest is not None, one.label
            assert nearest.value == own[0].value
