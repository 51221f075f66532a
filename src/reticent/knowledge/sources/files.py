"""The files of a source, in an order that no file system decides, and what identifies them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from reticent.knowledge.sources.stream import refuse

_SAMPLE = 1 << 20


def files(source: Path) -> tuple[Path, ...]:
    """The file itself, or all files below a folder sorted by their relative POSIX path.

    Hidden files and folders are left out. An empty folder, a folder that is a link (it could
    lead back), and what is neither file nor folder are refused: nothing is passed over.
    """
    if not source.is_dir():
        return (_checked(source),)
    found = sorted(_below(source), key=lambda path: path.relative_to(source).as_posix())
    if not found:
        raise refuse(source, "the folder holds no files", "name a folder that holds sources")
    return tuple(found)


def _below(folder: Path) -> Iterator[Path]:
    try:
        entries = [entry for entry in os.scandir(folder) if not entry.name.startswith(".")]
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise refuse(folder, f"cannot be read ({reason})", "check its permissions") from error
    for entry in entries:
        path = folder / entry.name
        if not path.is_dir():
            yield _checked(path)
        elif entry.is_symlink():
            raise refuse(path, "a link to a folder", "name the folder itself as a source")
        else:
            yield from _below(path)


def _checked(path: Path) -> Path:
    if not path.exists():
        raise refuse(path, "no such file", "check the path (a link may point nowhere)")
    if not path.is_file():
        raise refuse(path, "neither a file nor a folder", "a source is a file or a folder")
    return path


@dataclass(frozen=True, slots=True)
class Mark:
    """What tells a file from another or from its later self, without reading all of it."""

    name: str
    size: int
    modified: int
    digest: str


def marks(source: Path) -> tuple[Mark, ...]:
    """One mark for each of `files(source)`, named relative to the source."""
    base = source if source.is_dir() else source.parent
    return tuple(_mark(path, path.relative_to(base).as_posix()) for path in files(source))


def fingerprint(sources: Iterable[Path]) -> str:
    """`sha256:...` over the marks of all sources in the order given, which is the order of units.

    It answers one question: may an interrupted build go on with what it has? A digest of 20 GB
    would take longer than many builds, so it is over relative name, size, time of modification
    and the first and last MB; an edit elsewhere that keeps size and time is not seen. It depends
    on the file system, so it has no place in a pack, whose bytes follow from content alone.
    """
    whole = hashlib.sha256()
    for source in sources:
        whole.update(b"source\n")
        for mark in marks(source):
            whole.update(f"{mark.size} {mark.modified} {mark.digest} {mark.name!r}\n".encode())
    return f"sha256:{whole.hexdigest()}"


def _mark(path: Path, name: str) -> Mark:
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            digest = hashlib.sha256(file.read(_SAMPLE))
            file.seek(max(status.st_size - _SAMPLE, 0))
            digest.update(file.read(_SAMPLE))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise refuse(path, f"cannot be read ({reason})", "check the path") from error
    return Mark(name, status.st_size, status.st_mtime_ns, digest.hexdigest())
