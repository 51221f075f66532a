"""The scripts under `bench/` that measure this room run on small inputs of our own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

CHUNKED = """\
The DT B-NP
tired JJ I-NP
nurse NN I-NP
saw VBD B-VP
John NNP B-NP
Smith NNP I-NP
's POS B-NP
house NN I-NP
. . O

She PRP B-NP
left VBD B-VP
early RB B-ADVP
"""


def run(script: str, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, str(ROOT / "bench" / script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_noun_phrases(tmp_path: Path) -> None:
    (tmp_path / "file.txt").write_text(CHUNKED)
    out = run("noun_phrases.py", str(tmp_path / "file.txt"))
    assert "2 sentences, 12 words" in out
    assert "reference split too  union                P 1.000 R 1.000 F1 1.000" in out


def test_overhead(tmp_path: Path) -> None:
    (tmp_path / "file.txt").write_text("The nurse saw the doctor.\n\nHe left Boston.\n")
    out = run("terms_overhead.py", str(tmp_path / "file.txt"), "--words", "50", "--repeat", "1")
    assert out.splitlines()[1].split()[0] == "50"
    assert out.splitlines()[1].endswith("%")
