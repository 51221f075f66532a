"""Identifiers as people write them, what is none, and the time that bad lines take."""

from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.document import Span
from reticent.terms.identifiers import Identifier, identifiers, resolved

WRITTEN = """
email: Mail <john.o'hara+x@mail.example.co.uk> today
url: see <https://www.example.org/a?b=c>. Then
url: see <www.example.org/x>, then
url: look at <example.com> for
ip: host <192.168.0.1> answered
ip: host <2001:db8::1> answered
mac: card <00:1A:2B:3C:4D:5E> is
iban: to <GB82 WEST 1234 5698 7654 32> please
card: with <4111 1111 1111 1111> paid
card: with <4111-1111-1111-1111> paid
ssn: his <123-45-6789> is
ssn: SSN <123456789> is
ssn: the mistyped <000-12-3456> is
nhs number: number <943 476 5919> is
nhs number: NHS number: <943 476 5918> mistyped
national insurance: NI <QQ 12 34 56 C> is
vin: car <1M8GDM9AXKP042788> was
fax: Fax: <(212) 555-0199> is
phone: call <+49 30 901820> now
phone: tel. <020 7946 0958> or
phone: at <(212) 736-5000 ext. 12> or
phone: at <212-736-5000> or
phone: at <555-1234> or
date: on <1976-08-23> he
date: on <23 Aug 1976> he
date: on <August 23rd, 1976>, he
date: on <08/23/76> he
date: on <23.8.1976> he
date: at <2024-05-01T12:30:00Z> it
date: in <May 2019> it
date: on <2 December>. Then
date: on <14 Sept. 2020> he
date: on <2/26/2024, 9:40 am> he
date: in <08/1976> he
date: on the <5th of June> he
age: a <93-year-old> man
age: a man <aged 93> who
age: he is <93 y/o> and
age: a <ninety-three-year-old> man
age: she is <6 months old> now
money: paid <$1,250.50> for
money: paid <3 million euros> for
money: paid <£2m> for
money: paid <EUR 40> for
postcode: New York, NY <10001> is
postcode: zip <12345-6789> is
postcode: London <SW1A 1AA> is
postcode: Ottawa <K1A 0B1> is
postcode: in <D-10115> Berlin
address: at <221B Baker Street> in
address: to <P.O. Box 12> in
medical record: MRN: <00123456> was
medical record: patient no. <12-3456> was
health plan: policy #<AB12345> was
account: account number <12-3456-78> was
case: case no. <19-cv-1234> was
licence: passport <C01X00T47> was
vehicle: licence plate <AB12 CDE> was
device: serial number <SN-99812> was
biometric: fingerprint id <77-1234> was
code: sample <XK-4471-B> was
""".strip().splitlines()


@pytest.mark.parametrize("line", WRITTEN)
def test_written_forms(line: str) -> None:
    kind, _, marked = line.partition(": ")
    before, rest = marked.split("<")
    wanted, after = rest.split(">")
    text = before + wanted + after
    (found,) = identifiers(text)
    assert (found.kind, text[found.span.start : found.span.end]) == (kind, wanted)


@pytest.mark.parametrize(
    "text",
    [
        "BP 120/80 and a CD4 count of 350",
        "type 2 diabetes, group 3, case 2, patient 12, model 3",
        "COVID-19 and B12, in 1976, from 1914-1991",
        "he may go, march on, and call me at 5",
        "a ratio of 3:1 at 12:30:45",
        "the old man of the age",
        "version 1.2.3 of 1 000",
    ],
)
def test_what_is_none(text: str) -> None:
    assert identifiers(text) == []


@pytest.mark.parametrize(
    ("text", "checked"),
    [
        ("SSN 123-45-6789", True),
        ("SSN 000-45-6789", False),
        ("NHS 943 476 5919", True),
        ("NHS 943 476 5918", False),
        ("on 1976-08-23", True),
        ("on 1976-08-31", True),
        ("on 1976-02-31", False),
        ("call +44 20 7946 0958", True),
    ],
)
def test_a_failed_check_lowers_the_rank_only(text: str, checked: bool) -> None:
    (found,) = identifiers(text)
    assert found.checked is checked


def test_overlaps_go_to_the_longest_then_checked_then_first_kind() -> None:
    long = Identifier(Span(0, 9), "a")
    short = Identifier(Span(5, 12), "b", True)
    checked = Identifier(Span(20, 25), "c", True)
    plain = Identifier(Span(20, 25), "d")
    assert resolved([(short, 0), (long, 9), (plain, 0), (checked, 5)]) == [long, checked]
    first = Identifier(Span(30, 33), "e")
    assert resolved([(Identifier(Span(30, 33), "f"), 1), (first, 0)]) == [first]


pool = st.sampled_from("0123456789 .-/:@+$(),aZ#'\n")


@given(st.text(pool, max_size=120))
def test_never_overlapping_never_empty_and_in_order(text: str) -> None:
    found = identifiers(text)
    assert all(len(each.span) and each.span.end <= len(text) for each in found)
    assert all(a.span.end <= b.span.start for a, b in itertools.pairwise(found))


@given(st.text("abc \n", max_size=300), st.text("abc \n", max_size=300))
def test_found_wherever_it_stands(before: str, after: str) -> None:
    text = f"{before} 123-45-6789 {after}"
    assert [each.kind for each in identifiers(text)] == ["ssn"]


BAD = """a. a@ 1- 1. a1- A1B2_ (1)_ +1_ :a a: 1: aa.com/ http:// case_no._ tel_1_ Jan_1_ 12_Street_
A_ 1_Aa_ 0 x - / _ $1, one_ +44_20_7946_0958_ 4111_1111_1111_1111_ 2001:db8::1_ a' 1_the_
999-999-9999_ MRN_1_ serial: age_ .com 1A 1-A_ AB12_CD_"""


@pytest.mark.parametrize("unit", [unit.replace("_", " ") for unit in BAD.split()])
def test_linear_time(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    identifiers(unit)  # imports
    start = time.process_time()
    identifiers(text)
    assert time.process_time() - start < 1.5, "100 kB took too long"
