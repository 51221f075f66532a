"""Every offset of the copy has its place in the original."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from reticent.document import Span
from reticent.terms.clean import PIECE, RUN, clean, paragraphs, pieces

awkward = st.text(
    st.one_of(
        st.sampled_from(
            "ab .\n\r\t\u00ad\u200b\u200d\u0301\u0308\ufeff\u00a0\u2028😀é’\x0c\ud800-"
        ),
        st.characters(),
    )
)


def test_invisible_characters_go_and_marks_are_joined() -> None:
    text = "soft\u00adware cafe\u0301 re\u200bvolution"
    cleaned = clean(text)
    assert cleaned.text == "software café revolution"
    at = cleaned.text.index("café")
    span = cleaned.original(Span(at, at + 4))
    assert text[span.start : span.end] == "cafe\u0301"


def test_a_plain_text_is_its_own_copy() -> None:
    assert clean("plain\r\n\r\ntext").text == "plain\r\n\r\ntext"


@given(awkward)
def test_places_are_in_order_and_within_the_text(text: str) -> None:
    cleaned = clean(text)
    last = 0
    for index in range(len(cleaned.text)):
        span = cleaned.original(Span(index, index + 1))
        assert last <= span.start < span.end <= len(text)
        last = span.end


@given(awkward)
def test_letters_are_never_lost(text: str) -> None:
    assert sum(map(str.isalnum, clean(text).text)) == sum(map(str.isalnum, text))


@given(awkward)
def test_pieces_cover_every_letter_in_order(text: str) -> None:
    found = list(pieces(text))
    assert all(a.end <= b.start for a, b in itertools.pairwise(found))
    inside = "".join(text[span.start : span.end] for span in found)
    assert [c for c in inside if c.isalnum()] == [c for c in text if c.isalnum()]


def test_paragraphs_end_at_blank_lines_only() -> None:
    text = "one\r\ntwo\r\n \r\nthree\n\n\n four \n"
    assert [text[s.start : s.end] for s in paragraphs(text)] == ["one\r\ntwo", "three", "four"]


def test_long_paragraphs_are_cut_after_sentences() -> None:
    text = "This is a sentence of some words. " * 5000
    found = list(pieces(text.strip()))
    assert len(found) > 1
    assert all(len(span) <= PIECE for span in found)
    assert all(text[: span.end].endswith((". ", ".")) for span in found)


def test_a_run_without_spaces_is_cut() -> None:
    found = list(pieces("x" * 10_000 + " word " + "ab-" * 1000))
    assert max(map(len, found)) <= RUN
    joined = "ab-" * 1000
    assert all(joined.startswith(("ab", "-")) for _ in found)
