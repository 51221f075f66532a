"""Reticent makes a document safe to release.

    import reticent
    result = reticent.sanitize(text, protect=["HIV"], mode="redact")
    result.text, result.certificate

What is named here is public; everything is loaded when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reticent.errors import ReticentError

if TYPE_CHECKING:
    from pathlib import Path

    from reticent.knowledge import Knowledge
    from reticent.release import Result, sanitize

__version__ = "0.1.0.dev0"
__all__ = ["Knowledge", "Result", "ReticentError", "__version__", "load_knowledge", "sanitize"]

_LAZY = {
    "Knowledge": "reticent.knowledge",
    "Result": "reticent.release",
    "sanitize": "reticent.release",
}


def load_knowledge(path: str | Path | None = None) -> Knowledge:
    """The embedded knowledge, or the pack at a path alone."""
    from reticent.knowledge import load

    return load() if path is None else load([path], embedded=False)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LAZY[name]), name)
