"""A document is immutable, a span counts characters as Python does, edits are made at once."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.document import Document, Edit, Span, apply
from reticent.errors import DocumentError


@pytest.mark.parametrize(("start", "end"), [(-1, 3), (3, 2), (-2, -1)])
def test_what_is_no_range_is_no_span(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="not a span"):
        Span(start, end)


def test_spans_are_half_open() -> None:
    assert len(Span(2, 5)) == 3
    assert not Span(0, 2).overlaps(Span(2, 4)), "they touch"
    assert Span(0, 3).overlaps(Span(2, 4))
    assert Span(0, 4).covers(Span(0, 4))
    assert not Span(0, 4).covers(Span(3, 5))
    assert Document("abcdef").at(Span(2, 5)) == "cde"


def test_a_document_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Document("a").text = "b"  # type: ignore[misc]


def test_the_name_is_no_part_of_what_is_assessed() -> None:
    assert Document("a", "one.txt") == Document("a", "two.txt")
    assert apply(Document("a", "one.txt"), []).name == "one.txt"


def test_edits_may_come_in_any_order() -> None:
    edits = [Edit(Span(4, 7), "DOG"), Edit(Span(0, 3), "A"), Edit(Span(3, 3), "!")]
    assert apply(Document("the cat"), edits).text == "A! DOG"


@pytest.mark.parametrize(
    "spans", [[(0, 3), (2, 4)], [(0, 4), (1, 2)], [(1, 3), (1, 3)], [(1, 1), (0, 3)]]
)
def test_edits_that_overlap_are_an_error_not_a_guess(spans: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="overlap"):
        apply(Document("abcdef"), [Edit(Span(*span), "x") for span in spans])


def test_an_edit_beyond_the_end_is_refused_without_quoting_the_text() -> None:
    with pytest.raises(DocumentError) as caught:
        apply(Document("secret"), [Edit(Span(3, 7), "x")])
    assert "secret" not in str(caught.value)
    assert "7" in str(caught.value)


@given(st.text(max_size=60), st.data())
def test_apply_is_what_pieces_between_the_edits_say(text: str, data: st.DataObject) -> None:
    cuts = sorted(
        data.draw(st.lists(st.integers(0, len(text)), max_size=8, unique=True), label="cuts")
    )
    spans = [Span(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    edits = [Edit(span, data.draw(st.text(max_size=5))) for span in spans]
    expected, position = "", 0
    for edit in edits:
        expected += text[position : edit.span.start] + edit.replacement
        position = edit.span.end
    expected += text[position:]
    shuffled = data.draw(st.permutations(edits))
    assert apply(Document(text), shuffled).text == expected


@given(st.text(max_size=40))
def test_no_edits_no_change(text: str) -> None:
    assert apply(Document(text), []) == Document(text)
