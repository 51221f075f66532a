"""What is protected: from the names a person gives to entities with all their forms."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from reticent.errors import UsageError
from reticent.knowledge import Knowledge
from reticent.knowledge.generalise import forms_of
from reticent.knowledge.information import Entity, Information
from reticent.phrase import Phrase, is_stop, segments, strip

_ARTICLES = ("the", "a", "an")
_NOT_A_WORD = re.compile(r"[A-Za-z][\w-]*:\S+")


def protected(
    names: Sequence[str],
    forms: Mapping[str, Sequence[str]],
    knowledge: Knowledge,
    information: Information,
    *,
    synonyms: bool = True,
) -> list[Entity]:
    """An entity a name: the name itself, the forms given for it, and the synonyms it has.

    A name `taxonomy:id` stands for the concept alone; where it means several things no synonym is
    guessed.
    """
    if strangers := forms.keys() - set(names):
        named = ", ".join(sorted(strangers))
        raise UsageError(f"forms are given for {named}, which is not protected")
    entities = []
    for name in dict.fromkeys(names):
        is_concept = knowledge.taxonomies.concept(name) is not None
        if not is_concept and _NOT_A_WORD.fullmatch(name):
            raise UsageError(
                f"{name!r} names no concept of a taxonomy at hand, and kinds of entities are not "
                "there in this version: give a word, a phrase, or TAXONOMY:ID"
            )
        written = () if is_concept else (name,)
        texts = (*written, *forms.get(name, ()))
        given = [Phrase.of(text, information.two_faced) for text in texts]
        literal = tuple(dict.fromkeys(each for text in texts if (each := _literal(text))))
        # What is left of a name that lost a word may mean somebody else: no synonyms of that.
        wanted = is_concept or (synonyms and not literal)
        known = forms_of(knowledge.taxonomies, name) if wanted else ()
        entity = information.entity(name, (*given, *known))
        entities.append(replace(entity, literal=literal))
    return entities


def _literal(text: str) -> Phrase | None:
    """All words of a name from which a capitalised stop word would be cut (May, Will)."""
    tokens = [token for segment in segments(text) for token in segment]
    while tokens and tokens[0].word in _ARTICLES:
        tokens = tokens[1:]
    words = tuple(token.word for token in tokens)
    cut = len(strip(words)) < len(words) and any(
        token.capitalised and is_stop(token.word) for token in (tokens[0], tokens[-1])
    )
    return Phrase(words) if cut else None
