"""First stage: the sources become chunks of numbered words.

A chunk holds at most 65,535 units. It keeps its own sorted vocabulary and an array with a number
for every word (0 where a phrase may not cross), with two bits beside it: written in capitals,
and first letter a capital. The words are just those of `reticent.phrase.segments`; what that does
word by word is done here on arrays, and a test holds that both agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from reticent.knowledge.build.work import Work
from reticent.knowledge.sources.unit import Unit
from reticent.phrase import (
    STOP_WORDS,
    fold,
    in_capitals,
    is_ending,
    is_word,
    pattern_for,
)

IN_CAPITALS = np.uint32(1 << 31)
CAPITALISED = np.uint32(1 << 30)
NUMBER = np.uint32((1 << 30) - 1)
UNITS_OF_CHUNK = 65_535
UNIT_BITS = 16
CHARACTERS_OF_CHUNK = 40_000_000
WELL_WRITTEN = 0.05
"""Share of words with a capital from which on a unit's author is taken to use them."""

_WORD, _ENDING, _BREAK = 0, 1, 2


def chunks(units: Iterable[Unit]) -> Iterator[list[str]]:
    """The texts of the units (the title is text too), cut into chunks."""
    chunk: list[str] = []
    characters = 0
    for unit in units:
        text = "\n".join((unit.title, *unit.paragraphs))
        chunk.append(text)
        characters += len(text)
        if characters >= CHARACTERS_OF_CHUNK or len(chunk) == UNITS_OF_CHUNK:
            yield chunk
            chunk, characters = [], 0
    if chunk:
        yield chunk


class _Numbering(dict[str, int]):
    """Numbers for items in the order of their first sight."""

    def __missing__(self, item: str) -> int:
        number = self[item] = len(self)
        return number


def number_words(work: Work, chunk: int, texts: list[str]) -> None:
    """Write a chunk: its vocabulary, the words of every unit, in how many units each word is."""
    numbering = _Numbering()
    number: Callable[[str], int] = numbering.__getitem__
    line_break = number("\n")
    raw: list[npt.NDArray[np.int32]] = []
    for text in texts:
        items = pattern_for(text).findall(text)
        raw.append(np.fromiter(map(number, items), np.int32, len(items)))
        raw.append(np.array([line_break], np.int32))
    lengths = np.array([len(a) + len(b) for a, b in zip(raw[::2], raw[1::2], strict=True)])
    spelling = _spelling(list(numbering))
    items_of_chunk = np.concatenate(raw)
    unit = np.repeat(np.arange(len(texts), dtype=np.uint32), lengths)
    kept = spelling.kind[items_of_chunk] != _ENDING
    items_of_chunk, unit = items_of_chunk[kept], unit[kept]
    words, telling_capitals = _words(items_of_chunk, spelling)
    work.save_text("\n".join(spelling.words), "vocabulary", chunk)
    work.save(_frequencies(words, unit, telling_capitals, len(spelling.words)), "frequency", chunk)
    work.save(np.bincount(unit, minlength=len(texts)).astype(np.uint32), "lengths", chunk)
    work.save(words, "words", chunk)  # last: a chunk with its words is complete


@dataclass(frozen=True, slots=True)
class _Spelling:
    """What is to be known of every distinct item of a chunk, in arrays beside each other."""

    words: list[str]
    kind: npt.NDArray[np.uint8]
    word: npt.NDArray[np.uint32]
    in_capitals_word: npt.NDArray[np.uint32]
    bits: npt.NDArray[np.uint32]
    has_small: npt.NDArray[np.bool_]
    capital_a: npt.NDArray[np.bool_]


def _spelling(items: list[str]) -> _Spelling:
    kinds = [_WORD if is_word(i) else _ENDING if is_ending(i) else _BREAK for i in items]
    folded = [fold(i) if kind == _WORD else "" for i, kind in zip(items, kinds, strict=True)]
    capital_stop = [
        word.upper() if word in STOP_WORDS and (in_capitals(i) or i == "A") else ""
        for i, word in zip(items, folded, strict=True)
    ]
    words = sorted({*folded, *capital_stop} - {""})
    place = {word: index + 1 for index, word in enumerate(words)} | {"": 0}
    is_capitals = np.array([is_word(i) and in_capitals(i) for i in items])
    capitalised = np.array([i[0].isupper() for i in items])
    return _Spelling(
        words,
        np.array(kinds, np.uint8),
        np.array([place[word] for word in folded], np.uint32),
        np.array([place[word] for word in capital_stop], np.uint32),
        is_capitals * IN_CAPITALS | capitalised * CAPITALISED,
        np.array([any(c.islower() for c in i) for i in items]),
        np.array([i == "A" for i in items]),
    )


def _words(
    items: npt.NDArray[np.int32], spelling: _Spelling
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.bool_]]:
    """The words with their bits, and where capitals tell something: not in shouted segments."""
    breaks = spelling.kind[items] == _BREAK
    segment = np.cumsum(breaks)
    count = np.bincount(segment, ~breaks)
    has_small = np.bincount(segment, spelling.has_small[items]) > 0
    shouted = ((count > 1) & ~has_small)[segment]
    inside = np.concatenate(([False], ~breaks[:-1]))
    capital_stop = spelling.in_capitals_word[items]
    keeps = (capital_stop > 0) & ~shouted & (inside | ~spelling.capital_a[items])
    word = np.where(keeps, capital_stop, spelling.word[items])
    return word | spelling.bits[items], has_small[segment]


def _frequencies(
    words: npt.NDArray[np.uint32],
    unit: npt.NDArray[np.uint32],
    telling_capitals: npt.NDArray[np.bool_],
    vocabulary: int,
) -> npt.NDArray[np.uint32]:
    """Units with each word: in any writing, in capitals that tell, in small letters that tell.

    Small letters tell nothing where somebody writes everything small: "i have hiv".
    """
    capitals = (words & IN_CAPITALS) > 0
    number = words & NUMBER
    written = np.bincount(unit, number > 0)
    capitalised = np.bincount(unit, (words & CAPITALISED) > 0)
    well_written = (capitalised >= WELL_WRITTEN * written)[unit]
    rows = [
        _units_with(number[chosen], unit[chosen], vocabulary)
        for chosen in (
            number > 0,
            capitals & telling_capitals,
            (number > 0) & ~capitals & well_written,
        )
    ]
    return np.stack(rows)


def _units_with(
    number: npt.NDArray[np.uint32], unit: npt.NDArray[np.uint32], vocabulary: int
) -> npt.NDArray[np.uint32]:
    pairs = number.astype(np.uint64) << np.uint64(UNIT_BITS) | unit
    pairs.sort()
    if len(pairs):
        pairs = pairs[np.concatenate(([True], pairs[1:] != pairs[:-1]))]
    found = (pairs >> np.uint64(UNIT_BITS)).astype(np.int64)
    return np.bincount(found, minlength=vocabulary + 1).astype(np.uint32)
