"""Information: how much a term tells of an entity. It is what the privacy models ask.

A protocol, and the values it speaks: nothing above it knows about counts. Its first kind wraps
corpora (`counted.py`); a lexicon joins them there, and a language model is to be another kind.
"""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Protocol, TypeAlias

from reticent.knowledge.corpus import Forms
from reticent.phrase import Phrase

Group: TypeAlias = tuple[Phrase, ...]
"""Terms examined together; a single term is a group of one."""


class Evidence(StrEnum):
    """What a judgement rests on."""

    OWN = "own"
    PARTS = "parts"
    LEXICON = "lexicon"
    TAXONOMY = "taxonomy"
    PATTERN = "pattern"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Entity:
    """A protected entity c: how it is written, in how many units it is, p(c) and IC(c)."""

    label: str
    forms: Forms
    count: float
    probability: float
    is_name: bool
    ratio: Fraction | None = None
    """p(c) exactly, where it is a share of counts."""
    words: tuple[Forms, ...] = ()
    """Where no corpus holds a form: the words that stand for it together, wherever they stand. They
    occur more often than c, with and without a term, so what is told of c is rather overrated."""

    literal: tuple[Phrase, ...] = ()
    """The forms as they were given where stop words were cut from them ("Theresa May")."""

    @property
    def counted_as(self) -> tuple[Forms, ...]:
        """The conjunction of concepts that is counted for the entity."""
        return self.words or (self.forms,)

    @property
    def ic(self) -> float:
        return -math.log2(self.probability) if self.probability else math.inf


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a group of terms tells of an entity, and why."""

    probability: float
    """p^(c|T)"""
    pmi: float
    evidence: Evidence
    n: float
    j: float
    decided_by: Group
    """The terms, words or parts whose counts decided."""
    ratio: Fraction | None = None
    """p^(c|T) exactly, where it is a share of counts."""
    unknown: tuple[str, ...] = ()
    """Content words that no corpus knows."""


class Information(Protocol):
    """What the privacy models ask."""

    @property
    def size(self) -> float:
        """N: how many units the world has, weighted."""

    @property
    def two_faced(self) -> Set[str]:
        """Words whose writing in capitals is another word."""

    def knows(self, word: str) -> bool:
        """Whether anything is known of a word."""

    def knows_name(self, word: Phrase) -> bool:
        """Whether a word is known as one that is written with a capital."""

    def entity(self, label: str, forms: Sequence[Phrase]) -> Entity:
        """The entity with these forms; refused when nothing is known of any of them."""

    def ic(self, forms: Forms) -> float:
        """-log2 p of a concept, of its own phrases; infinite where its count is 0."""

    def ics(self, concepts: Sequence[Forms]) -> list[float]:
        """`ic` of many concepts."""

    def judge(self, entity: Entity, groups: Sequence[Group]) -> list[Judgement]:
        """What each group tells of the entity."""
