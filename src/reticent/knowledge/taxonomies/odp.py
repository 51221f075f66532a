"""The Open Directory (ODP, DMOZ): `structure.rdf.u8`, or a list of its category paths.

A category's parent is its path without the last part: Top/Health/Conditions_and_Diseases lies
under Top/Health. The dump is read line by line with a pattern, not as XML, because it is known to
hold characters that XML forbids. Categories in other languages (Top/World) are left out.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies.graph import About, ConceptGraph
from reticent.knowledge.taxonomies.rows import Row, concept_graph
from reticent.knowledge.taxonomies.source import reading

_TOPIC = re.compile(rb'<Topic\s+r:id="([^"]*)"')
_CLOSED = re.compile(rb"</RDF>\s*$")
_ROOT = "Top"
_OTHER_LANGUAGES = ("Top/World", "Top/Kids_and_Teens/International")
_TAIL = 4096


def is_dump(head: bytes) -> bool:
    return b"<RDF" in head and (b"dmoz" in head or _TOPIC.search(head) is not None)


def is_path_list(head: bytes) -> bool:
    first = head.lstrip().split(b"\n", 1)[0].strip()
    return first == b"Top" or first.startswith(b"Top/")


def read(path: Path) -> ConceptGraph:
    """The categories of a dump (`structure.rdf.u8`)."""
    return _graph(_topics(path), path)


def read_paths(path: Path) -> ConceptGraph:
    """The categories of a list with one path a line."""
    return _graph(_listed(path), path)


def _graph(categories: Iterable[str], path: Path) -> ConceptGraph:
    about = About("odp", "Open Directory", source=path.name)
    return concept_graph(rows(categories), about)


def rows(categories: Iterable[str]) -> Iterator[Row]:
    """Every category once, and those above it that the source leaves out."""
    seen: set[str] = set()
    for category in categories:
        if category.startswith(_OTHER_LANGUAGES) or category in seen:
            continue
        parts = category.split("/")
        for depth in range(1, len(parts) + 1):
            id = "/".join(parts[:depth])
            if id not in seen:
                seen.add(id)
                yield Row(id, parts[depth - 1].replace("_", " "), (), _above(parts[: depth - 1]))


def _above(parts: list[str]) -> tuple[str, ...]:
    return ("/".join(parts),) if parts else ()


def _topics(path: Path) -> Iterator[str]:
    tail = b""
    with reading(path) as file:
        for line in file:
            tail = line if line.strip() else tail
            if (match := _TOPIC.search(line)) and (category := _clean(match[1])):
                yield category
    if not _CLOSED.search(tail[-_TAIL:]):
        raise TaxonomyError(f"{path.name} ends before its closing tag: it is truncated")


def _listed(path: Path) -> Iterator[str]:
    with reading(path) as file:
        for number, line in enumerate(file, 1):
            category = _clean(line)
            if category and category != _ROOT and not category.startswith(f"{_ROOT}/"):
                raise TaxonomyError(f"line {number} of {path.name} is no category path (Top/...)")
            if category:
                yield category


def _clean(raw: bytes) -> str:
    """A path without characters that are none, and without empty parts."""
    text = html.unescape(raw.decode(errors="ignore"))
    printable = "".join(character for character in text if character.isprintable())
    return "/".join(part.strip() for part in printable.split("/") if part.strip())
