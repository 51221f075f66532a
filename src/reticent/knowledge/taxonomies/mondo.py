"""MONDO in the same JSON shape as the Disease Ontology.

Only what lies under "disease" and "injury" is read: the other roots hold characteristics ("rare",
"acquired"), which are no kinds of disease and whose names are common words.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies import doid
from reticent.knowledge.taxonomies.graph import About, ConceptGraph
from reticent.knowledge.taxonomies.rows import Row, concept_graph

ABOUT = About("mondo", "MONDO Disease Ontology")
ROOTS = ("0000001", "0021178")


def read(path: Path, about: About = ABOUT) -> ConceptGraph:
    return concept_graph(under(ROOTS, list(doid.rows(path, about.name)), path), about)


def under(roots: tuple[str, ...], rows: list[Row], path: Path) -> Iterator[Row]:
    """The rows of these roots and of all their descendants; edges to others go with the others."""
    children: dict[str, list[str]] = {}
    for row in rows:
        for parent in row.parents:
            children.setdefault(parent, []).append(row.id)
    kept = {row.id for row in rows} & set(roots)
    if not kept:
        raise TaxonomyError(f"{path.name} holds none of the concepts {', '.join(roots)}")
    waiting = sorted(kept)
    while waiting:
        found = set(children.get(waiting.pop(), ())) - kept
        kept |= found
        waiting += found
    for row in rows:
        if row.id in kept:
            parents = tuple(parent for parent in row.parents if parent in kept)
            yield Row(row.id, row.label, row.synonyms, parents)
