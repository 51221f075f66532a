"""What `sanitize` guarantees: the text it returns, read again from scratch, holds no finding."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import reticent
from reticent import terms
from reticent.document import Document
from reticent.errors import Disclosure, ReticentError, UsageError
from reticent.knowledge import Knowledge
from reticent.knowledge.count_table import CountTable
from reticent.knowledge.counted import Estimator, Weighted
from reticent.phrase import Phrase, segments
from reticent.privacy import c_sanitized
from reticent.privacy.risk import Visible, findings
from reticent.release import Result, sanitize, verify
from reticent.report.certificate import Certificate, _checksum
from reticent.request import MARKER

MakeTable = Callable[..., CountTable]

COUNTS = {
    "hiv": 10, "human immunodeficiency virus": 4, "zidovudine": 6, "hiv AND zidovudine": 6,
    "ritonavir": 6, "hiv AND ritonavir": 6, "condom": 20, "condom AND hiv": 8, "virus": 200,
    "hiv AND virus": 10, "blood": 300, "blood AND hiv": 6, "weather": 300, "hiv AND weather": 1,
    "letter": 400, "hiv AND letter": 3, "tuberculosis": 9, "hiv AND tuberculosis": 2,
    "rifampicin": 5, "rifampicin AND tuberculosis": 5,
}  # fmt: skip
NOTE = (
    "Mr Brown was seen on 3 May. He has taken zidovudine for his HIV since the letter of April.\n"
    "The weather was fine; a blood test for the virus follows."
)


@pytest.fixture(scope="session")
def known(make_table: MakeTable) -> Knowledge:
    return Knowledge((Weighted(make_table(1000, COUNTS)),))


def redacted(
    text: str, known: Knowledge, protect: tuple[str, ...] = ("HIV",), **more: Any
) -> Result:
    """Terms that the small tables do not list are kept, unless a test is about them."""
    options: dict[str, Any] = {"unknown": "keep"} | more
    return sanitize(text, protect=list(protect), knowledge=known, **options)


def remaining(
    text: str, known: Knowledge, model: terms.Linguistics, protect: tuple[str, ...] = ("HIV",)
) -> list[Phrase]:
    """The findings in a text that is read as by a stranger: no marker is known, nothing is
    remembered."""
    information = known.information(Estimator())
    entities = [information.entity(label, [Phrase.of(label)]) for label in protect]
    forms = [form for entity in entities for form in entity.forms]
    analysis = terms.find(Document(text), model, wanted=forms, known=information.knows)
    visible = Visible.all_of(term.phrase for term in analysis.terms)
    risks = c_sanitized.assess(
        information, entities, c_sanitized.Parameters(unknown="keep"), visible
    )
    return [finding.terms[0] for finding in findings(risks)]


SAID = st.sampled_from(
    [
        "HIV",
        "hiv",
        "H.I.V.",
        "HIV-positive",
        "zidovudine",
        "Zidovudine's",
        "ritonavir",
        "condoms",
        "condom",
        "the virus",
        "a blood test",
        "weather",
        "Mr Brown",
        "the letter",
        "is",
        "and",
        "tuberculosis",
        "non-HIV",
        "(HIV)",
        "anti-HIV",
        "H\xadIV",
        "HIV/AIDS",
        "HIV.",
        "3 May",
        "took",
        "of",
        "was",
        "[redacted]",
        "[",
        "redacted",
        "Dr.",
        "1,000",
        "HIV's",
        "HIVs",
        "\n",
    ]
)
DOCUMENTS = st.lists(SAID, max_size=14).map(" ".join)


@given(DOCUMENTS)
@example("HIV zidovudine a blood test H.I.V.")
@settings(max_examples=60)
def test_read_again_from_scratch_it_holds_no_finding(
    known: Knowledge, linguistics: terms.Linguistics, text: str
) -> None:
    result = redacted(text, known)
    assert remaining(result.text, known, linguistics) == []
    assert "hiv" not in [t.word for segment in segments(result.text) for t in segment]


@given(
    st.lists(SAID, max_size=10).map("".join)
    | st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)
)
@settings(max_examples=60)
def test_also_of_odd_texts(known: Knowledge, linguistics: terms.Linguistics, text: str) -> None:
    result = redacted(text, known)
    assert remaining(result.text, known, linguistics) == []


@given(DOCUMENTS)
@settings(max_examples=40)
def test_a_second_pass_changes_nothing(known: Knowledge, text: str) -> None:
    once = redacted(text, known)
    twice = redacted(once.text, known)
    assert twice.text == once.text
    assert twice.findings == ()


@given(DOCUMENTS)
@settings(max_examples=40)
def test_what_is_not_redacted_stays_as_it_was(known: Knowledge, text: str) -> None:
    """The output is the input with markers in it: between them every character is the input's."""
    result = redacted(text, known)
    position = 0
    for piece in result.text.split(MARKER):
        found = text.find(piece, position)
        assert found >= 0
        position = found + len(piece)


class TestTheNote:
    def test_what_discloses_goes_and_the_rest_stays(self, known: Knowledge) -> None:
        result = redacted(NOTE, known)
        assert "HIV" not in result.text
        assert "zidovudine" not in result.text
        for kept in ("Mr Brown", "The weather was fine", "letter"):
            assert kept in result.text
        assert {finding.entity for finding in result.findings} == {"HIV"}
        assert result.plan.redacted() >= {Phrase(("zidovudine",))}

    def test_whatever_the_tagger_takes_a_word_for(self, make_table: MakeTable) -> None:
        """The model takes this drug for an adverb; a reader takes it for what it is."""
        table = make_table(1000, COUNTS | {"abacavir": 5, "hiv AND abacavir": 5})
        text = "The patient took abacavir in the hospital."
        assert "abacavir" not in redacted(text, Knowledge((Weighted(table),))).text

    def test_several_entities(self, known: Knowledge, linguistics: terms.Linguistics) -> None:
        text = "Rifampicin and zidovudine were given; blood was taken."
        both = ("HIV", "tuberculosis")
        result = redacted(text, known, both)
        assert "ifampicin" not in result.text
        assert "zidovudine" not in result.text
        assert remaining(result.text, known, linguistics, both) == []
        assert "ifampicin" in redacted(text, known).text

    def test_forms_are_the_entity(self, known: Knowledge) -> None:
        form = {"HIV": ["human immunodeficiency virus"]}
        text = "The human immunodeficiency virus was found in the blood."
        assert "immunodeficiency" not in redacted(text, known, form=form).text

    def test_nothing_to_hide_nothing_done(self, known: Knowledge) -> None:
        text = "The weather was fine.\r\n\r\nThe letter came.\t"
        result = redacted(text, known)
        assert result.text == text
        assert result.findings == ()

    def test_an_empty_document_stays_empty(self, known: Knowledge) -> None:
        assert redacted("", known).text == ""

    def test_certificate_and_document_are_deterministic_but_for_the_nonce(
        self, known: Knowledge
    ) -> None:
        one, two = redacted(NOTE, known), redacted(NOTE, known)
        assert one.text == two.text
        free = ("nonce", "input_hmac", "checksum")
        first, second = (
            {key: value for key, value in each.certificate.content.items() if key not in free}
            for each in (one, two)
        )
        assert first == second
        assert one.certificate.content["nonce"] != two.certificate.content["nonce"]


class TestNonInterference:
    """CONTRACT: "two inputs that differ only in a term that is redacted in both, and that the
    linguistic analysis takes for the same kind of word, give byte-identical documents" """

    @pytest.mark.parametrize(
        "sentence",
        ["He has taken {} for years.", "{} was given.", "Notes on {}, {} and the weather.\n{}!"],
    )
    def test_the_output_tells_nothing_of_the_term(self, sentence: str, known: Knowledge) -> None:
        outputs = {
            redacted(sentence.format(*[drug] * 3), known).text
            for drug in ("zidovudine", "ritonavir")
        }
        assert len(outputs) == 1
        assert MARKER in outputs.pop()

    def test_nor_of_its_length_or_its_frequency(self, make_table: MakeTable) -> None:
        """Everything but the secret's own word is the same: so must be the document."""
        outputs = set()
        for word, count in (("raltegravir", 2), ("nevirapine", 5), ("dolutegravir", 7)):
            table = make_table(1000, COUNTS | {word: count, f"hiv AND {word}": count})
            known = Knowledge((Weighted(table),))
            outputs.add(redacted(f"The patient took {word} in the hospital.", known, alpha=2).text)
        assert outputs == {f"The patient took {MARKER} in the hospital."}


class TestUnknown:
    """METHODS: "It is never silently kept: `unknown = redact | flag | keep`" """

    TEXT = "The weather was fine. He takes qwrtzol."

    def test_it_is_redacted_by_default(self, known: Knowledge) -> None:
        result = sanitize(self.TEXT, protect=["HIV"], knowledge=known)
        assert "qwrtzol" not in result.text
        assert result.certificate.content["unknown_kept"] == 0

    @pytest.mark.parametrize("unknown", ["flag", "keep"])
    def test_what_is_kept_is_counted(self, known: Knowledge, unknown: str) -> None:
        result = redacted(self.TEXT, known, unknown=unknown)
        assert result.text == self.TEXT
        assert result.certificate.content["unknown_kept"] > 0

    def test_a_drug_that_looks_like_a_person_is_no_stranger(self, known: Knowledge) -> None:
        assert "Kaftrio" not in redacted("He takes Kaftrio daily.", known, unknown="redact").text


class TestLayout:
    """No layout hides a form: line breaks, commas inside, headings in capitals."""

    @pytest.mark.parametrize(
        ("protect", "text"),
        [
            ("blood transfusion", "A note.\nBlood\r\ntransfusion was given."),
            ("blood transfusion", "BLOOD TRANSFUSION. BLOOD, TRANSFUSION."),
            ("Smith, John", "Signed: Smith, John (the tenant)."),
            ("hepatitis A", "HEPATITIS A"),
            ("WHO", "SENT TO THE WHO"),
            ("WHO", "Sent to the WHO, who wrote back."),
        ],
    )
    def test_a_form_goes(self, make_table: MakeTable, protect: str, text: str) -> None:
        counts = {"blood transfusion": 9, "smith john": 3, "hepatitis A": 5, "WHO": 8}
        table = make_table(1000, counts)
        result = redacted(text, Knowledge((Weighted(table),)), (protect,), plain=True)
        left = result.text.replace(MARKER, "")
        assert not any(word in left for word in (*protect.split(), protect.upper()) if word != "A")
        assert "who wrote" in result.text or "who" not in text

    def test_the_end_of_a_sentence_parts_words(self, make_table: MakeTable) -> None:
        table = make_table(1000, {"blood transfusion": 9})
        text = "He gave blood. Transfusion was not needed."
        protect = ("blood transfusion",)
        assert redacted(text, Knowledge((Weighted(table),)), protect, plain=True).text == text


class TestMarkers:
    def test_a_marker_in_the_input_is_kept_and_is_no_term(self, known: Knowledge) -> None:
        text = f"The {MARKER} weather and {MARKER}."
        result = redacted(text, known)
        assert result.text == text
        assert result.certificate.content["actions"]["markers"] == 0

    @pytest.mark.parametrize(
        "marker", ["█", "XXX", "[…]", "***", "<secret/>", "\\1", "{code}", "é"]
    )
    def test_any_text_may_mark(
        self, marker: str, known: Knowledge, linguistics: terms.Linguistics
    ) -> None:
        result = redacted(NOTE, known, marker=marker)
        assert marker in result.text
        assert remaining(result.text, known, linguistics) == []
        assert redacted(result.text, known, marker=marker).text == result.text

    @pytest.mark.parametrize("marker", ["", " ", "\n"])
    def test_a_marker_that_nobody_sees_is_refused(self, marker: str, known: Knowledge) -> None:
        with pytest.raises(UsageError, match="marker"):
            redacted(NOTE, known, marker=marker)

    @pytest.mark.parametrize("marker", ["HIV", "I", "e", "zidovudine", "a", "hiv", "[HIV]"])
    def test_a_marker_never_hides_from_the_model_what_a_reader_sees(
        self, marker: str, known: Knowledge, linguistics: terms.Linguistics
    ) -> None:
        """Where the marker is a piece of the text, that text must be examined all the same: or
        the marker is refused."""
        try:
            result = redacted(NOTE, known, marker=marker)
        except ReticentError:
            return
        assert remaining(result.text, known, linguistics) == []


class TestRefusals:
    @pytest.mark.parametrize("alpha", ["x", "0.5", "-1", "nan", "inf", "", 0, "1/0", "1e400"])
    def test_alpha(self, alpha: Any, known: Knowledge) -> None:
        with pytest.raises(UsageError, match="alpha"):
            redacted(NOTE, known, alpha=alpha)

    @pytest.mark.parametrize(
        "options",
        [
            {"protect": "HIV"},
            {"form": {"HIV": "virus"}},
            {"protect": ["kind:place"]},
            {"protect": ["doid:0"]},
            {"protect": []},
            {"protect": ["xyzzy"]},
            {"protect": ["the"]},
            {"protect": [""]},
            {"mode": "generalize"},
            {"model": "magic"},
            {"unknown": "ignore"},
            {"estimator": "x"},
            {"floor": 0},
            {"form": {"flu": ["influenza"]}},
        ],
    )
    def test_options(self, options: dict[str, Any], known: Knowledge) -> None:
        if "protect" in options and options["protect"] == ["xyzzy"]:
            assert not known.corpus.counts([["xyzzy"]])[0]
        wanted: dict[str, Any] = {"protect": ["HIV"], "knowledge": known} | options
        with pytest.raises(UsageError):
            sanitize(NOTE, **wanted)


@pytest.fixture(scope="module")
def result(known: Knowledge) -> Result:
    return redacted(NOTE, known)


def check(
    certificate: str, result: Result, known: Knowledge, linguistics: terms.Linguistics
) -> None:
    sworn = Certificate.from_json(certificate)
    verify(Document(result.text), sworn, known, linguistics, Document(NOTE))


class TestVerify:
    def test_it_holds(
        self, result: Result, known: Knowledge, linguistics: terms.Linguistics
    ) -> None:
        sworn = Certificate.from_json(result.certificate.to_json())
        verify(Document(result.text), sworn, known, linguistics)
        verify(Document(result.text), sworn, known, linguistics, Document(NOTE))

    def test_the_input_is_bound_by_an_hmac(self, result: Result) -> None:
        content = result.certificate.content
        code = hmac.new(bytes.fromhex(content["nonce"]), NOTE.encode(), hashlib.sha256)
        assert content["input_hmac"] == "hmac-sha256:" + code.hexdigest()
        assert hashlib.sha256(NOTE.encode()).hexdigest() not in result.certificate.to_json()

    def test_it_holds_no_text_of_the_input(self, result: Result) -> None:
        assert "zidovudine" not in result.certificate.to_json()
        assert "Brown" not in result.certificate.to_json()

    @given(st.data())
    @settings(max_examples=40)
    def test_any_other_output_is_refused(
        self, result: Result, known: Knowledge, linguistics: terms.Linguistics, data: st.DataObject
    ) -> None:
        at = data.draw(st.integers(0, len(result.text)))
        new = data.draw(st.characters(codec="utf-8") | st.just(""))
        drop = data.draw(st.integers(0, 1))
        changed = result.text[:at] + new + result.text[at + drop :]
        if changed != result.text:
            with pytest.raises(Disclosure):
                verify(Document(changed), result.certificate, known, linguistics)

    def test_another_input_is_refused(
        self, result: Result, known: Knowledge, linguistics: terms.Linguistics
    ) -> None:
        with pytest.raises(Disclosure, match="input"):
            verify(Document(result.text), result.certificate, known, linguistics, Document("x"))

    def test_any_field_changed_by_accident_is_refused(self, result: Result) -> None:
        whole = json.loads(result.certificate.to_json())
        for key in whole:
            for value in (None, "x", 7, ["x"], {"x": 1}):
                if value == whole[key]:
                    continue
                with pytest.raises(ReticentError):
                    Certificate.from_json(json.dumps(whole | {key: value}))
            with pytest.raises(ReticentError):
                Certificate.from_json(json.dumps({k: v for k, v in whole.items() if k != key}))

    @pytest.mark.parametrize("text", ["", "{", "[]", "null", "{}", "x" * 9, "[" * 99_999])
    def test_what_is_no_certificate_is_refused(self, text: str) -> None:
        with pytest.raises(UsageError):
            Certificate.from_json(text)

    CLAIMS: ClassVar[dict[str, Any]] = {
        "schema": "reticent.certificate/2",
        "model": "k-safety.v1",
        "examined": "the whole",
        "asserts": "nothing is disclosed",
        "thin_evidence": -1,
        "exceptions": ["zidovudine"],
        "linguistic_model": "sha256:" + "0" * 64,
        "knowledge": [],
        "protected": [],
        "output": "sha256:" + "0" * 64,
        "parameters.alpha": {"HIV": "1"},
        "parameters.alpha_given": "1",
        "parameters.protect": ["tuberculosis"],
        "parameters.estimator": "mle",
        "parameters.marker": "e",
        "terms": 10_000,
        "protected.0.tightest": 0.001,
        "protected.0.threshold": 99,
        "protected.0.count": 1,
    }

    @pytest.mark.parametrize("place", CLAIMS)
    def test_no_claim_that_can_be_recomputed_is_believed(
        self, place: str, result: Result, known: Knowledge, linguistics: terms.Linguistics
    ) -> None:
        """ "Raise unless every claim of the certificate holds for this output": somebody who also
        corrects the checksum is caught wherever output and knowledge tell better."""
        forged = json.loads(result.certificate.to_json())
        inner: Any = forged
        *path, last = place.split(".")
        for key in path:
            inner = inner[int(key)] if key.isdigit() else inner[key]
        assert inner[last] != self.CLAIMS[place]
        inner[last] = self.CLAIMS[place]
        forged["checksum"] = _checksum(forged)
        with pytest.raises(ReticentError):
            check(json.dumps(forged), result, known, linguistics)

    @pytest.mark.parametrize("key", ["parameters", "output", "nonce", "knowledge", "protected"])
    def test_a_certificate_with_a_field_missing_is_refused_politely(
        self, key: str, result: Result, known: Knowledge, linguistics: terms.Linguistics
    ) -> None:
        forged = json.loads(result.certificate.to_json())
        del forged[key]
        forged["checksum"] = _checksum(forged)
        with pytest.raises(ReticentError):
            check(json.dumps(forged), result, known, linguistics)

    def test_other_knowledge_is_refused(
        self, result: Result, make_table: MakeTable, linguistics: terms.Linguistics
    ) -> None:
        table = make_table(999, COUNTS)
        with pytest.raises(Disclosure, match="knowledge"):
            verify(
                Document(result.text),
                result.certificate,
                Knowledge((Weighted(table),)),
                linguistics,
            )


def test_what_stays_counts_for_utility(known: Knowledge) -> None:
    assert redacted("The weather was fine.", known).certificate.content["utility"] == 1
    assert 0 < redacted(NOTE, known).certificate.content["utility"] < 1


def test_actions_are_counted(known: Knowledge) -> None:
    result = redacted("Zidovudine. Zidovudine. The weather.", known)
    actions = result.certificate.content["actions"]
    assert actions["redact"] == 1
    assert actions["markers"] == result.text.count(MARKER) == 2


def test_public_names() -> None:
    assert reticent.sanitize is sanitize
    assert issubclass(Disclosure, reticent.ReticentError)
