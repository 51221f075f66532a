"""Terms of documents: nothing falls through, every offset is exact, no term depends on distance."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reticent.document import Document, Span
from reticent.errors import UsageError
from reticent.phrase import Phrase, is_stop, segments, strip
from reticent.terms import Analysis, Term, find, remembering
from reticent.terms.clean import PIECE
from reticent.terms.find import BATCH_CHARACTERS, BATCH_PIECES
from reticent.terms.linguistics import Parse, SpacyModel

NOTE = (
    "The wife of John O'Brien, namely weight loss and the patient's blood pressure (BP) 120/80 "
    "mmHg, was diagnosed with human immunodeficiency virus (HIV) in August 2019 at the Department "
    "of Health. He is severe.\n\nCONTACT DETAILS\nMail a.smith@hospital.org, a 93-year-old woman, "
    "from the US, works for Marks & Spencer and had hepatitis A."
)


def named(analysis: Analysis) -> dict[str, Term]:
    return {str(term.phrase): term for term in analysis.terms}


def written(analysis: Analysis, phrase: str) -> list[str]:
    return [analysis.document.at(span) for span in named(analysis)[phrase].mentions]


@pytest.fixture(scope="module")
def note(model: SpacyModel) -> Analysis:
    return find(Document(NOTE), model)


@pytest.mark.parametrize(
    ("phrase", "kind", "label", "text"),
    [
        ("wife", "noun phrase", "", "wife"),
        ("john o brien", "name", "person", "John O'Brien"),
        ("weight loss", "noun phrase", "", "weight loss"),
        ("patient", "noun phrase", "", "patient"),
        ("blood pressure", "noun phrase", "", "blood pressure"),
        ("hiv", "name", "name", "HIV"),
        ("august 2019", "identifier", "date", "August 2019"),
        ("department of health", "name", "organisation", "Department of Health"),
        ("severe", "word", "", "severe"),
        ("a smith hospital org", "identifier", "email", "a.smith@hospital.org"),
        ("93 year old", "identifier", "age", "93-year-old"),
        ("woman", "noun phrase", "", "woman"),
        ("US", "name", "place", "US"),
        ("marks spencer", "name", "organisation", "Marks & Spencer"),
        ("contact details", None, None, "CONTACT DETAILS"),
    ],
)
def test_terms_of_a_note(
    note: Analysis, phrase: str, kind: str | None, label: str | None, text: str
) -> None:
    if phrase.startswith("a smith"):
        phrase = "smith hospital org"  # "a" is a stop word at the edge, as it is in a corpus
    term = named(note)[phrase]
    assert written(note, phrase) == [text]
    if kind is not None:
        assert (term.kind, term.label) == (kind, label)


def test_pronouns_are_no_terms(model: SpacyModel) -> None:
    assert find(Document("He gave it to her, and she to them."), model).terms == ()


def test_a_letter_in_capitals_stays_in_its_phrase(note: Analysis) -> None:
    assert any(term.phrase.words[-2:] == ("hepatitis", "A") for term in note.terms)


def test_acronyms_are_found(note: Analysis) -> None:
    assert note.acronyms == {
        Phrase(("bp",)): Phrase(("blood", "pressure")),
        Phrase(("hiv",)): Phrase(("human", "immunodeficiency", "virus")),
    }


def test_sentences_and_paragraphs(note: Analysis) -> None:
    at = note.document.at
    assert [at(span)[:8] for span in note.paragraphs] == ["The wife", "CONTACT "]
    assert at(note.sentences[1]) == "He is severe."


def test_names_keep_their_labels_without_articles(note: Analysis) -> None:
    labels = {note.document.at(name.span): name.label for name in note.names}
    assert labels["Department of Health"] == "organisation"
    assert labels["August 2019"] == "date"


def test_mentions_are_grouped_in_document_order(model: SpacyModel) -> None:
    analysis = find(Document("Cancer is bad. The CANCER grew. A cancer!"), model)
    assert written(analysis, "cancer") == ["Cancer", "CANCER", "cancer"]


def test_two_faced_words_are_told_apart(model: SpacyModel) -> None:
    analysis = find(Document("AIDS is no matter of new aids."), model, two_faced={"aids"})
    assert {"AIDS", "new aids"} <= named(analysis).keys()


def test_a_shouted_heading_tells_nothing_by_its_capitals(model: SpacyModel) -> None:
    shouted, said = find(Document("TELL US ALL\n\nin the US"), model).terms
    assert shouted.phrase == Phrase(("tell",))
    assert said.phrase == Phrase(("US",))


def test_given_spans_are_terms_with_their_words_whole(model: SpacyModel) -> None:
    text = "They came up off the floor swinging."
    start = text.index("came")
    given_span = Span(start, text.index("inging"))
    analysis = find(Document(text), model, given=[given_span])
    assert written(analysis, "came up off the floor swinging") == ["came up off the floor swinging"]
    assert named(analysis)["came up off the floor swinging"].kind == "given"


def test_overlapping_given_spans_are_one(model: SpacyModel) -> None:
    text = "one two three four"
    analysis = find(Document(text), model, given=[Span(0, 7), Span(4, 13)])
    assert analysis.terms[0].mentions == (Span(0, 13),)


def test_given_signs_are_terms(model: SpacyModel) -> None:
    analysis = find(Document("He is 😀."), model, given=[Span(6, 7)])
    assert analysis.terms == (Term(Phrase(("😀",)), (Span(6, 7),), "given"),)


def test_a_given_possessive_ending_is_a_term(model: SpacyModel) -> None:
    analysis = find(Document("The patient's pulse."), model, given=[Span(11, 13)])
    assert Span(11, 13) in [span for term in analysis.terms for span in term.mentions]


def test_an_identifier_that_goes_over_pieces_is_one_term(model: SpacyModel) -> None:
    url = "https://example.org/" + "ab/" * 400 + "end"
    analysis = find(Document(f"See {url} now, and the nurse."), model)
    check_exact(analysis)
    assert [(t.kind, t.mentions) for t in analysis.terms if t.label == "url"] == [
        ("identifier", (Span(4, 4 + len(url)),))
    ]


@pytest.mark.parametrize("span", [Span(3, 3), Span(0, 99)])
def test_impossible_given_spans_are_refused(model: SpacyModel, span: Span) -> None:
    with pytest.raises(UsageError):
        find(Document("a short text"), model, given=[span])


def test_wanted_phrases_are_terms_whatever_the_tagger_says(model: SpacyModel) -> None:
    text = "He was swiftly transfused then."
    assert "swiftly transfused" not in named(find(Document(text), model))
    wanted = [Phrase.of("swiftly transfused")]
    assert written(find(Document(text), model, wanted=wanted), "swiftly transfused")


def test_words_the_corpus_does_not_know_are_terms(model: SpacyModel) -> None:
    text = "They were quickly walking."
    assert named(find(Document(text), model)) == {}
    analysis = find(Document(text), model, known=lambda word: word != "quickly")
    assert list(named(analysis)) == ["quickly"]
    assert {"quickly", "walking"} <= named(find(Document(text), model, every_word=True)).keys()


def test_identifiers_cut_out_of_a_noun_phrase(model: SpacyModel) -> None:
    analysis = find(Document("The August 2019 biopsy was fine."), model)
    assert {"august 2019", "biopsy"} <= named(analysis).keys()


TEXTS = [
    NOTE,
    "Reports hiv positively; crack, HIV tests HIV. mRNA x2 Kaftrio Priadel",
    "soft\u00adware cafe\u0301 re\u200bvolution\r\n\r\n\ttab\u2028line 😀 co\u00ad\noperate",
    "DOB: 23/08/1976, MRN 0012345. Tel. +44 20 7946 0958 (home)!",
    "[REDACTED] *** --- 10am 5mg 3rd U.S. e.g. can't o'clock £5 50%",
]


@pytest.mark.parametrize("text", TEXTS)
def test_nothing_falls_through(model: SpacyModel, text: str) -> None:
    """Each token with a capital or a digit, or tagged as a noun, adjective or number."""
    analysis = find(Document(text), model)
    (parse,) = model.parse([text])
    content = set("NN NNS NNP NNPS JJ JJR JJS CD FW".split())
    covered = [span for term in analysis.terms for span in term.mentions]
    for segment in segments(text):
        for token in segment:
            place = Span(token.start, token.end)
            if any(span.covers(place) for span in covered) or is_stop(token.word):
                continue
            written_as = text[token.start : token.end]
            at = int(parse.starts.searchsorted(token.start, "right")) - 1
            assert written_as.isalpha()
            assert written_as.islower()
            if text.isascii():
                assert parse.tags[at] not in content


def check_exact(analysis: Analysis) -> None:
    text = analysis.document.text
    spans = sorted(span for term in analysis.terms for span in term.mentions)
    assert all(a.end <= b.start for a, b in itertools.pairwise(spans)), "overlap"
    assert all(len(span) and span.end <= len(text) for span in spans)
    assert all(term.phrase for term in analysis.terms)
    for term in analysis.terms:
        assert list(term.mentions) == sorted(term.mentions)
        for span in term.mentions:
            if any(segments(text[span.start : span.end])):
                # Capitals, and with them US and us, depend on the line around: compare without.
                again = Phrase.of(text[span.start : span.end]).words
                lowered = [tuple(w.lower() for w in words) for words in (again, term.phrase.words)]
                assert strip(lowered[0]) == strip(lowered[1])
    for span in (*analysis.sentences, *analysis.paragraphs):
        assert len(span)
        assert span.end <= len(text)


@pytest.mark.parametrize("text", TEXTS)
def test_offsets_of_awkward_texts(model: SpacyModel, text: str) -> None:
    check_exact(find(Document(text), model))


letters = st.one_of(
    st.sampled_from(
        "a A the HIV nurse Smith of is . , ' - ( ) \n \r\n \t \u00ad \u200b \u0301 é 😀 12 $ @ & US"
        " 1976-08-23 x@y.org \ufeff \u2028 \ud800 İ ß".split(" ")
    ),
    st.just(" "),
    st.characters(),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(letters, max_size=40).map("".join))
def test_offsets_of_any_text(model: SpacyModel, text: str) -> None:
    check_exact(find(Document(text), model))


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_given_spans_never_break_anything(model: SpacyModel, data: st.DataObject) -> None:
    bounds = st.integers(0, len(NOTE) - 1)
    ends = st.tuples(bounds, st.integers(1, 30)).map(
        lambda pair: Span(pair[0], min(pair[0] + pair[1], len(NOTE)))
    )
    spans = data.draw(st.lists(ends, max_size=4))
    analysis = find(Document(NOTE), model, given=spans)
    covered = [span for term in analysis.terms for span in term.mentions]
    for span in spans:
        blank = NOTE[span.start : span.end].isspace()
        assert blank or any(mention.covers(span) for mention in covered)
    ordered = sorted(covered)
    assert all(a.end <= b.start for a, b in itertools.pairwise(ordered))


def test_distance_does_not_matter(model: SpacyModel) -> None:
    once = find(Document(NOTE), model)
    many = find(Document("\n\n".join([NOTE] * 20)), model)
    step = len(NOTE) + 2
    assert [term.phrase for term in many.terms] == [term.phrase for term in once.terms]
    for one, all_of_it in zip(once.terms, many.terms, strict=True):
        assert all_of_it.mentions == tuple(
            Span(span.start + step * n, span.end + step * n)
            for n in range(20)
            for span in one.mentions
        )
    assert len(many.sentences) == 20 * len(once.sentences)


def test_a_rewritten_document_parses_only_what_changed(model: SpacyModel) -> None:
    memory = remembering(model)
    find(Document(NOTE), memory)
    changed = NOTE.replace("John O'Brien", "[redacted]")
    assert find(Document(changed), memory).terms == find(Document(changed), model).terms


def test_the_same_text_gives_the_same_analysis(model: SpacyModel) -> None:
    assert find(Document(NOTE), model) == find(Document(NOTE), model)


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\u200b", "***", "😀"])
def test_texts_without_words(model: SpacyModel, text: str) -> None:
    analysis = find(Document(text), model)
    assert analysis.terms == ()


@pytest.mark.parametrize("unit", ["x", "(", "'", "x1", "\u0301", "\u200b"])
def test_a_line_without_end(model: SpacyModel, unit: str) -> None:
    text = unit * (200_000 // len(unit))
    start = time.process_time()
    check_exact(find(Document(text), model))
    assert time.process_time() - start < 20


class Silent:
    """A model that says nothing, and notes how many characters it got at once."""

    name, fingerprint = "silent", "sha256:" + "0" * 64

    def __init__(self) -> None:
        self.batches: list[int] = []

    def parse(self, texts: Sequence[str]) -> Iterator[Parse]:
        self.batches.append(sum(map(len, texts)))
        assert len(texts) <= BATCH_PIECES
        nothing = np.zeros(0, dtype=np.int64)
        yield from (Parse(nothing, nothing, (), (), (), (), ()) for _ in texts)


def test_a_long_document_goes_through_in_small_batches() -> None:
    silent = Silent()
    text = (NOTE.replace("\n\n", " ") + " ") * 1000 + "\n\n" + "Short.\n\n" * 200
    analysis = find(Document(text), silent)
    assert max(silent.batches) <= BATCH_CHARACTERS + PIECE
    assert len(silent.batches) > 5
    check_exact(analysis)


def test_where_the_model_says_nothing_every_word_is_a_term() -> None:
    analysis = find(Document(NOTE), Silent())
    covered = [span for term in analysis.terms for span in term.mentions]
    for segment in segments(NOTE):
        for token in segment:
            place = Span(token.start, token.end)
            assert is_stop(token.word) or any(span.covers(place) for span in covered)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(letters, max_size=60).map("".join))
def test_offsets_without_a_model(text: str) -> None:
    check_exact(find(Document(text), Silent()))
