"""Which reader a file is for: its name and its first bytes, which must agree.

| name (each also .gz, .bz2, .xz) | first bytes | reader |
|---|---|---|
| `*.txt` | no markup | plain text |
| `*.jsonl` | `{` | JSONL |
| `wiki_00` | `<doc id=` or `{` | WikiExtractor output |
| `*.xml`, `*.xml-p1p41242` | `<mediawiki` or `<PubmedArticleSet` | Wikipedia dump, PubMed |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

from reticent.knowledge.sources import extractor, jsonl, mediawiki, pubmed, text
from reticent.knowledge.sources.stream import compression, damaged, pieces, refuse
from reticent.knowledge.sources.unit import Tally, Unit

Reader: TypeAlias = Callable[[Path, Tally], Iterator[Unit]]

_WIKI = re.compile(r"wiki_\d+")
_XML = re.compile(r".*\.xml(?:-p\d+p\d+)?")  # a dump in parts: ...articles1.xml-p1p41242.bz2
_INDEX = re.compile(r"multistream-index")
_NO_TEXT = (
    b"<?xml",
    b"<mediawiki",
    b"<!DOCTYPE",
    b"<doc id=",
    b'{"',
    b"{\\rtf",
    b"%PDF-",
    b"PK\3\4",
)
_HEAD = 1 << 14


def reader(path: Path) -> Reader:
    """The reader for a file; one that is of no known shape is refused by name."""
    name = path.name.removesuffix(compression(path))
    head = _head(path)
    if _XML.fullmatch(name):
        return _of_xml(path, head)
    if name.endswith(".jsonl"):
        _check(path, head.startswith(b"{"), "JSONL")
        return jsonl.units
    if _WIKI.fullmatch(name):
        _check(path, head.startswith((b"<doc id=", b"{")), "WikiExtractor output")
        return jsonl.escaped_units if head.startswith(b"{") else extractor.units
    if name.endswith(".txt"):
        _check(path, not head.startswith(_NO_TEXT), "plain text")
        _check(path, not _INDEX.search(name), "plain text but the index of a dump")
        return text.units
    raise refuse(
        path,
        "not a known kind of source",
        "sources are .txt, .jsonl, .xml (Wikipedia, PubMed) and wiki_NN, each also compressed; "
        "move other files out of the folder, or hide them with a leading dot",
    )


def _head(path: Path) -> bytes:
    """The first bytes of the content, without byte order mark and leading blanks."""
    with closing(pieces(path, Tally())) as content:
        head = next(content, b"")[:_HEAD].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not head:
        raise damaged(path, "the file holds nothing, or only blanks where it begins")
    return head


def _of_xml(path: Path, head: bytes) -> Reader:
    roots = {mediawiki.ROOT: mediawiki.units, pubmed.ROOT: pubmed.units}
    root = re.search(rb"<([A-Za-z]\w*)[\s>/]", head)
    found = roots.get(root[1].decode()) if root else None
    if found is None:
        raise refuse(
            path,
            "neither a Wikipedia dump nor a PubMed file",
            "XML sources have the root <mediawiki> or <PubmedArticleSet>, in UTF-8",
        )
    return found


def _check(path: Path, agrees: bool, kind: str) -> None:
    if not agrees:
        raise refuse(
            path, f"named like {kind}, but the content is not", "name it after what it holds"
        )
