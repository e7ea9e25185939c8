"""What every command works with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol as TypingProtocol

from app.cli.parser import LOCAL
from app.cli.terminal import Terminal
from app.messages import Messages
from core.domain.errors import KnownError
from core.domain.events import CancelToken, Progress
from core.domain.protocol import Protocol
from core.domain.release import EngineInfo
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.engine.conversation import Conversation
from core.engine.outcome import Outcome


class EnginePort(TypingProtocol):
    """What the command line uses of an engine."""

    @property
    def info(self) -> EngineInfo: ...

    @property
    def taxonomy(self) -> Taxonomy: ...

    def extract(
        self,
        request: Request,
        conversation: Conversation,
        progress: Progress = ...,
        cancel: CancelToken | None = ...,
    ) -> SensitiveSet: ...

    def sanitize(
        self,
        request: Request,
        conversation: Conversation,
        protocol: Protocol = ...,
        progress: Progress = ...,
        cancel: CancelToken | None = ...,
    ) -> Outcome: ...


@dataclass(frozen=True, slots=True)
class Session:
    """`make_engine` is called at most once per command: building one takes most of a short run."""

    terminal: Terminal
    messages: Messages
    root: Path
    make_engine: Callable[[Path], EnginePort]

    def engine(self, choice: str) -> EnginePort:
        """The engine that was asked for, never another. Raises KnownError `engine.local_missing`."""
        if choice == LOCAL:
            raise KnownError("engine.local_missing")
        return self.make_engine(self.root)

    def bad_line(self, number: int, error: BaseException | None) -> None:
        """One clear line on stderr for a line of a JSONL input."""
        reason = self.messages.error(error) if error is not None else ""
        self.terminal.note(self.messages("input.line", line=number, reason=reason))


def builtin_engine(root: Path) -> EnginePort:
    """The built-in engine; its rooms are imported only now, so that other commands start at once."""
    from core.engine.engine import BuiltinEngine

    return BuiltinEngine.create(root)
