"""The terms of a document: every word that says something stands in one of them.

Terms are noun phrases, names and identifiers that go over several phrases, and each content word
that is left. Mentions never overlap, their offsets are those of the original text, and the words
of a term are those that `reticent.phrase` sees in the document, so that documents and corpora are
always compared in the same form. A long document is read piece by piece in bounded memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from types import MappingProxyType

from reticent.document import Document, Span
from reticent.errors import UsageError
from reticent.phrase import Phrase
from reticent.terms.acronyms import acronyms
from reticent.terms.clean import Cleaned, clean, paragraphs, pieces, trimmed
from reticent.terms.cover import Demands, mentions_in, merged, signs
from reticent.terms.identifiers import Identifier, identifiers
from reticent.terms.linguistics import Linguistics, Parse
from reticent.terms.names import Name, names
from reticent.terms.words import Mark, Mention, grouped, joined, numbered

BATCH_PIECES = 64
BATCH_CHARACTERS = 50_000

_RANK = {"given": 0, "identifier": 1, "name": 2, "noun phrase": 3, "word": 4}


@dataclass(frozen=True, slots=True)
class Term:
    """A phrase, where the document mentions it, and what kind of thing it is.

    `kind` is `given`, `identifier`, `name`, `noun phrase` or `word` (one that is in no phrase);
    `label` says what a name names or an identifier identifies, as far as that is known.
    """

    phrase: Phrase
    mentions: tuple[Span, ...]
    kind: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a document consists of, everything in document order."""

    document: Document
    paragraphs: tuple[Span, ...]
    sentences: tuple[Span, ...]
    terms: tuple[Term, ...]
    names: tuple[Name, ...]
    identifiers: tuple[Identifier, ...]
    acronyms: Mapping[Phrase, Phrase]


def find(
    document: Document,
    linguistics: Linguistics,
    *,
    two_faced: Set[str] = frozenset(),
    given: Collection[Span] = (),
    wanted: Collection[Phrase] = (),
    known: Callable[[str], bool] | None = None,
    every_word: bool = False,
) -> Analysis:
    """Everything that is a term in the document, with its sentences, paragraphs and names.

    `given` spans are terms whatever stands there. `wanted` phrases are terms wherever they occur
    outside a longer one, whatever the model takes them for. A word that `known` denies is a term
    too; so are all that are left and no stop words, whatever their tag, when `every_word` says so.
    """
    if any(span.end > len(document) or not len(span) for span in given):
        raise UsageError(
            f"a given span is empty or ends beyond the document's {len(document)} characters; "
            "spans count characters of this very text"
        )
    cleaned = clean(document.text)
    found = tuple(
        Identifier(cleaned.original(each.span), each.kind, each.checked)
        for each in identifiers(cleaned.text)
    )
    marks = merged(
        [Mark(span, "given") for span in given],
        [Mark(each.span, "identifier", each.kind) for each in found],
    )
    places = list(pieces(cleaned.text))
    groups = grouped(numbered(document.text, two_faced), _borders(cleaned, places, len(document)))
    demands = Demands.of(wanted, known, every_word)
    mentions: list[Mention] = []
    sentences: list[Span] = []
    named: list[Name] = []
    for place, parse in zip(places, _parses(cleaned, places, linguistics), strict=True):
        ranges = names(parse)
        named += _names(cleaned, place, parse, ranges)
        sentences += _sentences(cleaned, place, parse)
        mentions += mentions_in(
            document.text, next(groups), _at(cleaned, place, parse), parse, ranges, marks, demands
        )
    for words in groups:  # after the last piece no word can be left, but nothing shall fall through
        mentions += mentions_in(document.text, words, None, None, [], marks, demands)
    whole = joined(mentions)
    return Analysis(
        document,
        tuple(cleaned.original(block) for block in paragraphs(cleaned.text)),
        tuple(sentences),
        _terms(joined([*whole, *signs(document.text, marks, whole)])),
        tuple(named),
        found,
        MappingProxyType(dict(acronyms(cleaned.text, two_faced))),
    )


def _borders(cleaned: Cleaned, places: list[Span], length: int) -> Iterator[int]:
    """Where the words of each piece end: at the beginning of the next piece."""
    for place in places[1:]:
        yield cleaned.original(place).start
    yield length


def _parses(cleaned: Cleaned, places: list[Span], linguistics: Linguistics) -> Iterator[Parse]:
    """The parses of all pieces, in batches that are small enough for any machine."""
    batch: list[str] = []
    for place in places:
        batch.append(cleaned.text[place.start : place.end])
        if len(batch) == BATCH_PIECES or sum(map(len, batch)) >= BATCH_CHARACTERS:
            yield from linguistics.parse(batch)
            batch = []
    if batch:
        yield from linguistics.parse(batch)


def _at(cleaned: Cleaned, place: Span, parse: Parse) -> list[int]:
    """Where the model's tokens begin in the document."""
    return [int(offset) for offset in cleaned.places(parse.starts + place.start)]


def _names(
    cleaned: Cleaned, place: Span, parse: Parse, ranges: Iterable[tuple[int, int, str]]
) -> Iterator[Name]:
    for first, last, label in ranges:
        start, end = int(parse.starts[first]), int(parse.ends[last - 1])
        yield Name(cleaned.original(Span(place.start + start, place.start + end)), label)


def _sentences(cleaned: Cleaned, place: Span, parse: Parse) -> Iterator[Span]:
    starts = [place.start + int(parse.starts[index]) for index in parse.sentences]
    starts = [place.start, *starts[1:]]
    for start, end in zip(starts, [*starts[1:], place.end], strict=True):
        if (sentence := trimmed(cleaned.text, start, end)) is not None:
            yield cleaned.original(sentence)


def _terms(mentions: list[Mention]) -> tuple[Term, ...]:
    """Mentions grouped by what they say, in the order of their first mention."""
    groups: dict[Phrase, list[Mention]] = {}
    for each in mentions:
        groups.setdefault(each.phrase, []).append(each)
    return tuple(
        Term(
            phrase,
            tuple(each.span for each in group),
            min((each.kind for each in group), key=_RANK.__getitem__),
            _label(group),
        )
        for phrase, group in groups.items()
    )


def _label(group: list[Mention]) -> str:
    """The label that most mentions have; of equals the first in the document."""
    labels = Counter(each.label for each in group if each.label)
    return labels.most_common(1)[0][0] if labels else ""
