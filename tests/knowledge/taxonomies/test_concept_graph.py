"""ConceptGraph and what `concept_graph` refuses, on worlds small enough to check by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies import About, ConceptGraph, Row, concept_graph
from reticent.knowledge.taxonomies.graph import in_form, unwritten
from reticent.knowledge.taxonomies.rows import key_and_mask
from reticent.knowledge.taxonomy import Taxonomies, Taxonomy
from reticent.phrase import Phrase

WORLD = (
    Row("1", "Disease"),
    Row("2", "Viral infection", ("virus infection",), ("1",)),
    Row("3", "Immune disease", (), ("1",)),
    Row("4", "AIDS", ("acquired immunodeficiency syndrome",), ("2", "3")),
    Row("5", "Simian AIDS", (), ("4",)),
    Row("6", "hearing aid", ("aids",), ()),
)
ABOUT = About("world", "A small world", "1", "by hand", "none", "carry this")


@pytest.fixture(scope="module")
def world() -> ConceptGraph:
    return concept_graph(WORLD, ABOUT)


def ids(concepts: tuple[object, ...]) -> list[str]:
    return [str(concept).partition(":")[2] for concept in concepts]


class TestProtocol:
    def test_it_is_a_taxonomy(self, world: ConceptGraph) -> None:
        taxonomy: Taxonomy = world
        assert taxonomy.name == "world"
        assert len(taxonomy) == 6
        assert Taxonomies((taxonomy,)).concept("world:4") == world.concept("4")

    def test_a_concept_has_its_label_as_written_and_its_phrases_label_first(
        self, world: ConceptGraph
    ) -> None:
        concept = world.concept("2")
        assert concept is not None
        assert concept.label == "Viral infection"
        assert concept.phrases == (Phrase.of("viral infection"), Phrase.of("virus infection"))

    def test_label_first_whatever_the_order_of_the_keys(self) -> None:
        names = ("zebra", "alpha", "mu", "beta gamma")
        for label in names:
            graph = concept_graph([Row("1", label, names)], ABOUT)
            concept = graph.concept("1")
            assert concept is not None
            assert concept.phrases[0] == Phrase.of(label)
            assert set(concept.phrases) == {Phrase.of(name) for name in names}
            assert concept.label == label

    def test_lookup_is_exact(self, world: ConceptGraph) -> None:
        assert ids(world.concepts(Phrase.of("Viral infection"))) == ["2"]
        assert world.concepts(Phrase.of("viral infections")) == ()
        assert world.concepts(Phrase.of("infection")) == ()
        assert world.concepts(Phrase(())) == ()

    def test_several_chains(self, world: ConceptGraph) -> None:
        concept = world.concept("5")
        assert concept is not None
        assert ids(world.parents(concept)) == ["4"]
        above = ids(world.generalisations(concept))
        assert (above[0], sorted(above[1:3]), above[3]) == ("4", ["2", "3"], "1")

    def test_closures_are_nearest_first_and_once(self, world: ConceptGraph) -> None:
        top = world.concept("1")
        assert top is not None
        below = ids(world.specialisations(top))
        assert (sorted(below[:2]), below[2:]) == (["2", "3"], ["4", "5"])
        assert sorted(ids(world.children(top))) == ["2", "3"]

    def test_a_nearer_way_counts(self) -> None:
        rows = [Row("a", "a1"), Row("b", "b1", (), ("a",)), Row("c", "c1", (), ("b", "a"))]
        graph = concept_graph(rows, ABOUT)
        concept = graph.concept("c")
        assert concept is not None
        assert sorted(ids(graph.generalisations(concept))) == ["a", "b"]

    def test_what_is_not_there(self, world: ConceptGraph) -> None:
        assert world.concept("7") is None
        assert world.concept("") is None
        assert world.concept("1\n2") is None
        assert world.concept("iral infection") is None

    def test_a_concept_of_another_taxonomy_is_refused(self, world: ConceptGraph) -> None:
        stranger = concept_graph([Row("1", "Disease")], About("other")).concept("1")
        assert stranger is not None
        with pytest.raises(TaxonomyError, match="other:1"):
            world.parents(stranger)


class TestCapitals:
    """METHODS, Terms: a form written in capitals matches a document only in capitals."""

    def test_a_corpus_without_two_faced_words_sees_one_phrase(self, world: ConceptGraph) -> None:
        assert sorted(ids(world.concepts(Phrase.of("AIDS")))) == ["4", "6"]

    def test_a_corpus_that_counts_them_apart_sees_two(self, world: ConceptGraph) -> None:
        two_faced = {"aids"}
        graph = world.reading(two_faced)
        assert ids(graph.concepts(Phrase.of("AIDS", two_faced))) == ["4"]
        assert ids(graph.concepts(Phrase.of("aids", two_faced))) == ["6"]
        assert graph.phrases(graph.index(graph.concepts(Phrase(("AIDS",)))[0]))[0] == Phrase(
            ("AIDS",)
        )
        assert ids(graph.concepts(Phrase.of("simian AIDS", two_faced))) == ["5"]
        assert graph.fingerprint == world.fingerprint  # corpora have their own

    def test_stop_words_in_capitals_are_words(self) -> None:
        graph = concept_graph([Row("1", "WHO"), Row("2", "hepatitis A")], ABOUT)
        assert ids(graph.concepts(Phrase.of("the WHO"))) == ["1"]
        assert ids(graph.concepts(Phrase.of("hepatitis A"))) == ["2"]
        assert graph.concepts(Phrase.of("hepatitis")) == ()

    @given(
        st.text(alphabet="aAsSiI -'.12", max_size=12),
        st.frozensets(st.sampled_from(["aa", "as", "is", "si", "a1s", "ss"])),
    )
    def test_key_and_mask_say_what_phrase_of_says(self, text: str, two_faced: set[str]) -> None:
        words = {word for word in two_faced if unwritten(word.upper()) == word}
        key, mask = key_and_mask(text)
        assert in_form(key.split(), mask, words) == Phrase.of(text, words)


class TestOrderOfSenses:
    ROWS = (Row("1", "Georgia"), Row("2", "georgia"), Row("3", "Georgia"))

    def test_that_of_the_rows(self) -> None:
        graph = concept_graph(self.ROWS, ABOUT)
        assert ids(graph.concepts(Phrase.of("Georgia"))) == ["1", "2", "3"]

    def test_or_as_given(self) -> None:
        graph = concept_graph(self.ROWS, ABOUT, senses={"georgia": ["3", "1"]})
        assert ids(graph.concepts(Phrase.of("Georgia"))) == ["3", "1", "2"]

    def test_whatever_the_numbering_of_the_concepts(self) -> None:
        rows = [Row("2", "bank", (), ("1",)), Row("3", "bank"), Row("1", "institution")]
        graph = concept_graph(rows, ABOUT)
        assert ids(graph.concepts(Phrase.of("bank"))) == ["2", "3"]


class TestRefused:
    def test_a_cycle_by_a_concept_on_it(self) -> None:
        rows = [
            Row("root", "root"),
            Row("a", "alpha", (), ("b", "root")),
            Row("b", "beta", (), ("c",)),
            Row("c", "gamma", (), ("a",)),
            Row("below", "delta", (), ("c",)),
        ]
        with pytest.raises(TaxonomyError, match=r"cycle through the concept [abc]:"):
            concept_graph(rows, ABOUT)

    def test_a_concept_that_is_its_own_parent(self) -> None:
        with pytest.raises(TaxonomyError, match="cycle through the concept a:"):
            concept_graph([Row("a", "alpha", (), ("a",))], ABOUT)

    def test_an_unknown_parent(self) -> None:
        with pytest.raises(TaxonomyError, match="gives b the parent nowhere"):
            concept_graph([Row("a", "alpha"), Row("b", "beta", (), ("nowhere",))], ABOUT)

    def test_an_unknown_parent_may_be_dropped_and_is_counted(self) -> None:
        rows = [Row("a", "alpha"), Row("b", "beta", (), ("nowhere", "a", "a"))]
        graph = concept_graph(rows, ABOUT, drop_dangling=True)
        assert graph.about.dropped_edges == 1
        concept = graph.concept("b")
        assert concept is not None
        assert ids(graph.parents(concept)) == ["a"]

    @pytest.mark.parametrize(
        ("rows", "said"),
        [
            ([], "no concepts"),
            ([Row("a", "alpha"), Row("a", "beta")], "concept a twice"),
            ([Row("", "alpha")], "empty or broken id"),
            ([Row("a\nb", "alpha")], "empty or broken id"),
            ([Row("a", "the"), Row("b", "...")], "no concept by a phrase"),
        ],
    )
    def test_what_is_no_taxonomy(self, rows: list[Row], said: str) -> None:
        with pytest.raises(TaxonomyError, match=said):
            concept_graph(rows, ABOUT)

    def test_labels_that_normalise_to_nothing_are_no_phrases(self) -> None:
        graph = concept_graph([Row("a", "The ...", ("of the", "alpha"))], ABOUT)
        concept = graph.concept("a")
        assert concept is not None
        assert (concept.label, concept.phrases) == ("The ...", (Phrase(("alpha",)),))


class TestCounting:
    def test_bottom_up_has_children_first_and_is_enough_for_taxonomic_counts(
        self, world: ConceptGraph
    ) -> None:
        units = {"disease": {1}, "viral infection": {2}, "aids": {3, 4}, "immune disease": {4}}
        reached: dict[int, set[int]] = {}
        for node in world.bottom_up():
            own = [units.get(str(phrase), set()) for phrase in node.phrases]
            below = [reached[child] for child in node.children.tolist()]
            reached[node.index] = set().union(*own, *below)
        counts = [len(reached[index]) for index in range(len(world))]
        counted = world.with_counts("sha256:x", counts)
        concepts = {id: world.concept(id) for id in "123456"}
        found = {
            id: counted.taxonomic_count(concept, "sha256:x")
            for id, concept in concepts.items()
            if concept
        }
        assert found == {"1": 4, "2": 3, "3": 2, "4": 2, "5": 0, "6": 2}

    def test_another_corpus_has_no_stored_count(self, world: ConceptGraph) -> None:
        concept = world.concept("1")
        assert concept is not None
        counted = world.with_counts("sha256:x", np.arange(6))
        assert counted.counted == ("sha256:x",)
        assert counted.taxonomic_count(concept, "sha256:y") is None
        assert world.taxonomic_count(concept, "sha256:x") is None
        assert counted.fingerprint != world.fingerprint

    @pytest.mark.parametrize("counts", [[1, 2], [-1, 0, 0, 0, 0, 0]])
    def test_counts_must_fit(self, world: ConceptGraph, counts: list[int]) -> None:
        with pytest.raises(TaxonomyError, match="must be 6 numbers"):
            world.with_counts("sha256:x", counts)


@st.composite
def graphs(draw: st.DrawFn) -> ConceptGraph:
    """Any acyclic graph: every concept has parents among those of smaller number."""
    size = draw(st.integers(1, 25))
    names = st.lists(st.sampled_from("ash oak elm fir Yew PINE".split()), max_size=2)
    rows = []
    for number in range(size):
        above = draw(st.lists(st.integers(0, number - 1), max_size=3)) if number else []
        label = " ".join(["tree", *draw(names)])
        rows.append(Row(f"t{number}", label, tuple(draw(names)), tuple(f"t{p}" for p in above)))
    return concept_graph(draw(st.permutations(rows)), ABOUT)


class TestClosures:
    @given(graphs())
    def test_specialisations_and_generalisations_are_inverse(self, graph: ConceptGraph) -> None:
        up = {(a, b) for a in range(len(graph)) for b in graph.ancestors(a).tolist()}
        down = {(a, b) for b in range(len(graph)) for a in graph.descendants(b).tolist()}
        assert up == down

    @given(graphs())
    def test_the_closure_is_transitive_and_holds_the_edges(self, graph: ConceptGraph) -> None:
        for concept in map(graph.at, range(len(graph))):
            above = set(graph.generalisations(concept))
            assert set(graph.parents(concept)) <= above
            assert concept not in above
            for other in above:
                assert set(graph.generalisations(other)) <= above

    @given(graphs())
    def test_parents_have_smaller_numbers(self, graph: ConceptGraph) -> None:
        for concept in map(graph.at, range(len(graph))):
            assert all(graph.index(p) < graph.index(concept) for p in graph.parents(concept))
            assert all(concept in graph.children(p) for p in graph.parents(concept))

    @given(graphs())
    @settings(max_examples=50)
    def test_every_phrase_of_a_concept_leads_to_it(self, graph: ConceptGraph) -> None:
        for two_faced in (frozenset[str](), frozenset({"pine", "tree"})):
            read = graph.reading(two_faced)
            for concept in map(read.at, range(len(read))):
                assert concept.phrases
                assert all(concept in read.concepts(phrase) for phrase in concept.phrases)
                assert read.concept(concept.id) == concept
