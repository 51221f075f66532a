"""What corpora tell: QUALITY rules 1 to 6 and METHODS' back-off, floor, bounds and weights."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.errors import KnowledgeError, UsageError
from reticent.knowledge import estimators as rules
from reticent.knowledge.corpus import Corpus
from reticent.knowledge.count_table import CountTable
from reticent.knowledge.counted import CountedInformation, Estimator, Weighted
from reticent.knowledge.index.corpus import IndexedCorpus
from reticent.knowledge.information import Entity, Evidence, Judgement
from reticent.phrase import Phrase

MakeTable = Callable[..., CountTable]
N = 1000
HIV = 10
P_C = HIV / N

WORLD = {
    "hiv": HIV,
    "red": 40, "red AND hiv": 6,
    "blood": 80, "blood AND hiv": 2,
    "cell": 30, "cell AND hiv": 1,
    "red blood": 12, "red blood AND hiv": 1,
    "blood cell": 9, "blood cell AND hiv": 1,
    "red blood cell": 4, "red blood cell AND hiv": 1,
    "red AND blood": 20, "red AND blood AND hiv": 2,
    "red AND cell": 8, "red AND cell AND hiv": 1,
    "blood AND cell": 11, "blood AND cell AND hiv": 1,
    "red AND blood AND cell": 5, "red AND blood AND cell AND hiv": 1,
}  # fmt: skip


def count(key: str) -> int:
    """n of a conjunction as the world lists it, whatever the order."""
    parts = key.split(" AND ")
    return next((WORLD[k] for k in map(" AND ".join, permutations(parts)) if k in WORLD), 0)


def told(*corpora: Corpus, weights: tuple[int, ...] = (), **options: object) -> CountedInformation:
    shares = weights or (1,) * len(corpora)
    return CountedInformation(
        tuple(Weighted(c, Fraction(w)) for c, w in zip(corpora, shares, strict=True)),
        Estimator(**options),  # type: ignore[arg-type]
    )


def of(information: CountedInformation, *forms: str) -> Entity:
    return information.entity(forms[0], [Phrase.of(f, information.two_faced) for f in forms])


def judge(information: CountedInformation, *terms: str, entity: str = "HIV") -> Judgement:
    protected = of(information, entity)
    group = tuple(Phrase.of(term, information.two_faced) for term in terms)
    return information.judge(protected, [group])[0]


@pytest.fixture(scope="module")
def world(make_table: MakeTable) -> CountTable:
    return make_table(N, WORLD)


def p_word(word: str) -> float:
    return (count(f"{word} AND hiv") + 2 * P_C) / (count(word) + 2)


class TestInformation:
    """ "IC(t) = -log p(t), PMI(c;T) = log p(c,T)/(p(c) p(T)), IC(c|T) = IC(c) - PMI(c;T)" """

    def test_ic(self, world: CountTable) -> None:
        information = told(world)
        assert information.ic((Phrase.of("blood"),)) == -math.log2(80 / N)
        assert information.ic((Phrase.of("absent"),)) == math.inf

    def test_table_1_of_the_2012_paper(self, make_table: MakeTable) -> None:
        counts = {
            "peter greenow": 21, "syracuse": 68_000_000, "united states": 1_300_000_000,
            "pancreatic cancer": 6_550_000, "treatment": 616_000_000,
            "community general hospital": 146_000, "condition": 702_000_000,
            "oncologist": 7_200_000, "cancer": 536_000_000,
        }  # fmt: skip
        information = told(make_table(3_500_000_000, counts))
        ics = {key: information.ic((Phrase.parse(key),)) for key in counts}
        beta = ics["cancer"]
        assert round(beta, 1) == 2.7
        assert {key for key, ic in ics.items() if ic >= beta and key != "cancer"} == {
            "peter greenow", "syracuse", "pancreatic cancer", "community general hospital",
            "oncologist",
        }  # fmt: skip

    def test_pmi_and_conditional_ic(self, world: CountTable) -> None:
        information = told(world, kind="mle", floor=1, backoff=False)
        entity = of(information, "HIV")
        red = (Phrase.of("red"),)
        pmi = math.log2((6 / N) / (P_C * 40 / N))
        assert information.pmi(entity, [red]) == [pytest.approx(pmi)]
        assert information.conditional_ic(entity, [red]) == [pytest.approx(-math.log2(6 / 40))]

    def test_no_joint_count_is_no_evidence(self, world: CountTable) -> None:
        judgement = judge(told(world, kind="mle", floor=1), "absent")
        assert (judgement.probability, judgement.pmi) == (0, -math.inf)


class TestEntities:
    def test_a_concept_is_the_union_of_its_forms(self, build_pack: Callable[..., Path]) -> None:
        texts = ["HIV"] * 3 + ["human immunodeficiency virus"] * 2
        texts += ["HIV, human immunodeficiency virus", "else"]
        corpus = IndexedCorpus(build_pack(texts, cutoffs=(1, 1, 1, 1)))
        entity = of(told(corpus), "HIV", "human immunodeficiency virus")
        assert entity.count == 3 + 2 + 1
        assert entity.ratio == Fraction(6, 7)
        assert entity.ic == -math.log2(6 / 7)

    def test_what_no_corpus_knows_is_refused(self, world: CountTable) -> None:
        with pytest.raises(UsageError, match="no corpus knows"):
            of(told(world), "xyzzy")

    @pytest.mark.parametrize("forms", [[], ["the"], ["HIV", ""]])
    def test_a_form_without_words_is_refused(self, forms: list[str], world: CountTable) -> None:
        with pytest.raises(UsageError, match="no phrase"):
            told(world).entity("HIV", [Phrase.of(form) for form in forms])

    def test_nobody_to_ask_is_refused(self) -> None:
        with pytest.raises(KnowledgeError):
            CountedInformation(())

    @pytest.mark.parametrize("weight", [0, -1])
    def test_a_weight_is_above_0(self, weight: int, world: CountTable) -> None:
        with pytest.raises(UsageError):
            Weighted(world, Fraction(weight))


class TestRules:
    """QUALITY, "The recommended estimator" """

    @pytest.mark.parametrize("term", ["HIV", "hiv test", "an HIV infection", "HIVs"])
    def test_1_a_phrase_that_contains_a_form_of_c_has_risk_1(
        self, term: str, world: CountTable
    ) -> None:
        judgement = judge(told(world), term)
        assert judgement.probability == 1
        assert judgement.pmi == -math.log2(P_C)

    def test_1_also_in_the_plural_of_a_word_in_us(self, make_table: MakeTable) -> None:
        information = told(make_table(N, {"virus": 30}))
        assert judge(information, "computer viruses", entity="virus").probability == 1

    def test_1_a_form_in_capitals_matches_only_in_capitals(self, make_table: MakeTable) -> None:
        """METHODS, Terms: "hearing aids" is no disclosure of AIDS, nor is financial aid."""
        information = told(make_table(N, {"aids": 30, "aid": 200, "financial": 100}))
        assert judge(information, "financial aid", entity="AIDS").probability < 1

    def test_2_a_word(self, world: CountTable) -> None:
        for word in ("red", "blood", "cell"):
            assert judge(told(world), word).probability == pytest.approx(p_word(word))

    def test_3_a_longer_phrase_and_6_its_words_as_a_set(self, world: CountTable) -> None:
        m = max(p_word("red"), p_word("blood"))
        in_order = (count("red blood AND hiv") + 50 * m) / (count("red blood") + 50)
        apart = P_C * (p_word("red") / P_C) ** 0.7 * (p_word("blood") / P_C) ** 0.7
        b = max(m, min(0.9, apart))
        as_set = (count("red AND blood AND hiv") + 20 * b) / (count("red AND blood") + 20)
        assert judge(told(world), "red blood").probability == pytest.approx(max(in_order, as_set))

    def test_3_and_6_for_three_words(self, world: CountTable) -> None:
        pairs = {}
        for a, b in (("red", "blood"), ("red", "cell"), ("blood", "cell")):
            apart = P_C * (p_word(a) / P_C) ** 0.7 * (p_word(b) / P_C) ** 0.7
            prior = max(p_word(a), p_word(b), min(0.9, apart))
            n, j = count(f"{a} AND {b}"), count(f"{a} AND {b} AND hiv")
            pairs[a, b] = (j + 20 * prior) / (n + 20)
        apart = P_C * math.prod((p_word(w) / P_C) ** 0.7 for w in ("red", "blood", "cell"))
        as_set = (1 + 20 * max(*pairs.values(), min(0.9, apart))) / (5 + 20)

        def phrase(key: str, m: float) -> float:
            return (count(f"{key} AND hiv") + 50 * m) / (count(key) + 50)

        left = phrase("red blood", max(p_word("red"), p_word("blood")))
        right = phrase("blood cell", max(p_word("blood"), p_word("cell")))
        in_order = phrase("red blood cell", max(left, right))
        judgement = judge(told(world), "red blood cell")
        assert judgement.probability == pytest.approx(max(in_order, as_set))

    def test_4_names_where_c_is_a_name_itself(self, build_pack: Callable[..., Path]) -> None:
        texts = ["In Paris lives Marie."] * 3 + ["the river is Long"] * 30 + ["Marie sings."] * 2
        corpus = IndexedCorpus(build_pack(texts, cutoffs=(1, 1, 1, 1)))
        information = told(corpus)
        assert of(information, "Paris").is_name
        paris, n, j = 3 / 35, 5, 3
        expected = max((j + 2 * paris) / (n + 2), rules.name(n, j))
        assert judge(information, "Marie", entity="Paris").probability == pytest.approx(expected)
        small = judge(information, "river", entity="Paris").probability
        assert small == pytest.approx((0 + 2 * paris) / (30 + 2)), "no name: rule 2"

    def test_4_not_where_c_is_a_concept(self, build_pack: Callable[..., Path]) -> None:
        texts = ["the flu hit Marie"] * 25 + ["else Marie"] * 5
        information = told(IndexedCorpus(build_pack(texts, cutoffs=(1, 1, 1, 1))))
        assert not of(information, "flu").is_name
        flu = 25 / 30
        expected = (25 + 2 * flu) / (30 + 2)
        assert judge(information, "Marie", entity="flu").probability == pytest.approx(expected)

    def test_5_any_unknown_content_word_makes_the_phrase_unknown(
        self, build_pack: Callable[..., Path]
    ) -> None:
        corpus = IndexedCorpus(build_pack(["The flu season", "no virus"] * 2, cutoffs=(1,) * 4))
        information = told(corpus)
        judgement = judge(information, "xyzzy virus of season 17", entity="flu")
        assert judgement.unknown == ("xyzzy",)
        assert judgement.evidence is Evidence.NONE
        assert judge(information, "virus of season", entity="flu").unknown == ()
        assert judge(information, "season 17", entity="flu").unknown == (), "a number is no word"


class TestMle:
    """METHODS, "Back-off": a phrase rarer than the evidence floor is judged by the greatest risk
    among its own and its sub-phrases'."""

    def test_rare_phrases_by_their_parts(self, world: CountTable) -> None:
        information = told(world, kind="mle", floor=5)
        assert judge(information, "red blood cell").probability == 6 / 40, "the word red"

    def test_frequent_ones_by_themselves(self, world: CountTable) -> None:
        information = told(world, kind="mle", floor=5)
        assert judge(information, "blood cell").probability == 0, "n >= 5, but j = 1 is no proof"

    def test_below_the_floor_a_chance_meeting_is_no_proof(self, world: CountTable) -> None:
        assert judge(told(world, kind="mle", floor=2), "cell").probability == 0
        assert judge(told(world, kind="mle", floor=1), "cell").probability == 1 / 30

    def test_without_back_off_it_counts_alone(self, world: CountTable) -> None:
        information = told(world, kind="mle", floor=1, backoff=False)
        assert judge(information, "red blood cell").probability == 1 / 4
        assert judge(information, "red cell").probability == 0

    def test_the_share_is_exact(self, world: CountTable) -> None:
        assert judge(told(world, kind="mle", floor=1), "red").ratio == Fraction(6, 40)

    def test_unknown_is_a_term_no_part_of_which_is_known(
        self, build_pack: Callable[..., Path]
    ) -> None:
        corpus = IndexedCorpus(build_pack(["The flu season"] * 2, cutoffs=(1,) * 4))
        information = told(corpus, kind="mle")
        assert judge(information, "xyzzy season", entity="flu").unknown == ()
        assert judge(information, "xyzzy", entity="flu").unknown == ("xyzzy",)

    def test_a_stop_word_inside_does_not_make_it_known(
        self, build_pack: Callable[..., Path]
    ) -> None:
        corpus = IndexedCorpus(build_pack(["The flu season of all"] * 2, cutoffs=(1,) * 4))
        judgement = judge(told(corpus, kind="mle"), "xyzzy of plugh", entity="flu")
        assert judgement.unknown == ("xyzzy", "plugh")

    def test_a_number_the_corpus_does_not_hold_does_not_make_it_known(
        self, build_pack: Callable[..., Path]
    ) -> None:
        corpus = IndexedCorpus(build_pack(["The flu season"] * 2, cutoffs=(1,) * 4))
        assert judge(told(corpus, kind="mle"), "xyzzy 99", entity="flu").unknown == ("xyzzy",)


class TestBounds:
    """METHODS: "a count that is only an upper bound enters every estimator as n = j = 0" """

    def test_a_phrase_that_is_not_held_is_judged_by_its_parts(
        self, build_pack: Callable[..., Path]
    ) -> None:
        texts = ["flu"] * 3 + ["red flu blood"] * 3 + ["red blood"] * 2 + ["blood", "red"] * 4
        corpus = IndexedCorpus(build_pack(texts, max_words=2, cutoffs=(1, 3)))
        assert not corpus.holds(["red blood"])[0]
        assert corpus.counts([["red blood"]])[0] > 0, "a bound"
        flu, red, blood = 6 / 16, (3 + 2 * 6 / 16) / (9 + 2), (3 + 2 * 6 / 16) / (9 + 2)
        b = max(red, blood, min(0.9, flu * (red / flu) ** 0.7 * (blood / flu) ** 0.7))
        as_set = (3 + 20 * b) / (5 + 20)
        judgement = judge(told(corpus), "red blood", entity="flu")
        assert judgement.n == judgement.j == 0
        assert judgement.probability == pytest.approx(max(red, blood, as_set))

    def test_a_bound_is_no_known_word(self, build_pack: Callable[..., Path]) -> None:
        corpus = IndexedCorpus(build_pack(["flu rare", "flu", "flu"], cutoffs=(2, 2, 2, 2)))
        assert judge(told(corpus), "rare", entity="flu").unknown == ("rare",)


class TestWeights:
    def test_counts_add_up_with_their_weights(self, make_table: MakeTable) -> None:
        one = make_table(100, {"hiv": 4, "red": 10, "hiv AND red": 2})
        two = make_table(50, {"hiv": 3, "red": 6, "hiv AND red": 1})
        information = told(one, two, weights=(1, 2), kind="mle", floor=1)
        assert information.size == 100 + 2 * 50
        assert of(information, "HIV").ratio == Fraction(4 + 2 * 3, 100 + 2 * 50)
        judgement = judge(information, "red")
        assert (judgement.n, judgement.j) == (10 + 2 * 6, 2 + 2 * 1)
        assert judgement.ratio == Fraction(2 + 2 * 1, 10 + 2 * 6)

    def test_a_corpus_that_does_not_hold_a_phrase_adds_nothing(
        self, make_table: MakeTable, build_pack: Callable[..., Path]
    ) -> None:
        pack = IndexedCorpus(build_pack(["red", "blood flu"] * 4, cutoffs=(2, 9, 9, 9)))
        assert pack.counts([["blood red"]])[0] == 0 or not pack.holds(["blood red"])[0]
        one = make_table(100, {"flu": 4, "blood flu": 3})
        assert told(pack, one).count([[(Phrase.of("blood flu"),)]]) == [3]


class TestGroups:
    def test_the_order_of_a_group_does_not_matter(self, world: CountTable) -> None:
        for options in ({}, {"kind": "mle", "floor": 1}):
            information = told(world, **options)  # type: ignore[arg-type]
            forwards = judge(information, "blood", "cell", "red")
            for order in permutations(("blood", "cell", "red")):
                assert judge(information, *order).probability == forwards.probability

    def test_a_group_is_judged_by_rule_6_over_its_terms(self, world: CountTable) -> None:
        b = max(p_word("blood"), p_word("red"))
        apart = P_C * (p_word("red") / P_C) ** 0.7 * (p_word("blood") / P_C) ** 0.7
        expected = (2 + 20 * max(b, min(0.9, apart))) / (20 + 20)
        assert judge(told(world), "blood", "red").probability == pytest.approx(expected)


def test_a_long_phrase_is_judged_in_time(world: CountTable) -> None:
    """A heading or a list without commas may have twenty words; that must not take a minute."""
    information = told(world)
    begin = perf_counter()
    judge(information, " ".join(f"word{n}" for n in range(16)))
    assert perf_counter() - begin < 1


@given(st.integers(1, 30), st.data())
def test_a_judgement_is_a_probability_and_its_pmi(
    make_table: MakeTable, hiv: int, data: st.DataObject
) -> None:
    red = data.draw(st.integers(0, 60))
    both = data.draw(st.integers(0, min(hiv, red)))
    table = make_table(100, {"hiv": hiv, "red": red, "hiv AND red": both})
    for options in ({}, {"kind": "mle", "floor": 1}, {"kind": "mle", "floor": 5}):
        judgement = judge(told(table, **options), "red")  # type: ignore[arg-type]
        assert 0 <= judgement.probability <= 1
        if judgement.probability:
            assert judgement.pmi == pytest.approx(math.log2(judgement.probability / (hiv / 100)))


@pytest.mark.parametrize("options", [{"kind": "guess"}, {"floor": 0}, {"floor": -1}])
def test_an_estimator_that_is_none_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        Estimator(**options)  # type: ignore[arg-type]
