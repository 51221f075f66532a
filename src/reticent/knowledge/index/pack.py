"""A pack on disk: a folder whose manifest vouches for every byte of it.

    pack.json         what the pack is; its own SHA-256 is the fingerprint
    phrases.marisa    the dictionary, a static trie: phrase -> number   (checked when opened)
    anchors.bin       where every 4th posting list begins               (checked when opened)
    blocks.bin        a CRC-32 for every 4 KiB of the posting files     (checked when opened)
    postings-0.bin    posting lists in the order of the numbers         (a block is checked
    postings-1.bin ...                                                   when first read)
    two-faced.txt     words counted apart when written in capitals      (checked when opened)

Opening reads the small files alone; `verify` reads everything.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from reticent.errors import KnowledgeError
from reticent.knowledge.index import rice
from reticent.knowledge.index.rice import Bytes

FORMAT = "reticent.pack/1"
MANIFEST = "pack.json"
BLOCK = 1 << 12
ANCHOR_EVERY = 4
SEGMENT = 45_000_000


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a pack says of itself."""

    name: str
    size: int
    unit: str
    phrases: int
    cutoffs: tuple[int, ...]
    """For 1, 2, ... words: the least number of units in which a phrase the pack holds occurs."""
    segments: tuple[int, ...]
    """Bytes of each posting file."""
    block: int
    """Bytes that have a sum of their own."""
    files: Mapping[str, str]
    """SHA-256 of every file."""
    about: Mapping[str, Any]
    """Sources, licence, version: for people."""
    fingerprint: str

    @property
    def max_words(self) -> int:
        return len(self.cutoffs)


class Postings:
    """The posting files, memory-mapped; no block is used before its sum was checked."""

    def __init__(self, folder: Path, manifest: Manifest, sums: npt.NDArray[np.uint32]) -> None:
        self._maps = [
            _map(folder / f"postings-{n}.bin", b) for n, b in enumerate(manifest.segments)
        ]
        self._starts = [sum(manifest.segments[:n]) for n in range(len(manifest.segments))]
        self._block = manifest.block
        self._first_blocks = _first_blocks(manifest.segments, manifest.block)
        self._sums = sums
        self._checked = bytearray(len(sums))

    def at(self, place: int) -> tuple[memoryview, int, int]:
        """The file a place lies in, the place in it, and the file's number."""
        file = len(self._starts) - 1
        while self._starts[file] > place:
            file -= 1
        return self._maps[file], place - self._starts[file], file

    def after(self, file: int) -> tuple[memoryview, int, int]:
        """The beginning of the next file."""
        return self._maps[file + 1], 0, file + 1

    def check(self, file: int, begin: int, end: int) -> None:
        """Raise unless every block of a range of bytes is as it was written."""
        first = self._first_blocks[file]
        last = (min(end, len(self._maps[file])) - 1) // self._block
        for block in range(begin // self._block, last + 1):
            if not self._checked[first + block]:
                self._check_block(file, block)

    def _check_block(self, file: int, block: int) -> None:
        data = self._maps[file][block * self._block : (block + 1) * self._block]
        number = self._first_blocks[file] + block
        if zlib.crc32(data) != self._sums[number]:
            raise KnowledgeError(
                f"block {block} of postings-{file}.bin of a knowledge pack is damaged: "
                "install or build the pack again"
            )
        self._checked[number] = 1


def _map(path: Path, expected: int) -> memoryview:
    try:
        with path.open("rb") as file:
            if path.stat().st_size != expected:
                raise KnowledgeError(f"{path} is truncated: install or build the pack again")
            if not expected:
                return memoryview(b"")
            return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except OSError:
        raise KnowledgeError(f"{path} cannot be read: install or build the pack again") from None


def _first_blocks(segments: tuple[int, ...], block: int) -> list[int]:
    blocks = [(length + block - 1) // block for length in segments]
    return [sum(blocks[:n]) for n in range(len(blocks))]


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a pack, refused unless it is whole and of a format that we know."""
    path = folder / MANIFEST
    if not path.is_file():
        raise KnowledgeError(f"{folder} is no knowledge pack: it has no {MANIFEST}")
    try:
        content = json.loads(path.read_bytes())
        if content.get("format") != FORMAT:
            raise KnowledgeError(
                f"{folder} has the format {content.get('format')!r}, this version reads "
                f"{FORMAT!r}: build the pack again, or install a version that fits it"
            )
        fingerprint = content.pop("fingerprint")
        if fingerprint != fingerprint_of(content):
            raise KnowledgeError(f"{path} is damaged: install or build the pack again")
        return Manifest(
            name=str(content["name"]),
            size=int(content["size"]),
            unit=str(content["unit"]),
            phrases=int(content["phrases"]),
            cutoffs=tuple(map(int, content["cutoffs"])),
            segments=tuple(map(int, content["segments"])),
            block=int(content["block"]),
            files=dict(content["files"]),
            about=dict(content["about"]),
            fingerprint=fingerprint,
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise KnowledgeError(f"{path} is damaged: install or build the pack again") from error


def fingerprint_of(content: Mapping[str, Any]) -> str:
    """SHA-256 of a manifest without its fingerprint; the file sums in it vouch for the rest."""
    canonical = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(canonical.encode()).hexdigest()


def checked_bytes(folder: Path, manifest: Manifest, name: str) -> bytes:
    """A small file of the pack, checked as a whole."""
    try:
        data = (folder / name).read_bytes()
    except OSError as error:
        raise KnowledgeError(
            f"{folder / name} cannot be read: install or build the pack again"
        ) from error
    if hashlib.sha256(data).hexdigest() != manifest.files.get(name):
        raise KnowledgeError(f"{folder / name} is damaged: install or build the pack again")
    return data


def verify(folder: Path) -> Manifest:
    """Read a pack completely; its manifest if every byte is as it was written."""
    manifest = read_manifest(folder)
    for name in manifest.files:
        _check_file(folder / name, manifest.files[name])
    strangers = {path.name for path in folder.iterdir()} - {*manifest.files, MANIFEST}
    if strangers:
        raise KnowledgeError(
            f"{folder} holds files that are no part of the pack: {sorted(strangers)}"
        )
    return manifest


def _check_file(path: Path, expected: str) -> None:
    try:
        found = _sha256(path)
    except OSError as error:
        raise KnowledgeError(f"{path} cannot be read: install or build the pack again") from error
    if found != expected:
        raise KnowledgeError(f"{path} is damaged: install or build the pack again")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Writer:
    """Writes the posting files of a pack, list by list, and at last its manifest."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._segments: list[int] = []
        self._anchors: list[int] = []
        self._lists = 0
        self._written = 0

    def add(self, data: Bytes, ends: npt.NDArray[np.int64]) -> None:
        """Append coded lists. They stay in one file, and so does each list."""
        if not self._segments or self._segments[-1] + len(data) > SEGMENT:
            self._segments.append(0)
            (self._folder / f"postings-{len(self._segments) - 1}.bin").write_bytes(b"")
        begins = np.concatenate(([0], ends[:-1])) + self._written
        numbers = np.arange(self._lists, self._lists + len(ends))
        self._anchors += begins[numbers % ANCHOR_EVERY == 0].tolist()
        with (self._folder / f"postings-{len(self._segments) - 1}.bin").open("ab") as file:
            file.write(data.tobytes())
        self._segments[-1] += len(data)
        self._written += len(data)
        self._lists += len(ends)

    def finish(
        self,
        *,
        name: str,
        size: int,
        unit: str,
        cutoffs: tuple[int, ...],
        two_faced: Iterable[str],
        about: Mapping[str, Any],
    ) -> str:
        """Write the rest of the pack (its dictionary must be there); the fingerprint."""
        anchors = np.array(self._anchors, anchor_type(self._written))
        (self._folder / "anchors.bin").write_bytes(anchors.tobytes())
        (self._folder / "two-faced.txt").write_text("\n".join(sorted(two_faced)), "utf-8")
        sums = [
            zlib.crc32(block)
            for n in range(len(self._segments))
            for block in _blocks(self._folder / f"postings-{n}.bin")
        ]
        (self._folder / "blocks.bin").write_bytes(np.array(sums, "<u4").tobytes())
        files = {path.name: _sha256(path) for path in sorted(self._folder.iterdir())}
        content: dict[str, Any] = {
            "format": FORMAT,
            "name": name,
            "size": size,
            "unit": unit,
            "phrases": self._lists,
            "cutoffs": list(cutoffs),
            "segments": self._segments,
            "block": BLOCK,
            "files": files,
            "about": dict(about),
        }
        fingerprint = fingerprint_of(content)
        text = json.dumps(content | {"fingerprint": fingerprint}, indent=1, ensure_ascii=False)
        (self._folder / MANIFEST).write_text(text + "\n", "utf-8")
        return fingerprint


def anchor_type(written: int) -> str:
    """Places in the posting files fit in four bytes unless the pack is a giant."""
    return "<u4" if written < 1 << 32 else "<u8"


def _blocks(path: Path) -> Iterable[bytes]:
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            yield block


def find_list(
    postings: Postings, anchors: npt.NDArray[np.unsignedinteger], number: int, size: int
) -> tuple[memoryview, rice.Header]:
    """The bytes that hold a posting list, and its header: a short walk from an anchor."""
    data, at, file = postings.at(int(anchors[number // ANCHOR_EVERY]))
    for _ in range(number % ANCHOR_EVERY):
        postings.check(file, at, at + rice.HEADER_BYTES)
        at = rice.skip(data, at)
        if at == len(data):
            data, at, file = postings.after(file)
    postings.check(file, at, at + rice.HEADER_BYTES)
    header = rice.read_header(data, at, size)
    postings.check(file, header.body, header.end)
    return data, header
