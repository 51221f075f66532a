"""An immutable document, places in it, and the one function that rewrites it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from reticent.errors import DocumentError


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of characters, as Python slices count them."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: {self.start}..{self.end}")

    def __len__(self) -> int:
        return self.end - self.start

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end

    def covers(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True)
class Edit:
    """What shall stand in place of a span."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Document:
    """A text and where it came from. `name` is for reports, never part of what is assessed."""

    text: str
    name: str = field(default="", compare=False)

    def __len__(self) -> int:
        return len(self.text)

    def at(self, span: Span) -> str:
        return self.text[span.start : span.end]


def apply(document: Document, edits: Iterable[Edit]) -> Document:
    """The document with every edit made. Edits may come in any order but may not overlap."""
    ordered = sorted(edits, key=lambda edit: edit.span)
    pieces: list[str] = []
    position = 0
    for edit in ordered:
        if edit.span.start < position:
            raise ValueError(f"edits overlap at offset {edit.span.start}")
        if edit.span.end > len(document):
            raise DocumentError(
                f"an edit ends at offset {edit.span.end}, beyond the document's end"
            )
        pieces += (document.text[position : edit.span.start], edit.replacement)
        position = edit.span.end
    pieces.append(document.text[position:])
    return Document("".join(pieces), document.name)
