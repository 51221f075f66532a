"""The protocol of a corpus, and the query algebra that every provider answers.

A query is a conjunction of concepts; a concept is a disjunction of phrases: AND of ORs of quoted
phrases, just what the papers asked of a search engine. Every provider (an embedded index, a count
table, later a search server) is one file with a class of this one shape.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from reticent.errors import UsageError
from reticent.phrase import Phrase

Forms: TypeAlias = tuple[Phrase, ...]
"""A concept as counted: the phrases of which any may stand for it."""

Query: TypeAlias = tuple[Forms, ...]
"""Units in which every concept occurs."""

PhraseLike: TypeAlias = str | Phrase
ConceptLike: TypeAlias = PhraseLike | Sequence[PhraseLike]
QueryLike: TypeAlias = Sequence[ConceptLike]

IntArray: TypeAlias = npt.NDArray[np.int64]
BoolArray: TypeAlias = npt.NDArray[np.bool_]
FloatArray: TypeAlias = npt.NDArray[np.float64]


class Corpus(Protocol):
    """How often things are said, alone and together."""

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> int:
        """N, the number of units (articles, passages)."""

    @property
    def fingerprint(self) -> str:
        """`sha256:` and 64 hexadecimal digits over everything an answer depends on."""

    @property
    def two_faced(self) -> Set[str]:
        """Folded words that this corpus counts apart when they are written in capitals."""

    def counts(self, queries: Sequence[QueryLike]) -> IntArray:
        """Units in which each query holds. Never below the truth: see `exact`."""

    def exact(self, queries: Sequence[QueryLike]) -> BoolArray:
        """Whether `counts` answers with the count itself, not with an upper bound."""

    def holds(self, phrases: Sequence[PhraseLike]) -> BoolArray:
        """Whether the corpus counts each phrase itself; what it does not hold it only bounds."""

    def capital_shares(self, phrases: Sequence[PhraseLike]) -> FloatArray:
        """Share of a phrase's occurrences with every content word capitalised; nan: not known."""


def phrase(like: PhraseLike, two_faced: Set[str] = frozenset()) -> Phrase:
    return Phrase.of(like, two_faced) if isinstance(like, str) else like


def query(like: QueryLike, two_faced: Set[str] = frozenset()) -> Query:
    """The normalised query. A phrase of stop words alone has no count and is refused."""
    if isinstance(like, str):
        raise UsageError("a query is a sequence of concepts, not a single text")
    return tuple(forms(concept, two_faced) for concept in like)


def forms(like: ConceptLike, two_faced: Set[str] = frozenset()) -> Forms:
    """The distinct phrases of a concept, sorted: their order must not matter to any cache."""
    if isinstance(like, tuple) and len(like) == 1 and isinstance(like[0], Phrase) and like[0]:
        return (like[0],)  # normalised already: the common case
    phrases = [like] if isinstance(like, str | Phrase) else like
    distinct = {phrase(each, two_faced) for each in phrases}
    if not distinct or not all(distinct):
        raise UsageError("a phrase to be counted needs at least one word that is no stop word")
    return tuple(sorted(distinct))
