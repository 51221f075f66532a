"""How large and how fast compiled taxonomies are: `python bench/taxonomies.py FOLDER`.

For every `*.taxonomy` of the folder: size, concepts, phrases; time to open (with the first
lookup, in a fresh process and in this one), of a lookup, and of the closures of its 50 concepts
with the most specialisations. Times are medians, in this one process, on whatever machine it is.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

from reticent.knowledge.taxonomies import ConceptGraph, open_graph
from reticent.phrase import Phrase

LARGEST = 50
LOOKUPS = 5000
_FRESH = """
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
import marisa_trie, numpy
from reticent.knowledge.taxonomies.store import open_graph
from reticent.phrase import Phrase
start = perf_counter()
open_graph(Path(sys.argv[1])).concepts(Phrase.of(sys.argv[2]))
print(perf_counter() - start)
"""


def main(folder: Path) -> None:
    files = sorted(folder.glob("*.taxonomy"))
    print(
        f"{'taxonomy':16} {'bytes':>9} {'concepts':>8} {'phrases':>8} {'open ms':>8} "
        f"{'fresh ms':>8} {'lookup us':>9} {'closure ms':>10} {'as concepts ms':>14}"
    )
    for file in files:
        print(row(file))
    print(f"{'together':16} {sum(file.stat().st_size for file in files):9,}")


def row(file: Path) -> str:
    phrases = some_phrases(open_graph(file))
    opening = [timed(lambda: open_graph(file).concepts(phrases[0])) for _ in range(9)]
    graph = open_graph(file)
    lookups = [timed(partial(graph.concepts, phrase)) for phrase in phrases]
    numbers, concepts = closures(graph, largest(graph))
    return (
        f"{file.stem:16} {file.stat().st_size:9,} {len(graph):8,} {count_phrases(graph):8,} "
        f"{1e3 * median(opening):8.2f} {1e3 * fresh(file, phrases[0]):8.2f} "
        f"{1e6 * median(lookups):9.1f} {1e3 * median(numbers):10.2f} {1e3 * median(concepts):14.1f}"
    )


def some_phrases(graph: ConceptGraph) -> list[Phrase]:
    """Phrases of concepts spread over the taxonomy, the same in every run."""
    random = np.random.default_rng(0)
    drawn = random.integers(0, len(graph), LOOKUPS).tolist()
    found = [phrase for index in drawn for phrase in graph.phrases(index)[:1]]
    return found or [Phrase(("nothing",))]


def count_phrases(graph: ConceptGraph) -> int:
    return len({phrase for index in range(len(graph)) for phrase in graph.phrases(index)})


def largest(graph: ConceptGraph) -> list[int]:
    """The concepts with the most specialisations."""
    sizes = np.zeros(len(graph), dtype=np.int64)
    for index in range(len(graph)):
        sizes[graph.ancestors(index)] += 1
    found: list[int] = np.argsort(-sizes, kind="stable")[:LARGEST].tolist()
    return found


def closures(graph: ConceptGraph, indices: list[int]) -> tuple[list[float], list[float]]:
    numbers = [timed(partial(graph.descendants, index)) for index in indices]
    concepts = [timed(partial(graph.specialisations, graph.at(index))) for index in indices]
    return numbers, concepts


def fresh(file: Path, phrase: Phrase) -> float:
    """Seconds to open and look up in a new process, its imports left out."""
    command = [sys.executable, "-c", _FRESH, str(file), str(phrase)]
    return median(
        float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        for _ in range(5)
    )


def timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


if __name__ == "__main__":
    main(Path(sys.argv[1]))
