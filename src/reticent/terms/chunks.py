"""Noun phrases: the model's noun chunks and, where they leave words alone, patterns of tags.

Neither is enough. The parser's chunks miss phrases wherever the parse goes wrong; patterns over
the tagger do not know that a participle is a verb. Their union finds more than either. A phrase is
split at possessives, coordination and punctuation, and begins with no determiner and no adverb.
"""

from __future__ import annotations

import re

from reticent.terms.linguistics import AMPERSAND, LINE_BREAK, Parse

TokenRange = tuple[int, int]

_CODES = {
    **dict.fromkeys(("NN", "NNS", "NNP", "NNPS", "FW", "ADD", "GW", "XX"), "N"),
    **dict.fromkeys(("JJ", "JJR", "JJS", "AFX"), "J"),
    **dict.fromkeys(("RB", "RBR", "RBS"), "A"),
    **dict.fromkeys(("VBG", "VBN", "VBD", "VB", "VBP", "VBZ"), "O"),
    **dict.fromkeys(("DT", "PDT", "WDT", "PRP$", "WP$", "PRP", "WP", "EX"), "D"),
    **dict.fromkeys(("CC", "POS", ",", ".", ":", "-LRB-", "-RRB-", "``", "''", "NFP"), "U"),
    LINE_BREAK: "U",
    "_SP": "S",
    "CD": "C",
    "$": "M",
    "#": "M",
    "SYM": "M",
    "HYPH": "H",
    AMPERSAND: "H",
}
"""Noun, adjective, adverb, other, determiner, border, space, number, symbol, hyphen."""

_PARTICIPLES = frozenset(("VBG", "VBN", "VBD"))
_PREMODIFIERS = frozenset(("amod", "compound", "nmod", "nummod"))

_RUN = re.compile(r"(?:[JVNCMHS]|A(?=[JVAC]))+")
_UNBROKEN = re.compile(r"[^U]+")
_LEADING = "DAHSO"
_TRAILING = "DAHSOJVM"


def codes(parse: Parse) -> str:
    """One letter a token, so that a pattern of tags is a pattern of letters."""
    letters = [_CODES.get(tag, "O") for tag in parse.tags]
    for index, tag in enumerate(parse.tags):
        if tag in _PARTICIPLES and parse.roles[index] in _PREMODIFIERS:
            letters[index] = "V"
    return "".join(letters)


def noun_phrases(parse: Parse) -> list[TokenRange]:
    """The union: the model's chunks, and pattern chunks among the tokens they leave."""
    letters = codes(parse)
    found = [part for chunk in parse.chunks for part in unbroken(letters, *chunk)]
    left = list(letters)
    for start, end in found:
        left[start:end] = "U" * (end - start)
    found += pattern_chunks("".join(left))
    return _joined(parse.tags, letters, sorted(found))


def _joined(tags: tuple[str, ...], letters: str, found: list[TokenRange]) -> list[TokenRange]:
    """Phrases with the number after them ("July 1967"), and on both sides of an ampersand
    ("Marks & Spencer"), as one."""
    joined: list[TokenRange] = []
    for start, end in found:
        last = joined[-1][1] if joined else -2
        number = last == start and letters[start] == "C" and letters[last - 1] == "N"
        if number or (last == start - 1 and tags[start - 1] == AMPERSAND):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def pattern_chunks(letters: str) -> list[TokenRange]:
    """Adjectives, participles, numbers and nouns that end in a noun or a number."""
    return [part for match in _RUN.finditer(letters) for part in unbroken(letters, *match.span())]


def unbroken(letters: str, start: int, end: int) -> list[TokenRange]:
    """The unbroken parts of a chunk, without what may not stand at their edges."""
    parts = []
    for match in _UNBROKEN.finditer(letters, start, end):
        first, last = match.span()
        while first < last and letters[first] in _LEADING:
            first += 1
        while last > first and letters[last - 1] in _TRAILING:
            last -= 1
        if first < last:
            parts.append((first, last))
    return parts
