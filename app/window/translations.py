"""The window's translations, compiled: `*.ts` are sources, `*.qm` is what Qt reads and is never committed.

    python -m app.window.translations

A frozen build carries the compiled ones alone. In a checkout whoever needs them calls `compile_missing` first.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from app.messages import Messages, interface_language
from core.domain.errors import ResourceError
from core.resources import resource_root

FOLDER = "i18n"
COMPILER = "lrelease.exe" if sys.platform == "win32" else "lrelease"


def compile_missing(folder: Path) -> tuple[str, ...]:
    """Compile every source of `folder` whose compiled file is missing or of another state of it; their names. Several
    processes may do so at once: a file is there whole or not at all. Raises ResourceError where it cannot be done."""
    stale = tuple(source for source in sorted(folder.glob("*.ts")) if not _fresh(source))
    for source in stale:
        _compile(source)
    return tuple(source.stem for source in stale)


def _compiled(source: Path) -> Path:
    return source.with_suffix(".qm")


def _fresh(source: Path) -> bool:
    """A compiled file carries the time of its source, so an older source that comes back is seen as well as a newer."""
    try:
        return _compiled(source).stat().st_mtime_ns == source.stat().st_mtime_ns
    except FileNotFoundError:
        return False


def _compile(source: Path) -> None:
    missing = ResourceError("resource.not_compiled", details={"file": _compiled(source).name})
    package = find_spec("PySide6")
    if package is None or package.origin is None:
        raise missing
    tool = Path(package.origin).parent / COMPILER
    try:
        status = source.stat()
        with tempfile.TemporaryDirectory(prefix=f".{source.stem}-", dir=source.parent) as folder:
            made = Path(folder) / _compiled(source).name
            command = [str(tool), "-silent", str(source), "-qm", str(made)]
            # Qt's own compiler, out of the package that the window is made of.
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
            os.utime(made, ns=(status.st_atime_ns, status.st_mtime_ns))
            _move(made, source)
    except (OSError, subprocess.CalledProcessError) as error:
        raise missing from error


def _move(made: Path, source: Path) -> None:
    try:
        made.replace(_compiled(source))
    except PermissionError:
        # Windows refuses while another process reads the one that it has made meanwhile.
        if not _fresh(source):
            raise


def main() -> int:
    """Compile what this checkout lacks; exit code 1 with a sentence where that cannot be done."""
    root = resource_root()
    try:
        for name in compile_missing(root / FOLDER):
            print(f"Compiled {name}.")
    except ResourceError as error:
        print(Messages.load(root, interface_language("auto")).error(error), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
