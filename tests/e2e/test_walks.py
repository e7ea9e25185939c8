"""Each use of the program from an empty profile to done, by the keyboard alone and by the mouse alone, in both
languages: send a prompt, decide what was queued, learn a rule and roll it back (UI-09)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from hands import Hand, Keys, Mouse
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from servers import replies
from test_compose_flow import Start, cloud
from test_learning_by_keyboard import MISSED, VALUES, WRITTEN, without_these_kinds
from vault_cases import RememberingStore
from window_person import running_desktop

from app.window.desktop import Desktop
from core.domain.learning import FailureMode
from core.store.records import ReviewState
from ui.shared.viewmodels.preferences import LanguageChoice

pytestmark = [pytest.mark.qt_log_ignore("does not support (propagateSizeHints|raise|grabbing)"), pytest.mark.slow]
LANGUAGES = [LanguageChoice.EN, LanguageChoice.ZH]
HANDS = {"keys": lambda desktop, qtbot, folder: Keys(desktop, qtbot), "mouse": Mouse}
"""Name -> what makes the person; a mouse drops its prompts as files in `folder`."""
Anyone = TypeVar("Anyone", bound=Hand)
PROMPTS = {
    LanguageChoice.EN: ("My name is Margaret Olsen. How do I rest?", "Margaret Olsen"),
    LanguageChoice.ZH: ("我叫李建国。术后怎么休息？", "李建国"),
}
OTHER = {LanguageChoice.EN: LanguageChoice.ZH, LanguageChoice.ZH: LanguageChoice.EN}


@contextmanager
def beginning(
    person: Callable[[Desktop, QtBot, Path], Anyone],
    language: LanguageChoice,
    app: QApplication,
    qtbot: QtBot,
    folder: Path,
    **more: object,
) -> Iterator[Anyone]:
    """A person in front of a program that was never used and speaks the other language."""
    store = RememberingStore()
    started = running_desktop(
        app, language=OTHER[language], find_keys=lambda: store, vault_folder=folder / "vault", **more
    )
    with started as desktop:
        hand = person(desktop, qtbot, folder)
        hand.first_run(language)
        yield hand


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", HANDS)
def test_ui_09_a_prompt_is_sent_and_its_answer_kept(
    kind: str, language: LanguageChoice, qapp: QApplication, qtbot: QtBot, tmp_path: Path, scripted_server: Start
) -> None:
    text, name = PROMPTS[language]
    server = scripted_server(replies.echo())
    with beginning(HANDS[kind], language, qapp, qtbot, tmp_path, destinations=(cloud(server),)) as hand:
        hand.bring(text)
        hand.judge()
        assert name not in hand.compose.sent.text.exact_text()
        hand.send()
        hand.until(lambda: name in hand.compose.turns.answer.shown_text())
        hand.open_page("history")
        history = hand.desktop.history
        hand.until(lambda: bool(history.rows))
        hand.open_item(hand.window.history.list, 0)
        hand.until(lambda: history.conversation is not None and len(history.conversation.turns) == 1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", HANDS)
def test_ui_09_a_queued_prompt_is_decided_and_sent(
    kind: str, language: LanguageChoice, qapp: QApplication, qtbot: QtBot, tmp_path: Path, scripted_server: Start
) -> None:
    server = scripted_server(replies.echo())
    with beginning(HANDS[kind], language, qapp, qtbot, tmp_path, destinations=(cloud(server),)) as hand:
        hand.bring(PROMPTS[language][0])
        hand.queue()
        hand.open_page("review")
        assert hand.release_item() is ReviewState.APPROVED_SENT
    assert PROMPTS[language][1] not in server.received[0].user


@pytest.mark.parametrize("language", LANGUAGES)
def test_ui_09_the_mouse_alone_teaches_a_rule_and_rolls_it_back(
    language: LanguageChoice, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    """The keyboard alone: `test_a_correction_becomes_a_rule_that_helps_and_can_be_rolled_back`."""
    template = WRITTEN[language]
    with beginning(Mouse, language, qapp, qtbot, tmp_path, make_engine=without_these_kinds) as hand:
        learning, library, page = hand.desktop.library.learning, hand.desktop.library.library, hand.window.library

        def found(value: str) -> bool:
            items = hand.model.draft.proposal.preview.sensitive.attributes
            return any(value in mention.text for item in items for mention in item.mentions)

        for value in VALUES[:3]:
            hand.bring(template.format(value))
            assert not found(value)
            hand.mark(value, MISSED)
            hand.until(lambda value=value: hand.model.draft.fresh and found(value))
            hand.judge()
            hand.send()
            hand.push(hand.window.header.new)
            hand.until(lambda: not hand.model.turns and hand.model.draft.empty)
        hand.until(lambda: sum(line.count for line in learning.all_lines if line.mode is FailureMode.MISSED) == 3)
        hand.open_page("library")
        page = hand.window.library.learning.distillation
        hand.push(page.distil)
        hand.until(lambda: learning.proposals is not None)
        hand.push(page.attempt)
        hand.until(lambda: learning.report is not None)
        hand.push(page.adopt)
        hand.until(lambda: library.undo is not None and not library.busy)
        hand.bring(template.format(VALUES[3]))
        assert found(VALUES[3])
        hand.open_page("library")
        hand.push(hand.window.library.bar.undo)
        hand.until(lambda: library.undo is None and not library.busy)
        hand.until(lambda: any(line.versions == 3 for line in library.items))
        hand.open_page("compose")
        hand.until(lambda: hand.model.draft.fresh and not found(VALUES[3]))
