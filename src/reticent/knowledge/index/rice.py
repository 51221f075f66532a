"""Rice codes for posting lists, laid out so that numpy decodes them without a compiled loop.

A list of d increasing unit numbers below N is coded by its gaps. The low k bits of every gap stand
apart from its unary high part, and are cut into fields of 16, 8, 4, 2 and 1 bits (the binary
digits of k), each field contiguous: a field decodes with a handful of vector operations.

    header   varint d | varint length of body | tag: 3 bits for k, 5 bits for the capital share
    body     unary high parts | low fields, widest first; every part starts on a byte

k is near what d and N suggest, and the tag says how near: clustered lists want a smaller one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from reticent.knowledge.corpus import IntArray

Bytes = npt.NDArray[np.uint8]

_FIELDS = (16, 8, 4, 2, 1)
_TAG_CENTRE = 6
SHARE_STEPS = 30
HEADER_BYTES = 11
"""At most: two varints of five bytes and the tag."""
SHARE_UNKNOWN = 31


@dataclass(frozen=True, slots=True)
class Header:
    """What is known of a list before its body is decoded."""

    length: int
    k: int
    share: float
    body: int
    end: int


def suggested_k(size: int, length: int) -> int:
    """The parameter for gaps that are geometric: what chance would give."""
    return max(0, (69 * size // (100 * length)).bit_length() - 1) if length else 0


def read_header(data: memoryview | bytes, at: int, size: int) -> Header:
    """The header of the list that starts at a byte; `size` is N."""
    length, at = _varint(data, at)
    width, at = _varint(data, at)
    tag = data[at]
    share = tag >> 3
    return Header(
        length,
        suggested_k(size, length) + (tag & 7) - _TAG_CENTRE,
        share / SHARE_STEPS if share != SHARE_UNKNOWN else float("nan"),
        at + 1,
        at + 1 + width,
    )


def skip(data: memoryview | bytes, at: int) -> int:
    """Where the next list begins: only lengths are read."""
    while data[at] > 127:
        at += 1
    width, at = _varint(data, at + 1)
    return at + 1 + width


def _varint(data: memoryview | bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


def decode(data: memoryview | bytes, header: Header) -> IntArray:
    """The unit numbers of a list, increasing."""
    d, k = header.length, header.k
    low_bytes = sum(_field_bytes(width, d) for width in _FIELDS if k & width)
    unary_end = header.end - low_bytes
    unary = np.frombuffer(data, np.uint8, unary_end - header.body, header.body)
    units = np.flatnonzero(np.unpackbits(unary).view(np.bool_))
    if k:  # ((place - i) << k) + sum of low parts + i, in as few passes as possible
        units <<= k
        units += np.cumsum(_low(data, unary_end, d, k), dtype=np.int64)
        units -= np.arange(0, d * ((1 << k) - 1), (1 << k) - 1)
    return units


def _low(data: memoryview | bytes, at: int, d: int, k: int) -> npt.NDArray[np.unsignedinteger]:
    low: npt.NDArray[np.unsignedinteger] | None = None
    for width in _FIELDS:
        if not k & width:
            continue
        length = _field_bytes(width, d)
        field = _field(np.frombuffer(data, np.uint8, length, at), width, d)
        at += length
        if low is None:
            low = field if field.base is None and k & (k - 1) == 0 else _wide(field, k)
        else:
            low <<= width
            low |= field
    assert low is not None
    return low


def _wide(field: npt.NDArray[np.unsignedinteger], k: int) -> npt.NDArray[np.unsignedinteger]:
    """The field in the least type that k bits fit: the less memory moves, the faster."""
    return field.astype(np.uint8 if k <= 8 else np.uint16 if k <= 16 else np.uint32)


def _field(packed: Bytes, width: int, d: int) -> npt.NDArray[np.unsignedinteger]:
    if width == 16:
        return packed.view("<u2")
    if width == 8:
        return packed
    if width == 1:
        return np.unpackbits(packed, count=d)
    per_byte = 8 // width
    values = np.empty((len(packed), per_byte), np.uint8)
    for place in range(per_byte):
        np.right_shift(packed, 8 - width * (place + 1), out=values[:, place])
    values &= (1 << width) - 1
    return values.reshape(-1)[:d]


def _field_bytes(width: int, d: int) -> int:
    return (d * width + 7) // 8


def encode(
    units: IntArray, lengths: IntArray, shares: IntArray, size: int
) -> tuple[Bytes, IntArray]:
    """Many lists at once: their bytes, and where each list ends in them.

    `units` are the lists one after the other, `lengths` their (positive) lengths, `shares` their
    capital shares in steps of 1/30 (31: not known).
    """
    if not len(lengths):
        return np.empty(0, np.uint8), np.empty(0, np.int64)
    starts = np.concatenate(([0], np.cumsum(lengths)[:-1]))
    gaps = _gaps(units, starts)
    suggested = _suggested(size, lengths)
    k = _best_k(gaps, starts, lengths, suggested)
    of_gap = np.repeat(np.arange(len(lengths)), lengths)
    high = gaps >> k[of_gap]
    unary_bits = np.add.reduceat(high, starts) + lengths
    unary_bytes = (unary_bits + 7) // 8
    body = unary_bytes + sum((lengths * w + 7) // 8 * ((k & w) > 0) for w in _FIELDS)
    head = _varint_bytes(lengths) + _varint_bytes(body) + 1
    ends = np.cumsum(head + body)
    begins = ends - head - body
    out = np.zeros(int(ends[-1]), np.uint8)
    at = _put_varints(out, begins, lengths)
    at = _put_varints(out, at, body)
    out[at] = (shares << 3 | (k - suggested + _TAG_CENTRE)).astype(np.uint8)
    bits = np.zeros(8 * len(out), np.uint8)
    body_starts = 8 * (begins + head)
    in_list = np.arange(len(gaps)) - starts[of_gap]
    before = np.cumsum(high) - high
    unary_at = body_starts[of_gap] + (before - before[starts][of_gap]) + in_list + high
    bits[unary_at] = 1
    _put_low(bits, gaps, k, of_gap, in_list, lengths, body_starts + 8 * unary_bytes)
    np.bitwise_or(out, np.packbits(bits), out=out)
    return out, ends


def _gaps(units: IntArray, starts: IntArray) -> IntArray:
    """Differences within each list, less one: the least gap is 0."""
    gaps = np.diff(units, prepend=-1) - 1
    gaps[starts] = units[starts]
    return gaps


def _suggested(size: int, lengths: IntArray) -> IntArray:
    distinct, inverse = np.unique(lengths, return_inverse=True)
    return np.array([suggested_k(size, int(d)) for d in distinct], np.int64)[inverse]


def _best_k(gaps: IntArray, starts: IntArray, lengths: IntArray, suggested: IntArray) -> IntArray:
    best = suggested.copy()
    best_cost = np.full(len(lengths), np.iinfo(np.int64).max)
    for offset in range(1, -_TAG_CENTRE - 1, -1):
        k = suggested + offset
        possible = k >= 0
        shifts = np.repeat(np.maximum(k, 0), lengths)
        cost = np.add.reduceat(gaps >> shifts, starts) + lengths * (k + 1)
        better = possible & (cost < best_cost)
        best[better], best_cost[better] = k[better], cost[better]
    return best


def _put_low(
    bits: Bytes,
    gaps: IntArray,
    k: IntArray,
    of_gap: IntArray,
    in_list: IntArray,
    lengths: IntArray,
    at: IntArray,
) -> None:
    rest = k.copy()
    for width in _FIELDS:
        has = (k & width) > 0
        rest[has] -= width
        chosen = np.flatnonzero(has[of_gap])
        lists = of_gap[chosen]
        value = gaps[chosen] >> rest[lists]
        if width == 16:  # little-endian, as the field is read back
            value = (value >> 8 & 255) | (value & 255) << 8
        place = at[lists] + in_list[chosen] * width
        for bit in range(width):
            bits[place + bit] = value >> (width - 1 - bit) & 1
        at = at + np.where(has, 8 * ((lengths * width + 7) // 8), 0)


def _varint_bytes(values: IntArray) -> IntArray:
    return sum(((values >> 7 * n) > 0).astype(np.int64) for n in range(1, 5)) + np.ones(
        len(values), np.int64
    )


def _put_varints(out: Bytes, at: IntArray, values: IntArray) -> IntArray:
    """Write one varint each at the given places; the places after them."""
    widths = _varint_bytes(values)
    for n in range(int(widths.max())):
        has = widths > n
        more = np.where(widths > n + 1, 128, 0)
        out[(at + n)[has]] = ((values >> 7 * n & 127) | more)[has].astype(np.uint8)
    return at + widths
