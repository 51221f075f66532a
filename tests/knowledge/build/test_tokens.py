"""The first stage does on arrays just what `reticent.phrase.segments` does word by word."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.knowledge.build import tokens
from reticent.knowledge.build.work import Work
from reticent.knowledge.sources.unit import Unit
from reticent.phrase import in_capitals, segments

PIECES = st.sampled_from(
    [
        "the",
        "The",
        "THE",
        "US",
        "us",
        "It",
        "IT",
        "A",
        "a",
        "AIDS",
        "aids",
        "HIV",
        "U.S.",
        "H.I.V.",
        "Crohn's",
        "CROHN’S",
        "don't",
        "1,000",
        "2",
        "St.",
        "Dr.",
        "é",
        "É",
        "Ménière",
        "pa\xadtient",
        "mother-to-child",
        "ß",
        "İ",
        "Ⅷ",
        "½",
        "ǅ",
        "ʼs",
        "’s",
        "'s",
        "x_y",
        "ª",
        ". ",
        ", ",
        "\n",
        ": ",
        "(",
        ")",
        "—",
        " - ",
        "…",
        "? ",
        "\u2028",
        "\x85",
        "\t",
        "|",
    ]
)
TEXTS = st.one_of(
    st.lists(PIECES, max_size=15).map(" ".join),
    st.lists(PIECES, max_size=15).map("".join),
    st.text(st.characters(codec="utf-8"), max_size=40),
)


def numbered(texts: list[str]) -> list[list[tuple[str, bool, bool]]]:
    """Segments as the first stage writes them: word, written in capitals, capitalised."""
    with TemporaryDirectory() as folder:
        work = Work(Path(folder))
        tokens.number_words(work, 0, texts)
        spelled = ["", *work.load_text("vocabulary", 0).split("\n")]
        words = np.array(work.load("words", 0))
        assert len(words) == work.load("lengths", 0).sum()
    found: list[list[tuple[str, bool, bool]]] = [[]]
    for word in words.tolist():
        if number := word & int(tokens.NUMBER):
            capitals, capitalised = word & int(tokens.IN_CAPITALS), word & int(tokens.CAPITALISED)
            found[-1].append((spelled[number], bool(capitals), bool(capitalised)))
        else:
            found.append([])
    return [segment for segment in found if segment]


def by_words(texts: list[str]) -> list[list[tuple[str, bool, bool]]]:
    return [
        [(t.word, in_capitals(text[t.start : t.end]), t.capitalised) for t in segment]
        for text in texts
        for segment in segments(text)
    ]


@given(st.lists(TEXTS, min_size=1, max_size=5))
@settings(max_examples=300)
def test_both_ways_agree_word_for_word(texts: list[str]) -> None:
    assert numbered(texts) == by_words(texts)


@given(st.lists(TEXTS, min_size=1, max_size=6))
def test_frequencies_are_units_with_the_word(texts: list[str]) -> None:
    with TemporaryDirectory() as folder:
        work = Work(Path(folder))
        tokens.number_words(work, 0, texts)
        words = work.load_text("vocabulary", 0).split("\n")
        frequency = np.array(work.load("frequency", 0))
        lengths = np.array(work.load("lengths", 0))
    assert len(lengths) == len(texts)
    sets = [{token.word for segment in segments(text) for token in segment} for text in texts]
    expected = {word: sum(word in here for here in sets) for word in set().union(*sets)}
    found = dict(zip(words, frequency[0, 1:].tolist(), strict=False))
    assert {word: units for word, units in found.items() if units} == expected
    assert np.all(frequency[1] <= frequency[0])
    assert np.all(frequency[2] <= frequency[0])


def test_chunks_hold_bounded_text_and_lose_nothing() -> None:
    units = [Unit(f"title {n}", ("a paragraph", "another")) for n in range(10)]
    found = list(tokens.chunks(units))
    assert [text for chunk in found for text in chunk] == [
        f"title {n}\na paragraph\nanother" for n in range(10)
    ]


def test_the_title_is_text_too_and_a_paragraph_ends_a_phrase() -> None:
    (chunk,) = tokens.chunks([Unit("Blood", ("test",))])
    assert by_words(chunk) == [[("blood", False, True)], [("test", False, False)]]
