"""`reticent sanitize`: from a file to a file that may be released, and its certificate."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from reticent.cli import options as shared
from reticent.errors import Refused, UsageError
from reticent.request import MARKER, Request

if TYPE_CHECKING:
    from reticent.knowledge import Knowledge
    from reticent.release import Result
    from reticent.terms import Linguistics


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "input", nargs="+", metavar="INPUT", help="a UTF-8 text file, or - for standard input"
    )
    parser.add_argument(
        "-o",
        dest="out",
        type=Path,
        metavar="OUT",
        help="the result, with OUT.certificate.json beside it, both replaced if they are there; a "
        "folder for several inputs; without -o the text goes to standard output",
    )
    parser.add_argument(
        "--certificate", type=Path, metavar="FILE", help="where the certificate goes without -o"
    )
    shared.add_protect(parser)
    group = parser.add_argument_group("how")
    group.add_argument("--model", default="c-sanitized", help="c-sanitized")
    group.add_argument(
        "--alpha",
        default="auto",
        metavar="A",
        help="1/A of the entity's information is too much (auto: 3 for a name, 2 for a concept)",
    )
    group.add_argument(
        "--mode", default="redact", help="redact, the default; generalize comes later"
    )
    group.add_argument(
        "--marker",
        default=MARKER,
        metavar="TEXT",
        help="what stands for a redacted term ([redacted])",
    )
    group.add_argument(
        "--unknown",
        choices=("redact", "flag", "keep"),
        default=None,
        help="what becomes of terms with words no corpus knows: redact (the default), or leave "
        "them and count them in the certificate",
    )
    shared.add_estimator(parser)
    shared.add_knowledge(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from reticent import terms

    places = _places(options)
    request = Request.of(
        shared.protect(options),
        shared.forms(options),
        model=options.model,
        mode=options.mode,
        alpha=options.alpha,
        unknown=options.unknown,
        estimator=options.estimator,
        floor=options.floor,
        backoff=options.backoff,
        plain=options.plain,
        marker=options.marker,
    )
    knowledge = shared.knowledge(options)
    linguistics = terms.load()
    refused = 0
    for source, out, certificate in places:
        try:
            _release(source, out, certificate, request, knowledge, linguistics)
        except Exception as error:
            if len(places) == 1 or isinstance(error, UsageError):
                raise
            refused += 1
            why = str(error) if isinstance(error, Refused) else f"an error: {type(error).__name__}"
            print(f"reticent: {source} refused: {why}", file=sys.stderr)
    return 1 if refused else 0


def _places(options: argparse.Namespace) -> list[tuple[str, Path | None, Path | None]]:
    """For every input where its output and its certificate go; nothing may overwrite an input."""
    for source in options.input:
        shared.check_input(source)
    if len(options.input) == 1:
        out = options.out
        beside = out.with_name(out.name + ".certificate.json") if out else None
        places = [(options.input[0], out, options.certificate or beside)]
    else:
        if options.out is None or options.certificate is not None:
            raise UsageError("several inputs need a folder for their outputs: -o FOLDER")
        names = [Path(source).name for source in options.input]
        if len(set(names)) < len(names) or "-" in names:
            raise UsageError("the inputs need different file names: they name the outputs")
        places = [
            (source, options.out / name, options.out / f"{name}.certificate.json")
            for source, name in zip(options.input, names, strict=True)
        ]
    for _, *paths in places:
        for path in paths:
            if path is not None and len(places) == 1 and not path.parent.is_dir():
                raise UsageError(f"there is no folder {path.parent} for {path.name}: make it first")
            if path is not None and path.exists() and not path.is_file():
                raise UsageError(f"{path} is no file: name the file that the output goes to")
    inputs = {Path(source).resolve() for source in options.input if source != "-"}
    outputs = [path.resolve() for _, *paths in places for path in paths if path]
    if inputs & set(outputs) or len(set(outputs)) < len(outputs):
        raise UsageError("an output would overwrite an input or another output: choose another OUT")
    return places


def _release(
    source: str,
    out: Path | None,
    certificate: Path | None,
    request: Request,
    knowledge: Knowledge,
    linguistics: Linguistics,
) -> None:
    from reticent.files import write_complete
    from reticent.formats import text
    from reticent.release import release

    document = text.read(shared.read_input(source), "standard input" if source == "-" else source)
    result = release(document, request, knowledge, linguistics)
    output = result.text.encode("utf-8")
    if certificate is not None:
        write_complete(certificate, result.certificate.to_json().encode("utf-8"))
    if out is not None:
        write_complete(out, output)
        print(_summary(source, out, result), file=sys.stderr)
    else:
        sys.stdout.buffer.write(output)
        sys.stdout.buffer.flush()


def _summary(source: str, out: Path, result: Result) -> str:
    content = result.certificate.content
    return (
        f"{source}: terms redacted: {content['actions']['redact']}, kept: {content['terms']}; "
        f"information kept: {content['utility']:.0%}; examined: {content['examined']}, not what "
        f"they tell together -> {out}"
    )
