"""From a pasted prompt to the restored answer, through the real window, engine, gateway and a server on loopback."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from servers import ScriptedServer, replies
from unhurried import LIMIT_SECONDS
from window_person import CTRL, SHIFT, Person, running_desktop

from app.cli.session import builtin_engine
from core.domain.release import Destination, DestinationKind
from core.resources import resource_root
from ui.release.viewmodels.phases import Phase
from ui.release.viewmodels.turns import TurnState
from ui.shared.viewmodels.preferences import LanguageChoice

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")  # the offscreen platform, for dialogs

Start = Callable[..., ScriptedServer]
EXAMPLES = sorted(path.name.removesuffix(".txt") for path in (resource_root() / "examples").glob("*.txt"))


def cloud(server: ScriptedServer, kind: DestinationKind = DestinationKind.OPENAI) -> Destination:
    path = "/v1" if kind is DestinationKind.OPENAI else ""
    return Destination("cloud", kind, "Test cloud", f"{server.url}{path}", "model-1", "someone")


def example(name: str) -> str:
    return (resource_root() / "examples" / f"{name}.txt").read_text("utf-8").rstrip("\n")


@pytest.mark.slow
@pytest.mark.parametrize("language", [LanguageChoice.EN, LanguageChoice.ZH])
def test_every_example_from_paste_to_restored_answer(
    language: LanguageChoice, qapp: QApplication, qtbot: QtBot, scripted_server: Start
) -> None:
    """One window of each language; every example begins a conversation of its own."""
    names = [name for name in EXAMPLES if name.endswith(f".{language.value}")]
    assert names
    server = scripted_server(replies.echo())
    with running_desktop(qapp, destinations=(cloud(server),), language=language) as desktop:
        person = Person(desktop, qtbot)
        for name in names:
            send_example(person, server, example(name))
            person.press(Qt.Key.Key_N, CTRL)
            person.until(lambda: desktop.compose.phase is Phase.DRAFT and not desktop.compose.turns)


def send_example(person: Person, server: ScriptedServer, prompt: str) -> None:
    """What was approved is what arrives, to the byte; of what was hidden nothing leaves, and all of it comes back."""
    model, requests, sent_bytes = person.model, len(server.received), len(server.wire)
    person.paste_prompt(prompt)
    person.sanitize_until_passed()
    approved = person.window.compose.sent.text.exact_text()
    certified = model.outcome
    assert certified is not None
    assert certified.verdict.artifact.text == approved
    person.approve()
    answer = person.wait_for_answer()
    (received,) = server.received[requests:]
    wire = server.wire[sent_bytes:]
    assert received.user == approved
    assert received.user.encode() == certified.verdict.artifact.payload
    (turn,) = model.turns
    tokens = {item.token for item in certified.verdict.artifact.replacements if item.token}
    originals = [entry for entry in turn.delivery.conversation.vault.entries() if entry.token in tokens]
    assert originals
    for entry in originals:
        assert entry.original in answer
        assert entry.token not in answer
        assert entry.original.encode() not in wire
    assert turn.prompt == prompt


def test_mangled_tokens_of_a_split_stream_are_restored(
    qapp: QApplication, qtbot: QtBot, scripted_server: Start
) -> None:
    server = scripted_server(replies.echo(size=7))
    with running_desktop(qapp, destinations=(cloud(server, DestinationKind.ANTHROPIC),)) as desktop:
        person = Person(desktop, qtbot)
        person.paste_prompt(example("medical.en"))
        person.sanitize_until_passed()
        person.approve()
        assert "Margaret Olsen" in person.wait_for_answer()
        assert b"Olsen" not in server.wire


def test_two_turns_keep_the_person_and_the_token(qapp: QApplication, qtbot: QtBot, scripted_server: Start) -> None:
    server = scripted_server(replies.echo())
    with running_desktop(qapp, destinations=(cloud(server),)) as desktop:
        person = Person(desktop, qtbot)
        for text in ("My name is Margaret Olsen. How do I rest?", "Margaret Olsen asks again: how long?"):
            person.paste_prompt(text)
            person.sanitize_until_passed()
            person.approve()
            assert "Margaret Olsen" in person.wait_for_answer()
        assert "[PERSON_1]" in server.received[0].user
        assert "[PERSON_1]" in server.received[1].user
        assert len(desktop.compose.turns) == 2
        assert b"Olsen" not in server.wire


def test_a_refused_key_says_that_nothing_more_happened_and_keeps_the_draft(
    qapp: QApplication, qtbot: QtBot, scripted_server: Start
) -> None:
    server = scripted_server(replies.status(401))
    with running_desktop(qapp, destinations=(cloud(server),)) as desktop:
        person = Person(desktop, qtbot)
        person.paste_prompt("My name is Margaret Olsen. How do I rest?")
        person.sanitize_until_passed()
        person.approve()
        person.until(lambda: desktop.compose.problem is not None)
        problem = desktop.compose.problem
        assert problem is not None
        assert problem.code == "destination.unauthorized"
        assert desktop.window.compose.bar.headline.text()
        assert "Olsen" not in desktop.window.compose.bar.headline.text()


def test_escape_stops_a_stalled_answer(qapp: QApplication, qtbot: QtBot, scripted_server: Start) -> None:
    server = scripted_server(replies.stalled_after("It begins"))
    with running_desktop(qapp, destinations=(cloud(server),)) as desktop:
        person = Person(desktop, qtbot)
        person.paste_prompt("My name is Margaret Olsen. How do I rest?")
        person.sanitize_until_passed()
        person.approve()
        person.until(lambda: bool(desktop.compose.turns and desktop.compose.turns[0].state is TurnState.STREAMING))
        person.press(Qt.Key.Key_Escape)
        person.until(lambda: desktop.compose.phase is Phase.ANSWERED)
        assert desktop.compose.turns[0].state is TurnState.CUT
        assert server.client_left.wait(LIMIT_SECONDS)


@pytest.mark.parametrize("moment", ["loading", "sanitizing", "sending"])
def test_closing_the_window_in_the_middle_ends_every_thread(
    moment: str, qapp: QApplication, qtbot: QtBot, scripted_server: Start
) -> None:
    server = scripted_server(replies.stalled_after("It begins"))
    with running_desktop(qapp, destinations=(cloud(server),), make_engine=builtin_engine) as desktop:
        if moment == "loading":
            return
        person = Person(desktop, qtbot)
        person.paste_prompt(example("legal.en"))
        if moment == "sanitizing":
            person.press(Qt.Key.Key_Return, CTRL)
            return
        person.paste_prompt("My name is Margaret Olsen. How do I rest?")
        person.sanitize_until_passed()
        person.approve()
        person.until(lambda: bool(server.received))


def test_by_hand_copies_the_certified_text_and_restores_what_is_pasted(qapp: QApplication, qtbot: QtBot) -> None:
    manual = Destination("by-hand", DestinationKind.MANUAL, "By hand")
    with running_desktop(qapp, destinations=(manual,)) as desktop:
        person = Person(desktop, qtbot)
        person.paste_prompt("My name is Margaret Olsen. How do I rest?")
        person.sanitize_until_passed()
        person.approve()
        person.until(lambda: desktop.compose.phase is Phase.AWAITING)
        copied = QGuiApplication.clipboard().text()
        assert "[PERSON_1]" in copied
        assert "Olsen" not in copied
        QGuiApplication.clipboard().setText("Dear [PERSON_1], rest well.")
        person.click(desktop.window.compose.turns.paste.viewport())
        person.press(Qt.Key.Key_V, CTRL)
        person.until(desktop.window.compose.bar.primary.isEnabled)
        person.press(Qt.Key.Key_Return, CTRL)
        assert person.wait_for_answer() == "Dear Margaret Olsen, rest well."


def test_an_edit_by_hand_is_checked_again_before_it_can_leave(
    qapp: QApplication, qtbot: QtBot, scripted_server: Start
) -> None:
    server = scripted_server(replies.echo())
    with running_desktop(qapp, destinations=(cloud(server),)) as desktop:
        person = Person(desktop, qtbot)
        person.paste_prompt("My name is Margaret Olsen. How do I rest?")
        person.sanitize_until_passed()
        first = desktop.compose.outcome
        person.press(Qt.Key.Key_E, CTRL)
        editor = desktop.window.compose.sent.editor
        person.until(editor.hasFocus)
        person.press(Qt.Key.Key_End, CTRL)
        QTest.keyClicks(editor, " Thank you.")
        person.press(Qt.Key.Key_Return, CTRL | SHIFT)
        assert server.received == []
        person.click(desktop.window.compose.bar.check_edit)
        person.until(lambda: desktop.compose.phase is Phase.PASSED and desktop.compose.outcome is not first)
        person.approve()
        person.wait_for_answer()
        assert server.received[0].user.endswith("Thank you.")
