"""Curve, evidence, residual report: what they say, and that they never say more."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot
from sample_evidence import estimate, evidence
from sample_set import sample

from core.domain.evidence import AttackerLevel, Depth, Probe, ProbeOutcome, ProbeResult
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.taxonomy import Taxonomy
from core.domain.verdict import ResidualItem, ResidualReport
from ui.compose.views.leakage_chart import axis_top
from ui.compose.views.leakage_curve import LeakageCurve
from ui.shared.evidence.panel import EvidencePanel, Voice
from ui.shared.evidence.residual_panel import ResidualPanel
from ui.shared.theme.theme import Theme
from ui.shared.widgets.popover import Popover
from ui.shared.wording.wording import curve_texts, guess_text, pass_text, residual_reason, review_flag


@pytest.fixture
def curve(qtbot: QtBot, theme: Theme) -> LeakageCurve:
    made = LeakageCurve(theme)
    qtbot.addWidget(made)
    made.resize(420, 300)
    return made


def show(curve: LeakageCurve) -> None:
    found = evidence()
    curve.set_estimates(found.before, found.leakage, STRICT.tau_l)


def test_curve_starts_empty_and_says_so(curve: LeakageCurve) -> None:
    assert curve._stack.currentIndex() == 2
    assert "Nothing measured" in curve._empty.texts()[0]
    assert not any(button.isEnabled() for button in curve._exports)


def test_ui_30_table_says_what_the_chart_shows(curve: LeakageCurve, qtbot: QtBot) -> None:
    show(curve)
    qtbot.mouseClick(curve._table_button, Qt.MouseButton.LeftButton)
    table = curve._table
    assert table.rowCount() == len(AttackerLevel)
    assert table.item(0, 4).text() == "computed"
    assert table.item(1, 2).text() == "–"
    assert table.item(2, 4).text() == "78"
    assert "what will be sent" in curve._chart.accessibleDescription()


def test_ui_30_curve_exports(curve: LeakageCurve, tmp_path: Path, qtbot: QtBot) -> None:
    show(curve)
    curve.write_csv(tmp_path / "c.csv")
    lines = list(csv.DictReader((tmp_path / "c.csv").read_text("utf-8").splitlines()))
    assert len(lines) == 4 + 3
    assert {line["series"] for line in lines} == {"before", "after"}
    assert float(lines[-1]["worst"]) == pytest.approx(0.12)
    curve.write_png(tmp_path / "c.png")
    assert not QImage(str(tmp_path / "c.png")).isNull()
    with pytest.raises(OSError, match="png"):
        curve.write_png(tmp_path / "missing" / "c.png")
    with qtbot.waitSignal(curve.export_requested) as asked:
        qtbot.mouseClick(curve._exports[0], Qt.MouseButton.LeftButton)
    assert asked.args == ["csv"]


def test_chart_can_be_read_with_the_keyboard(curve: LeakageCurve, qtbot: QtBot) -> None:
    show(curve)
    curve.show()
    qtbot.keyClick(curve._chart, Qt.Key.Key_Right)
    assert "your prompt" in curve._chart.accessibleDescription()
    qtbot.keyClick(curve._chart, Qt.Key.Key_Left)
    assert "9 hits of 78" in curve._chart.accessibleDescription()


def test_ui_30_series_differ_in_shape(curve: LeakageCurve) -> None:
    """Before and after look different in grey."""
    found = evidence()
    pictures = []
    for before, after in ((found.before, {}), ({}, found.before)):
        curve.set_estimates(before, after, 0.0)
        grey = curve._chart.image().convertToFormat(QImage.Format.Format_Grayscale8)
        pictures.append(bytes(grey.constBits()))
    assert pictures[0] != pictures[1]


def test_axis_ends_at_a_round_share() -> None:
    assert [axis_top(value) for value in (0.0, 0.05, 0.2, 0.81, 1.0)] == [0.04, 0.08, 0.2, 1.0, 1.0]


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme) -> EvidencePanel:
    made = EvidencePanel(theme)
    qtbot.addWidget(made)
    made.resize(360, 320)
    return made


def test_three_voices(panel: EvidencePanel) -> None:
    panel.set_evidence(evidence(), STRICT, Voice.PASS)
    assert panel.voice is Voice.PASS
    assert "not a proof" in panel.detail()
    panel.set_evidence(evidence(), STRICT, Voice.INFEASIBLE)
    assert panel.headline() == "A person must decide"
    panel.set_blocked("The name model did not run.", "Switch it off.")
    assert panel.headline() == "Blocked: nothing was sent"
    assert panel.lines() == ()


def test_uncertified_evidence_never_speaks_as_a_pass(panel: EvidencePanel) -> None:
    panel.set_evidence(evidence(certified=False), STRICT, Voice.PASS)
    assert panel.voice is Voice.PREVIEW
    assert "not certified" in panel.headline()
    panel.set_evidence(evidence(certified=False), STRICT, Voice.INFEASIBLE)
    assert panel.voice is Voice.INFEASIBLE


def test_every_figure_tells_what_it_means(panel: EvidencePanel, qtbot: QtBot) -> None:
    panel.set_evidence(evidence(k=3.0, flags=("non_monotone",)), STRICT, Voice.INFEASIBLE)
    panel.details.setChecked(True)
    lines = {line.name: line for line in panel.lines()}
    assert lines["Leakage (L), A2"].value == "0 hits of 78, bound 4.6 %"
    assert lines["Leakage (L), A2"].passes
    assert not lines["Leakage (L), A3"].passes
    assert lines["Leakage (L), A0"].value == "0.0 %, computed"
    assert not lines["Crowd (k)"].passes
    assert "proxy" in next(name for name in lines if name.startswith("Utility"))
    assert lines["Restoration (R), diagnostic"].passes is None
    assert all(line.explained.paragraphs for line in panel.lines())
    panel.show()
    button = next(item for item in panel.findChildren(QPushButton) if item.text() == "Crowd (k)")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    (popover,) = panel.findChildren(Popover)
    assert "Does not say" in popover.content.plain
    popover.close()


def test_what_only_explains_the_curve_stands_under_the_curve_and_warns_nowhere(
    panel: EvidencePanel, theme: Theme, qtbot: QtBot, tongue: Language
) -> None:
    flagged = evidence(flags=("non_monotone", "kept_by_person"))
    warned = review_flag("kept_by_person")
    for voice in (Voice.PASS, Voice.INFEASIBLE, Voice.PREVIEW):
        panel.set_evidence(flagged, STRICT, voice)
        assert warned in panel.detail()
        assert review_flag("non_monotone") not in panel.detail()
    curve = LeakageCurve(theme)
    qtbot.addWidget(curve)
    curve.set_estimates(flagged.before, flagged.leakage, STRICT.tau_l, *curve_texts(flagged.review_flags))
    assert curve.note.text() == review_flag("non_monotone")
    assert curve.note.isVisibleTo(curve)
    curve.set_estimates(flagged.before, flagged.leakage, STRICT.tau_l)
    assert not curve.note.isVisibleTo(curve)


def test_how_deep_it_was_tried_stands_in_the_headline_of_a_pass(panel: EvidencePanel, tongue: Language) -> None:
    panel.set_evidence(evidence(), STRICT, Voice.PASS)
    assert panel.headline() == pass_text(Depth.COMPUTED)
    none = {Language.EN: "no language model", Language.ZH: "没有语言模型"}[tongue]
    assert none in panel.headline()
    deeper = [pass_text(depth) for depth in Depth if depth is not Depth.COMPUTED]
    assert len(set(deeper)) == len(deeper)
    assert not any(none in text for text in deeper)


def test_what_the_crowd_counts_stands_beside_it_and_is_read_out(panel: EvidencePanel) -> None:
    panel.set_evidence(evidence(), STRICT, Voice.PASS, "Counts: age. Not counted: illness.")
    line = next(line for line in panel.lines() if line.name == "What is told fits")
    assert line.note == "Counts: age. Not counted: illness."
    assert any(label.text() == line.note and label.isVisibleTo(panel) for label in panel.findChildren(QLabel))
    button = next(item for item in panel.findChildren(QPushButton) if item.text() == line.name)
    assert line.note in button.accessibleName()
    panel.details.setChecked(True)
    assert next(line.note for line in panel.lines() if line.name == "Crowd (k)")


def test_missing_crowd_is_said(panel: EvidencePanel) -> None:
    panel.set_evidence(evidence(k=None), STRICT, Voice.PREVIEW)
    assert next(line.value for line in panel.lines() if line.name == "What is told fits") == "not counted"
    panel.details.setChecked(True)
    assert next(line.value for line in panel.lines() if line.name == "Crowd (k)") == "not counted"


SYMBOLS = re.compile(r"[(（][LUkRSD][)）]|\bA[0-3]\b|\b[LUk]\b|bound|上界")


def test_plain_words_come_first_and_symbols_on_demand(panel: EvidencePanel, tongue: Language) -> None:
    panel.set_evidence(evidence(k=3.0), STRICT, Voice.INFEASIBLE)
    plain = [f"{line.name} {line.value}" for line in panel.lines()]
    assert len(plain) == len({line.name for line in panel.lines()})
    assert not any(SYMBOLS.search(text) for text in plain)
    told: list[bool] = []
    panel.detailed.connect(told.append)
    panel.details.click()
    assert any(SYMBOLS.search(line.name) for line in panel.lines())
    panel.details.click()
    assert told == [True, False]
    assert [f"{line.name} {line.value}" for line in panel.lines()] == plain


def test_nobody_guessed_is_said_where_nobody_did(panel: EvidencePanel, tongue: Language) -> None:
    quiet = {AttackerLevel.A0: estimate(AttackerLevel.A0, 0.0, 0.0)}
    panel.set_evidence(replace(evidence(), leakage=quiet), STRICT, Voice.PASS)
    wanted = {Language.EN: "nobody guessed it", Language.ZH: "无人猜中"}[tongue]
    assert wanted in {line.value for line in panel.lines()}


def test_the_report_of_risks_speaks_of_guesses(risks: ResidualPanel, taxonomy: Taxonomy, tongue: Language) -> None:
    """What was found out, not which threshold was passed."""
    _, found = sample(taxonomy, tongue)
    for reason in ("advantage_above_tau", "posterior_above_cap", "replay_below_star"):
        item = ResidualItem("a2", AttackerLevel.A1, 0.7, 0.02, reason)
        risks.set_report(ResidualReport((item,), ()), found, "")
        said = [label.text() for label in risks.findChildren(QLabel)]
        assert guess_text(AttackerLevel.A1, 0.7, 0.02) in said
        assert not any(SYMBOLS.search(text) or "threshold" in text or "阈值" in text for text in said)


def test_words_that_single_out_are_a_question_and_no_figure(
    risks: ResidualPanel, taxonomy: Taxonomy, tongue: Language
) -> None:
    _, found = sample(taxonomy, tongue)
    risks.set_report(ResidualReport((ResidualItem("a2", AttackerLevel.A3, 0.0, 0.0, "singled_out"),), ()), found, "")
    said = [label.text() for label in risks.findChildren(QLabel)]
    assert residual_reason("singled_out") in said
    assert guess_text(AttackerLevel.A3, 0.0, 0.0) not in said
    assert not any("100" in text for text in said)


@pytest.fixture
def risks(qtbot: QtBot, theme: Theme, taxonomy: Taxonomy) -> ResidualPanel:
    made = ResidualPanel(theme, taxonomy)
    qtbot.addWidget(made)
    made.resize(360, 400)
    return made


def hit(question: str, answer: str) -> ProbeOutcome:
    return ProbeOutcome(Probe("a2", "retrieval", "enumeration", 1), ProbeResult.HIT, question, answer)


def test_risk_names_evidence_and_jumps(risks: ResidualPanel, qtbot: QtBot, taxonomy: Taxonomy) -> None:
    _, found = sample(taxonomy, Language.EN)
    text = "seen at a brook-side clinic"
    item = ResidualItem(
        "a2", AttackerLevel.A2, 0.7, 0.02, "advantage_above_tau", 10, 20, (hit("Which clinic?", "<b>Brook</b>"),)
    )
    risks.set_report(ResidualReport((item,), ("a0", "reader")), found, text)
    risks.show()
    said = " ".join(label.text() for label in risks.findChildren(QLabel))
    for part in ("Brook Clinic", "70 in 100", "Of 100 guesses", "Which clinic?", "<b>Brook</b>"):
        assert part in said
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in risks._scroll.findChildren(QLabel))
    (jump,) = risks.findChildren(QPushButton)
    with qtbot.waitSignal(risks.jump_requested) as asked:
        qtbot.mouseClick(jump, Qt.MouseButton.LeftButton)
    assert asked.args == [10, 20]


def test_ui_31_empty_report_says_what_was_checked(risks: ResidualPanel, taxonomy: Taxonomy) -> None:
    _, found = sample(taxonomy, Language.EN)
    risks.set_report(ResidualReport((), ("a0", "a1", "reader", "retrieval")), found, "text")
    title, detail = risks.empty_texts()
    assert title == "These checks found nothing"
    assert detail.startswith("2 item")
    assert "a reader of the text" in detail
    assert "cannot prove" in detail
    risks.clear()
    assert risks.empty_texts()[0] == "Not checked yet"


@pytest.mark.parametrize(
    ("posterior", "prior", "role"),
    [(0.21, 0.01, "block"), (0.2, 0.01, "warn"), (0.3, 0.3, "muted"), (0.05, 0.01, "muted")],
)
def test_severity_follows_the_protocol(
    risks: ResidualPanel, taxonomy: Taxonomy, posterior: float, prior: float, role: str
) -> None:
    _, found = sample(taxonomy, Language.EN)
    item = ResidualItem("a2", AttackerLevel.A2, posterior, prior, "advantage_above_tau")
    risks.set_report(ResidualReport((item,), ()), found, "", STRICT)
    badge = f"{round(100 * posterior)} in 100"
    assert [label.property("role") for label in risks.findChildren(QLabel) if label.text() == badge] == [role]


def test_spans_outside_the_text_offer_no_jump(risks: ResidualPanel, taxonomy: Taxonomy) -> None:
    _, found = sample(taxonomy, Language.EN)
    item = ResidualItem("gone", AttackerLevel.A0, 0.1, 0.05, "some_new_key", 5, 99)
    risks.set_report(ResidualReport((item,), ()), found, "short")
    assert risks.findChildren(QPushButton) == []
    assert any(label.text() == "some_new_key" for label in risks.findChildren(QLabel))
