"""Runs a rival program in its own interpreter and reads what it finds: one line out, one line in."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import bench.rivals
from bench.corpora import Row
from bench.scoring import PredictedSpan
from core.domain.errors import KnownError
from core.domain.taxonomy import Kind
from core.resources import read_toml

ADAPTER = Path(bench.rivals.__file__).parent / "adapter.py"
LONGEST_RUN = 1800.0
"""Seconds after which a rival is stopped, so that one that hangs does not hold the measurement."""
KEPT_VARIABLES = ("PATH", "HOME", "SYSTEMROOT", "TMPDIR", "LANG")


@dataclass(frozen=True, slots=True)
class RivalSettings:
    """What is known of one program: resources/bench/rivals.toml."""

    name: str
    languages: frozenset[str]
    quasi: frozenset[str]
    left_out: frozenset[str]


def known_rivals(root: Path) -> tuple[RivalSettings, ...]:
    """Programs that the adapter can speak to. Raises ResourceError."""
    data: Mapping[str, Mapping[str, list[str]]] = read_toml(root / "bench" / "rivals.toml")
    return tuple(
        RivalSettings(name, frozenset(one["languages"]), frozenset(one["quasi"]), frozenset(one["left_out"]))
        for name, one in data.items()
    )


class Rival:
    """A running program. `refused`: connections it tried to open, all in vain."""

    def __init__(self, settings: RivalSettings, process: subprocess.Popen[str], version: str) -> None:
        self.settings = settings
        self.version = version
        self.refused = 0
        self._process = process

    def predict(self, row: Row) -> tuple[tuple[PredictedSpan, ...], float]:
        """What it finds in a row and the seconds that it took. Raises KnownError `bench.rival_stopped`."""
        answer = _ask(self._process, {"id": row.id, "text": row.text, "lang": row.language}, self.settings.name)
        self.refused = int(answer["network"])
        spans = tuple(
            PredictedSpan(
                int(span["start"]),
                int(span["end"]),
                str(span["type"]),
                Kind.QUASI if span["type"] in self.settings.quasi else Kind.EXPLICIT,
                self.settings.name,
            )
            for span in answer["spans"]
            if span["type"] not in self.settings.left_out
        )
        return spans, float(answer["seconds"])


@contextmanager
def running(settings: RivalSettings, python: Path) -> Iterator[Rival | None]:
    """The program in the environment of `python`, or None when it is not installed there.

    Raises KnownError `bench.rival_python` when the interpreter cannot be started.
    """
    environment = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    try:
        process = subprocess.Popen(  # noqa: S603 - the interpreter a person named, our own script
            [str(python), "-I", str(ADAPTER), settings.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            encoding="utf-8",
        )
    except OSError as error:
        raise KnownError("bench.rival_python") from error
    watchdog = threading.Timer(LONGEST_RUN, process.kill)
    watchdog.daemon = True
    watchdog.start()
    try:
        hello = _read(process.stdout, settings.name)
        yield Rival(settings, process, str(hello["version"])) if hello.get("ready") else None
    finally:
        watchdog.cancel()
        process.kill()
        process.communicate()


def _ask(process: subprocess.Popen[str], question: Mapping[str, str], name: str) -> dict[str, Any]:
    if process.stdin is None:
        raise KnownError("bench.rival_stopped", details={"rival": name})
    try:
        process.stdin.write(json.dumps(question) + "\n")
        process.stdin.flush()
    except OSError as error:
        raise KnownError("bench.rival_stopped", details={"rival": name}) from error
    return _read(process.stdout, name)


def _read(stream: IO[str] | None, name: str) -> dict[str, Any]:
    line = stream.readline() if stream is not None else ""
    try:
        answer = json.loads(line)
    except ValueError as error:
        raise KnownError("bench.rival_stopped", details={"rival": name}) from error
    if not isinstance(answer, dict):
        raise KnownError("bench.rival_stopped", details={"rival": name})
    return answer
