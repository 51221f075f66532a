"""What many tests share: the linguistic model, count tables in one line, packs of a few texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from reticent import terms
from reticent.knowledge.build import Settings, build
from reticent.knowledge.count_table import CountTable
from reticent.knowledge.sources.unit import Unit
from reticent.phrase import Phrase

settings.register_profile(
    "reticent", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("reticent")

MakeTable = Callable[[int, Mapping[str, int]], CountTable]
BuildPack = Callable[..., Path]


@pytest.fixture(scope="session")
def linguistics() -> terms.Linguistics:
    return terms.load()


@pytest.fixture(scope="session")
def make_table() -> MakeTable:
    """A count table from `{"hiv": 3, "hiv AND virus": 2}`."""

    def make(size: int, counts: Mapping[str, int]) -> CountTable:
        table = {
            frozenset(Phrase.parse(part) for part in key.split(" AND ")): count
            for key, count in counts.items()
        }
        return CountTable("counts", size, table, "sha256:" + "0" * 64)

    return make


@pytest.fixture(scope="session")
def build_pack(tmp_path_factory: pytest.TempPathFactory) -> BuildPack:
    """A pack of texts, each a unit."""

    def make(texts: Sequence[str], **options: Any) -> Path:
        out = tmp_path_factory.mktemp("packs") / "pack"
        units = [Unit("", (text,)) for text in texts]
        build(lambda: units, repr(texts), out, Settings("tiny", **options), processes=1)
        return out

    return make
