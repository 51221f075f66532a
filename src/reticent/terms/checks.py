"""Check digits and calendars: whether a number can be what it looks like."""

from __future__ import annotations

import ipaddress
from datetime import date

_VIN_VALUES = dict(
    zip(
        "0123456789ABCDEFGHJKLMNPRSTUVWXYZ",
        [*range(10), *range(1, 9), *range(1, 6), 7, 9, *range(2, 10)],
        strict=True,
    )
)
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def digits(text: str) -> str:
    """The decimal digits of a text, as ASCII."""
    return "".join(str(int(character)) for character in text if character.isdecimal())


def luhn(text: str) -> bool:
    """Payment cards (ISO/IEC 7812): 13 to 19 digits, the last one a Luhn check digit."""
    number = digits(text)
    if not 13 <= len(number) <= 19 or len(set(number)) == 1:
        return False
    doubled = [int(d) * (2 if place % 2 else 1) for place, d in enumerate(reversed(number))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


def iban(text: str) -> bool:
    """International bank accounts (ISO 13616): modulo 97."""
    account = "".join(text.split()).upper()
    if not 15 <= len(account) <= 34 or not account.isalnum() or not account.isascii():
        return False
    moved = account[4:] + account[:4]
    return int("".join(str(int(character, 36)) for character in moved)) % 97 == 1


def nhs(text: str) -> bool:
    """Numbers of the British health service: ten digits, the last one modulo 11."""
    number = digits(text)
    if len(number) != 10 or len(set(number)) == 1:
        return False
    rest = (
        11 - sum(int(d) * weight for d, weight in zip(number, range(10, 1, -1), strict=False)) % 11
    )
    return rest % 11 == int(number[9])


def vin(text: str) -> bool:
    """Vehicle identification numbers (ISO 3779) with the North American check digit."""
    number = text.upper()
    if len(number) != 17 or any(character not in _VIN_VALUES for character in number):
        return False
    total = sum(_VIN_VALUES[c] * weight for c, weight in zip(number, _VIN_WEIGHTS, strict=True))
    return number[8] == "0123456789X"[total % 11]


def ssn(text: str) -> bool:
    """Social security numbers: nine digits, none of the ranges that are never given out."""
    number = digits(text)
    return (
        len(number) == 9
        and number[:3] not in ("000", "666")
        and number[0] != "9"
        and number[3:5] != "00"
        and number[5:] != "0000"
    )


def ip(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def day(year: int, month: int, number: int) -> bool:
    """Whether the calendar has the day."""
    try:
        date(year, month, number)
    except ValueError:
        return False
    return True


def numeric_date(text: str) -> bool:
    """Year first, day first or month first: whether any reading is a day of the calendar."""
    parts = [int(part) for part in "".join(c if c.isdecimal() else " " for c in text).split()][:3]
    if len(parts) < 3:
        return len(parts) == 2 and 1 <= parts[0] <= 12
    first, second, third = parts
    readings = [(first, second, third)] if first > 31 else []
    year = third if third > 99 else 2000 + third  # 2000 has a 29 February, as has any doubt
    return any(
        day(*reading) for reading in [*readings, (year, second, first), (year, first, second)]
    )


def phone(text: str) -> bool:
    """Whether a number is in use somewhere: international, or of the United States or Britain."""
    import phonenumbers

    region = None if text.startswith("+") else "GB" if text.lstrip("(").startswith("0") else "US"
    try:
        return phonenumbers.is_valid_number(phonenumbers.parse(text, region))
    except phonenumbers.NumberParseException:
        return False


def code(text: str) -> bool:
    """Three digits with letters among them, or seven digits: a number that identifies."""
    number = sum(character.isdigit() for character in text)
    first, _, last = text.partition("-")
    if len(first) == len(last) == 4 and first.isdigit() and last.isdigit():
        return False  # years
    return number >= 7 or (number >= 3 and any(character.isalpha() for character in text))
