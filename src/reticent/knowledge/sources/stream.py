"""From a file to bytes and lines: compression, encoding, sizes.

Promise: every byte of the file arrives, or KnowledgeError names the file. A truncated stream,
bytes after its end (which the standard library's bz2 and lzma files pass over in silence), bytes
that are no UTF-8, a NUL: refused. Never more than a piece, or a line of at most `LIMIT`, in memory.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import zlib
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import BinaryIO

from reticent.errors import KnowledgeError
from reticent.knowledge.sources.unit import Tally

LIMIT = 64 << 20
"""The greatest line, page or unit, in bytes (of XML as it is written) or in characters."""

PIECE = 1 << 18
"""How much is unpacked at a time."""

_XZ_MEMORY = 512 << 20
_MAGIC = {".gz": b"\x1f\x8b", ".bz2": b"BZh", ".xz": b"\xfd7zXZ\x00"}
_Decompressor = bz2.BZ2Decompressor | lzma.LZMADecompressor


def refuse(path: Path, wrong: str, then: str) -> KnowledgeError:
    """The error that says what is wrong with a source and what to do."""
    return KnowledgeError(f"{path}: {wrong}; {then}")


def damaged(path: Path, wrong: str) -> KnowledgeError:
    return refuse(path, wrong, "copy or download the file again and compare its checksum")


def compression(path: Path) -> str:
    """`.gz`, `.bz2`, `.xz` or "": name and first bytes must agree."""
    try:
        with path.open("rb") as file:
            first = file.read(6)
    except OSError as error:
        raise _unreadable(path, error) from error
    found = next((suffix for suffix, magic in _MAGIC.items() if first.startswith(magic)), "")
    claimed = path.suffix if path.suffix in _MAGIC else ""
    if not first:
        raise damaged(path, "the file is empty")
    if claimed and not found and _MAGIC[claimed].startswith(first):
        raise damaged(path, "the file ends within its first bytes")
    if found != claimed:
        raise refuse(
            path,
            f"the name says {_called(claimed)} but the content is {_called(found)}",
            "name the file after what it holds",
        )
    return claimed


def _called(suffix: str) -> str:
    return f"{suffix[1:]}-compressed" if suffix else "not compressed"


def _unreadable(path: Path, error: OSError) -> KnowledgeError:
    reason = error.strerror or type(error).__name__
    return refuse(path, f"cannot be read ({reason})", "check the path and its permissions")


def pieces(path: Path, tally: Tally) -> Generator[bytes, None, None]:
    """The unpacked content, a piece at a time; `tally.bytes` follows the file on disk."""
    suffix = compression(path)
    seen = 0
    try:
        with path.open("rb") as file:
            for piece in _UNPACK[suffix](file):
                tally.bytes += file.tell() - seen
                seen = file.tell()
                yield piece
            tally.bytes += file.tell() - seen
    except EOFError as error:
        raise damaged(path, "the compressed file is truncated") from error
    except (lzma.LZMAError, zlib.error, gzip.BadGzipFile, _Damage) as error:
        raise damaged(path, "the compressed file is damaged") from error
    except OSError as error:
        raise _unreadable(path, error) from error


class _Damage(Exception):
    """bz2 reports damage as OSError, which is to be told from a disk that fails."""


def _plain(file: BinaryIO) -> Iterator[bytes]:
    while piece := file.read(PIECE):
        yield piece


def _gunzipped(file: BinaryIO) -> Iterator[bytes]:
    with gzip.GzipFile(fileobj=file, mode="rb") as unpacked:
        while piece := unpacked.read(PIECE):
            yield piece


def _bunzipped(file: BinaryIO) -> Iterator[bytes]:
    return _unpacked(file, bz2.BZ2Decompressor, padding=b"")


def _unxzed(file: BinaryIO) -> Iterator[bytes]:
    return _unpacked(file, lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, _XZ_MEMORY), padding=b"\0")


def _unpacked(
    file: BinaryIO, fresh: Callable[[], _Decompressor], padding: bytes
) -> Iterator[bytes]:
    """Streams one after the other, as multistream dumps are; between them only `padding`."""
    current: _Decompressor | None = None
    for packed in _plain(file):
        rest = packed
        while True:
            if current is None:
                rest = rest.lstrip(padding) if padding else rest
                if not rest:
                    break
                current = fresh()
            piece = _step(current, rest)
            if piece:
                yield piece
            rest = b""
            if current.eof:
                rest, current = current.unused_data, None
            elif current.needs_input:
                break
    if current is not None:
        raise EOFError


def _step(decompressor: _Decompressor, packed: bytes) -> bytes:
    try:
        return decompressor.decompress(packed, PIECE)
    except OSError as error:
        raise _Damage from error


_UNPACK: dict[str, Callable[[BinaryIO], Iterator[bytes]]] = {
    "": _plain,
    ".gz": _gunzipped,
    ".bz2": _bunzipped,
    ".xz": _unxzed,
}


def lines(path: Path, tally: Tally) -> Iterator[str]:
    """The lines without their ends, strict UTF-8. A byte order mark at the start is none."""
    first = True
    for start, block in _blocks(path, tally):
        text = _decoded(path, start, block)
        if first:
            text, first = text.removeprefix("\ufeff"), False
        text = text.replace("\r\n", "\n")
        yield from text.removesuffix("\n").split("\n")


def _blocks(path: Path, tally: Tally) -> Iterator[tuple[int, bytes]]:
    """Whole lines in blocks of about a piece, each with its offset in the unpacked bytes."""
    start, held, size = 0, [b""], 0
    for piece in pieces(path, tally):
        end = piece.rfind(b"\n") + 1
        if end:
            block = b"".join([*held, piece[:end]])
            yield start, block
            start, held, size = start + len(block), [], 0
        held.append(piece[end:])
        size += len(piece) - end
        if size > LIMIT:
            raise refuse(
                path,
                f"a line beginning at byte {start} is longer than {LIMIT >> 20} MB",
                "a source is text in lines: check that this is the right file",
            )
    if size:
        yield start, b"".join(held)


def _decoded(path: Path, start: int, block: bytes) -> str:
    if (nul := block.find(b"\0")) >= 0:
        raise refuse(
            path, f"a NUL at byte {start + nul}: no text", "leave it out or convert it to UTF-8"
        )
    try:
        return block.decode("utf-8")
    except UnicodeDecodeError as error:
        raise refuse(
            path,
            f"not valid UTF-8 at byte {start + error.start}",
            "convert the file to UTF-8 (iconv -f ... -t UTF-8)",
        ) from error
