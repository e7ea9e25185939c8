"""When the style sheet is in force."""

from __future__ import annotations

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtWidgets import QApplication, QDialog, QLabel, QPlainTextEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from ui.shared.theme.theme import Look, Theme
from ui.shared.theme.tokens import SchemeChoice


def test_what_is_built_gets_its_sheet_at_the_end_in_one_go(qapp: QApplication, theme: Theme) -> None:
    """A window that is built under a sheet costs twice, and a sheet that takes another's place ten times."""
    light = qapp.styleSheet()
    assert light
    with theme.undressed():
        with theme.undressed():
            theme.apply(qapp, Look(scheme=SchemeChoice.DARK))
        assert qapp.styleSheet() == ""
    assert qapp.styleSheet() == theme.style_sheet() != light
    with pytest.raises(ZeroDivisionError), theme.undressed():
        raise ZeroDivisionError
    assert qapp.styleSheet() == theme.style_sheet()


def test_what_was_never_shown_follows_a_change_too(qapp: QApplication, qtbot: QtBot, theme: Theme) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    with theme.undressed():
        items = [QToolButton(window), QLabel(window), QPlainTextEdit(window), QLabel(QDialog(window))]
    for look in (Look(SchemeChoice.DARK, text_scale=2.0), Look(SchemeChoice.LIGHT)):
        theme.apply(qapp, look)
        with theme.undressed():
            items.append(QToolButton(window))
        assert {item.font().pointSizeF() for item in items} == {theme.font().pointSizeF()}
        items[-1].ensurePolished()
        quick = [(item.font().toString(), item.palette()) for item in items]
        qapp.setStyleSheet(qapp.styleSheet())
        assert [(item.font().toString(), item.palette()) for item in items] == quick
