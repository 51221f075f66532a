"""What an article is about, read from its first sentence or its categories: facts, never text.

The class of an instance must be true of it, because it will stand in released documents. So a
sentence is read only where it has the one form that defines ("Audrey Hepburn (1929 - 1993) was a
British actress and humanitarian."): its subject is the title, its verb is a form of *be* with an
article after it, and the phrase that follows ends with a head noun of `instances_classes.txt`.
Everything else says nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from instances_names import (
    COPULA,
    HONORIFICS,
    bare_title,
    first_sentence,
    is_acronym,
    words,
)

PLACES = frozenset({"place", "feature", "facility"})
IN_NO_REGION = frozenset(
    """river stream brook creek tributary mountain_range canal highway road country island_country
    sovereign_state state region capital_city comet asteroid minor_planet galaxy nebula
    constellation exoplanet spiral_galaxy elliptical_galaxy sea""".split()
)
DEFINITE = frozenset(
    """city town village island lake mountain river volcano peak bay peninsula waterfall glacier
    capital_city""".split()
)


@dataclass(frozen=True, slots=True)
class Head:
    """A class of entities: its words, its kind and where WordNet has it (None: no class)."""

    words: tuple[str, ...]
    kind: str
    synset: str | None


@dataclass(frozen=True, slots=True)
class Region:
    """A place that classes are told apart by: how it is written, and the country it is in."""

    name: str
    country: str | None
    shared: bool


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The closed lists that reading rests on."""

    heads: Mapping[tuple[str, ...], Head]
    plurals: Mapping[str, str]
    nationalities: frozenset[tuple[str, ...]]
    regions: Mapping[str, Region]
    region_pattern: re.Pattern[str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Claim:
    """One class that an article claims: `nationality` and `other` modify the head."""

    head: Head
    nationality: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    region: str | None = None
    surface: tuple[str, ...] = field(default=(), compare=False)


_ARTICLE = re.compile(
    r"\s+(?:(?:also|currently|originally|primarily|perhaps|today|now) )?(an?|the) ", re.I
)
_NOT_SUBJECT = re.compile(
    r"\b(?:who|which|that|when|where|whose|and|but|if|because|has|had|have|served|been|by|there"
    r"|this|it|in|on|at|for|to|with|from|his|her|their|became)\b|['’]s\b",
    re.I,
)
_COMMON_WORD = re.compile(r"\b(?!(?:della|degli)\b)(?:of|[a-z]{4,})\b")
_UNREAL = re.compile(
    r"\b(?:fictional|fictitious|mythical|mytholog\w+|legendary|imaginary|character|portrayed|hoax"
    r"|deity|folklore|biblical)\b",
    re.I,
)
_STOP = frozenset(
    """who that which whose whom in of from for by to with on at or as located based directed
    written known born released produced created founded held when where while situated near about
    starring set within between is was are were since during under over best through than made
    published recorded along it used performed a an the formed owned she he they playing composed
    designed built named originally after into against around whom having being serving working
    operating living currently formerly primarily mainly best-known but not only both
    headquartered active famous notable noted consisting covering approximately lying
    established developed""".split()
)
_PARTICIPLES = frozenset(
    """written held known born made built set sung won led run drawn found active sold shot begun
    spoken taken given shown home east west north south originally native responsible""".split()
)
_NO_CLASS = frozenset(
    """proposed planned unbuilt unfinished disused abandoned ruined extinct submerged cancelled
    canceled unreleased upcoming demolished closed hypothetical fictional fictitious imaginary
    mythical legendary supposed alleged disputed virtual mock fake unofficial would-be failed
    aspiring self-proclaimed self-styled so-called possible lost biblical defunct acting honorary
    assistant deputy vice amateur convicted suspected accused unsuccessful pseudonymous""".split()
)
_FORMER = frozenset("former ex one-time onetime erstwhile".split())
_SAYS_NOTHING = frozenset(
    """retired late deceased current well-known famous notable noted prominent popular influential
    acclaimed award-winning renowned respected celebrated leading prolific important significant
    large small little tiny medium-sized big early accomplished distinguished eminent successful
    controversial pioneering multi-talented very highly critically internationally best-selling
    bestselling grammy-winning oscar-winning emmy-winning platinum-selling self-taught typical
    beautiful picturesque sizable sizeable then famed esteemed veteran noteworthy multiple
    principal main one two three four five six seven eight nine ten several
    full-time part-time km long m longtime long-time 'the top top-level senior junior
    outstanding""".split()
)
_NO_NATIONALITY = frozenset("language rules horn civil football".split())


def claims(title: str, text: str, vocabulary: Vocabulary) -> list[Claim]:
    """What the first sentence says its title is; nothing where it does not plainly define."""
    sentence = first_sentence(text)
    copula = COPULA.search(sentence)
    if copula is None or (article := _ARTICLE.match(sentence, copula.end())) is None:
        return []
    name, _ = bare_title(title)
    alike = _subject_is(name, sentence[: copula.start()])
    if alike == "no":
        return []
    definite = article[1].casefold() == "the"
    found = _predicate(sentence[article.end() :], definite, vocabulary)
    if not found or (found[0].head.kind == "person" and not _is_person(sentence, copula[0])):
        return []
    if alike == "surname" and found[0].head.kind != "person":
        return []
    return found


def _is_person(sentence: str, verb: str) -> bool:
    return verb in ("is", "was") and not _UNREAL.search(sentence)


def _subject_is(name: str, subject: str) -> str:
    """Whether a subject is the title: "yes", "surname" (a full name), "acronym", or "no"."""
    main = subject.split(",")[0]
    said, title = words(main), words(name)
    outside = re.sub(re.escape(name), " ", main, flags=re.I)
    if not said or not title or _NOT_SUBJECT.search(outside):
        return "no"
    while len(said) > 1 and said[0] in HONORIFICS and said[0] != title[0]:
        said = said[1:]
    if len(title) > 1 and title[0] in ("the", "a", "an") and said[0] != title[0]:
        title = title[1:]
    if is_acronym(name, main):
        return "acronym"
    if title[-1] not in said or len(said) > len(title) + 4:
        return "no"
    if said[0] == title[0]:
        return "yes"
    longer = said[-1] == title[-1] and 2 <= len(said) <= 6 and not _COMMON_WORD.search(main)
    return "surname" if longer else "no"


def _predicate(text: str, definite: bool, vocabulary: Vocabulary) -> list[Claim]:
    """The claims of "British actress and humanitarian who ..."."""
    pieces, stop, rest = _pieces(text, vocabulary)
    if definite:
        return _definite(pieces, rest, vocabulary)
    found: list[Claim] = []
    for number, piece in enumerate(pieces):
        claim = claim_of(piece, vocabulary)
        if claim is None or (found and claim.head.kind != found[0].head.kind):
            break
        if found and claim.head.kind != "person":
            break
        if stop == "of" and number == len(pieces) - 1 and not _may_have_of(claim.head):
            break
        found.append(claim)
    if not found:
        return []
    first = found[0]
    if first.head.kind != "person" and (claim := _person_after(pieces, vocabulary)):
        return [replace(claim, nationality=first.nationality)] if _is_art(first.head) else []
    if first.head.kind in PLACES:
        return _placed(first, rest, vocabulary)
    shared = next((each.nationality for each in found if each.nationality), ())
    return [_with_nationality(each, shared) for each in found]


def _person_after(pieces: list[list[str]], vocabulary: Vocabulary) -> Claim | None:
    """ "American film and television actor" is no film: the last conjunct says what it is."""
    for piece in pieces[1:]:
        head = head_of(piece, vocabulary)
        if head is not None and head.synset and head.kind == "person":
            return Claim(head)
    return None


def _is_art(head: Head) -> bool:
    return head.kind == "work" or head.words[-1] in ("theatre", "theater")


def _may_have_of(head: Head) -> bool:
    return head.kind in ("person", "place", "feature", "event", "character")


def _with_nationality(claim: Claim, shared: tuple[str, ...]) -> Claim:
    if claim.nationality or not shared or claim.head.kind != "person":
        return claim
    return replace(claim, nationality=shared)


def _definite(pieces: list[list[str]], rest: str, vocabulary: Vocabulary) -> list[Claim]:
    """ "the capital and most populous city of France": the class alone, only for places."""
    for piece in pieces:
        head = head_of(piece, vocabulary)
        if head is not None and head.synset and "_".join(head.words) in DEFINITE:
            if {word.casefold() for word in piece} & (_NO_CLASS | _FORMER):
                return []
            return _placed(Claim(head), rest, vocabulary)
    return []


def _placed(claim: Claim, rest: str, vocabulary: Vocabulary) -> list[Claim]:
    """A place with the country or state it lies in. Without a name after it, it is no instance."""
    if not re.search(r"\b(?:in|of|within|on|near|at|between|along|off)\b[^.;]*? [A-Z]", f" {rest}"):
        return []
    nowhere = "_".join(claim.head.words) in IN_NO_REGION
    region = None if nowhere else region_in(rest, vocabulary)
    return [replace(claim, region=region)]


_ELSEWHERE = re.compile(
    r"\b(?:near|between|from|border\w*|close to|north|south|east|west|[a-z]+(?:east|west)|north-\w+"
    r"|south-\w+) of\b|\b(?:near|between|from|border\w*|close to|opposite|across|and|or|that|which"
    r"|who|where|named after|connect\w*|to|by)\b|[;.]"
)
_SEAT_OF = re.compile(r"\bin,? and (?:is )?(?:the )?[\w\s-]+? of\b")
_INSIDE = re.compile(r"\b(?:in|within|of)\b")


def region_in(rest: str, vocabulary: Vocabulary) -> str | None:
    """The most particular known region in "in Onondaga County, New York, United States"."""
    start = _INSIDE.search(rest)
    if start is None:
        return None
    rest = _SEAT_OF.sub("in ", rest)
    start = _INSIDE.search(rest) or start
    inside = rest[start.end() :].replace("U.S.", "United States")
    for name in ("Bosnia and Herzegovina", "Newfoundland and Labrador", "Trinidad and Tobago"):
        inside = inside.replace(name, name.replace(" and ", " & "))
    if end := _ELSEWHERE.search(inside):
        if vocabulary.region_pattern.match(
            re.sub(r"^(?:and )?(?:the )?", "", inside[end.start() :])
        ):
            return None
        inside = inside[: end.start()]
    found = [
        match[0].replace(" & ", " and ") for match in vocabulary.region_pattern.finditer(inside)
    ]
    regions = [vocabulary.regions[name] for name in found]
    countries = {region.country or region.name for region in regions if not region.shared}
    if len(countries) != 1:
        return None
    within = [r for r in regions if r.country and (r.country in countries)]
    last = within[-1] if within else next(r for r in regions if not r.shared)
    return last.name


def _pieces(text: str, vocabulary: Vocabulary) -> tuple[list[list[str]], str, str]:
    """The conjuncts of the noun phrase that opens a text, the word it stops at, and the rest."""
    pieces: list[list[str]] = [[]]
    for match in re.finditer(r"[^\s,;:]+|[,;:]", text):
        said = match[0]
        word = said.casefold().rstrip(".")
        if said in ",&" or word == "and":
            if pieces[-1] and (said != "," or head_of(pieces[-1], vocabulary)):
                pieces.append([])
        elif said in ";:" or (word in _STOP and not (word in ("a", "an") and not pieces[-1])):
            return _trimmed(pieces, vocabulary), word, text[match.start() :]
        elif word not in ("a", "an"):
            pieces[-1].append(said.rstrip("."))
    return _trimmed(pieces, vocabulary), "", ""


def _trimmed(pieces: list[list[str]], vocabulary: Vocabulary) -> list[list[str]]:
    """Without the participles and adverbs at the end: "film directed" is a film."""
    kept: list[list[str]] = []
    for piece in pieces:
        full = len(piece)
        while piece and head_of(piece, vocabulary) is None and _is_verbal(piece[-1]):
            piece = piece[:-1]
        if piece:
            kept.append(piece)
        if len(piece) < full:
            break
    return kept


def _is_verbal(token: str) -> bool:
    word = token.casefold()
    return word.endswith(("ed", "ing", "ly")) or word in _PARTICIPLES


def head_of(piece: list[str], vocabulary: Vocabulary) -> Head | None:
    """The class whose words end a phrase, the longest first."""
    lower = [token.casefold() for token in piece]
    for width in range(min(4, len(lower)), 0, -1):
        if head := vocabulary.heads.get(tuple(lower[-width:])):
            return head
    return None


def claim_of(piece: list[str], vocabulary: Vocabulary) -> Claim | None:
    """The class that a noun phrase names, or None where it names none for sure."""
    head = head_of(piece, vocabulary)
    if head is None or head.synset is None:
        return None
    before = piece[: len(piece) - len(head.words)]
    folded = {token.casefold() for token in before}
    if folded & _NO_CLASS or (folded & _FORMER and head.kind != "person"):
        return None
    nationality, other = _modifiers(before, vocabulary)
    return Claim(head, nationality, tuple(t.casefold() for t in other), None, tuple(other))


def _modifiers(before: list[str], vocabulary: Vocabulary) -> tuple[tuple[str, ...], list[str]]:
    owners = [i for i, t in enumerate(before) if t[0].isupper() and re.search(r"['’]s?$", t)]
    kept = [t for t in before[owners[-1] + 1 if owners else 0 :] if _is_said(t)]
    nationality: list[str] = []
    while kept and (width := _nationality_width(kept, vocabulary)):
        nationality += [token.casefold() for token in kept[:width]]
        kept = kept[width:]
    return tuple(nationality), kept


def _is_said(token: str) -> bool:
    word = token.casefold()
    if token[0].isdigit() or word.endswith("-born") or "/" in word:
        return False
    return not (token.islower() and word in _SAYS_NOTHING) and word not in _FORMER


def _nationality_width(tokens: list[str], vocabulary: Vocabulary) -> int:
    """How many of the first words are a nationality: not "American" of "American League"."""
    lower = [token.casefold() for token in tokens]
    for width in (2, 1):
        if len(tokens) < width or tuple(lower[:width]) not in vocabulary.nationalities:
            continue
        after = tokens[width : width + 1]
        if not after or tuple(lower[width : width + 1]) in vocabulary.nationalities:
            return width
        if tuple(lower[width : width + 2]) in vocabulary.nationalities:
            return width
        name = after[0][0].isupper() or lower[width] in _NO_NATIONALITY
        return 0 if name else width
    return 0


_ALWAYS_CAPITAL = frozenset(
    """olympic paralympic christian roman catholic anglican jewish muslim islamic buddhist hindu
    marvel disney bollywood""".split()
)
_TAIL = re.compile(
    r" (?:in|of|by|from|at|on|with|set|about|for|established|completed|based|directed|produced|born"
    r"|who|during|to|introduced|built|under|written|involving|featuring|over|and|designed|the) "
)


def category_claim(category: str, vocabulary: Vocabulary) -> Claim | None:
    """The class that a category's name gives its members: "American social psychologists"."""
    text = re.sub(r"^(?:\d+(?:st|nd|rd|th)[- ]century(?: BC)?|\d{3,4}s?) ", "", category)
    cut = _TAIL.search(f"{text} ")
    phrase = text[: cut.start()].split() if cut else text.split()
    if not phrase or (singular := vocabulary.plurals.get(phrase[-1].casefold())) is None:
        return None
    piece = [*phrase[:-1], singular]
    if not (piece[0].isupper() or piece[0].casefold() in _ALWAYS_CAPITAL):
        piece[0] = piece[0][0].lower() + piece[0][1:]
    claim = claim_of(piece, vocabulary)
    if claim is None or not cut or claim.head.kind not in PLACES or not cut[0].startswith(" in"):
        return claim
    nowhere = "_".join(claim.head.words) in IN_NO_REGION
    region = None if nowhere else region_in(text[cut.start() :], vocabulary)
    return replace(claim, region=region)


@lru_cache(maxsize=4096)
def plural(noun: str) -> str:
    """The plural of a head noun, as English forms it nearly always."""
    if noun.endswith("man"):
        return noun[:-3] + "men"
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + ("es" if re.search(r"(?:s|x|z|ch|sh)$", noun) else "s")
