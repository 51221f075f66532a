"""Instances and the classes they are of: rows from a table, climbing into WordNet.

A row is `id <TAB> label <TAB> synonyms <TAB> parents`, synonyms and parents separated by `|`; an
empty id stands for the label's normalised phrase. A parent is an id of the same table or
`wordnet:SYNSET`. The WordNet concepts that are climbed to, and all above them, are copied into
the graph under the id `wordnet:SYNSET`, so that a chain ends where WordNet's does.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies.graph import About, ConceptGraph
from reticent.knowledge.taxonomies.rows import Row, concept_graph
from reticent.knowledge.taxonomies.source import lines
from reticent.phrase import Phrase

ABOUT = About("instances", "Instances and their classes")
_COLUMNS = 4


def read(path: Path, wordnet: ConceptGraph, about: About = ABOUT) -> ConceptGraph:
    """The graph of a table's instances and of what they need of WordNet."""
    return concept_graph(rows(path, wordnet), about)


def rows(path: Path, wordnet: ConceptGraph) -> Iterator[Row]:
    prefix = f"{wordnet.name}:"
    climbed: dict[str, None] = {}
    for row in table_rows(path):
        climbed.update(dict.fromkeys(p for p in row.parents if p.startswith(prefix)))
        yield row
    yield from copied([parent.removeprefix(prefix) for parent in climbed], wordnet, path)


def table_rows(path: Path) -> Iterator[Row]:
    for number, line in enumerate(lines(path, closed=True), 1):
        if not line or line.startswith("#"):
            continue
        fields = line.split("\t")
        if len(fields) != _COLUMNS:
            raise TaxonomyError(
                f"line {number} of {path.name} has {len(fields)} columns, not {_COLUMNS}: id, "
                "label, synonyms, parents"
            )
        id = fields[0] or str(Phrase.of(fields[1]))
        yield Row(id, fields[1], _several(fields[2]), _several(fields[3]))


def copied(ids: list[str], wordnet: ConceptGraph, path: Path) -> Iterator[Row]:
    """The concepts of these ids and all above them, as rows of another taxonomy."""
    needed: set[int] = set()
    for id in ids:
        concept = wordnet.concept(id)
        if concept is None:
            raise TaxonomyError(
                f"{path.name} climbs to {wordnet.name}:{id}, which {wordnet.name} does not hold: "
                "the table was made with another version"
            )
        index = wordnet.index(concept)
        needed.update((index, *wordnet.ancestors(index).tolist()))
    for concept in map(wordnet.at, sorted(needed)):
        names = tuple(str(phrase) for phrase in concept.phrases[1:])
        parents = tuple(f"{parent}" for parent in wordnet.parents(concept))
        yield Row(str(concept), concept.label, names, parents)


def _several(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split("|")))
