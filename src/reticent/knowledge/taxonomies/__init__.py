"""Taxonomies: one file per source, all read into the one `ConceptGraph`.

`read(path)` recognises a source by its shape, not by its name. What has no known shape, holds no
concepts, breaks off or goes in circles is refused by name; nothing is read in part.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies import obo, odp, owl_skos, rf2, store, table, wordnet
from reticent.knowledge.taxonomies.graph import About, ConceptGraph
from reticent.knowledge.taxonomies.rows import Row, concept_graph
from reticent.knowledge.taxonomies.source import head
from reticent.knowledge.taxonomies.store import open_graph, write

__all__ = ["About", "ConceptGraph", "Row", "concept_graph", "open_graph", "read", "write"]

_KNOWN = (
    "a CSV table `term,parent`, OBO, OWL or SKOS as RDF/XML or Turtle, an ODP dump or list of "
    "category paths, a WordNet or SNOMED CT RF2 folder, or a compiled taxonomy"
)

_FILES: tuple[tuple[Callable[[bytes], bool], Callable[[Path], ConceptGraph]], ...] = (
    (store.is_compiled, store.open_graph),
    (odp.is_dump, odp.read),
    (owl_skos.is_rdf_xml, owl_skos.read_rdf_xml),
    (obo.is_obo, obo.read),
    (owl_skos.is_turtle, owl_skos.read_turtle),
    (odp.is_path_list, odp.read_paths),
    (table.is_table, table.read),
)


def read(path: Path) -> ConceptGraph:
    """The taxonomy in a file or folder of any known shape."""
    if path.is_dir():
        return _read_folder(path)
    if not path.is_file():
        raise TaxonomyError(f"{path} is no file and no folder: give a taxonomy's path")
    beginning = head(path)
    if not beginning.strip():
        raise TaxonomyError(f"{path.name} is empty: a taxonomy is {_KNOWN}")
    for is_so, reader in _FILES:
        if is_so(beginning):
            return reader(path)
    raise TaxonomyError(f"{path.name} has no shape of a taxonomy known here: {_KNOWN}")


def _read_folder(folder: Path) -> ConceptGraph:
    if rf2.is_release(folder):
        return rf2.read(folder)
    if wordnet.is_wordnet(folder):
        return wordnet.read(folder)
    if not any(folder.iterdir()):
        raise TaxonomyError(f"{folder.name} is an empty folder: a taxonomy is {_KNOWN}")
    raise TaxonomyError(
        f"{folder.name} is a folder of neither SNOMED CT RF2 nor WordNet: give the file itself"
    )
