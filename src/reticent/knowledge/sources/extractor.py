"""What WikiExtractor writes: files `wiki_00`, `wiki_01`, ... in folders AA, AB, ...

Two forms: `<doc id="..." url="..." title="...">`, the title again, an empty line, the text,
`</doc>`; and JSONL (`--json`). WikiExtractor writes `&`, `<` and `>` of the text as entities, so
they are turned back; it does not escape titles in the attribute, which therefore ends at the
last quotation mark. A `<doc>` that is not closed is refused: the file is truncated.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

from reticent.knowledge.sources.stream import LIMIT, damaged, lines, refuse
from reticent.knowledge.sources.text import too_large
from reticent.knowledge.sources.unit import Tally, Unit

OPEN = "<doc id="
CLOSE = "</doc>"
_HEADER = re.compile(r'<doc id="[^"]*"(?: [a-z]+="[^"]*")*? title="(?P<title>.*)">\s*')


def units(path: Path, tally: Tally) -> Iterator[Unit]:
    numbered = enumerate(lines(path, tally), start=1)
    for number, line in numbered:
        if line.startswith(OPEN):
            yield _document(path, number, line, numbered)
        elif line.strip():
            raise refuse(
                path, f"line {number} stands in no <doc>", "is this what WikiExtractor wrote?"
            )


def _document(path: Path, began: int, header: str, numbered: Iterator[tuple[int, str]]) -> Unit:
    title = _title(path, began, header)
    paragraphs: list[str] = []
    size = 0
    for number, line in numbered:
        if line.rstrip() == CLOSE:
            return Unit(title, _without_title(title, paragraphs))
        if line.startswith(OPEN):
            raise damaged(path, f"the <doc> of line {began} is still open on line {number}")
        if paragraph := html.unescape(line).strip():
            paragraphs.append(paragraph)
            size += len(paragraph)
            if size > LIMIT:
                raise too_large(path, began)
    raise damaged(path, f"the <doc> of line {began} is never closed: the file is truncated")


def _title(path: Path, number: int, header: str) -> str:
    match = _HEADER.fullmatch(header)
    if match is None:
        raise refuse(
            path,
            f"line {number} is no <doc> with id and title",
            "is this what WikiExtractor wrote?",
        )
    return html.unescape(match["title"]).strip()


def _without_title(title: str, paragraphs: list[str]) -> tuple[str, ...]:
    """The text after the line that repeats the title."""
    return tuple(paragraphs[1:] if paragraphs[:1] == [title] else paragraphs)
