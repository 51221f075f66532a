"""How the words of a piece are shared out among terms, so that none falls through.

Each word has one owner. Noun phrases take theirs first; a name that goes over several of them
("Department of Health") takes its words from them, then identifiers and given spans take theirs.
What is left and says something becomes a term of its own: a tagger that takes HIV for a verb must
not make it disappear.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from reticent.document import Span
from reticent.phrase import Phrase, is_stop
from reticent.terms.chunks import noun_phrases
from reticent.terms.linguistics import Parse
from reticent.terms.names import NUMERIC
from reticent.terms.words import Mark, Mention, Words, marked, mention

_JOINTS = frozenset(("of", "the", "for"))
"""The stop words that a name may hold inside."""

_SILENT_TAGS = frozenset(
    "VB VBD VBG VBN VBP VBZ RB RBR RBS MD IN TO RP DT PDT WDT CC EX PRP PRP$ WP WP$ WRB".split()
)
"""Tags of words that are no terms by themselves. A tag that is not listed makes a term."""


_NONE, _MARKED = -1, -2
"""Owners of words that are in no term yet, and of words that marks have taken."""


@dataclass(frozen=True, slots=True)
class Demands:
    """What shall be a term besides noun phrases, names and identifiers."""

    wanted: Mapping[str, tuple[tuple[str, ...], ...]]
    known: Callable[[str], bool] | None
    silent: frozenset[str]

    @classmethod
    def of(
        cls, wanted: Collection[Phrase], known: Callable[[str], bool] | None, every_word: bool
    ) -> Demands:
        """Wanted phrases by their first word, the longest first."""
        table: dict[str, list[tuple[str, ...]]] = {}
        for phrase in sorted(wanted, key=lambda phrase: (-len(phrase), phrase)):
            if phrase:
                table.setdefault(phrase.words[0], []).append(phrase.words)
        silent = frozenset() if every_word else _SILENT_TAGS  # the tagger errs: a drug can be "PRP"
        return cls({word: tuple(rows) for word, rows in table.items()}, known, silent)


def merged(given: list[Mark], found: list[Mark]) -> list[Mark]:
    """Marks in order, none overlapping another: given ones grow together and come first."""
    kept: list[Mark] = []
    for mark in sorted(given, key=lambda mark: mark.span):
        if kept and mark.span.start < kept[-1].span.end:
            end = max(mark.span.end, kept[-1].span.end)
            kept[-1] = Mark(Span(kept[-1].span.start, end), mark.kind, kept[-1].label)
        else:
            kept.append(mark)
    starts = [mark.span.start for mark in kept]
    for mark in found:
        at = bisect_left(starts, mark.span.end)
        if not at or kept[at - 1].span.end <= mark.span.start:
            kept.append(mark)
    return sorted(kept, key=lambda mark: mark.span)


def mentions_in(
    text: str,
    words: Words,
    tokens: list[int] | None,
    parse: Parse | None,
    names: list[tuple[int, int, str]],
    marks: list[Mark],
    demands: Demands,
) -> list[Mention]:
    """The mentions that the words of a piece make. `tokens`: where the model's tokens begin."""
    owners = [_NONE] * len(words)
    labels: list[str] = [""] * len(words)
    tags: list[str] = [""] * len(words)
    kinds: list[str] = []
    if parse is not None and tokens is not None:
        first = _first_words(words, tokens)
        tags = _tags(words, tokens, parse)
        for start, end in noun_phrases(parse):
            _own(owners, first[start], first[end], kinds, "noun phrase")
        for start, end, label in names:
            low, high = first[start], first[end]
            labels[low:high] = [label] * (high - low)
            if label not in NUMERIC and _is_whole(words, owners, low, high):
                _own(owners, low, high, kinds, "name")
    claimed = _claims(words, marks)
    for low, high, _ in claimed:
        owners[low:high] = [_MARKED] * (high - low)
    _take_wanted(words, owners, kinds, demands)
    _take_left(text, words, owners, kinds, tags, demands)
    found = list(_runs(words, owners, kinds, labels))
    return [*found, *(marked(words, *claim) for claim in claimed)]


def _own(owners: list[int], low: int, high: int, kinds: list[str], kind: str) -> None:
    """Give words to a new owner of a kind."""
    owners[low:high] = [len(kinds)] * (high - low)
    kinds.append(kind)


def _first_words(words: Words, tokens: list[int]) -> list[int]:
    """For each of the model's tokens the first word that begins there or later, and the end."""
    first, at, starts, size = [], 0, words.starts, len(words)
    for offset in tokens:
        while at < size and starts[at] < offset:
            at += 1
        first.append(at)
    first.append(size)
    return first


def _tags(words: Words, tokens: list[int], parse: Parse) -> list[str]:
    """For each word the tag of the token it begins in."""
    tags, at, last = [], 0, len(tokens) - 1
    for start in words.starts:
        while at < last and tokens[at + 1] <= start:
            at += 1
        tags.append(parse.tags[at] if tokens else "")
    return tags


def _is_whole(words: Words, owners: list[int], low: int, high: int) -> bool:
    """Whether a name goes over several noun phrases, holds each whole, and no "and" or comma."""
    if high - low < 2 or words.segments[low] != words.segments[high - 1]:
        return False
    if len(set(owners[low:high])) == 1:
        return False
    if low and owners[low] >= 0 and owners[low - 1] == owners[low]:
        return False
    if high < len(owners) and owners[high - 1] >= 0 and owners[high] == owners[high - 1]:
        return False
    return all(not is_stop(word) or word in _JOINTS for word in words.words[low:high])


def _claims(words: Words, marks: list[Mark]) -> list[tuple[int, int, Mark]]:
    """The words of each mark; marks that share a word are one."""
    claims: list[tuple[int, int, Mark]] = []
    if not len(words):
        return claims
    at = bisect_right(marks, words.starts[0], key=lambda mark: mark.span.end)
    for mark in marks[at:]:
        if mark.span.start >= words.ends[-1]:
            break
        low, high = words.touched(mark.span)
        if low == high:
            continue
        if claims and low < claims[-1][1]:
            before = claims[-1][2]
            span = Span(before.span.start, max(before.span.end, mark.span.end))
            claims[-1] = (
                claims[-1][0],
                max(high, claims[-1][1]),
                Mark(span, before.kind, before.label),
            )
        else:
            claims.append((low, high, mark))
    return claims


def signs(text: str, marks: list[Mark], mentions: list[Mention]) -> Iterator[Mention]:
    """The mentions of marks without any word (signs, a lone 's), where no other term holds them."""
    starts = [each.span.start for each in mentions]
    for mark in marks:
        written = text[mark.span.start : mark.span.end]
        at = bisect_left(starts, mark.span.end)
        held = at and mentions[at - 1].span.overlaps(mark.span)
        if not held and not written.isspace():
            phrase = Phrase(tuple(written.casefold().split()))
            yield Mention(mark.span, phrase, mark.kind, mark.label)


def _take_wanted(words: Words, owners: list[int], kinds: list[str], demands: Demands) -> None:
    """Give a wanted phrase its words, unless one other term holds them all."""
    if not demands.wanted:
        return
    for low, word in enumerate(words.words):
        for row in demands.wanted.get(word, ()):
            high = low + len(row)
            if tuple(words.words[low:high]) == row and _is_open(words, owners, low, high):
                _own(owners, low, high, kinds, "given")
                break


def _is_open(words: Words, owners: list[int], low: int, high: int) -> bool:
    """Whether words of one segment are in no term together, and in no mark."""
    taken = set(owners[low:high])
    together = len(taken) == 1 and _NONE not in taken
    return not together and _MARKED not in taken and len(set(words.segments[low:high])) == 1


def _take_left(
    text: str, words: Words, owners: list[int], kinds: list[str], tags: list[str], demands: Demands
) -> None:
    """Make a term of each word that is in none and says something, or may."""
    for at, owner in enumerate(owners):
        if owner != _NONE or is_stop(words.words[at]):
            continue
        written = text[words.starts[at] : words.ends[at]]
        if (
            tags[at] not in demands.silent
            or written != written.lower()
            or not written.isalpha()
            or (demands.known is not None and not demands.known(words.words[at]))
        ):
            _own(owners, at, at + 1, kinds, "word")


def _runs(
    words: Words, owners: list[int], kinds: list[str], labels: list[str]
) -> Iterator[Mention]:
    """The mentions of adjoining words with one owner, within a segment."""
    start, size = 0, len(owners)
    segments = words.segments
    while start < size:
        end = start + 1
        while end < size and owners[end] == owners[start] and segments[end] == segments[start]:
            end += 1
        if owners[start] >= 0:
            kind, label = _named(words, labels, start, end, kinds[owners[start]])
            if (found := mention(words, start, end, kind, label)) is not None:
                yield found
        start = end


def _named(words: Words, labels: list[str], start: int, end: int, kind: str) -> tuple[str, str]:
    """Kind and label: a name, when names hold all the words that are no stop words."""
    inner = [labels[at] for at in range(start, end) if not is_stop(words.words[at])]
    label = inner[0] if inner and all(inner) else ""
    return ("name" if label and label not in NUMERIC and kind != "given" else kind), label
