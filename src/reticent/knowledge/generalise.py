"""Generalisations of a phrase: what is more general than it, most specific first.

METHODS, "Generalisations": those of the first taxonomy in priority order that holds the term, as
written, then with its head in the singular, then its longest part that has the head; in descending
information content, none with more of it than the term.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reticent.knowledge import Knowledge
from reticent.knowledge.counted import as_number
from reticent.knowledge.taxonomic import count, count_own
from reticent.knowledge.taxonomy import Concept, Taxonomies, Taxonomy
from reticent.phrase import Phrase, singulars, strip


@dataclass(frozen=True, slots=True)
class Generalisation:
    """A concept above a phrase, in how many units it is said, and its information content."""

    concept: Concept
    count: float
    ic: float


def senses(taxonomies: Taxonomies, phrase: Phrase) -> Sequence[Concept]:
    """What a phrase means in the first taxonomy that holds it or a part of it with its head."""
    for written in _writings(phrase):
        for taxonomy in taxonomies.members:
            if found := taxonomy.concepts(written):
                return found
    return ()


def _writings(phrase: Phrase) -> Iterator[Phrase]:
    """The phrase, its singular, and so on for ever shorter parts that end with its head."""
    words = phrase.words
    while words:
        yield Phrase(words)
        for head in singulars(words[-1]):
            yield Phrase((*words[:-1], head))
        words = strip(words[1:])


def generalisations(
    knowledge: Knowledge, phrase: Phrase, *, taxonomic: bool = True
) -> list[Generalisation]:
    """What is more general than any sense of a phrase, most specific first."""
    found: dict[Concept, None] = {}
    for sense in senses(knowledge.taxonomies, phrase):
        found.update(dict.fromkeys(knowledge.taxonomies.of(sense).generalisations(sense)))
    named = [concept for concept in found if concept.phrases]
    weighed = [weigh(knowledge, concept, taxonomic=taxonomic) for concept in named]
    (own,) = knowledge.information().ics([(phrase,)])
    return sorted(
        (each for each in weighed if each.ic <= own), key=lambda each: each.ic, reverse=True
    )


def weigh(knowledge: Knowledge, concept: Concept, *, taxonomic: bool = True) -> Generalisation:
    taxonomy = knowledge.taxonomies.of(concept)
    ask = count if taxonomic else count_own
    total = as_number(
        sum(each.weight * ask(concept, taxonomy, each.corpus) for each in knowledge.corpora)
    )
    size = sum(each.weight * each.size for each in knowledge.corpora)
    return Generalisation(concept, total, -math.log2(total / size) if total else math.inf)


def forms_of(taxonomies: Taxonomies, name: str) -> tuple[Phrase, ...]:
    """Every phrase for what a name means: a concept `taxonomy:id`, or a word of one meaning.

    Each taxonomy that knows the word adds its synonyms. Of several senses in one the sense that is
    more general than all the others is meant (HIV, not HIV-1); where there is none that taxonomy
    adds nothing: nothing is guessed. A synonym that has another sense somewhere (*clap*) would
    disclose what it does not mean, so it is left to the counts.
    """
    if (concept := taxonomies.concept(name)) is not None:
        return concept.phrases
    found: dict[Phrase, None] = {}
    for taxonomy in taxonomies.members:
        phrase = Phrase.of(name, taxonomy.two_faced)
        sense = _only_sense(taxonomy, taxonomy.concepts(phrase))
        if sense is not None:
            found.update(dict.fromkeys(sense.phrases))
    own = Phrase.of(name)
    return tuple(each for each in found if each == own or _means_one(taxonomies, each))


def _means_one(taxonomies: Taxonomies, phrase: Phrase) -> bool:
    return all(len(taxonomy.concepts(phrase)) < 2 for taxonomy in taxonomies.members)


def _only_sense(taxonomy: Taxonomy, senses: Sequence[Concept]) -> Concept | None:
    for sense in senses:
        below = set(taxonomy.specialisations(sense)) if len(senses) > 1 else set()
        if all(other == sense or other in below for other in senses):
            return sense
    return None
