"""Last stages: the dictionary of phrases, and the posting list of each.

Chunk by chunk the pairs (phrase, unit) are sorted; then, for one range of phrases after the
other, the lists of all chunks are put behind one another, coded and written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from reticent.knowledge.build import ngrams
from reticent.knowledge.build.tokens import CAPITALISED, NUMBER
from reticent.knowledge.build.vocabulary import as_written, read
from reticent.knowledge.build.work import Work
from reticent.knowledge.index.rice import SHARE_STEPS, SHARE_UNKNOWN

_NONE = np.uint32(0xFFFF_FFFF)
_AT_ONCE = 2_000_000


def write_dictionary(work: Work, orders: int) -> None:
    """Write the trie of all phrases, and for every order the phrase's number in it."""
    import marisa_trie

    vocabulary = read(work)
    words = np.array(["", *vocabulary.words], object)
    spelled: list[list[str]] = []
    kept: list[npt.NDArray[np.int64]] = []
    for order in range(1, orders + 1):
        rows = ngrams.spell(work, order, vocabulary.bits)
        keep = np.flatnonzero(~vocabulary.stop[rows[:, -1]])
        kept.append(keep)
        spelled.append([" ".join(row) for row in words[rows[keep]]])
    trie = marisa_trie.Trie(phrase for of_order in spelled for phrase in of_order)
    for order, (keep, phrases) in enumerate(zip(kept, spelled, strict=True), 1):
        count = len(vocabulary.words) if order == 1 else len(work.load(f"kept{order}"))
        number = np.full(count + 1, _NONE, np.uint32)
        number[keep + 1] = [trie[phrase] for phrase in phrases]
        work.save(number, f"numbers{order}")
    partial = work.path("dictionary", ending="partial")
    trie.save(str(partial))
    partial.replace(work.path("dictionary", ending="marisa"))


def invert(work: Work, chunk: int, orders: int) -> None:
    """Write which phrases a chunk holds, in which of its units, and how often with capitals."""
    vocabulary = read(work)
    words = np.asarray(work.load("numbered", chunk))
    lengths = work.load("lengths", chunk)
    unit = np.repeat(np.arange(len(lengths), dtype=np.uint64), lengths)
    capital = ((words & CAPITALISED) > 0) | ~vocabulary.content[words & NUMBER]
    pairs = []
    run = capital.copy()
    for order in range(1, orders + 1):
        if order == 1:
            own = as_written(words, vocabulary)
        else:
            own = np.asarray(work.load(f"phrases{order}", chunk))
            run[: 1 - order] &= capital[order - 1 :]
        number = np.asarray(work.load(f"numbers{order}"))
        phrase = number[own]
        chosen = phrase != _NONE
        pairs.append(
            phrase[chosen].astype(np.uint64) << np.uint64(17)
            | unit[chosen] << np.uint64(1)
            | run[chosen]
        )
    together = np.concatenate(pairs)
    del pairs, unit, words, capital
    together.sort()
    _write_inverted(work, chunk, together)


def _write_inverted(work: Work, chunk: int, pairs: npt.NDArray[np.uint64]) -> None:
    first_of_phrase = np.flatnonzero(ngrams.firsts(pairs >> np.uint64(17)))
    first_of_unit = np.flatnonzero(ngrams.firsts(pairs >> np.uint64(1)))
    occurrences = np.diff(first_of_phrase, append=len(pairs))
    capitals = np.add.reduceat(pairs & np.uint64(1), first_of_phrase) if len(pairs) else occurrences
    unit_of = pairs[first_of_unit]
    phrase_of = unit_of >> np.uint64(17)
    units = np.diff(np.flatnonzero(ngrams.firsts(phrase_of)), append=len(phrase_of))
    table = np.stack(
        [
            (pairs[first_of_phrase] >> np.uint64(17)).astype(np.uint32),
            units.astype(np.uint32),
            occurrences.astype(np.uint32),
            capitals.astype(np.uint32),
        ]
    )
    work.save(table, "table", chunk)
    work.save((unit_of >> np.uint64(1) & np.uint64(0xFFFF)).astype(np.uint16), "postings", chunk)


@dataclass(frozen=True, slots=True)
class Lists:
    """The posting lists of one range of phrases, one after the other."""

    units: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    shares: npt.NDArray[np.int64]


def lists(work: Work, chunks: int, phrases: int, worded: npt.NDArray[np.bool_]) -> Iterator[Lists]:
    """All posting lists in the order of their phrases; `worded`: the phrase has a content word."""
    tables = [work.load("table", chunk) for chunk in range(chunks)]
    sizes = [len(work.load("lengths", chunk)) for chunk in range(chunks)]
    bases = np.concatenate(([0], np.cumsum(sizes)[:-1])).astype(np.int64)
    total = np.zeros(phrases, np.int64)
    for table in tables:
        total[table[0]] += table[1]
    entries, read = [0] * chunks, [0] * chunks  # how far each chunk's table and postings are used
    for low, high in _ranges(total):
        length = total[low:high]
        units = np.empty(int(length.sum()), np.int64)
        fill = np.cumsum(length) - length
        occurrences = np.zeros(high - low, np.int64)
        capitals = np.zeros(high - low, np.int64)
        for chunk, table in enumerate(tables):
            begin, end = entries[chunk], int(np.searchsorted(table[0], high))
            entries[chunk] = end
            phrase = table[0][begin:end].astype(np.int64) - low
            count = table[1][begin:end].astype(np.int64)
            own_start = np.cumsum(count) - count
            places = np.repeat(fill[phrase] - own_start, count) + np.arange(int(count.sum()))
            own = work.load("postings", chunk)[read[chunk] : read[chunk] + len(places)]
            read[chunk] += len(places)
            units[places] = own.astype(np.int64) + bases[chunk]
            fill[phrase] += count
            occurrences[phrase] += table[2][begin:end]
            capitals[phrase] += table[3][begin:end]
        shares = np.where(
            worded[low:high], SHARE_STEPS * capitals // np.maximum(occurrences, 1), SHARE_UNKNOWN
        )
        yield Lists(units, length, shares)


def _ranges(total: npt.NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Ranges of phrases with about as many postings as memory should hold."""
    passed = np.cumsum(total)
    low = 0
    while low < len(total):
        before = int(passed[low - 1]) if low else 0
        high = max(low + 1, int(np.searchsorted(passed, before + _AT_ONCE, "right")))
        yield low, high
        low = high
