"""Data of the English knowledge of Reticent: `path()` is where its files lie."""

from pathlib import Path

__version__ = "0.1.0"


def path() -> Path:
    return Path(__file__).parent / "data"
