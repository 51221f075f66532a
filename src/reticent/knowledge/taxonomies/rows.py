"""From rows to a concept graph: what every reader gives, and what is refused of it.

A graph is built whole or not at all: a cycle, an id given twice and (unless the reader says that
such edges are dropped, and then they are counted) a parent that is not there are refused by name.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import TypeAlias

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies.graph import (
    AS_PHRASE,
    AS_TITLE,
    IN_TITLE_CASE,
    About,
    ConceptGraph,
    title_case,
)
from reticent.knowledge.taxonomies.links import packed
from reticent.phrase import STOP_WORDS, Phrase

_WIDEST_MASK = 32
_MAY_BE_CAPITALS = re.compile(r"[A-Z](?![a-z])|[^\x00-\x7f]")
"""Found in every text with a word in capitals: spares the others a second look."""

Key: TypeAlias = tuple[str, int]
"""A folded phrase, and the mask of its words that are written in capitals."""


@dataclass(frozen=True, slots=True)
class Row:
    """A concept as a source gives it. Instances are concepts whose parents are classes."""

    id: str
    label: str
    synonyms: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()


def concept_graph(
    rows: Iterable[Row],
    about: About,
    *,
    drop_dangling: bool = False,
    senses: Mapping[str, Sequence[str]] | None = None,
) -> ConceptGraph:
    """The graph of these rows.

    The senses of a phrase stand in the order of the rows, or as `senses` (normalised phrase to
    ids, most common first) has them.
    """
    given = _by_id(rows, about.name)
    parents, dropped = _edges(given, about.name, drop_dangling)
    number = _numbered(parents, about.name)
    ordered = sorted(given.values(), key=lambda row: number[row.id])
    keys = {row.id: key_and_mask(row.label) for row in given.values()}
    parts = {
        **_phrase_parts(given, keys, number, senses or {}),
        **_parent_parts([[number[parent] for parent in parents[row.id]] for row in ordered]),
    }
    parts.update(_text_parts(ordered, [keys[row.id] for row in ordered]))
    if not parts["senses"]:
        raise TaxonomyError(f"the taxonomy {about.name} names no concept by a phrase")
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in parts.items()}
    return ConceptGraph(replace(about, dropped_edges=dropped), parts, digests)


class _EveryWord(Set[str]):
    """All words but stop words, which have their own rule for capitals."""

    def __contains__(self, word: object) -> bool:
        return word not in STOP_WORDS

    def __iter__(self) -> Iterator[str]:
        raise NotImplementedError("every word there is")

    def __len__(self) -> int:
        raise NotImplementedError("every word there is")


_EVERY_WORD = _EveryWord()


def key_and_mask(text: str) -> Key:
    """A text's phrase, folded, and a mask of its words that are written in capitals."""
    phrase = Phrase.of(text)
    if not _MAY_BE_CAPITALS.search(text):
        return str(phrase), 0
    kept = Phrase.of(text, _EVERY_WORD)
    pairs = zip(phrase.words[:_WIDEST_MASK], kept.words, strict=False)
    return str(phrase), sum(
        1 << place for place, (word, other) in enumerate(pairs) if word != other
    )


def _by_id(rows: Iterable[Row], name: str) -> dict[str, Row]:
    given: dict[str, Row] = {}
    for row in rows:
        if not row.id.isprintable() or not row.id:
            raise TaxonomyError(f"the taxonomy {name} has a concept with an empty or broken id")
        if row.id in given:
            raise TaxonomyError(f"the taxonomy {name} gives the concept {row.id} twice")
        given[row.id] = row
    if not given:
        raise TaxonomyError(f"the taxonomy {name} holds no concepts: is it the right file?")
    return given


def _edges(
    given: Mapping[str, Row], name: str, drop_dangling: bool
) -> tuple[dict[str, list[str]], int]:
    edges: dict[str, list[str]] = {}
    dropped = 0
    for row in given.values():
        parents = list(dict.fromkeys(row.parents))
        edges[row.id] = [parent for parent in parents if parent in given]
        missing = len(parents) - len(edges[row.id])
        if missing and not drop_dangling:
            lost = next(parent for parent in parents if parent not in given)
            raise TaxonomyError(
                f"the taxonomy {name} gives {row.id} the parent {lost}, which it does not hold: "
                "it is incomplete"
            )
        dropped += missing
    return edges, dropped


def _numbered(parents: Mapping[str, Sequence[str]], name: str) -> dict[str, int]:
    """Numbers with every parent before its children, and families close together."""
    children: dict[str, list[str]] = {id: [] for id in parents}
    waiting = {id: len(above) for id, above in parents.items()}
    for id, above in parents.items():
        for parent in above:
            children[parent].append(id)
    ready = [id for id, count in waiting.items() if not count][::-1]
    number: dict[str, int] = {}
    while ready:
        id = ready.pop()
        number[id] = len(number)
        for child in reversed(children[id]):
            waiting[child] -= 1
            if not waiting[child]:
                ready.append(child)
    if len(number) < len(parents):
        raise TaxonomyError(
            f"the taxonomy {name} has a cycle through the concept {_on_cycle(parents, number)}: "
            "nothing can be a kind of itself"
        )
    return number


def _on_cycle(parents: Mapping[str, Sequence[str]], number: Mapping[str, int]) -> str:
    """A concept that is its own ancestor: climbing from one that could not be numbered."""
    id = next(id for id in parents if id not in number)
    seen: set[str] = set()
    while id not in seen:
        seen.add(id)
        id = next(parent for parent in parents[id] if parent not in number)
    return id


def _phrase_parts(
    given: Mapping[str, Row],
    keys: Mapping[str, Key],
    number: Mapping[str, int],
    senses: Mapping[str, Sequence[str]],
) -> dict[str, bytes]:
    import marisa_trie

    holders: dict[str, list[Key]] = {}
    for row in given.values():
        forms = dict.fromkeys((keys[row.id], *(key_and_mask(text) for text in row.synonyms)))
        for key, mask in forms:
            if key:
                holders.setdefault(key, []).append((row.id, mask))
    trie = marisa_trie.Trie(sorted(holders))
    lengths, ends, masks = [], [], []
    label_at, held = [0] * len(given), [0] * len(given)
    for key in (trie.restore_key(place) for place in range(len(trie))):
        found = _in_order(holders[key], senses.get(key, ()))
        lengths.append(len(found))
        for id, mask in found:
            concept = number[id]
            if keys[id] == (key, mask):
                label_at[concept] = held[concept]
            held[concept] += 1
            ends.append(concept)
            masks.append(mask)
    return {
        "phrases": trie.tobytes(),
        "sense lengths": packed(lengths),
        "senses": packed(ends),
        "capitals": packed(masks),
        "label at": packed(label_at),
    }


def _in_order(holders: list[Key], order: Sequence[str]) -> list[Key]:
    if len(holders) == 1 or not order:
        return holders
    rank = {id: place for place, id in enumerate(order)}
    return sorted(holders, key=lambda holder: rank.get(holder[0], len(rank)))


def _parent_parts(parents: list[list[int]]) -> dict[str, bytes]:
    return {
        "parent lengths": packed([len(above) for above in parents]),
        "parents": packed([own - p for own, above in enumerate(parents) for p in sorted(above)]),
    }


def _text_parts(ordered: list[Row], keys: list[Key]) -> dict[str, bytes]:
    ids, labels = [], []
    for row, (key, _) in zip(ordered, keys, strict=True):
        label = " ".join("".join(c if c.isprintable() else " " for c in row.label).split())
        if key and row.id == key:
            ids.append(AS_PHRASE)
        else:
            ids.append(AS_TITLE if key and row.id == label.replace(" ", "_") else row.id)
        if key and label == key:
            labels.append(AS_PHRASE)
        elif key and label == title_case(key):
            labels.append(IN_TITLE_CASE)
        else:
            labels.append(label or row.id)
    return {"labels": _lines(labels), "ids": _lines(ids)}


def _lines(texts: list[str]) -> bytes:
    return "".join(f"{text}\n" for text in texts).encode()
