"""What a run knows, for people: sizes, sources, licences."""

from __future__ import annotations

from typing import Any

from reticent.knowledge import Knowledge
from reticent.knowledge.corpus import Corpus
from reticent.knowledge.counted import as_number
from reticent.knowledge.index.corpus import IndexedCorpus
from reticent.knowledge.taxonomies.graph import ConceptGraph
from reticent.knowledge.taxonomy import Taxonomy


def describe(knowledge: Knowledge) -> dict[str, Any]:
    return {
        "schema": "reticent.knowledge/1",
        "packs": [
            {
                "name": each.name,
                "size": each.size,
                "weight": as_number(each.weight),
                "fingerprint": each.fingerprint,
                **_pack(each.corpus),
            }
            for each in knowledge.corpora
        ],
        "taxonomies": [
            {
                "name": each.name,
                "concepts": len(each),
                "fingerprint": each.fingerprint,
                "about": _about(each),
            }
            for each in knowledge.taxonomies.members
        ],
    }


def _about(taxonomy: Taxonomy) -> dict[str, str]:
    if not isinstance(taxonomy, ConceptGraph):
        return {}
    about = taxonomy.about
    said = {"title": about.title, "version": about.version, "sources": about.source}
    return {k: v for k, v in {**said, "licence": about.licence}.items() if v}


def _pack(corpus: Corpus) -> dict[str, Any]:
    if not isinstance(corpus, IndexedCorpus):
        return {"unit": "unit", "phrases": 0, "bytes": 0, "cutoffs": [], "about": {}}
    manifest = corpus.manifest
    return {
        "unit": manifest.unit,
        "phrases": manifest.phrases,
        "bytes": corpus.bytes,
        "cutoffs": list(manifest.cutoffs),
        "about": dict(manifest.about),
    }
