"""SNOMED CT in its release format 2: a user's own release folder, never shipped.

Read are the Snapshot files of all modules in the folder (Full, where there is no Snapshot: of
every component the newest version counts): active concepts, their active English fully specified
names and synonyms, and active inferred is-a relationships. The semantic tag of a fully specified
name, as in "Asthma (disorder)", is no part of the phrase.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies.graph import About, ConceptGraph
from reticent.knowledge.taxonomies.rows import Row, concept_graph
from reticent.knowledge.taxonomies.source import lines

IS_A = "116680003"
INFERRED = "900000000000011006"
FULLY_SPECIFIED = "900000000000003001"
SYNONYM = "900000000000013009"

COLUMNS = {
    "Concept": "id effectiveTime active moduleId definitionStatusId",
    "Description": "id effectiveTime active moduleId conceptId languageCode typeId term "
    "caseSignificanceId",
    "Relationship": "id effectiveTime active moduleId sourceId destinationId relationshipGroup "
    "typeId characteristicTypeId modifierId",
}
_SEMANTIC_TAG = re.compile(r"\s*\([^()]*\)$")
_RELEASE = re.compile(r"_(\d{8})\.txt$")


@dataclass(slots=True)
class _Names:
    label: str = ""
    synonyms: list[str] = field(default_factory=list)


def is_release(folder: Path) -> bool:
    return any(folder.rglob("*sct2_Concept_*.txt"))


def read(folder: Path, name: str = "snomedct") -> ConceptGraph:
    kind = "Snapshot" if _files(folder, "Concept", "Snapshot") else "Full"
    files = {component: _files(folder, component, kind) for component in COLUMNS}
    for component, found in files.items():
        if not found:
            raise TaxonomyError(
                f"{folder.name} holds no sct2_{component}_{kind} file: give the folder of a "
                "whole Snapshot or Full release (a Delta alone is not enough)"
            )
    dates = [match[1] for file in files["Concept"] if (match := _RELEASE.search(file.name))]
    about = About(
        name, "SNOMED CT", max(dates, default=""), folder.name, "the user's own SNOMED CT licence"
    )
    return concept_graph(rows(files, folder), about, drop_dangling=True)


def rows(files: dict[str, list[Path]], folder: Path) -> Iterator[Row]:
    active = {fields[0] for fields in _newest(files["Concept"], "Concept") if fields[2] == "1"}
    names, described = _names(files["Description"])
    parents = _parents(files["Relationship"])
    if not names:
        raise TaxonomyError(
            f"{folder.name} holds no English descriptions: give an edition that has"
        )
    for concept in sorted(active, key=lambda id: (len(id), id)):
        if concept not in described:
            raise TaxonomyError(
                f"{folder.name} gives the active concept {concept} no description: the "
                "Description file is truncated or of another release"
            )
        found = names.get(concept) or _Names(concept)
        label = found.label or found.synonyms[0]
        synonyms = tuple(text for text in found.synonyms if text != label)
        yield Row(concept, label, synonyms, tuple(parents.get(concept, ())))


def _names(files: list[Path]) -> tuple[dict[str, _Names], set[str]]:
    """What active concepts are called in English, and all that are called something."""
    names: dict[str, _Names] = {}
    described: set[str] = set()
    for _, _, active, _, concept, language, kind, term, _ in _newest(files, "Description"):
        if active != "1":
            continue
        described.add(concept)
        if not language.startswith("en"):
            continue
        if kind == FULLY_SPECIFIED:
            names.setdefault(concept, _Names()).label = _SEMANTIC_TAG.sub("", term)
        elif kind == SYNONYM:
            names.setdefault(concept, _Names()).synonyms.append(term)
    return names, described


def _parents(files: list[Path]) -> dict[str, list[str]]:
    parents: dict[str, list[str]] = {}
    for fields in _newest(files, "Relationship"):
        if fields[2] == "1" and fields[7] == IS_A and fields[8] == INFERRED:
            parents.setdefault(fields[4], []).append(fields[5])
    return parents


def _newest(files: list[Path], component: str) -> list[list[str]]:
    """The newest version of every component, in the order of the files."""
    newest: dict[str, list[str]] = {}
    for file in files:
        for fields in _fields(file, component):
            known = newest.get(fields[0])
            if known is None or known[1] < fields[1]:
                newest[fields[0]] = fields
    return list(newest.values())


def _fields(file: Path, component: str) -> Iterator[list[str]]:
    """The rows of a file, its header checked. Relationships that are no is-a are left out."""
    columns = COLUMNS[component].split()
    for number, line in enumerate(lines(file, closed=True), 1):
        fields = line.split("\t")
        if number == 1 and fields != columns:
            raise TaxonomyError(f"{file.name} does not have the columns of an RF2 {component} file")
        if len(fields) != len(columns):
            raise TaxonomyError(
                f"line {number} of {file.name} has {len(fields)} columns, not {len(columns)}: "
                "the file is damaged"
            )
        if number > 1 and (component != "Relationship" or fields[7] == IS_A):
            yield fields


def _files(folder: Path, component: str, kind: str) -> list[Path]:
    """`sct2_Concept_Snapshot_INT_20240101.txt`, `sct2_Description_Full-en_US1000124_...`."""
    pattern = re.compile(rf"x?sct2_{component}_{kind}(-[a-z-]+)?_[A-Za-z0-9]+_\d{{8}}\.txt")
    return sorted(file for file in folder.rglob("*.txt") if pattern.fullmatch(file.name))
