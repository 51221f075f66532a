"""CountTable: a table of counts as a corpus (`--counts FILE`).

    {"size": N, "counts": {"pancreatic cancer": 6550000, "hiv AND virus": 12}}

Keys are normalised phrases; conjunctions are sorted and joined by ` AND `. What the table does not
list counts 0. The table has conjunctions only, so an OR is the sum of its members, capped at N and
at the counts of what it is conjoined with. A search engine's joint counts can exceed the single
ones; they are taken as they stand, for the papers worked with such counts.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeGuard

import numpy as np

from reticent.errors import KnowledgeError
from reticent.knowledge.corpus import (
    BoolArray,
    FloatArray,
    IntArray,
    PhraseLike,
    Query,
    QueryLike,
    phrase,
    query,
)
from reticent.phrase import Phrase

_AND = " AND "


@dataclass(frozen=True)
class CountTable:
    """Counts that somebody else made: of a search engine, of a paper, of a test."""

    name: str
    size: int
    table: Mapping[frozenset[Phrase], int]
    fingerprint: str

    @property
    def two_faced(self) -> frozenset[str]:
        return frozenset()

    def counts(self, queries: Sequence[QueryLike]) -> IntArray:
        return np.array([self._count(query(each)) for each in queries], np.int64)

    def exact(self, queries: Sequence[QueryLike]) -> BoolArray:
        """A table is the world it describes: what it does not list does not occur."""
        return np.ones(len(queries), np.bool_)

    @cached_property
    def _listed(self) -> frozenset[Phrase]:
        """The phrases of all keys, and their words."""
        phrases = frozenset(phrase for key in self.table for phrase in key)
        return phrases | {Phrase((word,)) for phrase in phrases for word in phrase.words}

    def holds(self, phrases: Sequence[PhraseLike]) -> BoolArray:
        """What is listed, alone or with others: of the rest the table knows nothing."""
        return np.array([phrase(each) in self._listed for each in phrases], np.bool_)

    def capital_shares(self, phrases: Sequence[PhraseLike]) -> FloatArray:
        return np.full(len(phrases), np.nan)

    def _count(self, wanted: Query) -> int:
        if not wanted:
            return self.size
        total = sum(self._conjunction(choice) for choice in itertools.product(*wanted))
        if all(len(concept) == 1 for concept in wanted):
            return total
        if len(wanted) == 1:
            return min(total, self.size)
        parts = (self._count(wanted[:n] + wanted[n + 1 :]) for n in range(len(wanted)))
        return min(total, *parts)

    def _conjunction(self, phrases: tuple[Phrase, ...]) -> int:
        return self.table.get(frozenset(phrases), 0)


def read(path: Path) -> CountTable:
    """The table in a JSON file, refused unless every count in it can be true."""
    try:
        data = path.read_bytes()
        content = json.loads(data, object_pairs_hook=_no_duplicates)
    except OSError as error:
        raise KnowledgeError(f"the count table {path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise KnowledgeError(f"the count table {path} is no valid JSON: {error}") from error
    if not isinstance(content, dict) or not isinstance(content.get("counts"), dict):
        raise KnowledgeError(f'{path} is no count table: it needs "size" and "counts"')
    size = _whole(content.get("size"))
    if not _is_count(size) or not 0 < size < 1 << 63:
        raise KnowledgeError(
            f'the "size" of the count table {path} must be a positive whole number below 2^63'
        )
    fingerprint = "sha256:" + hashlib.sha256(data).hexdigest()
    table = dict(_entry(path, key, count, size) for key, count in content["counts"].items())
    if len(table) != len(content["counts"]):
        raise KnowledgeError(f"two keys of the count table {path} are the same when normalised")
    return CountTable("counts", size, table, fingerprint)


def _no_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    distinct = dict(pairs)
    if len(distinct) != len(pairs):
        raise ValueError("a key stands twice")
    return distinct


def _whole(value: object) -> object:
    """3.5e9 is a whole number, too."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _entry(path: Path, key: str, count: object, size: int) -> tuple[frozenset[Phrase], int]:
    count = _whole(count)
    phrases = frozenset(Phrase.of(part) for part in key.split(_AND))
    if not all(phrases):
        raise KnowledgeError(f"the key {key!r} of the count table {path} names no phrase")
    if not _is_count(count) or count > size:
        raise KnowledgeError(
            f"the count of {key!r} in {path} must be a whole number from 0 to the size, {size}"
        )
    return phrases, count
