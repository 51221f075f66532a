"""`read`: the shape of a file, folders, and what is refused."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
from pathlib import Path

import pytest

from reticent.errors import KnowledgeError
from reticent.knowledge.sources import Tally, Unit, read

CORPUS = Path(__file__).parents[4] / "shared" / "corpus"


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


class TestText:
    ARTICLES = "# One\nfirst paragraph\nsecond\n\n# Two\n\n# Three\nlast #3\n#4\n\n"

    def test_articles(self, tmp_path: Path) -> None:
        assert list(read(written(tmp_path, "a.txt", self.ARTICLES))) == [
            Unit("One", ("first paragraph", "second")),
            Unit("Two", ()),
            Unit("Three", ("last #3", "#4")),
        ]

    @pytest.mark.parametrize(
        ("suffix", "pack"), [(".xz", lzma.compress), (".gz", gzip.compress), (".bz2", bz2.compress)]
    )
    def test_compressed_is_the_same(self, tmp_path: Path, suffix: str, pack: object) -> None:
        assert callable(pack)
        plain = written(tmp_path, "a.txt", self.ARTICLES)
        packed = written(tmp_path, "a.txt" + suffix, pack(self.ARTICLES.encode()))
        assert list(read(packed)) == list(read(plain))

    def test_a_title_needs_no_empty_line_before_it(self, tmp_path: Path) -> None:
        path = written(tmp_path, "a.txt", "# One\nfirst\n# Two\nsecond")
        assert [unit.title for unit in read(path)] == ["One", "Two"]

    def test_without_titles_a_file_is_one_unit_of_blocks(self, tmp_path: Path) -> None:
        path = written(tmp_path, "a.txt", "\n\nA wrapped\nparagraph.\r\n \t\nAnother\n# of it.\n")
        assert list(read(path)) == [Unit("", ("A wrapped paragraph.", "Another # of it."))]

    def test_a_file_that_begins_without_title_and_has_one_later_is_refused(
        self, tmp_path: Path
    ) -> None:
        with pytest.raises(KnowledgeError, match=r"a\.txt: line 3 is a title"):
            list(read(written(tmp_path, "a.txt", "preface\n\n# One\ntext\n")))

    @pytest.mark.parametrize("start", ["# A\n", ""])
    def test_an_article_above_the_limit_is_refused(
        self, tmp_path: Path, start: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("reticent.knowledge.sources.text.LIMIT", 1000)
        with pytest.raises(KnowledgeError, match="line 1 is longer"):
            list(read(written(tmp_path, "a.txt", start + "word word\n" * 200)))

    @pytest.mark.skipif(not CORPUS.is_dir(), reason="no ../shared/corpus beside the repository")
    def test_a_shard_of_the_corpus_has_a_unit_for_each_title(self) -> None:
        units = titled = paragraphs = 0
        for unit in read(CORPUS / "medicine.txt.xz"):
            units += 1
            titled += bool(unit.title)
            paragraphs += bool(unit.paragraphs)
        assert units == titled == paragraphs == 97_148  # as grep -c '^# ' counts


class TestShape:
    @pytest.mark.parametrize(
        ("name", "content"),
        [
            ("a.txt", '{"title": "A", "text": "b"}\n'),
            ("a.txt", '<doc id="1" url="" title="A">\nA\n\nb\n</doc>\n'),
            ("a.txt", "<mediawiki></mediawiki>"),
            ("a.txt", "{\\rtf1 x}"),
            ("a.jsonl", "# Title\ntext\n"),
            ("wiki_00", "# Title\ntext\n"),
            ("a.xml", "<html><body>x</body></html>"),
            ("a.xml", "# Title\ntext\n"),
            ("enwiki-latest-pages-articles-multistream-index.txt", "616:10:AccessibleComputing\n"),
        ],
    )
    def test_a_name_and_a_content_that_disagree_are_refused(
        self, tmp_path: Path, name: str, content: str
    ) -> None:
        with pytest.raises(KnowledgeError, match=name):
            read(written(tmp_path, name, content))

    @pytest.mark.parametrize("name", ["a.pdf", "a", "a.md5", "README.md", "wiki_xx", "a.7z"])
    def test_an_unknown_kind_is_refused_by_name(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(KnowledgeError, match=f"{name}: not a known kind"):
            read(written(tmp_path, name, "text"))

    @pytest.mark.parametrize(
        ("name", "content"),
        [
            ("a.txt", ""),
            ("a.txt", "\n \n"),
            ("a.txt.gz", gzip.compress(b"", mtime=0)),
            ("a.jsonl.xz", lzma.compress(b"\n")),
            ("a.jsonl", '{"title": "", "text": " "}\n'),
            ("wiki_00.bz2", bz2.compress(b"")),
            ("a.xml", '<mediawiki version="0.11"></mediawiki>'),
            ("a.xml.gz", gzip.compress(b"<PubmedArticleSet></PubmedArticleSet>", mtime=0)),
        ],
    )
    def test_no_units_are_refused(self, tmp_path: Path, name: str, content: str | bytes) -> None:
        with pytest.raises(KnowledgeError, match=name):
            list(read(written(tmp_path, name, content)))


class TestFolder:
    def test_files_come_sorted_by_relative_path_each_by_its_format(self, tmp_path: Path) -> None:
        written(tmp_path, "b/x.jsonl", '{"title": "3", "text": "t"}')
        written(tmp_path, "b.txt", "# 2\nt")
        written(tmp_path, "a/z/y.txt", "# 1\nt")
        written(tmp_path, "c/AA/wiki_00", '<doc id="1" url="u" title="4">\n4\n\nt\n</doc>\n')
        written(tmp_path, "c/AB/wiki_00", '{"id": "5", "url": "u", "title": "5", "text": "t"}')
        written(tmp_path, ".hidden", "\0")
        written(tmp_path, ".git/config", "\0")
        tally = Tally()
        assert [unit.title for unit in read(tmp_path, tally)] == list("12345")
        assert tally.units == 5

    def test_an_empty_folder_is_refused(self, tmp_path: Path) -> None:
        written(tmp_path, ".hidden", "x")
        with pytest.raises(KnowledgeError, match="holds no files"):
            read(tmp_path)

    def test_a_stray_file_is_refused_before_anything_is_read(self, tmp_path: Path) -> None:
        written(tmp_path, "a.txt", "# 1\nt")
        written(tmp_path, "sub/notes.doc", "x")
        with pytest.raises(KnowledgeError, match=r"notes\.doc"):
            read(tmp_path)

    def test_an_empty_file_in_a_folder_is_refused(self, tmp_path: Path) -> None:
        written(tmp_path, "a.txt", "# 1\nt")
        written(tmp_path, "b.txt", "")
        with pytest.raises(KnowledgeError, match=r"b\.txt"):
            read(tmp_path)

    def test_a_missing_source_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(KnowledgeError, match="no such file"):
            read(tmp_path / "nowhere")

    def test_links_to_folders_and_to_nowhere_are_refused(self, tmp_path: Path) -> None:
        written(tmp_path, "a/b.txt", "# 1\nt")
        (tmp_path / "a" / "loop").symlink_to(tmp_path / "a")
        with pytest.raises(KnowledgeError, match="loop: a link to a folder"):
            read(tmp_path)
        (tmp_path / "a" / "loop").unlink()
        (tmp_path / "a" / "gone.txt").symlink_to(tmp_path / "gone.txt")
        with pytest.raises(KnowledgeError, match=r"gone\.txt: no such file"):
            read(tmp_path)

    def test_a_pipe_is_refused(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "a.txt")
        with pytest.raises(KnowledgeError, match="neither a file nor a folder"):
            read(tmp_path)


class TestJsonl:
    def test_units(self, tmp_path: Path) -> None:
        lines = (
            '{"title": "A", "text": "one\\n\\ntwo &amp; three", "extra": [1]}\n\n'
            '{"text": "untitled"}\n'
            '{"title": null, "text": "\\u00fc\\ud83d\\ude00"}\n'
            '{"title": "only", "text": ""}\n'
            '{"title": "", "text": "\\n"}\n'
        )
        tally = Tally()
        assert list(read(written(tmp_path, "a.jsonl", lines), tally)) == [
            Unit("A", ("one", "two &amp; three")),
            Unit("", ("untitled",)),
            Unit("", ("ü😀",)),
            Unit("only", ()),
        ]
        assert tally.left_out == {"neither title nor text": 1}

    @pytest.mark.parametrize(
        "line",
        [
            "{",
            "not json",
            "[]",
            '"text"',
            '{"title": "A"}',
            '{"title": "A", "text": null}',
            '{"title": "A", "text": ["b"]}',
            '{"title": 5, "text": "b"}',
            '{"title": "A", "text": "\\u0000"}',
            '{"title": "\\ud800", "text": "b"}',
            '{"text": ' + "[" * 100_000 + "}",
            '{"title": "A", "text": "b"} {"title": "B", "text": "c"}',
        ],
    )
    def test_what_is_no_such_object_is_refused_with_file_and_line(
        self, tmp_path: Path, line: str
    ) -> None:
        path = written(tmp_path, "a.jsonl", '{"title": "A", "text": "b"}\n' + line + "\n")
        with pytest.raises(KnowledgeError, match=r"a\.jsonl: line 2 ") as caught:
            list(read(path))
        assert "not json" not in str(caught.value)


class TestExtractor:
    DOCUMENTS = """<doc id="12" url="https://en.wikipedia.org/wiki?curid=12" title="Anarchism">
Anarchism

Anarchism is a political philosophy &amp; movement.

Etymology.
The word is &lt;old&gt;.

</doc>
<doc id="13" revid="7" url="https://en.wikipedia.org/wiki?curid=13" title="The "Fifth" Column">
The "Fifth" Column

Anarchism
</doc>
<doc id="14" url="https://en.wikipedia.org/wiki?curid=14" title="AT&amp;T">
AT&amp;T

</doc>
"""

    def test_documents(self, tmp_path: Path) -> None:
        path = written(tmp_path, "AA/wiki_00", self.DOCUMENTS)
        assert list(read(path)) == [
            Unit(
                "Anarchism",
                (
                    "Anarchism is a political philosophy & movement.",
                    "Etymology.",
                    "The word is <old>.",
                ),
            ),
            Unit('The "Fifth" Column', ("Anarchism",)),
            Unit("AT&T", ()),
        ]

    def test_json_form_is_unescaped_too(self, tmp_path: Path) -> None:
        line = (
            '{"id": "12", "revid": "7", "url": "https://en.wikipedia.org/wiki?curid=12", '
            '"title": "A", "text": "p &lt; q\\nr"}\n'
        )
        path = written(tmp_path, "AA/wiki_17.bz2", bz2.compress(line.encode()))
        assert list(read(path)) == [Unit("A", ("p < q", "r"))]

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (DOCUMENTS[: DOCUMENTS.rindex("</doc>")], "line 15 is never closed"),
            (DOCUMENTS.replace("</doc>\n", "", 1), "still open on line 9"),
            (DOCUMENTS + "stray\n", "line 19 stands in no <doc>"),
            ('<doc id="1">\nx\n</doc>\n', "line 1 is no <doc>"),
        ],
    )
    def test_damage_is_refused(self, tmp_path: Path, content: str, message: str) -> None:
        with pytest.raises(KnowledgeError, match=message):
            list(read(written(tmp_path, "wiki_00", content)))
