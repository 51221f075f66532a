"""What is protected: from the names a person gives to entities with all their forms."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from reticent.errors import UsageError
from reticent.knowledge import Knowledge
from reticent.knowledge.generalise import forms_of
from reticent.knowledge.information import Entity, Information
from reticent.phrase import Phrase

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
        raise UsageError(f"--form names {sorted(strangers)}, which --protect does not")
    entities = []
    for name in dict.fromkeys(names):
        is_concept = knowledge.taxonomies.concept(name) is not None
        if not is_concept and _NOT_A_WORD.fullmatch(name):
            raise UsageError(
                f"{name!r} names no concept of a taxonomy at hand, and kinds of entities are not "
                "there in this version: give a word, a phrase, or TAXONOMY:ID"
            )
        written = () if is_concept else (name,)
        known = forms_of(knowledge.taxonomies, name) if synonyms or is_concept else ()
        given = [
            Phrase.of(form, information.two_faced) for form in (*written, *forms.get(name, ()))
        ]
        entities.append(information.entity(name, (*given, *known)))
    return entities
