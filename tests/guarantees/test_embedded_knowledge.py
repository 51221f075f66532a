"""The whole of it with the knowledge that comes with the package, where that is built."""

from __future__ import annotations

import pytest

from reticent.errors import ReticentError
from reticent.knowledge import Knowledge, load
from reticent.knowledge.protected import protected
from reticent.phrase import Phrase
from reticent.privacy.c_sanitized import Parameters
from reticent.release import sanitize
from reticent.report.explanation import explain, to_json, to_text

LETTER = (
    "Dear Dr Smith,\nMr Brown takes efavirenz and tenofovir for his HIV. His hearing aids were "
    "mended; the weather in May was fine."
)


@pytest.fixture(scope="module")
def embedded() -> Knowledge:
    try:
        return load()
    except ReticentError as error:
        pytest.skip(f"the embedded packs are not there yet: {error}")


def test_single_counts_and_pairs_fit_together(embedded: Knowledge) -> None:
    """A unit that holds both holds each; an OR holds each of its members."""
    words = ["hiv", "virus", "blood transfusion", "reverse transcriptase", "new york", "cancer"]
    for each in embedded.corpora:
        single = dict(zip(words, each.corpus.counts([[w] for w in words]).tolist(), strict=True))
        for a in words:
            for b in words:
                both, either = each.corpus.counts([[a, b], [[a, b]]]).tolist()
                assert both <= min(single[a], single[b])
                assert either == single[a] + single[b] - both
                if a == b:
                    assert both == single[a]
        assert 0 < single["hiv"] < each.size


def test_what_tells_of_hiv_goes_from_a_letter(embedded: Knowledge) -> None:
    result = sanitize(LETTER, protect=["HIV"], knowledge=embedded)
    assert "HIV" not in result.text
    assert "efavirenz" not in result.text
    assert "tenofovir" not in result.text
    assert "weather" in result.text
    assert sanitize(result.text, protect=["HIV"], knowledge=embedded).text == result.text


def test_hearing_aids_are_no_disclosure_of_aids(embedded: Knowledge) -> None:
    """METHODS, Terms: a form written in capitals matches in a document only in capitals."""
    information = embedded.information()
    entity = information.entity("AIDS", [Phrase.of("AIDS", information.two_faced)])
    groups = [
        (Phrase.of(text, information.two_faced),) for text in ("hearing aids", "AIDS epidemic")
    ]
    aids, epidemic = information.judge(entity, groups)
    assert aids.probability < 1
    assert epidemic.probability == 1


FRAMES = (
    "He takes {} daily.",
    "A cousin of his takes {} too.",
    "She said {} that it hurt.",
    "He came {} the clinic.",
    "Allergies: {}",
    "{}",
)


@pytest.mark.parametrize("drug", ["tenofovir", "indinavir", "nelfinavir", "abacavir", "zidovudine"])
def test_whatever_the_tagger_takes_a_drug_for(embedded: Knowledge, drug: str) -> None:
    """Every word that is no stop word is examined, in any sentence."""
    for frame in FRAMES:
        text = frame.format(drug)
        assert drug not in sanitize(text, protect=["HIV"], mode="redact", knowledge=embedded).text


@pytest.mark.parametrize(
    ("protect", "text", "gone"),
    [
        ("Theresa May", "Theresa May spoke.", "May"),
        ("AIDS", "He died of Aids.", "Aids"),
        ("diabetes", "He has dia-\nbetes.", "betes"),
        ("multiple sclerosis", "Diagnosis: multiple sclerosis²", "sclerosis"),
        ("WHO", "SENT TO THE WHO", "WHO"),
        ("New York", "He lives in New York.", "New York"),
        ("cystic fibrosis", "He takes Kaftrio every day.", "Kaftrio"),
    ],
)
def test_what_an_attacker_found(embedded: Knowledge, protect: str, text: str, gone: str) -> None:
    result = sanitize(text, protect=[protect], mode="redact", knowledge=embedded)
    assert gone not in result.text.replace("[redacted]", "")


def test_stop_words_in_an_address_do_no_harm(embedded: Knowledge) -> None:
    text = "She told me about this.in March."
    assert sanitize(text, protect=["HIV"], mode="redact", knowledge=embedded).text == text


@pytest.mark.parametrize("term", ["Barack Obama", "Paris", "Titanic", "Bill Clinton", "B20", "MS"])
def test_whatever_the_taxonomies_hold_can_be_explained(embedded: Knowledge, term: str) -> None:
    information = embedded.information()
    entities = protected(["HIV"], {}, embedded, information)
    (found,) = explain([term], entities, embedded, information, Parameters())
    assert to_text(found, information.size)
    assert to_json([found])["terms"][0]["phrase"]
