"""Tables of named columns: tab-separated, a header first, every line closed by a line break."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies.source import lines


def table_lines(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The rows below the header, each with every column; anything else is refused."""
    found = lines(path, closed=True)
    if tuple(next(found, "").split("\t")) != columns:
        raise TaxonomyError(
            f"{path.name} does not begin with the columns {', '.join(columns)}: it is empty or "
            "another table"
        )
    number = 1
    for number, line in enumerate(found, 2):
        fields = tuple(field.strip() for field in line.split("\t"))
        if len(fields) != len(columns):
            raise TaxonomyError(
                f"line {number} of {path.name} has {len(fields)} columns, not {len(columns)}: it "
                "is damaged"
            )
        yield fields
    if number == 1:
        raise TaxonomyError(f"{path.name} holds no row below its header: it is truncated")
