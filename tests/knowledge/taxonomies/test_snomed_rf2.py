"""SNOMED CT: small files in the exact RF2 layout, with its file names and column headers.

Identifiers of the metadata (is-a, inferred, fully specified name, ...) are SNOMED CT's; the
concepts are made up.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies import ConceptGraph, read
from reticent.phrase import Phrase

CONCEPT = "id\teffectiveTime\tactive\tmoduleId\tdefinitionStatusId"
DESCRIPTION = (
    "id\teffectiveTime\tactive\tmoduleId\tconceptId\tlanguageCode\ttypeId\tterm\tcaseSignificanceId"
)
RELATIONSHIP = (
    "id\teffectiveTime\tactive\tmoduleId\tsourceId\tdestinationId\trelationshipGroup\ttypeId\t"
    "characteristicTypeId\tmodifierId"
)
MODULE, PRIMITIVE, CASE = "900000000000207008", "900000000000074008", "900000000000448009"
FSN, SYNONYM, DEFINITION = "900000000000003001", "900000000000013009", "900000000000550004"
INFERRED, STATED, SOME = "900000000000011006", "900000000000010007", "900000000000451002"
IS_A, FINDING_SITE = "116680003", "363698007"
ROOT, DISEASE, ASTHMA, LUNG, OLD = "138875005", "64572001", "195967001", "19829001", "111001"


def concept(id: str, active: int = 1, time: str = "20240101") -> str:
    return f"{id}\t{time}\t{active}\t{MODULE}\t{PRIMITIVE}"


def description(
    id: str, of: str, term: str, kind: str = SYNONYM, active: int = 1, language: str = "en"
) -> str:
    return f"{id}\t20240101\t{active}\t{MODULE}\t{of}\t{language}\t{kind}\t{term}\t{CASE}"


def relationship(
    id: str,
    source: str,
    target: str,
    kind: str = IS_A,
    how: str = INFERRED,
    active: int = 1,
    time: str = "20240101",
) -> str:
    return f"{id}\t{time}\t{active}\t{MODULE}\t{source}\t{target}\t0\t{kind}\t{how}\t{SOME}"


CONCEPTS = [concept(id) for id in (ROOT, DISEASE, ASTHMA, LUNG)] + [concept(OLD, 0)]
DESCRIPTIONS = [
    description("1", ROOT, "SNOMED CT Concept (SNOMED RT+CTV3)", FSN),
    description("2", DISEASE, "Disease (disorder)", FSN),
    description("3", ASTHMA, "Asthma (disorder)", FSN),
    description("4", ASTHMA, "Bronchial asthma"),
    description("5", ASTHMA, "Wheezy chest", active=0),
    description("6", ASTHMA, "asma", language="es"),
    description("7", ASTHMA, "A long definition", DEFINITION),
    description("8", LUNG, "Disorder of lung (disorder)", FSN),
    description("9", LUNG, 'Lung "disease" (any)'),
    description("10", OLD, "Old concept (disorder)", FSN),
]
RELATIONSHIPS = [
    relationship("11", DISEASE, ROOT),
    relationship("12", LUNG, DISEASE),
    relationship("13", ASTHMA, LUNG),
    relationship("14", ASTHMA, DISEASE),
    relationship("15", ASTHMA, ROOT, how=STATED),
    relationship("16", LUNG, ASTHMA, kind=FINDING_SITE),
    relationship("17", DISEASE, ASTHMA, active=0),
    relationship("18", ASTHMA, OLD),
]


def release(
    folder: Path,
    concepts: list[str] = CONCEPTS,
    descriptions: list[str] = DESCRIPTIONS,
    relationships: list[str] = RELATIONSHIPS,
    kind: str = "Snapshot",
    place: str = "INT_20240101",
) -> Path:
    terminology = folder / "SnomedCT_InternationalRF2" / kind / "Terminology"
    terminology.mkdir(parents=True, exist_ok=True)
    for name, header, rows in (
        (f"sct2_Concept_{kind}_{place}.txt", CONCEPT, concepts),
        (f"sct2_Description_{kind}-en_{place}.txt", DESCRIPTION, descriptions),
        (f"sct2_Relationship_{kind}_{place}.txt", RELATIONSHIP, relationships),
        (f"sct2_StatedRelationship_{kind}_{place}.txt", RELATIONSHIP, ["not read"]),
        (f"sct2_TextDefinition_{kind}-en_{place}.txt", DESCRIPTION, ["not read"]),
    ):
        (terminology / name).write_bytes("".join(f"{r}\r\n" for r in (header, *rows)).encode())
    return folder


def chain(graph: ConceptGraph, phrase: str) -> list[str]:
    return [c.label for c in graph.generalisations(graph.concepts(Phrase.of(phrase))[0])]


class TestSnapshot:
    @pytest.fixture
    def graph(self, tmp_path: Path) -> ConceptGraph:
        return read(release(tmp_path))

    def test_active_concepts_only(self, graph: ConceptGraph) -> None:
        assert (graph.name, graph.about.version, len(graph)) == ("snomedct", "20240101", 4)
        assert graph.concept(OLD) is None
        assert graph.about.dropped_edges == 1

    def test_active_english_names_without_the_semantic_tag(self, graph: ConceptGraph) -> None:
        concept = graph.concept(ASTHMA)
        assert concept is not None
        assert concept.label == "Asthma"
        assert concept.phrases == (Phrase.of("asthma"), Phrase.of("bronchial asthma"))
        assert chain(graph, "lung disease any")  # brackets of a synonym are its own

    def test_active_inferred_is_a_only(self, graph: ConceptGraph) -> None:
        assert sorted(chain(graph, "asthma")[:2]) == ["Disease", "Disorder of lung"]
        assert chain(graph, "asthma")[2:] == ["SNOMED CT Concept"]
        asthma = graph.concept(ASTHMA)
        assert asthma is not None
        assert {c.id for c in graph.parents(asthma)} == {LUNG, DISEASE}


class TestFull:
    def test_the_newest_version_of_every_component_counts(self, tmp_path: Path) -> None:
        concepts = [
            *CONCEPTS,
            concept("222002", 1, "20200131"),
            concept("222002", 0, "20230131"),
            concept("333003", 1, "20230131"),
            concept("333003", 0, "20200131"),
        ]
        descriptions = [*DESCRIPTIONS, description("20", "333003", "Back again (disorder)", FSN)]
        relationships = [
            *RELATIONSHIPS,
            relationship("30", "333003", DISEASE, active=0, time="20200131"),
            relationship("30", "333003", DISEASE, time="20230131"),
            relationship("31", "333003", ASTHMA, time="20200131"),
            relationship("31", "333003", ASTHMA, active=0, time="20230131"),
        ]
        graph = read(release(tmp_path, concepts, descriptions, relationships, "Full"))
        assert graph.concept("222002") is None
        assert chain(graph, "back again") == ["Disease", "SNOMED CT Concept"]

    def test_a_snapshot_beside_it_is_preferred(self, tmp_path: Path) -> None:
        release(tmp_path, [*CONCEPTS, concept("222002")], kind="Full")
        assert len(read(release(tmp_path))) == 4

    def test_an_extension_beside_the_international_release(self, tmp_path: Path) -> None:
        release(tmp_path)
        release(
            tmp_path,
            [concept("444004"), concept(LUNG, 0, "20240301")],
            [description("40", "444004", "Local asthma (disorder)", FSN)],
            [relationship("41", "444004", ASTHMA)],
            place="US1000124_20240301",
        )
        graph = read(tmp_path)
        assert graph.about.version == "20240301"
        assert chain(graph, "local asthma")[0] == "Asthma"
        assert graph.concept(LUNG) is None


class TestRefused:
    @pytest.mark.parametrize("component", ["Description", "Relationship"])
    def test_a_missing_file(self, tmp_path: Path, component: str) -> None:
        release(tmp_path)
        next(tmp_path.rglob(f"sct2_{component}_*.txt")).unlink()
        with pytest.raises(TaxonomyError, match=f"holds no sct2_{component}_Snapshot file"):
            read(tmp_path)

    def test_a_delta_alone(self, tmp_path: Path) -> None:
        with pytest.raises(TaxonomyError, match="a Delta alone is not enough"):
            read(release(tmp_path, kind="Delta"))

    @pytest.mark.parametrize("lost", [1, 2, 10, 60])
    def test_a_file_that_breaks_off(self, tmp_path: Path, lost: int) -> None:
        release(tmp_path)
        path = next(tmp_path.rglob("sct2_Relationship_*.txt"))
        path.write_bytes(path.read_bytes()[:-lost])
        with pytest.raises(TaxonomyError, match=r"it is truncated|is damaged"):
            read(tmp_path)

    def test_other_columns(self, tmp_path: Path) -> None:
        release(tmp_path)
        path = next(tmp_path.rglob("sct2_Concept_*.txt"))
        path.write_bytes(path.read_bytes().replace(b"effectiveTime", b"time"))
        with pytest.raises(TaxonomyError, match="columns of an RF2 Concept file"):
            read(tmp_path)

    def test_a_concept_without_description(self, tmp_path: Path) -> None:
        with pytest.raises(TaxonomyError, match=f"active concept {LUNG} no description"):
            read(release(tmp_path, descriptions=DESCRIPTIONS[:7]))

    def test_no_english(self, tmp_path: Path) -> None:
        spanish = [d.replace("\ten\t", "\tes\t") for d in DESCRIPTIONS]
        with pytest.raises(TaxonomyError, match="no English descriptions"):
            read(release(tmp_path, descriptions=spanish))

    def test_no_concepts(self, tmp_path: Path) -> None:
        with pytest.raises(TaxonomyError, match="no concepts"):
            read(release(tmp_path, concepts=[]))

    def test_a_cycle(self, tmp_path: Path) -> None:
        relationships = [*RELATIONSHIPS, relationship("50", DISEASE, ASTHMA)]
        with pytest.raises(TaxonomyError, match="snomedct has a cycle"):
            read(release(tmp_path, relationships=relationships))
