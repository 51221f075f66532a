"""Names: entities united with proper nouns, on hand-made parses."""

from __future__ import annotations

import numpy as np
import pytest

from reticent.terms.linguistics import AMPERSAND, Parse
from reticent.terms.names import names

Entities = tuple[tuple[int, int, str], ...]


def parse(tags: str, entities: Entities = ()) -> Parse:
    row = tuple(tags.split())
    offsets = np.arange(len(row), dtype=np.int64)
    return Parse(offsets * 2, offsets * 2 + 1, row, ("dep",) * len(row), (), entities, (0,))


@pytest.mark.parametrize(
    ("tags", "entities", "expected"),
    [
        ("NNP VBD NN", (), [(0, 1, "name")]),  # the recogniser missed it
        ("NNP NNP NNP", ((1, 2, "PERSON"),), [(0, 3, "person")]),  # it grows both ways
        ("NN VBD", ((0, 1, "ORG"),), [(0, 1, "organisation")]),  # the tagger missed it
        ("NNP NNP", ((0, 1, "PERSON"), (1, 2, "GPE")), [(0, 1, "person"), (1, 2, "place")]),
        ("NNP CD NNP", ((0, 2, "DATE"),), [(0, 2, "date"), (2, 3, "name")]),  # dates do not grow
        ("DT NNP IN NNP CC", ((0, 5, "ORG"),), [(1, 4, "organisation")]),  # edges go
        (f"NNP {AMPERSAND} NN", ((0, 2, "ORG"),), [(0, 1, "organisation")]),
        ("DT CC", ((0, 2, "ORG"),), []),
        ("NN", ((0, 1, "NEW_LABEL"),), [(0, 1, "new_label")]),  # another model's own label
        ("NN NN", (), []),
    ],
)
def test_names(tags: str, entities: Entities, expected: list[tuple[int, int, str]]) -> None:
    assert names(parse(tags, entities)) == expected
