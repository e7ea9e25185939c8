"""`drsl --self-test`: what a frozen build must pass. Stops at nothing; one failure makes it fail."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from app.cli.session import Session
from app.cli.terminal import EXIT_FAILED, EXIT_OK
from app.installed import DISTRIBUTION, installed
from app.log import log_crash
from core.domain.request import Request
from core.engine.conversation import Conversation

EXAMPLES = ("medical.en.txt", "medical.zh.txt")


def run(session: Session) -> int:
    """Exit code 0 when every step passed."""
    steps: tuple[tuple[str, Callable[[], str]], ...] = (
        ("selftest.versions", _versions),
        ("selftest.sanitize", lambda: _sanitize(session)),
        ("selftest.vault", _vault),
        ("selftest.window", lambda: _window(session)),
    )
    code = EXIT_OK
    for name, step in steps:
        try:
            detail, passed = step(), True
        except Exception as error:  # noqa: BLE001 - each step reports its own failure; texts may hold a prompt
            log_crash(error)
            detail, passed, code = session.messages.error(error), False, EXIT_FAILED
        state = session.messages("selftest.passed" if passed else "selftest.failed")
        session.terminal.out(f"[{state}] {session.messages(name)}: {detail}")
    session.terminal.out(session.messages("selftest.passed_all" if code == EXIT_OK else "selftest.failed_some"))
    return code


def _versions() -> str:
    names = (DISTRIBUTION, "PySide6-Essentials", "sqlcipher3", "keyring")
    return ", ".join(f"{name} {installed(name) or '–'}" for name in names)


def _sanitize(session: Session) -> str:
    engine = session.make_engine(session.root)
    verdicts = []
    for name in EXAMPLES:
        text = (session.root / "examples" / name).read_text(encoding="utf-8")
        outcome = engine.sanitize(Request(text), Conversation())
        verdicts.append(f"{name} {outcome.verdict.kind.value} {outcome.verdict.artifact.sha256[:12]}")
    return ", ".join(verdicts)


def _vault() -> str:
    from core.store.encrypted_connection import round_trip  # the cipher library loads only where it is used

    with tempfile.TemporaryDirectory(prefix="drsl-") as folder:
        return f"SQLCipher {round_trip(Path(folder))}"


def _window(session: Session) -> str:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from app.window.desktop import render_once  # Qt loads only for the window

    return render_once(session.make_engine)
