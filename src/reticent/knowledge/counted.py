"""CountedInformation: what corpora tell, their counts added up with a weight each.

Guarantee: for a given estimator `judge` returns the p^(c|T) of METHODS ("Shared refinements") and
QUALITY (rules 1 to 6), or raises. A term of which a content word is known to no corpus is marked
`unknown`, never silently harmless. What a corpus does not hold is no evidence: n = j = 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from reticent.errors import KnowledgeError, UsageError
from reticent.knowledge import estimators
from reticent.knowledge.corpus import Corpus, Forms
from reticent.knowledge.information import Entity, Evidence, Group, Judgement
from reticent.phrase import Phrase, is_content, is_stop, strip

NAME_SHARE = 0.8
NAME_UNITS = 20
WIDEST_SET = 8
WIDEST_SET_OF_MONSTERS = 4
"""Words looked at together in a phrase with more content words than `WIDEST_SET`."""
LONGEST_PHRASE = 16

_Told = tuple[float, Group]
"""A probability, and the terms, words or parts whose counts decided it."""


@dataclass(frozen=True, slots=True)
class Estimator:
    """How counts become probabilities."""

    kind: str = "hierarchical"
    floor: int = 5
    backoff: bool = True

    def __post_init__(self) -> None:
        if self.kind not in ("hierarchical", "mle"):
            raise UsageError(f"the estimator {self.kind!r} is not one of hierarchical, mle")
        if self.floor < 1:
            raise UsageError("the evidence floor must be 1 or more")


@dataclass(frozen=True, slots=True)
class Weighted:
    """A corpus and what each of its units counts for when several are added up."""

    corpus: Corpus
    weight: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        if self.weight <= 0:
            raise UsageError(f"the weight of the pack {self.corpus.name!r} must be above 0")

    @property
    def name(self) -> str:
        return self.corpus.name

    @property
    def size(self) -> int:
        return self.corpus.size

    @property
    def fingerprint(self) -> str:
        return self.corpus.fingerprint


class Tally(NamedTuple):
    """A count over several corpora."""

    weighted: Fraction = Fraction(0)
    units: int = 0
    """Without weights: what an evidence floor is about."""


class _Counts(NamedTuple):
    """What is counted of a group: alone, and with the entity."""

    alone: Tally
    joint: Tally

    @property
    def n(self) -> float:
        return as_number(self.alone.weighted)

    @property
    def j(self) -> float:
        return as_number(self.joint.weighted)


@dataclass(frozen=True, slots=True)
class CountedInformation:
    """Information from corpora whose counts are added up, each with its weight."""

    corpora: tuple[Weighted, ...]
    estimator: Estimator = field(default_factory=Estimator)

    def __post_init__(self) -> None:
        if not self.corpora:
            raise KnowledgeError(
                "there is no corpus to ask: name a knowledge pack or a count table"
            )

    @property
    def size(self) -> float:
        return as_number(sum(each.weight * each.corpus.size for each in self.corpora))

    @property
    def two_faced(self) -> Set[str]:
        return frozenset().union(*(each.corpus.two_faced for each in self.corpora))

    def count(self, queries: Sequence[Sequence[Forms]]) -> list[float]:
        """Weighted counts of conjunctions, of the phrases that each corpus holds."""
        return [as_number(tally.weighted) for tally in self.tally(queries)]

    def tally(self, queries: Sequence[Sequence[Forms]]) -> list[Tally]:
        """The counts exactly: added up with their weights, and as so many units."""
        total = [Tally()] * len(queries)
        for each in self.corpora:
            counts = _held_counts(each.corpus, queries)
            total = [
                Tally(t.weighted + each.weight * int(c), t.units + int(c))
                for t, c in zip(total, counts, strict=True)
            ]
        return total

    def ic(self, forms: Forms) -> float:
        (count,) = self.count([[forms]])
        return -math.log2(count / self.size) if count else math.inf

    def ics(self, concepts: Sequence[Forms]) -> list[float]:
        """`ic` for many concepts in one call."""
        counts = self.count([[forms] for forms in concepts])
        return [-math.log2(count / self.size) if count else math.inf for count in counts]

    def pmi(self, entity: Entity, groups: Sequence[Group]) -> list[float]:
        """PMI(c;T) of each group; -infinity: no evidence."""
        return [judgement.pmi for judgement in self.judge(entity, groups)]

    def conditional_ic(self, entity: Entity, groups: Sequence[Group]) -> list[float]:
        """IC(c|T) = IC(c) - PMI(c;T)."""
        return [entity.ic - pmi for pmi in self.pmi(entity, groups)]

    def entity(self, label: str, forms: Sequence[Phrase]) -> Entity:
        phrases = tuple(sorted(set(forms)))
        if not phrases or not all(phrases):
            raise UsageError(
                f"the protected entity {label!r} has a form that is no phrase: "
                "give it at least one word that is no stop word"
            )
        (tally,) = self.tally([[phrases]])
        words: tuple[Forms, ...] = ()
        if not tally.units:
            words, tally = self._by_words(forms)
        if not tally.units:
            raise UsageError(
                f"no corpus knows the protected entity {label!r}, so nothing can be said of what "
                "discloses it: give another form of it with --form, or knowledge that covers it"
            )
        ratio = tally.weighted / sum(each.weight * each.corpus.size for each in self.corpora)
        named_by = [word for (word,) in words] or phrases
        return Entity(
            label,
            phrases,
            as_number(tally.weighted),
            float(ratio),
            self._are_names(named_by),
            ratio,
            words,
        )

    def _by_words(self, forms: Sequence[Phrase]) -> tuple[tuple[Forms, ...], Tally]:
        """The first form whose words occur together somewhere, and in how many units."""
        for form in forms:
            words = tuple((Phrase((word,)),) for word in form.words if not is_stop(word))
            (tally,) = self.tally([words])
            if tally.units:
                return words, tally
        return (), Tally()

    def judge(self, entity: Entity, groups: Sequence[Group]) -> list[Judgement]:
        return _Judge(self, entity).judge(groups)

    def capital_share(self, phrase: Phrase) -> tuple[float, float]:
        """Share of capitalised occurrences, and the units it rests on; 0 units: not known."""
        units = share = 0.0
        for each in self.corpora:
            own = float(each.corpus.capital_shares([phrase])[0])
            if not math.isnan(own):
                count = int(each.corpus.counts([[phrase]])[0])
                units, share = units + count, share + count * own
        return (share / units if units else 0.0), units

    def _are_names(self, phrases: Sequence[Phrase]) -> bool:
        """Every form that is frequent enough to tell (or every one, if none is) is capitalised."""
        shares = [self.capital_share(phrase) for phrase in phrases]
        frequent = [share for share, units in shares if units >= NAME_UNITS]
        telling = frequent or [share for share, units in shares if units]
        return bool(telling) and min(telling) >= NAME_SHARE

    def knows_name(self, word: Phrase) -> bool:
        share, units = self.capital_share(word)
        return units > 0 and share >= NAME_SHARE

    def knows(self, word: str) -> bool:
        """Whether some corpus knows a word."""
        return any(each.corpus.holds([Phrase((word,))])[0] for each in self.corpora)


def as_number(exact: Fraction | int) -> float:
    """A whole number where it is one, so that counts print and compare as counts."""
    return int(exact) if exact == int(exact) else float(exact)


def _held_counts(corpus: Corpus, queries: Sequence[Sequence[Forms]]) -> Iterable[int]:
    """Counts of the phrases that a corpus holds: a bound is no evidence (METHODS, "Bounds")."""
    phrases = sorted({phrase for query in queries for forms in query for phrase in forms})
    held = {phrase for phrase, own in zip(phrases, corpus.holds(phrases), strict=True) if own}
    reduced = [[tuple(p for p in forms if p in held) for forms in query] for query in queries]
    askable = [query for query in reduced if all(query)]
    counts = iter(corpus.counts(askable).tolist())
    return [next(counts) if all(query) else 0 for query in reduced]


class _Judge:
    """One entity's judgements: what is counted for one group serves the others."""

    def __init__(self, information: CountedInformation, entity: Entity) -> None:
        self._information = information
        self._entity = entity
        self._estimator = information.estimator
        self._counts: dict[Group, _Counts] = {}
        self._known: dict[str, bool] = {}
        self._phrases: dict[Phrase, _Told] = {}
        self._ordered: dict[Phrase, _Told] = {}

    def judge(self, groups: Sequence[Group]) -> list[Judgement]:
        ordered = [tuple(sorted(set(group))) for group in groups]
        self._count({needed for group in ordered for needed in self._needed(group)})
        return [self._judgement(group) for group in ordered]

    def _judgement(self, group: Group) -> Judgement:
        n, j = self._counts[group].n, self._counts[group].j
        if any(form in phrase for phrase in group for form in self._entity.forms):
            return Judgement(1.0, self._pmi(1.0), Evidence.OWN, n, j, group, Fraction(1))
        p, decided_by = self._group(group)
        unknown = tuple(w for phrase in group for w in phrase.content if not self._knows(w))
        if self._estimator.kind == "mle":
            known = any(self._knows(word) for phrase in group for word in phrase.content)
            unknown = () if known else unknown
        if unknown or (decided_by == group and not n):
            evidence = Evidence.NONE
        else:
            evidence = Evidence.OWN if decided_by == group else Evidence.PARTS
        return Judgement(
            p, self._pmi(p), evidence, n, j, decided_by, self._ratio(decided_by), unknown
        )

    def _ratio(self, decided_by: Group) -> Fraction | None:
        """The share of counts that an `mle` probability is, so that thresholds compare exactly."""
        counts = self._counts[decided_by]
        if self._estimator.kind != "mle" or not counts.alone.units:
            return None
        return min(Fraction(1), counts.joint.weighted / counts.alone.weighted)

    def _mle(self, group: Group) -> float:
        """The papers' estimate; 0, no evidence, where fewer units than the floor hold both."""
        counts = self._counts[group]
        enough = counts.joint.units >= self._estimator.floor
        return estimators.mle(counts.n, counts.j) if enough else 0.0

    def _pmi(self, p: float) -> float:
        return math.log2(p / self._entity.probability) if p else -math.inf

    # What must be counted

    def _needed(self, group: Group) -> Iterable[Group]:
        yield group
        for size in range(1, len(group)):
            yield from combinations(group, size)
        if self._estimator.kind == "mle" and not self._estimator.backoff:
            return
        for phrase in (piece for whole in group for piece in _pieces(whole)):
            yield (phrase,)
            yield from ((part,) for part in _parts(phrase))
            yield from ((Phrase((word,)),) for word in phrase.content)
            if self._estimator.kind == "hierarchical":
                yield from _word_sets(phrase)

    def _count(self, groups: set[Group]) -> None:
        wanted = sorted(groups - self._counts.keys())
        conjunctions = [[(phrase,) for phrase in group] for group in wanted]
        alone = self._information.tally(conjunctions)
        entity = self._entity.counted_as
        seen = [index for index, tally in enumerate(alone) if tally.units]
        counted = self._information.tally([[*entity, *conjunctions[index]] for index in seen])
        joint = dict(zip(seen, counted, strict=True))
        for index, group in enumerate(wanted):
            self._counts[group] = _Counts(alone[index], joint.get(index, Tally()))

    def _knows(self, word: str) -> bool:
        if not is_content(word):
            return True
        if word not in self._known:
            self._known[word] = self._information.knows(word)
        return self._known[word]

    # Estimates: the probability, and whose counts decided

    def _group(self, group: Group) -> _Told:
        if len(group) == 1:
            return self._phrase(group[0])
        if self._estimator.kind == "mle":
            return self._mle(group), group
        return self._set({phrase: self._phrase(phrase)[0] for phrase in group})

    def _phrase(self, phrase: Phrase) -> _Told:
        if phrase not in self._phrases:
            if self._estimator.kind == "mle":
                self._phrases[phrase] = self._by_backoff(phrase)
            else:
                self._phrases[phrase] = max(map(self._by_rules, _pieces(phrase)), key=_p)
        return self._phrases[phrase]

    def _by_rules(self, phrase: Phrase) -> _Told:
        return max([self._in_order(phrase), *self._as_set(phrase), *self._as_name(phrase)], key=_p)

    def _by_backoff(self, phrase: Phrase) -> _Told:
        """METHODS, "Back-off": a rare phrase is judged by the greatest of its parts' risks."""
        own = self._mle((phrase,)), (phrase,)
        units = self._counts[phrase,].alone.units
        if units >= self._estimator.floor or not self._estimator.backoff:
            return own
        parts = (part for piece in _pieces(phrase) for part in (piece, *_parts(piece)))
        return max([own, *((self._mle((part,)), (part,)) for part in parts)], key=_p)

    def _in_order(self, phrase: Phrase) -> _Told:
        """Rules 2 and 3."""
        if phrase not in self._ordered:
            self._ordered[phrase] = self._told_in_order(phrase)
        return self._ordered[phrase]

    def _told_in_order(self, phrase: Phrase) -> _Told:
        n, j = self._counts[phrase,].n, self._counts[phrase,].j
        p_c = self._entity.probability
        if len(phrase) == 1:
            return estimators.word(n, j, p_c), (phrase,)
        parts = [part for part in (phrase.without_first(), phrase.without_last()) if part]
        if not parts:  # stop words alone, as in "this.in", say nothing
            return p_c, (phrase,)
        m, decided_by = max(map(self._in_order, parts), key=_p)
        return estimators.phrase(n, j, m), (phrase,) if n >= estimators.PHRASE_PRIOR else decided_by

    def _as_set(self, phrase: Phrase) -> list[_Told]:
        """Rule 6: the content words of a phrase, wherever they stand in a unit."""
        return [
            self._set({word: self._in_order(word)[0] for word in window})
            for window in _windows(phrase)
        ]

    def _set(self, alone: Mapping[Phrase, float]) -> _Told:
        """Rule 6 for words or terms that tell so much each: all of them in one unit."""
        p_c = self._entity.probability
        items = tuple(sorted(alone))
        told: dict[Group, _Told] = {(item,): (alone[item], (item,)) for item in items}
        for size in range(2, len(items) + 1):
            for subset in combinations(items, size):
                smaller = max((told[part] for part in combinations(subset, size - 1)), key=_p)
                apart = estimators.independent((alone[item] for item in subset), p_c)
                b = max((apart, subset), smaller, key=_p)
                n, j = self._counts[subset].n, self._counts[subset].j
                own = n >= estimators.SET_PRIOR
                told[subset] = estimators.word_set(n, j, b[0]), subset if own else b[1]
        return told[items]

    def _as_name(self, phrase: Phrase) -> list[_Told]:
        """Rule 4, where c is a name itself."""
        if not self._entity.is_name:
            return []
        words = [Phrase((word,)) for word in phrase.content]
        return [
            (estimators.name(self._counts[word,].n, self._counts[word,].j), (word,))
            for word in words
            if self._information.knows_name(word)
        ]


def _p(told: _Told) -> float:
    return told[0]


def _pieces(phrase: Phrase) -> list[Phrase]:
    """Overlapping pieces of a monster of a phrase: what they share no corpus holds as one."""
    if len(phrase) <= LONGEST_PHRASE:
        return [phrase]
    starts = range(0, len(phrase) - LONGEST_PHRASE // 2, LONGEST_PHRASE // 2)
    pieces = (Phrase(strip(phrase.words[at : at + LONGEST_PHRASE])) for at in starts)
    return [piece for piece in pieces if piece]


def _parts(phrase: Phrase) -> set[Phrase]:
    """All shorter phrases within a phrase, stop words stripped at their edges."""
    parts: set[Phrase] = set()
    fresh = {phrase}
    while fresh:
        shorter = {part for each in fresh for part in (each.without_first(), each.without_last())}
        fresh = {part for part in shorter if part} - parts
        parts |= fresh
    return parts


def _windows(phrase: Phrase) -> list[Group]:
    """The content words looked at together: all of them, unless the phrase is a monster."""
    words = tuple(Phrase((word,)) for word in phrase.content)
    if len(words) < 2:
        return []
    width = WIDEST_SET if len(words) <= WIDEST_SET else WIDEST_SET_OF_MONSTERS
    starts = range(max(1, len(words) - width + 1))
    return [tuple(sorted(words[start : start + width])) for start in starts]


def _word_sets(phrase: Phrase) -> Iterable[Group]:
    for window in _windows(phrase):
        for size in range(2, len(window) + 1):
            yield from combinations(window, size)
