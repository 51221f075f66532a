"""`reticent explain`: everything needed to follow a judgement with a calculator."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import COUNTS, Run

TABLE = ("--counts", "counts.json", "--plain", "--protect", "HIV")


@pytest.fixture
def taxonomy(run: Run) -> tuple[str, str]:
    Path("drugs.csv").write_text("term,parent\nzidovudine,antiviral\nantiviral,drug\n")
    counts = COUNTS | {"antiviral": 30, "drug": 200, "hiv AND antiviral": 3, "hiv AND drug": 2}
    Path("counts.json").write_text(json.dumps({"size": 1000, "counts": counts}))
    return "--taxonomy", "drugs.csv"


def explained(run: Run, *arguments: str) -> Any:
    ended = run("explain", *arguments, "--json")
    assert ended.status == 0, ended.err
    return json.loads(ended.out)


def test_the_figures_are_those_of_the_counts(run: Run, taxonomy: tuple[str, str]) -> None:
    answer = explained(run, "zidovudine", *TABLE, *taxonomy, "--alpha", "2")
    assert answer["schema"] == "reticent.explanation/1"
    (term,) = answer["terms"]
    assert (term["phrase"], term["count"]) == ("zidovudine", 6)
    assert term["ic"] == pytest.approx(math.log2(1000 / 6), abs=1e-5)
    (told,) = term["entities"]
    assert (told["entity"], told["joint"], told["evidence"]) == ("HIV", 6, "own")
    assert told["pmi"] == pytest.approx(math.log2(1000 / 10), abs=1e-5)
    assert told["threshold"] == pytest.approx(math.log2(100) / 2, abs=1e-5)
    assert told["risk"] == pytest.approx(1)
    assert told["sensitive"] is True


def test_generalisations_come_most_specific_first(run: Run, taxonomy: tuple[str, str]) -> None:
    (term,) = explained(run, "zidovudine", *TABLE, *taxonomy)["terms"]
    found = [(g["phrase"], g["count"], g["taxonomy"]) for g in term["generalizations"]]
    assert found == [("antiviral", 30, "drugs"), ("drug", 200, "drugs")]
    assert [g["entities"][0]["joint"] for g in term["generalizations"]] == [3, 2]


def test_taxonomic_counts_are_of_all_below(run: Run, taxonomy: tuple[str, str]) -> None:
    """A table has conjunctions only: "an OR is the sum of its members, capped at N"."""
    arguments = ("--counts", "counts.json", "--protect", "HIV", *taxonomy)
    (term,) = explained(run, "zidovudine", *arguments)["terms"]
    assert [g["count"] for g in term["generalizations"]] == [36, 236]


def test_an_infinite_figure_is_null(run: Run) -> None:
    (term,) = explained(run, "weather forecast", *TABLE, "--taxonomy", "none")["terms"]
    assert term["ic"] is None
    assert term["entities"][0]["pmi"] is None


def test_a_person_can_read_it(run: Run, taxonomy: tuple[str, str]) -> None:
    text = run("explain", "zidovudine", *TABLE, *taxonomy).out.decode()
    first, second = text.splitlines()[:2]
    assert first == "zidovudine: discloses HIV"
    assert "6 of the 6 units that hold it speak of HIV" in second
    assert "antiviral" in text


@pytest.mark.parametrize(
    "arguments",
    [
        ("the", *TABLE),
        ("zidovudine",),
        ("zidovudine", "--protect", "xyzzy", "--counts", "counts.json"),
        ("zidovudine", *TABLE, "--alpha", "0.5"),
        ("zidovudine", *TABLE, "--taxonomy", "missing.csv"),
    ],
)
def test_wrong_requests_exit_2(run: Run, arguments: tuple[str, ...]) -> None:
    ended = run("explain", *arguments)
    assert (ended.status, ended.out) == (2, b"")
    assert "Traceback" not in ended.err
