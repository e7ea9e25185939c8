"""Insights count kept runs: release rates, reasons, leakage, corrections, time; figures and files hold no text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from compose_fakes import FakeEngine
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from vault_cases import ENGLISH, infeasible_run, run
from vault_start import Start, idle, make_vault, type_and_judge

from core.domain.taxonomy import Domain
from ui.insights.viewmodels.insights import Insights, figures_of, summed
from ui.insights.views.bar_plot import Bar, BarPlot
from ui.shared.actions.pages import INSIGHTS
from ui.shared.theme.theme import Theme

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def test_runs_are_summed_by_subject_reason_and_stage() -> None:
    medical = replace(run("r2"), domain=Domain.MEDICAL, stage_seconds={"extract": 0.3})
    left = infeasible_run("r3")
    found = summed(figures_of(item) for item in (run("r1"), medical, left))
    assert found.runs == 3
    assert found.passed == {Domain.GENERAL: (1, 2), Domain.MEDICAL: (1, 1)}
    assert found.stages["extract"] == pytest.approx(0.1)
    assert set(found.reasons) == {item.reason for item in left.verdict.residual.items if item.reason} | (
        {left.verdict.residual.reason} if left.verdict.residual.reason else set()
    )
    assert all(0.0 <= mean <= 1.0 for mean in found.leakage.values())


def test_nothing_of_a_prompt_is_in_the_figures() -> None:
    said = repr(summed([figures_of(run()), figures_of(infeasible_run("r2"))]))
    assert not [word for word in ENGLISH.split() if len(word) > 5 and word in said]
    assert summed([]) == Insights()


def test_the_page_counts_what_the_vault_keeps(start: Start, qtbot: QtBot) -> None:
    desktop = start(FakeEngine)
    page = desktop.window.insights
    desktop.window.show_page(INSIGHTS)
    assert page.setup.isVisibleTo(page)
    make_vault(desktop, qtbot)
    desktop.window.registry.trigger("view.compose")
    type_and_judge(desktop, qtbot)
    desktop.compose.act()
    idle(desktop, qtbot)
    desktop.window.registry.trigger("view.insights")
    assert desktop.window.page == INSIGHTS
    page = desktop.window.insights
    qtbot.waitUntil(lambda: desktop.insights.insights.runs == 1)
    assert not page.setup.isVisibleTo(page)
    assert [bar.value for bar in page.passed.bars] == [1.0]
    assert page.passed.accessibleDescription()


def test_a_plot_is_saved_as_picture_and_as_rows(start: Start, tmp_path: Path) -> None:
    page = start(FakeEngine).window.insights
    page.passed.show_bars([Bar("Medical", 0.5, "50 %", 0.5)])
    page.save(page.passed.write_csv, tmp_path / "a.csv")
    page.save(page.passed.write_png, tmp_path / "a.png")
    assert (tmp_path / "a.csv").read_text("utf-8-sig").splitlines()[1] == "Medical,0.5"
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    page.save(page.passed.write_csv, tmp_path / "none" / "a.csv")
    assert page.trouble.isVisibleTo(page)
    assert all(button.accessibleName() for button in page.findChildren(QPushButton))


def test_bars_take_the_room_that_they_need(qtbot: QtBot, theme: Theme) -> None:
    plot = BarPlot(theme, "T", "u")
    qtbot.addWidget(plot)
    plot.show_bars([Bar(str(number), 0.1 * number, str(number), number) for number in range(5)])
    assert plot.sizeHint().height() >= 5 * plot.fontMetrics().height()
    plot.grab()
