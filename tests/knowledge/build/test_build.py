"""Same input, same bytes: however many processes and chunks, and however often it was killed."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from reticent.errors import KnowledgeError, UsageError
from reticent.knowledge.build import Settings, build, default_cutoffs, ngrams, postings, tokens
from reticent.knowledge.index.corpus import IndexedCorpus
from reticent.knowledge.index.pack import verify
from reticent.knowledge.sources.unit import Unit

WORDS = (
    "the of and US us it A a AIDS aids Aids blood test virus heart disease bank america Crohn's "
    "2 1,000 mother-to-child é type kidney liver lung brain cell gene protein drug dose trial"
).split()
CUTOFFS = (2, 3, 3)


def texts_of(count: int, seed: int = 1) -> list[str]:
    rng = random.Random(seed)
    weights = [1 / (n + 1) for n in range(len(WORDS))]
    return [
        "".join(
            word + (rng.choice([". ", ", ", "\n"]) if rng.random() < 0.1 else " ")
            for word in rng.choices(WORDS, weights, k=rng.randint(5, 40))
        ).capitalize()
        for _ in range(count)
    ]


TEXTS = texts_of(150)


def made(
    out: Path,
    texts: Sequence[str] = TEXTS,
    sources: str = "texts",
    processes: int = 1,
    **more: object,
) -> str:
    options: dict[str, object] = {"max_words": 3, "cutoffs": CUTOFFS} | more
    wanted = Settings("tiny", **options)  # type: ignore[arg-type]
    return build(
        lambda: [Unit("", (text,)) for text in texts], sources, out, wanted, processes=processes
    )


def bytes_of(pack: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(pack.iterdir())}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("undisturbed") / "pack"
    made(out)
    return out


def test_the_fingerprint_is_that_of_the_pack(undisturbed: Path) -> None:
    corpus = IndexedCorpus(undisturbed)
    assert corpus.fingerprint == verify(undisturbed).fingerprint
    assert corpus.size == len(TEXTS)
    assert not undisturbed.with_name("pack.building").exists()


@pytest.mark.parametrize("processes", [1, 2])
def test_same_input_same_bytes(processes: int, undisturbed: Path, tmp_path: Path) -> None:
    made(tmp_path / "again", processes=processes)
    assert bytes_of(tmp_path / "again") == bytes_of(undisturbed)


def test_other_input_other_fingerprint(undisturbed: Path, tmp_path: Path) -> None:
    assert made(tmp_path / "other", texts_of(150, seed=2)) != verify(undisturbed).fingerprint


@pytest.mark.parametrize(
    ("place", "value"),
    [("UNITS_OF_CHUNK", 1), ("UNITS_OF_CHUNK", 7), ("CHARACTERS_OF_CHUNK", 500)],
)
@pytest.mark.parametrize("processes", [1, 2])
def test_chunks_do_not_matter(
    place: str,
    value: int,
    processes: int,
    undisturbed: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tokens, place, value)
    texts = TEXTS if value != 1 else TEXTS[:40]
    made(tmp_path / "pack", texts, processes=processes)
    if value == 1:
        monkeypatch.undo()
        made(tmp_path / "one", texts)
        assert bytes_of(tmp_path / "pack") == bytes_of(tmp_path / "one")
    else:
        assert bytes_of(tmp_path / "pack") == bytes_of(undisturbed)


@pytest.mark.parametrize("at_once", [1, 13, 200])
def test_ranges_of_phrases_do_not_matter(
    at_once: int, undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keys at the borders of ranges are neither lost nor counted twice."""
    monkeypatch.setattr(tokens, "UNITS_OF_CHUNK", 40)
    monkeypatch.setattr(ngrams, "_AT_ONCE", at_once)
    monkeypatch.setattr(postings, "_AT_ONCE", at_once)
    made(tmp_path / "pack")
    assert bytes_of(tmp_path / "pack") == bytes_of(undisturbed)


class TestRefusals:
    def test_the_place_is_taken(self, tmp_path: Path) -> None:
        (tmp_path / "pack").write_text("mine")
        with pytest.raises(KnowledgeError, match="exists"):
            made(tmp_path / "pack")
        assert (tmp_path / "pack").read_text() == "mine"

    @pytest.mark.parametrize("texts", [[]])
    def test_sources_without_text(self, texts: list[str], tmp_path: Path) -> None:
        with pytest.raises(KnowledgeError, match="no text"):
            made(tmp_path / "pack", texts)
        assert not (tmp_path / "pack").exists()

    @pytest.mark.parametrize("texts", [[""], ["...", "!"]])
    def test_sources_without_a_word(self, texts: list[str], tmp_path: Path) -> None:
        """Units there are, but nothing to count: an empty pack would answer 0 to everything."""
        with pytest.raises(KnowledgeError):
            made(tmp_path / "pack", texts)

    @pytest.mark.parametrize(
        "options",
        [
            {"max_words": 0},
            {"max_words": 9},
            {"max_words": 2, "cutoffs": (1,)},
            {"max_words": 2, "cutoffs": (0, 1)},
            {"max_words": 2, "cutoffs": (3, 2)},
        ],
    )
    def test_settings_that_make_no_sense(self, options: dict[str, object]) -> None:
        with pytest.raises(UsageError):
            Settings("x", **options)  # type: ignore[arg-type]

    def test_a_folder_that_no_build_made_is_left_alone(self, tmp_path: Path) -> None:
        stranger = tmp_path / "pack.building" / "thesis.txt"
        stranger.parent.mkdir()
        stranger.write_text("mine")
        with pytest.raises(KnowledgeError, match="in the way"):
            made(tmp_path / "pack")
        assert stranger.read_text() == "mine"

    @pytest.mark.parametrize("changed", [False, True], ids=["same build", "other settings"])
    def test_another_build_at_work_is_left_alone(self, changed: bool, tmp_path: Path) -> None:
        interrupt(tmp_path / "pack", "words")
        folder = tmp_path / "pack.building"
        before = sorted(path.name for path in folder.iterdir())
        with held(tmp_path / "pack.building.lock"):
            with pytest.raises(KnowledgeError, match="another build"):
                made(tmp_path / "pack", sources="others" if changed else "texts")
            assert sorted(path.name for path in folder.iterdir()) == before


@contextlib.contextmanager
def held(lock: Path) -> Iterator[None]:
    """Another process has the lock."""
    code = (
        "import fcntl, sys, time\nfile = open(sys.argv[1], 'w')\n"
        "fcntl.lockf(file, fcntl.LOCK_EX)\nprint(flush=True)\ntime.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(lock)], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        yield
        other.kill()


def interrupt(out: Path, stage: str) -> None:
    """Run a build in a process of its own and stop it as soon as a stage has left a file."""
    script = (
        "import sys; sys.path[:0] = sys.argv[3:]; from pathlib import Path; import test_build;"
        "from reticent.knowledge.build import tokens; tokens.UNITS_OF_CHUNK = 10;"
        "test_build.stop_after(sys.argv[2]); test_build.made(Path(sys.argv[1]))"
    )
    places = [str(Path(__file__).parent), *filter(None, sys.path)]
    command = [sys.executable, "-c", script, str(out), stage, *places]
    process = subprocess.Popen(command, start_new_session=True, text=True)
    try:
        assert process.wait(30) == 9
    finally:
        end(process)
    assert list(out.with_name(out.name + ".building").glob(f"{stage}*"))


def stop_after(stage: str) -> None:
    """From now on the process ends hard when a file of this stage has been written."""
    from reticent.knowledge.build.work import Work

    for name in ("save", "save_text"):

        def stopping(self: Work, *arguments: object, _save: object = getattr(Work, name)) -> None:
            _save(self, *arguments)  # type: ignore[operator]
            if arguments[1] == stage:
                os.kill(parent, signal.SIGUSR1)

        setattr(Work, name, stopping)
    parent = os.getpid()
    signal.signal(signal.SIGUSR1, lambda *_: os._exit(9))


@pytest.mark.parametrize(
    "stage", ["words", "merged", "numbered", "keys2", "kept2", "phrases2", "kept3", "table"]
)
def test_a_build_goes_on_where_it_was_stopped(
    stage: str, undisturbed: Path, tmp_path: Path
) -> None:
    interrupt(tmp_path / "pack", stage)
    monkey = pytest.MonkeyPatch()
    with monkey.context() as patch:
        patch.setattr(tokens, "UNITS_OF_CHUNK", 10)
        in_fresh_process(tmp_path / "pack")
    assert bytes_of(tmp_path / "pack") == bytes_of(undisturbed)


def in_fresh_process(out: Path, units: int = 10, sources: str = "texts") -> None:
    script = (
        "import sys; sys.path[:0] = sys.argv[4:]; from pathlib import Path; import test_build;"
        "from reticent.knowledge.build import tokens; tokens.UNITS_OF_CHUNK = int(sys.argv[2]);"
        "test_build.made(Path(sys.argv[1]), sources=sys.argv[3])"
    )
    places = [str(Path(__file__).parent), *filter(None, sys.path)]
    done = subprocess.run(
        [sys.executable, "-c", script, str(out), str(units), sources, *places],
        check=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=30,
    )
    assert done.returncode == 0, done.stderr[-800:]


def test_changed_settings_after_an_interruption_start_afresh(tmp_path: Path) -> None:
    interrupt(tmp_path / "pack", "kept2")
    made(tmp_path / "pack", max_words=2, cutoffs=(1, 1))
    made(tmp_path / "other", max_words=2, cutoffs=(1, 1))
    assert bytes_of(tmp_path / "pack") == bytes_of(tmp_path / "other")


def test_a_build_that_failed_can_be_made_again_in_the_same_process(
    undisturbed: Path, tmp_path: Path
) -> None:
    def breaking() -> Iterator[Unit]:
        for text in TEXTS[:20]:
            yield Unit("", (text,))
        raise KnowledgeError("the source breaks off")

    settings = Settings("tiny", max_words=3, cutoffs=CUTOFFS)
    with pytest.raises(KnowledgeError, match="breaks off"):
        build(breaking, "texts", tmp_path / "pack", settings, processes=1)
    made(tmp_path / "pack")
    assert bytes_of(tmp_path / "pack") == bytes_of(undisturbed)


def test_a_second_build_at_the_same_place_knows_nothing_of_the_first(tmp_path: Path) -> None:
    """Whoever builds, throws away and builds again in one process gets what is in the sources."""
    out = tmp_path / "pack"
    made(out, ["Alpha beta gamma"] * 5, sources="one")
    shutil.rmtree(out)
    made(out, ["Delta epsilon zeta"] * 7, sources="two")
    corpus = IndexedCorpus(out)
    assert corpus.counts([["delta"], ["epsilon zeta"]]).tolist() == [7, 7]
    assert corpus.holds(["delta", "alpha"]).tolist() == [True, False]


KILLED = (
    "import sys; sys.path[:0] = sys.argv[2:]; from pathlib import Path; import test_build;"
    "from reticent.knowledge.build import tokens; tokens.UNITS_OF_CHUNK = 10;"
    "print('ready', flush=True); test_build.made(Path(sys.argv[1]), processes=2)"
)


def start(out: Path) -> subprocess.Popen[str]:
    places = [str(Path(__file__).parent), *filter(None, sys.path)]
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(out), *places],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def end(process: subprocess.Popen[str]) -> None:
    """Whatever of a session that we started is still there goes."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


@pytest.mark.parametrize("seed", range(4))
def test_killed_at_any_moment_and_built_again(seed: int, undisturbed: Path, tmp_path: Path) -> None:
    rng = random.Random(seed)
    out = tmp_path / "pack"
    for _ in range(3):
        process = start(out)
        time.sleep(rng.uniform(0, 0.8))
        end(process)
        if out.exists():
            break
    if not out.exists():
        in_fresh_process(out)
    assert bytes_of(out) == bytes_of(undisturbed)


def test_the_lock_goes_with_the_process(undisturbed: Path, tmp_path: Path) -> None:
    """Only the process itself is killed, as the system does when memory runs out."""
    out = tmp_path / "pack"
    process = start(out)
    building = tmp_path / "pack.building"
    deadline = time.monotonic() + 10
    while not list(building.glob("words-*.npy")) and time.monotonic() < deadline:
        time.sleep(0.005)
    process.kill()
    process.wait()
    try:
        time.sleep(0.5)
        if not out.exists():
            in_fresh_process(out)
        assert bytes_of(out) == bytes_of(undisturbed)
    finally:
        end(process)


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        (1, (1, 2, 2, 6)),
        (9999, (1, 2, 2, 6)),
        (10000, (2, 3, 3, 8)),
        (100000, (3, 5, 5, 12)),
        (430213, (3, 5, 5, 12)),
        (1000000, (6, 10, 10, 22)),
    ],
)
def test_cut_offs_grow_with_the_corpus(units: int, expected: tuple[int, ...]) -> None:
    assert default_cutoffs(units, 4) == expected
    assert default_cutoffs(units, 1) == expected[:1]
