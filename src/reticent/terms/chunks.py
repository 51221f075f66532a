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
    """The union: the model's chunks, and pattern chunks that overlap none of them."""
    letters = codes(parse)
    found = [part for chunk in parse.chunks for part in unbroken(letters, *chunk)]
    taken = bytearray(len(letters))
    for start, end in found:
        taken[start:end] = b"\x01" * (end - start)
    found += [(start, end) for start, end in pattern_chunks(letters) if not any(taken[start:end])]
    found.sort()
    return found


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
