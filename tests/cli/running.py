"""How a command ended: exit status, standard output, standard error."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass

COUNTS = {"hiv": 10, "zidovudine": 6, "hiv AND zidovudine": 6, "weather": 300, "hiv AND weather": 1}
NOTE = "He takes zidovudine for HIV.\r\nThe weather was fine.\n"


@dataclass(frozen=True)
class Ended:
    status: int
    out: bytes
    err: str


Run = Callable[..., Ended]


class Stream(io.TextIOWrapper):
    def __init__(self, data: bytes = b"") -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8", newline="")

    def content(self) -> bytes:
        self.flush()
        return self.buffer.getvalue()  # type: ignore[attr-defined, no-any-return]
