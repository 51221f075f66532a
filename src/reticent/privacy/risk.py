"""What a privacy model says: the risk of every group of terms that a reader sees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from reticent.knowledge.corpus import Forms
from reticent.knowledge.information import Evidence, Group
from reticent.phrase import Phrase


@dataclass(frozen=True, slots=True)
class Risk:
    """How much a group of terms tells of a protected entity, against what it may tell."""

    terms: Group
    entity: str
    value: float
    threshold: float
    evidence: Evidence
    thin: bool
    unknown: bool
    """A word of it is known to no corpus: nothing clears it."""
    discloses: bool
    """Decided by the model, where possible in whole numbers: never by comparing the floats here."""

    @property
    def ratio(self) -> float:
        """Value over threshold: 1 and above discloses."""
        return self.value / self.threshold if self.threshold else float("inf")


Finding = Risk
"""A risk that discloses."""


@dataclass(frozen=True, slots=True)
class Visible:
    """What a reader sees of each term: the phrase, a concept in its place, or nothing.

    Assessment, planning and re-assessment all ask about a `Visible`; a planner proposes another.
    """

    shown: Mapping[Phrase, Forms | None]

    @classmethod
    def all_of(cls, phrases: Iterable[Phrase]) -> Visible:
        return cls({phrase: (phrase,) for phrase in phrases})

    def phrases(self) -> list[Phrase]:
        """The terms that are still seen as they were written."""
        return [phrase for phrase, forms in self.shown.items() if forms == (phrase,)]

    def without(self, phrases: Iterable[Phrase]) -> Visible:
        return Visible({**self.shown, **dict.fromkeys(phrases, None)})


def worst(risks: Iterable[Risk]) -> list[Risk]:
    """For every group of terms the risk of the entity that it tells most of."""
    found: dict[Group, Risk] = {}
    for risk in risks:
        found[risk.terms] = max(
            found.get(risk.terms, risk), risk, key=lambda each: (each.discloses, each.ratio)
        )
    return list(found.values())


def findings(risks: Iterable[Risk]) -> list[Finding]:
    return [risk for risk in risks if risk.discloses]
