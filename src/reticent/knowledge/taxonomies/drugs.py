"""DrugBank's vocabulary: `drugbank_id, common_name, cas, synonyms (a | b)`; every drug is a drug.

Formulas ("2-(difluoromethyl)ornithine"), descriptions and what is shorter than three characters
are no names that a document would hold; a drug without any other name is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from pathlib import Path

from reticent.knowledge.taxonomies.graph import About, ConceptGraph
from reticent.knowledge.taxonomies.lists import table_lines
from reticent.knowledge.taxonomies.rows import Row, concept_graph
from reticent.phrase import Phrase

ABOUT = About("drugs", "DrugBank vocabulary")
DRUG = Row("drug", "drug")
HEADER = ("drugbank_id", "common_name", "cas", "synonyms")

_FORMULA = re.compile(r"[\[\]{}~^*<>;=]|\(.*\(|\S\(|\)\S|\d[,':]\d|(?:\d+\D+){2}\d")
_MOST_WORDS, _LEAST_CHARACTERS, _LONGEST_WORD = 5, 3, 24


def read(path: Path, about: About = ABOUT, everyday: Set[str] = frozenset()) -> ConceptGraph:
    """The drugs, but for those names that are `everyday`: texts that mean something else."""
    return concept_graph(rows(path, everyday), about)


def rows(path: Path, everyday: Set[str] = frozenset()) -> Iterator[Row]:
    yield DRUG
    for id, name, _, synonyms in table_lines(path, HEADER):
        given = [name, *synonyms.split(" | ")]
        names = [text for text in given if is_name(text) and text not in everyday]
        if names:
            yield Row(id, names[0], tuple(names[1:]), (DRUG.id,))


def is_name(text: str) -> bool:
    """Whether a document would call a drug so."""
    words = Phrase.of(text).words
    return (
        0 < len(words) <= _MOST_WORDS
        and not _FORMULA.search(text)
        and sum(map(len, words)) >= _LEAST_CHARACTERS
        and max(map(len, words)) <= _LONGEST_WORD
        and any(len(word) > 1 and word[0].isalpha() for word in words)
    )


def texts(path: Path) -> Iterator[tuple[str, bool]]:
    """Every text that would be a name: to find out the everyday ones. None is a code."""
    for row in rows(path):
        if row != DRUG:
            yield from ((text, False) for text in (row.label, *row.synonyms))
