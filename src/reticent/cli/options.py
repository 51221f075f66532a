"""Options that several commands share, and what they stand for."""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from pathlib import Path

from reticent.errors import DocumentError, UsageError
from reticent.knowledge import Knowledge, load
from reticent.knowledge.counted import Estimator, Weighted
from reticent.request import estimator_of


def add_knowledge(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what is known")
    group.add_argument(
        "--knowledge",
        metavar="PATH[=WEIGHT]",
        action="append",
        default=[],
        help="a further knowledge pack, its units counting WEIGHT each (1); repeatable; "
        "`none` drops the embedded packs",
    )
    group.add_argument(
        "--counts", metavar="FILE", type=Path, help="a count table instead of all packs"
    )
    group.add_argument(
        "--taxonomy",
        metavar="PATH",
        action="append",
        default=[],
        help="a taxonomy instead of the embedded ones, or `none`; repeatable, in priority order",
    )


def knowledge(options: argparse.Namespace) -> Knowledge:
    packs = [place for place in options.knowledge if place != "none"]
    embedded = len(packs) == len(options.knowledge)
    if options.counts is None:
        return load(packs, embedded=embedded, taxonomies=options.taxonomy)
    from reticent.knowledge import count_table, load_taxonomies

    if options.knowledge:
        raise UsageError("--counts stands in the place of all packs: leave --knowledge out")
    table = Weighted(count_table.read(options.counts), Fraction(1))
    return Knowledge((table,), load_taxonomies(options.taxonomy, [table]))


def add_protect(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what is protected")
    group.add_argument(
        "--protect",
        metavar="X",
        action="append",
        required=True,
        help="a word or phrase, or @FILE with one a line; repeatable",
    )
    group.add_argument(
        "--form",
        metavar="X=FORM",
        action="append",
        default=[],
        help='a further form of a protected X ("HIV=human immunodeficiency virus"); repeatable',
    )


def protect(options: argparse.Namespace) -> tuple[str, ...]:
    return tuple(dict.fromkeys(entity for given in options.protect for entity in _listed(given)))


def _listed(given: str) -> list[str]:
    if not given.startswith("@"):
        return [given]
    if not Path(given[1:]).is_file():
        raise UsageError(f"there is no list {given[1:]}")
    try:
        lines = Path(given[1:]).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"the list {given[1:]} cannot be read as UTF-8 text") from None
    return [line.strip() for line in lines if line.strip()]


def forms(options: argparse.Namespace) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for given in options.form:
        entity, equals, form = given.partition("=")
        if not equals or not entity.strip() or not form.strip():
            raise UsageError(f"--form needs an entity and a form, X=FORM, not {given!r}")
        found[entity.strip()] = (*found.get(entity.strip(), ()), form.strip())
    return found


def add_estimator(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how counts become probabilities")
    group.add_argument(
        "--estimator",
        choices=("hierarchical", "mle"),
        help="hierarchical (the default) draws the rare towards their parts; mle is the papers'",
    )
    group.add_argument(
        "--floor",
        type=int,
        metavar="N",
        help="mle: units from which on a joint count is evidence (5)",
    )
    group.add_argument(
        "--no-backoff",
        dest="backoff",
        action="store_false",
        default=None,  # not said: what the estimator has by default
        help="mle: no back-off to sub-phrases",
    )
    group.add_argument(
        "--plain",
        action="store_true",
        help="the papers' bare method: mle, floor 1, no back-off, unknown terms kept",
    )


def estimator(options: argparse.Namespace) -> Estimator:
    return estimator_of(options.estimator, options.floor, options.backoff, options.plain)


def read_input(source: str) -> bytes:
    """The bytes of an input: a file, or `-` for standard input."""
    if source == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(source).read_bytes()
    except OSError as error:
        raise DocumentError(f"{source} cannot be read: {error.strerror}") from None


def check_input(source: str) -> None:
    """Refuse what is no file before any work is done."""
    if source == "-":
        return
    if Path(source).is_dir():
        raise UsageError(f"{source} is a folder: name the files in it")
    if not Path(source).exists():
        raise UsageError(f"there is no file {source}")
