"""Resolve pyproject.toml into the hash-pinned locks beside this file. Deliberate, never part of a build.

uv must be on the path (pip install uv). Review the diff before committing it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = Path(__file__).resolve().parent / "lock"
RUN = ("gui", "build-backend")
LOCKED = {
    "run.txt": RUN,
    "develop.txt": (*RUN, "test", "test-gui", "lint", "build"),
    "core.txt": ("build-backend", "test"),
}
# Taken without their own dependencies: those serve hub downloads, a web service and another program's plugins.
BARE = (LOCKS / "ner.in",)
# A lock of its own: a machine for which it has no wheel does without.
OPTIONAL = {"evaluator.txt": LOCKS / "evaluator.in"}


def compile_lock(source: Path, *options: str) -> str:
    command = ["uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"]
    command += ["--only-binary", ":all:", "--emit-build-options", "--no-header", "--no-annotate", *options, str(source)]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout


def main() -> int:
    bare = "".join(compile_lock(source, "--no-deps") for source in BARE)
    for name, extras in LOCKED.items():
        chosen = [word for extra in extras for word in ("--extra", extra)]
        resolved = compile_lock(ROOT / "pyproject.toml", *chosen)
        (LOCKS / name).write_text(resolved + bare)
    for name, source in OPTIONAL.items():
        (LOCKS / name).write_text(compile_lock(source, "--no-deps"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
