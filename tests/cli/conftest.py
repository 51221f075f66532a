"""`run`: a command in this process, in a folder with a count table and a note."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from reticent.cli import main
from tests.cli.running import COUNTS, NOTE, Ended, Run, Stream


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RETICENT_DEBUG", raising=False)
    Path("counts.json").write_text(json.dumps({"size": 1000, "counts": COUNTS}))
    Path("note.txt").write_bytes(NOTE.encode())

    def command(*arguments: str, stdin: bytes = b"") -> Ended:
        out, err = Stream(), Stream()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", Stream(stdin))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            try:
                status = main(list(arguments))
            except SystemExit as exited:
                status = int(exited.code or 0)
        return Ended(status, out.content(), err.content().decode())

    return command
