"""From wikitext to paragraphs, by mwparserfromhell.

What a reader of the page reads as prose and lists is text. Dropped: templates, references,
tables, files and galleries, categories, headings, comments, formulas and program listings.

mwparserfromhell takes its time, most of it for templates, tables and references that are dropped
anyway, so `lighten` cuts the plain cases out before: 3.7 times as fast on the pages of
bench/sources.py. A test holds that the paragraphs are the same. Quotes for italics are taken out
by a pattern too: they are one thing less on which the parser can backtrack.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mwparserfromhell.nodes import ExternalLink, HTMLEntity, Tag, Wikilink
    from mwparserfromhell.wikicode import Wikicode

NAMES = frozenset({"file", "image", "media", "category"})
"""Namespaces whose links are no text, as every wiki knows them; a dump may name them otherwise."""

LARGEST = 4 << 20
"""The longest page that is parsed, in characters. MediaWiki stores none above 2 MiB; the parser
takes some 80 bytes of memory for each."""

UNCLOSED = 1000
"""The most brackets of a kind that may stay open: the parser's time is quadratic in them (under
a second for 1,000, above 20 s for 10,000)."""
_PAIRS = (("{{", "}}"), ("[[", "]]"), ("{|", "|}"), ("<!--", "-->"))

_NO_TEXT = frozenset(
    """categorytree ce chem gallery graph hiero imagemap indicator inputbox mapframe maplink math
    ref references score section source style syntaxhighlight table templatedata templatestyles
    timeline""".split()
)
_BLOCKS = frozenset(
    "blockquote br center dd div dl dt gallery hr li ol p poem pre table td th tr ul".split()
)

_LITERAL = re.compile(r"<(?:nowiki|pre|syntaxhighlight|source|math|chem|ce)\b", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_INNERMOST = re.compile(r"(?<!\{)\{\{[^{}]*\}\}(?!\})")
_INNERMOST_TABLE = re.compile(
    r"^[ :]*\{\|[^\n]*\n(?:(?![ :]*(?:\{\||\|\}))[^\n]*\n)*[ ]*\|\}(?!\})", re.MULTILINE
)
_REFERENCE = re.compile(
    r"<ref\b[^<>]*/>|<ref\b[^<>/]*>[^<]*(?:<(?!/?ref\b)[^<]*)*</ref\s*>", re.IGNORECASE
)
_QUOTES = re.compile("'{2,}")
_SWITCH = re.compile(r"__[A-Z]+__")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z]+)*:")
_SPACES = re.compile(r"[^\S\n]+")
_TABLE_REST = ("|", "{|")


def paragraphs(markup: str, names: Set[str] = NAMES) -> tuple[str, ...]:
    """The paragraphs and list items of a page; `names` are the lower-case names of namespaces
    whose links are no text. Raises whatever the parser raises."""
    if len(markup) > LARGEST:
        raise ValueError(f"a page of more than {LARGEST} characters")
    light = lighten(markup)
    if any(light.count(start) - light.count(end) > UNCLOSED for start, end in _PAIRS):
        raise ValueError(f"a page that opens more than {UNCLOSED} brackets and never closes them")
    return parsed_paragraphs(light, names)


def parsed_paragraphs(markup: str, names: Set[str] = NAMES) -> tuple[str, ...]:
    """The same without `lighten`."""
    from mwparserfromhell import parse

    text = _rendered(parse(markup, skip_style_tags=True), names)
    text = _SWITCH.sub("", _QUOTES.sub("", text))
    cleaned = (_SPACES.sub(" ", line).strip() for line in text.split("\n"))
    return tuple(line for line in cleaned if _is_prose(line))


def lighten(markup: str) -> str:
    """The markup without comments, templates, tables and references, as far as patterns can tell
    for sure; where a tag makes its content literal, nothing is taken out."""
    if _LITERAL.search(markup):
        return markup
    text = _COMMENT.sub("", markup)
    found = 1
    while found:  # a table may stand in a template and a template in a table
        text, templates = _INNERMOST.subn("", text)
        text, tables = _INNERMOST_TABLE.subn("", text)
        found = templates + tables
    return _REFERENCE.sub("", text)


def _is_prose(line: str) -> bool:
    return not line.startswith(_TABLE_REST) and any(map(str.isalnum, line))


def _rendered(code: Wikicode, names: Set[str]) -> str:
    from mwparserfromhell import nodes

    render: dict[type, Callable[..., str]] = {
        nodes.Text: lambda node: str(node.value),
        nodes.Wikilink: lambda node: _link(node, names),
        nodes.ExternalLink: lambda node: _external(node, names),
        nodes.Tag: lambda node: _tag(node, names),
        nodes.HTMLEntity: _entity,
        nodes.Heading: lambda _: "\n",
    }
    return "".join(render[type(node)](node) for node in code.nodes if type(node) in render)


def _link(node: Wikilink, names: Set[str]) -> str:
    target = str(node.title).strip()
    prefix = target.partition(":")[0].strip().lower().replace("_", " ")
    if ":" in target and prefix in names:
        return ""
    if node.text is not None:
        return _rendered(node.text, names)
    if _LANGUAGE.match(target):  # a link to the page in another language
        return ""
    return _rendered(node.title, names).strip().lstrip(":#")


def _external(node: ExternalLink, names: Set[str]) -> str:
    return _rendered(node.title, names) if node.brackets and node.title is not None else ""


def _tag(node: Tag, names: Set[str]) -> str:
    name = str(node.tag).strip().lower()
    edge = "\n" if name in _BLOCKS else ""
    if name in _NO_TEXT or node.contents is None:
        return edge
    return edge + _rendered(node.contents, names) + edge


def _entity(node: HTMLEntity) -> str:
    """The character; none for entities that are no text (NUL, half a surrogate pair)."""
    try:
        character = str(node.normalize())
    except (ValueError, OverflowError):
        return ""
    return character if character.isprintable() else " "
