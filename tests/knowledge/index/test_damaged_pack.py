"""A damaged, truncated or foreign pack is refused: never a wrong number, never a crash.

Each kind of damage is done in a process of its own, because a damaged trie that is trusted takes
the whole process with it.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from reticent.errors import KnowledgeError
from reticent.knowledge.index.corpus import IndexedCorpus
from reticent.knowledge.index.pack import fingerprint_of, read_manifest, verify

WORDS = "alpha beta gamma delta epsilon zeta eta theta iota kappa AIDS aids Aids virus".split()
POSITIONS = 300

ASK = """
import json, random, sys
from pathlib import Path
from reticent.errors import KnowledgeError
from reticent.knowledge.index.corpus import IndexedCorpus
from reticent.knowledge.index.pack import verify

pack, kind = Path(sys.argv[1]), sys.argv[2]
words = sys.argv[3].split()
queries = [[w] for w in words] + [[f"{a} {b}"] for a in words for b in words]
queries += [[a, b] for a in words for b in words]

def answers():
    corpus = IndexedCorpus(pack)
    shares = [str(share) for share in corpus.capital_shares(words)]
    counts = corpus.counts(queries).tolist()
    return counts, corpus.exact(queries).tolist(), shares, corpus.size, corpus.name

def ask(truth, what):
    try:
        found = answers()
    except KnowledgeError:
        refused = True
    except Exception as error:
        print(json.dumps([what, "raised " + repr(error)[:120]]))
        return
    else:
        refused = False
        if found != truth:
            print(json.dumps([what, "a wrong number"]))
    try:
        verify(pack)
    except KnowledgeError:
        return
    except Exception as error:
        print(json.dumps([what, "verify raised " + repr(error)[:120]]))
    if refused:
        print(json.dumps([what, "refused, but verify finds nothing"]))
    elif kind != "flip" or not what.startswith("pack.json"):
        print(json.dumps([what, "verify finds nothing"]))

def replaced(path, data):
    path.unlink()
    path.write_bytes(data)

truth = answers()
places = [(path, at) for path in sorted(pack.iterdir()) for at in range(path.stat().st_size)]
rng = random.Random(7)
files = sorted(pack.iterdir())
if kind == "flip":
    few = [(f, at) for f in files for at in (0, f.stat().st_size // 2, f.stat().st_size - 1)
           if f.stat().st_size]
    sample = few + rng.sample(places, min(POSITIONS, len(places)))
    for path, at in sample:
        whole = path.read_bytes()
        changed = bytearray(whole)
        changed[at] ^= 1 << rng.randrange(8)
        replaced(path, bytes(changed))
        ask(truth, f"{path.name} at {at}")
        replaced(path, whole)
elif kind == "truncate":
    for path in files:
        whole = path.read_bytes()
        for length in sorted({0, 1, len(whole) // 2, len(whole) - 1}):
            if 0 <= length < len(whole.rstrip()):
                replaced(path, whole[:length])
                ask(truth, f"{path.name} cut to {length}")
        replaced(path, whole + b"\\0")
        if path.name != "pack.json":
            ask(truth, f"{path.name} with a byte more")
        replaced(path, whole)
elif kind == "remove":
    for path in files:
        whole = path.read_bytes()
        path.unlink()
        ask(truth, f"{path.name} removed")
        path.mkdir()
        ask(truth, f"{path.name} made a folder")
        path.rmdir()
        path.write_bytes(whole)
elif kind == "swap":
    for path in files:
        for other in files:
            if path < other and path.read_bytes() != other.read_bytes():
                one, two = path.read_bytes(), other.read_bytes()
                replaced(path, two)
                replaced(other, one)
                ask(truth, f"{path.name} and {other.name} swapped")
                replaced(path, one)
                replaced(other, two)
assert answers() == truth, "the test did not put everything back"
print("done")
"""


@pytest.fixture(scope="module")
def pack(build_pack: Callable[..., Path]) -> Path:
    rng = random.Random(1)
    texts = [" ".join(["The", *rng.choices(WORDS, k=12)]).capitalize() for _ in range(20)]
    texts += [" ".join(rng.choices(WORDS, k=12)) for _ in range(20)]
    return build_pack(texts, max_words=2, cutoffs=(1, 2))


@pytest.fixture
def copy(pack: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(pack, tmp_path / "pack"))


@pytest.mark.parametrize("kind", ["flip", "truncate", "remove", "swap"])
def test_every_kind_of_damage_is_refused(kind: str, copy: Path) -> None:
    script = ASK.replace("POSITIONS", str(POSITIONS))
    done = subprocess.run(
        [sys.executable, "-c", script, str(copy), kind, " ".join(WORDS)],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        check=False,
    )
    lines = done.stdout.splitlines()
    assert done.returncode == 0, f"the process died: {done.stderr[-500:]} {lines[-1:]}"
    assert lines[-1] == "done"
    assert not lines[:-1]


def test_a_whole_pack_is_verified(pack: Path) -> None:
    assert verify(pack) == read_manifest(pack)
    assert IndexedCorpus(pack).fingerprint == verify(pack).fingerprint


def test_a_stranger_in_the_folder_is_found_by_verify(copy: Path) -> None:
    (copy / "notes.txt").write_text("mine")
    with pytest.raises(KnowledgeError, match="no part of the pack"):
        verify(copy)


@pytest.mark.parametrize("content", [None, "", "{}", "[]", "null", "3", "not json", "\xff\xfe"])
def test_a_foreign_folder_is_refused(content: str | None, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "pack.json").write_text(content, "latin-1")
    for use in (IndexedCorpus, verify):
        with pytest.raises(KnowledgeError):
            use(tmp_path)


def test_a_file_or_nothing_at_all_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for path in (tmp_path / "file", tmp_path / "nothing"):
        for use in (IndexedCorpus, verify):
            with pytest.raises(KnowledgeError):
                use(path)


def rewrite(pack: Path, **changes: object) -> None:
    """Change a manifest so that its own sum is right again: another version, not an accident."""
    content = json.loads((pack / "pack.json").read_text())
    content.pop("fingerprint")
    content |= changes
    content["fingerprint"] = fingerprint_of(content)
    (pack / "pack.json").write_text(json.dumps(content))


def test_another_version_of_the_format_is_refused_by_name(copy: Path) -> None:
    rewrite(copy, format="reticent.pack/2")
    with pytest.raises(KnowledgeError, match=r"reticent\.pack/2"):
        IndexedCorpus(copy)


@pytest.mark.parametrize(
    "changes",
    [
        {"size": None},
        {"size": "many"},
        {"cutoffs": 3},
        {"segments": None},
        {"files": None},
        {"about": 3},
        {"phrases": 1},
        {"segments": [1, 2]},
        {"files": {}},
        {"segments": [-1]},
    ],
)
def test_a_manifest_that_does_not_fit_is_refused(changes: dict[str, object], copy: Path) -> None:
    rewrite(copy, **changes)
    with pytest.raises(KnowledgeError):
        IndexedCorpus(copy)


def test_messages_say_what_to_do(copy: Path) -> None:
    (copy / "anchors.bin").write_bytes(b"")
    with pytest.raises(KnowledgeError, match="install or build the pack again"):
        IndexedCorpus(copy)
