"""Count tables: the form of CONTRACT, ORs as METHODS reads them, and nothing half understood."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.errors import KnowledgeError
from reticent.knowledge.count_table import CountTable, read
from reticent.phrase import Phrase

MakeTable = Callable[..., CountTable]

CONTRACT = {"size": 3_500_000_000, "counts": {"pancreatic cancer": 6_550_000, "hiv AND virus": 12}}


def written(path: Path, content: object) -> Path:
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


def table(tmp_path: Path, size: int, counts: dict[str, int]) -> CountTable:
    return read(written(tmp_path / "counts.json", {"size": size, "counts": counts}))


class TestForm:
    def test_of_the_contract(self, tmp_path: Path) -> None:
        own = table(tmp_path, CONTRACT["size"], CONTRACT["counts"])  # type: ignore[arg-type]
        assert own.size == 3_500_000_000
        queries = [["Pancreatic Cancer"], ["virus", "HIV"], ["hiv", "virus"], ["cancer"], []]
        assert own.counts(queries).tolist() == [6_550_000, 12, 12, 0, 3_500_000_000]

    def test_what_is_not_listed_counts_0_and_that_is_exact(self, tmp_path: Path) -> None:
        own = table(tmp_path, 10, {"a1": 3})
        assert own.exact([["zzz"], ["a1", "zzz"]]).tolist() == [True, True]
        assert own.counts([["zzz"], ["a1", "zzz"]]).tolist() == [0, 0]

    def test_the_order_of_a_conjunction_does_not_matter(self, tmp_path: Path) -> None:
        own = table(tmp_path, 10, {"b1 AND a1 AND c1": 2})
        assert own.counts([["c1", "a1", "b1"]]).tolist() == [2]

    def test_a_phrase_may_hold_the_word_and(self, tmp_path: Path) -> None:
        own = table(tmp_path, 10, {"sense and sensibility": 2})
        assert own.counts([["Sense and Sensibility"]]).tolist() == [2]

    def test_the_fingerprint_is_that_of_the_bytes(self, tmp_path: Path) -> None:
        path = written(tmp_path / "counts.json", CONTRACT)
        assert read(path).fingerprint == "sha256:" + hashlib.sha256(path.read_bytes()).hexdigest()

    def test_it_knows_nothing_of_capitals(self, tmp_path: Path) -> None:
        own = table(tmp_path, 10, {"a1": 3})
        assert own.two_faced == frozenset()
        assert str(own.capital_shares(["a1"]).tolist()) == "[nan]"


class TestOr:
    """ "there an OR is the sum of its members, capped at N and at the counts of what it is
    conjoined with" """

    def test_is_the_sum(self, make_table: MakeTable) -> None:
        own = make_table(100, {"a1": 10, "b1": 20})
        assert own.counts([[["a1", "b1"]]]).tolist() == [10 + 20]

    def test_counts_a_member_once(self, make_table: MakeTable) -> None:
        own = make_table(100, {"a1": 10})
        assert own.counts([[["a1", "A1", "a1"]]]).tolist() == [10]

    def test_is_capped_at_the_size(self, make_table: MakeTable) -> None:
        own = make_table(100, {"a1": 70, "b1": 60})
        assert own.counts([[["a1", "b1"]]]).tolist() == [min(70 + 60, 100)]

    def test_is_capped_at_what_it_is_conjoined_with(self, make_table: MakeTable) -> None:
        own = make_table(100, {"a1": 9, "b1": 9, "c1": 5, "a1 AND c1": 4, "b1 AND c1": 3})
        assert own.counts([[["a1", "b1"], "c1"]]).tolist() == [min(4 + 3, 5)]

    def test_with_both_sides_an_or(self, make_table: MakeTable) -> None:
        counts = {"a1": 9, "b1": 9, "c1": 9, "d1": 9}
        counts |= {"a1 AND c1": 1, "a1 AND d1": 2, "b1 AND c1": 3, "b1 AND d1": 1}
        own = make_table(100, counts)
        assert own.counts([[["a1", "b1"], ["c1", "d1"]]]).tolist() == [1 + 2 + 3 + 1]

    @given(st.lists(st.integers(0, 50), min_size=7, max_size=7))
    def test_a_conjunction_is_never_above_its_parts(
        self, make_table: MakeTable, n: list[int]
    ) -> None:
        names = ["a1", "b1", "c1", "a1 AND b1", "a1 AND c1", "b1 AND c1", "a1 AND b1 AND c1"]
        own = make_table(50, dict(zip(names, n, strict=True)))
        whole, *parts = own.counts([[["a1", "b1"], "c1"], [["a1", "b1"]], ["c1"]]).tolist()
        assert whole <= min(parts)
        assert max(parts) <= own.size


BAD = {
    "no JSON": ("{", "JSON"),
    "empty": ("", "JSON"),
    "cut off": (json.dumps(CONTRACT)[:-9], "JSON"),
    "a list": ("[]", "no count table"),
    "null": ("null", "no count table"),
    "no counts": ('{"size": 3}', "no count table"),
    "counts a list": ('{"size": 3, "counts": []}', "no count table"),
    "no size": ('{"counts": {}}', "size"),
    "size 0": ('{"size": 0, "counts": {}}', "size"),
    "size below 0": ('{"size": -3, "counts": {}}', "size"),
    "size a fraction": ('{"size": 3.5, "counts": {}}', "size"),
    "size true": ('{"size": true, "counts": {}}', "size"),
    "size text": ('{"size": "3", "counts": {}}', "size"),
    "size infinite": ('{"size": Infinity, "counts": {}}', "size"),
    "size beyond 64 bits": (f'{{"size": {10**19}, "counts": {{"a1": {10**19}}}}}', "size"),
    "count below 0": ('{"size": 3, "counts": {"a1": -1}}', "count"),
    "count above the size": ('{"size": 3, "counts": {"a1": 4}}', "count"),
    "count a fraction": ('{"size": 3, "counts": {"a1": 1.5}}', "count"),
    "count true": ('{"size": 3, "counts": {"a1": true}}', "count"),
    "count null": ('{"size": 3, "counts": {"a1": null}}', "count"),
    "key of stop words": ('{"size": 3, "counts": {"of the": 1}}', "phrase"),
    "key empty": ('{"size": 3, "counts": {"": 1}}', "phrase"),
    "half a conjunction": ('{"size": 3, "counts": {"a1 AND ": 1}}', "phrase"),
    "a key twice": ('{"size": 3, "counts": {"a1": 1, "a1": 2}}', "twice"),
    "size twice": ('{"size": 3, "size": 4, "counts": {}}', "twice"),
    "the same key twice": ('{"size": 3, "counts": {"a1": 1, "A1": 2}}', "same"),
    "both orders": ('{"size": 3, "counts": {"a1 AND b1": 1, "b1 AND a1": 2}}', "same"),
    "nested without end": ("[" * 100_000, "JSON"),
}


@pytest.mark.parametrize(("content", "says"), BAD.values(), ids=BAD.keys())
def test_what_cannot_be_true_is_refused(content: str, says: str, tmp_path: Path) -> None:
    path = written(tmp_path / "counts.json", content)
    with pytest.raises(KnowledgeError, match=says) as caught:
        read(path)
    assert "counts.json" in str(caught.value)
    assert caught.value.exit_status == 2


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "counts.json").write_bytes(b'{"size": 3, "counts": {"\xff\xfe": 1}}')
    with pytest.raises(KnowledgeError):
        read(tmp_path / "counts.json")


def test_no_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.json", tmp_path):
        with pytest.raises(KnowledgeError, match="cannot be read"):
            read(path)


def test_all_its_phrases_are_normalised(tmp_path: Path) -> None:
    own = table(tmp_path, 10, {"The Crohn's Disease": 3})
    assert set(own.table) == {frozenset({Phrase(("crohn", "disease"))})}
