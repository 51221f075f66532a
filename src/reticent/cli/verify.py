"""`reticent verify`: check an output against its certificate, without the input."""

from __future__ import annotations

import argparse
from pathlib import Path

from reticent.cli import options as shared


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the output")
    parser.add_argument(
        "certificate", type=Path, metavar="CERTIFICATE.json", help="what was written beside it"
    )
    parser.add_argument(
        "--input", type=Path, metavar="ORIGINAL", help="check that this was the input, too"
    )
    shared.add_knowledge(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from reticent import terms
    from reticent.formats import text
    from reticent.release import verify
    from reticent.report import certificate

    for path in filter(None, (options.file, options.input)):
        shared.check_input(str(path))
    sworn = certificate.read(options.certificate)
    released = text.read(shared.read_input(str(options.file)), str(options.file))
    original = text.read(shared.read_input(str(options.input)), "") if options.input else None
    verify(released, sworn, shared.knowledge(options), terms.load(), original)
    print(f"{options.file}: the certificate holds (actions, utility and software are not checked)")
    return 0
