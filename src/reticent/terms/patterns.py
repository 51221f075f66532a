"""How identifiers are written: the table that `identifiers` reads.

Every quantifier is bounded and every pattern begins at a border, so that no text takes more than
linear time.
"""

# ruff: noqa: E501  (a pattern that is cut in two is harder to check than a long line)

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from reticent.terms import checks


@dataclass(frozen=True, slots=True)
class Near:
    """Something quickly found, and how far around it a pattern may reach."""

    what: re.Pattern[str]
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way an identifier is written. A `strict` one counts only when its check holds.

    A pattern is tried only near what it cannot do without: `near` (with the characters before and
    after that it may take), and where that is None at the first of a row of digits.
    """

    kind: str
    regex: re.Pattern[str]
    check: Callable[[str], bool] | None = None
    strict: bool = False
    near: Near | None = None


_MONTH = (
    r"(?:(?i:january|february|april|june|july|august|september|october|november|december)\b"
    r"|March\b|MARCH\b|May\b|MAY\b"
    r"|(?:(?i:jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)|Mar|MAR)\b\.?)"
)
_DAY = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th|ST|ND|RD|TH)?"
_CLOCK = r"(?:[T ,]{1,2}(?:at )?\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?(?:Z|[AaPp]\.?[Mm]\b\.?|[+-]\d{2}:?\d{2}))?)?"
_YEAR = r"(?:(?:1[6-9]|20)\d{2}|['’]?\d{2})(?!\d)"
_LONG_YEAR = r"(?:1[6-9]|20)\d{2}(?!\d)"
_AMOUNT = r"\d{1,15}(?:[.,'’]\d{1,15}){0,6}"
_SCALE = r"(?: ?(?:thousand|million|billion|trillion|[kKmM]|[mb]n)\b)?"
_STATES = (
    "A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]"
    "|T[NX]|UT|V[AT]|W[AIVY]"
)
_TOP = "com|org|net|edu|gov|mil|info|biz|int|eu|io|ai|co|uk|us|de|fr|ch|at|nl|be|es|it|ie|ca|au|nz|in|jp|cn"
_STREET = "Street|Road|Avenue|Lane|Drive|Boulevard|Court|Place|Terrace|Square|Close|Crescent|Way|Gardens|Highway|Parkway|Circle|St|Rd|Ave|Ln|Dr|Blvd|Ct|Pl|Sq|Hwy|Pkwy"
_UNITS = "ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|(?:thir|four|fif|six|seven|eigh|nine)teen|eleven|twelve|one|two|three|four|five|six|seven|eight|nine"
_SPELLED = rf"(?:{_UNITS})(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?"
_STRONG = {
    "medical record": "mrn|medical record|nhi|chi",
    "health plan": "medicare|medicaid|member id|beneficiary id|subscriber id",
    "account": "iban|acct|sort code|routing number|bic",
    "case": "docket|case number|case no",
    "licence": "passport|driving licence|driving license|driver's license|driver’s license|drivers license|dea|npi|gmc|nmc",
    "vehicle": "vin|license plate|licence plate|number plate",
    "device": "serial|s/n|imei|udi|imsi",
    "biometric": "fingerprint id|dna sample",
}
"""Words after which a number is what they say."""

_WEAK = {
    "medical record": "record|patient|chart|hospital|unit|specimen|accession|encounter|visit",
    "health plan": "health plan|member|beneficiary|subscriber|insurance|policy|group|prescription",
    "account": "account|a/c|bank|customer|client|payroll|employee|staff|personnel|student|membership|loan",
    "case": "case|file|claim|ref|reference|invoice|order|application|ticket|incident|badge|contract|matter|report",
    "licence": "licence|license|certificate|cert|permit|registration|visa|tax|tin|ein|vat|national id|identity card",
    "vehicle": "vehicle|plate|reg|chassis|car",
    "device": "device|implant|pacemaker|lot|model|batch|machine",
    "biometric": "fingerprint|voiceprint|retina|iris|biometric|dna",
}
"""Words that do so when `no.`, `number`, `#` or a colon follows."""

KIND_OF = {
    word: kind
    for table in (_WEAK, _STRONG)
    for kind, words in table.items()
    for word in words.split("|")
}


def _any_of(table: dict[str, str]) -> str:
    words = [word for words in table.values() for word in words.split("|")]
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_MARKER = r"(?:no|nos|nr|num|number|id|ident|identifier|code|ref)\b\.?"
CONTEXT = re.compile(
    rf"(?<!\w)(?i:(?:(?P<strong>{_any_of(_STRONG)})\b(?:[ .-]{{1,2}}{_MARKER})?[ .:#=]{{1,4}}(?:(?:is|was) )?"
    rf"|(?P<weak>{_any_of(_WEAK)})\b(?:[ .-]{{1,2}}{_MARKER}[ :#=]{{0,4}}(?:(?:is|was) )?| ?[:#][ :#]{{0,3}})))"
    r"(?P<id>(?=[A-Za-z./ -]{0,6}\d)[A-Za-z0-9](?:[./-]?[A-Za-z0-9]| (?=[A-Z]{0,4}\d|[A-Z]{2,4}\b)[A-Z0-9]){2,24})(?!\w)"
)


DIGITS = Near(re.compile(r"\d+"), 60, 80)
_AT = Near(re.compile("@"), 70, 600)
_SCHEME = Near(re.compile(r"://|(?i:www)\."), 12, 2100)
_DOMAIN = Near(re.compile(rf"\.(?:{_TOP})\b"), 400, 560)
_OLD = Near(re.compile(r"(?i:old|of age)\b"), 60, 12)
_AGED = Near(re.compile(r"(?i:age)"), 16, 40)

PATTERNS: tuple[Pattern, ...] = (
    Pattern(
        "email",
        re.compile(r"(?<![\w.+%'-])[\w.+%'-]{1,64}@(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24}(?!\w)"),
        near=_AT,
    ),
    Pattern(
        "url",
        re.compile(r"(?i:\b(?:https?|ftps?)://|\bwww\.)[^\s<>\"“”]{1,2000}(?<![.,;:!?)\]'’])"),
        near=_SCHEME,
    ),
    Pattern(
        "url",
        re.compile(
            rf"(?<![\w@./-])(?:[A-Za-z0-9-]{{1,63}}\.){{1,6}}(?:{_TOP})\b(?![.-]\w|@)(?:/[^\s<>\"“”]{{0,500}}(?<![.,;:!?)\]'’]))?"
        ),
        near=_DOMAIN,
    ),
    Pattern(
        "ip",
        re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?:/\d{1,2})?(?!\w|\.\d)"),
        lambda text: checks.ip(text.partition("/")[0]),
        True,
    ),
    Pattern(
        "ip",
        re.compile(
            r"(?<![\w:.])(?=[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:])[0-9A-Fa-f:]{3,39}(?:(?<=:)\d{1,3}(?:\.\d{1,3}){3})?(?![\w:])"
        ),
        checks.ip,
        True,
        near=DIGITS,
    ),
    Pattern(
        "mac",
        re.compile(r"(?<![\w:-])[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}(?![\w:-])"),
        near=DIGITS,
    ),
    Pattern(
        "mac",
        re.compile(r"(?<![\w.])[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}(?!\w|\.\w)"),
        near=DIGITS,
    ),
    Pattern(
        "iban",
        re.compile(r"(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?!\w)"),
        checks.iban,
        True,
        near=DIGITS,
    ),
    Pattern("card", re.compile(r"(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w]|-\d)"), checks.luhn, True),
    Pattern("ssn", re.compile(r"(?<![\w-])\d{3}([- ])\d{2}\1\d{4}(?!\w|-\d)"), checks.ssn),
    Pattern(
        "ssn",
        re.compile(
            r"(?i:\b(?:ssn|social security)(?: (?:number|no))?\b[ .:#]{0,4}(?:is )?)(?P<id>\d{3}[ -]?\d{2}[ -]?\d{4})(?!\w)"
        ),
        checks.ssn,
        near=DIGITS,
    ),
    Pattern("nhs number", re.compile(r"(?<![\w-])\d{3} \d{3} \d{4}(?!\w|-\d)"), checks.nhs, True),
    Pattern(
        "nhs number",
        re.compile(
            r"(?i:\bNHS(?: (?:number|no))?\b[ .:#]{0,4}(?:is )?)(?P<id>\d{3}[ -]?\d{3}[ -]?\d{4})(?!\w)"
        ),
        checks.nhs,
        near=DIGITS,
    ),
    Pattern(
        "national insurance",
        re.compile(r"(?<!\w)[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D](?!\w)"),
        near=DIGITS,
    ),
    Pattern("vin", re.compile(r"(?<!\w)[A-HJ-NPR-Z0-9]{17}(?!\w)"), checks.vin, True, near=DIGITS),
    Pattern(
        "fax",
        re.compile(
            r"(?i:\bfax\b[^\w\n(+]{0,6}(?:no|number)?[^\w\n(+]{0,6})(?P<id>(?:\+|\(\+?)?\d[\d ()./-]{4,20}\d)(?!\w)"
        ),
        checks.phone,
        near=DIGITS,
    ),
    Pattern(
        "phone",
        re.compile(
            r"(?i:\b(?:tel|telephone|phone|mobile|mob|cell|pager|bleep|call|ring|text)\b[^\w\n(+]{0,6}(?:no|number|on|at|is)?[^\w\n(+]{0,6})(?P<id>(?:\+|\(\+?)?\d[\d ()./-]{4,20}\d)(?!\w)"
        ),
        checks.phone,
        near=DIGITS,
    ),
    Pattern(
        "phone",
        re.compile(
            r"(?<![\w+.-])(?:\+|00)[1-9](?:[ ()./-]{0,3}\d){6,16}(?: ?(?:x|ext\.?) ?\d{1,6})?(?!\w)"
        ),
        checks.phone,
    ),
    Pattern(
        "phone",
        re.compile(
            r"(?<![\w+.-])(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])\d{3}[ .-]\d{4}(?: ?(?:x|ext\.?) ?\d{1,6})?(?!\w|-\d)"
        ),
        checks.phone,
    ),
    Pattern(
        "phone",
        re.compile(r"(?<![\w+.-])\(?0\d{2,5}\)?[ /-]\d{3,4}[ -]?\d{2,4}(?:[ -]\d{2,4})?(?!\w|-\d)"),
        checks.phone,
    ),
    Pattern("phone", re.compile(r"(?<![\w.-])\d{3}-\d{4}(?!\w|-\d)")),
    Pattern(
        "date",
        re.compile(rf"(?<![\w./-])\d{{4}}([-/.])(?:1[0-2]|0?[1-9])\1{_DAY}{_CLOCK}(?!\w)"),
        checks.numeric_date,
    ),
    Pattern(
        "date",
        re.compile(
            rf"(?<![\w./-])\d{{1,2}}([/-])\d{{1,2}}\1(?:\d{{4}}|\d{{2}}){_CLOCK}(?!\w|[/-]\d)"
        ),
        checks.numeric_date,
        True,
    ),
    Pattern(
        "date",
        re.compile(rf"(?<![\w./-])\d{{1,2}}\. ?\d{{1,2}}\. ?(?:(?:19|20)\d{{2}}){_CLOCK}(?!\w)"),
        checks.numeric_date,
        True,
    ),
    Pattern(
        "date", re.compile(r"(?<![\w./-])\d{2}\.\d{2}\.\d{2}(?!\w|\.\d)"), checks.numeric_date, True
    ),
    Pattern(
        "date",
        re.compile(r"(?<![\w./-])(?:0?[1-9]|1[0-2])[/-](?:19|20)\d{2}(?!\w|[/-]\d)"),
        checks.numeric_date,
        True,
    ),
    Pattern(
        "date",
        re.compile(
            rf"(?<![\w.])(?:the )?{_DAY}(?: day)?(?: of)?[ -]{{1,2}}{_MONTH}(?:,?[ -]?{_YEAR})?{_CLOCK}(?!\w)"
        ),
    ),
    Pattern(
        "date",
        re.compile(
            rf"(?<!\w){_MONTH}[ -]{{1,2}}(?:the )?{_DAY}(?!\d)(?:,? {_LONG_YEAR}|, ?{_YEAR})?{_CLOCK}(?!\w)"
        ),
        near=DIGITS,
    ),
    Pattern(
        "date",
        re.compile(rf"(?<!\w){_MONTH},?(?: of)?[ -]{{1,2}}(?:{_LONG_YEAR}|['’]\d{{2}})(?!\w)"),
        near=DIGITS,
    ),
    Pattern(
        "age",
        re.compile(
            rf"(?i:(?<!\w)(?:\d{{1,3}}|{_SPELLED})[ -]{{0,2}}(?:years?|yrs?|months?|mths?|weeks?|days?)[ -](?:old|of age)\b)"
        ),
        near=_OLD,
    ),
    Pattern("age", re.compile(r"(?<!\w)\d{1,3}[ -]?(?i:y/?o|y\.o\.?|yrs?)(?!\w)")),
    Pattern(
        "age",
        re.compile(
            rf"(?i:(?<!\w)(?:aged?|at the age of)[ :]{{1,2}}(?:of )?(?:\d{{1,3}}|{_SPELLED})(?![\w/%]))"
        ),
        near=_AGED,
    ),
    Pattern(
        "money",
        re.compile(
            rf"(?:(?<![\w$])(?:US|C|A|NZ|HK)?[$]|[€£¥₹]|(?<!\w)(?:USD|EUR|GBP|CHF|CAD|AUD|JPY|INR|Rs\.?|Fr\.))[ ]?{_AMOUNT}{_SCALE}(?!\w)"
        ),
        near=DIGITS,
    ),
    Pattern(
        "money",
        re.compile(
            rf"(?<![\w.,]){_AMOUNT}{_SCALE} ?(?i:dollars?|euros?|pounds sterling|pounds|cents|pence|USD|EUR|GBP|CHF|[€£¥$])(?!\w)"
        ),
    ),
    Pattern(
        "postcode",
        re.compile(rf"(?<!\w)(?:{_STATES})[ .,]{{1,2}}(?P<id>\d{{5}}(?:-\d{{4}})?)(?!\w|-\d)"),
        near=DIGITS,
    ),
    Pattern("postcode", re.compile(r"(?<![\w-])\d{5}-\d{4}(?!\w|-\d)")),
    Pattern(
        "postcode",
        re.compile(
            r"(?i:\b(?:zip|zip code|postcode|postal code|PLZ)\b[ .:]{1,3}(?:is )?)(?P<id>\d{4,5}(?:-\d{4})?)(?!\w)"
        ),
        near=DIGITS,
    ),
    Pattern(
        "postcode",
        re.compile(
            r"(?<!\w)(?:GIR ?0AA|[A-PR-UWYZ][A-HK-Y]?\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2})(?!\w)"
        ),
        near=DIGITS,
    ),
    Pattern(
        "postcode",
        re.compile(
            r"(?<!\w)[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d(?!\w)"
        ),
        near=DIGITS,
    ),
    Pattern(
        "postcode",
        re.compile(r"(?<!\w)D-\d{5}(?!\w)|(?<=, )\d{5}(?= [A-ZÄÖÜ][a-zäöüß]{2})"),
        near=DIGITS,
    ),
    Pattern(
        "address",
        re.compile(
            rf"(?<![\w.,/-])\d{{1,5}}[A-Za-z]? (?:(?:[NSEW]\.?|North|South|East|West) )?(?:[A-Z][\w.'’-]{{1,30}} ){{1,4}}(?:{_STREET})\b\.?"
        ),
    ),
    Pattern("address", re.compile(r"(?<!\w)(?i:p\.? ?o\.? box) \d{1,8}(?!\w)"), near=DIGITS),
    Pattern(
        "code",
        re.compile(r"(?<![\w-])(?=[^\W\d]{0,12}-?[^\W\d]{0,12}\d)\w[\w-]{5,40}(?![\w-])"),
        checks.code,
        True,
        near=DIGITS,
    ),
)
"""In the order of how much a form says: the earlier kind wins where two are equal otherwise."""
