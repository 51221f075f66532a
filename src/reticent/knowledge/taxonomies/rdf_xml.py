"""Triples of an RDF/XML file, streamed one top-level element at a time.

XML is parsed by defusedxml: external entities and entities that hold others are refused. Plain
short ones, which Protégé writes for namespaces, are allowed: they cannot grow into a bomb.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO
from urllib.parse import urljoin

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies.source import reading
from reticent.knowledge.taxonomies.triples import RDF, XML, Literal, Triple

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_LONGEST_ENTITY = 1000
_NOT_PROPERTIES = (f"{{{RDF}}}", f"{{{XML}}}", "xml")


def triples(path: Path) -> Iterator[Triple]:
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException

    blanks = count()
    try:
        with reading(path) as file:
            for element, base in _top_level(file):
                found: list[Triple] = []
                _node(element, base, "", found, blanks)
                yield from found
    except ParseError as error:
        raise TaxonomyError(
            f"{path.name} is no well-formed XML at line {error.position[0]}: it is truncated or "
            "damaged"
        ) from error
    except (DefusedXmlException, RecursionError) as error:
        raise TaxonomyError(
            f"{path.name} declares XML entities that could be an attack: save it without them"
        ) from error


def _top_level(file: BinaryIO) -> Iterator[tuple[Element, str]]:
    """The children of the root, each let go after use, with the base of their IRIs."""
    from xml.etree.ElementTree import iterparse  # with the parser of defusedxml

    depth, root, base = 0, None, ""
    for event, element in iterparse(file, events=("start", "end"), parser=_parser()):  # noqa: S314
        if event == "start":
            depth += 1
            if root is None:
                root, base = element, element.get(f"{{{XML}}}base", "")
            continue
        depth -= 1
        if depth == 1 and root is not None:
            yield element, base
            root.clear()


def _parser() -> Any:
    from defusedxml.common import EntitiesForbidden
    from defusedxml.ElementTree import DefusedXMLParser

    class Parser(DefusedXMLParser):  # type: ignore[misc]  # defusedxml ships no types
        def defused_entity_decl(
            self, name: str, is_parameter: bool, value: str | None, *rest: Any
        ) -> None:
            plain = value is not None and "&" not in value and "%" not in value
            if is_parameter or not plain or len(value or "") > _LONGEST_ENTITY:
                raise EntitiesForbidden(name, None, *rest)

    return Parser(forbid_entities=True)


def _node(element: Element, base: str, language: str, found: list[Triple], blanks: Any) -> str:
    """The triples of a node element and of all within it; its subject."""
    subject = _subject(element, base, blanks)
    language = element.get(f"{{{XML}}}lang", language)
    if element.tag != f"{{{RDF}}}Description":
        found.append(Triple(subject, f"{RDF}type", _iri(element.tag)))
    for name, value in element.items():
        if not name.startswith(_NOT_PROPERTIES):
            found.append(Triple(subject, _iri(name), Literal(value, language.lower())))
    for child in element:
        _property(subject, child, base, language, found, blanks)
    return subject


def _property(
    subject: str, element: Element, base: str, language: str, found: list[Triple], blanks: Any
) -> None:
    predicate = _iri(element.tag)
    language = element.get(f"{{{XML}}}lang", language)
    if (resource := element.get(f"{{{RDF}}}resource")) is not None:
        found.append(Triple(subject, predicate, urljoin(base, resource)))
    elif (blank := element.get(f"{{{RDF}}}nodeID")) is not None:
        found.append(Triple(subject, predicate, f"_:{blank}"))
    elif element.get(f"{{{RDF}}}parseType") == "Literal":
        found.append(Triple(subject, predicate, Literal("".join(element.itertext()))))
    elif element.get(f"{{{RDF}}}parseType") == "Resource":
        inner = f"_: {next(blanks)}"
        found.append(Triple(subject, predicate, inner))
        for child in element:
            _property(inner, child, base, language, found, blanks)
    elif len(element):
        for child in element:
            found.append(Triple(subject, predicate, _node(child, base, language, found, blanks)))
    else:
        found.append(Triple(subject, predicate, Literal(element.text or "", language.lower())))


def _subject(element: Element, base: str, blanks: Any) -> str:
    if (about := element.get(f"{{{RDF}}}about")) is not None:
        return urljoin(base, about)
    if (id := element.get(f"{{{RDF}}}ID")) is not None:
        return urljoin(base, f"#{id}")
    if (blank := element.get(f"{{{RDF}}}nodeID")) is not None:
        return f"_:{blank}"
    return f"_: {next(blanks)}"


def _iri(tag: str) -> str:
    """`{namespace}name` as the IRI it stands for."""
    return tag.removeprefix("{").replace("}", "", 1)
