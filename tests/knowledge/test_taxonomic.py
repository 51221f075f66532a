"""Taxonomic counts against enumeration: a concept is said where it or anything below it is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.knowledge.index.corpus import IndexedCorpus
from reticent.knowledge.taxonomic import count, count_all, count_own
from reticent.knowledge.taxonomies import About, ConceptGraph, Row, concept_graph
from tests.conftest import BuildPack

TEXTS = ["cat", "dog", "cat dog", "red fox", "fox", "animal", "stone", "wolf and dog", "mammal"]


@pytest.fixture(scope="module")
def corpus(build_pack: BuildPack) -> IndexedCorpus:
    path: Path = build_pack(TEXTS, max_words=2, cutoffs=(1, 1))
    return IndexedCorpus(path)


GRAPH = concept_graph(
    [
        Row("1", "animal"),
        Row("2", "mammal", parents=("1",)),
        Row("3", "cat", ("pussy",), ("2",)),
        Row("4", "canine", parents=("2",)),
        Row("5", "dog", parents=("4",)),
        Row("6", "wolf", parents=("4",)),
        Row("7", "red fox", parents=("4", "1")),
    ],
    About("animals"),
)


def said(graph: ConceptGraph, index: int) -> int:
    """Units that hold a phrase of the concept or of one below it, by reading the texts."""
    below = [index, *graph.descendants(index)]
    phrases = {str(phrase) for each in below for phrase in graph.phrases(int(each))}
    return sum(any(f" {phrase} " in f" {text} " for phrase in phrases) for text in TEXTS)


def test_of_every_concept(corpus: IndexedCorpus) -> None:
    counts = count_all(GRAPH, corpus)
    assert counts.tolist() == [said(GRAPH, index) for index in range(len(GRAPH))]


def test_one_concept_is_counted_the_same_stored_or_not(corpus: IndexedCorpus) -> None:
    counts = count_all(GRAPH, corpus)
    stored = GRAPH.with_counts(corpus.fingerprint, counts)
    for index in range(len(GRAPH)):
        concept = GRAPH.at(index)
        assert count(concept, GRAPH, corpus) == count(concept, stored, corpus) == counts[index]


def test_it_never_falls_on_the_way_up(corpus: IndexedCorpus) -> None:
    """ "which makes IC monotone along the taxonomy as all the proofs assume" """
    counts = count_all(GRAPH, corpus)
    for index in range(len(GRAPH)):
        assert all(counts[int(above)] >= counts[index] for above in GRAPH.ancestors(index))


def test_own_words_alone(corpus: IndexedCorpus) -> None:
    mammal = GRAPH.concept("2")
    assert mammal is not None
    assert count_own(mammal, GRAPH, corpus) == 1


@given(st.lists(st.integers(0, 6), min_size=1, max_size=7))
def test_on_any_chain(corpus: IndexedCorpus, parents: list[int]) -> None:
    words = ["cat", "dog", "fox", "animal", "stone", "wolf", "mammal"][: len(parents)]
    rows = [
        Row(word, word, parents=(words[p],) if p < at else ())
        for at, (word, p) in enumerate(zip(words, parents, strict=True))
    ]
    graph = concept_graph(rows, About("any"))
    expected = [said(graph, index) for index in range(len(graph))]
    assert np.array_equal(count_all(graph, corpus), expected)
