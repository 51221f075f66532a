"""The closed lists that reading rests on, checked against WordNet.

A head noun of `instances_classes.txt` is linked to one WordNet sense, and that sense must lie under
the roots of its section: a class of persons is a person, or the recipe stops.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from instances_reading import Head, Region, Vocabulary, plural

from reticent.errors import KnowledgeError, TaxonomyError


@dataclass(frozen=True, slots=True)
class WordNet:
    """Nouns: the senses of a lemma by frequency, and the hypernyms of a synset."""

    senses: dict[str, tuple[str, ...]]
    hypernyms: dict[str, tuple[str, ...]]

    def sense(self, name: str) -> str:
        """The synset of `lemma#n`."""
        lemma, _, number = name.partition("#")
        found = self.senses.get(lemma, ())
        if not number.isdigit() or not 1 <= int(number) <= len(found):
            raise TaxonomyError(f"WordNet has no noun sense {name}: correct the list of classes")
        return found[int(number) - 1]

    def above(self, synset: str) -> set[str]:
        """The synset and everything more general."""
        seen: set[str] = set()
        waiting = [synset]
        while waiting:
            if (each := waiting.pop()) not in seen:
                seen.add(each)
                waiting += self.hypernyms[each]
        return seen


def lines(path: Path) -> Iterator[str]:
    """The lines of an xz file; missing, damaged or truncated is refused."""
    try:
        with lzma.open(path, "rt", encoding="utf-8") as file:
            yield from file
    except (OSError, EOFError, lzma.LZMAError, UnicodeDecodeError) as error:
        raise KnowledgeError(f"cannot read {path.name} to its end: get the file again") from error


def read_wordnet(folder: Path) -> WordNet:
    """Nouns of Princeton WordNet from data.noun.xz and index.noun.xz."""
    hypernyms: dict[str, tuple[str, ...]] = {}
    for line in lines(folder / "data.noun.xz"):
        if line[0] != " ":
            fields = line.partition("|")[0].split()
            start = 4 + 2 * int(fields[3], 16)
            pointers = [fields[k : k + 4] for k in range(start + 1, len(fields) - 3, 4)]
            hypernyms[fields[0]] = tuple(
                p[1] for p in pointers if p[0] in ("@", "@i") and p[2] == "n"
            )
    senses: dict[str, tuple[str, ...]] = {}
    for line in lines(folder / "index.noun.xz"):
        if line[0] != " ":
            fields = line.split()
            senses[fields[0]] = tuple(fields[-int(fields[2]) :])
    if not hypernyms or not senses:
        raise TaxonomyError(f"no WordNet nouns in {folder.name}: give the folder of WordNet 3.1")
    return WordNet(senses, hypernyms)


def _sections(path: Path) -> Iterator[tuple[str, str]]:
    """(section, entry) for each word of a list; comments are left out."""
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif not line.startswith("#"):
            yield from ((section, entry) for entry in line.split())


def read_heads(wordnet: WordNet, path: Path) -> dict[tuple[str, ...], Head]:
    """The head nouns with their kinds and synsets; a sense outside its section is refused."""
    heads: dict[tuple[str, ...], Head] = {}
    for section, entry in _sections(path):
        kind, *roots = section.split()
        name, _, said = entry.lstrip("-").partition("=")
        words = tuple(name.split("_"))
        if entry.startswith("-") and not said:
            heads[words] = Head(words, kind, None)
            continue
        under = {wordnet.sense(root) for root in roots}
        choices = [wordnet.sense(said)] if said else wordnet.senses.get(name, ())
        synset = next((each for each in choices if under & wordnet.above(each)), None)
        if synset is None:
            raise TaxonomyError(f"the class {name} is no {kind} in WordNet: correct the list")
        heads[words] = Head(words, kind, synset)
    return heads


def read_places(path: Path) -> tuple[frozenset[tuple[str, ...]], dict[str, Region]]:
    """Nationalities, and the regions by the name that stands in a sentence."""
    nationalities: set[tuple[str, ...]] = set()
    regions: dict[str, Region] = {}
    for section, entry in _sections(path):
        name = entry.replace("_", " ")
        if section == "nationalities":
            nationalities.add(tuple(name.split()))
            continue
        shared = name.startswith("=")
        name = name.lstrip("=")
        country = section.removeprefix("regions of ").replace("_", " ")
        bare = name.removeprefix("the ")
        regions[bare] = Region(name, None if section == "countries" else country, shared)
    return frozenset(nationalities), regions


def read_vocabulary(wordnet: WordNet, folder: Path) -> Vocabulary:
    heads = read_heads(wordnet, folder / "instances_classes.txt")
    nationalities, regions = read_places(folder / "instances_places.txt")
    names = sorted(regions, key=len, reverse=True)
    joined = "|".join(re.escape(name).replace(r"\ and\ ", r"\ (?:and|\&)\ ") for name in names)
    pattern = re.compile(
        rf"(?<![\w-])(?:{joined})(?![\w-])"
        r"(?! (?:County|City|River|Township|Parish|Street|Island|Lake|University|Valley|Beach|Bay"
        r"|Province|Basin|Sea|Ocean|Gulf|Hills|Mountains|D\.?C|Avenue|Heights|Park|Falls|Springs))"
    )
    plurals = {plural(words[-1]): words[-1] for words in heads}
    return Vocabulary(heads, plurals, nationalities, regions, pattern)
