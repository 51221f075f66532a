"""Third stage: which phrases of two words and more stand in enough units.

Order by order: a phrase of n words begins with one of n - 1 that was kept (what is rare stays
rare), so it is a pair of numbers, its beginning and its last word, and fits in 64 bits together
with the unit. A phrase is counted when its first word is no stop word; whether its last one is
matters only at the end, because "bank of" is the beginning of "bank of america".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from reticent.errors import KnowledgeError
from reticent.knowledge.build.tokens import NUMBER, UNIT_BITS
from reticent.knowledge.build.vocabulary import read
from reticent.knowledge.build.work import Work

Keys = npt.NDArray[np.uint64]
_UNIT_SHIFT = np.uint64(UNIT_BITS)
_AT_ONCE = 12_000_000


def beginnings(work: Work, chunk: int, order: int) -> npt.NDArray[np.uint32]:
    """At every word, the number of the kept phrase of order - 1 words that begins there."""
    if order > 2:
        return np.asarray(work.load(f"phrases{order - 1}", chunk))
    number = work.load("numbered", chunk) & NUMBER
    return np.where(read(work).stop[number], np.uint32(0), number)


def keys_at(
    beginning: npt.NDArray[np.uint32], words: npt.NDArray[np.uint32], order: int, bits: int
) -> Keys:
    """At every word, the key of the phrase of that order that begins there, or 0."""
    last = np.zeros(len(words), np.uint64)
    last[: len(words) - order + 1] = (words & NUMBER)[order - 1 :]
    key = beginning.astype(np.uint64) << np.uint64(bits) | last
    key[(beginning == 0) | (last == 0)] = 0
    return key


def count(work: Work, chunk: int, order: int) -> None:
    """Write the distinct keys of a chunk and in how many of its units each occurs."""
    words = np.asarray(work.load("numbered", chunk))
    lengths = work.load("lengths", chunk)
    keys = keys_at(beginnings(work, chunk, order), words, order, read(work).bits)
    if len(keys) and int(keys.max()).bit_length() + UNIT_BITS > 64:
        raise KnowledgeError(
            "the corpus has more distinct phrases than fit in a key: raise --min-articles"
        )
    unit = np.repeat(np.arange(len(lengths), dtype=np.uint64), lengths)
    chosen = keys > 0
    pairs = keys[chosen] << _UNIT_SHIFT | unit[chosen]
    del keys, unit, words
    pairs.sort()
    pairs = pairs[firsts(pairs)] >> _UNIT_SHIFT
    first = np.flatnonzero(firsts(pairs))
    units = np.diff(first, append=len(pairs)).astype(np.uint16)
    work.save(units, f"units{order}", chunk)
    work.save(pairs[first], f"keys{order}", chunk)


def merge(work: Work, chunks: int, order: int, cutoff: int) -> None:
    """Write the sorted keys that occur in at least `cutoff` units of all chunks together."""
    ranges = _ranges(work, chunks, order)
    kept = [_enough(work, chunks, order, cutoff, low, high) for low, high in ranges]
    work.save(np.concatenate(kept) if kept else np.empty(0, np.uint64), f"kept{order}")


def _enough(work: Work, chunks: int, order: int, cutoff: int, low: int, high: int) -> Keys:
    keys, units = [], []
    for chunk in range(chunks):
        own = work.load(f"keys{order}", chunk)
        begin, end = np.searchsorted(own, np.array([low, high], np.uint64))
        keys.append(np.asarray(own[begin:end]))
        units.append(np.asarray(work.load(f"units{order}", chunk)[begin:end]))
    together = np.concatenate(keys) << _UNIT_SHIFT | np.concatenate(units)
    together.sort()
    distinct = together >> _UNIT_SHIFT
    first = np.flatnonzero(firsts(distinct))
    if not len(first):
        return np.empty(0, np.uint64)
    total = np.add.reduceat(together & np.uint64((1 << UNIT_BITS) - 1), first)
    enough: Keys = distinct[first[total >= cutoff]]
    return enough


def _ranges(work: Work, chunks: int, order: int) -> Iterator[tuple[int, int]]:
    """Ranges of keys that hold about as many entries as memory should."""
    sizes = [len(work.load(f"keys{order}", chunk)) for chunk in range(chunks)]
    parts = sum(sizes) // _AT_ONCE + 1
    step = max(1, parts // 2 * 64)
    samples = [np.asarray(work.load(f"keys{order}", chunk)[::step]) for chunk in range(chunks)]
    sample = np.sort(np.concatenate(samples))
    if not len(sample):
        return
    cuts = [int(sample[len(sample) * part // parts]) for part in range(1, parts)]
    bounds = [0, *sorted(set(cuts)), (1 << 64) - 1]
    yield from pairwise(bounds)


def annotate(work: Work, chunk: int, order: int) -> None:
    """Write at every word the number (from 1) of the kept phrase that begins there, or 0."""
    kept = np.asarray(work.load(f"kept{order}"))
    words = np.asarray(work.load("numbered", chunk))
    keys = keys_at(beginnings(work, chunk, order), words, order, read(work).bits)
    number = np.zeros(len(words), np.uint32)
    candidates = np.flatnonzero(keys)
    if len(kept) and len(candidates):
        wanted = keys[candidates]
        place = np.minimum(np.searchsorted(kept, wanted), len(kept) - 1)
        number[candidates] = np.where(kept[place] == wanted, place + 1, 0)
    work.save(number, f"phrases{order}", chunk)


def spell(work: Work, order: int, bits: int) -> npt.NDArray[np.uint32]:
    """The words of every kept phrase of an order, a row each."""
    if order == 1:
        return np.arange(1, len(read(work).words) + 1, dtype=np.uint32)[:, None]
    keys = np.asarray(work.load(f"kept{order}"))
    last = (keys & np.uint64((1 << bits) - 1)).astype(np.uint32)
    begin = (keys >> np.uint64(bits)).astype(np.int64)
    return np.concatenate([spell(work, order - 1, bits)[begin - 1], last[:, None]], axis=1)


def firsts(ordered: Keys) -> npt.NDArray[np.bool_]:
    """Where a sorted array has a value for the first time."""
    if not len(ordered):
        return np.empty(0, np.bool_)
    return np.concatenate(([True], ordered[1:] != ordered[:-1]))
