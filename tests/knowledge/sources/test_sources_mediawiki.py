"""Wikipedia dumps, on small ones in their exact form."""

from __future__ import annotations

import bz2
import gzip
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from reticent.errors import KnowledgeError
from reticent.knowledge.sources import Tally, Unit, read, wikitext

HEADER = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-{v}/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.mediawiki.org/xml/export-{v}/ http://www.mediawiki.org/xml/export-{v}.xsd" version="{v}" xml:lang="en">
  <siteinfo>
    <sitename>Wikipedia</sitename>
    <dbname>enwiki</dbname>
    <base>https://en.wikipedia.org/wiki/Main_Page</base>
    <generator>MediaWiki 1.43.0-wmf.5</generator>
    <case>first-letter</case>
    <namespaces>
      <namespace key="-2" case="first-letter">Media</namespace>
      <namespace key="-1" case="first-letter">Special</namespace>
      <namespace key="0" case="first-letter" />
      <namespace key="1" case="first-letter">Talk</namespace>
      <namespace key="6" case="first-letter">Datei</namespace>
      <namespace key="10" case="first-letter">Template</namespace>
      <namespace key="14" case="first-letter">Kategorie</namespace>
    </namespaces>
  </siteinfo>
"""  # noqa: E501
FOOTER = "</mediawiki>\n"


def page(
    title: str, text: str, ns: int = 0, redirect: str = "", model: str = "wikitext", v: str = "0.11"
) -> str:
    moved = f'    <redirect title="{escape(redirect)}" />\n' if redirect else ""
    origin = "      <origin>1245251020</origin>\n" if v == "0.11" else ""
    return f"""  <page>
    <title>{escape(title)}</title>
    <ns>{ns}</ns>
    <id>10</id>
{moved}    <revision>
      <id>1245251020</id>
      <parentid>1219062925</parentid>
      <timestamp>2024-09-12T00:40:05Z</timestamp>
      <contributor>
        <username>Somebody</username>
        <id>7903804</id>
      </contributor>
      <comment>a comment is no text</comment>
{origin}      <model>{model}</model>
      <format>text/x-wiki</format>
      <text bytes="{len(text)}" sha1="kmysdltgexdwkv2xsml3j44jb56dxvn" xml:space="preserve">{escape(text)}</text>
      <sha1>kmysdltgexdwkv2xsml3j44jb56dxvn</sha1>
    </revision>
  </page>
"""  # noqa: E501


def dump(*pages: str, v: str = "0.11") -> bytes:
    return (HEADER.format(v=v) + "".join(pages) + FOOTER).encode()


def written(folder: Path, content: bytes, name: str = "enwiki-latest-pages-articles.xml") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


ARTICLE = """{{Short description|A virus}}
{{Infobox virus
| name = HIV
| image = [[File:HIV.jpg|200px]]
}}
The '''human immunodeficiency viruses''' ('''HIV''') are two species of ''[[Lentivirus]]''
<ref name="x">{{cite journal |title=Not text}}</ref> that infect [[human being|human]]s.<!-- no -->

[[Datei:Diagram.png|thumb|A caption with a [[link]]]]
== History ==
* first &amp; foremost
* [[second]]
{| class="wikitable"
! Cell
|-
| no [[text]]
|}
See AT&amp;T&nbsp;Labs.
[[Kategorie:Viruses]]
[[Category:HIV/AIDS]]
"""
PARAGRAPHS = (
    "The human immunodeficiency viruses (HIV) are two species of Lentivirus",
    "that infect humans.",
    "first & foremost",
    "second",
    "See AT&T Labs.",
)


@pytest.mark.parametrize("v", ["0.10", "0.11"])
def test_articles_only_and_what_is_left_out_is_counted(tmp_path: Path, v: str) -> None:
    content = dump(
        page("AccessibleComputing", "#REDIRECT [[X]]", redirect="Computer accessibility", v=v),
        page("HIV & AIDS", ARTICLE, v=v),
        page("Talk:HIV", "talk", ns=1, v=v),
        page("Template:X", "template", ns=10, v=v),
        page("Data", '{"x": 1}', model="json", v=v),
        page("Virus", "A '''virus'''.", v=v),
        v=v,
    )
    tally = Tally()
    assert list(read(written(tmp_path, content), tally)) == [
        Unit("HIV & AIDS", PARAGRAPHS),
        Unit("Virus", ("A virus.",)),
    ]
    assert tally.left_out == {
        "redirects": 1,
        "pages of other namespaces": 2,
        "pages that are no wikitext": 1,
    }
    assert (tally.units, tally.skipped) == (2, 0)


def test_multistream_gzip_parts_and_plain_are_the_same(tmp_path: Path) -> None:
    pages = [page(f"P{number}", f"text {number}") for number in range(7)]
    plain = dump(*pages)
    streams = [HEADER.format(v="0.11"), *pages, FOOTER]
    multistream = b"".join(bz2.compress(part.encode()) for part in streams)
    expected = [Unit(f"P{number}", (f"text {number}",)) for number in range(7)]
    for name, content in (
        ("enwiki-20240901-pages-articles.xml", plain),
        ("enwiki-20240901-pages-articles.xml.gz", gzip.compress(plain)),
        ("enwiki-20240901-pages-articles-multistream.xml.bz2", multistream),
        ("enwiki-20240901-pages-articles1.xml-p1p41242.bz2", bz2.compress(plain)),
    ):
        assert list(read(written(tmp_path, content, name))) == expected


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.999])
def test_truncated_xml_is_refused(tmp_path: Path, share: float) -> None:
    content = dump(*(page(f"P{number}", "text") for number in range(50)))
    path = written(tmp_path, bz2.compress(content[: int(len(content) * share)]), "a.xml.bz2")
    with pytest.raises(KnowledgeError, match=r"a\.xml\.bz2: malformed or truncated XML at line"):
        list(read(path))


def test_a_missing_stream_of_a_multistream_dump_is_refused(tmp_path: Path) -> None:
    streams = [HEADER.format(v="0.11"), page("A", "a"), page("B", "b")]
    path = written(tmp_path, b"".join(bz2.compress(each.encode()) for each in streams), "a.xml.bz2")
    with pytest.raises(KnowledgeError, match="truncated XML"):
        list(read(path))


def test_invalid_utf8_and_nul_are_refused(tmp_path: Path) -> None:
    for bad in (b"\xff", b"\0", b"\xed\xa0\x80"):
        content = dump(page("A", "some MARK text")).replace(b"MARK", bad)
        with pytest.raises(KnowledgeError, match="malformed"):
            list(read(written(tmp_path, content)))


def test_entities_of_its_own_and_external_ones_are_refused(tmp_path: Path) -> None:
    for declared in ('<!ENTITY x "y">', '<!ENTITY x SYSTEM "file:///etc/passwd">'):
        content = f"<!DOCTYPE mediawiki [{declared}]>\n".encode() + dump(page("A", "MARK")).replace(
            b"MARK", b"&x;"
        )
        with pytest.raises(KnowledgeError, match="declares entities"):
            list(read(written(tmp_path, content)))


def test_an_unknown_entity_is_refused_not_dropped(tmp_path: Path) -> None:
    head = b'<!DOCTYPE mediawiki SYSTEM "none.dtd">\n'
    content = head + dump(page("A", "a MARK b")).replace(b"MARK", b"&nbsp;")
    with pytest.raises(KnowledgeError, match="malformed"):
        list(read(written(tmp_path, content)))


def test_a_history_dump_is_refused(tmp_path: Path) -> None:
    once = page("A", "text")
    revision = once[once.index("    <revision>") : once.index("  </page>")]
    with pytest.raises(KnowledgeError, match="several revisions"):
        list(read(written(tmp_path, dump(once.replace(revision, revision * 2)))))


def test_a_page_above_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reticent.knowledge.sources.elements.LIMIT", 1 << 20)
    small = [page(f"P{number}", "text " * 1000) for number in range(1000)]
    path = written(tmp_path, dump(*small))
    assert sum(1 for _ in read(path)) == 1000
    huge = page("Huge", "", ns=1).replace("></text>", ">" + "x" * (3 << 20) + "</text>")
    path = written(tmp_path, bz2.compress(dump(page("A", "a"), huge, page("B", "b"))), "b.xml.bz2")
    with pytest.raises(KnowledgeError, match="larger than 1 MB"):
        list(read(path))


class TestPagesThatCannotBeParsed:
    @pytest.fixture
    def path(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        real = wikitext.paragraphs

        def raising(markup: str, names: frozenset[str]) -> tuple[str, ...]:
            if "BAD" in markup:
                raise RecursionError
            return real(markup, names)

        monkeypatch.setattr(wikitext, "paragraphs", raising)
        return written(tmp_path, dump(page("A", "a"), page("B", "BAD"), page("C", "c")))

    def test_they_are_skipped_and_counted(self, path: Path) -> None:
        tally = Tally()
        assert [unit.title for unit in read(path, tally)] == ["A", "C"]
        assert tally.skipped == 1

    def test_without_a_tally_they_are_refused(self, path: Path) -> None:
        with pytest.raises(KnowledgeError, match="Tally"):
            list(read(path))

    def test_what_stalls_the_parser_is_such_a_page(self, tmp_path: Path) -> None:
        path = written(tmp_path, dump(page("A", "{{a|" * 10_000), page("B", "b")))
        tally = Tally()
        assert [unit.title for unit in read(path, tally)] == ["B"]
        assert tally.skipped == 1
