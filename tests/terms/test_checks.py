"""Check digits, by the examples their owners publish."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.terms import checks


@pytest.mark.parametrize(
    ("check", "good", "bad"),
    [
        (checks.luhn, "4111 1111 1111 1111", "4111 1111 1111 1112"),
        (checks.iban, "GB82 WEST 1234 5698 7654 32", "GB82 WEST 1234 5698 7654 33"),
        (checks.iban, "DE89370400440532013000", "DE88370400440532013000"),
        (checks.nhs, "943 476 5919", "943 476 5918"),
        (checks.vin, "1M8GDM9AXKP042788", "1M8GDM9A1KP042788"),
        (checks.ssn, "123-45-6789", "666-45-6789"),
        (checks.ip, "2001:db8::1", "2001:db8::1::2"),
        (checks.numeric_date, "29/02/2024", "29/02/2023"),
        (checks.numeric_date, "1976-08-23", "1976-13-23"),
        (checks.phone, "+44 20 7946 0958", "+44 1"),
        (checks.code, "AB1234", "AB12"),
    ],
)
def test_examples(check, good: str, bad: str) -> None:  # type: ignore[no-untyped-def]
    assert check(good)
    assert not check(bad)


@given(st.integers(10**14, 10**15 - 1), st.integers(0, 14), st.integers(1, 9))
def test_luhn_finds_every_single_wrong_digit(number: int, place: int, shift: int) -> None:
    body = str(number)
    card = next(body + last for last in "0123456789" if checks.luhn(body + last))
    wrong = str((int(card[place]) + shift) % 10)
    assert not checks.luhn(card[:place] + wrong + card[place + 1 :])


def test_equal_digits_are_no_number() -> None:
    assert not checks.luhn("0" * 16)
    assert not checks.nhs("0" * 10)


def test_digits_of_other_scripts_are_digits() -> None:
    assert checks.luhn("٤١١١١١١١١١١١١١١١")
