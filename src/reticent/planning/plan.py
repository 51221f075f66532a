"""A plan: for each term keep, generalise or redact, each with the finding that forced it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from reticent.phrase import Phrase
from reticent.privacy.risk import Finding


class Action(StrEnum):
    KEEP = "keep"
    GENERALIZE = "generalize"
    REDACT = "redact"


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of a term, wherever it stands in the document."""

    term: Phrase
    action: Action
    forced_by: Finding


@dataclass(frozen=True, slots=True)
class Plan:
    """The decisions that change something; every other term is kept."""

    decisions: tuple[Decision, ...] = ()

    def redacted(self) -> frozenset[Phrase]:
        return frozenset(d.term for d in self.decisions if d.action is Action.REDACT)

    def __add__(self, other: Plan) -> Plan:
        return Plan(self.decisions + other.decisions)


def redact_all(findings: Iterable[Finding]) -> Plan:
    """Algorithm 1 of the 2015 paper in mode `redact`: a term that discloses is removed.

    A term that several findings name is decided once, by the one furthest above its threshold.
    """
    forced: dict[Phrase, Finding] = {}
    for finding in findings:
        for term in finding.terms:
            forced[term] = max(forced.get(term, finding), finding, key=lambda each: each.ratio)
    return Plan(tuple(Decision(term, Action.REDACT, why) for term, why in forced.items()))
