"""The third column of the table of rooms in the design: what each room must not import."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import reticent

PACKAGE = Path(reticent.__file__).parent

ROOMS = frozenset(
    "errors document phrase formats knowledge terms privacy planning report policy access release "
    "batch evaluate cli service web spark files request".split()
)
SHELLS = frozenset({"cli", "service", "web", "spark"})

MUST_NOT_IMPORT = {
    "errors": ROOMS - {"errors"},
    "document": ROOMS - {"document", "errors"},
    "phrase": ROOMS - {"phrase", "errors"},
    "formats": {"knowledge", "terms", "privacy", "planning"} | SHELLS,
    "knowledge": {"document", "formats", "terms", "privacy"} | SHELLS,
    "terms": {"formats", "privacy", "planning"} | SHELLS,
    "privacy": {"formats", "files", "release"} | SHELLS,
    "planning": {"formats", "files", "release"} | SHELLS,
    "report": {"formats"} | SHELLS,
    "policy": SHELLS,
    "access": {"document", "formats", "terms"} | SHELLS,
    "request": {"document", "formats", "terms", "planning", "report", "release"} | SHELLS,
    "release": SHELLS,
    "batch": SHELLS,
    "evaluate": SHELLS,
}

# The house's own words where a room is bound more closely than by other rooms.
NO_NAME = {
    "privacy": {"reticent.document.apply", "reticent.document.Edit", "logging", "io", "os"},
    "planning": {"logging", "io", "os"},
}

HEAVY = frozenset("spacy scipy mwparserfromhell phonenumbers tqdm lxml".split())


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def module_name(path: Path) -> str:
    parts = ("reticent", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def imported(tree: ast.AST, package: str) -> Iterator[str]:
    """Full names of everything that is imported, at whatever depth: modules and their members."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, base] if base else parents)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def imports_of(path: Path) -> set[str]:
    name = module_name(path)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    return set(imported(ast.parse(path.read_text("utf-8")), package))


@pytest.mark.parametrize("path", modules(), ids=module_name)
def test_no_room_imports_what_it_must_not(path: Path) -> None:
    room = room_of(module_name(path))
    assert not room or room in ROOMS, f"the room {room} is not in the table: add it there and here"
    rooms = {room_of(name) for name in imports_of(path) if name.startswith("reticent.")}
    assert not rooms & MUST_NOT_IMPORT.get(room, frozenset())


@pytest.mark.parametrize("path", modules(), ids=module_name)
def test_no_room_uses_what_is_not_its_business(path: Path) -> None:
    room = room_of(module_name(path))
    forbidden = NO_NAME.get(room, set()) | {"logging"}
    assert not imports_of(path) & forbidden


@pytest.mark.parametrize("path", modules(), ids=module_name)
def test_heavy_libraries_are_imported_inside_functions(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    top = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {name.split(".")[0] for node in top for name in imported(node, "reticent")}
    assert not names & HEAVY


@pytest.mark.parametrize("path", modules(), ids=module_name)
def test_only_shells_print(path: Path) -> None:
    """Nothing prints or logs document text: below the shells nothing prints at all."""
    if room_of(module_name(path)) in SHELLS:
        return
    calls = [
        node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)
    ]
    assert not [c.lineno for c in calls if isinstance(c.func, ast.Name) and c.func.id == "print"]


def test_the_walk_sees_imports_at_any_depth() -> None:
    """The test of the tests: each way of writing an import is found."""
    text = (
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from reticent.formats import text\n"
        "def f():\n    import reticent.terms.find\n"
        "from .. import privacy\nfrom . import corpus\nfrom ..planning.plan import Plan\n"
    )
    names = set(imported(ast.parse(text), "reticent.knowledge"))
    assert {room_of(n) for n in names if n.startswith("reticent.")} == {
        "formats",
        "terms",
        "privacy",
        "knowledge",
        "planning",
    }


def in_fresh_process(code: str) -> subprocess.CompletedProcess[str]:
    paths = [str(PACKAGE.parent), *sys.path]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False
    )


HELP = """
import sys
from reticent.cli import main
try:
    main({arguments!r})
except SystemExit as done:
    assert not done.code, done.code
loaded = sorted({{"numpy", "spacy", "scipy", "marisa_trie"}} & set(sys.modules))
assert not loaded, loaded
"""


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]])
def test_help_is_instant_and_loads_nothing_heavy(arguments: list[str]) -> None:
    code = HELP.format(arguments=arguments)
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        done = in_fresh_process(code)
        times.append(time.perf_counter() - begin)
        assert done.returncode == 0, done.stderr
    assert "usage: reticent" in done.stdout or "reticent " in done.stdout
    assert min(times) < 0.3


def test_importing_the_package_loads_nothing_heavy() -> None:
    done = in_fresh_process(
        "import sys, reticent; "
        "assert not {'numpy', 'spacy', 'scipy'} & set(sys.modules), 'loaded at import'"
    )
    assert done.returncode == 0, done.stderr
