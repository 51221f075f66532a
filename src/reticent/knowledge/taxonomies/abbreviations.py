"""Abbreviations and what they mean: a table `abbreviation, meaning`, a line for each meaning.

A meaning is a concept, named by itself and by every abbreviation of it; an abbreviation has its
senses in the order of the list. It says how things are written, not what is a kind of what, so
nothing stands above anything.

What follows in brackets is left off a meaning ("before meals (ante cibum)"). A single letter is
no abbreviation here and a sentence no meaning, and lines that tell where the list is from are
none of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path

from reticent.knowledge.taxonomies.graph import About, ConceptGraph
from reticent.knowledge.taxonomies.lists import table_lines
from reticent.knowledge.taxonomies.rows import Row, concept_graph
from reticent.phrase import Phrase

ABOUT = About("abbreviations", "Medical abbreviations")
HEADER = ("abbreviation", "meaning")

_ASIDE = re.compile(r"\s*\([^)]*\)$|\(s\)")
_NO_MEANING = re.compile(r"://|[;\[\]{}]|,.*,|%")
_MOST_WORDS = 8


@dataclass(frozen=True, slots=True)
class Entry:
    abbreviation: str
    meaning: str

    @property
    def id(self) -> str:
        return str(Phrase.of(self.meaning))


def read(path: Path, about: About = ABOUT, everyday: Set[str] = frozenset()) -> ConceptGraph:
    """The abbreviations, but for those that are `everyday`: texts that mean something else."""
    entries = [entry for entry in entries_of(path) if entry.abbreviation not in everyday]
    return concept_graph(rows(entries, everyday), about, senses=senses(entries))


def entries_of(path: Path) -> list[Entry]:
    given = (
        Entry(abbreviation, _ASIDE.sub("", meaning))
        for abbreviation, meaning in table_lines(path, HEADER)
    )
    return [entry for entry in given if is_entry(entry)]


def is_entry(entry: Entry) -> bool:
    short = Phrase.of(entry.abbreviation)
    return (
        sum(map(len, short.words)) > 1
        and 0 < len(entry.meaning.split()) <= _MOST_WORDS
        and not _NO_MEANING.search(entry.meaning)
        and str(short).lower() != entry.id != ""
    )


def rows(entries: list[Entry], everyday: Set[str] = frozenset()) -> Iterator[Row]:
    """A row for each meaning. One that is an everyday word is told with its abbreviation, so
    that the word itself is left to those who know it better."""
    shorts: dict[str, dict[str, None]] = {}
    meaning: dict[str, str] = {}
    for entry in entries:
        meaning.setdefault(entry.id, entry.meaning)
        shorts.setdefault(entry.id, {})[entry.abbreviation] = None
    for id, label in meaning.items():
        names = tuple(shorts[id])
        yield Row(id, f"{names[0]} ({label})" if label in everyday else label, names)


def senses(entries: list[Entry]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for entry in entries:
        found.setdefault(str(Phrase.of(entry.abbreviation)), []).append(entry.id)
    return found


def texts(path: Path) -> Iterator[tuple[str, bool]]:
    """Every text that would be a name: to find out the everyday ones. None is a code."""
    for entry in entries_of(path):
        yield from ((entry.abbreviation, False), (entry.meaning, False))
