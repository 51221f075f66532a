"""Classes as concepts: "British film actress" -> "British actress", "film actress" -> "actress".

Only classes that enough instances have become concepts; a rarer one gives way to what is more
general, one modifier at a time, and never to a fragment that no article has used as a whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from instances_reading import Claim, Vocabulary
from instances_vocabulary import WordNet

_CAPITALS = {
    "dj": "DJ",
    "ep": "EP",
    "tv": "TV",
    "ngo": "NGO",
    "youtuber": "YouTuber",
    "u-boat": "U-boat",
    "hindu": "Hindu",
}


@dataclass(frozen=True, slots=True)
class Settled:
    """The class ids of every instance, the classes by id, and what is above each of them."""

    parents: list[tuple[str, ...]]
    classes: dict[str, Claim]


def label_of(claim: Claim) -> str:
    nation = ["-".join(p.capitalize() for p in word.split("-")) for word in claim.nationality]
    head = [_CAPITALS.get(word, word) for word in claim.head.words]
    name = " ".join([*nation, *(claim.surface[-len(claim.other) :] if claim.other else ()), *head])
    return f"{name} in {claim.region}" if claim.region else name


def id_of(claim: Claim) -> str:
    return label_of(claim).casefold()


def _bare(claim: Claim, *, nationality: bool = False, other: bool = False) -> Claim:
    return replace(
        claim,
        nationality=claim.nationality if nationality else (),
        other=claim.other if other else (),
        surface=claim.surface if other else (),
        region=None,
    )


def settle(everything: Sequence[Sequence[Claim]], at_least: int) -> Settled:
    """The classes that enough instances have, and for each instance its most specific ones."""
    full = Counter[Claim]()
    for claims in everything:
        full.update({variant for claim in claims for variant in _whole(claim)})
    common = {claim for claim, count in full.items() if count >= at_least}
    classes: dict[str, Claim] = {}
    parents: list[tuple[str, ...]] = []
    for claims in everything:
        found = list(dict.fromkeys(c for claim in claims for c in _specific(claim, common)))
        ids = [_register(claim, classes, common) for claim in found]
        parents.append(_without_ancestors(ids, found))
    return Settled(parents, classes)


def _whole(claim: Claim) -> set[Claim]:
    """What a claim counts for: each combination of its whole modifiers."""
    other = _bare(claim, other=True)
    nation = _bare(claim, nationality=True)
    both = _bare(claim, nationality=True, other=True)
    return {other, nation, both, replace(_bare(claim), region=claim.region)}


def _specific(claim: Claim, common: set[Claim]) -> list[Claim]:
    """The most specific common classes that a claim implies; the bare head if there is none."""
    while claim.other and _bare(claim, other=True) not in common:
        claim = replace(claim, other=claim.other[1:])
    found: list[Claim] = []
    both = _bare(claim, nationality=True, other=True)
    if claim.nationality and claim.other and both in common:
        found.append(both)
    else:
        if claim.other:
            found.append(_bare(claim, other=True))
        if claim.nationality and (nation := _bare(claim, nationality=True)) in common:
            found.append(nation)
    if claim.region:
        found.append(replace(_bare(claim), region=claim.region))
    return found or [_bare(claim)]


def _register(claim: Claim, classes: dict[str, Claim], common: set[Claim]) -> str:
    identity = id_of(claim)
    if identity not in classes:
        classes[identity] = claim
        for above in _above(claim):
            if above.other and above.nationality:
                raise AssertionError("a class has at most one modifier less")
            _register(above, classes, common)
    return identity


def _above(claim: Claim) -> list[Claim]:
    if claim.nationality and claim.other:
        return [_bare(claim, nationality=True), _bare(claim, other=True)]
    if claim.nationality or claim.other or claim.region:
        return [_bare(claim)]
    return []


def _without_ancestors(ids: list[str], claims: list[Claim]) -> tuple[str, ...]:
    """An instance's classes without those that another of them implies."""
    implied = {id_of(above) for claim in claims for above in _closure(claim)}
    return tuple(dict.fromkeys(each for each in ids if each not in implied))


def _closure(claim: Claim) -> set[Claim]:
    found: set[Claim] = set()
    for above in _above(claim):
        found |= {above} | _closure(above)
    return found


def class_rows(
    settled: Settled, wordnet: WordNet, vocabulary: Vocabulary
) -> list[tuple[str, str, str, str]]:
    """A row for every class; the bare heads are linked to WordNet."""
    classes = dict(settled.classes)
    for claim in list(settled.classes.values()):
        _add_shorter(claim, classes, wordnet, vocabulary)
        _add_country(claim, classes, vocabulary)
    rows: list[tuple[str, str, str, str]] = []
    for identity, claim in sorted(classes.items()):
        parents = _parents(claim, wordnet, vocabulary)
        rows.append((identity, label_of(claim), "", "|".join(dict.fromkeys(parents))))
    return rows


def _parents(claim: Claim, wordnet: WordNet, vocabulary: Vocabulary) -> list[str]:
    if claim.region:
        country = _country(claim, vocabulary)
        return [id_of(country)] if country else [id_of(_bare(claim))]
    if above := _above(claim):
        found = [id_of(each) for each in above]
        compound = _compound(claim, wordnet)
        return found if compound is None else [f"wordnet:{compound}", *found]
    if shorter := _shorter(claim, wordnet, vocabulary):
        return [id_of(shorter)]
    return [f"wordnet:{claim.head.synset}"]


def _compound(claim: Claim, wordnet: WordNet) -> str | None:
    """The synset of "opera singer", where WordNet has it in one sense and under "singer"."""
    if claim.nationality or not claim.other or claim.head.synset is None:
        return None
    lemma = "_".join((*claim.other, *claim.head.words))
    senses = wordnet.senses.get(lemma, ())
    if len(senses) != 1 or claim.head.synset not in wordnet.above(senses[0]):
        return None
    return senses[0] if senses[0] != claim.head.synset else None


def _shorter(claim: Claim, wordnet: WordNet, vocabulary: Vocabulary) -> Claim | None:
    """ "album" for "studio album", where both are linked to the same synset."""
    for start in range(1, len(claim.head.words)):
        head = vocabulary.heads.get(claim.head.words[start:])
        if head is not None and head.synset == claim.head.synset:
            return Claim(head)
    return None


def _add_shorter(
    claim: Claim, classes: dict[str, Claim], wordnet: WordNet, vocabulary: Vocabulary
) -> None:
    if _above(claim):
        return
    if shorter := _shorter(claim, wordnet, vocabulary):
        classes.setdefault(id_of(shorter), shorter)


def _country(claim: Claim, vocabulary: Vocabulary) -> Claim | None:
    region = vocabulary.regions[(claim.region or "").removeprefix("the ")]
    return replace(claim, region=region.country) if region.country else None


def _add_country(claim: Claim, classes: dict[str, Claim], vocabulary: Vocabulary) -> None:
    if claim.region and (country := _country(claim, vocabulary)):
        classes.setdefault(id_of(country), country)
