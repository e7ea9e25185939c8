"""The list of sensitive items with keyboard and mouse."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from sample_evidence import rows

from core.domain.language import Language
from core.domain.sensitive import Layer, LayerHealth, LayerState
from core.domain.taxonomy import Taxonomy
from ui.theme.theme import Theme
from ui.viewmodels.corrections import Scope
from ui.widgets.popover import Popover
from ui.widgets.sensitive_delegate import Part
from ui.widgets.sensitive_list import SensitiveList
from ui.widgets.sensitive_model import ROW_ROLE, FamilyHeading, SensitiveRow
from ui.widgets.spans import SpanStatus


@pytest.fixture
def items(qtbot: QtBot, theme: Theme, taxonomy: Taxonomy) -> SensitiveList:
    made = SensitiveList(theme)
    qtbot.addWidget(made)
    made.resize(340, 560)
    made.set_rows(rows(taxonomy, Language.EN))
    made.show()
    QApplication.processEvents()
    return made


def place_of(items: SensitiveList, attribute_id: str, part: Part, level: int = -1) -> QPoint:
    view = items._view
    index = view.items.place(attribute_id)
    row = index.data(ROW_ROLE)
    parts = view._delegate.parts(row, view.visualRect(index))
    box = parts.steps[level] if part is Part.STEP else parts.buttons[part]
    return box.center()


def test_rows_are_grouped_by_family(items: SensitiveList) -> None:
    model = items._view.items
    shown = [model.index(row).data(ROW_ROLE) for row in range(model.rowCount())]
    headings = [item.family.value for item in shown if isinstance(item, FamilyHeading)]
    assert headings == ["person", "contact", "place"]
    people = [item.attribute.value for item in shown[1:3] if isinstance(item, SensitiveRow)]
    assert people == ["Iris Kettle", "67"]


def test_keyboard_moves_the_level_and_stops_at_the_ends(items: SensitiveList, qtbot: QtBot) -> None:
    chosen: list[tuple[str, int]] = []
    items.level_chosen.connect(lambda attribute_id, level: chosen.append((attribute_id, level)))
    items.select("a1")
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        qtbot.keyClick(items._view, key)
    assert chosen == [("a1", 2), ("a1", 3), ("a1", 2)]
    for _ in range(4):
        qtbot.keyClick(items._view, Qt.Key.Key_Left)
    assert chosen[-1] == ("a1", 0)
    row = items._view.items.place("a1").data(ROW_ROLE)
    assert row.status is SpanStatus.KEPT
    assert "Keep" in row.spoken()


def test_mouse_reaches_every_control(items: SensitiveList, qtbot: QtBot) -> None:
    target = items._view.viewport()
    with qtbot.waitSignal(items.level_chosen) as level:
        qtbot.mouseClick(target, Qt.MouseButton.LeftButton, pos=place_of(items, "a1", Part.STEP, 3))
    assert level.args == ["a1", 3]
    with qtbot.waitSignal(items.level_chosen) as slider:
        qtbot.mouseClick(target, Qt.MouseButton.LeftButton, pos=place_of(items, "a2", Part.STEP, 2))
    assert slider.args == ["a2", 2]
    with qtbot.waitSignal(items.relevance_toggled) as relevance:
        qtbot.mouseClick(target, Qt.MouseButton.LeftButton, pos=place_of(items, "a1", Part.RELEVANCE))
    assert relevance.args == ["a1", True]
    with qtbot.waitSignal(items.attribute_hovered) as hovered:
        qtbot.mouseMove(target, place_of(items, "a3", Part.WHY))
    assert hovered.args == ["a3"]


def test_keyboard_reaches_every_command(items: SensitiveList, qtbot: QtBot) -> None:
    items.select("a0")
    with qtbot.waitSignal(items.not_sensitive) as free:
        qtbot.keyClick(items._view, Qt.Key.Key_Delete)
    assert free.args == ["a0", Scope.ONCE]
    with qtbot.waitSignal(items.relevance_toggled) as relevance:
        qtbot.keyClick(items._view, Qt.Key.Key_Space)
    assert relevance.args == ["a0", True]
    with qtbot.waitSignal(items.attribute_selected) as selected:
        qtbot.keyClick(items._view, Qt.Key.Key_Down)
    assert selected.args == ["a1"]
    qtbot.keyClick(items._view, Qt.Key.Key_Return)
    (popover,) = items.findChildren(Popover)
    assert "sample.rule" in popover.content.plain
    assert "phone" in popover.content.plain
    qtbot.keyClick(popover, Qt.Key.Key_Escape)


def test_menu_has_all_levels_and_scopes(items: SensitiveList) -> None:
    index = items._view.items.place("a1")
    menu = items._view.row_menu(index.data(ROW_ROLE), index)
    titles = [action.text() for action in menu.actions()]
    assert {"Level", "Needed for the question", "Why is this here?", "Not sensitive"} <= set(titles)
    levels = menu.actions()[0].menu().actions()
    assert [action.text() for action in levels] == ["Keep", "65-69", "60-69", "Remove"]
    assert [action.isChecked() for action in levels] == [False, True, False, False]


def test_new_content_keeps_the_current_item(items: SensitiveList, taxonomy: Taxonomy) -> None:
    items.select("a2")
    changed = [
        replace(row, replacement="other", level=2) if row.attribute.id == "a1" else row
        for row in rows(taxonomy, Language.EN)
    ]
    items.set_rows(changed)
    assert items._view.currentIndex().data(ROW_ROLE).attribute.id == "a2"


def test_empty_states(items: SensitiveList) -> None:
    items.set_rows((), [LayerHealth(Layer.PATTERN, LayerState.OK), LayerHealth(Layer.NER, LayerState.OFF)], looked=True)
    title, detail = items.empty_texts()
    assert title == "Nothing sensitive found"
    assert "pattern" in detail
    assert "name model: off" in detail
    items.set_rows(())
    assert items.empty_texts()[0] == "Nothing to look at yet"


def test_targets_are_large_enough(items: SensitiveList, theme: Theme) -> None:
    """UI-23."""
    view = items._view
    for attribute_id in ("a0", "a1", "a2", "a3"):
        index = view.items.place(attribute_id)
        parts = view._delegate.parts(index.data(ROW_ROLE), view.visualRect(index))
        for box in (*parts.buttons.values(), *parts.steps):
            assert box.width() >= theme.target
            assert box.height() >= theme.target
