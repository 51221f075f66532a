"""`reticent knowledge`: build, info, count, verify."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import Run

CORPUS = """# HIV
HIV is a virus. The virus is treated with zidovudine.

# Weather
The weather was fine.

# Zidovudine
Zidovudine treats HIV, not influenza.
"""


@pytest.fixture
def pack(run: Run) -> str:
    Path("corpus.txt").write_text(CORPUS)
    ended = run("knowledge", "build", "corpus.txt", "-o", "pack", "--min-articles", "1")
    assert ended.status == 0, ended.err
    return "pack"


def own(pack: str) -> tuple[str, ...]:
    return "--knowledge", "none", "--knowledge", pack, "--taxonomy", "none"


class TestBuildAndCount:
    def test_count_prints_the_conjunctions_count(self, run: Run, pack: str) -> None:
        for terms, count in {("hiv",): 2, ("HIV", "virus"): 1, ("hiv", "zidovudine"): 2}.items():
            assert run("knowledge", "count", *terms, *own(pack)).out == f"{count}\n".encode()

    def test_json_goes_to_standard_output_alone(self, run: Run, pack: str) -> None:
        ended = run("knowledge", "count", "hiv", "weather", "--json", *own(pack))
        answer = json.loads(ended.out)
        assert (answer["schema"], answer["count"], answer["size"]) == ("reticent.count/1", 0, 3)
        assert [each["name"] for each in answer["corpora"]] == ["pack"]

    def test_packs_add_up_with_their_weights(self, run: Run, pack: str) -> None:
        ended = run("knowledge", "count", "hiv", *own(pack), "--knowledge", f"{pack}=2.5")
        assert ended.out == b"7\n"

    def test_a_table_stands_for_all_packs(self, run: Run) -> None:
        ended = run("knowledge", "count", "hiv", "zidovudine", "--counts", "counts.json")
        assert ended.out == b"6\n"

    def test_what_the_pack_does_not_hold_is_said_to_be_a_bound(self, run: Run) -> None:
        Path("corpus.txt").write_text(CORPUS)
        arguments = ("corpus.txt", "-o", "coarse", "--min-articles", "2", "--max-words", "1")
        assert run("knowledge", "build", *arguments).status == 0
        ended = run("knowledge", "count", "virus", *own("coarse"))
        assert ended.out == b"1\n"
        assert "upper bound" in ended.err

    def test_info_and_verify(self, run: Run, pack: str) -> None:
        info = json.loads(run("knowledge", "info", "--json", *own(pack)).out)
        (own_pack,) = info["packs"]
        assert (own_pack["size"], own_pack["about"]["sources"]) == (3, "1 files")
        verified = run("knowledge", "verify", pack)
        assert own_pack["fingerprint"] in verified.out.decode()

    def test_a_damaged_pack_is_found(self, run: Run, pack: str) -> None:
        path = Path(pack, "postings-0.bin")
        path.write_bytes(path.read_bytes()[:-1] + b"\xff")
        ended = run("knowledge", "verify", pack)
        assert (ended.status, ended.out) == (2, b"")
        assert "damaged" in ended.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("build", "missing.txt", "-o", "pack"),
        ("build", "note.txt", "-o", "note.txt"),
        ("build", "note.txt", "-o", "pack", "--min-articles", "0"),
        ("build", "note.txt", "-o", "pack", "--max-words", "0"),
        ("build", "note.txt", "-o", "pack", "--about", "licence"),
        ("count", "the"),
        ("count", "hiv", "--counts", "missing.json"),
        ("count", "hiv", "--counts", "counts.json", "--knowledge", "none"),
        ("count", "hiv", "--knowledge", "missing"),
        ("count", "hiv", "--knowledge", "none"),
        ("info", "--taxonomy", "note.txt"),
        ("verify", "missing"),
        ("verify", "."),
        (),
    ],
)
def test_wrong_requests_exit_2_and_write_nothing(run: Run, arguments: tuple[str, ...]) -> None:
    before = set(Path().rglob("*"))
    ended = run("knowledge", *arguments)
    assert (ended.status, ended.out) == (2, b"")
    assert ended.err
    assert "Traceback" not in ended.err
    left = {path for path in set(Path().rglob("*")) - before if "building" not in str(path)}
    assert left == set()
