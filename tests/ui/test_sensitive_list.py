"""The list of sensitive items with keyboard and mouse."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QLocale, QPoint, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from sample_evidence import rows

from core.domain.disclosure import DisclosureRole, PlanItem, Treatment
from core.domain.language import Language
from core.domain.sensitive import Explanation, Layer, LayerHealth, LayerState
from core.domain.taxonomy import Taxonomy
from ui.compose.views.sensitive_delegate import CHOICES, Part
from ui.compose.views.sensitive_list import SensitiveList
from ui.compose.views.sensitive_model import ROW_ROLE, GroupHeading, SensitiveRow
from ui.shared.theme.theme import Look, Theme
from ui.shared.theme.tokens import SchemeChoice
from ui.shared.viewmodels.corrections import Scope
from ui.shared.widgets.popover import Popover
from ui.shared.wording.spans import SpanStatus
from ui.shared.wording.tags import type_tag
from ui.shared.wording.wording import in_a_row, listed


@pytest.fixture
def items(qtbot: QtBot, theme: Theme, taxonomy: Taxonomy) -> SensitiveList:
    made = SensitiveList(theme)
    qtbot.addWidget(made)
    made.resize(340, 560)
    made.set_rows(rows(taxonomy, Language.EN))
    made.show()
    QApplication.processEvents()
    return made


def place_of(items: SensitiveList, attribute_id: str, part: Part) -> QPoint:
    view = items._view
    index = view.items.place(attribute_id)
    row = index.data(ROW_ROLE)
    parts = view._delegate.parts(row, view.visualRect(index))
    return parts.controls[part].center()


def with_plan(taxonomy: Taxonomy) -> list[SensitiveRow]:
    """A name hidden, an age coarser and not sure, a hospital told, a telephone number that is proved."""
    name, age, hospital, phone = rows(taxonomy, Language.EN)
    role = DisclosureRole
    unproved = replace(name.attribute.mentions[0], explanation=EXPLANATION)
    proof = replace(phone.attribute.mentions[0], explanation=replace(EXPLANATION, validation=True))
    return [
        replace(
            name,
            attribute=replace(name.attribute, mentions=(unproved,)),
            item=PlanItem("a0", role.IDENTIFIES, Treatment.HIDE, 1, "identifies"),
            why="It names somebody.",
        ),
        replace(age, attribute=replace(age.attribute, sure=False), level=2, coarse=2, role="describes"),
        replace(hospital, level=0, replacement="", item=PlanItem("a2", role.TOPIC, Treatment.TELL, 0, "topic")),
        replace(phone, attribute=replace(phone.attribute, mentions=(proof,))),
    ]


def said(items: SensitiveList) -> str:
    (popover,) = items.findChildren(Popover)
    text = popover.content.plain
    popover.close()
    popover.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return text


def test_rows_are_grouped_by_what_happens_to_them(items: SensitiveList, taxonomy: Taxonomy) -> None:
    items.set_rows(with_plan(taxonomy))
    model = items._view.items
    shown = [model.index(row).data(ROW_ROLE) for row in range(model.rowCount())]
    headings = [item.title for item in shown if isinstance(item, GroupHeading)]
    assert headings == ["Hidden, comes back (2)", "Told less exactly (1)", "Told on purpose (1)"]
    hidden = [item.attribute.value for item in shown[1:3] if isinstance(item, SensitiveRow)]
    assert hidden == ["Iris Kettle", "202-555-0143"]


def test_keys_hide_coarsen_and_tell(items: SensitiveList, taxonomy: Taxonomy, qtbot: QtBot) -> None:
    items.set_rows(with_plan(taxonomy))
    chosen: list[tuple[str, int]] = []
    items.level_chosen.connect(lambda attribute_id, level: chosen.append((attribute_id, level)))
    items.select("a2")
    for key in (Qt.Key.Key_H, Qt.Key.Key_C, Qt.Key.Key_T):
        qtbot.keyClick(items._view, key)
    assert chosen == [("a2", 4), ("a2", 1), ("a2", 0)]


def test_what_identifies_is_not_told_and_the_reason_is_said(
    items: SensitiveList, taxonomy: Taxonomy, qtbot: QtBot
) -> None:
    items.set_rows(with_plan(taxonomy))
    chosen: list[object] = []
    items.level_chosen.connect(lambda *given: chosen.append(given))
    items.not_sensitive.connect(lambda *given: chosen.append(given))
    items.select("a0")
    qtbot.keyClick(items._view, Qt.Key.Key_T)
    assert "mark it as not sensitive" in said(items)
    items.select("a3")
    for key in (Qt.Key.Key_T, Qt.Key.Key_Left, Qt.Key.Key_Delete):
        qtbot.keyClick(items._view, key)
        assert "check digits prove" in said(items)
    assert chosen == []


@pytest.mark.parametrize("by_mouse", [False, True])
def test_a_question_is_answered_with_yes_and_no(
    items: SensitiveList, taxonomy: Taxonomy, qtbot: QtBot, by_mouse: bool
) -> None:
    items.set_rows(with_plan(taxonomy))

    def answer(key: Qt.Key, part: Part) -> None:
        items.select("a1")
        if by_mouse:
            place = place_of(items, "a1", part)
            qtbot.mouseClick(items._view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        else:
            qtbot.keyClick(items._view, key)

    with qtbot.waitSignal(items.level_chosen) as kept:
        answer(Qt.Key.Key_Y, Part.YES)
    assert kept.args == ["a1", 2]
    with qtbot.waitSignal(items.not_sensitive) as free:
        answer(Qt.Key.Key_N, Part.NO)
    assert free.args == ["a1", Scope.ONCE]
    row = items._view.items.place("a1").data(ROW_ROLE)
    assert "Is this private" in row.spoken()
    assert not replace(row, decided=True).question


def test_a_row_is_as_high_as_its_sentences(items: SensitiveList, taxonomy: Taxonomy) -> None:
    view = items._view
    short = with_plan(taxonomy)
    items.set_rows(short)
    before = view._delegate.parts(short[0], view.visualRect(view.items.place("a0"))).height
    long = replace(short[0], why="It names or reaches somebody. " * 8)
    items.set_rows([long, *short[1:]])
    QApplication.processEvents()
    rect = view.visualRect(view.items.place("a0"))
    parts = view._delegate.parts(long, rect)
    assert parts.height > before
    assert rect.height() == parts.height
    assert parts.reason.bottom() < min(box.top() for part, box in parts.controls.items() if part.treatment)


EXPLANATION = Explanation("sample.rule", 0.9, 0.6)


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
    assert "As it is" in row.spoken()


def test_mouse_reaches_every_control(items: SensitiveList, qtbot: QtBot) -> None:
    target = items._view.viewport()
    with qtbot.waitSignal(items.level_chosen) as level:
        qtbot.mouseClick(target, Qt.MouseButton.LeftButton, pos=place_of(items, "a1", Part.HIDE))
    assert level.args == ["a1", 3]
    with qtbot.waitSignal(items.level_chosen) as slider:
        qtbot.mouseClick(target, Qt.MouseButton.LeftButton, pos=place_of(items, "a2", Part.TELL))
    assert slider.args == ["a2", 0]
    with qtbot.waitSignal(items.relevance_toggled) as relevance:
        qtbot.mouseClick(target, Qt.MouseButton.LeftButton, pos=place_of(items, "a1", Part.RELEVANCE))
    assert relevance.args == ["a1", True]
    with qtbot.waitSignal(items.attribute_hovered) as hovered:
        qtbot.mouseMove(target, place_of(items, "a3", Part.WHY))
    assert hovered.args == ["a3"]


def test_keyboard_reaches_every_command(items: SensitiveList, qtbot: QtBot) -> None:
    items.select("a1")
    with qtbot.waitSignal(items.not_sensitive) as free:
        qtbot.keyClick(items._view, Qt.Key.Key_Delete)
    assert free.args == ["a1", Scope.ONCE]
    items.select("a0")
    with qtbot.waitSignal(items.relevance_toggled) as relevance:
        qtbot.keyClick(items._view, Qt.Key.Key_Space)
    assert relevance.args == ["a0", True]
    with qtbot.waitSignal(items.attribute_selected) as selected:
        qtbot.keyClick(items._view, Qt.Key.Key_Down)
    assert selected.args == ["a3"]
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
    assert {"Hide", "Coarser", "Tell"} <= set(titles)
    levels = next(action for action in menu.actions() if action.text() == "Level").menu().actions()
    assert [action.text() for action in levels] == ["As it is", "65-69", "60-69", "Remove"]
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
        for box in parts.controls.values():
            assert box.width() >= theme.target
            assert box.height() >= theme.target


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_rows_keep_their_room_when_the_scroll_bar_comes(
    qtbot: QtBot, theme: Theme, taxonomy: Taxonomy, qapp: QApplication, scale: float
) -> None:
    """A row that was measured without the bar was painted over the next one."""
    theme.apply(qapp, Look(SchemeChoice.LIGHT, text_scale=scale))
    made = SensitiveList(theme)
    qtbot.addWidget(made)
    made.resize(360, 200)
    made.set_rows([row for _ in range(3) for row in with_plan(taxonomy)])
    made.show()
    QApplication.processEvents()
    view = made._view
    assert view.verticalScrollBar().isVisible()
    words = QFontMetrics(theme.font("small")).height()
    for place in range(view.model().rowCount()):
        index = view.model().index(place, 0)
        row = index.data(ROW_ROLE)
        if isinstance(row, SensitiveRow):
            parts = view._delegate.parts(row, view.visualRect(index))
            assert parts.height <= view.visualRect(index).height()
            assert all(parts.controls[part].height() >= words for part in CHOICES if part in parts.controls)
    theme.apply(qapp, Look(SchemeChoice.LIGHT))


def test_tags_and_lists_are_written_as_the_language_writes_them(taxonomy: Taxonomy) -> None:
    usual = QLocale()
    try:
        QLocale.setDefault(QLocale("zh_CN"))
        assert type_tag(taxonomy["PERSON"]) == taxonomy["PERSON"].token[Language.ZH]
        assert (listed(["甲", "乙"]), in_a_row("甲。", "", "乙。")) == ("甲、乙", "甲。乙。")
        QLocale.setDefault(QLocale("en_GB"))
        assert type_tag(taxonomy["PERSON"]) == "PER"
        assert (listed(["a", "b"]), in_a_row("A.", "", "B.")) == ("a, b", "A. B.")
    finally:
        QLocale.setDefault(usual)
