"""What identifies sources for a restart."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reticent.errors import KnowledgeError
from reticent.knowledge.sources import fingerprint, marks


@pytest.fixture
def source(tmp_path: Path) -> Path:
    for name, content in (("a.txt", b"x" * (3 << 20)), ("sub/b.txt", b"# B\nb")):
        path = tmp_path / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        os.utime(path, ns=(10**18, 10**18))
    return tmp_path / "source"


def test_marks_are_relative_and_in_order(source: Path) -> None:
    found = marks(source)
    assert [(mark.name, mark.size, mark.modified) for mark in found] == [
        ("a.txt", 3 << 20, 10**18),
        ("sub/b.txt", 5, 10**18),
    ]
    assert marks(source / "a.txt")[0] == found[0]


def test_a_fingerprint_does_not_depend_on_where_the_source_lies(
    source: Path, tmp_path: Path
) -> None:
    before = fingerprint([source])
    assert before.startswith("sha256:")
    assert len(before) == len("sha256:") + 64
    source.rename(tmp_path / "elsewhere")
    assert fingerprint([tmp_path / "elsewhere"]) == before


@pytest.mark.parametrize("change", ["first", "last", "size", "time", "name", "added"])
def test_it_changes_with_what_it_is_over(source: Path, change: str) -> None:
    before = fingerprint([source])
    path, times = source / "a.txt", (10**18, 10**18)
    content = bytearray(path.read_bytes())
    if change in ("first", "last"):
        content[{"first": 5, "last": -5}[change]] ^= 1
    if change == "size":
        content += b"x"
    path.write_bytes(content)
    if change == "time":
        times = (10**18, 10**18 + 1)
    os.utime(path, ns=times)
    if change == "name":
        path.rename(source / "c.txt")
    if change == "added":
        (source / "z.txt").write_text("# Z\nz")
    assert fingerprint([source]) != before


def test_the_order_of_sources_is_part_of_it(source: Path) -> None:
    one, two = source / "a.txt", source / "sub"
    assert fingerprint([one, two]) != fingerprint([two, one])


def test_a_missing_source_has_none(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match="no such file"):
        fingerprint([tmp_path / "gone"])
