"""Second stage: one vocabulary out of those of the chunks.

The chunks' sorted vocabularies are merged as streams, so memory holds only the words that stay:
those in at least `cutoff` units, all stop words (they stand inside phrases), and for two-faced
words (AIDS and aids) a second entry in capitals.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, islice
from operator import itemgetter

import numpy as np
import numpy.typing as npt

from reticent.knowledge.build.tokens import IN_CAPITALS, NUMBER
from reticent.knowledge.build.work import Work
from reticent.phrase import is_content, is_stop

_BLOCK = 4_096
TWO_FACED_UNITS = 5
TWO_FACED_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that stay, numbered from 1 in their order; 0 is a break or a dropped word."""

    words: list[str]
    stop: npt.NDArray[np.bool_]
    content: npt.NDArray[np.bool_]
    twin: npt.NDArray[np.uint32]
    """The number of the same word in capitals, where it is counted apart, else 0."""

    @property
    def bits(self) -> int:
        return len(self.words).bit_length()


def merge(work: Work, chunks: int, cutoff: int) -> None:
    """Write the words that stay, one a line; a word with a twin in capitals is marked by a tab."""
    streams = [_entries(work, chunk) for chunk in range(chunks)]
    merged = heapq.merge(*streams, key=itemgetter(0))
    lines: list[str] = []
    for word, entries in groupby(merged, key=itemgetter(0)):
        units, capitals, others = map(sum, zip(*(counts for _, counts in entries), strict=True))
        if units < cutoff and not is_stop(word):
            continue
        lines.append(word + "\t" * _two_faced(word, capitals, others, cutoff))
    work.save_text("\n".join(lines), "merged")


def _entries(work: Work, chunk: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """A chunk's words with their counts, read a block at a time: all chunks are open at once."""
    frequency = work.load("frequency", chunk)
    with work.path("vocabulary", chunk, "txt").open(encoding="utf-8", newline="\n") as lines:
        for start in range(1, frequency.shape[1], _BLOCK):
            counts = frequency[:, start : start + _BLOCK].T.tolist()
            for word, own in zip(islice(lines, len(counts)), counts, strict=True):
                yield word.rstrip("\n"), tuple(own)


def _two_faced(word: str, capitals: int, others: int, cutoff: int) -> bool:
    common = max(cutoff, TWO_FACED_UNITS, TWO_FACED_SHARE * (capitals + others))
    return is_content(word) and not word.isupper() and min(capitals, others) >= common


@lru_cache(maxsize=1)
def read(work: Work) -> Vocabulary:
    """The merged vocabulary, kept in memory by each process that works on chunks."""
    text = work.load_text("merged")
    lines = text.split("\n") if text else []
    marked = {line[:-1] for line in lines if line.endswith("\t")}
    words = sorted({line.rstrip("\t") for line in lines} | {word.upper() for word in marked})
    number = {word: index + 1 for index, word in enumerate(words)}
    twin = [0, *(number[word.upper()] if word in marked else 0 for word in words)]
    return Vocabulary(
        words,
        np.array([True, *map(is_stop, words)]),
        np.array([False, *map(is_content, words)]),
        np.array(twin, np.uint32),
    )


@lru_cache(maxsize=1)
def _numbers(work: Work) -> dict[str, int]:
    return {word: index + 1 for index, word in enumerate(read(work).words)}


def renumber(work: Work, chunk: int) -> None:
    """Rewrite a chunk's words in the numbers of the whole; the bits stay beside them."""
    number = _numbers(work)
    own = work.load_text("vocabulary", chunk).split("\n")
    to_whole = np.array([0, *(number.get(word, 0) for word in own)], np.uint32)
    words = np.asarray(work.load("words", chunk))
    work.save(to_whole[words & NUMBER] | (words & ~NUMBER), "numbered", chunk)


def as_written(words: npt.NDArray[np.uint32], vocabulary: Vocabulary) -> npt.NDArray[np.uint32]:
    """The number under which each word counts alone: in capitals its twin, if it has one."""
    number = words & NUMBER
    twin = vocabulary.twin[number]
    return np.where(((words & IN_CAPITALS) > 0) & (twin > 0), twin, number)
