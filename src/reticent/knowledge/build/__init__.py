"""`build`: from sources to a pack, streaming, restartable, the same bytes for the same input.

    sources --tokens--> chunks of words --vocabulary--> words that stay
            --ngrams--> phrases that stay --postings--> dictionary and posting lists --pack--> pack

Each stage is one file of this folder. Memory is bounded by the size of a chunk and by the number
of phrases kept, not by the size of the corpus; the two processes work on a chunk each.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from reticent.errors import KnowledgeError, UsageError
from reticent.knowledge.build import ngrams, postings, tokens, vocabulary
from reticent.knowledge.build.vocabulary import Vocabulary
from reticent.knowledge.build.work import Progress, Work, end_with_parent, open_work
from reticent.knowledge.index import rice
from reticent.knowledge.index.pack import Writer
from reticent.knowledge.sources.unit import Unit

BUILD = "reticent.build/1"


@dataclass(frozen=True, slots=True)
class Settings:
    """What is kept: phrases of up to `max_words` words that are in enough units."""

    name: str
    max_words: int = 4
    cutoffs: tuple[int, ...] | None = None
    """For 1, 2, ... words the least number of units; not given, the number of units decides."""
    unit: str = "article"
    about: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not 1 <= self.max_words <= 8:
            raise UsageError("a pack keeps phrases of 1 to 8 words")
        if self.cutoffs is None:
            return
        if len(self.cutoffs) != self.max_words or min(self.cutoffs) < 1:
            raise UsageError("a cut-off of 1 unit or more is needed for every length of phrase")
        if list(self.cutoffs) != sorted(self.cutoffs):
            raise UsageError("longer phrases cannot have a lower cut-off than shorter ones")


def default_cutoffs(units: int, max_words: int) -> tuple[int, ...]:
    """Cut-offs that grow with the corpus: an archive of hundreds of files keeps what stands twice,
    an encyclopaedia what stands five times, and ten encyclopaedias no more phrases than one."""
    step = (units >= 10_000) + (units >= 100_000)
    times = max(1, units // 500_000)
    words, pairs = (1, 2, 3)[step] * times, (2, 3, 5)[step] * times
    return tuple([words, pairs, pairs, *[2 * pairs + 2] * 5][:max_words])


def no_progress(stage: str, done: int, total: int | None) -> None:
    """Says nothing."""


def build(
    units: Callable[[], Iterable[Unit]],
    sources: str,
    out: Path,
    settings: Settings,
    *,
    processes: int | None = None,
    progress: Progress = no_progress,
) -> str:
    """Build a pack in the folder `out` and return its fingerprint.

    `units` gives the units, in the same order whenever it is called; `sources` identifies them:
    an interrupted build is continued only when it is the same.
    """
    if out.exists():
        raise KnowledgeError(f"{out} exists: remove it, or choose another place for the pack")
    identity = {
        "build": BUILD,
        "sources": sources,
        "settings": asdict(settings),
    }
    with open_work(out, identity) as work:
        workers = processes or min(2, os.cpu_count() or 1)
        with ProcessPoolExecutor(workers, initializer=end_with_parent) as pool:
            chunks = _number_chunks(work, units, pool, progress)
            cutoffs = settings.cutoffs or default_cutoffs(_size(work, chunks), settings.max_words)
            words = _merge_vocabulary(work, chunks, cutoffs, pool, progress)
            if not work.has("inverted"):
                _find_phrases(work, chunks, cutoffs, pool, progress)
                _invert(work, chunks, cutoffs, pool, progress)
        fingerprint = _write(work, chunks, settings, cutoffs, words, progress)
        (work.folder / "pack").replace(out)
        shutil.rmtree(work.folder)
    return fingerprint


def _number_chunks(
    work: Work,
    units: Callable[[], Iterable[Unit]],
    pool: ProcessPoolExecutor,
    progress: Progress,
) -> int:
    if work.has("chunks"):
        return int(work.load("chunks")[0])
    pending: set[Future[None]] = set()
    count = 0
    for texts in tokens.chunks(units()):
        if not work.has("words", count):
            pending.add(pool.submit(tokens.number_words, work, count, texts))
        count += 1
        progress("reading", count, None)
        while len(pending) > 2:
            pending = _checked(pending)
    while pending:
        pending = _checked(pending)
    if not count:
        raise KnowledgeError("the sources hold no text: nothing to build a pack from")
    work.save(np.array([count]), "chunks")
    return count


def _size(work: Work, chunks: int) -> int:
    return sum(len(work.load("lengths", chunk)) for chunk in range(chunks))


def _checked(pending: set[Future[None]]) -> set[Future[None]]:
    done, rest = wait(pending, return_when=FIRST_COMPLETED)
    for future in done:
        future.result()
    return rest


def _merge_vocabulary(
    work: Work, chunks: int, cutoffs: tuple[int, ...], pool: ProcessPoolExecutor, progress: Progress
) -> Vocabulary:
    if not work.has("merged", ending="txt"):
        vocabulary.merge(work, chunks, cutoffs[0])
    words = vocabulary.read(work)
    if len(words.words) > tokens.NUMBER:
        raise KnowledgeError("the corpus has more words than can be numbered: raise --min-articles")
    if not work.has("inverted"):
        _each("numbering", vocabulary.renumber, work, "numbered", chunks, (), pool, progress)
        work.drop("words")  # from here on their numbers are enough
        work.drop("vocabulary")
        work.drop("frequency")
    return words


def _find_phrases(
    work: Work,
    chunks: int,
    cutoffs: tuple[int, ...],
    pool: ProcessPoolExecutor,
    progress: Progress,
) -> None:
    for order, cutoff in enumerate(cutoffs[1:], 2):
        stage = f"phrases of {order} words"
        if not work.has(f"kept{order}"):
            _each(stage, ngrams.count, work, f"keys{order}", chunks, (order,), pool, progress)
            ngrams.merge(work, chunks, order, cutoff)
        work.drop(f"keys{order}")
        work.drop(f"units{order}")
        _each(stage, ngrams.annotate, work, f"phrases{order}", chunks, (order,), pool, progress)


def _invert(
    work: Work,
    chunks: int,
    cutoffs: tuple[int, ...],
    pool: ProcessPoolExecutor,
    progress: Progress,
) -> None:
    orders = len(cutoffs)
    if not work.has("dictionary", ending="marisa"):
        postings.write_dictionary(work, orders)
    _each("inverting", postings.invert, work, "postings", chunks, (orders,), pool, progress)
    work.save(np.array([chunks]), "inverted")
    for stage in ("numbered", *(f"phrases{order}" for order in range(2, orders + 1))):
        work.drop(stage)


def _each(
    stage: str,
    function: Callable[..., None],
    work: Work,
    result: str,
    chunks: int,
    arguments: Sequence[int],
    pool: ProcessPoolExecutor,
    progress: Progress,
) -> None:
    """Apply a stage to every chunk that it has not been applied to."""
    missing = [chunk for chunk in range(chunks) if not work.has(result, chunk)]
    futures = [pool.submit(function, work, chunk, *arguments) for chunk in missing]
    for done, future in enumerate(futures, chunks - len(missing) + 1):
        future.result()
        progress(stage, done, chunks)


def _write(
    work: Work,
    chunks: int,
    settings: Settings,
    cutoffs: tuple[int, ...],
    words: Vocabulary,
    progress: Progress,
) -> str:
    import marisa_trie

    folder = work.folder / "pack"
    if folder.exists():
        shutil.rmtree(folder)
    writer = Writer(folder)
    shutil.copyfile(work.path("dictionary", ending="marisa"), folder / "phrases.marisa")
    phrases = len(marisa_trie.Trie().mmap(str(folder / "phrases.marisa")))
    if not phrases:
        raise KnowledgeError("the sources hold no phrase that is frequent enough to be kept")
    size = _size(work, chunks)
    worded = _worded(work, len(cutoffs), words, phrases)
    done = 0
    for part in postings.lists(work, chunks, phrases, worded):
        writer.add(*rice.encode(part.units, part.lengths, part.shares, size))
        done += len(part.lengths)
        progress("writing", done, phrases)
    two_faced = [words.words[n - 1].lower() for n in np.unique(words.twin) if n]
    return writer.finish(
        name=settings.name,
        size=size,
        unit=settings.unit,
        cutoffs=cutoffs,
        two_faced=two_faced,
        about=settings.about,
    )


def _worded(
    work: Work, orders: int, words: Vocabulary, phrases: int
) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Which phrases have a content word: only of these capitals are counted."""
    worded = np.zeros(phrases, np.bool_)
    for order in range(1, orders + 1):
        number = work.load(f"numbers{order}")[1:]
        rows = ngrams.spell(work, order, words.bits)
        has = np.any(words.content[rows], axis=1)
        known = np.flatnonzero(number < phrases)
        worded[number[known]] = np.asarray(has)[known]
    return worded
