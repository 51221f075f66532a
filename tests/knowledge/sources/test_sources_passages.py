"""Passages: nothing lost, nothing twice, never too short, never too long."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.errors import UsageError
from reticent.knowledge.sources import Unit, passages


def count(unit: Unit) -> int:
    return sum(len(paragraph.split()) for paragraph in unit.paragraphs)


def sentence(length: int) -> str:
    return " ".join(["Word", *["word"] * (length - 2), "end."])


units = st.builds(
    Unit,
    st.sampled_from(["", "A title"]),
    st.lists(
        st.lists(st.integers(2, 60), min_size=1, max_size=8).map(
            lambda lengths: "  ".join(map(sentence, lengths))
        ),
        max_size=12,
    ).map(tuple),
)


@settings(max_examples=150, deadline=None)
@given(units, st.sampled_from([2, 3, 20, 200]))
def test_the_promise(unit: Unit, words: int) -> None:
    cut = list(passages(unit, words))
    assert cut == list(passages(unit, words))
    assert {passage.title for passage in cut} == {unit.title}
    written = " ".join(" ".join(passage.paragraphs) for passage in cut)
    assert written.split() == " ".join(unit.paragraphs).split()
    assert all(count(passage) <= words * 3 // 2 for passage in cut)
    if count(unit) >= words * 3 // 4:
        assert all(count(passage) >= words * 3 // 4 for passage in cut)
    else:
        assert len(cut) == 1


def test_paragraphs_are_preferred_to_sentences() -> None:
    unit = Unit("T", (f"{sentence(100)} {sentence(60)}", sentence(40), sentence(200)))
    assert list(passages(unit)) == [
        Unit("T", unit.paragraphs[:2]),
        Unit("T", unit.paragraphs[2:]),
    ]


def test_sentences_are_preferred_to_words_and_abbreviations_are_none() -> None:
    text = " ".join([sentence(180), "Then Dr. Smith", *["x"] * 300])
    first, *_ = passages(Unit("", (text,)))
    assert first.paragraphs == (sentence(180),)


def test_a_list_without_end_is_cut_between_words() -> None:
    cut = list(passages(Unit("", (" ".join(["x"] * 1000),))))
    assert [count(passage) for passage in cut] == [200, 200, 200, 200, 200]


def test_blanks_within_are_kept_for_phrases_end_at_some() -> None:
    unit = Unit("", ("a\tb  c\u2028d",) * 3)
    cut = list(passages(unit, 4))
    assert [passage.paragraphs for passage in cut] == [("a\tb  c\u2028d",)] * 3


def test_a_title_alone_is_a_passage() -> None:
    assert list(passages(Unit("T", ()))) == [Unit("T", ())]


def test_no_words_are_no_passage() -> None:
    with pytest.raises(UsageError):
        next(passages(Unit("T", ("a b",)), 1))
