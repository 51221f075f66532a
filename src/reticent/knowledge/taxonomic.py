"""Taxonomic counts: a concept is said wherever it or any of its specialisations is said.

So counted (Resnik), information content never rises from a concept to one above it, as all the
proofs of the papers assume and as a search engine's counts never did. `count_all` goes through a
whole taxonomy once, children first; that is how the embedded ones are counted beforehand. `count`
answers for one concept: from what is stored, or else by going through its specialisations.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import numpy as np
import numpy.typing as npt

from reticent.knowledge.corpus import BoolArray, Corpus, Forms, IntArray
from reticent.knowledge.taxonomies.graph import ConceptGraph, Counts
from reticent.knowledge.taxonomy import Concept, Taxonomy
from reticent.phrase import Phrase

_EMPTY: IntArray = np.empty(0, np.int64)
_DENSE = 32
"""From a 32nd of all units on, a set of units is kept as bits."""


class HasUnits(Protocol):
    """A corpus that can say in which units a phrase is: an index, not a table."""

    @property
    def size(self) -> int: ...

    def units(self, like: Forms) -> IntArray: ...

    def holds(self, phrases: list[Phrase]) -> BoolArray: ...


def count_all(graph: ConceptGraph, corpus: HasUnits) -> Counts:
    """The taxonomic count of every concept."""
    counts = np.zeros(len(graph), np.uint32)
    parents_left = _parent_counts(graph)
    below: dict[int, npt.NDArray[np.generic]] = {}
    for node in graph.bottom_up():
        sets = [_units_of(node.phrases, corpus), *(below[int(c)] for c in node.children)]
        units = _union(sets, corpus.size)
        counts[node.index] = _length(units)
        if parents_left[node.index]:
            below[node.index] = units
        for child in map(int, node.children):
            parents_left[child] -= 1
            if not parents_left[child]:
                del below[child]
    return counts


def _parent_counts(graph: ConceptGraph) -> list[int]:
    left = [0] * len(graph)
    for node in graph.bottom_up():
        for child in node.children:
            left[int(child)] += 1
    return left


def _units_of(phrases: Iterable[Phrase], corpus: HasUnits) -> IntArray:
    wanted = list(phrases)
    held = [p for p, own in zip(wanted, corpus.holds(wanted), strict=True) if own]
    return corpus.units(tuple(sorted(held))) if held else _EMPTY


def _union(sets: list[npt.NDArray[np.generic]], size: int) -> npt.NDArray[np.generic]:
    filled = [units for units in sets if len(units)]
    if len(filled) == 1:
        return filled[0]
    if not any(units.dtype == np.bool_ for units in filled):
        together = np.sort(np.concatenate(filled)) if filled else _EMPTY
        if len(together) * _DENSE < size:
            return together[np.diff(together, prepend=-1) > 0]
    bits = np.zeros(size, np.bool_)
    for units in filled:
        if units.dtype == np.bool_:
            np.logical_or(bits, units, out=bits)
        else:
            bits[units] = True
    return bits


def _length(units: npt.NDArray[np.generic]) -> int:
    return int(np.count_nonzero(units)) if units.dtype == np.bool_ else len(units)


def count(concept: Concept, taxonomy: Taxonomy, corpus: Corpus) -> int:
    """The taxonomic count of one concept in a corpus, of the phrases that the corpus holds."""
    if isinstance(taxonomy, ConceptGraph):
        stored = taxonomy.taxonomic_count(concept, corpus.fingerprint)
        if stored is not None:
            return stored
    concepts = (concept, *taxonomy.specialisations(concept))
    return own_count({phrase for each in concepts for phrase in each.phrases}, corpus)


def own_count(phrases: Iterable[Phrase], corpus: Corpus) -> int:
    """Units with any of some phrases, of those that the corpus holds."""
    wanted = sorted(phrases)
    held = tuple(p for p, own in zip(wanted, corpus.holds(wanted), strict=True) if own)
    return int(corpus.counts([[held]])[0]) if held else 0


def count_own(concept: Concept, taxonomy: Taxonomy, corpus: Corpus) -> int:
    return own_count(concept.phrases, corpus)
