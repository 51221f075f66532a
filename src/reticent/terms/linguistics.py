"""The linguistic model: tags, noun chunks, named entities and sentences of a text.

Terms, output bytes and certificates depend on the model, so the default is one distribution of
one version, and every file that would be loaded is checked against the SHA-256 pinned in
`model_hashes.json` before it is: a missing, changed or additional file is refused. The package
that carries the model is never imported. Another model is used only when it is named. The heavy
part (spaCy) is imported when the first text is parsed, so `fingerprint` costs only hashing.
"""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from reticent.errors import KnowledgeError

IntArray = npt.NDArray[np.int64]

LINE_BREAK = "_BR"
"""The tag of a token of white space that holds a line break or a tabulator."""

AMPERSAND = "_AMP"
"""The tag of an ampersand, which joins the words of a name as no "and" does."""

_NEEDED = ("tagger", "parser", "ner")
_UNUSED = ("senter", "lemmatizer")
_ATTRIBUTES = ("IDX", "LENGTH", "TAG", "DEP", "SENT_START", "ENT_IOB", "ENT_TYPE")
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True, eq=False)
class Parse:
    """What the model says of one text: plain values, nothing that keeps the model's memory."""

    starts: IntArray
    ends: IntArray
    tags: tuple[str, ...]
    roles: tuple[str, ...]
    chunks: tuple[tuple[int, int], ...]
    entities: tuple[tuple[int, int, str], ...]
    sentences: tuple[int, ...]
    """Indices of the tokens that begin a sentence."""


class Linguistics(Protocol):
    """A linguistic model."""

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str:
        """`sha256:` and 64 hexadecimal digits over every file that has a say."""

    def parse(self, texts: Sequence[str]) -> Iterator[Parse]:
        """One parse a text, in order; a text's parse depends on that text alone."""


@dataclass(frozen=True, slots=True)
class SpacyModel:
    """A spaCy pipeline in a folder whose files have been hashed."""

    name: str
    folder: Path
    fingerprint: str

    def parse(self, texts: Sequence[str]) -> Iterator[Parse]:
        nlp = pipeline(self.folder)
        with nlp.memory_zone():
            for doc in nlp.pipe(texts, batch_size=max(1, len(texts))):
                yield read(doc)


@dataclass(frozen=True, slots=True)
class Remembering:
    """A model that parses no text twice: what a rewritten document shares with its original."""

    model: Linguistics
    parsed: dict[str, Parse] = field(default_factory=dict, repr=False, compare=False)

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def fingerprint(self) -> str:
        return self.model.fingerprint

    def parse(self, texts: Sequence[str]) -> Iterator[Parse]:
        new = [text for text in dict.fromkeys(texts) if text not in self.parsed]
        self.parsed.update(zip(new, self.model.parse(new), strict=True))
        for text in texts:
            yield self.parsed[text]


def remembering(model: Linguistics) -> Linguistics:
    """The model, remembering every parse as long as the caller keeps what this returns.

    A paragraph that did not change has the same terms without being parsed again. Memory grows
    with the text: use it for one document and its rewritings.
    """
    return Remembering(model)


def load(model: str | Path | None = None) -> SpacyModel:
    """The pinned model, or the one whose folder or installed package is named."""
    if model is None:
        return _pinned()
    folder = _folder_of(model)
    return SpacyModel(Path(folder).name, folder, fingerprint_of(hashes(folder)))


@lru_cache(maxsize=1)
def _pinned() -> SpacyModel:
    pins = json.loads(resources.files(__package__).joinpath("model_hashes.json").read_text("utf-8"))
    package = _package_folder(pins["module"])
    if package is None:
        raise KnowledgeError(
            f"the linguistic model is not installed; install {pins['distribution']}"
            f"=={pins['version']}, or name another model"
        )
    folder = package / pins["folder"]
    check(folder, pins["files"], frozenset(pins["not_loaded"]))
    return SpacyModel(
        f"{pins['distribution']}=={pins['version']}", folder, fingerprint_of(pins["files"])
    )


def check(folder: Path, pinned: Mapping[str, str], ignored: frozenset[str]) -> None:
    """Refuse a folder unless it holds exactly the pinned files (and such as spaCy never reads)."""
    found = hashes(folder, ignored)
    problems = [
        (what, sorted(names))
        for what, names in (
            ("missing", pinned.keys() - found.keys()),
            ("not of the model", found.keys() - pinned.keys()),
            ("changed", {n for n in pinned.keys() & found.keys() if pinned[n] != found[n]}),
        )
        if names
    ]
    if problems:
        told = "; ".join(f"{what}: {', '.join(names[:3])}" for what, names in problems)
        raise KnowledgeError(
            f"the linguistic model in {folder} is not the one this version was made with "
            f"({told}); install it anew, or name the model you want to use"
        )


def hashes(folder: Path, ignored: frozenset[str] = frozenset()) -> dict[str, str]:
    """The SHA-256 of every file under a folder, by its relative path."""
    found = {}
    try:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and name not in ignored and "__pycache__" not in path.parts:
                found[name] = _sha256(path)
    except OSError as error:
        raise KnowledgeError(f"the linguistic model in {folder} cannot be read: {error}") from None
    if not found:
        raise KnowledgeError(f"there is no linguistic model in {folder}; check the path")
    return found


def fingerprint_of(files: Mapping[str, str]) -> str:
    """One hash over the sorted list of file hashes."""
    lines = "".join(f"{digest}  {name}\n" for name, digest in sorted(files.items()))
    return "sha256:" + hashlib.sha256(lines.encode()).hexdigest()


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(_CHUNK):
            digest.update(block)
    return digest.hexdigest()


def _package_folder(module: str) -> Path | None:
    """Where a top-level package lies. Looking for its spec does not run it."""
    try:
        spec = find_spec(module) if module.isidentifier() else None
    except (ImportError, ValueError):
        return None
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else None


def _folder_of(model: str | Path) -> Path:
    """The folder with the `config.cfg` of a model that is named by path or package."""
    place = Path(model) if Path(model).is_dir() else _package_folder(str(model))
    if place is None:
        raise KnowledgeError(f"no linguistic model is at {model}: neither a folder nor a package")
    folders = [place, *sorted(path for path in place.iterdir() if path.is_dir())]
    for folder in folders:
        if (folder / "config.cfg").is_file():
            return folder.resolve()
    raise KnowledgeError(f"{model} holds no spaCy model: there is no config.cfg in it")


@lru_cache(maxsize=1)
def pipeline(folder: Path) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import spacy.util

            loaded = spacy.util.load_model_from_path(folder, exclude=list(_UNUSED))
        except Exception as error:  # whatever a damaged or foreign model makes spaCy raise
            raise KnowledgeError(
                f"the linguistic model in {folder} cannot be loaded "
                f"({type(error).__name__}); install it anew, or name another"
            ) from error
    missing = [name for name in _NEEDED if name not in loaded.pipe_names]
    if missing:
        raise KnowledgeError(f"the linguistic model in {folder} has no {', '.join(missing)}")
    return loaded


def read(doc: Any) -> Parse:
    """The values of a parsed spaCy document, in bulk: token objects would cost more."""
    strings = doc.vocab.strings
    table = doc.to_array(list(_ATTRIBUTES))
    starts = table[:, 0].astype(np.int64)
    ends = starts + table[:, 1].astype(np.int64)
    tags = [strings[key] for key in table[:, 2].tolist()]
    text = doc.text
    for index in [index for index, tag in enumerate(tags) if tag == "_SP"]:
        if not text[starts[index] : ends[index]].isprintable():
            tags[index] = LINE_BREAK
    for index in [index for index, tag in enumerate(tags) if tag == "CC"]:
        if text[starts[index] : ends[index]] == "&":
            tags[index] = AMPERSAND
    labels = [strings[key] for key in table[:, 6].tolist()]
    return Parse(
        starts,
        ends,
        tuple(tags),
        tuple(strings[key] for key in table[:, 3].tolist()),
        _noun_chunks(doc),
        _entities(table[:, 5].tolist(), labels),
        tuple(np.flatnonzero(table[:, 4].astype(np.int64) == 1).tolist()),
    )


def _noun_chunks(doc: Any) -> tuple[tuple[int, int], ...]:
    """The model's own noun chunks; none where its language defines none."""
    iterator = doc.noun_chunks_iterator
    if iterator is None or not len(doc):
        return ()
    return tuple((start, end) for start, end, _ in iterator(doc))


def _entities(iob: list[int], labels: list[str]) -> tuple[tuple[int, int, str], ...]:
    found: list[tuple[int, int, str]] = []
    start = -1
    for index, code in enumerate([*iob, 2]):
        if code != 1:  # 1: inside; 3: begins; 2 and 0: outside
            if start >= 0:
                found.append((start, index, labels[start]))
            start = index if code == 3 else -1
    return tuple(found)
