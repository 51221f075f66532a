"""Noun phrases against a CoNLL-2000-style file: exact-span precision, recall and F1.

    python bench/noun_phrases.py FILE

A line holds word, tag and chunk tag (B-NP, I-NP, ...; the file's tags are not used), a blank line
ends a sentence. Both sides are reduced to what is a term: no determiners, pronouns and other stop
words at the edges, split at possessives. `split` also splits the reference at coordination and
punctuation, as terms are. The reference data are not ours to ship.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reticent.phrase import is_stop
from reticent.terms import chunks, linguistics

Range = tuple[int, int]


@dataclass(frozen=True)
class Sentence:
    words: tuple[str, ...]
    tags: tuple[str, ...]
    phrases: tuple[Range, ...]


def sentences(lines: Iterator[str]) -> Iterator[Sentence]:
    rows: list[tuple[str, str, str]] = []
    for line in [*lines, ""]:
        if fields := line.split():
            rows.append((fields[0], fields[1], fields[-1]))
        elif rows:
            words, tags, marks = zip(*rows, strict=True)
            yield Sentence(words, tags, tuple(_phrases(marks)))
            rows = []


def _phrases(marks: tuple[str, ...]) -> Iterator[Range]:
    start = None
    for index, mark in enumerate([*marks, "O"]):
        if start is not None and mark not in ("I-NP", "I"):
            yield start, index
            start = None
        if mark in ("B-NP", "B") or (mark in ("I-NP", "I") and start is None):
            start = index


def trimmed(words: tuple[str, ...], span: Range) -> Range | None:
    start, end = span
    while start < end and _empty(words[start]):
        start += 1
    while end > start and _empty(words[end - 1]):
        end -= 1
    return (start, end) if start < end else None


def _empty(word: str) -> bool:
    return is_stop(word.lower()) or word in ("'s", "'") or not any(map(str.isalnum, word))


def divided(sentence: Sentence, span: Range) -> Iterator[Range]:
    """A reference phrase, taken apart where terms are."""
    start = span[0]
    for index in range(*span):
        tag = sentence.tags[index]
        if sentence.words[index] != "&" and tag in (
            "CC",
            "POS",
            ",",
            ":",
            "``",
            "''",
            "(",
            ")",
            "-LRB-",
            "-RRB-",
        ):
            yield start, index
            start = index + 1
    yield start, span[1]


def reference(sentence: Sentence, split: bool) -> set[Range]:
    spans = [
        part for span in sentence.phrases for part in (divided(sentence, span) if split else [span])
    ]
    return {kept for span in spans if (kept := trimmed(sentence.words, span)) is not None}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("file", type=Path)
    arguments = parser.parse_args()
    gold = list(sentences(iter(arguments.file.read_text("utf-8").splitlines())))
    pipeline: Any = linguistics.pipeline(linguistics.load().folder)
    from spacy.tokens import Doc

    parses = [
        linguistics.read(doc)
        for doc in pipeline.pipe([Doc(pipeline.vocab, words=list(s.words)) for s in gold])
    ]
    finders = {
        "model chunks": lambda parse: list(parse.chunks),
        "model chunks, split": lambda parse: [
            part for chunk in parse.chunks for part in chunks.unbroken(chunks.codes(parse), *chunk)
        ],
        "pattern chunks": lambda parse: chunks.pattern_chunks(chunks.codes(parse)),
        "union": chunks.noun_phrases,
    }
    print(f"{len(gold)} sentences, {sum(len(s.words) for s in gold)} words")
    for split in (False, True):
        wanted = [reference(sentence, split) for sentence in gold]
        for name, find in finders.items():
            got = [
                {kept for span in find(parse) if (kept := trimmed(s.words, span)) is not None}
                for s, parse in zip(gold, parses, strict=True)
            ]
            hits = sum(len(a & b) for a, b in zip(got, wanted, strict=True))
            precision = hits / max(1, sum(map(len, got)))
            recall = hits / max(1, sum(map(len, wanted)))
            f1 = 2 * precision * recall / max(1e-9, precision + recall)
            kind = "reference split too" if split else "reference as it is "
            print(f"{kind}  {name:20s} P {precision:.3f} R {recall:.3f} F1 {f1:.3f}")


if __name__ == "__main__":
    main()
