"""IndexedCorpus: exact counts of phrases and of their ANDs and ORs, from a memory-mapped pack.

What the pack holds is counted exactly. A phrase that it does not hold was too rare for it, or is
longer than its longest; it is answered by an upper bound: at most as many units as hold all its
parts, and fewer than the cut-off. `exact` says which answer it was.
"""

from __future__ import annotations

from collections import OrderedDict
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

_CACHED_UNITS = 3_000_000
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
        self._extensions: OrderedDict[Forms, _Extension] = OrderedDict()
        self._cached_units = 0
        self._maps: OrderedDict[Forms, BoolArray] = OrderedDict()
        self._asked: Set[Forms] = frozenset()
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
        return [self._bound(query(like, self._two_faced)) for like in likes]

    def _bound(self, wanted: Query) -> tuple[int, int]:
        if len(wanted) < 2:
            return self._single_bound(wanted)
        concepts = [(concept, self._extension(concept)) for concept in dict.fromkeys(wanted)]
        least = self._count_all(concepts)
        self._asked = frozenset(wanted)
        cap = sum(extension.cap for _, extension in concepts)
        if not cap:
            return least, least
        most = len(reduce(_both, sorted((e.most for _, e in concepts), key=len)))
        return least, min(most, least + cap)

    def _single_bound(self, wanted: Query) -> tuple[int, int]:
        if not wanted:
            return self.size, self.size
        (concept,) = wanted
        if len(concept) == 1 and (number := self._number(concept[0])) is not None:
            length = self._header(number)[1].length  # no need to decode the list
            return length, length
        extension = self._extension(concept)
        least = len(extension.units)
        return least, min(len(extension.most), least + extension.cap)

    def _count_all(self, concepts: list[tuple[Forms, _Extension]]) -> int:
        """Units that all concepts hold surely. One that was asked for just before is a map."""
        mapped = [c for c, e in concepts if c in self._maps or (c in self._asked and not e.cap)]
        walked = sorted((e.units for c, e in concepts if c not in mapped), key=len)
        if not walked:
            mapped.remove(concept := min(mapped, key=lambda c: len(self._extension(c).units)))
            walked = [self._extension(concept).units]
        found = reduce(_both, walked)
        for concept in mapped[:-1]:
            found = found[self._map(concept)[found]]
        if mapped:
            return int(np.count_nonzero(self._map(mapped[-1])[found]))
        return len(found)

    def _map(self, concept: Forms) -> BoolArray:
        if concept in self._maps:
            self._maps.move_to_end(concept)
            return self._maps[concept]
        bits = np.zeros(self.size, np.bool_)
        bits[self._extension(concept).units] = True
        self._maps[concept] = bits
        if len(self._maps) > _CACHED_MAPS:
            self._maps.popitem(last=False)
        return bits

    # From phrases to units

    def _extension(self, concept: Forms) -> _Extension:
        if (known := self._extensions.get(concept)) is not None:
            self._extensions.move_to_end(concept)
            return known
        if len(concept) == 1:
            extension = self._phrase_extension(concept[0])
        else:
            members = [self._extension((each,)) for each in concept]
            extension = _Extension(
                _either([m.units for m in members]),
                _either([m.further for m in members]),
                min(_NO_CAP, sum(m.cap for m in members)),
            )
        self._remember(concept, extension)
        return extension

    def _remember(self, concept: Forms, extension: _Extension) -> None:
        self._extensions[concept] = extension
        self._cached_units += len(extension.units) + len(extension.further)
        while self._cached_units > _CACHED_UNITS and len(self._extensions) > 1:
            _, old = self._extensions.popitem(last=False)
            self._cached_units -= len(old.units) + len(old.further)

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
        """Where a part of an unheld phrase occurs, in whatever writing, and how often at most."""
        writings = [each for each in self._writings(part) if self._number(each) is not None]
        if not writings:
            return self._bound_of_unheld(part)
        units = self._extension(tuple(sorted(writings))).units
        return units, len(units)

    def _writings(self, part: Phrase) -> list[Phrase]:
        """Inside a phrase both writings of a two-faced word are counted as one."""
        small = self._small(part.words[0])
        if len(part) > 1 or small not in self._two_faced:
            return [part]
        return [Phrase((small,)), Phrase((small.upper(),))]

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
        return find_list(self._postings, self._anchors, number, self.size)

    def _list(self, number: int) -> IntArray:
        data, header = self._header(number)
        units = rice.decode(data, header)
        units.flags.writeable = False
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
