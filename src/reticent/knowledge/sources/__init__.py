"""Readers of corpus sources: text, JSONL, WikiExtractor output, Wikipedia dumps, PubMed.

    for unit in read(Path("enwiki-latest-pages-articles.xml.bz2"), tally := Tally()):
        ...

Promise: units stream one at a time, in bounded memory whatever the size of the source, always in
the same order; a source that is damaged, truncated, empty, of a foreign shape or no UTF-8 raises
KnowledgeError that names the file, so a build must be thrown away on any error: what came
before it is not the source.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from reticent.knowledge.sources.files import Mark, files, fingerprint, marks
from reticent.knowledge.sources.passages import passages
from reticent.knowledge.sources.shape import Reader, reader
from reticent.knowledge.sources.stream import refuse
from reticent.knowledge.sources.unit import Tally, Unit

__all__ = ["Mark", "Tally", "Unit", "files", "fingerprint", "marks", "passages", "read"]


def read(path: Path, tally: Tally | None = None) -> Iterator[Unit]:
    """The units of a file, or of all files of a folder.

    The shape of every file is checked before this returns, so that a stray file is refused at
    once and not after hours. `tally` follows the reading; who gives one takes it upon himself to
    report `tally.skipped`. Without one a page that cannot be read is refused, for nobody would
    learn of it.
    """
    jobs = [(each, reader(each)) for each in files(path)]
    return _read(jobs, tally)


def _read(jobs: Sequence[tuple[Path, Reader]], given: Tally | None) -> Iterator[Unit]:
    for path, units in jobs:
        tally = Tally() if given is None else given
        before = tally.units
        for unit in units(path, tally):
            _check(path, given, tally)
            tally.units += 1
            yield unit
        _check(path, given, tally)
        if tally.units == before:
            raise refuse(path, "not one unit of text in it", "leave it out or check the download")


def _check(path: Path, given: Tally | None, tally: Tally) -> None:
    if given is None and tally.skipped:
        raise refuse(
            path, "the markup of a page cannot be parsed", "give a Tally to skip and count it"
        )
