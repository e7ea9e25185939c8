"""What holds for every widget: names for screen readers, plain text, targets, both schemes (UI-18 to UI-23)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QScrollBar, QWidget
from pytestqt.qtbot import QtBot
from sample_evidence import evidence, rows
from sample_set import sample

from core.domain.events import Stage, StageEvent, StageState
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.taxonomy import Taxonomy
from core.resources import resource_root
from core.restore.pieces import PlainText
from ui.compose.views.leakage_curve import LeakageCurve
from ui.compose.views.pipeline_bar import PipelineBar
from ui.compose.views.sensitive_list import SensitiveList
from ui.shared.document.answer_view import AnswerView
from ui.shared.document.diff_view import DiffMode, DiffView
from ui.shared.document.prompt_editor import PromptEditor
from ui.shared.evidence.panel import EvidencePanel, Voice
from ui.shared.evidence.residual_panel import ResidualPanel
from ui.shared.theme.theme import Look, Theme
from ui.shared.theme.tokens import DiffSet, SchemeChoice
from ui.shared.widgets.empty_state import EmptyState
from ui.shared.wording.spans import mention_spans

Maker = Callable[[Theme, Taxonomy], QWidget]


def editor(theme: Theme, taxonomy: Taxonomy) -> QWidget:
    made = PromptEditor(theme, taxonomy)
    text, found = sample(taxonomy, Language.ZH)
    made.set_exact_text(text)
    made.set_mentions(mention_spans(found, taxonomy, {}))
    return made


def comparison(theme: Theme, taxonomy: Taxonomy) -> QWidget:
    made = DiffView(theme)
    made.set_texts("a 67 b", "a [AGE] b")
    made.set_mode(DiffMode.SIDE_BY_SIDE)
    return made


def curve(theme: Theme, taxonomy: Taxonomy) -> QWidget:
    made = LeakageCurve(theme)
    found = evidence()
    made.set_estimates(found.before, found.leakage, STRICT.tau_l)
    return made


def items(theme: Theme, taxonomy: Taxonomy) -> QWidget:
    made = SensitiveList(theme)
    made.set_rows(rows(taxonomy, Language.EN))
    return made


def panel(theme: Theme, taxonomy: Taxonomy) -> QWidget:
    made = EvidencePanel(theme)
    made.set_evidence(evidence(), STRICT, Voice.PASS)
    return made


def bar(theme: Theme, taxonomy: Taxonomy) -> QWidget:
    made = PipelineBar(theme)
    made.on_event(StageEvent(Stage.EXTRACT, StageState.DONE, seconds=0.1))
    return made


def answer(theme: Theme, taxonomy: Taxonomy) -> QWidget:
    made = AnswerView(theme)
    made.set_answer([PlainText("# a\nb")], "b")
    while made.pending:
        QApplication.processEvents()
    return made


MAKERS: tuple[Maker, ...] = (
    editor,
    comparison,
    curve,
    items,
    panel,
    bar,
    answer,
    lambda theme, taxonomy: ResidualPanel(theme, taxonomy),
)


@pytest.fixture(params=MAKERS, ids=["editor", "comparison", "curve", "items", "panel", "bar", "answer", "risks"])
def widget(request: pytest.FixtureRequest, qtbot: QtBot, theme: Theme, taxonomy: Taxonomy) -> QWidget:
    made: QWidget = request.param(theme, taxonomy)
    qtbot.addWidget(made)
    made.resize(700, 360)
    made.show()
    return made


def test_everything_that_takes_the_focus_has_a_name(widget: QWidget) -> None:
    for part in (widget, *widget.findChildren(QWidget)):
        focusable = part.focusPolicy() is not Qt.FocusPolicy.NoFocus and part.focusProxy() is None
        private = part.objectName().startswith("qt_") or isinstance(part, QScrollBar)
        if focusable and not private and not part.inherits("QHeaderView"):
            assert part.accessibleName(), f"{type(part).__name__} in {type(widget).__name__}"


def test_labels_show_plain_text(widget: QWidget) -> None:
    for label in widget.findChildren(QLabel):
        assert label.textFormat() is Qt.TextFormat.PlainText or not label.text()


def test_ui_23_buttons_are_large_enough(widget: QWidget, theme: Theme) -> None:
    for button in widget.findChildren(QAbstractButton):
        if (
            button.isVisible()
            and not button.objectName().startswith("qt_")
            and not button.inherits("QTableCornerButton")
        ):
            assert button.height() >= theme.target, button.accessibleName()
            assert button.width() >= theme.target, button.accessibleName()


def picture(widget: QWidget) -> QImage:
    return widget.grab().toImage()


def test_ui_18_the_look_changes_at_once_and_back(
    widget: QWidget, theme: Theme, qapp: QApplication, qtbot: QtBot
) -> None:
    settle(widget, qtbot)
    light = picture(widget)
    theme.apply(qapp, Look(SchemeChoice.DARK, DiffSet.COLOUR_BLIND))
    settle(widget, qtbot)
    assert picture(widget) != light
    theme.apply(qapp, Look(SchemeChoice.LIGHT))
    settle(widget, qtbot)
    assert picture(widget).size() == light.size()


def settle(widget: QWidget, qtbot: QtBot) -> None:
    if isinstance(widget, AnswerView):
        qtbot.waitUntil(lambda: not widget.pending)
    QApplication.processEvents()


def test_larger_text_is_larger_everywhere(theme: Theme, qapp: QApplication) -> None:
    sizes = {role: theme.font(role).pointSizeF() for role in theme.tokens.scale}
    theme.apply(qapp, Look(SchemeChoice.LIGHT, text_scale=2.0))
    assert all(theme.font(role).pointSizeF() == pytest.approx(2 * size) for role, size in sizes.items())
    theme.apply(qapp, Look(SchemeChoice.LIGHT))


def test_system_scheme_follows_the_system(theme: Theme, qapp: QApplication) -> None:
    theme.apply(qapp, Look(SchemeChoice.SYSTEM))
    dark = qapp.styleHints().colorScheme() is Qt.ColorScheme.Dark
    assert (theme.scheme.value == "dark") == dark
    theme.apply(qapp, Look(SchemeChoice.LIGHT))


def test_every_icon_can_be_drawn_and_takes_its_colour(theme: Theme) -> None:
    folder = resource_root() / "icons"
    tinted = [name for name in theme.icons.names() if "currentColor" in (folder / f"{name}.svg").read_text("utf-8")]
    assert len(tinted) > 50
    for name in tinted:
        drawn = theme.pixmap(name, "block", 20, 1.0).toImage()
        wanted = theme.color("block")
        colors = [drawn.pixelColor(x, y) for x in range(20) for y in range(20)]
        solid = [color for color in colors if color.alpha() > 250]
        assert any(color.alpha() for color in colors), name
        # Antialiasing rounds each channel by at most one step.
        assert all(
            max(abs(a - b) for a, b in zip(color.getRgb()[:3], wanted.getRgb()[:3], strict=True)) <= 1
            for color in solid
        ), name


def test_style_sheet_has_no_name_left(theme: Theme) -> None:
    sheet = theme.style_sheet()
    assert "@" not in sheet
    assert "%" not in sheet


def test_empty_state_is_spoken(qtbot: QtBot, theme: Theme) -> None:
    state = EmptyState(theme, "shield")
    qtbot.addWidget(state)
    state.set_texts("Nothing here", "Write something.")
    assert (state.accessibleName(), state.accessibleDescription()) == ("Nothing here", "Write something.")
