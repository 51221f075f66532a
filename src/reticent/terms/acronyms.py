"""Acronyms and what they stand for, as the document itself says it.

The algorithm of Schwartz and Hearst (2003): beside a parenthesis stand a short and a long form; the
long form is the shortest text that holds the characters of the short one in order, the first of
them at the beginning of a word. Both orders are read: "human immunodeficiency virus (HIV)" and
"HIV (human immunodeficiency virus)".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set

from reticent.phrase import Phrase

_PARENTHESIS = re.compile(r"\(([^()\n\r]{2,120})\)")
_SHORT = re.compile(r"[^\W_][\w.&/+-]{1,11}")
_LAST_WORD = re.compile(r"[^\W_][\w.&/+-]{0,19}$")
_BEFORE = 160
_BORDER = re.compile(r"[.;:!?()\n\r](?=\s|$)|[()\n\r]")


def acronyms(text: str, two_faced: Set[str] = frozenset()) -> Mapping[Phrase, Phrase]:
    """Every acronym that the text expands, with its first expansion."""
    found: dict[Phrase, Phrase] = {}
    for short, long in pairs(text):
        acronym, expansion = Phrase.of(short, two_faced), Phrase.of(long, two_faced)
        if acronym and expansion and acronym != expansion:
            found.setdefault(acronym, expansion)
    return found


def pairs(text: str) -> Iterator[tuple[str, str]]:
    """Short and long forms as written, in the order of their parentheses."""
    for match in _PARENTHESIS.finditer(text):
        inside = re.split(r"[;,]\s", match.group(1), maxsplit=1)[0].strip()
        before = _clause(text[max(0, match.start() - _BEFORE) : match.start()])
        if is_short(inside):
            long = best_long_form(inside, _last_words(inside, before))
            if long is not None:
                yield inside, long
        elif (last := _LAST_WORD.search(before)) is not None and is_short(last.group()):
            long = best_long_form(last.group(), match.group(1).strip())
            if long is not None and long == match.group(1).strip():
                yield last.group(), long


def is_short(form: str) -> bool:
    """Whether a word may be an acronym: short, with a letter, and two capitals or a digit."""
    if _SHORT.fullmatch(form) is None or not any(character.isalpha() for character in form):
        return False
    marks = sum(character.isupper() or character.isdigit() for character in form)
    return marks >= 2


def best_long_form(short: str, candidate: str) -> str | None:
    """The shortest end of the candidate that the short form abbreviates, or None."""
    place = len(candidate) - 1
    letters = [character for character in short.casefold() if character.isalnum()]
    folded = [character.casefold() for character in candidate]
    for index in range(len(letters) - 1, -1, -1):
        while place >= 0 and (
            folded[place] != letters[index]
            or (index == 0 and place > 0 and candidate[place - 1].isalnum())
        ):
            place -= 1
        if place < 0:
            return None
        place -= 1
    long = candidate[place + 1 :].strip()
    return long if _is_long(short, long) else None


def _is_long(short: str, long: str) -> bool:
    """Longer than the short form, not holding it as a word, and not in far too many words."""
    words = long.split()
    few = min(len(short) + 5, len(short) * 2)
    return len(long) > len(short) and short not in words and 0 < len(words) <= few


def _clause(before: str) -> str:
    """What stands before a parenthesis, back to the last border."""
    borders = [match.end() for match in _BORDER.finditer(before)]
    return (before[borders[-1] :] if borders else before).strip()


def _last_words(short: str, before: str) -> str:
    """As many words as a long form may have."""
    few = min(len(short) + 5, len(short) * 2)
    return " ".join(before.split()[-few:])
