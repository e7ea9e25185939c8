"""From words to a command and its exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.cli.parser import PROGRAM, Help, UsageError, parse
from app.cli.session import Session, builtin_engine
from app.cli.terminal import EXIT_FAILED, EXIT_OK, EXIT_USAGE, Terminal
from app.installed import DISTRIBUTION, installed
from app.log import log_crash
from app.messages import Messages, interface_language
from core.domain.errors import DrslError, InputError
from core.engine.interface import Engine
from core.resources import resource_root

EXIT_INTERRUPTED = 130
Command = Callable[[argparse.Namespace, Session], int]
_DISPLAY_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


@dataclass(frozen=True, slots=True)
class Ports:
    """What a run may be given in place of the real thing."""

    make_engine: Callable[[Path], Engine] = builtin_engine
    root: Path = field(default_factory=resource_root)
    crashed: Callable[[BaseException], None] = log_crash


def dispatch(words: Sequence[str], terminal: Terminal, ports: Ports | None = None) -> int:
    """Run one command line; never raises for anything in the user's world.

    Exit codes: 0 done (PASS and INFEASIBLE alike), 1 the work failed, 2 bad words or bad input, 130 interrupted.
    """
    used = ports or Ports()
    messages = Messages.load(used.root, interface_language(_spoken(words)))
    session = Session(terminal, messages, used.root, used.make_engine)
    try:
        return _run(words, session)
    except UsageError as error:
        terminal.note(error.usage.rstrip())
        terminal.note(messages("usage.bad", reason=error.reason))
        return EXIT_USAGE
    except DrslError as error:
        terminal.note(messages.error(error))
        return EXIT_USAGE if isinstance(error, InputError) else EXIT_FAILED
    except KeyboardInterrupt:
        terminal.note(messages("cancelled"))
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        return EXIT_FAILED
    except Exception as error:  # noqa: BLE001 - its text may hold words of the prompt; class and frames are logged
        used.crashed(error)
        terminal.note(messages.error(error))
        return EXIT_FAILED
    finally:
        session.close()


def _spoken(words: Sequence[str]) -> str:
    """Language asked for on the command line, before it is parsed: help and errors use it too."""
    for index, word in enumerate(words):
        if word.startswith("--lang="):
            return word.partition("=")[2]
        if word == "--lang" and index + 1 < len(words):
            return words[index + 1]
    return "auto"


def _run(words: Sequence[str], session: Session) -> int:
    options = parse(words, session.messages)
    if isinstance(options, Help):
        session.terminal.out(options.text.rstrip())
        return EXIT_OK
    if options.version:
        session.terminal.out(f"{PROGRAM} {installed(DISTRIBUTION)}")
        return EXIT_OK
    if options.probe_fonts or options.self_test:
        return _check(options, session)
    if options.command is not None:
        return _command(options.command)(options, session)
    return _open_window(session)


def _command(name: str) -> Command:
    """The command's own module, loaded only when it runs: a short command starts at once."""
    if name == "extract":
        from app.cli.extract import run
    elif name == "sanitize":
        from app.cli.sanitize import run
    elif name == "restore":
        from app.cli.restore import run
    elif name == "bench":
        from app.cli.bench import run
    elif name == "vault":
        from app.cli.vault import run
    elif name == "audit":
        from app.cli.audit import run
    elif name == "learn":
        from app.cli.learn import run
    elif name == "verify-certificate":
        from app.cli.verify_certificate import run
    elif name == "dictionary":
        from app.cli.dictionary import run
    else:
        from app.cli.doctor import run
    return run


def _check(options: argparse.Namespace, session: Session) -> int:
    if options.probe_fonts:
        from app.cli.doctor import probe_fonts

        return probe_fonts(session)
    from app.cli.selftest import run

    return run(session)


def _open_window(session: Session) -> int:
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in _DISPLAY_VARIABLES):
        session.terminal.note(session.messages("window.no_display"))
        return EXIT_USAGE
    # Qt loads only for the window.
    from app.window.desktop import open_window

    return open_window(session.make_engine)
