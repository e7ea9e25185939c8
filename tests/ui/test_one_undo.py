"""One undo for typing, decisions, edits by hand and leaving a draft (UI-08, UI-14); edits by hand outlive a mark."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from compose_fakes import NAME, FakeEngine
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from test_compose_viewmodel import MANUAL, PROMPT, SAFE, Bench
from test_window import Memory, end, type_prompt

from app.window.desktop import Desktop
from core.keys.custody import SessionKeyStore
from ui.release.viewmodels.phases import EngineState, Phase
from ui.release.viewmodels.turns import Leaving
from ui.shared.viewmodels.corrections import Corrections, Scope
from ui.shared.viewmodels.hand_edit import HandEdit, merged
from ui.shared.viewmodels.ports import HandedOver
from ui.shared.viewmodels.timeline import DraftState, Step, Timeline

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

LONG = f"I am {NAME}. I live by the sea."
EDITED = "I am [PERSON_1]. I live somewhere."


@pytest.fixture
def bench(qapp: object) -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.vm.shut_down()


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "wanted"),
    [
        ("a b c", "a x c", "a b c", "a x c"),
        ("a b c", "a b c", "a y c", "a y c"),
        ("a b c d e", "a x c d e", "a b c d y", "a x c d y"),
        ("I saw Rosa today", "I met her today", "I saw [P_1] today", "I met her today"),
        ("I saw Rosa today", "I met Rosa today", "I saw [P_1] today", "I met [P_1] today"),
        ("Rosa", "our Rosa here", "[P_1]", "[P_1] here"),
        ("我住在杭州西湖边", "我住在杭州湖边", "我住在[地点]西湖边", "我住在[地点]湖边"),
        ("a", "a and more", "[A]", "[A] and more"),
    ],
)
def test_edits_by_hand_and_the_programs_are_both_kept(base: str, mine: str, theirs: str, wanted: str) -> None:
    assert merged(base, mine, theirs) == wanted


TEXTS = st.text("ab 中，.", max_size=20)


@given(base=TEXTS, mine=TEXTS, theirs=TEXTS)
def test_one_side_alone_is_taken_as_it_is(base: str, mine: str, theirs: str) -> None:
    assert merged(base, mine, base) == mine
    assert merged(base, base, theirs) == theirs
    assert merged(base, mine, mine) == mine
    assert isinstance(merged(base, mine, theirs), str)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just(Step.TEXT), st.text("ab𠮷\r\n ", max_size=6)),
        st.tuples(st.just(Step.CHOICE), st.integers(0, 4)),
        st.tuples(st.just(Step.EDIT), st.text("xy", max_size=4)),
    ),
    max_size=12,
)


@given(STEPS)
def test_undo_all_gives_the_first_state_and_redo_all_the_last(steps: list[tuple[Step, object]]) -> None:
    line = Timeline(DraftState("start"))
    for kind, value in steps:
        state = line.state
        if kind is Step.TEXT:
            line = line.step(kind, DraftState(str(value), state.corrections, state.hand))
        elif kind is Step.CHOICE:
            chosen = state.corrections.with_level("a", int(str(value)))
            line = line.step(kind, DraftState(state.text, chosen, state.hand))
        else:
            line = line.step(kind, DraftState(state.text, state.corrections, HandEdit("", str(value))))
    last = line.state
    while line.past:
        line = line.undo()
    assert line.state == DraftState("start")
    while line.future:
        line = line.redo()
    assert line.state == last


def test_letters_typed_in_a_row_are_one_step_and_a_word_end_closes_it() -> None:
    line = Timeline()
    for size in range(1, len("one two") + 1):
        line = line.step(Step.TEXT, DraftState("one two"[:size]))
    assert [state.text for _step, state in line.past] == ["", "one", "one "]
    assert (
        line.step(Step.CHOICE, DraftState("one two", Corrections().with_level("a", 1))).undo().state.text == "one two"
    )


def test_what_is_said_for_ever_is_no_step_and_undo_does_not_take_it_back(bench: Bench) -> None:
    vm = bench.ready()
    vm.draft.choose_level("a1", 1)
    lasting = Corrections().hidden(0, 4, "Rosa", "PERSON", Scope.ALWAYS).lasting
    vm.draft.set_lasting(lasting)
    vm.undo()
    assert vm.draft.corrections.draft.levels == {}
    assert vm.draft.corrections.lasting == lasting
    vm.undo()
    assert vm.draft.text == ""


def test_one_stack_goes_back_through_decision_text_and_edit(bench: Bench) -> None:
    vm = bench.judged(LONG)
    vm.begin_edit()
    vm.hand.edit(EDITED)
    vm.apply_edit(EDITED)
    bench.work.run_all()
    assert vm.outcome is not None
    assert vm.outcome.verdict.artifact.text == EDITED
    vm.draft.choose_level("a1", 1)
    vm.draft.set_text(LONG + " Well.")
    for _ in range(2):
        vm.undo()
    assert (vm.draft.text, vm.draft.corrections.draft.levels) == (LONG, {})
    assert vm.draft.hand is not None
    assert vm.draft.hand.text == EDITED
    vm.undo()
    assert vm.draft.hand is not None
    assert not vm.draft.hand.changed
    assert not vm.editing
    vm.redo()
    assert vm.draft.hand is not None
    assert vm.draft.hand.text == EDITED
    assert vm.editing


@pytest.mark.parametrize("checked", [False, True])
def test_an_edit_by_hand_survives_a_mark_and_is_checked_with_it(bench: Bench, checked: bool) -> None:
    vm = bench.judged(LONG)
    vm.begin_edit()
    vm.hand.edit(EDITED)
    if checked:
        vm.apply_edit(EDITED)
        bench.work.run_all()
    vm.draft.mark_not_sensitive("a1", reason="public")
    bench.work.run_all()
    assert vm.editing
    assert vm.draft.hand is not None
    assert vm.draft.hand.text == f"I am {NAME}. I live somewhere."
    vm.undo()
    bench.work.run_all()
    assert vm.draft.hand.text == EDITED
    vm.apply_edit(vm.draft.hand.text)
    bench.work.run_all()
    assert vm.phase is Phase.PASSED
    assert vm.outcome is not None
    assert vm.outcome.verdict.artifact.text == EDITED


def test_a_stopped_check_and_a_failed_one_keep_the_edits(bench: Bench) -> None:
    vm = bench.judged(LONG)
    vm.begin_edit()
    vm.hand.edit(EDITED)
    vm.draft.choose_level("a1", 1)
    vm.act()
    vm.cancel()
    assert vm.editing
    bench.engine.error = RuntimeError()
    vm.act()
    bench.work.run_all()
    assert vm.phase is Phase.INVALID
    assert vm.editing
    assert vm.draft.hand is not None
    assert vm.draft.hand.text == EDITED


def test_discarded_edits_are_said_and_come_back(bench: Bench) -> None:
    vm = bench.judged(LONG)
    gone: list[Leaving] = []
    vm.left.connect(gone.append)
    vm.begin_edit()
    vm.hand.discard()
    assert gone == []
    vm.begin_edit()
    vm.hand.edit(EDITED)
    vm.hand.discard()
    assert gone == [Leaving.DISCARDED]
    assert vm.draft.hand is None
    assert vm.phase is Phase.PASSED
    vm.undo()
    assert vm.editing
    assert vm.draft.hand is not None
    assert vm.draft.hand.text == EDITED


def answered(bench: Bench) -> None:
    vm = bench.judged(PROMPT, MANUAL)
    vm.act()
    bench.sender.play(HandedOver(SAFE))
    vm.set_pasted("Hello [PERSON_1]")
    vm.act()
    bench.work.run_all()


def test_a_new_conversation_gives_the_answer_back(bench: Bench) -> None:
    answered(bench)
    vm = bench.vm
    conversation, answer = vm.conversation, vm.turns[0].answer
    gone: list[Leaving] = []
    vm.left.connect(gone.append)
    vm.draft.set_text("next")
    vm.new_conversation()
    assert gone == [Leaving.NEW]
    assert vm.turns == ()
    assert vm.can_undo
    vm.undo()
    assert vm.conversation is conversation
    assert vm.turns[0].answer == answer
    assert vm.draft.text == "next"
    vm.undo()
    assert vm.draft.text == ""


def test_nothing_comes_back_of_what_was_deleted_or_locked_away(bench: Bench) -> None:
    answered(bench)
    vm = bench.vm
    identifier = vm.conversation.id
    vm.new_conversation()
    vm.drop(identifier)
    assert not vm.can_undo
    answered(bench)
    vm.new_conversation()
    vm.forget()
    assert not vm.can_undo


def test_an_example_and_a_draft_set_aside_are_undone(bench: Bench) -> None:
    vm = bench.ready()
    vm.load_example("example")
    vm.undo()
    assert vm.draft.text == PROMPT
    vm.park()
    assert (vm.draft.text, len(vm.parked)) == ("", 1)
    vm.undo()
    assert (vm.draft.text, len(vm.parked)) == (PROMPT, 0)


@pytest.fixture
def desktop(qapp: QApplication, qtbot: QtBot) -> Iterator[Desktop]:
    made = Desktop(qapp, lambda _root: FakeEngine(), preferences=Memory(), find_keys=SessionKeyStore)
    made.start()
    made.window.activateWindow()
    qtbot.waitUntil(lambda: made.compose.engine_state is EngineState.READY and made.window.isActiveWindow())
    yield made
    end(made)


def test_the_buttons_and_the_keys_undo_in_the_window(desktop: Desktop, qtbot: QtBot) -> None:
    type_prompt(desktop, qtbot)
    pane = desktop.window.compose.prompt
    assert pane.undo.isEnabled()
    pane.undo.click()
    assert desktop.compose.draft.text != PROMPT
    assert pane.editor.exact_text() == desktop.compose.draft.text
    pane.redo.click()
    assert pane.editor.exact_text() == PROMPT
    QTest.keyClick(pane.editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert pane.editor.exact_text() == desktop.compose.draft.text != PROMPT


def test_edits_in_the_window_follow_a_mark_and_undo(desktop: Desktop, qtbot: QtBot) -> None:
    type_prompt(desktop, qtbot, LONG)
    desktop.compose.act()
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PASSED)
    compose = desktop.window.compose
    compose.bar.edit.click()
    editor = compose.sent.editor
    editor.moveCursor(editor.textCursor().MoveOperation.End)
    QTest.keyClicks(editor, " Really.")
    desktop.compose.draft.mark_not_sensitive("a1", reason="public")
    qtbot.waitUntil(lambda: editor.exact_text() == f"{LONG} Really.")
    assert compose.sent.stack.currentWidget() is editor
    assert compose.bar.check_edit.isVisible()
    QTest.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: editor.exact_text() == "I am [PERSON_1]. I live by the sea. Really.")
    compose.bar.check_edit.click()
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PASSED)
    assert compose.sent.text.exact_text().endswith("Really.")


def test_parking_says_so_and_leads_to_review(desktop: Desktop, qtbot: QtBot) -> None:
    type_prompt(desktop, qtbot)
    desktop.compose.park()
    bar = desktop.window.compose.undo
    assert "Review" in bar.text()
    bar.undo.click()
    assert desktop.window.page == "review"
    assert bar.text() == ""


def test_a_new_conversation_says_so_and_its_undo_is_a_click(desktop: Desktop, qtbot: QtBot) -> None:
    type_prompt(desktop, qtbot)
    assert desktop.window.registry.trigger("prompt.new")
    bar = desktop.window.compose.undo
    assert bar.isVisible()
    bar.undo.click()
    assert desktop.window.compose.prompt.editor.exact_text() == PROMPT
    assert not bar.isVisible()


def test_escape_stops_what_runs_on_another_page(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    learning = desktop.library.learning
    stopped: list[bool] = []
    monkeypatch.setattr(type(learning), "running", property(lambda _self: not stopped))
    monkeypatch.setattr(learning, "cancel", lambda: stopped.append(True))
    for page in ("settings", "compose", "library"):
        desktop.window.show_page(page)
        learning.going_changed.emit()
        assert desktop.window.registry.trigger("prompt.cancel")
        assert stopped.pop()


def test_a_returned_prompt_says_why_and_stays_said(desktop: Desktop, qtbot: QtBot) -> None:
    from ui.compose.views.compose_view import UNDO_MS
    from ui.shared.viewmodels.corrections import Corrections

    compose = desktop.window.compose
    desktop.compose.take_back("Hello.", Corrections(), "the employer is still named")
    assert "the employer is still named" in compose.undo.text()
    assert UNDO_MS > 0
    assert not compose._undo_for.isActive()
