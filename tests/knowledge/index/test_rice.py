"""Posting lists survive coding: any lists, any size, any capital shares."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.knowledge.index import rice

Lists = list[tuple[list[int], int]]


@st.composite
def worlds(draw: st.DrawFn) -> tuple[int, Lists]:
    """N, and lists of units below it with a capital share each: dense, sparse and clustered."""
    size = draw(st.one_of(st.integers(1, 40), st.integers(1, 70_000), st.integers(1, 1 << 31)))
    one = st.one_of(
        st.lists(st.integers(0, size - 1), min_size=1, max_size=40, unique=True),
        st.builds(
            lambda begin, length: list(range(begin, min(size, begin + length))),
            st.integers(0, size - 1),
            st.integers(1, 300),
        ),
    )
    lists = draw(st.lists(st.tuples(one.map(sorted), st.integers(0, 31)), max_size=8))
    return size, lists


def coded(lists: Lists, size: int) -> tuple[bytes, list[int]]:
    units = np.array([unit for own, _ in lists for unit in own], np.int64)
    lengths = np.array([len(own) for own, _ in lists], np.int64)
    shares = np.array([share for _, share in lists], np.int64)
    data, ends = rice.encode(units, lengths, shares, size)
    return data.tobytes(), ends.tolist()


@given(worlds())
@settings(max_examples=150)
def test_what_is_coded_is_read_back(world: tuple[int, Lists]) -> None:
    size, lists = world
    data, ends = coded(lists, size)
    assert len(ends) == len(lists)
    assert (ends[-1] if ends else 0) == len(data)
    begin = 0
    for (units, share), end in zip(lists, ends, strict=True):
        header = rice.read_header(data, begin, size)
        assert header.end == end
        assert header.length == len(units)
        assert rice.decode(data, header).tolist() == units
        if share == rice.SHARE_UNKNOWN:
            assert math.isnan(header.share)
        else:
            assert header.share == share / rice.SHARE_STEPS
        begin = end


@given(worlds(), st.binary(max_size=5), st.binary(max_size=5))
def test_a_list_is_read_wherever_it_lies(
    world: tuple[int, Lists], before: bytes, after: bytes
) -> None:
    size, lists = world
    for units, share in lists:
        data, _ = coded([(units, share)], size)
        header = rice.read_header(before + data + after, len(before), size)
        assert rice.decode(before + data + after, header).tolist() == units


@given(worlds())
def test_lists_coded_together_are_the_same_bytes_as_coded_alone(world: tuple[int, Lists]) -> None:
    size, lists = world
    together, _ = coded(lists, size)
    assert together == b"".join(coded([one], size)[0] for one in lists)


@pytest.mark.parametrize("size", [1, 2, 255, 256, 65_535, 65_536, 1 << 20, (1 << 31) + 7])
def test_borders(size: int) -> None:
    lists: Lists = [([0], 0), ([size - 1], 30), (sorted({0, size - 1}), 31)]
    few = {0, size // 2, size // 2 + 1, size - 1}
    lists.append((sorted(unit for unit in few if unit < size), 15))
    data, _ = coded(lists, size)
    at = 0
    for units, _share in lists:
        header = rice.read_header(data, at, size)
        assert rice.decode(data, header).tolist() == units
        at = header.end


def test_a_full_list_takes_about_a_bit_a_unit() -> None:
    size = 100_000
    data, _ = coded([(list(range(size)), 0)], size)
    assert len(data) <= size / 8 + 16


def test_a_random_list_is_near_its_entropy() -> None:
    size, length = 1_000_000, 10_000
    rng = np.random.default_rng(5)
    units = sorted(rng.choice(size, length, replace=False).tolist())
    data, _ = coded([(units, 0)], size)
    p = length / size
    entropy = size * (-p * math.log2(p) - (1 - p) * math.log2(1 - p)) / 8
    assert len(data) < 1.05 * entropy
