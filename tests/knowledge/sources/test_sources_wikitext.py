"""From wikitext to paragraphs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.knowledge.sources import wikitext

CASES = {
    "'''Foo''' is [[Bar|b''a''r]]s and [[baz]]es.": ("Foo is bars and bazes.",),
    "* one\n** two\n# three\n; term : sense\n: indented": (
        "one",
        "two",
        "three",
        "term",
        "sense",
        "indented",
    ),
    "a {{b|c}} d {{e|{{f}}|g={{h}}}} i": ("a d i",),
    "a<ref>b</ref> c<ref name=x /> d<ref name='y'>{{cite|e}} <i>f</i></ref>": ("a c d",),
    "a<ref>b <!-- </ref> --></ref> c": ("a c",),
    "== Heading ==\ntext\n=== Another {{x}} ===\n": ("text",),
    "a <!-- b\nc --> d": ("a d",),
    "{| class=x\n! a\n|-\n| b || [[c]]\n|}\ntext": ("text",),
    "{|\n| a\n{|\n| nested\n|}\n|}\ntext": ("text",),
    "{{hidden|\n{|\n| a\n|}\n}}text\n{|\n| {{b|\n|}}\n|}": ("text",),
    "[[File:a.jpg|thumb|cap [[b]] {{c}}]]text": ("text",),
    "[[image:a.jpg]]x[[Category:B]][[ Category : C ]]": ("x",),
    "[[:Category:Viruses]] [[de:Hund]] [[#Section]]": ("Category:Viruses Section",),
    "<gallery>\nFile:a.jpg|caption\n</gallery>text": ("text",),
    "a<br />b<br>c": ("a", "b", "c"),
    "<div style='x'>in</div>out": ("in", "out"),
    "H<sub>2</sub>O, <small>small</small> <u>u</u>": ("H2O, small u",),
    "<math>x^{{2}}</math> is <nowiki>[[not]] {{markup}}</nowiki>": ("is [[not]] {{markup}}",),
    "<syntaxhighlight lang=c>int x;</syntaxhighlight>text": ("text",),
    "AT&amp;T&nbsp;x &#65; &#xD800; y": ("AT&T x A y",),
    "[https://example.org the site] [https://example.org] https://example.org x": ("the site x",),
    "__NOTOC__\ntext": ("text",),
    "----\n!\n|}\n}}\ntext": ("text",),
    "open {{template\n\nmore [[link": ("open {{template", "more [[link"),
    "": (),
}


@pytest.mark.parametrize("markup", CASES)
def test_what_is_text(markup: str) -> None:
    assert wikitext.paragraphs(markup) == CASES[markup]


@pytest.mark.parametrize("markup", CASES)
def test_lightening_changes_nothing_in_these(markup: str) -> None:
    assert wikitext.parsed_paragraphs(markup) == CASES[markup]


words = st.sampled_from(["alpha", "beta", "gamma delta", "virus,"])
pieces = st.recursive(
    words,
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map(" ".join),
        inner.map(lambda text: f"{{{{cite|title={text}|x=1}}}}"),
        inner.map(lambda text: f" <ref name=r>{text}</ref> "),
        inner.map(lambda text: f" <!-- {text.replace('--', '')} --> "),
        words.map(lambda text: f"[[{text}|{text}]]"),
        words.map(lambda text: f"''{text}'' <ref name=s/> "),
        inner.map(lambda text: f"\n* {text}\n"),
        inner.map(lambda text: f"\n{{| class=x\n! {text}\n|-\n| a || b\n|}}\n"),
    ),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(pieces)
def test_lightening_changes_nothing_where_markup_is_closed(markup: str) -> None:
    assert wikitext.paragraphs(markup) == wikitext.parsed_paragraphs(markup)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([*"ab \n'[]{}|<>/!-*=&;#:", "ref", "nowiki"]), max_size=80))
def test_any_text_gives_paragraphs_fit_to_be_written(markup: list[str]) -> None:
    for paragraph in wikitext.paragraphs("".join(markup)):
        assert paragraph == paragraph.strip() != ""
        assert "\n" not in paragraph
        paragraph.encode()


def test_a_page_too_large_or_never_closed_is_no_page() -> None:
    with pytest.raises(ValueError, match="characters"):
        wikitext.paragraphs("x" * (wikitext.LARGEST + 1))
    with pytest.raises(ValueError, match="brackets"):
        wikitext.paragraphs("[[a|" * (wikitext.UNCLOSED + 1))
