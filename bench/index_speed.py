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
offers. Of the ways to count that tantivy's binding has, the fastest is taken (no scores).

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
Opened = tuple[Callable[[Query], Any], Callable[[Any], int]]
"""An open index: what makes a query ready, and what counts a ready query."""

QUERIES = 200
DOCUMENTS = 5
PASSES = 5
OPENINGS = 9
ARTICLES = 1000
PROTECTED = ("hiv", "human immunodeficiency virus")
TARGETS = {"ratio": 20.0, "pair": 50.0, "first": 50.0, "memory": 150.0}
OURS, TANTIVY, FTS5 = "reticent", "tantivy", "FTS5"
BATCH = "reticent, batch"
HEAP = 3_000_000_000
_NO_NOUN = re.compile(r"(ed|ing|ly|es|ous|al|ive)$")


# The three engines


def open_ours(place: Path) -> Opened:
    from reticent.knowledge.index.corpus import IndexedCorpus
    from reticent.phrase import Phrase

    corpus = IndexedCorpus(place)

    def prepare(query: Query) -> Any:
        return [tuple(tuple(sorted(map(Phrase.parse, concept))) for concept in query)]

    return prepare, lambda ready: int(corpus.counts(ready)[0])


def open_tantivy(place: Path) -> Opened:
    from tantivy import Index, Occur
    from tantivy import Query as Made

    index = Index.open(str(place))
    index.register_tokenizer("folded", _folding())
    searcher, schema = index.searcher(), index.schema

    def phrase(text: str) -> Made:
        words = text.lower().split()
        if len(words) > 1:
            return Made.phrase_query(schema, "text", list(words))
        return Made.term_query(schema, "text", words[0])

    def concept(forms: Concept) -> Made:
        made = [phrase(form) for form in _folded(forms)]
        return made[0] if len(made) == 1 else _all_of(Occur.Should, made)

    def _all_of(occur: Occur, parts: list[Made]) -> Made:
        return Made.boolean_query([(occur, part) for part in parts])

    def prepare(query: Query) -> Made:
        made = [concept(forms) for forms in query]
        whole = made[0] if len(made) == 1 else _all_of(Occur.Must, made)
        return Made.const_score_query(whole, 1.0)

    return prepare, lambda ready: int(searcher.search(ready, limit=1, count=True).count or 0)  # type: ignore[attr-defined]  # the stubs forget `count`


def open_fts5(place: Path) -> Opened:
    import sqlite3

    table = sqlite3.connect(f"file:{place / 'fts5.db'}?mode=ro&immutable=1", uri=True)
    table.execute("PRAGMA mmap_size = 2000000000")
    cursor = table.cursor()

    def concept(forms: Concept) -> str:
        return "(" + " OR ".join(f'"{form}"' for form in _folded(forms)) + ")"

    def count(ready: str) -> int:
        found = cursor.execute("SELECT count(*) FROM unit WHERE unit MATCH ?", (ready,))
        return int(found.fetchone()[0])

    return lambda query: " AND ".join(map(concept, query)), count


OPEN = {OURS: open_ours, TANTIVY: open_tantivy, FTS5: open_fts5}


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
    pack holds; without what only ours counts by its capitals, and what no text's terms consist
    of (verbs, adverbs and adjectives by their endings; words of a tenth of all articles)."""
    from reticent.phrase import Phrase, is_content, segments

    for segment in segments(text, corpus.two_faced):
        words = [token.word for token in segment]
        at = 0
        while at < len(words):
            runs = [tuple(words[at : at + n]) for n in (4, 3, 2, 1) if at + n <= len(words)]
            runs = [run for run in runs if all(map(is_content, run))]
            held = corpus.holds([Phrase(run) for run in runs])
            run = next((run for run, known in zip(runs, held, strict=True) if known), None)
            at += len(run) if run else 1
            if run and _askable(run, corpus):
                yield " ".join(run)


def _askable(run: tuple[str, ...], corpus: Any) -> bool:
    from reticent.phrase import Phrase

    if not all(word == word.lower() for word in run):
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


# Measuring, in fresh processes


@dataclass(frozen=True)
class Measured:
    """Seconds per query of each phase, the counts, and the process's memory at the end in MB."""

    fresh: list[float]
    again: list[float]
    next: list[float]
    counts: list[int]
    memory: dict[str, float]


def measured(engine: str, place: Path, documents: list[list[Query]]) -> Measured:
    prepare, count = OPEN[engine](place)
    ready = [[prepare(query) for query in document] for document in documents]
    counts: list[int] = []

    def run(queries: list[Any]) -> list[float]:
        counts.clear()
        times = []
        for query in queries:
            start = perf_counter()
            found = count(query)
            times.append(perf_counter() - start)
            counts.append(found)
        return times

    fresh, answers = run(ready[0]), list(counts)
    again = [time for _ in range(PASSES) for time in run(ready[0])]
    assert counts == answers, "the same question had two answers"
    following = []
    for document in ready[1:]:
        following += run(document)
        answers += counts
    return Measured(fresh, again, following, answers, memory())


def measured_in_batches(place: Path, documents: list[list[Query]]) -> Measured:
    """As `measured`, a document in one call of ours; a time is a call's share for each query."""
    from reticent.knowledge.index.corpus import IndexedCorpus
    from reticent.phrase import Phrase

    corpus = IndexedCorpus(place)
    ready = [
        [tuple(tuple(sorted(map(Phrase.parse, forms))) for forms in query) for query in document]
        for document in documents
    ]

    def run(queries: list[Any]) -> tuple[float, list[int]]:
        start = perf_counter()
        found = corpus.counts(queries)
        return (perf_counter() - start) / len(queries), found.tolist()

    fresh, answers = run(ready[0])
    again = [run(ready[0])[0] for _ in range(PASSES)]
    following = [run(document) for document in ready[1:]]
    answers += [each for _, found in following for each in found]
    return Measured([fresh], again, [time for time, _ in following], answers, memory())


def memory() -> dict[str, float]:
    """Of this process, in MB: resident, and which part is file-backed (the kernel may drop it)."""
    status = Path("/proc/self/status").read_text()
    found = {key: int(kb) / 1024 for key, kb in re.findall(r"(VmRSS|RssFile):\s*(\d+) kB", status)}
    return {"resident": found["VmRSS"], "file-backed": found["RssFile"]}


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
    count(prepare(query))
    return with_numpy - start, imported - with_numpy, perf_counter() - imported


def alone(function: Callable[..., Any], *arguments: object) -> Any:
    """What a function returns in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(function, arguments)


# Printing


def microseconds(times: Sequence[float]) -> str:
    middle = f"{1e6 * median(times):10.1f}" if len(times) >= QUERIES else f"{'-':>10}"
    return f"{middle}{1e6 * mean(times):10.1f}"


def print_speeds(results: dict[tuple[str, str], Measured]) -> None:
    print("\nmicroseconds per query (median, mean); x: mean of that engine / mean of reticent")
    phases = ("fresh", "again", "next")
    print(f"{'':27}" + "".join(f"{phase:^27}" for phase in phases))
    print(f"{'':27}" + f"{'median':>10}{'mean':>10}{'x':>7}" * len(phases))
    for (workload, engine), result in results.items():
        line = f"{workload:11}{engine:16}"
        for phase in phases:
            times, base = getattr(result, phase), getattr(results[workload, OURS], phase)
            line += f"{microseconds(times)}{mean(times) / mean(base):7.2f}"
        print(line)


def print_agreement(results: dict[tuple[str, str], Measured]) -> None:
    print("\nthe same question? counts against those of reticent")
    print(f"{'':27}{'equal':>8}{'median difference':>19}{'of the unequal':>16}{'median count':>14}")
    for (workload, engine), result in results.items():
        if engine in (OURS, BATCH):
            continue
        ours = results[workload, OURS].counts
        far = [abs(a - b) / max(a, b, 1) for a, b in zip(ours, result.counts, strict=True)]
        unequal = [each for each in far if each] or [0.0]
        print(
            f"{workload:11}{engine:16}{1 - sum(map(bool, far)) / len(far):8.1%}"
            f"{median(far):19.2%}{median(unequal):16.2%}{median(result.counts):14,.0f}"
        )


def print_places(places: dict[str, Path], pairs: dict[str, Measured], query: Query) -> list[float]:
    print("\nopen + first query in a fresh process, ms (median of 9); memory after the pairs; disk")
    print(
        f"{'':16}{'opened':>8}{'+ imports':>11}{'+ numpy':>9}"
        f"{'resident MB':>13}{'file-backed':>13}{'on disk MB':>12}"
    )
    ours: list[float] = []
    for engine, place in places.items():
        runs = [alone(first_query, engine, place, query) for _ in range(OPENINGS)]
        opened = 1e3 * median(run[2] for run in runs)
        imported = 1e3 * median(run[1] + run[2] for run in runs)
        whole = 1e3 * median(map(sum, runs))
        used = pairs[engine].memory
        disk = sum(file.stat().st_size for file in place.rglob("*") if file.is_file()) / 1e6
        print(
            f"{engine:16}{opened:8.1f}{imported:11.1f}{whole:9.1f}"
            f"{used['resident']:13.1f}{used['file-backed']:13.1f}{disk:12.1f}"
        )
        ours = ours or [opened, imported, whole, used["resident"]]
    return ours


def print_targets(results: dict[tuple[str, str], Measured], opened: list[float]) -> None:
    def line(what: str, value: float, target: str, reached: bool) -> None:
        print(f"{what:52}{value:9.1f}  {target:9}{'reached' if reached else 'MISSED'}")

    print("\ntargets")
    for phase in ("fresh", "again", "next"):
        other = mean(getattr(results["pairs", TANTIVY], phase))
        for engine in (OURS, BATCH):
            ratio = other / mean(getattr(results["pairs", engine], phase))
            what = f"pairs, {phase}: throughput {engine} / tantivy"
            line(what, ratio, ">= 20", ratio >= TARGETS["ratio"])
    for phase in ("fresh", "again", "next"):
        middle = 1e6 * median(getattr(results["pairs", OURS], phase))
        line(f"pairs, {phase}: median, us", middle, "< 50", middle < TARGETS["pair"])
    for what, value in zip(("", " + imports", " + imports + numpy"), opened, strict=False):
        line(f"open + first query{what}, ms", value, "< 50", value < TARGETS["first"])
    line("resident after the pairs, MB", opened[3], "< 150", opened[3] < TARGETS["memory"])


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
    arguments = parser.parse_args()
    folder = indexed(arguments.sources, arguments.cache)
    places = {OURS: arguments.pack, TANTIVY: folder / TANTIVY, FTS5: folder / FTS5}

    from reticent.knowledge.index.corpus import IndexedCorpus

    corpus = IndexedCorpus(arguments.pack)
    units = json.loads((folder / "units.json").read_text("utf-8"))
    if corpus.size != units:
        raise SystemExit(f"the pack has {corpus.size:,} units, the sources {units:,}: not the same")
    protected = concept(arguments.protect or PROTECTED, corpus.two_faced)
    texts = json.loads((folder / "sample.json").read_text("utf-8"))
    workloads = drawn(texts, protected, corpus)
    lengths = corpus.counts([query for document in workloads["single"] for query in document])
    print(f"{corpus.size:,} articles; protected: {' OR '.join(protected)} in ", end="")
    print(f"{corpus.counts([[list(protected)]])[0]:,}; {len(lengths):,} phrases in ", end="")
    print(f"{mean(lengths.tolist()):,.0f} on average, median {median(lengths.tolist()):,.0f}")
    results: dict[tuple[str, str], Measured] = {}
    for workload, documents in workloads.items():
        for engine, place in places.items():
            results[workload, engine] = alone(measured, engine, place, documents)
            if engine == OURS:
                together = alone(measured_in_batches, place, documents)
                assert together.counts == results[workload, OURS].counts, "a batch counts otherwise"
                results[workload, BATCH] = together
    print_speeds(results)
    print_agreement(results)
    pairs = {engine: results["pairs", engine] for engine in places}
    print_targets(results, print_places(places, pairs, workloads["pairs"][0][0]))


if __name__ == "__main__":
    main()
