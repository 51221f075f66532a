"""How fast the readers of corpus sources are: MB/s and units/s on generated input.

    python bench/sources.py [--megabytes N]

MB are of unpacked input. The markup is made to have the shares of templates, references, links,
tables and lists that articles of an encyclopaedia have; it is not their text. What a reader's
line says includes unpacking, parsing and cleaning, in a process of its own whose peak memory is
given; by CPU time too, for the machine may be shared.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import json
import lzma
import math
import multiprocessing
import random
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from reticent.knowledge.sources import Tally, passages, read

WORDS = """the of and in a to was is by from century river history population member party
election government national football club season league album song released film directed actor
virus disease treatment patient cell protein species genus family described""".split()
SITEINFO = '<siteinfo><namespaces><namespace key="6">File</namespace></namespaces></siteinfo>'


def sentence(rng: random.Random) -> str:
    return " ".join(rng.choices(WORDS, k=rng.randint(10, 25))).capitalize() + "."


def prose(rng: random.Random) -> list[str]:
    count = rng.randint(2, 10)
    return [" ".join(sentence(rng) for _ in range(rng.randint(2, 7))) for _ in range(count)]


def marked_up(rng: random.Random) -> str:
    """A page: infobox, linked and referenced prose, pictures, lists, a table, categories."""
    box = "".join(f"| f{row} = [[{word}]] {{{{flag|x}}}}\n" for row, word in enumerate(WORDS[:25]))
    parts = [f"{{{{Short description|x}}}}\n{{{{Infobox thing\n{box}}}}}"]
    for number in range(rng.choice([4, 8, 12, 30])):
        parts.append(" ".join(referenced(rng) for _ in range(rng.randint(3, 7))) + "\n")
        if number % 3 == 0:
            parts.append(f"== {rng.choice(WORDS)} ==")
        if number % 4 == 1:
            parts.append("[[File:A.jpg|thumb|right|A [[thing]] near {{convert|3|m}}]]")
        if number % 5 == 2:
            parts.append("\n".join(f"* {referenced(rng)}" for _ in range(6)))
        if number % 6 == 3:
            rows = "".join(f"|-\n| {row} || [[{word}]]\n" for row, word in enumerate(WORDS[:20]))
            parts.append(f'{{| class="wikitable"\n! A !! B\n{rows}|}}')
    return "\n".join([*parts, "{{reflist}}", *("[[Category:A b]]" for _ in range(8))])


def referenced(rng: random.Random) -> str:
    words = sentence(rng).split()
    for place in range(1, len(words) - 1):
        chance = rng.random()
        if chance < 0.08:
            words[place] = f"[[{words[place]}]]s"
        elif chance < 0.14:
            words[place] = f"[[{words[place].title()} (x)|{words[place]}]]"
        elif chance < 0.16:
            words[place] = f"''{words[place]}''&nbsp;{{{{convert|9|km|mi}}}}"
    title = " ".join(rng.choices(WORDS, k=9))
    cite = f"{{{{cite journal |last1=Smith |first1=J. |title={title} |volume=1 |doi=10.1000/1}}}}"
    return " ".join(words) + (f'<ref name="r">{cite}</ref>' if rng.random() < 0.6 else "")


def text(rng: random.Random) -> str:
    return "# Title\n" + "\n".join(prose(rng)) + "\n\n"


def jsonl(rng: random.Random) -> str:
    return json.dumps({"title": "Title", "text": "\n".join(prose(rng))}) + "\n"


def extracted(rng: random.Random) -> str:
    body = "\n".join(prose(rng))
    return f'<doc id="1" url="u" title="Title">\nTitle\n\n{body}\n\n</doc>\n'


def dumped(rng: random.Random) -> str:
    return (
        "<page><title>Title</title><ns>0</ns><id>1</id><revision><id>1</id><model>wikitext</model>"
        f'<text xml:space="preserve">{escape(marked_up(rng))}</text></revision></page>\n'
    )


def cited(rng: random.Random) -> str:
    parts = "".join(f'<AbstractText Label="X">{each}</AbstractText>' for each in prose(rng)[:4])
    authors = "<Author><LastName>Smith</LastName><ForeName>J</ForeName></Author>" * 6
    return (
        "<PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>Title"
        f"</ArticleTitle><Abstract>{parts}</Abstract><AuthorList>{authors}</AuthorList></Article>"
        f"</MedlineCitation><PubmedData>{'<ArticleId>1</ArticleId>' * 40}</PubmedData>"
        "</PubmedArticle>\n"
    )


Pack = Callable[[bytes], bytes]
SOURCES: tuple[tuple[str, Callable[[random.Random], str], str, str, Pack], ...] = (
    ("a.txt", text, "", "", bytes),
    ("a.txt.xz", text, "", "", lzma.compress),
    ("a.jsonl", jsonl, "", "", bytes),
    ("wiki_00", extracted, "", "", bytes),
    ("wiki_00.bz2", extracted, "", "", bz2.compress),
    ("pubmed.xml.gz", cited, "<PubmedArticleSet>", "</PubmedArticleSet>", gzip.compress),
    ("dump.xml.bz2", dumped, f"<mediawiki>{SITEINFO}", "</mediawiki>", bz2.compress),
)


def generated(make: Callable[[random.Random], str], size: int) -> Iterator[str]:
    rng = random.Random(1)
    done = 0
    while done < size:
        yield (piece := make(rng))
        done += len(piece)


@dataclass(frozen=True)
class Reading:
    """What one reading in a process of its own took."""

    units: int
    wall: float
    cpu: float
    peak: float


def measured(path: Path, cut: bool) -> Reading:
    wall, cpu, tally = time.perf_counter(), time.process_time(), Tally()
    found = read(path, tally)
    units = sum(1 for unit in found for _ in passages(unit)) if cut else sum(1 for _ in found)
    assert not tally.skipped
    return Reading(units, time.perf_counter() - wall, time.process_time() - cpu, peak_megabytes())


def peak_megabytes() -> float:
    """From /proc: ru_maxrss starts with what the parent had. Not a number where there is none."""
    status = Path("/proc/self/status")
    found = re.search(r"VmHWM:\s*(\d+) kB", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else math.nan


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=float, default=8, help="of input for each reader")
    size = int(parser.parse_args().megabytes * 1e6)
    print(f"{'reader':<18}{'MB/s':>8}{'units/s':>10}{'MB/s CPU':>10}{'peak MB':>9}")
    spawn = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder, spawn.Pool(1, maxtasksperchild=1) as pool:
        for name, make, head, foot, pack in SOURCES:
            path = Path(folder) / name
            content = (head + "".join(generated(make, size)) + foot).encode()
            path.write_bytes(pack(content))
            for cut in (False, True) if name == "a.txt" else (False,):
                got = pool.apply(measured, (path, cut))
                amount = len(content) / 1e6
                print(
                    f"{name + ', passages' * cut:<18}{amount / got.wall:8.1f}"
                    f"{got.units / got.wall:10.0f}{amount / got.cpu:10.1f}{got.peak:9.0f}"
                )


if __name__ == "__main__":
    main()
