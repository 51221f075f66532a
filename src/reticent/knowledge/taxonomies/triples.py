"""Statements of RDF, as far as taxonomies are made of them."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
XML = "http://www.w3.org/XML/1998/namespace"


class Literal(NamedTuple):
    """A text and the language it is marked with, in small letters."""

    text: str
    language: str = ""


Node: TypeAlias = str | Literal
"""An IRI, a blank node (`_:...`) or a literal."""


class Triple(NamedTuple):
    subject: str
    predicate: str
    object: Node
