"""The embedded index side by side with tantivy and SQLite FTS5, over the same articles, in one run.

    python bench/index_speed.py SOURCE... --pack PACK [--protect FORM --protect FORM] [--cache DIR]

PACK is built from just these sources. The two other indexes are made from the same texts (title
and paragraphs, positions kept, nothing stored, one segment if they can) in a cache folder outside
the repository, and kept for the next run. Four workloads: single phrases; AND of two and of five
phrases of one article; and pairs, what an assessment asks: one protected concept with several
forms AND each of 200 phrases as a text draws them.

Every figure comes from a process of its own. `fresh` is its first 200 queries, `again` the same
ones repeated, `next` the first time for 200 others of other articles (the second document of a
run). The files are in the operating system's cache throughout. Every engine gets its queries
ready-made in its own form (normalised phrases, Query objects, MATCH texts), so parsing is left out
where an engine lets us; each is called once a query; `batch` is the one call of 200 that ours
offers. Of four ways to count that tantivy's binding has (ranked, ordered by a field, aggregated,
constant score), the fastest is taken, the last.

The engines cut words differently: ours drops a possessive 's and crosses no punctuation. How many
counts are equal is printed, so that a reader sees that the same thing is measured.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Any

Concept = tuple[str, ...]
Query = tuple[Concept, ...]
Opened = tuple[Callable[[Query], Any], Callable[[list[Any]], list[int]]]
"""An open index: what makes a query ready, and what counts ready queries."""

QUERIES = 200
DOCUMENTS = 5
PASSES = 5
OPENINGS = 9
ARTICLES = 1000
HEAP = 3_000_000_000
PROTECTED = ("hiv", "human immunodeficiency virus")
OURS, TANTIVY, FTS5 = "reticent", "tantivy", "FTS5"
BATCH = "reticent, batch"
PHASES = ("fresh", "again", "next")
_NO_NOUN = re.compile(r"(ed|ing|ly|es|ous|al|ive)$")


# The three engines


def open_ours(place: Path) -> Opened:
    from reticent.knowledge.index.corpus import IndexedCorpus
    from reticent.phrase import Phrase

    corpus = IndexedCorpus(place)

    def prepare(query: Query) -> Any:
        return tuple(tuple(sorted(map(Phrase.parse, forms))) for forms in query)

    return prepare, lambda ready: corpus.counts(ready).tolist()


def open_tantivy(place: Path) -> Opened:
    from tantivy import Index, Occur
    from tantivy import Query as Made

    index = Index.open(str(place))
    index.register_tokenizer("folded", _folding())
    searcher: Any = index.searcher()

    def phrase(text: str) -> Made:
        if " " in text:
            return Made.phrase_query(index.schema, "text", list(text.split()))
        return Made.term_query(index.schema, "text", text)

    def joined(occur: Occur, parts: list[Made]) -> Made:
        return parts[0] if len(parts) == 1 else Made.boolean_query([(occur, p) for p in parts])

    def prepare(query: Query) -> Made:
        concepts = [joined(Occur.Should, [phrase(f) for f in _folded(forms)]) for forms in query]
        return Made.const_score_query(joined(Occur.Must, concepts), 1.0)

    return prepare, lambda ready: [searcher.search(q, limit=1, count=True).count for q in ready]


def open_fts5(place: Path) -> Opened:
    import sqlite3

    table = sqlite3.connect(f"file:{place / 'fts5.db'}?mode=ro&immutable=1", uri=True)
    table.execute("PRAGMA mmap_size = 2000000000")
    select = "SELECT count(*) FROM unit WHERE unit MATCH ?"

    def prepare(query: Query) -> str:
        concepts = (" OR ".join(f'"{form}"' for form in _folded(forms)) for forms in query)
        return " AND ".join(f"({each})" for each in concepts)

    return prepare, lambda ready: [table.execute(select, (q,)).fetchone()[0] for q in ready]


OPEN = {OURS: open_ours, BATCH: open_ours, TANTIVY: open_tantivy, FTS5: open_fts5}


def _folded(forms: Concept) -> list[str]:
    """The forms as engines see them that fold all capitals."""
    return list(dict.fromkeys(form.lower() for form in forms))


def _folding() -> Any:
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    simple = TextAnalyzerBuilder(Tokenizer.simple())
    return simple.filter(Filter.lowercase()).filter(Filter.ascii_fold()).build()


# Making the other indexes, in one reading of the sources


def indexed(sources: Sequence[Path], cache: Path) -> Path:
    """The folder with the two other indexes and a sample of articles; made if need be."""
    from reticent.knowledge.sources import fingerprint

    folder = cache / fingerprint(sources).removeprefix("sha256:")[:16]
    if folder.exists():
        return folder
    partial = folder.with_suffix(".partial")
    shutil.rmtree(partial, ignore_errors=True)
    (partial / TANTIVY).mkdir(parents=True)
    (partial / FTS5).mkdir()
    started = perf_counter()
    sample, count = _index(_texts(sources), partial)
    (partial / "sample.json").write_text(json.dumps(sample), "utf-8")
    (partial / "units.json").write_text(json.dumps(count), "utf-8")
    partial.replace(folder)
    print(f"indexed {count:,} articles in {perf_counter() - started:.0f} s", file=sys.stderr)
    return folder


def _texts(sources: Sequence[Path]) -> Iterator[str]:
    from reticent.knowledge.sources import read

    for source in sources:
        for unit in read(source):
            yield "\n".join((unit.title, *unit.paragraphs))


def _index(texts: Iterable[str], folder: Path) -> tuple[list[str], int]:
    """Feed both indexes; a fair sample of the texts, and their number."""
    import sqlite3

    from tantivy import Document, Index, SchemaBuilder

    schema = SchemaBuilder().add_text_field("text", tokenizer_name="folded").build()
    index = Index(schema, str(folder / TANTIVY))
    index.register_tokenizer("folded", _folding())
    writer = index.writer(HEAP, 1)
    table = sqlite3.connect(folder / FTS5 / "fts5.db", isolation_level=None)
    table.execute("PRAGMA journal_mode = OFF")
    table.execute(
        "CREATE VIRTUAL TABLE unit USING fts5(text, content='', columnsize=0, "
        "tokenize='unicode61 remove_diacritics 2')"
    )
    table.execute("BEGIN")
    rng, sample, count = random.Random(0), [], 0
    for text in texts:
        document = Document()
        document.add_text("text", text)
        writer.add_document(document)
        table.execute("INSERT INTO unit(rowid, text) VALUES (?, ?)", (count + 1, text))
        if count < ARTICLES:
            sample.append(text)
        elif (place := rng.randrange(count + 1)) < ARTICLES:
            sample[place] = text
        count += 1
    writer.commit()
    writer.wait_merging_threads()
    table.execute("INSERT INTO unit(unit) VALUES ('optimize')")
    table.execute("COMMIT")
    table.execute("VACUUM")
    table.close()
    return sample, count


# Drawing the queries


def phrases_of(text: str, corpus: Any) -> Iterator[str]:
    """The phrases of a text that look like nouns: the longest runs of content words that the
    pack holds, one after the other."""
    from reticent.phrase import Phrase, is_content, segments

    for segment in segments(text, corpus.two_faced):
        words = [token.word for token in segment]
        at = 0
        while at < len(words):
            runs = [tuple(words[at : at + n]) for n in (4, 3, 2, 1) if at + n <= len(words)]
            runs = [run for run in runs if all(map(is_content, run))]
            held = corpus.holds([Phrase(run) for run in runs])
            run = next((run for run, known in zip(runs, held, strict=True) if known), ())
            at += len(run) or 1
            if run and _askable(run, corpus):
                yield " ".join(run)


def _askable(run: tuple[str, ...], corpus: Any) -> bool:
    """Whether all engines are asked the same by it (none keeps capitals but ours, and they fold
    the letters beyond ASCII differently), and a text's terms may be such a word: no verb, adverb
    or adjective by its ending, no word of more than a tenth of all articles."""
    from reticent.phrase import Phrase

    if not all(word.isascii() and word.islower() and len(word) > 1 for word in run):
        return False
    if len(run) > 1:
        return True
    if run[0] in corpus.two_faced or _NO_NOUN.search(run[0]):
        return False
    return bool(corpus.counts([[Phrase(run)]])[0] * 10 <= corpus.size)


def drawn(texts: list[str], protected: Concept, corpus: Any) -> dict[str, list[list[Query]]]:
    """For every workload the queries of several documents, the same in every run."""
    rng = random.Random(0)
    articles = [list(dict.fromkeys(phrases_of(text, corpus))) for text in texts]
    pool = [phrase for article in articles for phrase in article]
    rich = [article for article in articles if len(article) >= 5]
    if len(pool) < QUERIES * DOCUMENTS:
        raise SystemExit(f"only {len(pool)} phrases could be drawn: give a larger corpus")
    documents = [rng.sample(pool, QUERIES) for _ in range(DOCUMENTS)]

    def together(number: int) -> list[list[Query]]:
        return [
            [tuple((p,) for p in rng.sample(rng.choice(rich), number)) for _ in range(QUERIES)]
            for _ in range(DOCUMENTS)
        ]

    return {
        "single": [[((phrase,),) for phrase in document] for document in documents],
        "AND of 2": together(2),
        "AND of 5": together(5),
        "pairs": [[(protected, (phrase,)) for phrase in document] for document in documents],
    }


def concept(forms: Sequence[str], two_faced: Any) -> Concept:
    """The protected concept; a form that ours counts by its capitals is meant in both writings."""
    from reticent.phrase import Phrase

    keys = [str(Phrase.of(form)).lower() for form in forms]
    return tuple(k for key in keys for k in ((key, key.upper()) if key in two_faced else (key,)))


def asked(pack: Path, folder: Path, forms: Sequence[str]) -> dict[str, list[list[Query]]]:
    """The workloads for a pack of the same articles; says what they are."""
    from reticent.knowledge.index.corpus import IndexedCorpus

    corpus = IndexedCorpus(pack)
    units = json.loads((folder / "units.json").read_text("utf-8"))
    if corpus.size != units:
        raise SystemExit(f"the pack has {corpus.size:,} units, the sources {units:,}: not the same")
    protected = concept(forms, corpus.two_faced)
    sample = json.loads((folder / "sample.json").read_text("utf-8"))
    workloads = drawn(sample, protected, corpus)
    lengths = corpus.counts([query for document in workloads["single"] for query in document])
    print(f"{units:,} articles; protected: {' OR '.join(protected)} in ", end="")
    print(f"{corpus.counts([[list(protected)]])[0]:,}; {len(lengths):,} phrases in ", end="")
    print(f"{mean(lengths.tolist()):,.0f} on average, median {median(lengths.tolist()):,.0f}")
    return workloads


# Measuring, in fresh processes


@dataclass(frozen=True)
class Measured:
    """Seconds per query of each phase, the counts, and the process's memory at the end in MB."""

    fresh: list[float]
    again: list[float]
    next: list[float]
    counts: list[int]
    memory: tuple[float, float]


Results = dict[tuple[str, str], Measured]


def measured(engine: str, place: Path, documents: list[list[Query]]) -> Measured:
    prepare, count = OPEN[engine](place)
    at_once = QUERIES if engine == BATCH else 1
    ready = [[prepare(query) for query in document] for document in documents]
    answers: list[list[int]] = []

    def run(queries: list[Any]) -> list[float]:
        times, found = [], []
        for at in range(0, len(queries), at_once):
            wanted = queries[at : at + at_once]
            start = perf_counter()
            counts = count(wanted)
            times.append((perf_counter() - start) / at_once)
            found += counts
        answers.append(found)
        return times

    fresh = run(ready[0])
    again = [time for _ in range(PASSES) for time in run(ready[0])]
    assert all(each == answers[0] for each in answers), "the same question had two answers"
    del answers[1:]
    following = [time for document in ready[1:] for time in run(document)]
    return Measured(fresh, again, following, [each for one in answers for each in one], memory())


def memory() -> tuple[float, float]:
    """Of this process, in MB: resident, and how much of it is mapped from files."""
    status = Path("/proc/self/status").read_text()
    found = dict(re.findall(r"(VmRSS|RssFile):\s*(\d+) kB", status))
    return int(found["VmRSS"]) * 1024 / 1e6, int(found["RssFile"]) * 1024 / 1e6


def first_query(engine: str, place: Path, query: Query) -> tuple[float, float, float]:
    """Seconds to import numpy, to import the engine, to open it and answer a first query."""
    assert "numpy" not in sys.modules
    start = perf_counter()
    if engine == OURS:
        import numpy  # noqa: F401
    with_numpy = perf_counter()
    if engine == OURS:
        import marisa_trie  # noqa: F401

        import reticent.knowledge.index.corpus  # noqa: F401
    elif engine == TANTIVY:
        import tantivy  # noqa: F401
    else:
        import sqlite3  # noqa: F401
    imported = perf_counter()
    prepare, count = OPEN[engine](place)
    count([prepare(query)])
    return with_numpy - start, imported - with_numpy, perf_counter() - imported


def alone(function: Callable[..., Any], *arguments: object) -> Any:
    """What a function returns in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(function, arguments)


# Printing


def microseconds(times: Sequence[float]) -> str:
    middle = f"{1e6 * median(times):10.1f}" if len(times) >= QUERIES else f"{'-':>10}"
    return f"{middle}{1e6 * mean(times):10.1f}"


def print_speeds(results: Results) -> None:
    print("\nmicroseconds per query (median, mean); x: mean of that engine / mean of reticent")
    print(f"{'':27}" + "".join(f"{phase:^27}" for phase in PHASES))
    print(f"{'':27}" + f"{'median':>10}{'mean':>10}{'x':>7}" * len(PHASES))
    for (workload, engine), result in results.items():
        line = f"{workload:11}{engine:16}"
        for phase in PHASES:
            times, base = getattr(result, phase), getattr(results[workload, OURS], phase)
            line += f"{microseconds(times)}{mean(times) / mean(base):7.2f}"
        print(line)


def print_agreement(results: Results) -> None:
    print("\nthe same question? counts against those of reticent")
    print(f"{'':27}{'equal':>8}{'median difference':>19}{'of the unequal':>16}{'median count':>14}")
    for (workload, engine), result in results.items():
        ours = results[workload, OURS].counts
        if engine in (OURS, BATCH):
            assert result.counts == ours, "a batch counts otherwise"
            continue
        far = [abs(a - b) / max(a, b, 1) for a, b in zip(ours, result.counts, strict=True)]
        unequal = [each for each in far if each] or [0.0]
        print(
            f"{workload:11}{engine:16}{1 - sum(map(bool, far)) / len(far):8.1%}"
            f"{median(far):19.2%}{median(unequal):16.2%}{median(result.counts):14,.0f}"
        )


def print_places(places: dict[str, Path], results: Results, query: Query) -> list[float]:
    """Print what opening, memory and disk take; the times and the memory of ours."""
    print("\nopen + first query in a fresh process, ms (median of 9); memory after the pairs; disk")
    print(
        f"{'':16}{'opened':>8}{'+ imports':>11}{'+ numpy':>9}"
        f"{'resident MB':>13}{'file-backed':>13}{'on disk MB':>12}"
    )
    ours: list[float] = []
    for engine in (OURS, TANTIVY, FTS5):
        runs = [alone(first_query, engine, places[engine], query) for _ in range(OPENINGS)]
        opened = 1e3 * median(run[2] for run in runs)
        imported = 1e3 * median(run[1] + run[2] for run in runs)
        whole = 1e3 * median(map(sum, runs))
        resident, backed = results["pairs", engine].memory
        files = (file for file in places[engine].rglob("*") if file.is_file())
        print(
            f"{engine:16}{opened:8.1f}{imported:11.1f}{whole:9.1f}{resident:13.1f}{backed:13.1f}"
            f"{sum(file.stat().st_size for file in files) / 1e6:12.1f}"
        )
        ours = ours or [opened, imported, whole, resident]
    return ours


def print_targets(results: Results, ours: list[float]) -> None:
    print("\ntargets")
    for phase in PHASES:
        other = mean(getattr(results["pairs", TANTIVY], phase))
        for engine in (OURS, BATCH):
            ratio = other / mean(getattr(results["pairs", engine], phase))
            print_target(f"pairs, {phase}: throughput {engine} / tantivy", ratio, 20, ratio >= 20)
    for phase in PHASES:
        middle = 1e6 * median(getattr(results["pairs", OURS], phase))
        print_target(f"pairs, {phase}: median, microseconds", middle, 50, middle < 50)
    for what, value in zip(("", " + imports", " + imports + numpy"), ours[:3], strict=True):
        print_target(f"open + first query{what}, ms", value, 50, value < 50)
    print_target("resident after the pairs, MB", ours[3], 150, ours[3] < 150)


def print_target(what: str, value: float, target: int, reached: bool) -> None:
    print(f"{what:52}{value:9.1f}{target:6}  {'reached' if reached else 'MISSED'}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", type=Path, nargs="+", metavar="SOURCE")
    parser.add_argument("--pack", type=Path, required=True)
    parser.add_argument("--protect", action="append", metavar="FORM", help=f"(default {PROTECTED})")
    parser.add_argument(
        "--cache", type=Path, default=Path(tempfile.gettempdir()) / "reticent-bench-index"
    )
    given = parser.parse_args()
    folder = indexed(given.sources, given.cache)
    places = {OURS: given.pack, BATCH: given.pack, TANTIVY: folder / TANTIVY, FTS5: folder / FTS5}
    workloads = asked(given.pack, folder, given.protect or PROTECTED)
    results = {
        (workload, engine): alone(measured, engine, place, documents)
        for workload, documents in workloads.items()
        for engine, place in places.items()
    }
    print_speeds(results)
    print_agreement(results)
    print_targets(results, print_places(places, results, workloads["pairs"][0][0]))


if __name__ == "__main__":
    main()
