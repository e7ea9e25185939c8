"""The comparison on screen: modes, stepper, synced scrolling, work done elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.shared.document.diff_view import LARGE, DiffMode, DiffView
from ui.shared.theme.theme import Look, Theme
from ui.shared.theme.tokens import DiffSet, SchemeChoice
from ui.shared.viewmodels.diff import Diff, by_replacements, diff

BEFORE = "I am Iris Kettle, 67, seen at Brook Clinic.\n" + "Nothing here.\n" * 60 + "Call 202-555-0143."
AFTER = "I am [PERSON_1], in my sixties, seen at a clinic.\n" + "Nothing here.\n" * 60 + "Call [PHONE_1]."


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> DiffView:
    made = DiffView(theme)
    qtbot.addWidget(made)
    made.resize(640, 220)
    made.show()
    return made


def test_it_says_what_to_do_while_empty(view: DiffView) -> None:
    assert "Nothing to compare" in view._empty.texts()[0]
    view.set_texts("same", "same")
    assert "No differences" in view._empty.texts()[0]


@pytest.mark.parametrize("mode", list(DiffMode))
def test_ui_28_stepper_counts_and_wraps(view: DiffView, qtbot: QtBot, mode: DiffMode) -> None:
    view.set_texts(BEFORE, AFTER)
    view.set_mode(mode)
    total = len(view.result.changes)
    assert total == 4
    view.next_change()
    assert view.counter_text() == f"1/{total}"
    view.previous_change()
    assert view.counter_text() == f"{total}/{total}"
    pane = view._inline if mode is DiffMode.INLINE else view._left
    qtbot.keyClick(pane, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert view.counter_text() == f"1/{total}"
    qtbot.keyClick(pane, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert view.counter_text() == f"{total}/{total}"


def test_ui_28_sides_scroll_together(view: DiffView) -> None:
    view.set_texts(BEFORE, AFTER)
    view.set_mode(DiffMode.SIDE_BY_SIDE)
    QApplication.processEvents()
    bar = view._left.verticalScrollBar()
    bar.setValue(20)
    assert abs(view._right.top_point() - view._counterpart(view._left.top_point(), from_left=True)) < 14
    bar.setValue(bar.maximum())
    assert view._right.verticalScrollBar().value() == view._right.verticalScrollBar().maximum()
    view._right.verticalScrollBar().setValue(0)
    assert bar.value() == 0


def test_ui_28_white_space_toggle(view: DiffView, qtbot: QtBot) -> None:
    view.set_texts("a  b\nc", "a b c")
    assert len(view.result.changes) == 2
    qtbot.mouseClick(view._spaces, Qt.MouseButton.LeftButton)
    assert view.result.changes == ()
    qtbot.mouseClick(view._spaces, Qt.MouseButton.LeftButton)
    assert len(view.result.changes) == 2


def test_ui_29_large_texts_are_compared_elsewhere_and_late_results_are_dropped(qtbot: QtBot, theme: Theme) -> None:
    jobs: list[tuple[Callable[[], Diff], Callable[[Diff], None]]] = []
    view = DiffView(theme, lambda compute, deliver: jobs.append((compute, deliver)))
    qtbot.addWidget(view)
    view.set_texts("a " * LARGE, "a " * LARGE + "b")
    view.set_texts("a " * LARGE, "c " + "a " * LARGE)
    assert "Comparing" in view._empty.texts()[0]
    first, second = jobs
    second[1](second[0]())
    first[1](first[0]())
    assert view.result.after.startswith("c ")
    assert len(view.result.changes) == 1


def test_markup_is_shown_as_text(view: DiffView) -> None:
    view.set_texts("x", "<img src='http://203.0.113.9'> <b>x</b>")
    assert "<img src='http://203.0.113.9'>" in view._inline.toPlainText()


def test_colours_change_at_once_and_nothing_is_lost(view: DiffView, theme: Theme, qapp: QApplication) -> None:
    view.set_texts(BEFORE, AFTER)
    view.next_change()
    before = view.grab().toImage()
    theme.apply(qapp, Look(SchemeChoice.LIGHT, DiffSet.COLOUR_BLIND))
    assert view.grab().toImage() != before
    theme.apply(qapp, Look(SchemeChoice.DARK, DiffSet.COLOUR_BLIND))
    assert view.counter_text().startswith("1/")


def test_a_replacement_is_one_change_and_never_letters_within_a_word() -> None:
    before, after = "In 2024-05-03 came 67.", "In 2024-05 came [AGE_1: 60-69]!"
    found = by_replacements(before, after, [(19, 21, 16, 30), (3, 13, 3, 10)])
    changed = [
        (before[part.before_start : part.before_end], after[part.after_start : part.after_end])
        for part in found.changes
    ]
    assert changed == [("2024-05-03", "2024-05"), ("67", "[AGE_1: 60-69]"), (".", "!")]
    rebuilt = "".join(after[part.after_start : part.after_end] for part in found.parts)
    assert rebuilt == after
    assert "".join(before[part.before_start : part.before_end] for part in found.parts) == before


def test_replacements_that_do_not_fit_are_left_to_the_comparison() -> None:
    assert by_replacements("a b", "a c", [(0, 99, 0, 1), (2, 1, 0, 0)]).parts == diff("a b", "a c").parts
    assert by_replacements("a b", "a b", [(0, 1, 0, 1)]).changes == ()
