"""Bytes and lines: everything arrives, or the file is refused by name."""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reticent.errors import KnowledgeError
from reticent.knowledge.sources import stream
from reticent.knowledge.sources.unit import Tally

PACK: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
}
TEXT = "".join(f"Zeile {number} über Äpfel\n" for number in range(20_000)).encode()


def written(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def unpacked(path: Path) -> bytes:
    return b"".join(stream.pieces(path, Tally()))


@pytest.mark.parametrize("suffix", PACK)
class TestCompression:
    def test_everything_arrives(self, tmp_path: Path, suffix: str) -> None:
        assert unpacked(written(tmp_path, "a.txt" + suffix, PACK[suffix](TEXT))) == TEXT

    def test_streams_one_after_the_other_are_one(self, tmp_path: Path, suffix: str) -> None:
        packed = PACK[suffix](TEXT) + PACK[suffix](b"") + PACK[suffix](b"the end")
        assert unpacked(written(tmp_path, "a.txt" + suffix, packed)) == TEXT + b"the end"

    @pytest.mark.parametrize("share", [0.0005, 0.1, 0.5, 0.99, -1])
    def test_truncation_is_refused(self, tmp_path: Path, suffix: str, share: float) -> None:
        packed = PACK[suffix](TEXT)
        end = max(2, int(len(packed) * share)) if share > 0 else -1
        path = written(tmp_path, "a.txt" + suffix, packed[:end])
        with pytest.raises(KnowledgeError, match=r"a\.txt.*(truncated|first bytes)"):
            unpacked(path)

    def test_a_truncated_second_stream_is_refused(self, tmp_path: Path, suffix: str) -> None:
        packed = PACK[suffix](TEXT) + PACK[suffix](TEXT)[:-3]
        with pytest.raises(KnowledgeError, match="truncated"):
            unpacked(written(tmp_path, "a.txt" + suffix, packed))

    def test_bytes_after_the_end_are_refused(self, tmp_path: Path, suffix: str) -> None:
        """bz2.open and lzma.open stop here without a word, and the rest of a dump is lost."""
        packed = PACK[suffix](TEXT) + b"garbage that was a second stream"
        with pytest.raises(KnowledgeError, match="damaged"):
            unpacked(written(tmp_path, "a.txt" + suffix, packed))

    def test_a_flipped_bit_is_refused(self, tmp_path: Path, suffix: str) -> None:
        packed = bytearray(PACK[suffix](TEXT))
        packed[len(packed) // 2] ^= 1
        with pytest.raises(KnowledgeError, match=r"damaged|truncated"):
            unpacked(written(tmp_path, "a.txt" + suffix, bytes(packed)))

    def test_a_name_that_lies_is_refused(self, tmp_path: Path, suffix: str) -> None:
        with pytest.raises(KnowledgeError, match="not compressed"):
            unpacked(written(tmp_path, "a.txt" + suffix, TEXT))
        with pytest.raises(KnowledgeError, match="-compressed"):
            unpacked(written(tmp_path, "a.txt", PACK[suffix](TEXT)))

    def test_a_bomb_comes_in_pieces(self, tmp_path: Path, suffix: str) -> None:
        path = written(tmp_path, "a.txt" + suffix, PACK[suffix](bytes(20 << 20)))
        sizes = [len(piece) for piece in stream.pieces(path, Tally())]
        assert sum(sizes) == 20 << 20
        assert max(sizes) <= stream.PIECE

    def test_the_tally_follows_the_file_on_disk(self, tmp_path: Path, suffix: str) -> None:
        path = written(tmp_path, "a.txt" + suffix, PACK[suffix](TEXT))
        tally = Tally()
        for _ in stream.pieces(path, tally):
            assert 0 < tally.bytes <= path.stat().st_size
        assert tally.bytes == path.stat().st_size


def test_padding_between_xz_streams_is_allowed(tmp_path: Path) -> None:
    packed = lzma.compress(b"one") + bytes(4) + lzma.compress(b"two") + bytes(8)
    assert unpacked(written(tmp_path, "a.xz", packed)) == b"onetwo"


def test_an_empty_or_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match="empty"):
        unpacked(written(tmp_path, "a.txt", b""))
    with pytest.raises(KnowledgeError, match="cannot be read"):
        unpacked(tmp_path / "missing.txt")


class TestLines:
    def test_lines_end_at_line_feeds_only(self, tmp_path: Path) -> None:
        text = "a\u2028b\x0bc\r\nd\n\ne"
        path = written(tmp_path, "a.txt", text.encode())
        assert list(stream.lines(path, Tally())) == ["a\u2028b\x0bc", "d", "", "e"]

    def test_a_byte_order_mark_is_no_text(self, tmp_path: Path) -> None:
        path = written(tmp_path, "a.txt", b"\xef\xbb\xbf# A\nb")
        assert list(stream.lines(path, Tally())) == ["# A", "b"]

    @pytest.mark.parametrize("where", [0, 17, 300_000])
    def test_invalid_utf8_is_refused_at_its_offset(self, tmp_path: Path, where: int) -> None:
        content = bytearray(b"some words\n" * 40_000)
        content[where] = 0xFF
        path = written(tmp_path, "a.txt", bytes(content))
        with pytest.raises(KnowledgeError, match=rf"a\.txt.*UTF-8 at byte {where};"):
            list(stream.lines(path, Tally()))

    def test_a_character_cut_off_at_the_end_is_refused(self, tmp_path: Path) -> None:
        path = written(tmp_path, "a.txt", b"abc\n" + "ü".encode()[:1])
        with pytest.raises(KnowledgeError, match="byte 4"):
            list(stream.lines(path, Tally()))

    def test_a_nul_is_refused_at_its_offset(self, tmp_path: Path) -> None:
        with pytest.raises(KnowledgeError, match="NUL at byte 5"):
            list(stream.lines(written(tmp_path, "a.txt", b"abc\nd\0"), Tally()))

    def test_a_line_above_the_limit_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(stream, "LIMIT", 1 << 20)
        path = written(tmp_path, "a.txt.bz2", bz2.compress(b"a\n" + b"x" * (3 << 20)))
        with pytest.raises(KnowledgeError, match="beginning at byte 2 is longer than 1 MB"):
            list(stream.lines(path, Tally()))

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)
    @given(
        text=st.text(st.sampled_from("aü€😀\n "), max_size=300),
        piece=st.integers(1, 9),
    )
    def test_pieces_do_not_matter(self, tmp_path: Path, text: str, piece: int) -> None:
        path = written(tmp_path, "a.txt", ("x" + text).encode())
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(stream, "PIECE", piece)
            found = list(stream.lines(path, Tally()))
        assert found == ("x" + text).removesuffix("\n").split("\n")
