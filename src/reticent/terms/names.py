"""Names: what the entity recogniser finds, united with the tagger's proper nouns.

The recogniser of a small model alone leaves one name token in seven uncovered; with the proper
nouns it is one in thirty. So they are always united, and a proper noun the recogniser does not
know carries the label `name`.
"""

from __future__ import annotations

from dataclasses import dataclass

from reticent.document import Span
from reticent.terms.linguistics import Parse

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
    return _runs(owner, proper, labels)


def _grow(
    owner: list[int], proper: list[bool], labels: list[str], order: range, neighbour: int
) -> None:
    """Give a proper noun to the named entity before (or after) it that ends in one."""
    for index in order:
        near = owner[index + neighbour]
        if owner[index] < 0 and proper[index] and near >= 0 and proper[index + neighbour]:
            if labels[near] not in NUMERIC:
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
