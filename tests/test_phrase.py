"""METHODS, "Terms", sentence by sentence, and what must hold of any text whatever."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reticent.phrase import STOP_WORDS, Phrase, Token, fold, segments, stem, strip

AIDS = frozenset({"aids"})


def words(text: str, two_faced: frozenset[str] = frozenset()) -> tuple[str, ...]:
    return Phrase.of(text, two_faced).words


def in_segments(text: str) -> list[list[str]]:
    return [[token.word for token in segment] for segment in segments(text)]


class TestStopWords:
    """ "stop words stripped at the edges, not inside" """

    def test_at_the_edges_they_go(self) -> None:
        assert words("the history of a disease in the") == ("history", "of", "a", "disease")

    def test_stop_words_alone_are_no_phrase(self) -> None:
        assert not Phrase.of("of the and")
        assert not Phrase.of("")
        assert not Phrase.of(" \n ... ")

    def test_shorter_phrases_are_stripped_as_well(self) -> None:
        phrase = Phrase.of("bank of america")
        assert phrase.without_first() == Phrase(("america",))
        assert phrase.without_last() == Phrase(("bank",))

    def test_content_words_are_distinct_and_no_numbers(self) -> None:
        assert Phrase.of("type 2 diabetes of type 2").content == ("type", "diabetes")


class TestCase:
    """ "case folded" """

    @pytest.mark.parametrize("text", ["Blood Test", "blood TEST", "BLOOD TEST", "bLoOd tEsT"])
    def test_capitals_do_not_matter(self, text: str) -> None:
        assert words(text) == ("blood", "test")

    @pytest.mark.parametrize(
        ("text", "word"),
        [("Straße", "strasse"), ("STRASSE", "strasse"), ("İzmir", "izmir"), ("ΣΑΣ", "σασ")],
    )
    def test_folding_is_that_of_unicode(self, text: str, word: str) -> None:
        assert words(text) == (word,)


class TestSeparators:
    """ "hyphens, slashes and punctuation separate tokens" """

    @pytest.mark.parametrize(
        "text",
        [
            "mother-to-child",
            "mother‐to‑child",
            "mother/to/child",
            "mother_to_child",
            "mother to  child",
            '«mother» to "child"',
            "mother+to*child",
            "mother\xa0to child",
        ],
    )
    def test_they_separate(self, text: str) -> None:
        assert words(text) == ("mother", "to", "child")

    def test_numbers_keep_together_across_their_commas(self) -> None:
        assert in_segments("about 1,000 or 12:30") == [["about", "1", "000", "or", "12", "30"]]


class TestPossessives:
    """ "possessive 's dropped" """

    @pytest.mark.parametrize(
        "text", ["Crohn's disease", "Crohn’s disease", "Crohn＇s disease", "crohn's Disease"]
    )
    def test_dropped(self, text: str) -> None:
        assert words(text) == ("crohn", "disease")

    def test_dropped_with_the_modifier_letter_apostrophe(self) -> None:
        assert words("Crohnʼs disease") == ("crohn", "disease")

    @pytest.mark.parametrize("text", ["CROHN'S DISEASE", "CROHN’S DISEASE"])
    def test_dropped_in_headings_too(self, text: str) -> None:
        assert words(text) == ("crohn", "disease")

    def test_plural_possessives(self) -> None:
        assert words("patients' rights") == ("patients", "rights")

    @pytest.mark.parametrize(
        ("text", "expected"), [("she's ill", ("ill",)), ("they'll", ()), ("we've", ()), ("I'm", ())]
    )
    def test_contractions_leave_no_splinters(self, text: str, expected: tuple[str, ...]) -> None:
        assert words(text) == expected

    def test_names_are_no_possessives(self) -> None:
        assert words("O'Brien") == ("o", "brien")
        assert words("d'Alembert's house") == ("d", "alembert", "house")


class TestCapitals:
    """ "A token written in capitals that folds to a stop word (US, IT, WHO) is no stop word" """

    @pytest.mark.parametrize("word", ["US", "IT", "WHO", "AM", "MAY"])
    def test_it_is_no_stop_word(self, word: str) -> None:
        assert words(f"the {word} department") == (word, "department")
        assert words(f"the {word.lower()} department") == ("department",)

    def test_a_word_at_the_beginning_of_a_sentence_is_not_in_capitals(self) -> None:
        assert words("It") == ()
        assert words("Who knows") == ("knows",)

    def test_hepatitis_a(self) -> None:
        assert words("hepatitis A") == ("hepatitis", "A")
        assert words("vitamin A deficiency") == ("vitamin", "A", "deficiency")
        assert words("A hepatitis") == ("hepatitis",), "the first word of a sentence is an article"
        assert words("hepatitis a") == ("hepatitis",)

    def test_other_words_lose_their_capitals(self) -> None:
        assert words("HIV") == words("hiv") == ("hiv",)

    def test_in_shouted_headings_capitals_tell_nothing(self) -> None:
        assert words("WHO WAS IT") == ()
        assert words("THE HISTORY OF US") == ("history",)
        assert words("VITAMIN A") == ("vitamin",)

    def test_a_heading_is_a_segment_not_a_text(self) -> None:
        assert in_segments("NOTES ON IT\nthe WHO says") == [
            ["notes", "on", "it"],
            ["the", "WHO", "says"],
        ]

    def test_a_lone_word_in_capitals_is_no_heading(self) -> None:
        assert words("US") == ("US",)


class TestTwoFaced:
    """ "A form ... written in capitals (AIDS, MS) matches in a document only in capitals" """

    def test_both_faces(self) -> None:
        assert words("AIDS", AIDS) == ("AIDS",)
        assert words("hearing aids", AIDS) == ("hearing", "aids")
        assert words("Aids", AIDS) == ("aids",)
        assert Phrase.of("AIDS", AIDS) not in Phrase.of("hearing aids", AIDS)
        assert Phrase.of("AIDS", AIDS) in Phrase.of("the AIDS epidemic", AIDS)

    def test_in_headings_it_is_taken_as_written(self) -> None:
        assert words("HEARING AIDS", AIDS) == ("hearing", "AIDS")

    def test_without_a_corpus_that_says_so_there_is_one_face(self) -> None:
        assert words("AIDS") == words("aids")


class TestAccents:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("Ménière", "meniere"),
            ("Ménière", "meniere"),
            ("naïve", "naive"),
            ("Ångström", "angstrom"),
            ("ﬁbrosis", "fibrosis"),
            ("Ｈｉｖ", "hiv"),
        ],
    )
    def test_folded_however_they_are_encoded(self, text: str, expected: str) -> None:
        assert words(text) == (expected,)

    @pytest.mark.parametrize("mark", ["\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff"])
    def test_what_is_invisible_does_not_cut_words(self, mark: str) -> None:
        assert words(f"H{mark}I{mark}V") == ("hiv",)
        assert words(f"HIV{mark} test") == ("hiv", "test")

    @pytest.mark.parametrize("mark", ["\u200e", "\u200f", "\u2063", "\u2066", "\u202c", "\u061c"])
    def test_nor_do_the_other_invisible_characters(self, mark: str) -> None:
        """Direction marks come with every copy from a bilingual page; a reader sees one word."""
        assert words(f"H{mark}IV") == ("hiv",)

    @pytest.mark.parametrize("mark", ["\u0336", "\u0308", "\u20d2", "\u1dc4", "\ufe0f", "\ufe20"])
    def test_combining_marks_do_not_cut_words(self, mark: str) -> None:
        assert words(f"H{mark}IV") == ("hiv",)

    def test_invisible_characters_go_from_words_that_do_not_decompose_too(self) -> None:
        assert words("½\u00ad") == words("½")


class TestAbbreviations:
    @pytest.mark.parametrize("text", ["H.I.V.", "H.I.V", "HIV", "h.i.v."])
    def test_dots_go(self, text: str) -> None:
        assert words(text) == ("hiv",)

    @pytest.mark.parametrize("text", ["the U.S.A. today", "the U.S.A today", "the USA today"])
    def test_usa(self, text: str) -> None:
        assert words(text) == ("usa", "today")

    def test_us_with_dots_is_no_pronoun(self) -> None:
        assert words("the U.S. army") == ("US", "army")

    @pytest.mark.parametrize("text", ["Dr. Smith", "St. Mary", "J. Smith", "Mrs. Miller"])
    def test_their_dot_is_no_end_of_a_sentence(self, text: str) -> None:
        assert len(in_segments(text)) == 1


class TestSegments:
    """ "a phrase crosses no sentence punctuation, comma, colon, bracket or paragraph" """

    @pytest.mark.parametrize(
        "border",
        [
            ". ",
            "! ",
            "? ",
            "; ",
            ", ",
            ": ",
            " (",
            ") ",
            " [",
            "] ",
            " {",
            "} ",
            "\n",
            "\r\n",
            "\t",
            " – ",
            " - ",
            " — ",
            "—",
            "…",
            " | ",
            " • ",
            "\u2028",
            "\u2029",
            "\x85",
            '." ',
            ".’ ",
        ],
    )
    def test_borders(self, border: str) -> None:
        assert in_segments(f"blood{border}test") == [["blood"], ["test"]]

    @pytest.mark.parametrize("inside", [" ", "-", "/", "–", "'", " “", "_", " & ", "  "])
    def test_no_borders(self, inside: str) -> None:
        assert in_segments(f"blood{inside}test") == [["blood", "test"]]

    def test_the_end_of_the_text_needs_no_border(self) -> None:
        assert in_segments("blood.") == [["blood"]]
        assert in_segments("example.com") == [["example", "com"]]

    def test_segments_without_words_are_left_out(self) -> None:
        assert in_segments("... !!! \n\n ()") == []


class TestContains:
    def test_word_for_word(self) -> None:
        assert Phrase.of("blood test") in Phrase.of("an HIV blood test")
        assert Phrase.of("blood test") not in Phrase.of("blood and test")
        assert Phrase.of("blood test") not in Phrase.of("blood")
        assert Phrase.of("port") not in Phrase.of("portion")

    @pytest.mark.parametrize(
        ("plural", "word"),
        [
            ("abortions", "abortion"),
            ("therapies", "therapy"),
            ("viruses", "viruses"),
            ("boxes", "box"),
            ("churches", "church"),
            ("classes", "class"),
            ("diagnosis", "diagnosis"),
            ("virus", "virus"),
            ("press", "press"),
            ("gas", "gas"),
            ("MS", "MS"),
        ],
    )
    def test_a_plural_is_the_word(self, plural: str, word: str) -> None:
        assert Phrase.of(word) in Phrase.of(f"many {plural}")

    def test_plural_of_virus(self) -> None:
        assert Phrase.of("virus") in Phrase.of("computer viruses")

    def test_stems_are_for_matching(self) -> None:
        assert stem("infections") == stem("infected") == "infect"


class TestOffsets:
    def test_they_count_characters_of_the_text(self) -> None:
        text = "Dr. Smith’s pa\u00adtient: HIV"
        tokens = [token for segment in segments(text) for token in segment]
        assert [text[t.start : t.end] for t in tokens] == ["Dr", "Smith", "pa\u00adtient", "HIV"]
        assert [t.capitalised for t in tokens] == [True, True, False, True]


ODD = st.text(
    st.one_of(
        st.sampled_from("aAbiIsStTuUwWhHoO  ..,'’-/()\n\u00ad\u0301\u200bʼéÉß½ﬁİ09"),
        st.characters(),
    ),
    max_size=60,
)
WORDS = st.lists(
    st.sampled_from(
        [
            "the",
            "of",
            "US",
            "it",
            "A",
            "a",
            "HIV",
            "aids",
            "AIDS",
            "Blood",
            "test",
            "U.S.",
            "St.",
            "Crohn's",
            "1,000",
            "mother-to-child",
            "né",
            "pa\xadtient",
            ",",
            ".",
            "(",
            "\n",
            "’s",
        ]
    ),
    max_size=12,
).map(" ".join)
TEXTS = st.one_of(ODD, WORDS)


def tokens_of(text: str, two_faced: frozenset[str] = frozenset()) -> list[Token]:
    return [token for segment in segments(text, two_faced) for token in segment]


@given(TEXTS)
@example("\ud800 lone surrogate \udfff")
@example("ŉ ʼs ’ ª º ² ① Ⅷ ﷺ ǆ ℡ ℂ")
def test_normalisation_is_idempotent_but_for_capitals(text: str) -> None:
    """What keeps its capitals keeps them by its place (no heading, not first): context."""
    phrase = Phrase.of(text)
    if str(phrase) == str(phrase).lower():
        assert Phrase.of(str(phrase)) == phrase
    assert Phrase.parse(str(phrase)) == phrase


@given(TEXTS)
def test_offsets_are_right_and_increase(text: str) -> None:
    tokens = tokens_of(text)
    position = 0
    for token in tokens:
        assert position <= token.start < token.end <= len(text)
        assert fold(text[token.start : token.end]) == token.word.lower()
        assert token.capitalised == text[token.start].isupper()
        position = token.end


@given(TEXTS)
def test_every_letter_and_digit_stands_in_a_word_or_an_ending(text: str) -> None:
    """Nothing that a reader reads falls through: what is left of words is 's, 't, 'll ..."""
    rest = list(text)
    for token in tokens_of(text):
        rest[token.start : token.end] = " " * (token.end - token.start)
    left = re.sub(r"['’ʼ＇](s|t|d|m|re|ve|ll)(?![^\W_])", "", "".join(rest), flags=re.IGNORECASE)
    assert not [character for character in left if character.isalnum()]


@given(TEXTS)
def test_normalised_words_are_whole(text: str) -> None:
    for token in tokens_of(text, AIDS):
        assert token.word
        assert token.word.split() == [token.word]
        assert token.word == token.word.lower() or token.word.lower() in STOP_WORDS | AIDS


@given(TEXTS)
def test_a_phrase_has_no_stop_word_at_its_edges(text: str) -> None:
    found = Phrase.of(text, AIDS).words
    assert strip(found) == found
    assert not found or (found[0] not in STOP_WORDS and found[-1] not in STOP_WORDS)


@given(TEXTS, TEXTS)
def test_a_line_break_keeps_texts_apart(first: str, second: str) -> None:
    """The words of a text do not depend on what stands in another paragraph."""
    together = list(in_segments(f"{first}\n{second}"))
    assert together == in_segments(f"{first}\n") + in_segments(second)
