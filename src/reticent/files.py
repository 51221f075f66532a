"""Writing a file so that it is absent or complete, whatever kills the process."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from reticent.errors import UsageError


def write_complete(path: Path, data: bytes) -> None:
    """Write under a temporary name in the same folder, then rename. A link is followed."""
    try:
        path = path.resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name[:64]}.", dir=path.parent)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            umask = os.umask(0)
            os.umask(umask)
            Path(name).chmod(0o666 & ~umask)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None
