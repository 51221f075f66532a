"""The example of `docs/terms.md` runs."""

from __future__ import annotations

import re
from pathlib import Path


def test_the_example_holds() -> None:
    page = (Path(__file__).parents[2] / "docs" / "terms.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, "docs/terms.md", "exec"), {})
