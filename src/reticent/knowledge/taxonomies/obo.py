"""OBO flat files (format 1.2 and 1.4): terms, exact synonyms, is_a.

Obsolete terms are left out. Only synonyms of scope EXACT name a term: a BROAD one would be a
generalisation, a NARROW one a specialisation, a RELATED one neither. Parents from other
ontologies are dropped and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies.graph import About, ConceptGraph
from reticent.knowledge.taxonomies.rows import Row, concept_graph
from reticent.knowledge.taxonomies.source import lines, local_id, name_of, slug

_ESCAPED = re.compile(r"\\(.)")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"\s*(\w*)')
_LETTERS = {"n": " ", "t": " ", "W": " "}


def is_obo(head: bytes) -> bool:
    return head.startswith(b"format-version:") or b"\n[Term]" in head


def read(path: Path) -> ConceptGraph:
    stanzas = _stanzas(path)
    header = next(stanzas)[1]
    name = slug(_one(header, "ontology") or name_of(path))
    about = About(name, title=path.name, version=_one(header, "data-version"), source=path.name)
    terms = (tags for kind, tags in stanzas if kind == "Term")
    return concept_graph(rows(terms, name, path), about, drop_dangling=True)


def rows(terms: Iterable[list[tuple[str, str]]], name: str, path: Path) -> Iterator[Row]:
    for tags in terms:
        if _one(tags, "is_obsolete") == "true":
            continue
        id = _one(tags, "id")
        if not id or not _one(tags, "name"):
            raise TaxonomyError(
                f"{path.name} has a term without {'name' if id else 'id'}"
                f"{f' ({id})' if id else ''}: it is truncated or malformed"
            )
        parents = (_bare(value) for tag, value in tags if tag == "is_a")
        yield Row(
            local_id(id, name),
            _unescaped(_one(tags, "name")),
            tuple(_synonyms(tags)),
            tuple(local_id(parent, name) for parent in parents),
        )


def _synonyms(tags: list[tuple[str, str]]) -> Iterator[str]:
    for tag, value in tags:
        match = _QUOTED.match(value)
        if match and (tag == "exact_synonym" or (tag == "synonym" and match[2] == "EXACT")):
            yield _unescaped(match[1])


def _stanzas(path: Path) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The header and then every stanza, as its kind and its tags."""
    kind, tags = "", list[tuple[str, str]]()
    for number, line in enumerate(lines(path, closed=True), 1):
        text = line.strip()
        if not text or text.startswith("!"):
            continue
        if text.startswith("[") and text.endswith("]"):
            yield kind, tags
            kind, tags = text[1:-1], []
            continue
        tag, colon, value = text.partition(":")
        if not colon:
            raise TaxonomyError(
                f"line {number} of {path.name} is no tag and value: it is truncated or no OBO file"
            )
        tags.append((tag, value.strip()))
    yield kind, tags


def _one(tags: list[tuple[str, str]], wanted: str) -> str:
    return next((_bare(value) for tag, value in tags if tag == wanted), "")


def _bare(value: str) -> str:
    """A value without its trailing modifiers ({...}) and comment (! ...)."""
    return re.split(r"\s+[!{]", value, maxsplit=1)[0].strip()


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda match: _LETTERS.get(match[1], match[1]), text)
