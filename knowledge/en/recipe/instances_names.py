"""Names and first sentences: what an article is called, and the text that says what it is."""

from __future__ import annotations

import re
import unicodedata

_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
_QUOTES = re.compile(r"[\"“”„«»*_]|'{2,}|‘(?=\w)|(?<=\w)’(?=[\s,])")
_SENTENCE_END = re.compile(
    r"(?<![\s.][A-Z])(?<!U\.S)(?<!\bSt)(?<!\b[JSDM]r)(?<!\bMrs)(?<!\bMt)(?<!\bNo)(?<!\bvs)(?<!\bInc)"
    r"(?<!\bLtd)(?<!\bCo)\.(?=\s+[A-Z]|\s*$)"
)
COPULA = re.compile(r"\b(?:is|was|are|were)\b")

HONORIFICS = frozenset(
    """the a an sir dame dr saint st lord lady prince princess king queen monsignor rev reverend
    professor major general captain colonel brigadier lieutenant count baron fr hon""".split()
)


def words(text: str) -> list[str]:
    """Folded words, for comparing a subject with a title."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    return re.findall(r"[^\W_]+", "".join(c for c in bare if not unicodedata.combining(c)))


def bare_title(title: str) -> tuple[str, str]:
    """A title without what tells it apart: ("Titanic", "1997 film"); ("Syracuse", "New York")."""
    title = title.replace("_", " ").strip()
    if match := re.fullmatch(r"(.+?) \(([^()]+)\)", title):
        return match[1], match[2]
    name, _, rest = title.partition(", ")
    return (name, rest) if rest else (title, "")


def clean(text: str) -> str:
    """The text without brackets, quotation marks and markup."""
    for _ in range(3):
        text = _BRACKETS.sub(" ", text)
    text = _QUOTES.sub("", text).replace("black and white", "black-and-white")
    return re.sub(r"\s+(?=[,.;])", "", re.sub(r"\s+", " ", text)).strip()


def first_sentence(text: str) -> str:
    text = clean(text[:700])
    match = _SENTENCE_END.search(text)
    return text[: match.start()] if match else text


def is_acronym(short: str, long: str) -> bool:
    """Whether "IBM" stands for "International Business Machines Corporation"."""
    if not re.fullmatch(r"[A-Z]{3,6}", short):
        return False
    initials = "".join(word[0] for word in long.split() if word[0].isupper())
    return len(initials) >= 3 and initials.startswith(short)


_NICKNAME = re.compile(r"[\"“][^\"”]{1,30}[\"”]|(?<=\s)'[^']{1,20}'(?=\s)")


def full_names(title: str, text: str) -> tuple[str, ...]:
    """The longer name that a sentence opens with: "Timothy Dingwall Bateson"."""
    sentence = first_sentence(_NICKNAME.sub(" ", text[:700]))
    copula = COPULA.search(sentence)
    name = bare_title(title)[0]
    if copula is None:
        return ()
    subject = sentence[: copula.start()].split(",")[0].strip()
    tokens, own = subject.split(), name.split()
    if is_acronym(name, subject):
        return (re.sub(r"^The ", "", subject),)
    if not 2 <= len(tokens) <= 5 or words(subject) == words(name):
        return ()
    if words(tokens[-1]) != words(own[-1]) or not all(
        re.fullmatch(r"[\w.'’-]+", t) for t in tokens
    ):
        return ()
    if not all(token[0].isupper() for token in (tokens[0], tokens[-1])):
        return ()
    if words(tokens[0])[:1] and words(tokens[0])[0] in HONORIFICS:
        return ()
    shown = [t.title() if t.isupper() and len(t) > 2 else t for t in tokens]
    return (" ".join(shown),)
