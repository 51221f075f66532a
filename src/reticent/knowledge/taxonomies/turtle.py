"""Triples of a Turtle file (RDF 1.1), streamed.

The whole grammar is read; of what it says only what `owl_skos` asks for is of use. Blank nodes
are named `_:`. A file that ends inside a statement is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import NamedTuple, TextIO
from urllib.parse import urljoin

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies.source import reading
from reticent.knowledge.taxonomies.triples import RDF, Literal, Node, Triple

_REFILL = 1 << 22
_LONGEST_TOKEN = 1 << 20
_LOCAL = r"(?:[\w:-]|%[0-9A-Fa-f]{2}|\\[_~.!$&'()*+,;=/?#@%-])"
_TOKEN = re.compile(
    r"""(?P<space>\s+|\#[^\n]*)
    |(?P<iri><(?:[^\x00-\x20<>"{}|^`\\]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})*>)
    |(?P<text>\"\"\"(?:\"{0,2}(?:[^"\\]|\\.))*\"\"\"|'''(?:'{0,2}(?:[^'\\]|\\.))*'''
        |"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*')
    |(?P<blank>_:\w(?:[\w.-]*[\w-])?)
    |(?P<name>(?:[^\W\d_](?:[\w.-]*[\w-])?)?:(?:LOCAL(?:(?:LOCAL|\.)*LOCAL)?)?)
    |(?P<at>@[A-Za-z]+(?:-[A-Za-z0-9]+)*)
    |(?P<number>[+-]?(?:\d+\.\d*[eE][+-]?\d+|\d*\.\d+(?:[eE][+-]?\d+)?|\d+(?:[eE][+-]?\d+)?))
    |(?P<word>[A-Za-z]+)
    |(?P<mark>\^\^|[.;,\[\]()])""".replace("LOCAL", _LOCAL),
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", re.DOTALL)
_LETTERS = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"}


class _Token(NamedTuple):
    kind: str
    text: str


_END = _Token("end", "")


class _Malformed(Exception):
    """Not Turtle from here on."""


def triples(path: Path) -> Iterator[Triple]:
    with reading(path) as file:
        reader = _Reader(_tokens(TextIOWrapper(file, encoding="utf-8-sig")))
        try:
            while reader.next.kind != "end":
                yield from reader.statement()
        except (_Malformed, RecursionError) as error:
            raise TaxonomyError(
                f"{path.name} is no well-formed Turtle after its statement "
                f"{reader.statements}: it is truncated or damaged"
            ) from error


def _tokens(file: TextIO) -> Iterator[_Token]:
    buffer, place, more = "", 0, True
    while True:
        if more and len(buffer) - place < _LONGEST_TOKEN:
            read = file.read(_REFILL)
            buffer, place, more = buffer[place:] + read, 0, bool(read)
            continue
        match = _TOKEN.match(buffer, place)
        if match is None:
            if place < len(buffer):
                raise _Malformed
            yield _END
            return
        place = match.end()
        if match.lastgroup != "space":
            yield _Token(str(match.lastgroup), match.group())


class _Reader:
    """A recursive descent over tokens, one token ahead."""

    def __init__(self, tokens: Iterator[_Token]) -> None:
        self._tokens = tokens
        self._prefixes: dict[str, str] = {}
        self._base = ""
        self._blanks = 0
        self.statements = 0
        self.next = next(tokens)

    def statement(self) -> Iterator[Triple]:
        token = self.next
        if token.text.lower() in ("@prefix", "@base", "prefix", "base"):
            self._directive(self._take().text.lower())
        else:
            found: list[Triple] = []
            anonymous = token.text == "["
            subject = self._node(found)
            if not (anonymous and self.next.text == "."):
                self._properties(subject, found)
            self._expect(".")
            yield from found
        self.statements += 1

    def _directive(self, word: str) -> None:
        if word.endswith("prefix"):
            prefix = self._expect_kind("name").removesuffix(":")
            self._prefixes[prefix] = self._iri(self._expect_kind("iri"))
        else:
            self._base = self._iri(self._expect_kind("iri"))
        if word.startswith("@"):
            self._expect(".")

    def _properties(self, subject: str, found: list[Triple]) -> None:
        while True:
            verb = self._take()
            predicate = f"{RDF}type" if verb == ("word", "a") else self._resource(verb)
            while True:
                found.append(Triple(subject, predicate, self._object(found)))
                if self.next.text != ",":
                    break
                self._take()
            if self.next.text != ";":
                return
            while self.next.text == ";":
                self._take()
            if self.next.text in (".", "]"):
                return

    def _object(self, found: list[Triple]) -> Node:
        token = self.next
        if token.kind == "text":
            return self._literal(self._take().text)
        if token.kind == "number" or token in (("word", "true"), ("word", "false")):
            return Literal(self._take().text)
        return self._node(found)

    def _node(self, found: list[Triple]) -> str:
        token = self._take()
        if token.text == "[":
            blank = self._blank()
            if self.next.text != "]":
                self._properties(blank, found)
            self._expect("]")
            return blank
        if token.text == "(":
            while self.next.text != ")":
                self._object(found)
            self._take()
            return self._blank()
        return token.text if token.kind == "blank" else self._resource(token)

    def _literal(self, quoted: str) -> Literal:
        width = 3 if quoted[:3] in ('"""', "'''") else 1
        text, language = _unescaped(quoted[width:-width]), ""
        if self.next.kind == "at":
            language = self._take().text[1:].lower()
        elif self.next.text == "^^":
            self._take()
            self._resource(self._take())
        return Literal(text, language)

    def _resource(self, token: _Token) -> str:
        if token.kind == "iri":
            return self._iri(token.text)
        prefix, _, local = token.text.partition(":")
        if token.kind != "name" or prefix not in self._prefixes:
            raise _Malformed
        return self._prefixes[prefix] + re.sub(r"\\(.)", r"\1", local)

    def _iri(self, token: str) -> str:
        iri = _unescaped(token[1:-1])
        return urljoin(self._base, iri) if self._base else iri

    def _blank(self) -> str:
        self._blanks += 1
        return f"_: {self._blanks}"

    def _take(self) -> _Token:
        token = self.next
        if token.kind == "end":
            raise _Malformed
        self.next = next(self._tokens)
        return token

    def _expect(self, text: str) -> None:
        if self._take().text != text:
            raise _Malformed

    def _expect_kind(self, kind: str) -> str:
        token = self._take()
        if token.kind != kind:
            raise _Malformed
        return token.text


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(match: re.Match[str]) -> str:
    code = match[1]
    if code[0] not in "uU" or len(code) == 1:
        return _LETTERS.get(code, code)
    if (point := int(code[1:], 16)) > 0x10FFFF:
        raise _Malformed
    return chr(point)
