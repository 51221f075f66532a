"""Contexts: the stretches of a document within which terms are read together."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from reticent.document import Span
from reticent.errors import UsageError
from reticent.terms.find import Analysis, Term


@dataclass(frozen=True, slots=True)
class Context:
    """A stretch of a document and the terms mentioned in it, in the order of first mention."""

    span: Span
    terms: tuple[Term, ...]


def contexts(analysis: Analysis, kind: str = "document") -> tuple[Context, ...]:
    """The contexts of a document: `document`, `paragraph`, `sentence` or `window:N` sentences.

    Windows overlap: each N sentences that follow one another are one. A term belongs to every
    context that any of its mentions touches, so no context knows less than its reader.
    """
    places = sorted(
        (span.start, span.end, number)
        for number, term in enumerate(analysis.terms)
        for span in term.mentions
    )
    starts = [start for start, _, _ in places]
    found = []
    for span in spans(analysis, kind):
        low, high = bisect_right(starts, span.start), bisect_left(starts, span.end)
        while low and places[low - 1][1] > span.start:  # mentions never overlap: one step at most
            low -= 1
        numbers = dict.fromkeys(number for _, _, number in places[low:high])
        found.append(Context(span, tuple(analysis.terms[number] for number in numbers)))
    return tuple(found)


def spans(analysis: Analysis, kind: str) -> tuple[Span, ...]:
    """Where the contexts of a kind lie."""
    if kind == "document":
        return (Span(0, len(analysis.document)),)
    if kind == "paragraph":
        return analysis.paragraphs
    if kind == "sentence":
        return analysis.sentences
    return _windows(analysis.sentences, _width(kind))


def _width(kind: str) -> int:
    name, _, number = kind.partition(":")
    if name != "window" or not number.isascii() or not number.isdigit() or int(number) < 1:
        raise UsageError(
            f"no context is called {kind!r}; use document, paragraph, sentence or window:N"
        )
    return int(number)


def _windows(sentences: tuple[Span, ...], width: int) -> tuple[Span, ...]:
    last = max(0, len(sentences) - width)
    return tuple(
        Span(sentences[at].start, sentences[min(at + width, len(sentences)) - 1].end)
        for at in range(last + 1 if sentences else 0)
    )
