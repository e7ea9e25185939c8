"""Signs and search fields carry icons of our own set, tinted as the rest; none comes from the style of the system."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from pytestqt.qtbot import QtBot

from core.domain.language import Language
from ui.shared.theme.theme import Theme
from ui.shared.widgets.search_field import SearchField

ROOT = Path(__file__).resolve().parents[2]
FOREIGN = re.compile(r"standardIcon|setClearButtonEnabled|QMessageBox\.Icon|QIcon\.fromTheme|StandardPixmap")


def test_no_icon_comes_from_the_style() -> None:
    used = [
        path.name
        for folder in ("ui", "app")
        for path in (ROOT / folder).rglob("*.py")
        if FOREIGN.search(path.read_text("utf-8"))
    ]
    assert used == []


def test_a_search_field_says_what_it_is_for_and_can_be_emptied(theme: Theme, qtbot: QtBot, tongue: Language) -> None:
    purpose = {Language.EN: "Search types", Language.ZH: "搜索类型"}[tongue]
    field = SearchField(theme, purpose)
    qtbot.addWidget(field)
    assert (field.placeholderText(), field.accessibleName()) == (purpose, purpose)
    assert not field.empties.isVisible()
    field.setText("x")
    assert field.empties.isVisible()
    assert field.empties.text() == {Language.EN: "Empty the field", Language.ZH: "清空"}[tongue]
    assert not field.empties.icon().isNull()
    assert not field.looks.icon().isNull()
    field.empties.trigger()
    assert (field.text(), field.empties.isVisible()) == ("", False)
