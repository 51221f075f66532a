"""Where phrases stand in a text, whatever its layout: for what must not stay under any reading.

Terms follow the segments and the linguistic model; a protected entity must be found also where
neither helps: across a line break, with a comma inside ("Smith, John"), in a heading in capitals.
Only the end of a sentence or of a paragraph parts the words of one occurrence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from reticent.document import Span
from reticent.phrase import Phrase, Token, fold, in_capitals, is_same, segments

_PARTS = re.compile(r"[.!?;](?=\s|$)|\n[^\S\n]*\r?\n|\r[^\S\r\n]*\r")


def occurrences(text: str, phrases: Iterable[Phrase]) -> list[Span]:
    """The places of the phrases, in order; a word in the plural is the word.

    A word that a phrase keeps in capitals (US, AIDS where aids is another word) is found only
    where it is written in capitals; every other word in any writing.
    """
    tokens = [token for segment in segments(text) for token in segment]
    by_first: dict[str, list[Phrase]] = {}
    for phrase in phrases:
        by_first.setdefault(fold(phrase.words[0])[:_KEY], []).append(phrase)
    spans = []
    for at, token in enumerate(tokens):
        for phrase in by_first.get(fold(token.word)[:_KEY], ()):
            own = tokens[at : at + len(phrase)]
            if _is(text, own, phrase):
                spans.append(Span(own[0].start, own[-1].end))
    return spans


_KEY = 2
"""Letters that a word and its plural share for certain (a word of two letters in y aside)."""


def _is(text: str, tokens: list[Token], phrase: Phrase) -> bool:
    return (
        len(tokens) == len(phrase)
        and all(map(lambda t, w: _is_word(text, t, w), tokens, phrase.words))
        and all(not _PARTS.search(text[one.end : other.start]) for one, other in pairwise(tokens))
    )


def _is_word(text: str, token: Token, wanted: str) -> bool:
    if not wanted.isupper():
        return is_same(fold(token.word), wanted)
    written = text[token.start : token.end]
    return fold(written) == fold(wanted) and (in_capitals(written) or written == wanted)
