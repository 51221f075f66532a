"""`reticent knowledge`: what is known, and how to know more."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from operator import mul
from pathlib import Path
from typing import Any

from reticent.cli import options as shared
from reticent.errors import UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    parsers = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _configure_info(
        parsers.add_parser("info", help="what is known, how much, and where it is from")
    )
    _configure_count(parsers.add_parser("count", help="in how many units phrases occur together"))
    _configure_build(parsers.add_parser("build", help="make a pack from texts"))
    _configure_verify(parsers.add_parser("verify", help="read packs whole against their checksums"))


def _configure_info(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="everything, for programs")
    shared.add_knowledge(parser)
    parser.set_defaults(run=_info)


def _configure_count(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("terms", nargs="+", metavar="TERM", help="several are counted together")
    parser.add_argument("--json", action="store_true", help="the count of every corpus as well")
    shared.add_knowledge(parser)
    parser.set_defaults(run=_count)


def _configure_build(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "sources",
        nargs="+",
        type=Path,
        metavar="SOURCE",
        help="text (.txt, .txt.xz), JSONL, Wikipedia-extractor output, Wikipedia dumps "
        "(.xml.bz2), PubMed baseline files (.xml.gz), or a folder of these",
    )
    parser.add_argument(
        "-o", dest="out", type=Path, required=True, metavar="PACK", help="a new folder"
    )
    parser.add_argument("--name", help="the pack's name (that of its folder)")
    parser.add_argument(
        "--min-articles",
        type=int,
        metavar="N",
        help="keep phrases that are in N units or more (depends on the size of the corpus; "
        "1 keeps every phrase)",
    )
    parser.add_argument(
        "--max-words", type=int, default=4, metavar="N", help="longest phrase counted (4)"
    )
    parser.add_argument(
        "--unit",
        choices=("article", "passage"),
        default="article",
        help="what is counted: whole articles, or passages of 150 to 300 words",
    )
    parser.add_argument(
        "--about", action="append", default=[], metavar="KEY=TEXT", help="provenance, licence, ..."
    )
    parser.set_defaults(run=_build)


def _configure_verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pack", nargs="?", type=Path, metavar="PACK", help="(the embedded ones)")
    parser.set_defaults(run=_verify)


def _count(options: argparse.Namespace) -> int:
    from reticent.knowledge.corpus import query
    from reticent.knowledge.counted import as_number

    known = shared.knowledge(options)
    information = known.information()
    wanted = query(options.terms, information.two_faced)
    counts = [int(each.corpus.counts([wanted])[0]) for each in known.corpora]
    rows: list[dict[str, Any]] = [
        {
            "name": each.name,
            "size": each.size,
            "weight": as_number(each.weight),
            "count": count,
            "exact": bool(each.corpus.exact([wanted])[0]),
        }
        for each, count in zip(known.corpora, counts, strict=True)
    ]
    weights = [each.weight for each in known.corpora]
    total = as_number(sum(map(mul, weights, counts)))
    exact = all(row["exact"] for row in rows)
    if options.json:
        terms = [" | ".join(map(str, forms)) for forms in wanted]
        _print_json(
            {
                "schema": "reticent.count/1",
                "terms": terms,
                "count": total,
                "exact": exact,
                "size": information.size,
                "corpora": rows,
            }
        )
    else:
        print(total)
        if not exact:
            print("reticent: an upper bound: some phrase is not in every pack", file=sys.stderr)
    return 0


def _print_json(content: Any) -> None:
    print(json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False))


def _info(options: argparse.Namespace) -> int:
    from reticent.knowledge.describe import describe

    content = describe(shared.knowledge(options))
    if options.json:
        _print_json(content)
        return 0
    for pack in content["packs"]:
        print(f"pack {pack['name']}: {pack['size']:,} {pack['unit']}s, weight {pack['weight']}")
        print(f"  {pack['phrases']:,} phrases, {pack['bytes'] / 1e6:.1f} MB, {pack['fingerprint']}")
        for key, value in pack["about"].items():
            print(f"  {key}: {value}")
    for taxonomy in content["taxonomies"]:
        print(f"taxonomy {taxonomy['name']}: {taxonomy['concepts']:,} concepts")
        print(f"  {taxonomy['fingerprint']}")
        for key, value in taxonomy["about"].items():
            print(f"  {key}: {value}")
    return 0


def _verify(options: argparse.Namespace) -> int:
    from reticent.knowledge import verify_embedded
    from reticent.knowledge.index.pack import verify

    if options.pack is not None:
        print(f"{options.pack}: whole, {verify(options.pack).fingerprint}")
        return 0
    for name, fingerprint in verify_embedded():
        print(f"{name}: whole, {fingerprint}")
    return 0


def _build(options: argparse.Namespace) -> int:
    from reticent.knowledge import sources
    from reticent.knowledge.build import Settings, build
    from reticent.knowledge.index.pack import read_manifest

    if options.min_articles is not None and options.min_articles < 1:
        raise UsageError("--min-articles must be 1 or more")
    files = [file for source in options.sources for file in sources.files(source)]
    tallies: list[sources.Tally] = []

    def units() -> Any:
        tallies.append(sources.Tally())
        for source in options.sources:
            for unit in sources.read(source, tallies[-1]):
                yield from sources.passages(unit) if options.unit == "passage" else (unit,)

    cutoffs = None if options.min_articles is None else (options.min_articles,) * options.max_words
    about = dict(_about(given) for given in options.about)
    about["sources"] = f"{len(files)} files"  # names of files may tell whom they are about
    settings = Settings(
        options.name or options.out.name, options.max_words, cutoffs, options.unit, about
    )
    for source in options.sources:
        sources.read(source, sources.Tally())  # refuses what has no known shape before any work
    fingerprint = build(
        units,
        sources.fingerprint(options.sources),
        options.out,
        settings,
        progress=_bar(sum(file.stat().st_size for file in files), tallies),
    )
    if tallies and tallies[-1].skipped:
        print(f"reticent: {tallies[-1].skipped} pages could not be read", file=sys.stderr)
    made = read_manifest(options.out)
    print(
        f"{options.out}: {made.phrases:,} phrases of {made.size:,} {made.unit}s, in at least "
        f"{', '.join(map(str, made.cutoffs))} of them (1, 2, ... words), {fingerprint}"
    )
    return 0


def _about(given: str) -> tuple[str, str]:
    key, equals, text = given.partition("=")
    if not equals or not key:
        raise UsageError(f"--about needs KEY=TEXT, not {given!r}")
    return key, text


def _bar(size: int, tallies: list[Any]) -> Callable[[str, int, int | None], None]:
    """A progress bar for each stage; reading is measured in bytes of the sources."""
    from tqdm import tqdm

    bars: dict[str, tqdm[Any]] = {}

    def progress(stage: str, done: int, total: int | None) -> None:
        if total is None:
            done, total = tallies[-1].bytes, size
        if stage not in bars:
            for bar in bars.values():
                bar.close()
            scaled = stage == "reading"
            bars[stage] = tqdm(
                desc=f"{stage:20}",
                total=total,
                unit="B" if scaled else "",
                unit_scale=scaled,
                disable=None,
            )
        bars[stage].update(done - bars[stage].n)

    return progress
