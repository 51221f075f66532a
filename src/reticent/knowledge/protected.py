"""What is protected: from the names a person gives to entities with all their forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reticent.knowledge import Knowledge
from reticent.knowledge.generalise import forms_of
from reticent.knowledge.information import Entity, Information
from reticent.phrase import Phrase


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
    entities = []
    for name in dict.fromkeys(names):
        is_concept = knowledge.taxonomies.concept(name) is not None
        written = () if is_concept else (name,)
        known = forms_of(knowledge.taxonomies, name) if synonyms or is_concept else ()
        given = [
            Phrase.of(form, information.two_faced) for form in (*written, *forms.get(name, ()))
        ]
        entities.append(information.entity(name, (*given, *known)))
    return entities
