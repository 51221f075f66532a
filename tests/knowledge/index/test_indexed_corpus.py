"""A pack answers as counting by hand does: exactly where it says so, never below the truth."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from pathlib import Path

import numpy as np
import pytest

from reticent.errors import UsageError
from reticent.knowledge.corpus import Forms, QueryLike
from reticent.knowledge.index.corpus import IndexedCorpus
from reticent.phrase import STOP_WORDS, Phrase, Token, is_content, segments

VOCABULARY = (
    "blood test virus HIV HIV AIDS aids AIDS aids of the a A US us it IT bank america heart "
    "disease type 2 1,000 Crohn's mother-to-child é"
).split()
BREAKS = (". ", ", ", "\n", " (", ": ")


def random_texts(seed: int, units: int) -> list[str]:
    rng = random.Random(seed)
    weights = [1 / (rank + 1) ** 0.7 for rank in range(len(VOCABULARY))]

    def text() -> str:
        out = ""
        for word in rng.choices(VOCABULARY, weights, k=rng.randint(1, 25)):
            out += word + (rng.choice(BREAKS) if rng.random() < 0.15 else " ")
        return out.upper() if rng.random() < 0.05 else out

    texts = [text() for _ in range(units)]
    return [*texts, "rare zebra once", "..."]


def small(word: str) -> str:
    return word if word.lower() in STOP_WORDS else word.lower()


def folded(words: Sequence[str]) -> Phrase:
    """As a pack keeps phrases: within one of several words capitals are those of US alone."""
    return Phrase(tuple(words) if len(words) == 1 else tuple(map(small, words)))


def windows(segment: list[Token]) -> Iterator[list[Token]]:
    for start in range(len(segment)):
        for length in range(1, min(LONGEST, len(segment) - start) + 1):
            yield segment[start : start + length]


@dataclass(frozen=True)
class World:
    """The texts, counted by hand: for every phrase a bit for each unit that holds it."""

    size: int
    units: dict[Phrase, int]
    occurrences: Counter[Phrase]
    capitalised: Counter[Phrase]

    @classmethod
    def of(cls, texts: Sequence[str], two_faced: frozenset[str]) -> World:
        units: dict[Phrase, int] = {}
        occurrences, capitalised = Counter[Phrase](), Counter[Phrase]()
        for number, text in enumerate(texts):
            for segment in segments(text, two_faced):
                for tokens in windows(segment):
                    if {tokens[0].word, tokens[-1].word} & STOP_WORDS:
                        continue
                    phrase = folded([token.word for token in tokens])
                    units[phrase] = units.get(phrase, 0) | 1 << number
                    occurrences[phrase] += 1
                    telling = [t.capitalised for t in tokens if is_content(t.word)]
                    capitalised[phrase] += all(telling)
        return cls(len(texts), units, occurrences, capitalised)

    def having(self, phrase: Phrase) -> int:
        return self.units.get(folded(phrase.words), 0)

    def count(self, query: Sequence[Forms]) -> int:
        found = (1 << self.size) - 1
        for forms in query:
            found &= reduce(or_, map(self.having, forms))
        return found.bit_count()


LONGEST = 5
CASES = [
    pytest.param((2, 3, (1, 1, 1)), id="all-kept"),
    pytest.param((3, 3, (3, 3, 3)), id="three"),
    pytest.param((4, 2, (2, 4)), id="pairs-of-four"),
    pytest.param((5, 4, (1, 2, 2, 6)), id="default"),
    pytest.param((6, 1, (3,)), id="words-alone"),
]


@dataclass(frozen=True)
class Case:
    corpus: IndexedCorpus
    world: World
    cutoffs: tuple[int, ...]
    phrases: list[Phrase]


def two_faced_inside(phrase: Phrase) -> bool:
    """These have a test of their own: inside a phrase the pack does not keep faces apart."""
    return len(phrase) > 1 and "aids" in phrase.words


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest, build_pack: Callable[..., Path]) -> Case:
    seed, max_words, cutoffs = request.param
    texts = random_texts(seed, 120)
    corpus = IndexedCorpus(build_pack(texts, max_words=max_words, cutoffs=cutoffs))
    world = World.of(texts, frozenset(corpus.two_faced))
    seen = [p for p in sorted(world.occurrences) if not two_faced_inside(p)]
    unseen = [Phrase(("zebra", "crossing")), Phrase(("unseen",)), Phrase(("blood", "of", "zebra"))]
    unseen += [Phrase(("rare", "zebra", "once", "more"))]
    return Case(corpus, world, cutoffs, [*seen, *unseen])


def is_held(case: Case, phrase: Phrase) -> bool:
    length = len(phrase)
    count = case.world.count([(phrase,)])
    return length <= len(case.cutoffs) and count >= case.cutoffs[length - 1]


def test_it_counts_all_units_even_those_that_say_nothing(case: Case) -> None:
    assert case.corpus.size == 122
    assert case.corpus.counts([[]]).tolist() == [122]


def test_it_knows_the_words_with_two_faces(case: Case) -> None:
    assert "aids" in case.corpus.two_faced


def test_it_holds_what_is_frequent_enough_and_nothing_else(case: Case) -> None:
    faces = case.corpus.two_faced
    phrases = [p for p in case.phrases if len(p) > 1 or p.words[0].lower() not in faces]
    assert case.corpus.holds(phrases).tolist() == [is_held(case, phrase) for phrase in phrases]


def test_single_counts(case: Case) -> None:
    queries = [[(phrase,)] for phrase in case.phrases]
    check(case, queries)


def test_ands_and_ors(case: Case) -> None:
    rng = random.Random(len(case.phrases))
    frequent = [p for p in case.phrases if case.world.count([(p,)]) >= 5]
    queries = []
    for _ in range(600):
        pool = frequent if rng.random() < 0.6 else case.phrases
        queries.append(
            [
                tuple(sorted({rng.choice(pool) for _ in range(rng.randint(1, 3))}))
                for _ in range(rng.randint(1, 4))
            ]
        )
    check(case, queries)


def test_the_workload_of_one_concept_and_many_phrases(case: Case) -> None:
    """The concept that many queries share goes another way (a map): the same answers."""
    concept = (Phrase(("blood",)), Phrase(("hiv",)))
    check(case, [[concept, (phrase,)] for phrase in case.phrases])


def check(case: Case, queries: Sequence[Sequence[Forms]]) -> None:
    counts = case.corpus.counts(queries).tolist()
    exact = case.corpus.exact(queries).tolist()
    for query, count, is_exact in zip(queries, counts, exact, strict=True):
        truth = case.world.count(query)
        assert count >= truth, f"below the truth: {query}"
        assert not is_exact or count == truth, f"exact, and wrong: {query}"
        if all(is_held(case, phrase) for forms in query for phrase in forms):
            assert is_exact, f"all phrases are held: {query}"
        assert count <= case.corpus.size


def test_a_batch_answers_as_one_by_one(case: Case) -> None:
    queries = [[(p,), (q,)] for p, q in zip(case.phrases, reversed(case.phrases), strict=True)]
    alone = [int(case.corpus.counts([query])[0]) for query in queries]
    assert case.corpus.counts(queries).tolist() == alone


def test_bounds_are_below_the_cut_off(case: Case) -> None:
    for phrase in case.phrases:
        if len(phrase) <= len(case.cutoffs) and not case.corpus.holds([phrase])[0]:
            assert case.corpus.counts([[phrase]])[0] < max(1, case.cutoffs[len(phrase) - 1])


def test_units_are_increasing_and_right(case: Case) -> None:
    for phrase in case.phrases:
        units = case.corpus.units((phrase,)).tolist()
        having = case.world.having(phrase)
        truth = [n for n in range(case.world.size) if having >> n & 1]
        assert units == sorted(set(units))
        assert set(truth) <= set(units)
        if is_held(case, phrase):
            assert units == truth


def test_capital_shares_are_those_of_the_occurrences(case: Case) -> None:
    shares = case.corpus.capital_shares(case.phrases)
    for phrase, share in zip(case.phrases, shares, strict=True):
        if not is_held(case, phrase):
            continue
        if not any(map(is_content, phrase.words)):
            assert np.isnan(share), f"a phrase without a content word: {phrase}"
            continue
        truth = case.world.capitalised[phrase] / case.world.occurrences[phrase]
        assert truth - 1 / 30 - 1e-9 < share <= truth + 1e-9, phrase


def test_text_and_phrases_are_asked_alike(case: Case) -> None:
    asked = case.corpus.counts([["The Blood"], ["blood", "HIV"], [["blood", "hiv"], "US"]])
    same = case.corpus.counts(
        [
            [Phrase(("blood",))],
            [Phrase(("blood",)), Phrase(("hiv",))],
            [(Phrase(("blood",)), Phrase(("hiv",))), Phrase(("US",))],
        ]
    )
    assert asked.tolist() == same.tolist()


@pytest.mark.parametrize("bad", ["blood", ["the"], [[]], [["blood", "of"]]])
def test_what_is_no_query_is_refused(case: Case, bad: object) -> None:
    with pytest.raises(UsageError):
        case.corpus.counts([bad])  # type: ignore[list-item]


FACES = ["The AIDS ward."] * 6 + ["Hearing aids are fine."] * 7 + ["AIDS and Other aids."] * 2


def test_both_faces_are_counted_apart(build_pack: Callable[..., Path]) -> None:
    corpus = IndexedCorpus(build_pack(FACES, cutoffs=(1, 1, 1, 1)))
    assert corpus.two_faced == {"aids"}
    queries: list[QueryLike] = [["AIDS"], ["aids"], [["AIDS", "aids"]], ["AIDS", "aids"]]
    assert corpus.counts(queries).tolist() == [6 + 2, 7 + 2, 6 + 7 + 2, 2]


@pytest.mark.parametrize("cutoffs", [(1,), (2, 2), (1, 3), (2, 3, 3)])
def test_a_bound_is_no_lower_for_words_with_two_faces(
    cutoffs: tuple[int, ...], build_pack: Callable[..., Path]
) -> None:
    """Held, "aids ward" counts both writings; unheld, its bound must allow for both."""
    texts = [*FACES, "Many AIDS hospices.", "Many aids hospices."]
    corpus = IndexedCorpus(build_pack(texts, max_words=len(cutoffs), cutoffs=cutoffs))
    whole = IndexedCorpus(build_pack(texts, cutoffs=(1, 1, 1, 1)))
    assert corpus.two_faced == {"aids"}
    queries = [[Phrase(words)] for words in (("aids", "hospices"), ("AIDS", "hospices"))]
    queries += [[Phrase(("aids", "ward"))], [Phrase(("hearing", "AIDS"))]]
    for query, truth in zip(queries, whole.counts(queries), strict=True):
        assert corpus.counts([query])[0] >= truth, query
        assert not corpus.exact([query])[0] or corpus.counts([query])[0] == truth


def test_many_maps_and_lists_do_not_change_answers(build_pack: Callable[..., Path]) -> None:
    """More shared concepts than are remembered, in turn."""
    rng = random.Random(3)
    texts = [" ".join(f"w{rng.randrange(30)}" for _ in range(8)) for _ in range(60)]
    corpus = IndexedCorpus(build_pack(texts, cutoffs=(1,), max_words=1))
    sets = [set(text.split()) for text in texts]
    pairs = [(f"w{a}", f"w{b}") for a in range(30) for b in range(30)]
    truth = [sum(a in s and b in s for s in sets) for a, b in pairs]
    assert corpus.counts([list(pair) for pair in pairs]).tolist() == truth
    assert corpus.counts([[pair] for pair in pairs]).tolist() == [
        sum(a in s or b in s for s in sets) for a, b in pairs
    ]
