"""ICD-10-CM, drugs and abbreviations: what is read of the three tables, and what is refused."""

from __future__ import annotations

import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies import ConceptGraph, abbreviations, drugs, icd10
from reticent.phrase import Phrase

LISTS = Path(__file__).parents[3].parent / "shared" / "lists"

CODES = (
    "code\tdescription\n"
    "A000\tCholera due to Vibrio cholerae 01, biovar cholerae\n"
    "A009\tCholera, unspecified\n"
    "B20\tHuman immunodeficiency virus [HIV] disease\n"
    "C50911\tMalignant neoplasm of unspecified site of right female breast\n"
    "C4A0\tMerkel cell carcinoma of lip\n"
    "F1020\tAlcohol dependence, uncomplicated\n"
    "F32A\tDepression, unspecified\n"
    "J449\tChronic obstructive pulmonary disease, unspecified\n"
    "S72001A\tFracture of unspecified part of neck of right femur, initial encounter\n"
    "S72001D\tFracture of unspecified part of neck of right femur, subsequent encounter\n"
    "T6294XS\tToxic effect of unspecified noxious substance eaten as food, sequela\n"
    "T513X1A\tToxic effect of fusel oil, accidental (unintentional), initial encounter\n"
    "Y92009\tUnspecified place in unspecified residence\n"
)
DRUGS = (
    "drugbank_id\tcommon_name\tcas\tsynonyms\n"
    "DB00002\tCetuximab\t205923-56-4\tCetuximab | Cétuximab | Cetuximabum\n"
    "DB06243\tEflornithine\t70052-12-9\t2-(difluoromethyl)ornithine | DFMO | Eflornithine\n"
    "DB07220\tN-[5-(1,1-DIOXIDOISOTHIAZOL-2-YL)]ACETAMIDE\t\t\n"
    "DB10745\tOrange\t\tCitrus sinensis\n"
    "DB12782\tSCH-486757\t524019-25-8\t\n"
    "DB00001\t[hidden]\t\tCO | Recombinant form of the thing that leeches make | Hirudin\n"
)
ABBREVIATIONS = (
    "abbreviation\tmeaning\n"
    "AC\tassist control\n"
    "AC\tbefore meals (ante cibum)\n"
    "ac\tbefore meals\n"
    "CUP\tcancer of unknown primary\n"
    "SD\tstandard deviation\n"
    "g\tgram\n"
    "he\thepatic encephalopathy\n"
    "K0\tNo ability to walk; a prosthesis does not help\n"
    "HIV\tHIV\n"
    "A, list.csv\thttps://host.example/list.csv\n"
    "ABx\tantibiotic(s)\n"
    "CHADS\tcongestive heart failure, hypertension, age, diabetes\n"
)


def file(folder: Path, text: str) -> Path:
    path = folder / "list.tsv.xz"
    path.write_bytes(lzma.compress(text.encode()))
    return path


def ids(graph: ConceptGraph, text: str) -> list[str]:
    return [concept.id for concept in graph.concepts(Phrase.of(text))]


def chain(graph: ConceptGraph, id: str) -> list[str]:
    concept = graph.concept(id)
    assert concept is not None
    return [each.label for each in graph.generalisations(concept)]


class TestIcd10:
    @pytest.fixture
    def graph(self, tmp_path: Path) -> ConceptGraph:
        return icd10.read(file(tmp_path, CODES))

    @pytest.mark.parametrize(
        ("text", "id"),
        [
            ("B20", "B20"),
            ("F10.20", "F10.20"),
            ("f1020", "F10.20"),
            ("F10.2", "F10.2"),
            ("S72.001A", "S72.001"),
            ("S72001D", "S72.001"),
            ("S72.001", "S72.001"),
            ("T62.94XS", "T62.94"),
            ("T51.3X1A", "T51.3X1"),
            ("C4A.0", "C4A.0"),
            ("F32A", "F32.A"),
        ],
    )
    def test_a_code_with_and_without_its_dot(self, graph: ConceptGraph, text: str, id: str) -> None:
        assert ids(graph, text) == [id]

    def test_a_code_that_ends_in_the_article(self, graph: ConceptGraph) -> None:
        """Amid other words F32.A keeps its A; alone, Phrase reads the A as the article."""
        amid = Phrase.of("has F32.A").words
        assert [c.id for c in graph.concepts(Phrase(amid[-2:]))] == ["F32.A"]
        assert ids(graph, "F32.A") == ["F32"]

    def test_above_a_code_stand_shorter_ones_the_block_and_the_chapter(
        self, graph: ConceptGraph
    ) -> None:
        block = "Mental and behavioral disorders due to psychoactive substance use"
        chapter = "Mental, behavioral and neurodevelopmental disorders"
        assert chain(graph, "F10.20") == ["F10.2", "F10", block, chapter]
        assert chain(graph, "C4A.0")[1:] == [
            "Melanoma and other malignant neoplasms of skin",
            "Neoplasms",
        ]
        assert chain(graph, "T51.3X1")[:2] == ["T51.3", "T51"]

    def test_a_block_of_one_category_is_the_category(self, graph: ConceptGraph) -> None:
        assert chain(graph, "C50.911")[-2:] == ["Malignant neoplasms of breast", "Neoplasms"]
        assert chain(graph, "B20") == ["Certain infectious and parasitic diseases"]

    def test_a_category_is_called_as_its_unspecified_code(self, graph: ConceptGraph) -> None:
        assert ids(graph, "cholera") == ["A00", "A00.9"]
        assert ids(graph, "human immunodeficiency virus disease") == ["B20"]

    @pytest.mark.parametrize(
        ("description", "name"),
        [
            ("Cholera, unspecified", "Cholera"),
            ("Respiratory tuberculosis unspecified", "Respiratory tuberculosis"),
            ("Postural orthostatic tachycardia syndrome [POTS]",) * 2,
            ("Other chronic viral hepatitis", ""),
            ("Chronic viral hepatitis B without delta-agent", ""),
            ("Acute pain, not elsewhere classified", ""),
            ("Alcohol dependence with withdrawal with perceptual disturbance", ""),
        ],
    )
    def test_names_as_somebody_would_write_them(self, description: str, name: str) -> None:
        assert icd10.name_of(description) == name.removesuffix(" [POTS]")

    def test_everyday_codes_are_left_out_but_stay_between_others(self, tmp_path: Path) -> None:
        graph = icd10.read(file(tmp_path, CODES), everyday={"F10", "B20"})
        assert (ids(graph, "F10"), ids(graph, "B20")) == ([], [])
        assert chain(graph, "F10.20")[:2] == ["F10.2", "ICD-10 F10"]
        assert ids(graph, "human immunodeficiency virus disease") == ["B20"]

    def test_an_everyday_block_is_told_from_the_word(self, tmp_path: Path) -> None:
        path = file(tmp_path, CODES + "X9501XA\tAssault by airgun discharge, initial encounter\n")
        assert ids(icd10.read(path), "assault") == ["X92-Y09"]
        graph = icd10.read(path, everyday={"Assault"})
        assert ids(graph, "assault") == []
        assert "Assault (ICD-10)" in chain(graph, "X95.01")

    def test_refused(self, tmp_path: Path) -> None:
        with pytest.raises(TaxonomyError, match="without a code"):
            icd10.read(file(tmp_path, CODES + "Cholera\tA00\n"))
        with pytest.raises(TaxonomyError, match="U99, which no chapter holds"):
            icd10.read(file(tmp_path, CODES + "U99\tSomething\n"))


class TestDrugs:
    def test_synonyms_of_a_drug(self, tmp_path: Path) -> None:
        graph = drugs.read(file(tmp_path, DRUGS))
        assert ids(graph, "cetuximabum") == ids(graph, "Cetuximab") == ["DB00002"]
        assert chain(graph, "DB06243") == ["drug"]

    def test_what_is_no_name_is_left_out(self, tmp_path: Path) -> None:
        graph = drugs.read(file(tmp_path, DRUGS))
        eflornithine = graph.concept("DB06243")
        assert eflornithine is not None
        assert eflornithine.phrases == (Phrase.of("eflornithine"), Phrase.of("dfmo"))
        assert graph.concept("DB07220") is None
        hirudin = graph.concept("DB00001")
        assert hirudin is not None
        assert (hirudin.label, len(hirudin.phrases)) == ("Hirudin", 1)

    def test_everyday_words_are_left_out(self, tmp_path: Path) -> None:
        path = file(tmp_path, DRUGS)
        graph = drugs.read(path, everyday={"Orange"})
        assert (ids(graph, "orange"), ids(graph, "citrus sinensis")) == ([], ["DB10745"])
        assert drugs.read(path, everyday={"SCH-486757"}).concept("DB12782") is None

    @given(st.text(max_size=60))
    def test_a_name_has_words_and_few(self, text: str) -> None:
        if drugs.is_name(text):
            assert 0 < len(Phrase.of(text)) <= 5


class TestAbbreviations:
    @pytest.fixture
    def graph(self, tmp_path: Path) -> ConceptGraph:
        return abbreviations.read(file(tmp_path, ABBREVIATIONS))

    def test_senses_in_the_order_of_the_list(self, graph: ConceptGraph) -> None:
        assert [c.label for c in graph.concepts(Phrase.of("AC"))] == [
            "assist control",
            "before meals",
        ]
        assert chain(graph, "assist control") == []

    def test_a_meaning_is_named_by_its_abbreviation(self, graph: ConceptGraph) -> None:
        (concept,) = graph.concepts(Phrase.of("standard deviation"))
        assert concept.phrases == (Phrase.of("standard deviation"), Phrase.of("sd"))
        assert ids(graph, "abx") == ["antibiotic"]

    def test_in_capitals_where_the_list_has_it_so(self, graph: ConceptGraph) -> None:
        read = graph.reading({"cup"})
        assert [c.label for c in read.concepts(Phrase.of("CUP", {"cup"}))] == [
            "cancer of unknown primary"
        ]
        assert read.concepts(Phrase.of("cup", {"cup"})) == ()

    @pytest.mark.parametrize("text", ["g", "gram", "he", "K0", "HIV", "A, list.csv", "CHADS"])
    def test_left_out(self, graph: ConceptGraph, text: str) -> None:
        if phrase := Phrase.of(text):
            assert graph.concepts(phrase) == ()

    def test_everyday(self, tmp_path: Path) -> None:
        """An everyday abbreviation goes; an everyday meaning is left to who knows it better."""
        graph = abbreviations.read(
            file(tmp_path, ABBREVIATIONS), everyday={"CUP", "standard deviation"}
        )
        assert (ids(graph, "CUP"), ids(graph, "standard deviation")) == ([], [])
        (concept,) = graph.concepts(Phrase.of("SD"))
        assert concept.label == "SD (standard deviation)"


READERS = [(icd10.read, CODES), (drugs.read, DRUGS), (abbreviations.read, ABBREVIATIONS)]


@pytest.mark.parametrize(("read", "text"), READERS)
class TestDamage:
    def test_refused(self, read: Callable[[Path], ConceptGraph], text: str, tmp_path: Path) -> None:
        rest = text.partition("\n")[2]
        for broken, said in [
            ("", "is empty or another table"),
            (rest, "is empty or another table"),
            (text[:-1], "breaks off in its line"),
            (text + "one\n", "has 1 columns"),
        ]:
            with pytest.raises(TaxonomyError, match=said):
                read(file(tmp_path, broken))

    def test_truncated(
        self, read: Callable[[Path], ConceptGraph], text: str, tmp_path: Path
    ) -> None:
        path = file(tmp_path, text)
        path.write_bytes(path.read_bytes()[:-10])
        with pytest.raises(TaxonomyError, match="truncated or damaged"):
            read(path)

    def test_a_header_alone(
        self, read: Callable[[Path], ConceptGraph], text: str, tmp_path: Path
    ) -> None:
        with pytest.raises(TaxonomyError, match="holds no row"):
            read(file(tmp_path, text.partition("\n")[0] + "\n"))


@pytest.mark.skipif(not LISTS.is_dir(), reason="the folder shared/lists is not beside this one")
class TestTheLists:
    def test_every_code_finds_its_concept(self) -> None:
        graph = icd10.read(LISTS / "icd10cm_2024.tsv.xz")
        with lzma.open(LISTS / "icd10cm_2024.tsv.xz", "rt") as lines:
            codes = [line.partition("\t")[0] for line in lines][1::37]
        for code in codes:
            stem = code[:3] + code[3:6].rstrip("X") if len(code) == 7 else code
            assert stem in [id.replace(".", "") for id in ids(graph, code)]
            assert len(chain(graph, stem if len(stem) == 3 else f"{stem[:3]}.{stem[3:]}")) > 0
