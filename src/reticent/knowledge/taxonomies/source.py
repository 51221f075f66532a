"""Reading files that others wrote: opened whatever packs them, every foreign error mapped.

What cannot be read to its end exactly is refused; nothing here returns part of a file silently.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from reticent.errors import TaxonomyError

_HEAD = 1 << 16
_MARK = b"\xef\xbb\xbf"
_PACKED_SUFFIXES = {".gz", ".xz", ".bz2"}


def opened(path: Path) -> BinaryIO:
    """The bytes of a file, unpacked by its suffix (.gz, .xz, .bz2)."""
    try:
        return _opener(path.suffix.lower())(path)
    except OSError as error:
        raise TaxonomyError(f"{path.name} cannot be read: {error.strerror or error}") from error


def _opener(suffix: str) -> Callable[[Path], BinaryIO]:
    if suffix == ".gz":
        import gzip

        return lambda path: cast(BinaryIO, gzip.open(path))
    if suffix == ".xz":
        import lzma

        return lambda path: cast(BinaryIO, lzma.open(path))
    if suffix == ".bz2":
        import bz2

        return lambda path: cast(BinaryIO, bz2.open(path))
    return lambda path: path.open("rb")


@contextmanager
def reading(path: Path) -> Generator[BinaryIO]:
    """An opened file in whose block every way of being unreadable becomes a TaxonomyError."""
    from lzma import LZMAError

    try:
        with opened(path) as file:
            yield file
    except (EOFError, zlib.error, LZMAError) as error:
        raise TaxonomyError(f"{path.name} is truncated or damaged: fetch it again") from error
    except UnicodeDecodeError as error:
        raise TaxonomyError(
            f"{path.name} is not UTF-8 near its byte {error.start}: convert it first"
        ) from error
    except OSError as error:
        raise TaxonomyError(f"{path.name} cannot be read: {error.strerror or error}") from error


def lines(path: Path, *, closed: bool = False) -> Iterator[str]:
    """The lines of a UTF-8 text, without their line breaks.

    `closed`: the format ends every line, so a last one without a line break is cut off.
    """
    with reading(path) as file:
        for number, line in enumerate(file, 1):
            if closed and not line.endswith(b"\n"):
                raise TaxonomyError(f"{path.name} breaks off in its line {number}: it is truncated")
            yield (line.removeprefix(_MARK) if number == 1 else line).decode().rstrip("\r\n")


def head(path: Path) -> bytes:
    """The beginning of a file, unpacked: enough to tell what it is."""
    with reading(path) as file:
        return file.read(_HEAD).removeprefix(_MARK)


def name_of(path: Path) -> str:
    """A taxonomy's name from its file's: short, lower case, no colon."""
    stem = path.name
    while (suffix := Path(stem).suffix.lower()) and (
        suffix in _PACKED_SUFFIXES or Path(stem).stem == stem.removesuffix(suffix)
    ):
        stem = Path(stem).stem
    return slug(stem)


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "taxonomy"


def local_id(id: str, name: str) -> str:
    """`DOID:4` as the taxonomy `doid` calls it: `4`. Other ids stay as they are."""
    prefix, colon, rest = id.partition(":")
    return rest if colon and rest and prefix.lower() == name else id
