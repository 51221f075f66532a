"""Which labels are names: written with capitals in running text, and how often articles use them.

A label that running text also writes in small letters ("into the night", "rain") would be taken
for the film of that name wherever the words occur; it is left out. A single word that is also a
given name or a surname ("Jackson") is left out for the same reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from reticent.phrase import STOP_WORDS

Key = tuple[str, ...]
_WORD = re.compile(r"[^\W_]+")
_LONGEST = 7


def label_key(label: str) -> Key:
    return tuple(_WORD.findall(label.lower()))


def is_name(title: str) -> bool:
    """Whether a title is written as a name: no long word in small letters after the first."""
    first, *rest = _WORD.findall(title.split(" (")[0]) or [""]
    if not first or not (first[0].isupper() or any(word[0].isupper() for word in rest)):
        return False
    return not any(
        word[0].islower() and len(word) > 4 and word not in STOP_WORDS and word != "della"
        for word in rest
    )


@dataclass(frozen=True, slots=True)
class Usage:
    """In how many articles a label stands with capitals, and in small letters."""

    capitalised: Mapping[Key, int]
    small: Mapping[Key, int]

    def is_proper(self, label: str, names: Mapping[str, int]) -> bool:
        """Whether a label may stand for its entity. `names`: words of persons' names."""
        key = label_key(label)
        if not any(len(w) > 1 and w not in STOP_WORDS and not w.isdigit() for w in key):
            return False
        large, small = self.capitalised.get(key, 0), self.small.get(key, 0)
        if len(key) > 1:
            return small <= max(1, large // 10)
        others = names.get(key[0], 0)
        return len(key[0]) > 2 and small * 5 <= large and (others < 3 or others * 100 < large)


def usage(texts: Iterable[Iterable[str]], labels: Iterable[str]) -> Usage:
    """One pass over the corpus: counts are of articles."""
    wanted = {key for label in labels if 0 < len(key := label_key(label)) <= _LONGEST}
    longest: dict[str, int] = {}
    for key in wanted:
        opening = " ".join(key[:2])
        longest[opening] = max(longest.get(opening, 0), len(key))
    firsts = {key[0] for key in wanted}
    large, small = Counter[Key](), Counter[Key]()
    for paragraphs in texts:
        seen: set[tuple[Key, bool]] = set()
        for text in paragraphs:
            _scan(_WORD.findall(text), wanted, firsts, longest, seen)
        for key, capitalised in seen:
            (large if capitalised else small)[key] += 1
    return Usage(large, small)


def _scan(
    tokens: list[str],
    wanted: set[Key],
    firsts: set[str],
    longest: Mapping[str, int],
    seen: set[tuple[Key, bool]],
) -> None:
    lower = [token.lower() for token in tokens]
    last = len(lower) - 1
    for index, word in enumerate(lower):
        if word not in firsts:
            continue
        if (word,) in wanted:
            seen.add(((word,), tokens[index] != word))
        if index < last and (width := longest.get(f"{word} {lower[index + 1]}")):
            for end in range(index + 2, min(index + width, last + 1) + 1):
                if (key := tuple(lower[index:end])) in wanted:
                    _note(key, tokens[index:end], seen)


def _note(key: Key, tokens: list[str], seen: set[tuple[Key, bool]]) -> None:
    content = [t for t in tokens if t.lower() not in STOP_WORDS and t[0].isalpha()]
    if all(token[0].isupper() for token in content):
        seen.add((key, True))
    elif not any(token[0].isupper() for token in content):
        seen.add((key, False))
