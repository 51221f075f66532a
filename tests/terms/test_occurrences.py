"""A form is found in any layout; only the end of a sentence or of a paragraph parts its words."""

from __future__ import annotations

import pytest

from reticent.phrase import Phrase
from reticent.terms.occurrences import occurrences


def found(text: str, form: str, *, capitals: bool = False) -> list[str]:
    phrase = Phrase.of(form, {form.lower()} if capitals else frozenset())
    return [text[span.start : span.end] for span in occurrences(text, [phrase])]


@pytest.mark.parametrize(
    "text",
    [
        "blood transfusion",
        "Blood\nTransfusions",
        "BLOOD\r\nTRANSFUSION",
        "blood-transfusion",
        "blood, transfusion",
        "blood (transfusion)",
        "the blood: transfusion",
        "blood\u00ad transfusion",
        "blood trans-\nfusion",
        "blood trans\u2010\r\n  fusion",
        "blood² transfusion¹",
    ],
)
def test_any_layout(text: str) -> None:
    assert len(found(text, "blood transfusion")) == 2


@pytest.mark.parametrize(
    "text",
    [
        "blood. Transfusion",
        "blood\n\ntransfusion",
        "transfusion of blood",
        "bloody transfusion",
        "",
    ],
)
def test_what_is_another_thing(text: str) -> None:
    assert found(text, "blood transfusion") == []


def test_a_span_each_word_so_that_columns_and_bullets_stay() -> None:
    assert found("| Child | Support |", "child support") == ["Child", "Support"]


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("He has AIDS.", ["AIDS"]),
        ("he died of Aids.", ["Aids"]),
        ("hearing aids", []),
        ("AIDS CLINIC", ["AIDS"]),
        ("Aids to hearing", []),
    ],
)
def test_capitals(text: str, hits: list[str]) -> None:
    """METHODS: "matches in a document only in capitals"; a capital inside a sentence counts too."""
    assert found(text, "AIDS", capitals=True) == hits


def test_the_singular_beside_other_words_of_the_form() -> None:
    assert found("a hearing aid", "hearing aids") == ["hearing", "aid"]
    assert found("financial aid", "aids") == []


def test_stop_words_of_a_name() -> None:
    text = "Theresa May spoke in May."
    spans = occurrences(text, [Phrase(("theresa", "may"))])
    assert [text[s.start : s.end] for s in spans] == ["Theresa", "May"]
