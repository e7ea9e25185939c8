"""Words of a trial, old against new, in the language of the window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from ui.viewmodels.library_ports import TrialReport, TrialRow
from ui.widgets.wording import number, percent

SIGNIFICANT = 0.05
"""The customary level: above it a difference is called not proven. It decides nothing."""


def metric_name(metric: str) -> str:
    """A measure as a person reads it; an unknown one is shown as it is named."""
    translate = QCoreApplication.translate
    return {
        "recall": translate("Library", "Found of what should be found (recall)"),
        "explicit_recall": translate("Library", "Found of direct identifiers"),
        "quasi_recall": translate("Library", "Found of indirect ones"),
        "over_extraction": translate("Library", "Marked per value that should be (over-extraction)"),
        "leakage": translate("Library", "Leakage (L)"),
        "utility": translate("Library", "Utility (U)"),
        "passed": translate("Library", "Passed"),
        "pass_rate": translate("Library", "Passed"),
        "rounds": translate("Library", "Rounds"),
        "calls": translate("Library", "Questions to the model"),
        "llm_calls": translate("Library", "Questions to the model"),
    }.get(metric, metric.replace("_", " "))


SHARES = frozenset({"recall", "explicit_recall", "quasi_recall", "leakage", "passed", "pass_rate"})


def amount(row: TrialRow, value: float) -> str:
    """A value in the unit of its measure."""
    return percent(value) if row.metric in SHARES else number(value)


def difference_text(row: TrialRow) -> str:
    """After minus before with its interval, in points for shares."""
    translate = QCoreApplication.translate
    scale, digits = (100.0, 1) if row.metric in SHARES else (1.0, 2)

    def signed(value: float) -> str:
        shown = number(abs(value) * scale, digits)
        return f"+{shown}" if value > 0 else f"−{shown}" if value < 0 else shown

    text = signed(row.after - row.before)
    if row.low is not None and row.high is not None:
        text += translate("Library", " ({0} to {1})").format(signed(row.low), signed(row.high))
    return text


def p_text(row: TrialRow) -> str:
    if row.p is None:
        return "–"
    return "< .001" if row.p < 0.001 else number(row.p, 3)


def verdict_of(row: TrialRow) -> str:
    """`better`, `worse`, `same` or `open` (a difference that is not proven)."""
    gap = row.after - row.before
    if gap == 0 or row.higher_is_better is None:
        return "same"
    if row.p is None or row.p > SIGNIFICANT:
        return "open"
    return "better" if (gap > 0) is row.higher_is_better else "worse"


def row_sentence(row: TrialRow) -> str:
    """One measure in a plain sentence."""
    translate = QCoreApplication.translate
    text = {
        "same": translate("Library", "the same"),
        "open": translate("Library", "not proven"),
        "better": translate("Library", "better"),
        "worse": translate("Library", "worse"),
    }[verdict_of(row)]
    return text


def report_sentence(report: TrialReport) -> str:
    """What the trial says, in one plain sentence."""
    translate = QCoreApplication.translate
    recall = next((row for row in report.rows if row.metric == "recall"), None)
    if recall is None:
        recall = next(iter(report.rows), None)
    if recall is None:
        return translate("Library", "Nothing could be measured.")
    if report.worse:
        return translate("Library", "Some measure got worse beyond chance: adopting it is not advised.")
    gap = recall.after - recall.before
    if gap == 0:
        same = translate("Library", "Finds as much as before; see the other rows.")
        return same
    points = number(abs(gap) * 100, 1)
    more = (
        translate("Library", "Finds {points} points more")
        if gap > 0
        else translate("Library", "Finds {points} points less")
    )
    head = more.replace("{points}", points)
    if recall.p is None:
        return translate("Library", "{head}; chance was not ruled out.").replace("{head}", head)
    proven = (
        translate("Library", "{head}, p = {p}: more than chance.")
        if recall.p <= SIGNIFICANT
        else translate("Library", "{head}, p = {p}: not proven.")
    )
    return proven.replace("{head}", head).replace("{p}", p_text(recall))


def tried_on(report: TrialReport) -> str:
    """What was run again for it."""
    translate = QCoreApplication.translate
    text = translate("Library", "Old and new ran on the same {texts} generated texts and {replayed} of your own.")
    locale = QLocale()
    return text.replace("{texts}", locale.toString(report.texts)).replace(
        "{replayed}", locale.toString(report.replayed)
    )
