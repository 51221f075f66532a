"""MeSH descriptors as a table: id, heading, entry terms (a|b), tree numbers (a|b), cross reference.

A tree number's prefix is its parent (C12.777 lies under C12, and C12 under the category C), so a
descriptor with several tree numbers has several parents. A tree number below another of the same
descriptor (there is one: Ocular Motility Disorders below itself, by way of Strabismus) says that
something is a kind of itself and does not count.

MeSH repeats most terms inverted ("Leukemia, Myeloid"): nobody writes so, and such a form is left
out when the same words stand uninverted beside it; a heading is then read uninverted.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies.graph import About, ConceptGraph
from reticent.knowledge.taxonomies.rows import Row, concept_graph
from reticent.knowledge.taxonomies.source import lines
from reticent.phrase import Phrase

ABOUT = About("mesh", "Medical Subject Headings")

CATEGORIES = {
    "A": "Anatomy",
    "B": "Organisms",
    "C": "Diseases",
    "D": "Chemicals and Drugs",
    "E": "Analytical, Diagnostic and Therapeutic Techniques, and Equipment",
    "F": "Psychiatry and Psychology",
    "G": "Phenomena and Processes",
    "H": "Disciplines and Occupations",
    "I": "Anthropology, Education, Sociology, and Social Phenomena",
    "J": "Technology, Industry, and Agriculture",
    "K": "Humanities",
    "L": "Information Science",
    "M": "Named Groups",
    "N": "Health Care",
    "V": "Publication Characteristics",
    "Z": "Geographicals",
}
MEDICAL = "ABCDEFGN"


def read(path: Path, about: About = ABOUT, branches: str = "") -> ConceptGraph:
    """The descriptors; with `branches` ("ACDE") only those with a tree number in one of them."""
    return concept_graph(rows(path, branches), about)


def rows(path: Path, branches: str = "") -> Iterator[Row]:
    descriptors = [_fields(line, path) for line in lines(path, closed=True)]
    owner = {
        tree: fields[0] for fields in descriptors for tree in _trees(fields[3], branches) if tree
    }
    used = {tree[0] for tree in owner}
    yield from (Row(letter, CATEGORIES.get(letter, letter)) for letter in sorted(used))
    for id, heading, entries, trees, _ in descriptors:
        own = _trees(trees, branches)
        if own or not branches:
            label, synonyms = as_written([heading, *filter(None, entries.split("|"))])
            yield Row(id, label, synonyms, tuple(dict.fromkeys(_parents(own, owner, id, path))))


def as_written(terms: list[str]) -> tuple[str, tuple[str, ...]]:
    """The heading and the other terms, without those that only invert another."""
    straight = {_bag(term): term for term in reversed(terms) if ", " not in term}
    kept = [term for term in terms if ", " not in term or _bag(term) not in straight]
    label = straight.get(_bag(terms[0]), terms[0]) if ", " in terms[0] else terms[0]
    return label, tuple(term for term in kept if term != label)


def _bag(term: str) -> tuple[str, ...]:
    return tuple(sorted(Phrase.of(term).words))


def _parents(trees: list[str], owner: dict[str, str], id: str, path: Path) -> Iterator[str]:
    for tree in trees:
        above, dot, _ = tree.rpartition(".")
        if any(tree.startswith(f"{other}.") for other in trees):
            continue
        if not dot:
            yield tree[0]
        elif above in owner:
            yield owner[above]
        else:
            raise TaxonomyError(
                f"{path.name} gives {id} the tree number {tree}, but nothing has {above}: "
                "it is incomplete"
            )


def _trees(text: str, branches: str) -> list[str]:
    return [tree for tree in text.split("|") if tree and (not branches or tree[0] in branches)]


def _fields(line: str, path: Path) -> list[str]:
    fields = line.split("\t")
    if len(fields) != 5:
        raise TaxonomyError(
            f"{path.name} has a line of {len(fields)} columns, not 5: it is truncated or no "
            "table of MeSH descriptors"
        )
    return fields
