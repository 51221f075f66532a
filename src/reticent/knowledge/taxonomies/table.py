"""A table of terms and parents: CSV with the two columns `term,parent`.

Several parents are several rows; an empty parent makes a term a root; a parent that is no term
of its own is one. A header is optional, the encoding UTF-8. A term's id is its normalised phrase,
so differently written rows of one term are one concept.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies.graph import About, ConceptGraph
from reticent.knowledge.taxonomies.rows import Row, concept_graph
from reticent.knowledge.taxonomies.source import lines, name_of
from reticent.phrase import Phrase

_HEADER = ["term", "parent"]


def is_table(head: bytes) -> bool:
    """Whether the first line that is not empty has two columns."""
    try:
        text = head.decode(errors="ignore")
        first = next((row for row in csv.reader(text.splitlines()) if any(row)), [])
    except csv.Error:
        return False
    return len(first) == 2 and "\0" not in text and not text.lstrip().startswith(("{", "[", "<"))


def read(path: Path) -> ConceptGraph:
    return concept_graph(rows(path), About(name_of(path), title=path.name, source=path.name))


def rows(path: Path) -> Iterator[Row]:
    labels: dict[str, str] = {}
    parents: dict[str, list[str]] = {}
    for number, (term, parent) in _pairs(path):
        id = _named(term, labels, path, number)
        parents.setdefault(id, [])
        if parent:
            above = _named(parent, labels, path, number)
            parents.setdefault(above, [])
            parents[id].append(above)
    return (Row(id, labels[id], (), tuple(above)) for id, above in parents.items())


def _pairs(path: Path) -> Iterator[tuple[int, tuple[str, str]]]:
    table = csv.reader((line + "\n" for line in lines(path)), strict=True)
    for place, row in enumerate(_rows_of(table, path)):
        cells = [cell.strip() for cell in row]
        if not any(cells) or (not place and [cell.lower() for cell in cells] == _HEADER):
            continue
        if len(cells) != 2:
            raise TaxonomyError(
                f"line {table.line_num} of {path.name} has {len(cells)} columns: a taxonomy as a "
                "table has two, term and parent"
            )
        yield table.line_num, (cells[0], cells[1])


def _rows_of(table: Iterator[list[str]], path: Path) -> Iterator[list[str]]:
    try:
        yield from table
    except csv.Error as error:
        raise TaxonomyError(f"{path.name} is no well-formed CSV: {error}") from error


def _named(text: str, labels: dict[str, str], path: Path, number: int) -> str:
    id = str(Phrase.of(text))
    if not id:
        raise TaxonomyError(
            f"line {number} of {path.name} names a term without a single word that says something"
        )
    labels.setdefault(id, text)
    return id
