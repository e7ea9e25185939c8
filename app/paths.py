"""Where the program keeps its own files: settings, a content-free log, and the encrypted vault.

Nothing of a prompt stands in a settings or log file.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

import platformdirs

APPLICATION = "drsl"
HOME_VARIABLE = "DRSL_HOME"
"""Environment variable that puts everything below one folder (portable use, tests)."""
PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600


@dataclass(frozen=True, slots=True)
class Paths:
    """Folders of this user; they exist only once something is written."""

    config: Path
    logs: Path
    data: Path

    @property
    def settings_file(self) -> Path:
        return self.config / "settings.json"

    @property
    def log_file(self) -> Path:
        return self.logs / "events.log"


def standard_paths() -> Paths:
    """The folders of the operating system's convention, or below $DRSL_HOME."""
    home = os.environ.get(HOME_VARIABLE)
    if home:
        base = Path(home)
        return Paths(base / "config", base / "logs", base / "data")
    return Paths(
        platformdirs.user_config_path(APPLICATION, appauthor=False),
        platformdirs.user_log_path(APPLICATION, appauthor=False),
        platformdirs.user_data_path(APPLICATION, appauthor=False),
    )


def private_folder(path: Path) -> Path:
    """Create `path` for this user only (0700); narrows it when it is wider. Raises OSError."""
    path.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    path.chmod(PRIVATE_FOLDER)
    return path


def write_private(path: Path, content: bytes) -> None:
    """As `replace_file`, in a folder that belongs to the program and is made private. Raises OSError."""
    private_folder(path.parent)
    replace_file(path, content)


def replace_file(path: Path, content: bytes) -> None:
    """Replace `path` in one step with a file of mode 0600; after a crash the old or the new content is there.

    Raises OSError; the old file then still stands.
    """
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(draft, path)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
