"""Names: what the entity recogniser finds, united with the tagger's proper nouns.

The recogniser of a small model alone leaves one name token in seven uncovered; with the proper
nouns it is one in thirty. So they are always united, and a proper noun the recogniser does not
know carries the label `name`.
"""

from __future__ import annotations

from dataclasses import dataclass

from reticent.document import Span
from reticent.terms.linguistics import AMPERSAND, LINE_BREAK, Parse

LABELS = {
    "PERSON": "person",
    "ORG": "organisation",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "NORP": "group",
    "PRODUCT": "product",
    "EVENT": "event",
    "WORK_OF_ART": "work",
    "LAW": "law",
    "LANGUAGE": "language",
    "DATE": "date",
    "TIME": "time",
    "PERCENT": "percent",
    "MONEY": "money",
    "QUANTITY": "quantity",
    "ORDINAL": "ordinal",
    "CARDINAL": "number",
    # Other schemes of labels, for models that use them
    "PER": "person",
    "MISC": "name",
}
"""Our words for the labels of models."""

NUMERIC = frozenset(("date", "time", "percent", "money", "quantity", "ordinal", "number"))
"""Labels that say how much or when, not who or where."""

_PROPER = ("NNP", "NNPS")
_EDGES = frozenset(
    (*"DT CC IN TO POS PRP$ _SP HYPH NFP , . : -LRB- -RRB- `` ''".split(), LINE_BREAK, AMPERSAND)
)


@dataclass(frozen=True, slots=True, order=True)
class Name:
    """A stretch of the document that names something, and what: `person`, `place`, `date`, ..."""

    span: Span
    label: str

    @property
    def is_numeric(self) -> bool:
        return self.label in NUMERIC


def names(parse: Parse) -> list[tuple[int, int, str]]:
    """Token ranges of entities, each grown over the proper nouns that touch it, and of the rest."""
    owner = [-1] * len(parse.tags)
    labels = [LABELS.get(label, label.lower()) for _, _, label in parse.entities]
    for number, (start, end, _) in enumerate(parse.entities):
        owner[start:end] = [number] * (end - start)
    proper = [tag in _PROPER for tag in parse.tags]
    _grow(owner, proper, labels, range(1, len(owner)), -1)
    _grow(owner, proper, labels, range(len(owner) - 2, -1, -1), 1)
    found = []
    for start, end, label in _runs(owner, proper, labels):
        first, last = _bare(parse.tags, start, end)
        if first < last:
            found.append((first, last, label))
    return found


def _grow(
    owner: list[int], proper: list[bool], labels: list[str], order: range, neighbour: int
) -> None:
    """Give a proper noun to the named entity before (or after) it that ends in one."""
    for index in order:
        near = owner[index + neighbour]
        touches = near >= 0 and proper[index + neighbour] and labels[near] not in NUMERIC
        if owner[index] < 0 and proper[index] and touches:
            owner[index] = near


def _runs(owner: list[int], proper: list[bool], labels: list[str]) -> list[tuple[int, int, str]]:
    """The ranges with one owner; proper nouns without one are names of their own."""
    kinds = [
        number if number >= 0 else -1 - here for number, here in zip(owner, proper, strict=True)
    ]
    found: list[tuple[int, int, str]] = []
    start = 0
    for index in range(1, len(kinds) + 1):
        if index == len(kinds) or kinds[index] != kinds[start]:
            kind = kinds[start]
            if kind != -1:
                found.append((start, index, labels[kind] if kind >= 0 else "name"))
            start = index
    return found


def _bare(tags: tuple[str, ...], start: int, end: int) -> tuple[int, int]:
    """A range without the articles, conjunctions and punctuation at its edges."""
    while start < end and tags[start] in _EDGES:
        start += 1
    while end > start and tags[end - 1] in _EDGES:
        end -= 1
    return start, end
