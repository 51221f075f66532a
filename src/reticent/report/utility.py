"""Utility: the share of a document's information that is left (2014 Eq. 17-18, 2015 Eq. 8)."""

from __future__ import annotations

import math

from reticent.knowledge.information import Information
from reticent.terms import Analysis


def utility(before: Analysis, after: Analysis, information: Information) -> float:
    """Sum of IC over the term mentions left, over the same sum of the original; 1 if that is 0."""
    whole = information_in(before, information)
    return min(1.0, information_in(after, information) / whole) if whole else 1.0


def information_in(analysis: Analysis, information: Information) -> float:
    """Sum of IC over all mentions. IC is the term's own, capped at log N + 1, without back-off."""
    cap = math.log2(information.size) + 1
    ics = information.ics([(term.phrase,) for term in analysis.terms])
    return sum(
        min(ic, cap) * len(term.mentions) for ic, term in zip(ics, analysis.terms, strict=True)
    )
