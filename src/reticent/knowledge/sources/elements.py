"""XML dumps, record by record.

A dump is one root element with records as its children. `records` yields for each the texts of
the fields asked for, and holds no more than the records of one piece. Promise: a truncated or
malformed dump is refused with line and column, a document type is tolerated but nothing it names
is fetched, entities that a file declares itself are forbidden (defusedxml), and so is a record
larger than `LIMIT`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reticent.errors import KnowledgeError
from reticent.knowledge.sources.stream import LIMIT, damaged, pieces, refuse
from reticent.knowledge.sources.unit import Tally


@dataclass(frozen=True, slots=True)
class Field:
    """One occurrence of a wanted element: its attributes and all the text in it."""

    attributes: Mapping[str, str]
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """A child of the root; `fields` by path below it (`revision/text`), in document order."""

    tag: str
    fields: Mapping[str, list[Field]] = field(default_factory=dict)

    def texts(self, path: str) -> list[str]:
        return [found.text for found in self.fields.get(path, ())]

    def text(self, path: str) -> str:
        """The text of the first such element, or "" when there is none."""
        found = self.fields.get(path)
        return found[0].text if found else ""


def records(
    path: Path, tally: Tally, root: str, wanted: Set[str], dropped: Set[str] = frozenset()
) -> Iterator[Record]:
    """The children of `root`. `wanted` are paths such as `page/title`; what stands within
    elements named in `dropped` is no text."""
    from defusedxml.ElementTree import DefusedXMLParser

    gathering = _Gathering(path, root, wanted, dropped)
    parser: Any = DefusedXMLParser(target=gathering)  # entities and external files: forbidden
    size = 0
    for piece in pieces(path, tally):
        _told(path, parser.feed, piece)
        size = 0 if gathering.complete else size + len(piece)
        if size > LIMIT:
            raise refuse(
                path,
                f"a record is larger than {LIMIT >> 20} MB",
                "use the dump of current articles (pages-articles), without their history",
            )
        yield from gathering.complete
        gathering.complete.clear()
    _told(path, parser.close)
    yield from gathering.complete


def _told(path: Path, act: Any, *arguments: bytes) -> None:
    """Feed or close the parser, foreign exceptions mapped."""
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException

    try:
        act(*arguments)
    except ParseError as error:
        line, column = error.position
        wrong = f"malformed or truncated XML at line {line}, column {column}"
        raise damaged(path, wrong) from error
    except DefusedXmlException as error:
        raise refuse(
            path,
            "the XML declares entities or asks for external ones, which dumps never do",
            "do not use a file from an untrusted source",
        ) from error
    except (ValueError, LookupError) as error:
        raise damaged(path, "the XML names an encoding that cannot be read") from error


class _Gathering:
    """The target of the parser: the only place where a record is not yet whole."""

    def __init__(self, path: Path, root: str, wanted: Set[str], dropped: Set[str]) -> None:
        self.path, self.root, self.wanted, self.dropped = path, root, wanted, dropped
        self.complete: list[Record] = []
        self._open: list[str] = []
        self._fields: dict[str, list[Field]] = {}
        self._attributes: dict[str, str] = {}
        self._text: list[str] | None = None
        self._field_depth = 0
        self._dropped_depth = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition("}")[2]
        self._open.append(name)
        if len(self._open) == 1 and name != self.root:
            raise _foreign(self.path, self.root)
        if self._text is not None:
            if name in self.dropped and not self._dropped_depth:
                self._dropped_depth = len(self._open)
        elif "/".join(self._open[1:]) in self.wanted:
            self._text, self._attributes = [], attributes
            self._field_depth = len(self._open)

    def data(self, text: str) -> None:
        if self._text is not None and not self._dropped_depth:
            self._text.append(text)

    def end(self, tag: str) -> None:
        depth = len(self._open)
        if depth == self._dropped_depth:
            self._dropped_depth = 0
        elif self._text is not None and depth == self._field_depth:
            place = "/".join(self._open[2:])
            found = Field(self._attributes, "".join(self._text))
            self._fields.setdefault(place, []).append(found)
            self._text = None
        if depth == 2:
            self.complete.append(Record(self._open[1], self._fields))
            self._fields = {}
        self._open.pop()

    def close(self) -> None:
        return None


def _foreign(path: Path, root: str) -> KnowledgeError:
    return refuse(path, f"its root is no <{root}>", "is this the right file?")
