"""Whether building a pack takes linear time and bounded memory: the corpus once, and N times.

    python bench/build_scaling.py SOURCE... [--times 10] [--work DIR] [--processes N]

The large corpus is the given one N times over, its paragraphs shuffled within and between the
articles of every block of 20,000 (titles and the lengths of articles stay), each round with other
seeds: N times the text, with the words of N times the text, without N times the same phrases in
the same articles. It is streamed, a block at a time. The cut-offs are the builder's defaults,
which grow with the corpus.

Each build runs in a process of its own, which reads (and shuffles) as well; it is watched from
outside, every 0.2 s: the resident memory of it and its children, the largest process, and what
is anonymous (the rest is mapped from files: the kernel may drop it), and the bytes in the folder
where it works. What the processes share counts once for each of them: the sums are upper bounds.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing.context import SpawnProcess
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reticent.knowledge.sources import Unit

BLOCK = 20_000
EVERY = 0.2
_FIELD = re.compile(r"(PPid|VmRSS|RssAnon|RssShmem):\s*(\d+)")


# The corpus, once and N times


def once(sources: Sequence[Path]) -> Iterator[Unit]:
    from reticent.knowledge.sources import read

    for source in sources:
        yield from read(source)


def repeated(sources: Sequence[Path], times: int) -> Iterator[Unit]:
    """The corpus `times` times over, shuffled; once it is itself."""
    if times == 1:
        yield from once(sources)
        return
    for turn in range(times):
        units = once(sources)
        number = 0
        while block := list(islice(units, BLOCK)):
            yield from shuffled(block, random.Random(f"{turn} {number}"))
            number += 1


def shuffled(block: Sequence[Unit], rng: random.Random) -> Iterator[Unit]:
    """The same titles with as many paragraphs each, but any of the block's."""
    from reticent.knowledge.sources import Unit

    paragraphs = [paragraph for unit in block for paragraph in unit.paragraphs]
    rng.shuffle(paragraphs)
    start = 0
    for unit in block:
        end = start + len(unit.paragraphs)
        yield Unit(unit.title, tuple(paragraphs[start:end]))
        start = end


# Building, in a process of its own


def build_pack(sources: Sequence[Path], times: int, out: Path, processes: int | None) -> None:
    from reticent.knowledge.build import Settings, build

    os.setsid()  # so that it can be ended together with its own processes

    def units() -> Iterator[Unit]:
        return repeated(sources, times)

    build(units, f"{sources} {times}", out, Settings("scaling"), processes=processes)


# Watching it


@dataclass
class Peak:
    """The most that was seen, in bytes."""

    together: int = 0
    largest: int = 0
    anonymous: int = 0
    disk: int = 0

    def see(self, root: int, folder: Path) -> None:
        family = _family(root)
        resident = [fields.get("VmRSS", 0) for fields in family] or [0]
        own = [fields.get("RssAnon", 0) + fields.get("RssShmem", 0) for fields in family]
        self.together = max(self.together, 1024 * sum(resident))
        self.largest = max(self.largest, 1024 * max(resident))
        self.anonymous = max(self.anonymous, 1024 * sum(own))
        self.disk = max(self.disk, used(folder))


def _family(root: int) -> list[dict[str, int]]:
    """What /proc says of a process and of all that it started."""
    everyone = {
        int(entry): fields
        for entry in (path.name for path in Path("/proc").iterdir())
        if entry.isdigit() and (fields := _status(entry))
    }
    members = {root}
    while more := {pid for pid, f in everyone.items() if f["PPid"] in members} - members:
        members |= more
    return [everyone[pid] for pid in members if pid in everyone]


def _status(pid: str) -> dict[str, int]:
    try:
        text = Path("/proc", pid, "status").read_text("utf-8", "replace")
    except (FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
        return {}
    return {name: int(value) for name, value in _FIELD.findall(text)}


def used(folder: Path) -> int:
    """Bytes that the files below a folder take on disk."""
    total = 0
    for path, _, files in os.walk(folder):
        for name in files:
            try:
                total += Path(path, name).stat().st_blocks * 512
            except FileNotFoundError:  # renamed or removed meanwhile
                continue
    return total


@dataclass(frozen=True)
class Built:
    """What a build took, and what came out."""

    times: int
    words: int
    seconds: float
    peak: Peak
    units: int
    phrases: int
    cutoffs: tuple[int, ...]
    pack: int

    @property
    def pace(self) -> float:
        """Seconds for a million words."""
        return self.seconds / (self.words / 1e6)


def watched(
    sources: Sequence[Path], times: int, words: int, folder: Path, processes: int | None
) -> Built:
    from reticent.knowledge.index.pack import read_manifest

    out, peak = folder / f"pack-{times}", Peak()
    child = multiprocessing.get_context("spawn").Process(
        target=build_pack, args=(sources, times, out, processes)
    )
    start = perf_counter()
    child.start()
    assert child.pid is not None
    try:
        while child.is_alive():
            peak.see(child.pid, folder)
            child.join(EVERY)
    finally:
        if child.is_alive():
            end(child)
    seconds = perf_counter() - start
    if child.exitcode:
        raise SystemExit(f"the build of {times} times the corpus failed, see above")
    manifest = read_manifest(out)
    size = used(out)
    shutil.rmtree(out)
    return Built(
        times, times * words, seconds, peak, manifest.size, manifest.phrases, manifest.cutoffs, size
    )


def end(child: SpawnProcess) -> None:
    """Kill a build and the processes it started."""
    assert child.pid  # 0 would be our own group
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.kill()
    child.join()


def counted(sources: Sequence[Path]) -> tuple[int, float]:
    """The words of the corpus, and the seconds that reading alone takes."""
    start = perf_counter()
    words = sum(
        len(text.split()) for unit in once(sources) for text in (unit.title, *unit.paragraphs)
    )
    return words, perf_counter() - start


# Printing


def print_built(built: Built) -> None:
    peak = built.peak
    print(
        f"{built.times:5}{built.units:12,}{built.words / 1e6:9.1f}{built.seconds:9.1f}"
        f"{built.pace:9.3f}{peak.together / 1e6:10,.0f}{peak.largest / 1e6:10,.0f}"
        f"{peak.anonymous / 1e6:11,.0f}{peak.disk / 1e6:10,.0f}{built.pack / 1e6:9.1f}"
        f"{built.phrases:12,}  {' '.join(map(str, built.cutoffs))}",
        flush=True,
    )


def print_ratios(small: Built, large: Built) -> None:
    print(f"\n{large.times} times the corpus against once")
    print(f"time for a million words  x {large.pace / small.pace:.2f}  (1: linear)")
    for name, a, b in (
        ("memory, together", small.peak.together, large.peak.together),
        ("memory, the largest", small.peak.largest, large.peak.largest),
        ("memory, anonymous", small.peak.anonymous, large.peak.anonymous),
        ("disk at work", small.peak.disk, large.peak.disk),
    ):
        print(f"{name:24}  x {b / a:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", type=Path, nargs="+", metavar="SOURCE")
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()))
    parser.add_argument("--processes", type=int, help="(the builder's default)")
    given = parser.parse_args()
    if given.times < 2:
        parser.error("--times must be 2 or more")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the folder is cleaned up
    words, seconds = counted(given.sources)
    print(f"{words / 1e6:.1f} million words; reading alone takes {seconds:.1f} s")
    print(
        f"{'times':>5}{'units':>12}{'M words':>9}{'s':>9}{'s/M':>9}{'MB all':>10}{'MB one':>10}"
        f"{'MB anonym':>11}{'MB disk':>10}{'MB pack':>9}{'phrases':>12}  cut-offs"
    )
    with tempfile.TemporaryDirectory(prefix="build-scaling-", dir=given.work) as folder:
        results = []
        for times in (1, given.times):
            built = watched(given.sources, times, words, Path(folder), given.processes)
            print_built(built)
            results.append(built)
    print_ratios(*results)


if __name__ == "__main__":
    main()
