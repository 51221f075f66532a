"""Plain text: UTF-8, every character as it is, a byte order mark and line ends included.

Guarantee: `write(read(data)) == data`, or `read` refuses. Nothing is guessed: a text in another
encoding looks like a text with other words, and what is not read cannot be protected.
"""

from __future__ import annotations

from reticent.document import Document
from reticent.errors import DocumentError


def read(data: bytes, name: str = "") -> Document:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DocumentError(
            f"{name or 'the document'} is no UTF-8 text (byte {error.start} fits no character): "
            "save it as plain text in UTF-8 first"
        ) from None
    if "\0" in text:
        raise DocumentError(
            f"{name or 'the document'} holds NUL bytes, so it is no plain text: "
            "save it as plain text in UTF-8 first"
        )
    return Document(text, name)


def write(document: Document) -> bytes:
    return document.text.encode("utf-8")
