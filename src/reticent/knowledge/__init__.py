"""What the world knows: how often things are said, what they mean, what is more general.

    corpus.py        the protocol of a corpus and the query algebra
    index/           a memory-mapped pack of exact counts
    count_table.py   a table of counts as a corpus
    build/           from texts to a pack
    sources/         readers of the texts packs are built from
    estimators.py    from counts to probabilities
    information.py   how much a term tells of an entity: what the privacy models ask
    counted.py       information from corpora with weights
    taxonomy.py      the protocol of a taxonomy
    taxonomies/      one reader a kind of taxonomy, and the compiled form of all of them

`Knowledge` is what a run knows: corpora with their weights, and taxonomies in priority order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from reticent.errors import KnowledgeError, UsageError
from reticent.knowledge.corpus import Corpus
from reticent.knowledge.counted import CountedInformation, Estimator, Weighted
from reticent.knowledge.taxonomy import Taxonomies

EMBEDDED_PACKS = (("general", Fraction(1)), ("medicine", Fraction(2)))
"""The packs of `reticent-knowledge-en` and their weights (QUALITY, "Office documents")."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Everything a run knows of the world. Load once, use for many documents."""

    corpora: tuple[Weighted, ...]
    taxonomies: Taxonomies = field(default_factory=lambda: Taxonomies(()))

    @property
    def corpus(self) -> Corpus:
        """The first of the corpora: the general one, unless another was asked for."""
        return self.corpora[0].corpus

    def information(self, estimator: Estimator | None = None) -> CountedInformation:
        return CountedInformation(self.corpora, estimator or Estimator())


def load(
    packs: Sequence[str | Path] = (),
    *,
    embedded: bool = True,
    taxonomies: Sequence[str] = (),
) -> Knowledge:
    """The embedded knowledge, and further packs written `PATH` or `PATH=WEIGHT`."""
    corpora = [*(_embedded_packs() if embedded else ()), *map(_pack, packs)]
    if not corpora:
        raise UsageError("no knowledge is left: name a pack with --knowledge, or a --counts table")
    return Knowledge(tuple(corpora), load_taxonomies(taxonomies, corpora))


def embedded_folder() -> Path:
    """Where the data distribution lies; refused by name where it is not installed."""
    try:
        import reticent_knowledge_en
    except ImportError:
        raise KnowledgeError(
            "the knowledge that comes with Reticent is not installed: install the distribution "
            "reticent-knowledge-en (in a clone: pip install ./knowledge/en), or name a pack"
        ) from None
    return Path(reticent_knowledge_en.path())


def open_pack(path: Path) -> Corpus:
    from reticent.knowledge.index.corpus import IndexedCorpus

    return IndexedCorpus(path)


def _embedded_packs() -> list[Weighted]:
    folder = embedded_folder()
    return [Weighted(open_pack(folder / name), weight) for name, weight in EMBEDDED_PACKS]


def _pack(place: str | Path) -> Weighted:
    path, equals, weight = str(place).rpartition("=")
    if not equals or Path(place).exists():
        return Weighted(open_pack(Path(place)))
    try:
        return Weighted(open_pack(Path(path)), Fraction(weight))
    except (ValueError, ZeroDivisionError):
        raise UsageError(f"the weight {weight!r} of the pack {path} is no number") from None


def verify_embedded() -> list[tuple[str, str]]:
    """Read all embedded knowledge against its checksums: what it is called, its fingerprint."""
    from reticent.knowledge.index.pack import verify
    from reticent.knowledge.taxonomies import store

    folder = embedded_folder()
    packs = [(f"pack {name}", verify(folder / name).fingerprint) for name, _ in EMBEDDED_PACKS]
    graphs = [store.verify(path) for path in _in_order(folder / "taxonomies")]
    return packs + [(f"taxonomy {graph.name}", graph.fingerprint) for graph in graphs]


def load_taxonomies(places: Sequence[str], corpora: Sequence[Weighted]) -> Taxonomies:
    """The taxonomies at these places in priority order; the embedded ones if none is named."""
    from reticent.knowledge.taxonomies import open_graph, read

    if places:
        graphs = [read(Path(place)) for place in places if place != "none"]
        if len({graph.name for graph in graphs}) < len(graphs):
            raise UsageError("two taxonomies have the same name: rename one of the files")
    else:
        folder = embedded_folder() / "taxonomies"
        graphs = [open_graph(path) for path in _in_order(folder)]
    two_faced = frozenset().union(*(each.corpus.two_faced for each in corpora))
    return Taxonomies(tuple(graph.reading(two_faced) for graph in graphs))


def _in_order(folder: Path) -> list[Path]:
    try:
        names = (folder / "order.txt").read_text("utf-8").split()
    except OSError:
        raise KnowledgeError(
            f"the embedded taxonomies are missing from {folder}: install reticent-knowledge-en "
            "again, or say --taxonomy none"
        ) from None
    return [folder / f"{name}.taxonomy" for name in names]
