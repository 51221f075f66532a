"""A concept graph as one compact file, opened without reading more than its header.

Layout: MAGIC, the header's length (8 bytes) and SHA-256 (32 bytes), the header (JSON), the parts.
Every part is checked against its SHA-256 before anything else looks at it: a damaged, truncated
or foreign file is refused, never answered from. The digests are of the unpacked parts, so the
fingerprint of a taxonomy does not depend on how a version of zlib packs.

Parts are read when first needed, by plain reads rather than a memory map: they are small and
packed, and a file that shrinks under a map would kill the process where a read can be refused.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies.graph import COUNTS, PARTS, About, ConceptGraph

MAGIC = b"reticent-taxonomy/1\n"
SUFFIX = ".taxonomy"

_PREAMBLE = len(MAGIC) + 8 + 32
_TEXT = frozenset({"labels", "ids"})
_WIDTHS = {0: "u1", 1: "u1", 2: "u2"}
_LARGEST_HEADER = 1 << 24


@dataclass(frozen=True, slots=True)
class _Part:
    offset: int
    stored: int
    size: int
    packing: str
    sha256: str


class _StoredParts(Mapping[str, bytes]):
    """The parts of a file, each read and checked when it is asked for."""

    def __init__(self, path: Path, parts: Mapping[str, _Part]) -> None:
        self._path, self._parts = path, parts

    def __getitem__(self, name: str) -> bytes:
        part = self._parts[name]
        try:
            with self._path.open("rb") as file:
                file.seek(part.offset)
                stored = file.read(part.stored)
            data = _unpacked(stored, part)
        except (OSError, zlib.error, ValueError) as error:
            raise damaged(self._path, f'its part "{name}" cannot be read') from error
        if len(data) != part.size or hashlib.sha256(data).hexdigest() != part.sha256:
            raise damaged(self._path, f'its part "{name}" does not match its checksum')
        return data

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)


def damaged(path: Path, why: str) -> TaxonomyError:
    return TaxonomyError(f"{path.name} is a damaged taxonomy, {why}: install or compile it again")


def write(graph: ConceptGraph, path: Path) -> int:
    """Write the graph under a temporary name, rename it, and return its size in bytes."""
    body, parts, offset = [], {}, 0
    for name in sorted(graph.parts):
        data = graph.parts[name]
        packing = _packing(name, data)
        stored = _packed(data, packing)
        parts[name] = asdict(_Part(offset, len(stored), len(data), packing, graph.digests[name]))
        body.append(stored)
        offset += len(stored)
    said = {"about": asdict(graph.about), "concepts": len(graph), "parts": parts}
    header = json.dumps(said, sort_keys=True, ensure_ascii=False).encode()
    preamble = MAGIC + len(header).to_bytes(8, "little") + hashlib.sha256(header).digest()
    whole = b"".join((preamble, header, *body))
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(whole)
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise TaxonomyError(f"{path.name} cannot be written: {error.strerror}") from error
    return len(whole)


def open_graph(path: Path) -> ConceptGraph:
    """The graph in a file that `write` made."""
    header, start, length = _header(path)
    try:
        about = About(**header["about"])
        parts = {name: _Part(**part) for name, part in header["parts"].items()}
    except (TypeError, KeyError, AttributeError) as error:
        raise damaged(path, "its header is not one of this version") from error
    if not set(PARTS) <= set(parts):
        raise damaged(path, "it lacks a part")
    if start + sum(part.stored for part in parts.values()) != length:
        raise damaged(path, "it is not as long as its header says")
    moved = {
        name: _Part(part.offset + start, part.stored, part.size, part.packing, part.sha256)
        for name, part in parts.items()
    }
    digests = {name: part.sha256 for name, part in parts.items()}
    return ConceptGraph(about, _StoredParts(path, moved), digests)


def verify(path: Path) -> ConceptGraph:
    """Open a file and read all of it against its checksums."""
    graph = open_graph(path)
    for part in graph.parts:
        graph.parts[part]
    return graph


def is_compiled(head: bytes) -> bool:
    return head.startswith(MAGIC.split(b"/")[0])


def _header(path: Path) -> tuple[Any, int, int]:
    try:
        with path.open("rb") as file:
            preamble = file.read(_PREAMBLE)
            if not is_compiled(preamble):
                raise TaxonomyError(f"{path.name} is no compiled taxonomy")
            if not preamble.startswith(MAGIC) or len(preamble) < _PREAMBLE:
                raise damaged(path, "or one of another version of this software")
            size = int.from_bytes(preamble[len(MAGIC) : len(MAGIC) + 8], "little")
            header = file.read(size) if size <= _LARGEST_HEADER else b""
            length = file.seek(0, os.SEEK_END)
    except OSError as error:
        raise TaxonomyError(f"{path.name} cannot be read: {error.strerror}") from error
    if len(header) != size or hashlib.sha256(header).digest() != preamble[-32:]:
        raise damaged(path, "its header does not match its checksum")
    return json.loads(header), _PREAMBLE + size, length


def _packing(name: str, data: bytes) -> str:
    """How a part is packed: a trie as it is, text deflated, numbers as narrow as they are."""
    if name == "phrases":
        return "raw"
    if name in _TEXT:
        return "deflate"
    return _WIDTHS.get(int(np.frombuffer(data, "<u4").max(initial=0)).bit_length() + 7 >> 3, "u4")


def _packed(data: bytes, packing: str) -> bytes:
    if packing == "raw":
        return data
    if packing == "u4":
        # Byte planes: the high bytes of neighbours are alike, which deflates well.
        data = np.frombuffer(data, np.uint8).reshape(-1, 4).T.tobytes()
    elif packing != "deflate":
        data = np.frombuffer(data, "<u4").astype(f"<{packing}").tobytes()
    return zlib.compress(data, 9)


def _unpacked(stored: bytes, part: _Part) -> bytes:
    if part.packing == "raw":
        return stored
    unpacking = zlib.decompressobj()
    data = unpacking.decompress(stored, part.size + 1)  # never more than it ought to be
    if not unpacking.eof or unpacking.unused_data:
        raise ValueError("the packed part does not end where it should")
    if part.packing == "u4":
        return np.frombuffer(data, np.uint8).reshape(4, -1).T.tobytes()
    if part.packing != "deflate":
        return np.frombuffer(data, f"<{part.packing}").astype("<u4").tobytes()
    return data


__all__ = ["COUNTS", "MAGIC", "SUFFIX", "is_compiled", "open_graph", "verify", "write"]
