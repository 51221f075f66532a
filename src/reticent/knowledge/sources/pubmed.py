"""The PubMed baseline: `pubmed*.xml.gz`, title and abstract of each article.

The title is the unit's, each part of the abstract a paragraph. Text within inline tags (<i>,
<sup>) is text, formulas are not. Vernacular titles, abstracts in other languages, copyright
lines, books and deletions are not read; an article without abstract is its title alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reticent.knowledge.sources.elements import records
from reticent.knowledge.sources.unit import Tally, Unit

ROOT = "PubmedArticleSet"
_ARTICLE = "PubmedArticle"
_TITLE = "MedlineCitation/Article/ArticleTitle"
_ABSTRACT = "MedlineCitation/Article/Abstract/AbstractText"
_WANTED = frozenset({f"{_ARTICLE}/{_TITLE}", f"{_ARTICLE}/{_ABSTRACT}"})


def units(path: Path, tally: Tally) -> Iterator[Unit]:
    for record in records(path, tally, ROOT, _WANTED, dropped={"math"}):
        if record.tag != _ARTICLE:
            tally.left_out["books and deletions"] += 1
            continue
        title = _in_one_line(record.text(_TITLE))
        parts = tuple(part for text in record.texts(_ABSTRACT) if (part := _in_one_line(text)))
        if title or parts:
            yield Unit(title, parts)
        else:
            tally.left_out["neither title nor text"] += 1


def _in_one_line(text: str) -> str:
    return " ".join(text.split())
