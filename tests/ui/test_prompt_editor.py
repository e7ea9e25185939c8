"""The editor keeps the exact text, marks it, and asks what to do with a selection."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QImage, QInputMethodEvent, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from sample_set import sample

from core.domain.language import Language
from core.domain.taxonomy import Family, Kind, Taxonomy
from ui.shared.document.prompt_editor import PromptEditor
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.corrections import Scope
from ui.shared.widgets.type_picker import matching
from ui.shared.wording.spans import HighlightSpan, SpanStatus, mention_spans, statuses

HARD = "a\u00a0b\r\nc\r𠮷田\u2028e\u0301 👩‍⚕️\nz"


@pytest.fixture
def editor(qtbot: QtBot, theme: Theme, taxonomy: Taxonomy) -> PromptEditor:
    made = PromptEditor(theme, taxonomy)
    qtbot.addWidget(made)
    made.resize(480, 200)
    made.show()
    return made


def put_caret(editor: PromptEditor, start: int, end: int | None = None) -> None:
    cursor = editor.textCursor()
    first, last = editor.buffer.map.to_unit(start), editor.buffer.map.to_unit(start if end is None else end)
    cursor.setPosition(first)
    cursor.setPosition(last, QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)


def agrees(editor: PromptEditor) -> bool:
    cursor = QTextCursor(editor.document())
    cursor.select(QTextCursor.SelectionType.Document)
    return cursor.selectedText().replace("\u2029", "\n") == editor.buffer.shown


def test_untouched_parts_keep_their_code_points(editor: PromptEditor, qtbot: QtBot) -> None:
    editor.set_exact_text(HARD)
    assert agrees(editor)
    put_caret(editor, HARD.index("田"))
    qtbot.keyClicks(editor, "xy")
    assert editor.exact_text() == HARD.replace("田", "xy田")
    qtbot.keyClick(editor, Qt.Key.Key_Backspace)
    assert editor.exact_text() == HARD.replace("田", "x田")
    assert agrees(editor)


def test_deleting_a_line_end_and_undo(editor: PromptEditor, qtbot: QtBot) -> None:
    editor.set_exact_text(HARD)
    put_caret(editor, HARD.index("c"))
    qtbot.keyClick(editor, Qt.Key.Key_Backspace)
    assert editor.exact_text() == HARD.replace("\r\n", "", 1)
    qtbot.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert editor.exact_text() == HARD
    assert agrees(editor)
    editor.redo_edit()
    assert editor.exact_text() == HARD.replace("\r\n", "", 1)
    assert agrees(editor)


def test_select_all_replace_and_undo(editor: PromptEditor, qtbot: QtBot) -> None:
    editor.set_exact_text(HARD)
    editor.selectAll()
    qtbot.keyClicks(editor, "q")
    assert editor.exact_text() == "q"
    editor.undo_edit()
    assert editor.exact_text() == HARD


def test_ui_37_paste_is_plain_and_exact(editor: PromptEditor) -> None:
    rich = QMimeData()
    rich.setText("x\u00a0y\r\nw")
    rich.setHtml('<img src="http://203.0.113.9/a.png"><b>x</b>')
    rich.setImageData(QImage(2, 2, QImage.Format.Format_RGB32))
    editor.set_exact_text("[]")
    put_caret(editor, 1)
    editor.insertFromMimeData(rich)
    assert editor.exact_text() == "[x\u00a0y\r\nw]"
    assert agrees(editor)
    only_html = QMimeData()
    only_html.setImageData(QImage(2, 2, QImage.Format.Format_RGB32))
    assert not editor.canInsertFromMimeData(only_html)


def test_copy_gives_the_exact_text(editor: PromptEditor) -> None:
    editor.set_exact_text(HARD)
    editor.selectAll()
    editor.copy()
    assert QGuiApplication.clipboard().text() == HARD
    QGuiApplication.clipboard().clear()


def test_input_method_commit(editor: PromptEditor) -> None:
    editor.set_exact_text("a\u00a0b")
    put_caret(editor, 3)
    preedit = QInputMethodEvent("yi", [])
    QApplication.sendEvent(editor, preedit)
    assert editor.exact_text() == "a\u00a0b"
    commit = QInputMethodEvent("", [])
    commit.setCommitString("医")
    QApplication.sendEvent(editor, commit)
    assert editor.exact_text() == "a\u00a0b医"


def test_a_pause_is_told_once(editor: PromptEditor, qtbot: QtBot) -> None:
    editor.setFocus()
    edits: list[int] = []
    editor.text_edited.connect(lambda: edits.append(1))
    with qtbot.waitSignal(editor.text_paused):
        qtbot.keyClicks(editor, "abc")
    assert len(edits) == 3
    editor.set_exact_text("new")
    assert len(edits) == 3


@pytest.mark.parametrize("language", list(Language))
def test_marks_follow_edits(editor: PromptEditor, qtbot: QtBot, taxonomy: Taxonomy, language: Language) -> None:
    text, found = sample(taxonomy, language)
    editor.set_exact_text(text)
    editor.set_mentions(mention_spans(found, taxonomy, statuses({"a0": 1, "a1": 0})))
    before = editor.mentions()
    assert [text[span.start : span.end] for span in before] == [mention.text for mention in found.mentions]
    assert [span.status for span in before if span.attribute_id == "a1"] == [SpanStatus.KEPT]
    put_caret(editor, 0)
    qtbot.keyClicks(editor, "ab")
    assert [(span.start - 2, span.end - 2) for span in editor.mentions()] == [(s.start, s.end) for s in before]
    put_caret(editor, before[0].start + 3)
    qtbot.keyClicks(editor, "x")
    assert len(editor.mentions()) == len(before) - 1


def test_impossible_spans_are_dropped(editor: PromptEditor) -> None:
    editor.set_exact_text("𠮷田 x")
    spans = [(0, 2), (1, 3), (3, 99), (-1, 1), (3, 3)]
    editor.set_mentions([HighlightSpan(start, end, "a", "PER", Family.PERSON, Kind.EXPLICIT) for start, end in spans])
    assert [(span.start, span.end) for span in editor.mentions()] == [(0, 2)]
    assert editor.attribute_at(2) == "a"
    assert editor.attribute_at(3) == ""


def test_selection_offers_both_answers(editor: PromptEditor, qtbot: QtBot, taxonomy: Taxonomy) -> None:
    text, _ = sample(taxonomy, Language.EN)
    editor.set_exact_text(text)
    start = text.index("Brook")
    put_caret(editor, start, start + 5)
    with qtbot.waitSignal(editor.hide_requested) as hidden:
        editor.hide_selection("HOSPITAL", Scope.CONVERSATION)
    assert hidden.args == [start, start + 5, "HOSPITAL", Scope.CONVERSATION]
    put_caret(editor, start, start + 5)
    with qtbot.waitSignal(editor.not_sensitive_requested) as free:
        editor.release_selection()
    assert free.args == [start, start + 5, Scope.ONCE]
    titles = [action.text() for action in editor.context_menu().actions()]
    assert titles[-2:] == ["Hide this…", "Not sensitive"]


def test_caret_names_the_item_under_it(editor: PromptEditor, qtbot: QtBot, taxonomy: Taxonomy) -> None:
    text, found = sample(taxonomy, Language.ZH)
    editor.set_exact_text(text)
    editor.set_mentions(mention_spans(found, taxonomy, {}))
    with qtbot.waitSignal(editor.attribute_hovered) as hovered:
        put_caret(editor, text.index("青溪") + 1)
    assert hovered.args == ["a2"]
    editor.reveal(0, 2)
    assert editor.selection() == (0, 2)


def test_ui_16_states_differ_without_colour(editor: PromptEditor, taxonomy: Taxonomy) -> None:
    """UI-16: a greyscale picture tells all four states and both kinds apart."""
    pictures = []
    editor.set_exact_text("value")
    for status in SpanStatus:
        for kind in Kind:
            editor.set_mentions([HighlightSpan(0, 5, "a", "PER", Family.PERSON, kind, status)])
            grey = editor.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
            pictures.append(bytes(grey.constBits()))
    assert len(set(pictures)) == len(SpanStatus) * len(Kind)


def test_the_types_of_a_marked_value_are_searched(
    editor: PromptEditor, qtbot: QtBot, taxonomy: Taxonomy, tongue: Language
) -> None:
    editor.set_exact_text("Brook Clinic")
    put_caret(editor, 0, 5)
    picker = editor.open_hide_menu()
    assert picker is not None
    assert {kind for kind in picker._rows() if kind} == {entry.id for entry in taxonomy}
    name = taxonomy["PERSON"].labels[tongue]
    picker.field.setText(name)
    assert picker.list.currentItem().data(Qt.ItemDataRole.UserRole) == "PERSON"
    assert {entry.id for entry in matching(taxonomy, name)} == {kind for kind in picker._rows() if kind}
    picker.field.setText("qqqq")
    qtbot.keyPress(picker.field, Qt.Key.Key_Return)
    assert picker.isVisible(), "nothing is chosen where nothing fits"
    picker.field.setText("")
    first = picker.list.currentRow()
    qtbot.keyPress(picker.field, Qt.Key.Key_Down)
    assert picker.list.currentRow() > first
    picker.field.setText(name)
    picker.scope.choose(Scope.ALWAYS)
    with qtbot.waitSignal(editor.hide_requested) as asked:
        qtbot.keyPress(picker.field, Qt.Key.Key_Return)
    assert asked.args == [0, 5, "PERSON", Scope.ALWAYS]


@pytest.mark.parametrize("seed", range(6))
def test_any_mix_of_keys_keeps_view_and_text_together(editor: PromptEditor, qtbot: QtBot, seed: int) -> None:
    """UI-14, UI-27 on the real widget: undoing everything gives back every code point."""
    dice = random.Random(seed)
    editor.set_exact_text(HARD)
    keys = (Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Return, Qt.Key.Key_A, Qt.Key.Key_Space)
    for _ in range(40):
        length = len(editor.exact_text())
        start = dice.randint(0, length)
        put_caret(editor, start, min(length, start + dice.choice((0, 0, 1, 3))))
        match dice.randint(0, 5):
            case 0:
                editor.insert_exact(dice.choice((HARD, "\r", "\n", "\u00a0", "𠮷", "x\r\n")))
            case 1:
                editor.undo_edit()
            case 2:
                editor.redo_edit()
            case _:
                qtbot.keyClick(editor, dice.choice(keys))
        assert agrees(editor)
    while editor.buffer.can_redo:
        editor.redo_edit()
    final = editor.exact_text()
    while editor.buffer.can_undo:
        editor.undo_edit()
        assert agrees(editor)
    assert editor.exact_text() == HARD
    while editor.buffer.can_redo:
        editor.redo_edit()
    assert editor.exact_text() == final
