"""Plain text: `# Title`, paragraphs one per line, an empty line between articles.

The first line that is not blank decides: when it is no `# ` line the whole file is one unit
without a title, its paragraphs the blocks between blank lines (the lines of a block are one
paragraph, for texts are wrapped). A file that begins without a title and has one later, after a
blank line, is neither, and refused: taken for one unit it would be counted wrongly in silence.

In the form with titles every `# ` line begins an article, after an empty line or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from reticent.errors import KnowledgeError
from reticent.knowledge.sources.stream import LIMIT, lines, refuse
from reticent.knowledge.sources.unit import Tally, Unit

MARK = "# "

_Numbered = Iterator[tuple[int, str]]


def units(path: Path, tally: Tally) -> Iterator[Unit]:
    numbered = enumerate(lines(path, tally), start=1)
    first = next(((number, line) for number, line in numbered if line.strip()), None)
    if first is None:
        return
    rest = chain([first], numbered)
    if first[1].startswith(MARK):
        yield from _articles(path, rest)
    else:
        yield _whole(path, rest)


def _articles(path: Path, numbered: _Numbered) -> Iterator[Unit]:
    title, began, size = "", 0, 0
    paragraphs: list[str] = []
    for number, line in numbered:
        if line.startswith(MARK):
            if began:
                yield Unit(title, tuple(paragraphs))
            title, began, size, paragraphs = line[len(MARK) :].strip(), number, 0, []
        elif paragraph := line.strip():
            paragraphs.append(paragraph)
            size += len(paragraph)
            if size > LIMIT:
                raise too_large(path, began)
    yield Unit(title, tuple(paragraphs))


def _whole(path: Path, numbered: _Numbered) -> Unit:
    blocks: list[list[str]] = [[]]
    size = 0
    for number, line in numbered:
        text = line.strip()
        if not text:
            blocks.append([])
        elif line.startswith(MARK) and not blocks[-1] and number > 1:
            raise _mixed(path, number)
        else:
            blocks[-1].append(text)
            size += len(text)
        if size > LIMIT:
            raise too_large(path, 1)
    return Unit("", tuple(" ".join(block) for block in blocks if block))


def too_large(path: Path, line: int) -> KnowledgeError:
    return refuse(
        path,
        f"the article that begins on line {line} is longer than {LIMIT >> 20} MB",
        "set a line `# Title` before each article",
    )


def _mixed(path: Path, line: int) -> KnowledgeError:
    return refuse(
        path,
        f"line {line} is a title (`# `) but the file begins without one",
        "give the first article a line `# Title`, or indent the line if it is no title",
    )
