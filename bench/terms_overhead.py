"""What term extraction costs beside the linguistic model's own time, in one run.

    python bench/terms_overhead.py FILE... [--words 500 2000 20000] [--repeat 5]

For each size a document is cut from the given text files, with its paragraphs. `model` is the CPU
time of the pipeline over the same pieces in the same batches; `find` is all of `terms.find`: the
pipeline, phrases, names, identifiers, acronyms, sentences. Both alternate; medians are printed.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from pathlib import Path
from typing import Any

from reticent.document import Document
from reticent.terms import clean, linguistics
from reticent.terms.find import BATCH_CHARACTERS, BATCH_PIECES, find


def cut(text: str, words: int) -> str:
    """The first paragraphs that hold so many words, the text repeated where it is too short."""
    found: list[str] = []
    count = 0
    for span in itertools.cycle(clean.paragraphs(text)):
        block = text[span.start : span.end]
        found.append(block)
        count += len(block.split())
        if count >= words:
            break
    return "\n\n".join(found)


def run_model(pipeline: Any, text: str) -> None:
    """The pipeline alone, as `find` runs it."""
    batches: list[list[str]] = [[]]
    for place in clean.pieces(text):
        batch = batches[-1]
        batch.append(text[place.start : place.end])
        if len(batch) == BATCH_PIECES or sum(map(len, batch)) >= BATCH_CHARACTERS:
            batches.append([])
    for batch in filter(None, batches):
        with pipeline.memory_zone():
            for _ in pipeline.pipe(batch, batch_size=len(batch)):
                pass


def seconds(action: Any) -> float:
    start = time.process_time()
    action()
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--words", type=int, nargs="+", default=[500, 2000, 20000])
    parser.add_argument("--repeat", type=int, default=5)
    arguments = parser.parse_args()
    text = "\n\n".join(path.read_text("utf-8") for path in arguments.files)
    model = linguistics.load()
    pipeline = linguistics.pipeline(model.folder)
    find(Document(cut(text, 200)), model)
    print(f"{'words':>7} {'model s':>9} {'find s':>9} {'overhead':>9}")
    for words in arguments.words:
        document = Document(cut(text, words))
        alone, all_of_it = [], []
        for _ in range(arguments.repeat):
            alone.append(seconds(lambda d=document: run_model(pipeline, d.text)))
            all_of_it.append(seconds(lambda d=document: find(d, model)))
        base, whole = statistics.median(alone), statistics.median(all_of_it)
        print(f"{words:7} {base:9.3f} {whole:9.3f} {whole / base - 1:9.1%}")


if __name__ == "__main__":
    main()
