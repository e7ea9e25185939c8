"""SEC-02, SEC-08, SEC-21: a whole session of the window with a vault leaves its words in no file and no stream, and a
second start hands over."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from unhurried import LIMIT_SECONDS, PROGRAM_SECONDS

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

ROOT = Path(__file__).parents[2]
CANARIES = ("Margaret", "quokkazephyr", "司马清和望舒", "canary passphrase 7", "answercanary")
SESSION = """
import sys, faulthandler
from PySide6.QtCore import QTimer
import app.window.desktop as window
from core.domain.secret import Secret
from core.keys.custody import SessionKeyStore
from compose_fakes import FakeEngine
from ui.release.viewmodels.phases import Phase
from ui.shared.viewmodels.preferences import MANUAL

faulthandler.dump_traceback_later(float(sys.argv[1]), exit=True)
window.STOP_SECONDS = window.END_SECONDS = float(sys.argv[1])  # how long they take at most is no matter here
app = window.application()
desktop = window.Desktop(app, lambda root: FakeEngine(), find_keys=SessionKeyStore)
vault, compose = desktop.vault, desktop.compose
desktop.settings.update(destination=MANUAL.id)
def paste():
    token = compose.turns[0].delivery.conversation.vault.entries()[0].token
    compose.set_pasted(f"Dear {token}, answercanary")
    compose.act()
steps = [
    (lambda: compose.engine is not None, lambda: vault.begin(Secret("canary passphrase 7"))),
    (lambda: vault.recovery, lambda: vault.confirm(vault.recovery)),
    (lambda: desktop.window.shade.currentIndex() == 0 and vault.vault and not vault.busy,
     lambda: desktop.window.compose.prompt.editor.insertPlainText("I am Margaret, quokkazephyr, 司马清和望舒.")),
    (lambda: compose.phase is Phase.PROPOSED, compose.act),
    (lambda: compose.phase is Phase.PASSED and compose.parcel, compose.act),
    (lambda: compose.phase is Phase.AWAITING, paste),
    (lambda: compose.phase is Phase.ANSWERED,
     lambda: desktop.window.compose.prompt.editor.insertPlainText("quokkazephyr again")),
    (lambda: compose.phase is Phase.PROPOSED, lambda: desktop.window.show_page("history")),
    (lambda: desktop.history.rows, lambda: desktop.history.open(desktop.history.rows[0].line.id)),
    (lambda: desktop.history.conversation, vault.lock),
    (lambda: not vault.busy, lambda: vault.unlock_with_passphrase(Secret("canary passphrase 7"))),
    (lambda: compose.draft.text == "quokkazephyr again" and len(compose.turns) == 1, app.quit),
]
def step():
    if steps and steps[0][0]():
        steps.pop(0)[1]()
timer = QTimer()
timer.timeout.connect(step)
timer.start(20)
desktop.start()
app.exec()
timer.stop()
assert desktop.stop()
assert not steps
"""


def run(folder: Path, code: str) -> subprocess.CompletedProcess[bytes]:
    folder.joinpath("temporary").mkdir(exist_ok=True)
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "DRSL_HOME": str(folder),
        "TMPDIR": str(folder / "temporary"),
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests" / "ui"))),
    }
    return subprocess.run(
        [sys.executable, "-c", code, str(LIMIT_SECONDS)], env=environment, capture_output=True, timeout=PROGRAM_SECONDS
    )


def traces(content: bytes) -> list[str]:
    return [
        word
        for word in CANARIES
        for spelling in (word.encode(), word.encode("utf-16-le"), word.encode("utf-16-be"))
        if spelling in content
    ]


def test_a_session_of_the_window_leaves_no_word_outside_ciphertext(tmp_path: Path) -> None:
    done = run(tmp_path, SESSION)
    assert done.returncode == 0, done.stderr.decode()
    assert traces(done.stdout + done.stderr) == []
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(path.name == "vault.db" for path in files)
    found = {path.name: traces(path.read_bytes()) for path in files}
    assert {name: words for name, words in found.items() if words} == {}


SECOND = """
import sys
import app.window.desktop as window
sys.exit(window.open_window(lambda root: sys.exit(9)))
"""


def test_a_second_start_calls_the_first_one_and_leaves(tmp_path: Path) -> None:
    from app.runtime.single_instance import SingleInstance

    first = SingleInstance(tmp_path / "data")
    assert first.first()
    try:
        done = run(tmp_path, SECOND)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
        assert first.called()
    finally:
        first.release()
