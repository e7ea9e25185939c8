"""What every command works with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from app.cli.parser import LOCAL
from app.cli.terminal import Terminal
from app.messages import Messages
from core.domain.errors import InputError
from core.engine.interface import Engine


@dataclass(frozen=True, slots=True)
class Session:
    """`make_engine` is called at most once per command: building one takes most of a short run."""

    terminal: Terminal
    messages: Messages
    root: Path
    make_engine: Callable[[Path], Engine]
    make_local: Callable[[Path, str, str], Engine] = field(default_factory=lambda: model_engine)
    _opened: list[Engine] = field(default_factory=list)

    def close(self) -> None:
        """End the connections of the engines that were opened."""
        for engine in self._opened:
            engine.close()

    def engine(self, choice: str, server: str = "", model: str = "") -> Engine:
        """The engine that was asked for, never another. `server`, `model`: of the local one, "" = what is found.

        Raises ModelServerError with the server's state, InputError `engine.server_without_local` when a server or
        model is named for an engine that asks none.
        """
        if choice == LOCAL:
            engine = self.make_local(self.root, server, model)
            self._opened.append(engine)
            return engine
        if server or model:
            raise InputError("engine.server_without_local")
        return self.make_engine(self.root)

    def bad_line(self, number: int, error: BaseException | None) -> None:
        """One clear line on stderr for a line of a JSONL input."""
        reason = self.messages.error(error) if error is not None else ""
        self.terminal.note(self.messages("input.line", line=number, reason=reason))


def model_engine(root: Path, server: str, model: str) -> Engine:
    """The engine with a local model; as `builtin_engine`."""
    from app.cli.local import local_engine

    return local_engine(root, server, model)


def builtin_engine(root: Path) -> Engine:
    """The built-in engine; its packages are imported only now, so that other commands start at once."""
    from core.engine.engine import BuiltinEngine

    return BuiltinEngine.create(root)
