"""The folder in which a pack is built: every file in it is complete or absent.

A build that was killed goes on where it was: a file that exists is not made again, and the folder
is thrown away when it belongs to other sources or other settings.
"""

from __future__ import annotations

import json
import os
import shutil
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from reticent.errors import KnowledgeError

Progress = Callable[[str, int, int | None], None]
"""Told the stage, how much of it is done, and of how much (None: not known)."""


@dataclass(frozen=True, slots=True)
class Work:
    """Where the files of a build lie."""

    folder: Path
    opened: str = ""
    """Unlike for every opening: what is remembered of one build must not serve another."""

    def path(self, stage: str, chunk: int | None = None, ending: str = "npy") -> Path:
        middle = "" if chunk is None else f"-{chunk:05d}"
        return self.folder / f"{stage}{middle}.{ending}"

    def has(self, stage: str, chunk: int | None = None, ending: str = "npy") -> bool:
        return self.path(stage, chunk, ending).exists()

    def save(self, array: npt.NDArray[Any], stage: str, chunk: int | None = None) -> None:
        target = self.path(stage, chunk)
        partial = target.with_suffix(".partial")
        with partial.open("wb") as file:
            np.save(file, array)
        partial.replace(target)

    def load(self, stage: str, chunk: int | None = None) -> npt.NDArray[Any]:
        array: npt.NDArray[Any] = np.load(self.path(stage, chunk), mmap_mode="r")
        return array

    def save_text(self, text: str, stage: str, chunk: int | None = None) -> None:
        target = self.path(stage, chunk, "txt")
        partial = target.with_suffix(".partial")
        partial.write_text(text, "utf-8")
        partial.replace(target)

    def load_text(self, stage: str, chunk: int | None = None) -> str:
        return self.path(stage, chunk, "txt").read_text("utf-8")

    def drop(self, stage: str) -> None:
        for path in self.folder.glob(f"{stage}-*"):
            path.unlink()


@contextmanager
def open_work(out: Path, identity: Mapping[str, object]) -> Iterator[Work]:
    """The folder for a build of `out`, kept from last time if it was the same build."""
    folder = out.with_name(out.name + ".building")
    out.parent.mkdir(parents=True, exist_ok=True)
    with _lock(out.with_name(out.name + ".building.lock")):
        state = folder / "build.json"
        wanted = json.dumps(identity, sort_keys=True)
        if folder.exists() and not (state.exists() and state.read_text("utf-8") == wanted):
            if any(folder.iterdir()) and not state.exists():
                raise KnowledgeError(
                    f"the folder {folder} is in the way of the build and was not made by one: "
                    "remove it"
                )
            shutil.rmtree(folder)
        folder.mkdir(exist_ok=True)
        partial = state.with_suffix(".partial")
        partial.write_text(wanted, "utf-8")
        partial.replace(state)
        yield Work(folder, uuid.uuid4().hex)


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Keep a second build of the same pack out. The lock is the process's own: it is not handed
    down to workers, and it goes when the process goes."""
    import fcntl

    with path.open("w") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise KnowledgeError(
                f"another build of {path.name.removesuffix('.building.lock')} is at work: wait for "
                "it to end"
            ) from None
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def end_with_parent() -> None:
    """For workers: do not outlive a main process that was killed."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
