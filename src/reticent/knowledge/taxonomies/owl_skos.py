"""OWL and SKOS, written as RDF/XML or Turtle.

Concepts are named owl:Class and skos:Concept; rdfs:subClassOf, skos:broader and the inverse of
skos:narrower lead up; labels are rdfs:label and skos:prefLabel; synonyms skos:altLabel,
skos:hiddenLabel and oboInOwl:hasExactSynonym. English and unmarked texts count; a concept that
has neither keeps its first label. Deprecated concepts are left out, parents from elsewhere are
dropped and counted. Labels as resources of their own (SKOS-XL) and classes defined by equivalence
are not read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies import rdf_xml, turtle
from reticent.knowledge.taxonomies.graph import About, ConceptGraph
from reticent.knowledge.taxonomies.rows import Row, concept_graph
from reticent.knowledge.taxonomies.source import name_of
from reticent.knowledge.taxonomies.triples import RDF, Literal, Triple

_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_OWL = "http://www.w3.org/2002/07/owl#"
_SKOS = "http://www.w3.org/2004/02/skos/core#"
_OBO = "http://www.geneontology.org/formats/oboInOwl#"

_KINDS = frozenset({f"{_OWL}Class", f"{_SKOS}Concept"})
_UP = frozenset({f"{_RDFS}subClassOf", f"{_SKOS}broader"})
_LABELS = frozenset({f"{_SKOS}prefLabel", f"{_RDFS}label"})
_SYNONYMS = frozenset({f"{_SKOS}altLabel", f"{_SKOS}hiddenLabel", f"{_OBO}hasExactSynonym"})


@dataclass(slots=True)
class _Said:
    """What a source says of one resource."""

    concept: bool = False
    deprecated: bool = False
    labels: list[Literal] = field(default_factory=list)
    synonyms: list[Literal] = field(default_factory=list)
    parents: list[str] = field(default_factory=list)


def is_rdf_xml(head: bytes) -> bool:
    return head.lstrip().startswith(b"<") and (b"rdf:RDF" in head or RDF.encode() in head)


def is_turtle(head: bytes) -> bool:
    found = [line.strip().lower() for line in head.split(b"\n")]
    starts = (b"@prefix ", b"@base ", b"prefix ", b"base ")
    said = next((line for line in found if line and not line.startswith(b"#")), b"")
    return said.startswith(starts) and b"<" in said


def read_rdf_xml(path: Path) -> ConceptGraph:
    return _graph(path, rdf_xml.triples)


def read_turtle(path: Path) -> ConceptGraph:
    return _graph(path, turtle.triples)


def _graph(path: Path, triples: Callable[[Path], Iterable[Triple]]) -> ConceptGraph:
    about = About(name_of(path), title=path.name, source=path.name)
    return concept_graph(rows(triples(path), path), about, drop_dangling=True)


def rows(triples: Iterable[Triple], path: Path) -> Iterator[Row]:
    said = {
        subject: about
        for subject, about in _collected(triples).items()
        if about.concept and not about.deprecated and not subject.startswith("_:")
    }
    short = _short_ids(said)
    for subject, about in said.items():
        labels = [text.text for text in english(about.labels)]
        if not any(labels):
            raise TaxonomyError(
                f"{path.name} gives the concept {short[subject]} no label: every class or concept "
                "needs rdfs:label or skos:prefLabel"
            )
        synonyms = (text.text for text in about.synonyms if _is_english(text))
        above = (p for p in about.parents if not p.startswith("_:") and p != f"{_OWL}Thing")
        yield Row(
            short[subject],
            labels[0],
            (*labels[1:], *synonyms),
            tuple(short.get(parent, parent) for parent in above),
        )


def english(texts: list[Literal]) -> list[Literal]:
    """English texts, else unmarked ones with them; the first of any language, if neither."""
    marked = [text for text in texts if text.language.startswith("en")]
    plain = [text for text in texts if not text.language]
    return [*marked, *plain] or texts[:1]


def _is_english(text: Literal) -> bool:
    return not text.language or text.language.startswith("en")


def _collected(triples: Iterable[Triple]) -> dict[str, _Said]:
    said: dict[str, _Said] = {}
    for subject, predicate, object in triples:
        if isinstance(object, Literal):
            _note_literal(said.setdefault(subject, _Said()), predicate, object)
        elif predicate == f"{RDF}type" and object in _KINDS:
            said.setdefault(subject, _Said()).concept = True
        elif predicate in _UP:
            said.setdefault(subject, _Said()).parents.append(object)
        elif predicate == f"{_SKOS}narrower":
            said.setdefault(object, _Said()).parents.append(subject)
    return said


def _note_literal(about: _Said, predicate: str, text: Literal) -> None:
    if predicate in _LABELS:
        about.labels.append(text)
    elif predicate in _SYNONYMS:
        about.synonyms.append(text)
    elif predicate == f"{_OWL}deprecated" and text.text.strip() in ("true", "1"):
        about.deprecated = True


def _short_ids(iris: Iterable[str]) -> dict[str, str]:
    """The last part of every IRI, or all of it where two share their last part."""
    iris = list(iris)
    parts = [iri.rstrip("/#").replace("#", "/").rpartition("/")[2] for iri in iris]
    seen: dict[str, int] = {}
    for part in parts:
        seen[part] = seen.get(part, 0) + 1
    return {
        iri: part if part and seen[part] == 1 else iri
        for iri, part in zip(iris, parts, strict=True)
    }
