"""Noun phrases of hand-made parses."""

from __future__ import annotations

import numpy as np
import pytest

from reticent.terms.chunks import noun_phrases, pattern_chunks
from reticent.terms.linguistics import AMPERSAND, LINE_BREAK, Parse


def parse(tags: str, chunks: tuple[tuple[int, int], ...] = (), roles: str = "") -> Parse:
    names = tuple(tags.split())
    offsets = np.arange(len(names), dtype=np.int64)
    given = tuple(roles.split()) or ("dep",) * len(names)
    return Parse(offsets * 2, offsets * 2 + 1, names, given, chunks, (), (0,))


@pytest.mark.parametrize(
    ("tags", "roles", "expected"),
    [
        ("DT JJ NN", "", [(1, 3)]),  # the old house
        ("RB NN NN", "", [(1, 3)]),  # namely weight loss
        ("DT NN POS NN NN", "", [(1, 2), (3, 5)]),  # the patient's blood pressure
        ("NN CC NN", "", [(0, 1), (2, 3)]),  # fever and cough
        ("NN , NN", "", [(0, 1), (2, 3)]),  # fever, cough
        (f"NN {LINE_BREAK} NN", "", [(0, 1), (2, 3)]),  # one line, another line
        ("NN _SP NN", "", [(0, 3)]),  # two blanks inside
        ("NNP CD", "", [(0, 2)]),  # July 1967
        ("CD", "", [(0, 1)]),  # 1967
        ("PRP", "", []),  # she
        ("VBZ JJ", "", []),  # is ill
        ("VBN NN", "amod ROOT", [(0, 2)]),  # infected blood
        ("VBN NN", "ROOT dobj", [(1, 2)]),  # has taken blood
        ("RB VBN NN", "advmod amod ROOT", [(1, 3)]),  # newly diagnosed cancer
        (f"NNP {AMPERSAND} NNP", "", [(0, 3)]),  # Marks & Spencer
        ("NN HYPH NN NN", "", [(0, 4)]),  # x-ray image
    ],
)
def test_patterns(tags: str, roles: str, expected: list[tuple[int, int]]) -> None:
    assert noun_phrases(parse(tags, (), roles)) == expected


def test_chunks_of_the_model_are_split_and_stripped() -> None:
    chunks = ((0, 7),)  # the patient's fever and very high pulse, of which pulse's adverb stays
    assert noun_phrases(parse("DT NN POS NN CC JJ NN", chunks)) == [(1, 2), (3, 4), (5, 7)]


def test_patterns_fill_what_the_model_leaves() -> None:
    # the model's parse took the second noun for a verb's object only
    assert noun_phrases(parse("NN NN VBZ JJ NN", ((0, 2),))) == [(0, 2), (3, 5)]


def test_a_number_after_a_chunk_belongs_to_it() -> None:
    assert noun_phrases(parse("NNP CD", ((0, 1),))) == [(0, 2)]


def test_sides_of_an_ampersand_are_one() -> None:
    assert noun_phrases(parse(f"NNP {AMPERSAND} NNP", ((0, 1), (2, 3)))) == [(0, 3)]


def test_long_runs_take_linear_time() -> None:
    assert pattern_chunks("J" * 200_000) == []
    assert pattern_chunks("A" * 200_000) == []
    assert pattern_chunks("N" * 200_000) == [(0, 200_000)]


def test_an_ampersand_at_an_edge_joins_nothing() -> None:
    assert noun_phrases(parse(f"NN {AMPERSAND}")) == [(0, 1)]
    assert noun_phrases(parse(f"{AMPERSAND} NN")) == [(1, 2)]
