"""The command line as CONTRACT has it: exit status, standard output, and files whole or absent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import COUNTS, NOTE, Run

CLEAN = "He takes [redacted] for [redacted].\r\nThe weather was fine.\n"

SANITIZE = ("sanitize", "--protect", "HIV", "--counts", "counts.json", "--unknown", "keep")


def files() -> set[str]:
    given = {"counts.json", "note.txt"}
    return {str(path) for path in Path().rglob("*") if path.is_file()} - given


class TestDone:
    """ "0 done and verified" """

    def test_to_standard_output_goes_the_document_and_nothing_else(self, run: Run) -> None:
        ended = run(*SANITIZE, "note.txt")
        assert (ended.status, ended.out.decode()) == (0, CLEAN)
        assert files() == set()

    def test_from_standard_input(self, run: Run) -> None:
        ended = run(*SANITIZE, "-", stdin=NOTE.encode())
        assert (ended.status, ended.out.decode()) == (0, CLEAN)

    def test_to_a_file_with_its_certificate_beside_it(self, run: Run) -> None:
        ended = run(*SANITIZE, "note.txt", "-o", "out.txt")
        assert (ended.status, ended.out) == (0, b"")
        assert Path("out.txt").read_bytes() == CLEAN.encode()
        assert files() == {"out.txt", "out.txt.certificate.json"}
        assert Path("note.txt").read_bytes() == NOTE.encode()

    def test_a_certificate_without_a_file(self, run: Run) -> None:
        ended = run(*SANITIZE, "note.txt", "--certificate", "c.json")
        assert (ended.status, ended.out.decode()) == (0, CLEAN)
        assert files() == {"c.json"}

    def test_several_inputs_go_to_a_folder(self, run: Run) -> None:
        Path("two.txt").write_text("The weather.")
        assert run(*SANITIZE, "note.txt", "two.txt", "-o", "out").status == 0
        assert {"out/note.txt", "out/two.txt", "out/two.txt.certificate.json"} < files()

    def test_an_empty_file_stays_empty(self, run: Run) -> None:
        Path("empty.txt").write_bytes(b"")
        assert run(*SANITIZE, "empty.txt", "-o", "out.txt").status == 0
        assert Path("out.txt").read_bytes() == b""
        ended = run("verify", "out.txt", "out.txt.certificate.json", "--counts", "counts.json")
        assert ended.status == 0

    def test_protect_from_a_list(self, run: Run) -> None:
        Path("list.txt").write_text("\n HIV \n\n")
        ended = run(*SANITIZE[:1], "--protect", "@list.txt", *SANITIZE[3:], "note.txt")
        assert (ended.status, ended.out.decode()) == (0, CLEAN)

    def test_an_existing_output_is_replaced_whole(self, run: Run) -> None:
        Path("out.txt").write_text("old" * 1000)
        assert run(*SANITIZE, "note.txt", "-o", "out.txt").status == 0
        assert Path("out.txt").read_bytes() == CLEAN.encode()


class TestRefused:
    """ "1 a document's release is refused ...: of a refused input nothing is written" """

    @pytest.mark.parametrize(
        "data", [b"HIV \xff", b"HIV\0", "HIV".encode("utf-16"), b"HIV \xc3"], ids=repr
    )
    def test_what_is_no_text(self, data: bytes, run: Run) -> None:
        Path("bad.txt").write_bytes(data)
        for place in ((), ("-o", "out.txt")):
            ended = run(*SANITIZE, "bad.txt", *place)
            assert (ended.status, ended.out) == (1, b"")
            assert files() == {"bad.txt"}
            assert "bad.txt" in ended.err

    def test_standard_input_that_is_no_text(self, run: Run) -> None:
        ended = run(*SANITIZE, "-", stdin=b"\xff")
        assert (ended.status, ended.out) == (1, b"")

    def test_of_several_the_others_are_done_all_the_same(self, run: Run) -> None:
        Path("bad.txt").write_bytes(b"\xff")
        Path("last.txt").write_text("The weather.")
        ended = run(*SANITIZE, "note.txt", "bad.txt", "last.txt", "-o", "out")
        assert ended.status == 1
        assert Path("out/note.txt").read_bytes() == CLEAN.encode()
        assert Path("out/last.txt").read_text() == "The weather."
        assert not [name for name in files() if name.startswith("out/bad")]
        assert "bad.txt" in ended.err

    def test_nothing_of_the_document_is_told(self, run: Run) -> None:
        Path("bad.txt").write_bytes(b"Brown zidovudine \xff")
        assert not {"Brown", "zidovudine"} & set(run(*SANITIZE, "bad.txt").err.split())


WRONG = {
    "no file": (*SANITIZE, "missing.txt"),
    "a folder": (*SANITIZE, "folder"),
    "nothing to protect": ("sanitize", "note.txt", "--counts", "counts.json"),
    "an empty word": ("sanitize", "--protect", "", "--counts", "counts.json", "note.txt"),
    "a stop word": ("sanitize", "--protect", "the", "--counts", "counts.json", "note.txt"),
    "an empty list": ("sanitize", "--protect", "@empty", "--counts", "counts.json", "note.txt"),
    "no list": ("sanitize", "--protect", "@missing", "--counts", "counts.json", "note.txt"),
    "an unknown entity": ("sanitize", "--protect", "xyzzy", "--counts", "counts.json", "note.txt"),
    "alpha below 1": (*SANITIZE, "note.txt", "--alpha", "0.9"),
    "alpha no number": (*SANITIZE, "note.txt", "--alpha", "two"),
    "alpha nan": (*SANITIZE, "note.txt", "--alpha", "nan"),
    "alpha without end": (*SANITIZE, "note.txt", "--alpha", "1e400"),
    "alpha 1/0": (*SANITIZE, "note.txt", "--alpha", "1/0"),
    "a wrong flag": (*SANITIZE, "note.txt", "--no-such-flag"),
    "a wrong model": (*SANITIZE, "note.txt", "--model", "magic"),
    "a wrong mode": (*SANITIZE, "note.txt", "--mode", "burn"),
    "a wrong estimator": (*SANITIZE, "note.txt", "--estimator", "guess"),
    "floor 0": (*SANITIZE, "note.txt", "--estimator", "mle", "--floor", "0"),
    "an empty marker": (*SANITIZE, "note.txt", "--marker", ""),
    "a form of nothing": (*SANITIZE, "note.txt", "--form", "flu=influenza"),
    "a form without =": (*SANITIZE, "note.txt", "--form", "HIV"),
    "no table": ("sanitize", "--protect", "HIV", "--counts", "missing.json", "note.txt"),
    "a broken table": ("sanitize", "--protect", "HIV", "--counts", "note.txt", "note.txt"),
    "table and pack": (*SANITIZE, "note.txt", "--knowledge", "folder"),
    "no pack": ("sanitize", "--protect", "HIV", "--knowledge", "none", "note.txt"),
    "a folder as pack": (
        "sanitize", "--protect", "HIV", "--knowledge", "none", "--knowledge", "folder", "note.txt",
    ),
    "the output is the input": (*SANITIZE, "note.txt", "-o", "note.txt"),
    "the output is the input by another name": (*SANITIZE, "note.txt", "-o", "folder/../note.txt"),
    "the certificate is the input": (*SANITIZE, "note.txt", "--certificate", "note.txt"),
    "the certificate is the output": (
        *SANITIZE, "note.txt", "-o", "out.txt", "--certificate", "out.txt",
    ),
    "the output is a folder": (*SANITIZE, "note.txt", "-o", "folder"),
    "several without a folder": (*SANITIZE, "note.txt", "counts.json"),
    "several of one name": (*SANITIZE, "note.txt", "folder/../note.txt", "-o", "out"),
    "the folder is theirs": (*SANITIZE, "note.txt", "counts.json", "-o", "."),
    "a file where a folder must be": (*SANITIZE, "note.txt", "-o", "counts.json/out.txt"),
    "no command": (),
    "a wrong command": ("sanitise", "note.txt"),
}  # fmt: skip


class TestWrong:
    """ "2 anything wrong with options, packs, tables, taxonomies, policies, ..., paths" """

    @pytest.mark.parametrize("arguments", WRONG.values(), ids=WRONG.keys())
    def test_exit_2_and_nothing_written(self, arguments: tuple[str, ...], run: Run) -> None:
        Path("folder").mkdir()
        Path("empty").write_text("\n")
        ended = run(*arguments)
        assert ended.status == 2, ended.err
        assert ended.out == b""
        assert files() == {"empty"}
        assert Path("note.txt").read_bytes() == NOTE.encode()
        assert "Traceback" not in ended.err
        assert ended.err.startswith(("reticent: ", "usage: "))

    def test_a_link_to_the_input_is_the_input(self, run: Run) -> None:
        Path("link.txt").symlink_to("note.txt")
        assert run(*SANITIZE, "note.txt", "-o", "link.txt").status == 2
        assert Path("note.txt").read_bytes() == NOTE.encode()


class TestVerify:
    CHECK = ("verify", "out.txt", "out.txt.certificate.json", "--counts", "counts.json")

    @pytest.fixture(autouse=True)
    def released(self, run: Run) -> None:
        assert run(*SANITIZE, "note.txt", "-o", "out.txt").status == 0

    def test_it_holds(self, run: Run) -> None:
        assert run(*self.CHECK).status == 0
        assert run(*self.CHECK, "--input", "note.txt").status == 0

    def test_a_changed_output_is_refused(self, run: Run) -> None:
        Path("out.txt").write_bytes(CLEAN.encode() + b" ")
        assert run(*self.CHECK).status == 1

    def test_another_input_is_refused(self, run: Run) -> None:
        Path("other.txt").write_text("other")
        assert run(*self.CHECK, "--input", "other.txt").status == 1

    def test_another_table_is_refused(self, run: Run) -> None:
        Path("counts.json").write_text(json.dumps({"size": 1001, "counts": COUNTS}))
        assert run(*self.CHECK).status == 1

    def test_a_changed_certificate_does_not_hold(self, run: Run) -> None:
        path = Path("out.txt.certificate.json")
        whole = path.read_text()
        for old, new in (('"every single term"', '"the whole"'), ('"utility": ', '"utility": 1')):
            assert old in whole
            path.write_text(whole.replace(old, new, 1))
            assert run(*self.CHECK).status in (1, 2)

    def test_no_certificate(self, run: Run) -> None:
        assert run("verify", "out.txt", "note.txt", "--counts", "counts.json").status == 2
        assert run("verify", "out.txt", "missing", "--counts", "counts.json").status == 2


def test_an_error_of_the_program_does_not_quote_the_document(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from reticent import release

    def broken(*_: object) -> None:
        raise ValueError("He takes zidovudine")

    monkeypatch.setattr(release, "release", broken)
    ended = run(*SANITIZE, "note.txt", "-o", "out.txt")
    assert ended.status == 1
    assert "zidovudine" not in ended.err
    assert "ValueError" in ended.err
    assert files() == set()


def test_killed_between_its_files_no_half_file_is_left(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    import os

    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "disk full")))
    ended = run(*SANITIZE, "note.txt", "-o", "out.txt")
    assert ended.status in (1, 2)
    assert files() == set()
