"""Strangers: persons named in a document whose names no corpus needs to know (QUALITY, rule 5).

A stranger's surname tells nothing of a protected entity and belongs to the identifiers. But a
recogniser takes a new drug for a person easily, so its word alone is not enough: a title stands
before the name, or the name has two words or more of which one is known as a name.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from reticent.document import Span
from reticent.phrase import Phrase, segments
from reticent.terms.find import Analysis

_PERSON = "person"
_TITLE = re.compile(
    r"\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Dame|Lord|Lady|Rev|Fr|Sr|Judge|Justice|Sgt|Sergeant"
    r"|Officer|Constable|PC|Lt|Lieutenant|Capt|Captain|Col|Gen|Nurse|Councillor|Cllr|Madam|Herr|Frau"
    r"|Monsieur|Mme|Mlle|Se\u00f1or|Se\u00f1ora)\.?\s+$"
)


def strangers(analysis: Analysis, known_name: Callable[[Phrase], bool]) -> frozenset[str]:
    """The words of persons' names in a document."""
    named = {
        word
        for name in analysis.names
        if name.label == _PERSON
        for word in _words(analysis, name.span, known_name)
    }
    small = {
        token.word
        for segment in segments(analysis.document.text)
        for token in segment
        if not token.capitalised
    }
    return frozenset(named - small)  # what is also written small is no name


def _words(analysis: Analysis, span: Span, known_name: Callable[[Phrase], bool]) -> tuple[str, ...]:
    words = Phrase.of(analysis.document.at(span)).content
    before = analysis.document.text[max(0, span.start - 20) : span.start]
    if _TITLE.search(before):
        return words
    if len(words) > 1 and any(known_name(Phrase((word,))) for word in words):
        return words
    return ()
