"""What is counted: a unit, a titled piece of text, and the tally of a reading.

Promise: a unit is plain text that can be written as UTF-8; whatever a reader leaves out of a
source is counted here, never silent.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Unit:
    """A title ("" when it has none) and its paragraphs. The title is text too."""

    title: str
    paragraphs: tuple[str, ...]


@dataclass(slots=True)
class Tally:
    """How far a reading is and what it left out. The one thing here that changes; the caller's.

    `bytes` counts what was consumed of the files as they lie on disk, for a progress bar.
    `skipped` counts pages that hold text which could not be read: report it, it is a loss.
    `left_out` counts by reason what is no text by the definition of the format (redirects,
    pages of other namespaces, ...): worth a line of provenance, no loss.
    """

    bytes: int = 0
    units: int = 0
    skipped: int = 0
    left_out: Counter[str] = field(default_factory=Counter)


def paragraphs_of(text: str) -> tuple[str, ...]:
    """The lines of a text that are not blank, each a paragraph."""
    return tuple(line for raw in text.split("\n") if (line := raw.strip()))
