"""Princeton WordNet's nouns: data.noun and index.noun, as released (3.0, 3.1).

A synset is a concept; hypernyms (@) and the classes of instances (@i) are its parents. The senses
of a word stand in the order of index.noun, the most frequent first. Glosses are not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies.graph import About, ConceptGraph
from reticent.knowledge.taxonomies.rows import Row, concept_graph
from reticent.knowledge.taxonomies.source import lines
from reticent.phrase import Phrase

_UP = frozenset({"@", "@i"})


def read(folder: Path, about: About | None = None) -> ConceptGraph:
    """The nouns of a WordNet `dict` folder; its files may be packed (.xz, .gz)."""
    data, index = _file(folder, "data.noun"), _file(folder, "index.noun")
    return concept_graph(
        rows(data), about or About("wordnet", "WordNet nouns"), senses=senses(index)
    )


def is_wordnet(folder: Path) -> bool:
    return any(folder.glob("data.noun*"))


def rows(data: Path) -> Iterator[Row]:
    for line in _entries(data):
        try:
            yield _row(line.split("|", 1)[0].split())
        except (ValueError, IndexError) as error:
            raise TaxonomyError(
                f"{data.name} has a malformed line: it is truncated or not WordNet's"
            ) from error


def senses(index: Path) -> dict[str, list[str]]:
    """Normalised phrase to synsets, most frequent first."""
    found: dict[str, list[str]] = {}
    for line in _entries(index):
        fields = line.split()
        try:
            count = int(fields[2])
            offsets = fields[-count:]
            if len(fields) != 6 + int(fields[3]) + count:
                raise ValueError("fields are missing")
        except (ValueError, IndexError) as error:
            raise TaxonomyError(
                f"{index.name} has a malformed line: it is truncated or not WordNet's"
            ) from error
        known = found.setdefault(str(Phrase.of(_text(fields[0]))), [])
        known += (offset for offset in offsets if offset not in known)
    return found


def _row(fields: list[str]) -> Row:
    count = int(fields[3], 16)
    words = [_text(word) for word in fields[4 : 4 + 2 * count : 2]]
    pointers = fields[5 + 2 * count :]
    if len(words) != count or len(pointers) != 4 * int(fields[4 + 2 * count]):
        raise ValueError("words or pointers are missing")
    above = (
        pointers[place + 1]
        for place in range(0, len(pointers), 4)
        if pointers[place] in _UP and pointers[place + 2] == "n"
    )
    return Row(fields[0], words[0], tuple(words[1:]), tuple(above))


def _entries(path: Path) -> Iterator[str]:
    """The lines after the licence, which stands indented at the top."""
    return (line for line in lines(path) if line and not line.startswith("  "))


def _text(word: str) -> str:
    return word.replace("_", " ")


def _file(folder: Path, name: str) -> Path:
    for suffix in ("", ".xz", ".gz"):
        if (path := folder / (name + suffix)).is_file():
            return path
    raise TaxonomyError(f"{folder.name} holds no {name}: a WordNet folder has it beside the other")
