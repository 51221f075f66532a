"""JSONL: an object with `title` and `text` on each line.

`text` is cut into paragraphs at its line breaks; a missing title is none. Whatever else the
object holds is not read. A line that is no such object is refused with its number; blank lines
are passed over.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from pathlib import Path

from reticent.errors import KnowledgeError
from reticent.knowledge.sources.stream import lines, refuse
from reticent.knowledge.sources.unit import Tally, Unit, paragraphs_of


def units(path: Path, tally: Tally) -> Iterator[Unit]:
    return _units(path, tally, escaped=False)


def escaped_units(path: Path, tally: Tally) -> Iterator[Unit]:
    """The same where `text` is written with `&lt;` and `&amp;`, as WikiExtractor does."""
    return _units(path, tally, escaped=True)


def _units(path: Path, tally: Tally, escaped: bool) -> Iterator[Unit]:
    for number, line in enumerate(lines(path, tally), start=1):
        if not line.strip():
            continue
        title, text = _fields(path, number, line)
        if escaped:
            title, text = html.unescape(title), html.unescape(text)
        if not title.strip() and not text.strip():
            tally.left_out["neither title nor text"] += 1
            continue
        yield Unit(title.strip(), paragraphs_of(text))


def _fields(path: Path, number: int, line: str) -> tuple[str, str]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _refused(path, number, "is no JSON") from error
    if not isinstance(found, dict):
        raise _refused(path, number, "is no JSON object")
    title, text = found.get("title") or "", found.get("text")
    if not isinstance(text, str):
        raise _refused(path, number, "has no `text`, or one that is no string")
    if not isinstance(title, str):
        raise _refused(path, number, "has a `title` that is no string")
    for value in (title, text):
        if not is_writable(value):
            raise _refused(path, number, "has a NUL or half a surrogate pair in its strings")
    return title, text


def is_writable(text: str) -> bool:
    r"""Whether a text can be UTF-8 without NULs: JSON's `\ud800` and `\u0000` cannot."""
    if "\0" in text:
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _refused(path: Path, number: int, wrong: str) -> KnowledgeError:
    return refuse(
        path,
        f"line {number} {wrong}",
        'each line must be an object such as {"title": "...", "text": "..."}',
    )
