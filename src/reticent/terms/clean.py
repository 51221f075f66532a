"""The copy of a text that recognisers read, and the way back to the text itself.

Invisible characters inside words (soft hyphens, zero-width spaces) and accents written as marks
of their own would make a recogniser see broken words, so it reads a copy without them. Every
offset found in the copy has its place in the original: nothing is ever cut by guessing.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from reticent.document import Span

IntArray = npt.NDArray[np.int64]

PIECE = 50_000
"""The most characters parsed at once."""

RUN = 500
"""The longest stretch without white space that is parsed at once: longer ones are no language,
and cost tokenizers more than linear time."""

_IGNORABLE = (
    "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u2800\ufeff\ufff9-\ufffc"
    "\U000e0000-\U000e007f\U000e0100-\U000e01ef"
)
_MARKS = "\u0300-\u036f"
_LOOSE = re.compile(f"[{_IGNORABLE}]|[^\\s{_MARKS}{_IGNORABLE}][{_MARKS}]+")
_SAME_LENGTH = str.maketrans(
    {
        **dict.fromkeys("\u00a0\u1680\u2007\u202f\u205f\u3000", " "),
        **{chr(code): " " for code in range(0x2000, 0x200B)},
        **dict.fromkeys("\x85\u2028\u2029\x0b\x0c", "\n"),
        **dict.fromkeys("\u02bc\uff07", "'"),
        **dict.fromkeys("\u2010\u2011", "-"),
        **{chr(code): "\ufffd" for code in range(0xD800, 0xE000)},  # lone surrogates
    }
)
_BLANK_LINE = re.compile(r"(?>\r\n|[\n\r])[^\S\n\r]*(?>\r\n|[\n\r])\s*")
_SENTENCE_END = re.compile(r"[.!?][\"'’”)\]]?\s")


@dataclass(frozen=True, slots=True, eq=False)
class Cleaned:
    """A copy to read; `starts` and `ends` say where its characters stand in the original."""

    text: str
    starts: IntArray | None = None
    ends: IntArray | None = None

    def original(self, span: Span) -> Span:
        if self.starts is None or self.ends is None:
            return span
        if len(span) == 0:
            end = int(self.ends[span.start - 1]) if span.start else 0
            return Span(end, end)
        return Span(int(self.starts[span.start]), int(self.ends[span.end - 1]))

    def places(self, offsets: IntArray) -> IntArray:
        """Where characters of the copy begin in the original."""
        return offsets if self.starts is None else self.starts[offsets]


def clean(text: str) -> Cleaned:
    """The copy that recognisers read."""
    if text.isascii():
        return Cleaned(text.replace("\x0b", "\n").replace("\x0c", "\n"))
    same = text.translate(_SAME_LENGTH)
    loose = list(_LOOSE.finditer(same))
    if not loose:
        return Cleaned(same)
    kept = np.ones(len(same), dtype=np.bool_)
    ends = np.arange(1, len(same) + 1, dtype=np.int64)
    parts, position = [], 0
    for match in loose:
        first, last = match.span()
        whole = unicodedata.normalize("NFC", match.group())
        ignorable = last - first == 1
        parts += [same[position:first], "" if ignorable else whole[0]]
        kept[first:last] = False
        kept[first] = not ignorable
        ends[first] = last
        position = last
    parts.append(same[position:])
    return Cleaned("".join(parts), np.flatnonzero(kept), ends[kept])


def paragraphs(text: str) -> tuple[Span, ...]:
    """The blocks between blank lines, without the white space around them."""
    found, position = [], 0
    for match in [*_BLANK_LINE.finditer(text), None]:
        end = match.start() if match else len(text)
        if (block := trimmed(text, position, end)) is not None:
            found.append(block)
        position = match.end() if match else end
    return tuple(found)


def trimmed(text: str, start: int, end: int) -> Span | None:
    """A stretch without the white space around it; None when it is all white space."""
    part = text[start:end]
    inner = part.strip()
    if not inner:
        return None
    start += len(part) - len(part.lstrip())
    return Span(start, start + len(inner))


def pieces(text: str) -> Iterator[Span]:
    """Stretches to parse, each within a paragraph: cut at sentences or words where too long."""
    for block in paragraphs(text):
        start = block.start
        while start < block.end:
            end = _cut(text, start, block.end)
            yield from _runs(text, start, end)
            start = end


def _cut(text: str, start: int, end: int) -> int:
    """Where the next piece ends: after a line, else a sentence, else a word, else at the limit."""
    if end - start <= PIECE:
        return end
    window = text[start : start + PIECE]
    line = window.rfind("\n", PIECE // 2)
    if line > 0:
        return start + line + 1
    sentences = [match.end() for match in _SENTENCE_END.finditer(window, PIECE // 2)]
    if sentences:
        return start + sentences[-1]
    space = window.rfind(" ", PIECE // 2)
    return start + (space + 1 if space > 0 else PIECE)


def _runs(text: str, start: int, end: int) -> Iterator[Span]:
    """A stretch, with runs of too many characters without white space taken apart."""
    part = text[start:end]
    if end - start > RUN and max(map(len, part.split()), default=0) > RUN:
        position = 0
        for match in re.finditer(r"\S+", part):
            if match.end() - match.start() > RUN:
                yield from _worth(part, position, match.start(), start)
                for first, last in _slices(match.group()):
                    yield from _worth(part, match.start() + first, match.start() + last, start)
                position = match.end()
        yield from _worth(part, position, len(part), start)
    else:
        yield from _worth(part, 0, len(part), start)


def _worth(part: str, start: int, end: int, offset: int) -> Iterator[Span]:
    """A stretch that holds a letter or digit: rules of dashes need no linguist."""
    if any(character.isalnum() for character in part[start:end]):
        yield Span(offset + start, offset + end)


def _slices(run: str) -> Iterator[tuple[int, int]]:
    """A run in slices of at most `RUN`, between words where possible."""
    gaps = [index for index, character in enumerate(run) if not character.isalnum()]
    start = 0
    while start < len(run):
        end = min(start + RUN, len(run))
        if end < len(run):
            at = bisect_left(gaps, end)
            if at and gaps[at - 1] > start + RUN // 2:
                end = gaps[at - 1]
        yield start, end
        start = end
