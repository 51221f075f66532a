"""The protocol of a taxonomy, and several of them asked in priority order.

A concept has a label and the phrases that name it (synonyms, lexicalisations). An edge says that
a concept is a kind, or an instance, of another. Information content is no matter of a taxonomy:
`Information` orders the generalisations that a taxonomy gives.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from typing import Protocol

from reticent.phrase import Phrase


@dataclass(frozen=True, slots=True)
class Concept:
    """A meaning: where it is from, how it is written, and every phrase that names it."""

    taxonomy: str
    id: str
    label: str = field(compare=False)
    phrases: tuple[Phrase, ...] = field(compare=False)

    def __str__(self) -> str:
        return f"{self.taxonomy}:{self.id}"


class Taxonomy(Protocol):
    """What a phrase means, and what is more general or more special than it."""

    @property
    def name(self) -> str:
        """Lower-case and short (`wordnet`, `doid`): the part before the colon in `doid:0050117`."""

    @property
    def fingerprint(self) -> str:
        """`sha256:` and 64 hexadecimal digits over everything an answer depends on."""

    @property
    def two_faced(self) -> Set[str]:
        """The words that keep their capitals in its phrases, as those of the corpora do."""

    def __len__(self) -> int:
        """The number of concepts."""

    def concept(self, id: str) -> Concept | None: ...

    def concepts(self, phrase: Phrase) -> tuple[Concept, ...]:
        """The senses of a phrase exactly as given, most common first; empty when not known."""

    def parents(self, concept: Concept) -> tuple[Concept, ...]:
        """The concepts one edge up."""

    def children(self, concept: Concept) -> tuple[Concept, ...]:
        """The concepts one edge down."""

    def generalisations(self, concept: Concept) -> tuple[Concept, ...]:
        """Every ancestor once, the concept itself left out, nearest first."""

    def specialisations(self, concept: Concept) -> tuple[Concept, ...]:
        """Every descendant once, the concept itself left out, nearest first."""


@dataclass(frozen=True, slots=True)
class Taxonomies:
    """Several taxonomies asked in priority order."""

    members: tuple[Taxonomy, ...]

    def concept(self, name: str) -> Concept | None:
        """The concept written `taxonomy:id`, if a member of that name holds it."""
        prefix, _, id = name.partition(":")
        for member in self.members:
            if member.name == prefix and (found := member.concept(id)) is not None:
                return found
        return None

    def of(self, concept: Concept) -> Taxonomy:
        """The member that a concept is from."""
        return next(member for member in self.members if member.name == concept.taxonomy)
