"""What is kept of a crash until the next start shows it (SEC-19): class, code, places in the program, versions; no
message, no local, no text of a prompt. It never leaves the computer."""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from app.installed import DISTRIBUTION, installed
from app.log import frames_of
from app.paths import standard_paths, write_private
from core.domain.errors import DrslError

FILE_NAME = "crash.json"
LARGEST = 64_000
"""Bytes beyond which a file is not one of ours."""
MAX_CAUSES = 5
FORMAT = 1
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,80}")
_CODE = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")
_PLACE = re.compile(r"[A-Za-z0-9_.?<>]{1,200}:[A-Za-z0-9_<>]{1,120}:[0-9]{1,7}")
_WORDS = re.compile(r"[A-Za-z0-9_.+ -]{0,60}")


@dataclass(frozen=True, slots=True)
class Failure:
    """One exception: its class, its code when it is one of ours, and `module:function:line`, outermost first."""

    kind: str
    code: str
    frames: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CrashReport:
    """`failures`: the exception and what it came from. `text` is the whole of it, as it is shown."""

    at: str
    program: str
    python: str
    system: str
    failures: tuple[Failure, ...]

    @property
    def text(self) -> str:
        lines = [f"{self.at}  DR-SL {self.program}  Python {self.python}  {self.system}"]
        for failure in self.failures:
            lines += ["", f"{failure.kind} {failure.code}".rstrip(), *(f"    {frame}" for frame in failure.frames)]
        return "\n".join(lines)


def report_of(error: BaseException, program: str, now: datetime) -> CrashReport:
    """Everything that is kept of an exception. What does not have the form of a name is left out, so that no value can
    hide in a class or a function that was made from text."""
    failures: list[Failure] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen and len(failures) < MAX_CAUSES:
        seen.add(id(current))
        failures.append(_failure(current))
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    moment = now.astimezone(UTC).isoformat(timespec="seconds")
    return CrashReport(moment, program, platform.python_version(), _words(platform.platform()), tuple(failures))


def _failure(error: BaseException) -> Failure:
    name, code = type(error).__name__, error.code if isinstance(error, DrslError) else ""
    frames = tuple(frame if _PLACE.fullmatch(frame) else "?" for frame in frames_of(error.__traceback__))
    return Failure(name if _NAME.fullmatch(name) else "?", code if _CODE.fullmatch(code) else "", frames)


def _words(text: str) -> str:
    return text if _WORDS.fullmatch(text) else "?"


class CrashBox:
    """The last report, in a private file of its own. A folder that cannot be written means no report."""

    def __init__(
        self, folder: Path, program: Callable[[], str], now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._path = folder / FILE_NAME
        self._program = program
        self._now = now

    @property
    def path(self) -> Path:
        return self._path

    def keep(self, error: BaseException) -> None:
        """Write the report. Never raises: the program is in trouble already."""
        try:
            report = report_of(error, self._program(), self._now())
            write_private(self._path, json.dumps({"v": FORMAT, **asdict(report)}, ensure_ascii=True).encode("ascii"))
        except (OSError, ValueError):
            return

    def last(self) -> CrashReport | None:
        """The report that waits to be shown; None where there is none, or none that can be read."""
        try:
            if self._path.stat().st_size > LARGEST:
                return None
            return _read(json.loads(self._path.read_text("ascii")))
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def forget(self) -> None:
        """A person has seen it."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError:
            return


def crash_box() -> CrashBox:
    """The box of this user."""
    return CrashBox(standard_paths().logs, lambda: installed(DISTRIBUTION))


def _read(data: dict[str, object]) -> CrashReport:
    """Raises KeyError, TypeError, ValueError for anything else than `keep` writes."""
    if data["v"] != FORMAT or not isinstance(data["failures"], list):
        raise ValueError
    failures = tuple(
        Failure(
            _checked(item["kind"], _NAME),
            _checked(item["code"], _CODE),
            tuple(_checked(f, _PLACE) for f in item["frames"]),
        )
        for item in data["failures"][:MAX_CAUSES]
    )
    return CrashReport(
        _line(data["at"]), _line(data["program"]), _line(data["python"]), _line(data["system"]), failures
    )


def _checked(value: object, form: re.Pattern[str]) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value if form.fullmatch(value) or value == "" else "?"


def _line(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value[:80] if value.isprintable() else "?"
