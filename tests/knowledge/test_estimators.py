"""QUALITY, "The recommended estimator": each rule as the formula that stands there."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.knowledge import estimators

COUNTS = st.integers(0, 10_000)
SHARES = st.floats(1e-9, 1)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[int, int]:
    n = draw(COUNTS)
    return n, draw(st.integers(0, n))


class TestMle:
    """The papers' estimate; the evidence floor is a matter of units (test_counted)."""

    @pytest.mark.parametrize(
        ("n", "j", "p"), [(10, 5, 5 / 10), (10, 0, 0), (0, 0, 0), (4, 8, 1), (2.5, 0.5, 1 / 5)]
    )
    def test_as_formula(self, n: float, j: float, p: float) -> None:
        assert estimators.mle(n, j) == p


def test_rule_2_a_word() -> None:
    """ "Word: p^ = (j + 2 p(c)) / (n + 2)." """
    assert estimators.word(8, 3, 0.25) == (3 + 2 * 0.25) / (8 + 2)
    assert estimators.word(0, 0, 0.25) == pytest.approx(0.25), "no evidence: p(c) itself"


def test_rule_3_a_longer_phrase() -> None:
    """ "p^ = (j + 50 m) / (n + 50)"; "A phrase that the pack lacks has n = j = 0, so p^ = m." """
    assert estimators.phrase(10, 4, 0.5) == (4 + 50 * 0.5) / (10 + 50)
    assert estimators.phrase(0, 0, 0.37) == pytest.approx(0.37)


@pytest.mark.parametrize(("n", "j"), [(1, 0), (10, 0), (100, 7), (5, 5), (1000, 999)])
def test_rule_4_names(n: int, j: int) -> None:
    """ "p_up = min(1, chi2inv(.9, 2j+2) / 2 / n), with j = 0: 2.30/n" """
    from scipy.stats import chi2

    assert estimators.name(n, j) == pytest.approx(min(1.0, chi2.ppf(0.9, 2 * j + 2) / 2 / n))


def test_rule_4_in_figures() -> None:
    assert estimators.name(10, 0) == pytest.approx(math.log(10) / 10)
    assert f"{estimators.name(1000, 0) * 1000:.2f}" == "2.30"
    assert estimators.name(0, 0) == 1, "nothing is known of the word: no bound below 1"


def test_rule_6_words_as_a_set() -> None:
    """ "p^ = (j + 20 b)/(n + 20)", "min(.9, p(c) prod (p^(w)/p(c))^.7)" """
    assert estimators.word_set(10, 4, 0.5) == (4 + 20 * 0.5) / (10 + 20)
    p_c, words = 0.01, [0.05, 0.02, 0.01]
    expected = p_c * math.prod((p / p_c) ** 0.7 for p in words)
    assert estimators.independent(words, p_c) == pytest.approx(min(0.9, expected))
    assert estimators.independent([0.9, 0.9, 0.9], 0.01) == 0.9
    assert estimators.independent([0.0, 0.5], 0.01) == pytest.approx(0, abs=1e-100)


@given(pairs(), SHARES)
def test_all_are_probabilities(pair: tuple[int, int], share: float) -> None:
    n, j = pair
    for p in (
        estimators.mle(n, j),
        estimators.word(n, j, share),
        estimators.phrase(n, j, share),
        estimators.word_set(n, j, share),
        estimators.name(n, j),
        estimators.independent([share, estimators.word(n, j, share)], share),
    ):
        assert 0 <= p <= 1 + 1e-12


@given(pairs(), SHARES)
def test_more_joint_units_never_tell_less(pair: tuple[int, int], share: float) -> None:
    n, j = pair
    if j < n:
        for rule in (estimators.word, estimators.phrase, estimators.word_set):
            assert rule(n, j + 1, share) > rule(n, j, share)
        assert estimators.name(n, j + 1) >= estimators.name(n, j)


@given(pairs().filter(lambda pair: pair[0] > 0))
def test_the_upper_bound_is_above_the_share(pair: tuple[int, int]) -> None:
    n, j = pair
    assert estimators.name(n, j) >= j / n
