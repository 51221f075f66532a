"""ConceptGraph: the one implementation of the Taxonomy protocol, over compact arrays.

It promises the same answers whether it was just built from rows or opened from a file, because
both are a view over the same parts (`PARTS`), which are decoded when they are first needed:

* concepts are numbered so that a parent's number is smaller than its children's: the numbering
  is the topological order, and a graph numbered so has no cycle;
* phrases stand in a trie, never as Python objects; a phrase leads to its senses in the order of
  the source, and a concept's phrases are restored from the trie;
* a phrase is kept as it folds, with a mask of its words that the source writes in capitals, so
  that one file serves corpora which take different words for two-faced (`reading`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies.links import Ints, Lines, Links, numbers
from reticent.knowledge.taxonomy import Concept
from reticent.phrase import STOP_WORDS, Phrase

Counts: TypeAlias = npt.NDArray[np.uint32]

PARTS = (
    "phrases",  # marisa trie of the folded phrases
    "sense lengths",  # per phrase: how many senses
    "senses",  # the concepts, phrase after phrase, most common first
    "capitals",  # per sense: which words of the phrase are written in capitals (a mask)
    "label at",  # per concept: which of its phrases is the label's
    "labels",  # per concept a line: as written (see AS_PHRASE, IN_TITLE_CASE)
    "ids",  # per concept a line (see AS_PHRASE, AS_TITLE)
    "parent lengths",  # per concept: how many parents
    "parents",  # how far back in the numbering each parent stands
)
COUNTS = "counts "
AS_PHRASE = ""
"""A label or id that is the label's phrase."""
IN_TITLE_CASE = "\x01"
"""A label that is its phrase, every word with a capital."""
AS_TITLE = "\x01"
"""An id that is the label with underscores for spaces, as titles of articles are."""


@dataclass(frozen=True, slots=True)
class About:
    """Where a taxonomy is from and on what terms. `notice` is the text a copy must carry."""

    name: str
    title: str = ""
    version: str = ""
    source: str = ""
    licence: str = ""
    notice: str = ""
    dropped_edges: int = 0
    """Edges of the source that led to concepts it does not hold."""


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A concept as counting sees it."""

    index: int
    phrases: tuple[Phrase, ...]
    children: Ints


@dataclass(frozen=True, eq=False)
class ConceptGraph:
    """Concepts, what they are called, and what is a kind of what."""

    about: About
    parts: Mapping[str, bytes]
    digests: Mapping[str, str]
    """SHA-256 of every part: known without reading it."""
    two_faced: frozenset[str] = field(default=frozenset())

    # The protocol

    @property
    def name(self) -> str:
        return self.about.name

    @cached_property
    def fingerprint(self) -> str:
        """Of what the file says: the corpora, which decide on capitals, have their own."""
        said = {
            "about": asdict(self.about),
            "parts": dict(sorted(self.digests.items())),
        }
        return "sha256:" + hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()

    def __len__(self) -> int:
        return len(self._parents)

    def concept(self, id: str) -> Concept | None:
        index = self._index(id)
        return None if index is None else self._concept(index)

    def concepts(self, phrase: Phrase) -> tuple[Concept, ...]:
        return tuple(self._concept(index) for index in self._senses_of(phrase))

    def parents(self, concept: Concept) -> tuple[Concept, ...]:
        return self._concepts(self._parents.of(self.index(concept)))

    def children(self, concept: Concept) -> tuple[Concept, ...]:
        return self._concepts(self._children.of(self.index(concept)))

    def generalisations(self, concept: Concept) -> tuple[Concept, ...]:
        return self._concepts(self.ancestors(self.index(concept)))

    def specialisations(self, concept: Concept) -> tuple[Concept, ...]:
        return self._concepts(self.descendants(self.index(concept)))

    # Bulk access, by number

    def index(self, concept: Concept) -> int:
        """The number of a concept of this taxonomy."""
        index = self._index(concept.id) if concept.taxonomy == self.name else None
        if index is None:
            raise TaxonomyError(
                f"{concept} is no concept of the taxonomy {self.name}: ask the taxonomy it is from"
            )
        return index

    def at(self, index: int) -> Concept:
        """The concept of a number."""
        return self._concept(index)

    def ancestors(self, index: int) -> Ints:
        """Numbers of every ancestor, nearest first."""
        return self._closures[0](index)

    def descendants(self, index: int) -> Ints:
        """Numbers of every descendant, nearest first."""
        return self._closures[1](index)

    def bottom_up(self) -> Iterator[Node]:
        """Every concept after all its children: what counts with specialisations need."""
        for index in range(len(self) - 1, -1, -1):
            yield Node(index, self.phrases(index), self._children.of(index))

    def phrases(self, index: int) -> tuple[Phrase, ...]:
        """The phrases of a concept, its label's first."""
        return tuple(dict.fromkeys(self._form(place) for place in self._places(index)))

    def reading(self, two_faced: Set[str]) -> ConceptGraph:
        """The same taxonomy for a corpus that counts these words apart when in capitals."""
        return replace(self, two_faced=frozenset(two_faced))

    # Counts

    @property
    def counted(self) -> tuple[str, ...]:
        """Fingerprints of the corpora for which taxonomic counts are stored."""
        return tuple(n.removeprefix(COUNTS) for n in self.digests if n.startswith(COUNTS))

    def taxonomic_counts(self, corpus_fingerprint: str) -> Counts | None:
        """Per concept: units with any of its phrases or of those of its specialisations."""
        return self._counts(corpus_fingerprint)

    def taxonomic_count(self, concept: Concept, corpus_fingerprint: str) -> int | None:
        """The stored taxonomic count of a concept; None if none is stored for that corpus."""
        counts = self._counts(corpus_fingerprint)
        return None if counts is None else int(counts[self.index(concept)])

    def with_counts(self, corpus_fingerprint: str, counts: npt.ArrayLike) -> ConceptGraph:
        """The same taxonomy with taxonomic counts for a corpus."""
        values = np.asarray(counts)
        if values.shape != (len(self),) or values.min(initial=0) < 0:
            raise TaxonomyError(
                f"taxonomic counts of {self.name} must be {len(self)} numbers, none negative"
            )
        name, data = COUNTS + corpus_fingerprint, values.astype("<u4").tobytes()
        return replace(
            self,
            parts={**self.parts, name: data},
            digests={**self.digests, name: hashlib.sha256(data).hexdigest()},
        )

    # Parts, decoded when first needed

    @cached_property
    def _trie(self) -> Any:
        import marisa_trie

        return marisa_trie.Trie().frombytes(self.parts["phrases"])

    @cached_property
    def _senses(self) -> Links:
        links = Links.of_lengths(self._numbers("sense lengths"), self._numbers("senses"))
        self._must(len(links) == len(self._trie), "senses")
        self._must(links.ends.max(initial=-1) < len(self), "senses")
        return links

    @cached_property
    def _capitals(self) -> npt.NDArray[np.uint32]:
        masks = np.frombuffer(self.parts["capitals"], dtype="<u4")
        self._must(len(masks) == len(self._senses.ends), "capitals")
        return masks

    @cached_property
    def _names(self) -> Links:
        """Concept to places in `senses`: the inverse of it."""
        return Links(np.arange(len(self._senses.ends) + 1), self._senses.ends).inverted(len(self))

    @cached_property
    def _label_at(self) -> Ints:
        places = self._numbers("label at")
        self._must(len(places) == len(self), "label at")
        return places

    @cached_property
    def _labels(self) -> Lines:
        return self._lines("labels")

    @cached_property
    def _ids(self) -> Lines:
        return self._lines("ids")

    @cached_property
    def _parents(self) -> Links:
        lengths = self._numbers("parent lengths")
        own = np.repeat(np.arange(len(lengths)), lengths)
        back = self._numbers("parents")
        self._must(len(own) == len(back), "parents")
        self._must(bool(np.all(back > 0) and np.all(back <= own)), "parents")
        return Links.of_lengths(lengths, own - back)

    @cached_property
    def _children(self) -> Links:
        return self._parents.inverted(len(self))

    def _numbers(self, part: str) -> Ints:
        return numbers(self.parts[part])

    def _lines(self, part: str) -> Lines:
        lines = Lines.of(self.parts[part])
        self._must(len(lines) == len(self), part)
        return lines

    def _must(self, holds: bool, part: str) -> None:
        if not holds:
            raise TaxonomyError(
                f'the taxonomy {self.name} is malformed in its part "{part}": compile it again'
            )

    # Caches are bounded and each graph's own

    @cached_property
    def _closures(self) -> tuple[Callable[[int], Ints], Callable[[int], Ints]]:
        up, down = self._parents, self._children
        return lru_cache(4096)(up.closure), lru_cache(256)(down.closure)

    @cached_property
    def _concept(self) -> Callable[[int], Concept]:
        return lru_cache(1 << 14)(self._restore)

    @cached_property
    def _counts(self) -> Callable[[str], Counts | None]:
        return lru_cache(8)(self._read_counts)

    # From numbers to words and back

    def _concepts(self, indices: Ints) -> tuple[Concept, ...]:
        return tuple(self._concept(index) for index in indices.tolist())

    def _restore(self, index: int) -> Concept:
        phrases = self.phrases(index)
        return Concept(self.name, self._id(index), self._label(index), phrases)

    def _id(self, index: int) -> str:
        line = self._ids[index]
        if line == AS_TITLE:
            return self._label(index).replace(" ", "_")
        return self._label_key(index) if line == AS_PHRASE else line

    def _label(self, index: int) -> str:
        line = self._labels[index]
        if line == AS_PHRASE:
            return self._label_key(index)
        return title_case(self._label_key(index)) if line == IN_TITLE_CASE else line

    def _label_key(self, index: int) -> str:
        return self._key(self._places(index)[0])

    def _places(self, index: int) -> list[int]:
        """The places of a concept in `senses`, that of its label first."""
        places: list[int] = self._names.of(index).tolist()
        if first := int(self._label_at[index]):
            places.insert(0, places.pop(first))
        return places

    def _key(self, place: int) -> str:
        phrase = int(np.searchsorted(self._senses.starts, place, side="right")) - 1
        return str(self._trie.restore_key(phrase))

    def _form(self, place: int) -> Phrase:
        return in_form(self._key(place).split(), int(self._capitals[place]), self.two_faced)

    def _senses_of(self, phrase: Phrase) -> list[int]:
        words = [unwritten(word) for word in phrase.words]
        number = self._trie.get(" ".join(words))
        if number is None:
            return []
        start, end = self._senses.starts[number : number + 2].tolist()
        two_faced = self.two_faced.union(
            folded for folded, word in zip(words, phrase.words, strict=True) if folded != word
        )
        return list(
            dict.fromkeys(
                concept
                for concept, mask in zip(
                    self._senses.ends[start:end].tolist(),
                    self._capitals[start:end].tolist(),
                    strict=True,
                )
                if in_form(words, mask, two_faced) == phrase
            )
        )

    def _index(self, id: str) -> int | None:
        if not id or "\n" in id:
            return None
        index = self._ids.find(id)
        if index is None:
            key = str(Phrase.of(id.replace("_", " ")))
            return next((i for i in self._with_key(key) if self._id(i) == id), None)
        return index

    def _with_key(self, key: str) -> list[int]:
        number = self._trie.get(key)
        return [] if number is None else self._senses.of(number).tolist()

    def _read_counts(self, corpus_fingerprint: str) -> Counts | None:
        part = COUNTS + corpus_fingerprint
        if part not in self.digests:
            return None
        counts = np.frombuffer(self.parts[part], dtype="<u4")
        self._must(len(counts) == len(self), part)
        return counts


def in_form(words: list[str], mask: int, two_faced: Set[str]) -> Phrase:
    """The phrase of folded words, those of the mask in capitals if they are two-faced."""
    if not mask or not two_faced:
        return Phrase(tuple(words))
    return Phrase(
        tuple(
            word.upper() if mask >> place & 1 and word in two_faced else word
            for place, word in enumerate(words)
        )
    )


def unwritten(word: str) -> str:
    """A normalised word as the trie has it: only what would be a stop word keeps capitals."""
    folded = word.lower()
    return word if folded == word or folded in STOP_WORDS else folded


def title_case(key: str) -> str:
    return " ".join(word[:1].upper() + word[1:] for word in key.split())
