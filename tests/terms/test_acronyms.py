"""Acronyms as the document itself explains them."""

from __future__ import annotations

import time

import pytest

from reticent.phrase import Phrase
from reticent.terms.acronyms import acronyms, best_long_form


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("the human immunodeficiency virus (HIV) was", "hiv", "human immunodeficiency virus"),
        ("HIV (human immunodeficiency virus) was", "hiv", "human immunodeficiency virus"),
        ("by the World Health Organization (WHO).", "WHO", "world health organization"),
        ("blood pressure (BP) was high", "bp", "blood pressure"),
        ("heat shock transcription factor 1 (HSF1)", "hsf1", "heat shock transcription factor 1"),
        ("an x-ray. Magnetic resonance imaging (MRI; 3T)", "mri", "magnetic resonance imaging"),
    ],
)
def test_pairs(text: str, short: str, long: str) -> None:
    assert acronyms(text) == {Phrase((short,)): Phrase.of(long)}


@pytest.mark.parametrize(
    "text",
    [
        "he was tired (see below) and left",
        "the value (12) was low",
        "nothing fits here (HIV)",
        "a sentence. (HIV) begins",
        "he left (USA) the room",
    ],
)
def test_what_is_no_acronym(text: str) -> None:
    assert acronyms(text) == {}


def test_capitals_of_a_two_faced_word_are_kept() -> None:
    text = "acquired immune deficiency syndrome (AIDS)"
    assert Phrase(("AIDS",)) in acronyms(text, frozenset({"aids"}))
    assert Phrase(("aids",)) in acronyms(text)


def test_the_first_letter_begins_a_word() -> None:
    assert best_long_form("BP", "ab blood pressure") == "blood pressure"
    assert best_long_form("BP", "abp") is None


@pytest.mark.parametrize("text", ["(" * 50_000, "A (B) " * 20_000, "(AB" * 40_000, "a " * 50_000])
def test_linear_time(text: str) -> None:
    start = time.process_time()
    acronyms(text)
    assert time.process_time() - start < 2
