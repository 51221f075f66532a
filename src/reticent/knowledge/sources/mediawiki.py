"""Wikipedia dumps: `*-pages-articles*.xml`, plain or compressed, multistream or not.

Articles only: namespace 0, wikitext, no redirects; what else there is is counted in the tally's
`left_out`. A page on which the markup's parser raises is skipped and counted in `skipped`.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from pathlib import Path

from reticent.errors import KnowledgeError
from reticent.knowledge.sources import wikitext
from reticent.knowledge.sources.elements import Record, records
from reticent.knowledge.sources.stream import refuse
from reticent.knowledge.sources.unit import Tally, Unit

ROOT = "mediawiki"
_NAMESPACE = "siteinfo/namespaces/namespace"
_PAGE = ("title", "ns", "redirect", "revision/text", "revision/model")
_WANTED = frozenset({_NAMESPACE, *(f"page/{name}" for name in _PAGE)})
_WITHOUT_TEXT = frozenset({"-2", "6", "14"})
"""Keys of Media, File and Category: a link into them shows no text."""


def units(path: Path, tally: Tally) -> Iterator[Unit]:
    names: Set[str] = wikitext.NAMES
    for record in records(path, tally, ROOT, _WANTED):
        if record.tag == "siteinfo":
            names = names | _names(record)
        elif record.tag == "page":
            if reason := _reason_to_leave(path, record):
                tally.left_out[reason] += 1
            elif unit := _unit(record, names, tally):
                yield unit


def _names(siteinfo: Record) -> Set[str]:
    """How this wiki calls the namespaces of files and categories (Datei, Kategorie, ...)."""
    return {
        found.text.strip().lower()
        for found in siteinfo.fields.get("namespaces/namespace", ())
        if found.attributes.get("key") in _WITHOUT_TEXT
    }


def _reason_to_leave(path: Path, page: Record) -> str:
    if len(page.fields.get("revision/text", ())) != 1 or "ns" not in page.fields:
        raise refuse(
            path,
            "a page has no namespace, no text or several revisions",
            "use a dump of current articles (pages-articles, export version 0.6 or later)",
        )
    if page.text("ns").strip() != "0":
        return "pages of other namespaces"
    if "redirect" in page.fields:
        return "redirects"
    if page.text("revision/model").strip() not in ("", "wikitext"):
        return "pages that are no wikitext"
    if "deleted" in page.fields["revision/text"][0].attributes:
        return "deleted texts"
    return ""


def _unit(page: Record, names: Set[str], tally: Tally) -> Unit | None:
    try:
        paragraphs = wikitext.paragraphs(page.text("revision/text"), names)
    except KnowledgeError:
        raise
    except Exception:  # whatever a parser of a million odd pages may raise: counted, reported
        tally.skipped += 1
        return None
    return Unit(page.text("title").strip(), paragraphs)
