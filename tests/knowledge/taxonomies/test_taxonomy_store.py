"""A stored taxonomy answers as the one it was written from, or is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies import About, ConceptGraph, Row, concept_graph, open_graph, read
from reticent.knowledge.taxonomies.store import MAGIC, verify, write
from reticent.phrase import Phrase

LABELS = st.text(alphabet="abcAB é-', 1", min_size=1, max_size=12)


@st.composite
def rows(draw: st.DrawFn) -> list[Row]:
    labels = draw(st.lists(LABELS, min_size=1, max_size=12))
    made = [Row("root", "a root")]
    for number, label in enumerate(labels):
        above = draw(st.sets(st.sampled_from([row.id for row in made]), max_size=3))
        synonyms = tuple(draw(st.lists(LABELS, max_size=3)))
        made.append(Row(f"c{number}", label, synonyms, tuple(sorted(above))))
    return made


def everything(graph: ConceptGraph) -> list[object]:
    return [
        (concept, concept.label, concept.phrases, graph.parents(concept), graph.children(concept))
        for concept in map(graph.at, range(len(graph)))
    ]


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    graph = concept_graph(
        [
            Row("1", "Disease"),
            Row("2", "AIDS", ("acquired immunodeficiency syndrome",), ("1",)),
            Row("whooping cough", "Whooping Cough", (), ("1",)),
            Row("Non-A_hepatitis_(old)", "Non-A hepatitis (old)", (), ("1",)),
        ],
        About("small", "Small", "1", "by hand", "CC0", "carry this"),
    )
    path = tmp_path / "small.taxonomy"
    write(graph.with_counts("sha256:x", [70000, 2, 3, 4]), path)
    return path


class TestRoundTrip:
    @given(rows())
    @settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_is_identical(self, tmp_path: Path, rows: list[Row]) -> None:
        graph = concept_graph(rows, About("any", notice="carry"))
        path = tmp_path / "any.taxonomy"
        write(graph, path)
        opened = open_graph(path)
        assert opened.about == graph.about
        assert opened.fingerprint == graph.fingerprint
        assert everything(opened) == everything(graph)
        first = path.read_bytes()
        write(opened, path)
        assert path.read_bytes() == first

    def test_with_counts(self, stored: Path) -> None:
        graph = open_graph(stored)
        concept = graph.concept("1")
        assert concept is not None
        assert graph.counted == ("sha256:x",)
        assert graph.taxonomic_count(concept, "sha256:x") == 70000

    def test_ids_and_labels_that_are_phrases(self, stored: Path) -> None:
        (concept,) = open_graph(stored).concepts(Phrase.of("whooping cough"))
        assert (concept.id, concept.label) == ("whooping cough", "Whooping Cough")
        assert open_graph(stored).concept("whooping cough") == concept
        (concept,) = open_graph(stored).concepts(Phrase.of("Non-A hepatitis old"))
        assert (concept.id, concept.label) == ("Non-A_hepatitis_(old)", "Non-A hepatitis (old)")
        assert open_graph(stored).concept("Non-A_hepatitis_(old)") == concept
        assert open_graph(stored).concept("Non-A hepatitis (old)") is None

    def test_read_recognises_it(self, stored: Path) -> None:
        assert read(stored).fingerprint == open_graph(stored).fingerprint

    def test_two_faced_words_are_the_readers_choice(self, stored: Path) -> None:
        graph = open_graph(stored).reading({"aids"})
        assert graph.concepts(Phrase(("aids",))) == ()
        assert len(graph.concepts(Phrase(("AIDS",)))) == 1


class TestRefused:
    def test_every_cut(self, stored: Path) -> None:
        whole = stored.read_bytes()
        for length in range(0, len(whole), 23):
            stored.write_bytes(whole[:length])
            with pytest.raises(TaxonomyError):
                verify(stored)

    def test_a_flipped_bit_is_refused_or_changes_no_answer(self, stored: Path) -> None:
        """The unused bits at the end of a packed part are all that may differ unnoticed."""
        whole, known = stored.read_bytes(), dict(open_graph(stored).parts)
        unnoticed = 0
        for place in range(0, len(whole), 17):
            stored.write_bytes(whole[:place] + bytes([whole[place] ^ 0x20]) + whole[place + 1 :])
            try:
                assert dict(verify(stored).parts) == known
            except TaxonomyError:
                continue
            unnoticed += 1
        assert unnoticed <= len(known)

    def test_bytes_after_the_end(self, stored: Path) -> None:
        stored.write_bytes(stored.read_bytes() + b"x")
        with pytest.raises(TaxonomyError, match="not as long"):
            open_graph(stored)

    def test_a_damaged_trie_before_marisa_sees_it(self, stored: Path) -> None:
        whole = bytearray(stored.read_bytes())
        size = int.from_bytes(whole[len(MAGIC) : len(MAGIC) + 8], "little")
        start = len(MAGIC) + 40
        part = json.loads(whole[start : start + size])["parts"]["phrases"]
        whole[start + size + part["offset"] + part["stored"] // 2] ^= 0xFF
        stored.write_bytes(whole)
        graph = open_graph(stored)
        with pytest.raises(TaxonomyError, match='"phrases" does not match its checksum'):
            graph.concepts(Phrase.of("disease"))

    def test_another_version(self, stored: Path) -> None:
        stored.write_bytes(stored.read_bytes().replace(b"taxonomy/1", b"taxonomy/2", 1))
        with pytest.raises(TaxonomyError, match="another version"):
            read(stored)

    def test_a_file_that_is_gone_or_foreign(self, tmp_path: Path) -> None:
        with pytest.raises(TaxonomyError, match="cannot be read"):
            open_graph(tmp_path / "none.taxonomy")
        (tmp_path / "x").write_bytes(b"PK\x03\x04")
        with pytest.raises(TaxonomyError, match="no compiled taxonomy"):
            open_graph(tmp_path / "x")

    def test_a_file_that_goes_while_it_is_open(self, stored: Path) -> None:
        graph = open_graph(stored)
        stored.unlink()
        with pytest.raises(TaxonomyError, match="cannot be read"):
            graph.concepts(Phrase.of("disease"))

    def test_nothing_is_left_where_nothing_can_be_written(self, stored: Path) -> None:
        graph = open_graph(stored)
        target = stored.parent / "folder.taxonomy"
        target.mkdir()
        with pytest.raises(TaxonomyError, match="cannot be written"):
            write(graph, target)
        assert sorted(p.name for p in stored.parent.iterdir()) == [target.name, stored.name]

    def test_checksums_do_not_excuse_nonsense(self, tmp_path: Path) -> None:
        graph = concept_graph([Row("1", "one"), Row("2", "two", (), ("1",))], About("odd"))
        bad = ConceptGraph(
            graph.about, {**graph.parts, "parents": b"\x05\0\0\0"}, dict(graph.digests)
        )
        with pytest.raises(TaxonomyError, match="malformed in its part"):
            len(bad)
