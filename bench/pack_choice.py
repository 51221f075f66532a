"""What articles and cut-offs of the embedded packs cost, and what they give.

    python bench/pack_choice.py SHARED GENERAL MEDICINE CUTS...

GENERAL and MEDICINE are packs built with low cut-offs (say 3,5,5,12); a CUT such as
`3,12,16,16/3,5,5,12` (general/medicine, or `3,12,16,16/-` for general alone) is tried by leaving
out what a pack with those cut-offs would not hold, and its size is that of the lists that stay and
their part of the dictionary. One line a CUT: megabytes; the names of diseases (Disease Ontology)
that are held, so that they can be protected; precision, recall, F on the topics (listed
phrases, alpha auto, lenient); F on the letters by kind (token level, precision against either
annotator, recall against both); precision, recall, F of "IC >= 9 bits" on biographies and court
cases. Labels of topics and letters are by language models.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from reticent import terms
from reticent.document import Document
from reticent.knowledge.corpus import BoolArray, Corpus, PhraseLike, phrase
from reticent.knowledge.counted import CountedInformation, Weighted
from reticent.knowledge.index.corpus import IndexedCorpus
from reticent.knowledge.taxonomies import doid
from reticent.knowledge.taxonomy import Concept
from reticent.phrase import Phrase, is_stop, segments

RARE = 9.0
KINDS = {"e": "medical", "f": "medical", "g": "office", "h": "names"}
Scores = tuple[float, float, float]


@dataclass
class Cut:
    """A corpus without the phrases that higher cut-offs would have left out."""

    base: IndexedCorpus
    cutoffs: tuple[int, ...]
    known: dict[Phrase, bool] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.base, name)

    def holds(self, phrases: Sequence[PhraseLike]) -> BoolArray:
        return np.array([self._holds(phrase(each, self.base.two_faced)) for each in phrases], bool)

    def _holds(self, each: Phrase) -> bool:
        if each not in self.known:
            own = len(each) <= len(self.cutoffs) and bool(self.base.holds([each])[0])
            enough = own and int(self.base.counts([[each]])[0]) >= self.cutoffs[len(each) - 1]
            self.known[each] = enough
        return self.known[each]


def tried(corpora: Sequence[Weighted]) -> list[Cut]:
    return [each.corpus for each in corpora if isinstance(each.corpus, Cut)]


def megabytes(cut: Cut) -> float:
    """Bytes of the lists that stay, and of the dictionary in proportion to the phrases."""
    base, cutoffs = cut.base, cut.cutoffs
    lists = kept = total = 0
    for key in base._trie.iterkeys():
        header = base._header(base._trie[key])[1]
        words = key.count(" ") + 1
        total += 1
        if words <= len(cutoffs) and header.length >= cutoffs[words - 1]:
            kept += 1
            lists += header.end - header.body + 3
    overhead = sum(
        path.stat().st_size
        for path in base._folder.iterdir()
        if path.name in ("phrases.marisa", "anchors.bin")
    )
    return (lists + overhead * kept / total) / 1e6


def scores(found: set[Any], must: set[Any], may: set[Any]) -> Scores:
    precision = len(found & may) / len(found) if found else 1.0
    recall = len(found & must) / len(must) if must else 1.0
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both else 0.0


def mean(rows: Sequence[Scores]) -> Scores:
    first, second, third = (sum(column) / len(rows) for column in zip(*rows, strict=True))
    return first, second, third


@dataclass
class Trial:
    """One choice of packs, and the documents as they are read with it."""

    information: CountedInformation
    linguistics: terms.Linguistics

    def analyse(self, text: str, forms: Iterable[Phrase] = ()) -> terms.Analysis:
        return terms.find(
            Document(text),
            self.linguistics,
            two_faced=self.information.two_faced,
            wanted=tuple(forms),
            known=self.information.knows,
        )

    def forms(self, texts: Iterable[str]) -> list[Phrase]:
        return [Phrase.of(text, self.information.two_faced) for text in texts]

    def topics(self, data: dict[str, Any]) -> Scores:
        rows = []
        for name, topic in data.items():
            entity = self.information.entity(name, self.forms(topic["forms"]))
            phrases = self.forms(topic["phrases"])
            judged = self.information.judge(entity, [(p,) for p in phrases])
            alpha = 3 if entity.is_name else 2
            found = {
                text
                for text, j in zip(topic["phrases"], judged, strict=True)
                if j.unknown or j.pmi >= entity.ic / alpha
            }
            one, other = set(topic["annotator1"]), set(topic["annotator2"])
            rows.append(scores(found, one & other, one | other))
        return mean(rows)

    def letters(self, data: list[dict[str, Any]]) -> dict[str, float]:
        rows: dict[str, list[float]] = {}
        for letter in data:
            rows.setdefault(KINDS[letter["id"][0]], []).append(self._letter(letter)[2])
        return {kind: sum(values) / len(values) for kind, values in sorted(rows.items())}

    def _letter(self, letter: dict[str, Any]) -> Scores:
        text = letter["text"]
        forms = self.forms(letter["forms"])
        entity = self.information.entity(letter["entity"], forms)
        analysis = self.analyse(text, forms)
        named = {
            word
            for name in analysis.names
            if name.label == "person"
            for word in Phrase.of(text[name.span.start : name.span.end]).words
        }
        judged = self.information.judge(entity, [(t.phrase,) for t in analysis.terms])
        alpha = 3 if entity.is_name else 2
        spans = [
            (m.start, m.end)
            for term, j in zip(analysis.terms, judged, strict=True)
            if j.pmi >= entity.ic / alpha or set(j.unknown) - named
            for m in term.mentions
        ]
        alone, together = [], []
        for annotator in ("annotator1", "annotator2"):
            own = letter[annotator]
            base = own["direct"] + own["telling"]
            alone.append(covered(text, places(text, base)))
            groups = [quote for group in own["together"] for quote in group]
            together.append(covered(text, places(text, base + groups)))
        return scores(covered(text, spans), alone[0] & alone[1], together[0] | together[1])

    def rare(self, data: Iterable[tuple[str, list[list[tuple[int, int]]]]]) -> Scores:
        rows = []
        for text, annotators in data:
            analysis = self.analyse(text)
            ics = self.information.ics([(term.phrase,) for term in analysis.terms])
            spans = [
                (m.start, m.end)
                for term, ic in zip(analysis.terms, ics, strict=True)
                if ic >= RARE
                for m in term.mentions
            ]
            gold = [covered(text, own) for own in annotators]
            rows.append(scores(covered(text, spans), set.intersection(*gold), set.union(*gold)))
        return mean(rows)


def covered(text: str, spans: Sequence[tuple[int, int]]) -> set[int]:
    """Where the words begin that a span touches; stop words do not count."""
    return {
        token.start
        for segment in segments(text)
        for token in segment
        if not is_stop(token.word) and any(a < token.end and token.start < b for a, b in spans)
    }


def places(text: str, quotes: Iterable[str]) -> list[tuple[int, int]]:
    found = []
    for quote in quotes:
        at = text.find(quote)
        while at >= 0:
            found.append((at, at + len(quote)))
            at = text.find(quote, at + 1)
    return found


def biographies(shared: Path) -> list[tuple[str, list[list[tuple[int, int]]]]]:
    data = json.loads(gzip.decompress((shared / "eval/wiki_replace_dev.json.gz").read_bytes()))
    return [
        (
            each["text"],
            [
                [
                    (m["start_offset"], m["end_offset"])
                    for m in annotator["entity_mentions"]
                    if m["identifier_type"] in ("DIRECT", "QUASI")
                ]
                for annotator in each["annotations"].values()
            ],
        )
        for each in data
    ]


def court_cases(shared: Path) -> list[tuple[str, list[list[tuple[int, int]]]]]:
    lines = gzip.decompress((shared / "eval/tab_dev.jsonl.gz").read_bytes()).splitlines()
    cases = map(json.loads, lines)
    return [(each["text"], [spans_of(each)]) for each in cases]


def spans_of(case: dict[str, Any]) -> list[tuple[int, int]]:
    return [(mask["start"], mask["end"]) for mask in case["masks"]]


def disease_ontology(shared: Path) -> list[Concept]:
    graph = doid.read(shared / "taxonomies/doid.json.xz")
    return [graph.at(index) for index in range(len(graph))]


def held(phrases: set[Phrase], corpora: Sequence[Weighted]) -> set[Phrase]:
    wanted = sorted(phrases - {Phrase(())})
    rows = [each.corpus.holds(wanted) for each in corpora]
    return {each for each, own in zip(wanted, np.any(rows, axis=0), strict=True) if own}


def weighted(cuts: str, general: IndexedCorpus, medicine: IndexedCorpus) -> tuple[Weighted, ...]:
    own, _, other = cuts.partition("/")
    packs: list[tuple[Corpus, int]] = [(Cut(general, numbers(own)), 1)]
    if other != "-":
        packs.append((Cut(medicine, numbers(other)), 2))
    return tuple(Weighted(corpus, Fraction(weight)) for corpus, weight in packs)


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def main(shared: Path, general: Path, medicine: Path, *choices: str) -> None:
    topics = json.loads((shared / "eval/topics_dev.json").read_text())
    letters = json.loads((shared / "eval/letters_dev.json").read_text())
    lives, cases = biographies(shared), court_cases(shared)
    packs = IndexedCorpus(general), IndexedCorpus(medicine)
    linguistics = terms.remembering(terms.load())
    diseases = {Phrase.of(concept.label) for concept in disease_ontology(shared)}
    columns = ["cut-offs", "MB", "diseases", "topics P R F", "letters medical names office"]
    print(" | ".join([*columns, "biographies P R F", "court cases P R F"]))
    for cuts in choices:
        corpora = weighted(cuts, *packs)
        size = sum(megabytes(cut) for cut in tried(corpora))
        trial = Trial(CountedInformation(corpora), linguistics)
        columns = [
            cuts,
            f"{size:.1f}",
            str(len(held(diseases, corpora))),
            " ".join(f"{value:.3f}" for value in trial.topics(topics)),
            " ".join(f"{value:.3f}" for value in trial.letters(letters).values()),
            " ".join(f"{value:.3f}" for value in trial.rare(lives)),
            " ".join(f"{value:.3f}" for value in trial.rare(cases)),
        ]
        print(" | ".join(columns), flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 5:
        raise SystemExit(__doc__)
    shared, general, medicine, *choices = sys.argv[1:]
    main(Path(shared), Path(general), Path(medicine), *choices)
