"""Identifiers by their form: addresses, numbers, dates, ages, amounts, codes.

What the eighteen identifiers of the HIPAA safe harbour look like in writing, and their relatives
elsewhere; names are found by `names`. Where a number carries a check digit it is checked, but a
failed check only lowers its rank when something else says what it is: a mistyped number still
identifies.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from reticent.document import Span
from reticent.terms import patterns
from reticent.terms.patterns import Near, Pattern


@dataclass(frozen=True, slots=True, order=True)
class Identifier:
    """Where an identifier stands, its kind, and whether a check of its own holds."""

    span: Span
    kind: str
    checked: bool = False


_BEFORE_DIGITS = frozenset("(+$€£¥₹")
_BORDER = re.compile(r"\s")
_NAMED = len(patterns.PATTERNS)
"""A number beside a word that says what it is has a rank below 0, as good as a check."""


def identifiers(text: str) -> list[Identifier]:
    """The identifiers of a text, in order, none overlapping another."""
    matches = _matcher(text)
    found = [
        (candidate, rank - _NAMED if "id" in pattern.regex.groupindex else rank)
        for rank, pattern in enumerate(patterns.PATTERNS)
        for match in matches(pattern.regex, pattern.near)
        if (candidate := _candidate(pattern, match)) is not None
    ]
    found += [
        (Identifier(Span(*match.span("id")), _named(match)), -1)
        for match in matches(patterns.CONTEXT, patterns.DIGITS)
    ]
    return resolved(found)


def _candidate(pattern: Pattern, match: re.Match[str]) -> Identifier | None:
    group: int | str = "id" if "id" in pattern.regex.groupindex else 0
    checked = pattern.check is not None and pattern.check(match.group(group))
    if pattern.strict and not checked:
        return None
    return Identifier(Span(*match.span(group)), pattern.kind, checked and pattern.kind != "code")


def _named(match: re.Match[str]) -> str:
    """The kind that the word before a number gives it."""
    return patterns.KIND_OF[(match.group("strong") or match.group("weak")).lower()]


def _matcher(text: str) -> Callable[[re.Pattern[str], Near | None], Iterator[re.Match[str]]]:
    """Tries a pattern where it can match at all: a text is read once for each kind of place."""
    starts = list(_digit_starts(text))
    stretches: dict[Near, list[tuple[int, int]]] = {}

    def matches(regex: re.Pattern[str], near: Near | None) -> Iterator[re.Match[str]]:
        if near is None:
            for start in starts:
                if (match := regex.match(text, start)) is not None:
                    yield match
            return
        if near not in stretches:
            stretches[near] = list(_stretches(text, near))
        for start, end in stretches[near]:
            yield from regex.finditer(text, start, end)

    return matches


def _digit_starts(text: str) -> Iterator[int]:
    """Where rows of digits begin, and up to two signs before them."""
    for match in patterns.DIGITS.what.finditer(text):
        start = match.start()
        yield start
        for before in (start - 1, start - 2):
            if before < 0 or text[before] not in _BEFORE_DIGITS:
                break
            yield before


def _stretches(text: str, near: Near) -> Iterator[tuple[int, int]]:
    """The surroundings of what a pattern needs, joined where they meet, cut at white space."""
    start = end = 0
    for match in near.what.finditer(text):
        if match.start() < end:
            end = (
                _until_space(text, match.end() + near.after)
                if match.end() + near.after > end
                else end
            )
            continue
        low = max(match.start() - near.before, end)
        if low > end:
            if end:
                yield start, end
            start = low
        end = _until_space(text, match.end() + near.after)
    if end:
        yield start, end


def _until_space(text: str, offset: int) -> int:
    if offset >= len(text):
        return len(text)
    border = _BORDER.search(text, offset)
    return border.start() if border else len(text)


def resolved(found: list[tuple[Identifier, int]]) -> list[Identifier]:
    """Of overlapping ones the longest, then one that is checked or named, then the first kind."""
    order = sorted(
        found,
        key=lambda item: (
            -len(item[0].span),
            not item[0].checked and item[1] >= 0,
            item[1],
            item[0].span.start,
        ),
    )
    starts: list[int] = []
    kept: list[Identifier] = []
    for candidate, _ in order:
        at = bisect_left(starts, candidate.span.start)
        after = at < len(kept) and kept[at].span.start < candidate.span.end
        before = at > 0 and kept[at - 1].span.end > candidate.span.start
        if not after and not before:
            starts.insert(at, candidate.span.start)
            kept.insert(at, candidate)
    return kept
