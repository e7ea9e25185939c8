"""Entry point: hardening, streams, log, then the command line or the window."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import TextIO

from app.cli.dispatch import Ports, dispatch
from app.cli.terminal import EXIT_FAILED, Terminal
from app.crash_report import crash_box
from app.hardening import harden
from app.log import event_log, install_hooks, log_crash
from app.messages import Messages, interface_language
from app.paths import standard_paths
from core.domain.errors import DrslError
from core.resources import resource_root


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with `argv` (without its name); returns the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    harden()
    terminal = Terminal(sys.stdin.buffer if sys.stdin else io.BytesIO(), _utf8(sys.stdout), _utf8(sys.stderr))
    with event_log(standard_paths().log_file):
        box = crash_box()

        def uncaught(error: BaseException) -> None:
            box.keep(error)
            _tell(error, terminal)

        def crashed(error: BaseException) -> None:
            log_crash(error)
            box.keep(error)

        install_hooks(uncaught)
        try:
            code = dispatch(words, terminal, Ports(crashed=crashed))
        except DrslError as error:
            # Sentences could not be read: the installation is damaged.
            log_crash(error)
            _tell(error, terminal)
            code = EXIT_FAILED
        return _flushed(terminal, code)


def _utf8(stream: TextIO | None) -> TextIO:
    """The stream with UTF-8 whatever the locale says; a frozen window without a console has none."""
    if stream is None:
        return io.StringIO()
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="replace")
    return stream


def _tell(error: BaseException, terminal: Terminal) -> None:
    """One line for the person; without its sentences the program still names its own error's code."""
    try:
        terminal.note(Messages.load(resource_root(), interface_language("auto")).error(error))
    except DrslError as missing:
        terminal.note(str(error if isinstance(error, DrslError) else missing))


def _flushed(terminal: Terminal, code: int) -> int:
    """A reader that closed the pipe early is no error; the interpreter must not complain about it at exit."""
    try:
        terminal.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


if __name__ == "__main__":
    sys.exit(main())
