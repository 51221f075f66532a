"""Passages: a unit cut into stretches short enough that what occurs in one belongs together.

Promise: a unit of at least 3/4 of `words` words comes out in passages of 3/4 to 3/2 of it (150 to
300 for 200), a shorter one as it is; the passages one after the other are the unit's text, nothing
lost, nothing twice; the same unit always gives the same passages. A cut falls between paragraphs
if one ends where it may fall, else between sentences, else (a list without end) between words.

Every passage bears the unit's title: the title names what each passage speaks of, in the words
("It causes ...") that the passage itself leaves out, and co-occurrence is to be counted of what a
passage speaks of. A word of the title is therefore counted in every passage of its unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reticent.errors import UsageError
from reticent.knowledge.sources.unit import Unit

_WORD = re.compile(r"\S+")
_MAY_END = frozenset(".!?…\"'”’)]")
_END = re.compile(r"[.!?…][\"'”’)\]]*$")
_NO_END = re.compile(
    r"(?:[^\W\d_]|Dr|Mr|Mrs|Ms|St|Mt|Ft|No|vs|Jr|Sr|Lt|Gen|Prof|e\.g|i\.e|cf|ca)\.$"
)

_NOTHING, _SENTENCE, _PARAGRAPH = range(3)


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a unit: where each stands, as (paragraph, start, end), and what ends with it."""

    places: list[tuple[int, int, int]]
    ends: list[int]


def passages(unit: Unit, words: int = 200) -> Iterator[Unit]:
    if words < 2:
        raise UsageError(f"passages of {words} words are none; ask for two words or more")
    least, most = words * 3 // 4, words * 3 // 2
    if sum(len(paragraph.split()) for paragraph in unit.paragraphs) <= most:
        yield unit
        return
    found = _words(unit.paragraphs)
    start = 0
    while len(found.ends) - start > most:
        end = _cut(found.ends, start + words, start + least, start + most, least)
        yield Unit(unit.title, _between(unit.paragraphs, found.places[start:end]))
        start = end
    yield Unit(unit.title, _between(unit.paragraphs, found.places[start:]))


def _cut(ends: list[int], ideal: int, first: int, last: int, least: int) -> int:
    """The best place for a passage to end, from `first` to `last`, that leaves `least` words."""
    allowed = ends[first - 1 : min(last, len(ends) - least)]
    best = max(allowed)
    places = (first + offset for offset, kind in enumerate(allowed) if kind == best)
    return min(places, key=lambda end: (abs(end - ideal), end))


def _words(paragraphs: Sequence[str]) -> _Words:
    found = _Words([], [])
    for index, text in enumerate(paragraphs):
        spans = [match.span() for match in _WORD.finditer(text)]
        found.places.extend((index, start, end) for start, end in spans)
        for (start, end), (following, _) in pairwise(spans):
            ends = text[end - 1] in _MAY_END and _ends_sentence(text[start:end], text[following])
            found.ends.append(_SENTENCE if ends else _NOTHING)
        if spans:
            found.ends.append(_PARAGRAPH)
    return found


def _ends_sentence(word: str, following: str) -> bool:
    return bool(_END.search(word)) and not _NO_END.match(word) and not following.islower()


def _between(paragraphs: Sequence[str], places: Sequence[tuple[int, int, int]]) -> tuple[str, ...]:
    """The text of these words as it was written, a paragraph (or what is left of it) each."""
    extent: dict[int, tuple[int, int]] = {}
    for paragraph, start, end in places:
        first, _ = extent.get(paragraph, (start, 0))
        extent[paragraph] = first, end
    return tuple(paragraphs[index][start:end] for index, (start, end) in extent.items())
