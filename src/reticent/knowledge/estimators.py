"""From counts to the probability p^(c|t) that a unit which holds t speaks of c.

n: units that hold t; j: units that hold t and c; p_c: share of all units that hold c. The rules
are numbered as in QUALITY, "The recommended estimator", where each was measured. All of them
return a number in [0, 1]; a count that is only an upper bound enters as n = j = 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

WORD_PRIOR = 2.0
PHRASE_PRIOR = 50.0
SET_PRIOR = 20.0
SET_EXPONENT = 0.7
SET_CEILING = 0.9
NAME_CONFIDENCE = 0.9


def mle(n: float, j: float) -> float:
    """The papers' estimate; 0 where there is none."""
    return min(1.0, j / n) if n else 0.0


def word(n: float, j: float, p_c: float) -> float:
    """Rule 2: a word, drawn towards p(c) with the weight of two units."""
    return (j + WORD_PRIOR * p_c) / (n + WORD_PRIOR)


def phrase(n: float, j: float, parts: float) -> float:
    """Rule 3: a longer phrase, drawn towards the greater p^ of its two parts."""
    return (j + PHRASE_PRIOR * parts) / (n + PHRASE_PRIOR)


def word_set(n: float, j: float, subsets: float) -> float:
    """Rule 6: words anywhere in a unit, drawn towards `subsets`, what smaller sets tell."""
    return (j + SET_PRIOR * subsets) / (n + SET_PRIOR)


def independent(p_words: Iterable[float], p_c: float) -> float:
    """Rule 6: what several words would tell if each told its own, tempered and bounded."""
    if p_c <= 0:
        return 0.0
    lifted = math.log(p_c) + SET_EXPONENT * sum(math.log(max(p, 1e-300) / p_c) for p in p_words)
    return min(SET_CEILING, math.exp(min(0.0, lifted)))


def name(n: float, j: float) -> float:
    """Rule 4: the upper 90% Poisson bound of j / n, for the words of names."""
    if n <= 0:
        return 1.0
    from scipy.special import gammaincinv  # chi2inv(q, 2a) / 2 is the inverse of the gamma function

    return min(1.0, float(gammaincinv(j + 1, NAME_CONFIDENCE)) / n)
