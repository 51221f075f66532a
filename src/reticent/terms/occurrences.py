"""Where phrases stand in a text, whatever its layout: for what must not stay under any reading.

Terms follow the segments and the linguistic model; a protected entity must be found also where
neither helps: across a line break or a word cut at one ("dia-\\nbetes"), with a comma inside
("Smith, John"), with a footnote mark, in a heading in capitals. Only the end of a sentence or of a
paragraph parts the words of one occurrence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from reticent.document import Span
from reticent.phrase import Phrase, Token, fold, in_capitals, is_same, plurals, segments

_PARTS = re.compile(r"[.!?;](?=\s|$)|\n[^\S\n]*\r?\n|\r[^\S\r\n]*\r")
_CUT = re.compile(r"[-\u2010\u00ad=][^\S\r\n]*\r?\n[^\S\r\n]*")
_FOOTNOTE_MARKS = "\u00b9\u00b2\u00b3\u2070\u2074\u2075\u2076\u2077\u2078\u2079"
_KEY = 2
"""Letters that a word and its plural share."""


def occurrences(text: str, phrases: Iterable[Phrase]) -> list[Span]:
    """The places of the phrases' words, in order, a span each word; a plural is the word.

    A word that a phrase keeps in capitals (US, AIDS where aids is another word) is found where it
    is written in capitals, or with a capital inside a segment; every other word in any writing.
    """
    by_first: dict[str, list[Phrase]] = {}
    for phrase in phrases:
        by_first.setdefault(fold(phrase.words[0])[:_KEY], []).append(phrase)
    whole = [segment for segment in segments(text) if segment]
    tokens = [token for segment in whole for token in segment]
    first = {segment[0].start for segment in whole}
    found = set(_found(text, tokens, first, by_first))
    if _CUT.search(text):
        found |= set(_found(text, list(_joined(text, tokens)), first, by_first))
    return sorted(found)


def _joined(text: str, tokens: list[Token]) -> Iterator[Token]:
    """The words, those that a line end cuts put together."""
    held: Token | None = None
    for token in tokens:
        if held is not None and _CUT.fullmatch(text[held.end : token.start]):
            word = fold(held.word) + fold(token.word)
            held = Token(word, held.start, token.end, held.capitalised)
            continue
        if held is not None:
            yield held
        held = token
    if held is not None:
        yield held


def _found(
    text: str, tokens: list[Token], first: set[int], by_first: dict[str, list[Phrase]]
) -> Iterator[Span]:
    for at, token in enumerate(tokens):
        for phrase in by_first.get(fold(token.word)[:_KEY], ()):
            own = tokens[at : at + len(phrase)]
            if _is(text, own, phrase, first):
                yield from (Span(each.start, each.end) for each in own)


def _is(text: str, tokens: list[Token], phrase: Phrase, first: set[int]) -> bool:
    several = len(phrase) > 1
    return (
        len(tokens) == len(phrase)
        and all(
            _is_word(text, token, word, first, several)
            for token, word in zip(tokens, phrase.words, strict=True)
        )
        and not any(_PARTS.search(text[one.end : other.start]) for one, other in pairwise(tokens))
    )


def _is_word(text: str, token: Token, wanted: str, first: set[int], several: bool) -> bool:
    written = text[token.start : token.end].rstrip(_FOOTNOTE_MARKS)
    if not wanted.isupper():
        words = {fold(token.word), fold(written)} if written else {token.word}
        # Beside other words of the form the singular is meant too: "hearing aid" of "hearing aids".
        return any(is_same(word, wanted) or (several and wanted in plurals(word)) for word in words)
    capital = in_capitals(written) or (token.capitalised and token.start not in first)
    return fold(written) == fold(wanted) and (capital or written == wanted)
