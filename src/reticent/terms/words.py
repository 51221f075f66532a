"""The words of a document as `reticent.phrase` sees them, and mentions made of them.

Which capitals tell something depends on the whole line a word stands in, so the document is cut
into words once, and every mention takes its words from there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field

from reticent.document import Span
from reticent.phrase import Phrase, Token, is_stop, segments, strip


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in the document and the term that stands there."""

    span: Span
    phrase: Phrase
    kind: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A span that is a term as it stands."""

    span: Span
    kind: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """Consecutive words of a document, in columns; `segments` numbers the segments they are of."""

    words: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    capitalised: list[bool] = field(default_factory=list)
    segments: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.words)

    def within(self, span: Span) -> tuple[int, int]:
        """The words that begin in a span: every word belongs to one of adjoining spans."""
        return bisect_left(self.starts, span.start), bisect_left(self.starts, span.end)

    def touched(self, span: Span) -> tuple[int, int]:
        """The words that a span has any character of."""
        low = bisect_left(self.starts, span.start)
        if low and self.ends[low - 1] > span.start:
            low -= 1
        return low, max(low, bisect_left(self.starts, span.end))


def numbered(text: str, two_faced: Set[str] = frozenset()) -> Iterator[tuple[int, Token]]:
    """Every word of a text with the number of its segment."""
    for number, segment in enumerate(segments(text, two_faced)):
        for token in segment:
            yield number, token


def grouped(stream: Iterable[tuple[int, Token]], ends: Iterable[int]) -> Iterator[Words]:
    """The words in groups, each of those that begin before the next of the given offsets."""
    tokens = iter(stream)
    ahead = next(tokens, None)
    for end in ends:
        group = Words()
        words, starts, stops = group.words.append, group.starts.append, group.ends.append
        capitals, numbers = group.capitalised.append, group.segments.append
        while ahead is not None and ahead[1].start < end:
            number, token = ahead
            words(token.word)
            starts(token.start)
            stops(token.end)
            capitals(token.capitalised)
            numbers(number)
            ahead = next(tokens, None)
        yield group


def mention(words: Words, start: int, end: int, kind: str, label: str = "") -> Mention | None:
    """The mention that words make, without the stop words at their edges; None if none is left."""
    column = words.words
    while start < end and is_stop(column[start]):
        start += 1
    while end > start and is_stop(column[end - 1]):
        end -= 1
    if start == end:
        return None
    span = Span(words.starts[start], words.ends[end - 1])
    return Mention(span, Phrase(tuple(column[start:end])), kind, label)


def marked(words: Words, low: int, high: int, mark: Mark) -> Mention:
    """The mention of a span that is a term as it stands, with its cut words whole.

    Its stop words stay until `joined` has put together what two pieces of the text have of it.
    """
    span = Span(min(mark.span.start, words.starts[low]), max(mark.span.end, words.ends[high - 1]))
    return Mention(span, Phrase(tuple(words.words[low:high])), mark.kind, mark.label)


def joined(mentions: Iterable[Mention]) -> list[Mention]:
    """Mentions in order. Two overlap only where a span goes over two pieces: they are one."""
    found: list[Mention] = []
    for each in sorted(mentions, key=lambda each: each.span):
        if found and each.span.start < found[-1].span.end:
            last = found.pop()
            span = Span(last.span.start, max(last.span.end, each.span.end))
            each = Mention(
                span, Phrase(last.phrase.words + each.phrase.words), last.kind, last.label
            )
        found.append(each)
    return [_stripped(each) for each in found]


def _stripped(each: Mention) -> Mention:
    """A mention without stop words at its edges, unless it holds nothing else."""
    words = strip(each.phrase.words)
    if not words or len(words) == len(each.phrase):
        return each
    return Mention(each.span, Phrase(words), each.kind, each.label)
