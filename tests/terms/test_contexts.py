"""Contexts on hand-made analyses: no model."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from reticent.document import Document, Span
from reticent.errors import UsageError
from reticent.phrase import Phrase
from reticent.terms import Analysis, Term, contexts


def made() -> Analysis:
    """Three sentences of ten characters, the last a paragraph of its own."""
    terms = (
        Term(Phrase(("a",)), (Span(0, 2), Span(22, 24)), "word"),
        Term(Phrase(("b",)), (Span(4, 6),), "word"),
        Term(Phrase(("c",)), (Span(12, 14),), "word"),
        Term(Phrase(("d",)), (Span(18, 21),), "word"),  # goes over the border of two sentences
    )
    sentences = (Span(0, 10), Span(10, 20), Span(20, 30))
    paragraphs = (Span(0, 20), Span(20, 30))
    return Analysis(Document("x" * 30), paragraphs, sentences, terms, (), (), MappingProxyType({}))


def named(kind: str) -> list[str]:
    return ["".join(str(t.phrase) for t in each.terms) for each in contexts(made(), kind)]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("document", ["abcd"]),
        ("paragraph", ["abcd", "da"]),
        ("sentence", ["ab", "cd", "da"]),
        ("window:1", ["ab", "cd", "da"]),
        ("window:2", ["abcd", "cda"]),
        ("window:3", ["abcd"]),
        ("window:9", ["abcd"]),
    ],
)
def test_contexts(kind: str, expected: list[str]) -> None:
    assert named(kind) == expected


@pytest.mark.parametrize(
    "kind", ["", "page", "window", "window:0", "window:-1", "window:²", "window:x"]
)
def test_unknown_contexts_are_refused(kind: str) -> None:
    with pytest.raises(UsageError):
        contexts(made(), kind)


def test_a_document_without_sentences_has_no_windows() -> None:
    empty = Analysis(Document(""), (), (), (), (), (), MappingProxyType({}))
    assert contexts(empty, "window:2") == ()
    assert [each.terms for each in contexts(empty)] == [()]
