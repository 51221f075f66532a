"""The command line: a thin shell over the public package, one file a command.

Exit status: 0 done and verified; 1 a release is refused; 2 something was asked for wrongly. JSON
goes to standard output and nothing else does; errors are one paragraph on standard error.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import textwrap
from collections.abc import Sequence

from reticent import __version__
from reticent.errors import ReticentError

COMMANDS = {
    "sanitize": "remove what discloses a protected entity, and certify what holds",
    "verify": "check an output against its certificate",
    "explain": "how much a term tells of a protected entity, and why",
    "knowledge": "what is known: info, count, build, verify",
}


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        return _run(list(sys.argv[1:] if arguments is None else arguments))
    except ReticentError as error:
        return _fail(str(error), error.exit_status)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return _fail("interrupted: nothing was written that is not complete", 130)
    except Exception as error:
        if "RETICENT_DEBUG" in os.environ:
            raise
        return _fail(_bug(error), 1)


def _run(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="reticent",
        description="Makes a document safe to release: finds what discloses a secret, removes it "
        "and certifies what holds. Works offline.",
        epilog="`reticent COMMAND --help` explains a command.",
    )
    parser.add_argument("--version", action="version", version=f"reticent {__version__}")
    parsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    wanted = next((a for a in arguments if a in COMMANDS), None)
    for name, purpose in COMMANDS.items():
        own = parsers.add_parser(name, help=purpose, description=purpose[0].upper() + purpose[1:])
        if name == wanted:  # the others' modules need not be loaded
            importlib.import_module(f"reticent.cli.{name}").configure(own)
    options = parser.parse_args(arguments)
    return int(options.run(options))


def _fail(message: str, status: int) -> int:
    print(textwrap.fill(f"reticent: {message}", 100), file=sys.stderr)
    return status


def _bug(error: Exception) -> str:
    """What went wrong without the error's own words: they might quote the document."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    where = f"{frame.tb_frame.f_code.co_filename}:{frame.tb_lineno}" if frame else "?"
    return (
        f"an error of the program ({type(error).__name__} at {where}): nothing was written. "
        "Please report it; RETICENT_DEBUG=1 shows everything, document text included"
    )
