"""Plain text: `write(read(data)) == data`, or `read` refuses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.errors import DocumentError
from reticent.formats import text


@given(st.binary(max_size=60))
def test_every_byte_comes_back_or_it_is_refused(data: bytes) -> None:
    try:
        document = text.read(data, "x.txt")
    except DocumentError:
        return
    assert text.write(document) == data


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=60))
def test_all_text_is_read(content: str) -> None:
    assert text.read(content.encode()).text == content


@pytest.mark.parametrize("data", [b"\xef\xbb\xbfmark", b"a\r\nb\rc\n", "é\u2028".encode(), b""])
def test_marks_and_line_ends_stay(data: bytes) -> None:
    assert text.write(text.read(data)) == data


@pytest.mark.parametrize(
    "data",
    [b"secret \xff", b"secret\0", "secret".encode("utf-16"), b"secret \xc3", b"\xed\xa0\x80"],
)
def test_what_is_no_text_in_utf_8_is_refused_without_quoting_it(data: bytes) -> None:
    with pytest.raises(DocumentError, match=r"note\.txt") as caught:
        text.read(data, "note.txt")
    assert "secret" not in str(caught.value)
    assert caught.value.exit_status == 1
