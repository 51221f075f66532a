"""What the README says is run: its Python, its example, and that every command has a line there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reticent.cli import COMMANDS
from reticent.errors import ReticentError
from reticent.knowledge import load

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


@pytest.fixture(scope="module", autouse=True)
def _knowledge() -> None:
    try:
        load()
    except ReticentError as error:
        pytest.skip(f"the embedded packs are not there: {error}")


def test_the_python_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for code in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        exec(compile(code, "README.md", "exec"), {})


def test_before_and_after_are_those_of_the_example() -> None:
    from reticent import sanitize

    text = (ROOT / "examples" / "note.txt").read_text("utf-8")
    before, after = re.findall(r"^\| (Mr\..*?) \| (Mr\..*?) \|$", README, re.MULTILINE)[0]
    assert before in text
    assert after in sanitize(text, protect=["HIV"], mode="redact").text


def test_every_command_is_shown() -> None:
    for command in COMMANDS:
        assert f"reticent {command}" in README
