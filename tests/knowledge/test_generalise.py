"""Generalisations, senses, and the forms of what is protected."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from reticent.errors import UsageError
from reticent.knowledge import Knowledge
from reticent.knowledge.counted import CountedInformation, Weighted
from reticent.knowledge.generalise import forms_of, generalisations, senses
from reticent.knowledge.protected import protected
from reticent.knowledge.taxonomies import About, ConceptGraph, Row, concept_graph
from reticent.knowledge.taxonomy import Taxonomies
from reticent.phrase import Phrase
from tests.conftest import MakeTable

DISEASES = concept_graph(
    [
        Row("1", "disease"),
        Row("2", "infection", parents=("1",)),
        Row("3", "virus infection", parents=("2",)),
        Row("4", "HIV", ("human immunodeficiency virus", "clap"), ("3",)),
        Row("5", "HIV-1", ("HIV",), ("4",)),
        Row("6", "cold", parents=("3",)),
    ],
    About("diseases"),
)
WORDS = concept_graph(
    [
        Row("a", "clap"),
        Row("b", "applause", ("clap",)),
        Row("c", "port"),
        Row("d", "harbour", ("port",)),
        Row("e", "HIV", ("aids virus",)),
    ],
    About("words"),
)
BOTH = Taxonomies((DISEASES, WORDS))


def ids(found: object) -> list[str]:
    return [each.id for each in found]  # type: ignore[attr-defined]


class TestSenses:
    """METHODS: "the first taxonomy in priority order that holds the term (as written, then with
    its head in the singular; longest head-containing part of the phrase, if not the whole)"."""

    def test_the_first_taxonomy_that_knows_it(self) -> None:
        assert ids(senses(BOTH, Phrase.of("clap"))) == ["4"]

    def test_the_head_in_the_singular(self) -> None:
        assert ids(senses(BOTH, Phrase.of("virus infections"))) == ["3"]

    def test_the_longest_part_with_the_head(self) -> None:
        assert ids(senses(BOTH, Phrase.of("chronic virus infection"))) == ["3"]
        assert ids(senses(BOTH, Phrase.of("severe bone infection"))) == ["2"]

    def test_a_part_without_the_head_says_nothing(self) -> None:
        assert ids(senses(BOTH, Phrase.of("infection control"))) == []


class TestGeneralisations:
    def known(self, make_table: MakeTable, counts: Mapping[str, int]) -> Knowledge:
        return Knowledge((Weighted(make_table(1000, counts)),), BOTH)

    def test_most_specific_first_and_none_more_specific_than_the_term(
        self, make_table: MakeTable
    ) -> None:
        counts = {"cold": 20, "virus infection": 5, "infection": 10, "disease": 40}
        found = generalisations(self.known(make_table, counts), Phrase.of("cold"))
        assert [(str(g.concept), g.count) for g in found] == [
            ("diseases:3", 25),
            ("diseases:2", 35),
            ("diseases:1", 75),
        ]
        plain = generalisations(self.known(make_table, counts), Phrase.of("cold"), taxonomic=False)
        assert [str(g.concept) for g in plain] == ["diseases:1"]


class TestForms:
    def test_synonyms_of_every_taxonomy_that_knows_one_meaning(self) -> None:
        found = {str(form) for form in forms_of(BOTH, "HIV")}
        assert found == {"hiv", "human immunodeficiency virus", "aids virus"}

    def test_a_synonym_with_another_sense_is_none(self) -> None:
        assert "clap" not in {str(form) for form in forms_of(BOTH, "HIV")}

    def test_of_senses_apart_none_is_guessed(self) -> None:
        assert forms_of(Taxonomies((WORDS,)), "port") == ()

    def test_a_concept_by_its_name(self) -> None:
        assert {str(f) for f in forms_of(BOTH, "diseases:3")} == {"virus infection"}


class TestProtected:
    def information(self, make_table: MakeTable) -> tuple[Knowledge, CountedInformation]:
        counts = {"hiv": 10, "human immunodeficiency virus": 4, "cocaine": 9, "addiction": 20}
        table = make_table(1000, counts | {"addiction AND cocaine": 5})
        known = Knowledge((Weighted(table),), BOTH)
        return known, known.information()

    def test_name_forms_and_synonyms(self, make_table: MakeTable) -> None:
        known, information = self.information(make_table)
        (entity,) = protected(["HIV"], {"HIV": ["the plague"]}, known, information)
        assert {"hiv", "plague", "human immunodeficiency virus"} <= set(map(str, entity.forms))
        assert (entity.label, entity.count) == ("HIV", 14)
        (plain,) = protected(["HIV"], {}, known, information, synonyms=False)
        assert [str(form) for form in plain.forms] == ["hiv"]

    def test_a_concept_has_its_own_phrases_alone(self, make_table: MakeTable) -> None:
        known, information = self.information(make_table)
        (entity,) = protected(["diseases:4"], {}, known, information)
        assert "diseases" not in " ".join(map(str, entity.forms))

    def test_what_no_corpus_holds_is_counted_by_its_words(self, make_table: MakeTable) -> None:
        known, information = self.information(make_table)
        (entity,) = protected(["cocaine addiction"], {}, known, information)
        assert entity.count == 5
        assert entity.words == ((Phrase(("cocaine",)),), (Phrase(("addiction",)),))

    def test_what_nothing_knows_is_refused(self, make_table: MakeTable) -> None:
        known, information = self.information(make_table)
        with pytest.raises(UsageError, match="no corpus knows"):
            protected(["xyzzy plugh"], {}, known, information)


def test_the_graphs_are_graphs() -> None:
    assert all(isinstance(each, ConceptGraph) for each in BOTH.members)
