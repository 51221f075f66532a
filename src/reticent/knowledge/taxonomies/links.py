"""The arrays a concept graph is made of: links from numbers to numbers, and lines of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.int64]

_HALF = 32


def numbers(data: bytes) -> Ints:
    """Numbers as they are stored: four bytes each, the lowest first."""
    return np.frombuffer(data, dtype="<u4").astype(np.int64)


def packed(values: Ints | list[int]) -> bytes:
    """The inverse of `numbers`."""
    return np.asarray(values, dtype="<u4").tobytes()


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """For every number from 0 on, the numbers it leads to (compressed sparse rows)."""

    starts: Ints
    ends: Ints

    @classmethod
    def of_lengths(cls, lengths: Ints, ends: Ints) -> Links:
        return cls(np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths))), ends)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def of(self, number: int) -> Ints:
        found: Ints = self.ends[self.starts[number] : self.starts[number + 1]]
        return found

    def of_all(self, rows: Ints) -> Ints:
        """What these lead to, one after the other."""
        starts, lengths = self.starts[rows], self.starts[rows + 1] - self.starts[rows]
        before = np.cumsum(lengths) - lengths
        found: Ints = self.ends[np.repeat(starts - before, lengths) + np.arange(lengths.sum())]
        return found

    def inverted(self, size: int) -> Links:
        """The links backwards, for numbers below `size`; each row in ascending order."""
        sources = np.repeat(np.arange(len(self)), np.diff(self.starts))
        # Sorting pairs as one number is many times faster than a stable argsort.
        pairs = np.sort((self.ends << _HALF) | np.arange(len(self.ends)))
        sources = sources[pairs & ((1 << _HALF) - 1)]
        return Links.of_lengths(np.bincount(self.ends, minlength=size), sources)

    def closure(self, number: int) -> Ints:
        """Everything reached from a number, each once, nearest first, itself left out."""
        seen = np.zeros(len(self), dtype=np.bool_)
        seen[number] = True
        level, levels = self.of(number), []
        while len(level := np.unique(level[~seen[level]])):
            seen[level] = True
            levels.append(level)
            level = self.of_all(level)
        return np.concatenate(levels) if levels else np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Texts without line breaks, in one piece of memory."""

    data: bytes
    ends: Ints

    @classmethod
    def of(cls, data: bytes) -> Lines:
        return cls(data, np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == 10))

    def __len__(self) -> int:
        return len(self.ends)

    def __getitem__(self, number: int) -> str:
        start = int(self.ends[number - 1]) + 1 if number else 0
        return self.data[start : int(self.ends[number])].decode()

    def find(self, text: str) -> int | None:
        """The first line that is this text: a scan, fast because it is one call over bytes."""
        line = text.encode() + b"\n"
        if self.data.startswith(line):
            return 0
        place = self.data.find(b"\n" + line)
        return None if place < 0 else int(np.searchsorted(self.ends, place)) + 1
