"""What the offline controls of a local model found, kept between runs: counts under hashed keys, nobody's data."""

from __future__ import annotations

import hashlib
import json
import threading
from pathlib import Path

from app.paths import write_private
from core.verify.sensitivity import Measured

FILE = "attackers.json"
MOST = 500
MAX_BYTES = 200_000


class FileSensitivity:
    """A SensitivityStore in one small file. A file that cannot be read is as good as none: it is measured again.
    Safe from any thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._known = _read(path)

    def get(self, key: str) -> Measured | None:
        with self._lock:
            return self._known.get(_name(key))

    def put(self, key: str, measured: Measured) -> None:
        """Raises OSError when the folder cannot be written."""
        with self._lock:
            self._known[_name(key)] = measured
            while len(self._known) > MOST:
                del self._known[next(iter(self._known))]
            rows = {name: [item.found, item.planted] for name, item in self._known.items()}
            write_private(self._path, json.dumps(rows).encode())


def _name(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def _read(path: Path) -> dict[str, Measured]:
    try:
        raw = path.read_bytes()
        rows = json.loads(raw) if len(raw) <= MAX_BYTES else {}
    except (OSError, ValueError, RecursionError):
        return {}
    found: dict[str, Measured] = {}
    for name, row in rows.items() if isinstance(rows, dict) else ():
        match row:
            case [int(hits), int(planted)] if 0 <= hits <= planted and planted > 0:
                found[name] = Measured(hits, planted)
            case _:
                continue
    return found
