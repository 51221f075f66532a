"""IndexedCorpus: exact counts of phrases and of their ANDs and ORs, from a memory-mapped pack.

What the pack holds is counted exactly. A phrase that it does not hold was too rare for it, or is
longer than its longest; it is answered by an upper bound: at most as many units as hold all its
parts, and fewer than the cut-off. `exact` says which answer it was.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np

from reticent.errors import KnowledgeError
from reticent.knowledge.corpus import (
    BoolArray,
    FloatArray,
    Forms,
    IntArray,
    PhraseLike,
    Query,
    QueryLike,
    phrase,
    query,
)
from reticent.knowledge.index import rice
from reticent.knowledge.index.pack import (
    MANIFEST,
    Manifest,
    Postings,
    anchor_type,
    checked_bytes,
    find_list,
    read_manifest,
)
from reticent.phrase import STOP_WORDS, Phrase, strip

_CACHED_UNITS = 2_000_000
_CACHED_MAPS = 4
_NO_CAP = 1 << 62
CAPITALS_RULE = 0.8
_EMPTY: IntArray = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class _Extension:
    """Where a concept occurs: surely in `units`; for phrases that are not held, at most in
    `further` as well, and in no more than `cap` units of them."""

    units: IntArray
    further: IntArray
    cap: int

    @property
    def most(self) -> IntArray:
        return self.units if not self.cap else _either([self.units, self.further])


class IndexedCorpus:
    """A pack, opened. Satisfies `Corpus`; `units` is what only an index can give."""

    def __init__(self, folder: Path) -> None:
        import marisa_trie

        self._folder = folder
        self._manifest = read_manifest(folder)
        manifest = self._manifest
        sums = np.frombuffer(checked_bytes(folder, manifest, "blocks.bin"), "<u4")
        written = sum(manifest.segments)
        self._anchors = np.frombuffer(
            checked_bytes(folder, manifest, "anchors.bin"), anchor_type(written)
        )
        checked_bytes(folder, manifest, "phrases.marisa")  # a damaged trie would crash, not fail
        self._trie: Any = marisa_trie.Trie().mmap(str(folder / "phrases.marisa"))
        self._two_faced = frozenset(
            checked_bytes(folder, manifest, "two-faced.txt").decode("utf-8").split()
        )
        self._postings = Postings(folder, manifest, sums)
        self._lists: OrderedDict[int, IntArray] = OrderedDict()
        self._lists_units = 0
        self._extensions: OrderedDict[Forms, _Extension] = OrderedDict()
        self._maps: OrderedDict[Forms, BoolArray] = OrderedDict()
        if len(self._trie) != manifest.phrases:
            raise KnowledgeError(f"{folder / MANIFEST} does not fit its dictionary: build it again")

    @property
    def manifest(self) -> Manifest:
        return self._manifest

    @property
    def bytes(self) -> int:
        """How much of a disk the pack takes."""
        return sum(path.stat().st_size for path in self._folder.iterdir())

    @property
    def name(self) -> str:
        return self._manifest.name

    @property
    def size(self) -> int:
        return self._manifest.size

    @property
    def fingerprint(self) -> str:
        return self._manifest.fingerprint

    @property
    def two_faced(self) -> Set[str]:
        return self._two_faced

    def holds(self, phrases: Sequence[PhraseLike]) -> BoolArray:
        numbers = (self._number(phrase(each, self._two_faced)) for each in phrases)
        return np.fromiter((number is not None for number in numbers), np.bool_, len(phrases))

    def counts(self, queries: Sequence[QueryLike]) -> IntArray:
        return np.array([most for _, most in self._bounds(queries)], np.int64)

    def exact(self, queries: Sequence[QueryLike]) -> BoolArray:
        return np.array([least == most for least, most in self._bounds(queries)], np.bool_)

    def units(self, like: Forms) -> IntArray:
        """The units in which a concept occurs at most: exactly, where its phrases are held."""
        return self._extension(like).most

    def capital_shares(self, phrases: Sequence[PhraseLike]) -> FloatArray:
        return np.array([self._share(phrase(each, self._two_faced)) for each in phrases])

    def _share(self, each: Phrase) -> float:
        number = self._number(each)
        return float("nan") if number is None else self._header(number)[1].share

    # Counting

    def _bounds(self, likes: Sequence[QueryLike]) -> list[tuple[int, int]]:
        """For each query the least and the greatest count that the pack allows."""
        queries = [query(like, self._two_faced) for like in likes]
        used = Counter(concept for each in queries if len(each) > 1 for concept in set(each))
        shared = {concept for concept, uses in used.items() if uses > 1}
        return [self._bound(each, shared) for each in queries]

    def _bound(self, wanted: Query, shared: Set[Forms]) -> tuple[int, int]:
        if not wanted:
            return self.size, self.size
        if len(wanted) == 1 and len(wanted[0]) == 1:
            number = self._number(wanted[0][0])
            if number is not None:
                length = self._header(number)[1].length
                return length, length
        concepts = [(concept, self._extension(concept)) for concept in dict.fromkeys(wanted)]
        least = self._count_all([(c, e.units) for c, e in concepts], shared)
        cap = sum(extension.cap for _, extension in concepts)
        if not cap:
            return least, least
        most = len(reduce(_both, sorted((e.most for _, e in concepts), key=len)))
        return least, min(most, least + cap)

    def _count_all(self, concepts: list[tuple[Forms, IntArray]], shared: Set[Forms]) -> int:
        concepts.sort(key=lambda pair: len(pair[1]))
        # The most selective list is walked; of the others, one that many queries share is a map.
        if len(concepts) == 2 and concepts[0][0] in shared and concepts[1][0] not in shared:
            concepts.reverse()
        found = concepts[0][1]
        for concept, units in concepts[1:]:
            if not len(found):
                return 0
            if concept in shared or concept in self._maps:
                found = found[self._map(concept, units)[found]]
            else:
                found = _both(found, units)
        return len(found)

    def _map(self, concept: Forms, units: IntArray) -> BoolArray:
        if concept in self._maps:
            self._maps.move_to_end(concept)
            return self._maps[concept]
        bits = np.zeros(self.size, np.bool_)
        bits[units] = True
        self._maps[concept] = bits
        if len(self._maps) > _CACHED_MAPS:
            self._maps.popitem(last=False)
        return bits

    # From phrases to units

    def _extension(self, concept: Forms) -> _Extension:
        if len(concept) == 1:
            return self._phrase_extension(concept[0])
        if concept in self._extensions:
            return self._extensions[concept]
        members = [self._phrase_extension(each) for each in concept]
        units = _either([m.units for m in members])
        further = _either([m.further for m in members])
        extension = _Extension(units, further, min(_NO_CAP, sum(m.cap for m in members)))
        self._extensions[concept] = extension
        if len(self._extensions) > 64:
            self._extensions.popitem(last=False)
        return extension

    def _phrase_extension(self, each: Phrase) -> _Extension:
        number = self._number(each)
        if number is not None:
            return _Extension(self._list(number), _EMPTY, 0)
        further, cap = self._bound_of_unheld(each)
        return _Extension(_EMPTY, further, min(cap, len(further)))

    def _bound_of_unheld(self, each: Phrase) -> tuple[IntArray, int]:
        """The units that hold all parts of a phrase, and how many it can be in at most."""
        cutoffs = self._manifest.cutoffs
        cap = cutoffs[len(each) - 1] - 1 if len(each) <= len(cutoffs) else _NO_CAP
        if len(each) == 1:
            return (np.arange(self.size) if cap else _EMPTY), cap
        if cap == 0:
            return _EMPTY, 0
        parts = [self._part(Phrase(strip(words))) for words in (each.words[1:], each.words[:-1])]
        further = _both(*sorted((part for part, _ in parts), key=len))
        return further, min(cap, *(part_cap for _, part_cap in parts))

    def _part(self, part: Phrase) -> tuple[IntArray, int]:
        number = self._number(part)
        if number is not None:
            units = self._list(number)
            return units, len(units)
        return self._bound_of_unheld(part)

    def _number(self, each: Phrase) -> int | None:
        """The number of a phrase in the dictionary, if the pack holds it."""
        if len(each) == 1:
            number = self._trie.get(each.words[0])
            if number is None and each.words[0].isupper():
                number = self._in_capitals(each.words[0])
        else:
            number = self._trie.get(" ".join(map(self._small, each.words)))
        return None if number is None else int(number)

    def _in_capitals(self, word: str) -> int | None:
        """A word in capitals that the pack does not count apart: it is counted with the small
        writing, which says something of it only where that is the rare one."""
        number = self._trie.get(self._small(word))
        if number is None or self._header(number)[1].share < CAPITALS_RULE:
            return None
        return int(number)

    def _small(self, word: str) -> str:
        """Inside phrases capitals are kept for US and IT alone, which would be stop words."""
        small = word.lower()
        return word if small in STOP_WORDS else small

    def _header(self, number: int) -> tuple[memoryview, rice.Header]:
        return find_list(self._postings, self._anchors, number, self.size)[:2]

    def _list(self, number: int) -> IntArray:
        if number in self._lists:
            self._lists.move_to_end(number)
            return self._lists[number]
        data, header = self._header(number)
        units = rice.decode(data, header)
        units.flags.writeable = False
        self._lists[number] = units
        self._lists_units += len(units)
        while self._lists_units > _CACHED_UNITS and len(self._lists) > 1:
            self._lists_units -= len(self._lists.popitem(last=False)[1])
        return units


def _both(few: IntArray, many: IntArray) -> IntArray:
    """The units in two increasing lists; quick when the first is the shorter."""
    if not len(few) or not len(many):
        return _EMPTY
    place = np.minimum(np.searchsorted(many, few), len(many) - 1)
    both: IntArray = few[many[place] == few]
    return both


def _either(lists: Sequence[IntArray]) -> IntArray:
    """The units in any of several increasing lists."""
    filled = [units for units in lists if len(units)]
    if len(filled) < 2:
        return filled[0] if filled else _EMPTY
    together = np.sort(np.concatenate(filled))
    either: IntArray = together[np.concatenate(([True], together[1:] != together[:-1]))]
    return either
