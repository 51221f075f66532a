"""Phrase: a normalised token tuple, and the one normalisation that documents and corpora share.

METHODS, "Terms": case folded; hyphens, slashes and punctuation separate tokens; possessive 's
dropped; accents folded; stop words stripped at the edges, not inside. Two kinds of words keep
their capitals, because folding would make them other words:

* a token written in capitals that folds to a stop word (US, IT, WHO, hepatitis A) is no stop word;
* a word that a corpus knows to be two-faced (AIDS and aids, MS and ms): `two_faced`.

Text is read in segments, stretches that no sentence punctuation, comma, colon, bracket or line
break interrupts: a phrase never crosses the end of one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import lru_cache

STOP_WORDS: frozenset[str] = frozenset(
    """a about above across after again against all almost along already also although always am
    amid among amongst an and another any anybody anyone anything anyway are around as at away
    be became because become becomes becoming been before being below beneath beside besides
    between beyond both but by can cannot could did do does doing done during each either else
    enough etc even ever every everybody everyone everything except few for from further had has
    have having he hence her here hers herself him himself his how however i if in indeed
    instead into is it its itself just least less let like made many may me might more moreover
    most mostly much must my myself namely nearly neither never nevertheless no nobody none nor
    not nothing now of off often on once only onto or other others otherwise our ours ourselves
    out over own per perhaps quite rather really same say says see seem seemed seems several
    shall she should since so some somebody someone something sometimes somewhat still such than
    that the their theirs them themselves then there thereafter thereby therefore these they
    this those though through throughout thus to together too toward towards under until up upon
    us usually various very via was we were what whatever when whenever where whereas wherever
    whether which while who whoever whole whom whose why will with within without would yes yet
    you your yours yourself yourselves""".split()
)

_MARKS = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f"
_IGNORABLE = (
    "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\ufeff\ufff9-\ufffc"
    "\U000e0000-\U000e007f\U000e0100-\U000e01ef"
)
_ABBREVIATIONS = ("Dr", "Mr", "Ms", "St", "No", "Mt", "Ft", "vs", "Jr", "Sr", "Lt", "Mrs", "Gen")
_NOT_AFTER_ABBREVIATION = "".join(rf"(?<!\b{word})" for word in _ABBREVIATIONS)

_DOTTED = r"(?<![^\W_])[^\W\d_](?:\.[^\W\d_])+\b\.?(?![^\W_])"
_WORD = r"[^\W_ʼ]+"
_GLUED_WORD = rf"[^\W_ʼ]+(?:[{_MARKS}{_IGNORABLE}]+[^\W_ʼ]*)*"
_ENDING = r"['’ʼ＇](?:[stdmSTDM]|re|ve|ll|RE|VE|LL)\b"
_BREAK = (
    r"[!?;()\[\]{}|…—•\n\r\t\x0b\x0c\x85\u2028\u2029]"
    r"|(?<!\d)[,:]|[,:](?!\d)"
    r"|(?<=\s)[-–]+(?=\s)"
    rf"|{_NOT_AFTER_ABBREVIATION}(?<!\b[A-Z])\.(?![^\s\"'’”»\])])"
)
_PLAIN = re.compile(f"{_DOTTED}|{_WORD}|{_ENDING}|{_BREAK}")
_GLUED = re.compile(f"{_DOTTED}|{_GLUED_WORD}|{_ENDING}|{_BREAK}")
_NEEDS_GLUE = re.compile(f"[{_MARKS}{_IGNORABLE}]")


def pattern_for(text: str) -> re.Pattern[str]:
    """The pattern that cuts this text into items: words, endings ('s, n't) and breaks."""
    return _GLUED if not text.isascii() and _NEEDS_GLUE.search(text) else _PLAIN


def is_word(item: str) -> bool:
    """Whether an item is a word; otherwise it is an ending or a break."""
    return item[0].isalnum() and not is_ending(item)


def is_ending(item: str) -> bool:
    """Whether an item is the 's of a possessive or what is left of a contraction: no word."""
    return item[0] in "'’ʼ＇"


@lru_cache(maxsize=1 << 16)
def fold(item: str) -> str:
    """A word in small letters, without accents, invisible characters and the dots of U.S.A."""
    word = item.casefold()
    if not word.isascii():
        bare = _visible(unicodedata.normalize("NFKD", word)).casefold()
        word = bare if bare.isalnum() else _visible(word)
    return word.replace(".", "")


def _visible(word: str) -> str:
    """The characters that are no accents, no apostrophe that is a letter, and not invisible."""
    return "".join(
        c for c in word if c not in "ʼ\u2800\ufffc" and unicodedata.category(c) not in ("Mn", "Cf")
    )


@lru_cache(maxsize=1 << 16)
def in_capitals(item: str) -> bool:
    """Whether a word is written in capitals: two letters or more, none of them small."""
    return item.isupper() and sum(character.isalpha() for character in item) > 1


def is_stop(word: str) -> bool:
    return word in STOP_WORDS


def is_content(word: str) -> bool:
    """Whether a normalised word says something: no stop word and no number."""
    return word not in STOP_WORDS and any(character.isalpha() for character in word)


@dataclass(frozen=True, slots=True)
class Token:
    """A normalised word and where it stands in the text."""

    word: str
    start: int
    end: int
    capitalised: bool


def segments(text: str, two_faced: Set[str] = frozenset()) -> Iterator[list[Token]]:
    """The words of a text, cut where no phrase may cross. Empty segments are left out."""
    segment: list[tuple[str, int, int]] = []
    for match in pattern_for(text).finditer(text):
        item = match.group()
        if is_word(item):
            segment.append((item, match.start(), match.end()))
        elif not is_ending(item) and segment:
            yield _tokens(segment, two_faced)
            segment = []
    if segment:
        yield _tokens(segment, two_faced)


def _tokens(segment: list[tuple[str, int, int]], two_faced: Set[str]) -> list[Token]:
    shouted = is_shouted([item for item, _, _ in segment])
    return [
        Token(written(item, index > 0, shouted, two_faced), start, end, item[0].isupper())
        for index, (item, start, end) in enumerate(segment)
    ]


def is_shouted(items: list[str]) -> bool:
    """Whether a segment is all in capitals, as headings are: there capitals tell nothing."""
    return len(items) > 1 and not any(c.islower() for item in items for c in item)


def written(item: str, inside: bool, shouted: bool, two_faced: Set[str]) -> str:
    """The normalised word for an item of a segment (`inside`: it is not the first one)."""
    word = fold(item)
    if word in two_faced:
        return word.upper() if in_capitals(item) else word
    if word in STOP_WORDS and not shouted and (in_capitals(item) or (item == "A" and inside)):
        return word.upper()
    return word


@dataclass(frozen=True, slots=True, order=True)
class Phrase:
    """A normalised token tuple. `Phrase.of` is the only way from text to here."""

    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str, two_faced: Set[str] = frozenset()) -> Phrase:
        """The phrase a text is, without the stop words at its edges; empty if nothing is left."""
        tokens = [token for segment in segments(text, two_faced) for token in segment]
        return cls(strip([token.word for token in tokens]))

    @classmethod
    def parse(cls, key: str) -> Phrase:
        """The phrase whose `str` this is: for keys of packs and tables, never for text."""
        return cls(tuple(key.split()))

    def __str__(self) -> str:
        return " ".join(self.words)

    def __len__(self) -> int:
        return len(self.words)

    def __bool__(self) -> bool:
        return bool(self.words)

    def __contains__(self, other: Phrase) -> bool:
        """Whether the other phrase stands in this one, word for word or in the plural."""
        width = len(other.words)
        return any(
            all(map(is_same, self.words[at : at + width], other.words))
            for at in range(len(self.words) - width + 1)
        )

    @property
    def content(self) -> tuple[str, ...]:
        """The distinct content words, in order."""
        return tuple(dict.fromkeys(word for word in self.words if is_content(word)))

    def without_first(self) -> Phrase:
        return Phrase(strip(self.words[1:]))

    def without_last(self) -> Phrase:
        return Phrase(strip(self.words[:-1]))


def strip(words: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """The words without the stop words at the edges."""
    start, end = 0, len(words)
    while start < end and is_stop(words[start]):
        start += 1
    while end > start and is_stop(words[end - 1]):
        end -= 1
    return tuple(words[start:end])


def is_same(word: str, wanted: str) -> bool:
    """Whether a word is the wanted one or its regular plural ("aid" is no "aids")."""
    return word == wanted or word in plurals(wanted)


@lru_cache(maxsize=1 << 16)
def plurals(word: str) -> tuple[str, ...]:
    """The regular plurals a word may have; none of a word that is counted in capitals."""
    if word.isupper() or not word[-1:].isalpha():
        return ()
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return (word[:-1] + "ies",)
    if word.endswith(("s", "x", "z", "ch", "sh", "o")):
        return (word + "es", word + "s")
    return (word + "s",)


@lru_cache(maxsize=1 << 16)
def singulars(word: str) -> tuple[str, ...]:
    """The words that a word may be the regular plural of, the likeliest first."""
    candidates = (word[:-1], word[:-2], word[:-3] + "y")
    return tuple(each for each in candidates if len(each) > 1 and word in plurals(each))


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """The Snowball stem of a normalised word: for matching, never for counting."""
    return str(_stemmer().stemWord(word.lower()))


@lru_cache(maxsize=1)
def _stemmer():  # type: ignore[no-untyped-def]  # snowballstemmer ships no types
    import snowballstemmer

    return snowballstemmer.stemmer("english")
