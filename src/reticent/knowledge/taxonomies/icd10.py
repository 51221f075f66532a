"""ICD-10-CM as a table of two columns, `code` and `description`, of the codes that are billed.

The code is a name of its concept, with its dot and without (C50.9, C509), because notes and bills
write both; so is the description where it reads as somebody would write it. What stands above a
code is what it begins with (A15.0, A15), then the block and the chapter, whose ranges are known
(`icd10_ranges`). The table has no line for most of what stands above: such a concept is called as
its "unspecified" code or its block is, or by its code alone.

The seventh character says which visit it is, not what the patient has: such codes are names of
the concept of the first six.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies.graph import About, ConceptGraph
from reticent.knowledge.taxonomies.icd10_ranges import BLOCKS, CHAPTERS
from reticent.knowledge.taxonomies.lists import table_lines
from reticent.knowledge.taxonomies.rows import Row, concept_graph
from reticent.phrase import Phrase

ABOUT = About("icd10", "ICD-10-CM")

_CODE = re.compile(r"[A-Z][0-9][0-9A-Z](?:[0-9A-Z]{0,4})")
_ASIDE = re.compile(r"\s*[\[(][^\])]*[\])]")
_UNSPECIFIED = re.compile(r",? unspecified$")
_NOBODY_WRITES = re.compile(
    r"[,;:/]|\b(?:unspecified|specified|other|without|elsewhere|encounter|site)\b", re.IGNORECASE
)
_MOST_WORDS = 6


@dataclass(slots=True)
class _Entry:
    """What the table says of a code of at most six characters."""

    names: list[str] = field(default_factory=list)
    visits: list[str] = field(default_factory=list)


def read(path: Path, about: About = ABOUT, everyday: Set[str] = frozenset()) -> ConceptGraph:
    """The codes, but for those names that are `everyday`: texts that mean something else."""
    return concept_graph(rows(path, everyday), about)


def rows(path: Path, everyday: Set[str] = frozenset()) -> Iterator[Row]:
    entries = _entries(path)
    chapters, blocks = _ranges(CHAPTERS), _ranges(BLOCKS)
    for id, label in blocks:
        if _is_category(id) and id[:3] in entries and not entries[id[:3]].names:
            entries[id[:3]].names.append(label)
    blocks = [(id, label) for id, label in blocks if not _is_category(id)]
    above = {code[:3]: _above(code[:3], chapters, blocks, path) for code in entries}
    used = {id for ids in above.values() for id in ids}
    yield from (Row(id, label) for id, label in chapters if id in used)
    for id, label in blocks:
        if id in used:
            chapter = next(ids[0] for ids in above.values() if ids[-1] == id and len(ids) > 1)
            yield Row(id, f"{label} (ICD-10)" if label in everyday else label, (), (chapter,))
    for code in sorted(entries):
        yield _row(code, entries, (_parent(code) or above[code][-1]), everyday)


def written(code: str) -> tuple[str, ...]:
    """How a code is written: with its dot and without."""
    return (code,) if len(code) == 3 else (_dotted(code), code)


def name_of(description: str) -> str:
    """The description as somebody would write it; empty where nobody would."""
    name = _UNSPECIFIED.sub("", _ASIDE.sub("", description))
    if _NOBODY_WRITES.search(name) or len(name.split()) > _MOST_WORDS:
        return ""
    return name


def _row(code: str, entries: Mapping[str, _Entry], parent: str, everyday: Set[str]) -> Row:
    entry = entries[code]
    names = [*entry.names, *_called(code, entries)]
    codes = [form for each in (code, *entry.visits) for form in written(each)]
    kept = [text for text in (*names, *codes) if text not in everyday]
    # A code of which nothing is left still stands between others and needs a name of its own.
    label = next((text for text in kept if text == _as_read(text)), f"ICD-10 {code}")
    return Row(_dotted(code), label, tuple(_as_read(text) for text in kept), (parent,))


def _called(code: str, entries: Mapping[str, _Entry]) -> list[str]:
    """The names of a code's "unspecified" code: 9 in the places that say more."""
    while (code := code + "9") in entries:
        if entries[code].names:
            return entries[code].names[:1]
    return []


def _entries(path: Path) -> dict[str, _Entry]:
    entries: dict[str, _Entry] = {}
    for code, description in table_lines(path, ("code", "description")):
        if not _CODE.fullmatch(code):
            raise TaxonomyError(f"{path.name} has a line without a code of ICD-10-CM")
        stem = code if len(code) < 7 else _bare(code[:6])
        entry = entries.setdefault(stem, _Entry())
        if stem != code:
            entry.visits.append(code)
        elif name := name_of(description):
            entry.names.append(name)
    for stem in list(entries):
        while stem := _bare(stem[:-1]) if len(stem) > 3 else "":
            entries.setdefault(stem, _Entry())
    return entries


def _bare(code: str) -> str:
    """The code without the X that only holds places."""
    return code[:3] + code[3:].rstrip("X")


def _parent(code: str) -> str:
    return _dotted(_bare(code[:-1])) if len(code) > 3 else ""


def _dotted(code: str) -> str:
    return f"{code[:3]}.{code[3:]}" if len(code) > 3 else code


def _as_read(text: str) -> str:
    """F32.A as it is read amid other words: alone, the A would be taken for the article."""
    return f"the {text}" if text.endswith(".A") else text


def _is_category(id: str) -> bool:
    """Whether a block is one category alone: it lends that its name."""
    return id[:3] == id[4:]


def _ranges(table: str) -> list[tuple[str, str]]:
    return [(line[:7], line[8:]) for line in table.strip().splitlines()]


def _above(
    category: str, chapters: list[tuple[str, str]], blocks: list[tuple[str, str]], path: Path
) -> tuple[str, ...]:
    """The chapter and, if it has one, the block of a category. The first block that fits."""
    found = []
    for ranges in (chapters, blocks):
        found += [id for id, _ in ranges if id[:3] <= category <= id[4:]][:1]
    if not found or found[0] not in {id for id, _ in chapters}:
        raise TaxonomyError(f"{path.name} has the code {category}, which no chapter holds")
    return tuple(found)


def texts(path: Path) -> Iterator[tuple[str, bool]]:
    """Every text that would be a name, and whether it is a code: to find out the everyday ones."""
    for row in rows(path):
        for text in dict.fromkeys((row.label, *row.synonyms)):
            if Phrase.of(text):
                yield text, is_code(text)


def is_code(text: str) -> bool:
    return _CODE.fullmatch(text.replace(".", "")) is not None
