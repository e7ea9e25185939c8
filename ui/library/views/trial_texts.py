"""Words of a trial, old against new, in the language of the window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from ui.library.viewmodels.ports import Standing, TrialReport, TrialRow
from ui.shared.wording.wording import number, percent

SHARES = frozenset({"recall", "recall_explicit", "recall_quasi", "leakage", "pass"})
PROVEN = frozenset({Standing.BETTER, Standing.WORSE})
LEAST_P = 0.001


def metric_name(metric: str) -> str:
    """A measure as a person reads it; an unknown one is shown as it is named."""
    translate = QCoreApplication.translate
    return {
        "recall": translate("Library", "Found of what should be found (recall)"),
        "recall_explicit": translate("Library", "Found of direct identifiers"),
        "recall_quasi": translate("Library", "Found of indirect ones"),
        "over_extraction": translate("Library", "Marked per value that should be (over-extraction)"),
        "false_alarms": translate("Library", "Marked for nothing, per text"),
        "leakage": translate("Library", "Leakage (L)"),
        "utility": translate("Library", "Utility (U)"),
        "pass": translate("Library", "Passed"),
        "rounds": translate("Library", "Rounds"),
        "calls": translate("Library", "Questions to the model"),
    }.get(metric, metric.replace("_", " "))


def basis_name(row: TrialRow) -> str:
    """On which texts a row was measured."""
    translate = QCoreApplication.translate
    return translate("Library", "your own") if row.own else translate("Library", "generated")


def amount(row: TrialRow, value: float) -> str:
    """A value in the unit of its measure."""
    return percent(value) if row.metric in SHARES else number(value)


def difference_text(row: TrialRow) -> str:
    """After minus before with its interval, in points for shares."""
    scale, digits = (100.0, 1) if row.metric in SHARES else (1.0, 2)

    def signed(value: float) -> str:
        shown = number(abs(value) * scale, digits)
        return f"+{shown}" if value > 0 else f"−{shown}" if value < 0 else shown

    text = QCoreApplication.translate("Library", "{0} ({1} to {2})")
    return text.format(signed(row.after - row.before), signed(row.low), signed(row.high))


def p_text(row: TrialRow) -> str:
    return "< " + number(LEAST_P, 3) if row.p < LEAST_P else number(row.p, 3)


def standing_text(row: TrialRow) -> str:
    """One measure in two or three words."""
    translate = QCoreApplication.translate
    return {
        Standing.SAME: translate("Library", "the same"),
        Standing.LIKELY_BETTER: translate("Library", "better, not proven"),
        Standing.LIKELY_WORSE: translate("Library", "worse, not proven"),
        Standing.BETTER: translate("Library", "better"),
        Standing.WORSE: translate("Library", "worse"),
    }[row.standing]


def report_sentence(report: TrialReport) -> str:
    """What the trial says, in one plain sentence."""
    translate = QCoreApplication.translate
    changed = [row for row in report.rows if row.metric == "recall" and row.standing is not Standing.SAME]
    if not report.rows:
        return translate("Library", "There was nothing to measure on.")
    if not changed:
        said = translate("Library", "Finds as much as before")
    else:
        said = _finding(max(changed, key=lambda row: row.standing in PROVEN))
    alarms = [row for row in report.rows if row.metric == "false_alarms" and row.after > row.before]
    if alarms:
        joined = translate("Library", "{first}; marks more for nothing ({second}).")
        return joined.replace("{first}", said).replace("{second}", standing_text(alarms[0]))
    return translate("Library", "{first}; no more is marked for nothing.").replace("{first}", said)


def _finding(row: TrialRow) -> str:
    translate = QCoreApplication.translate
    proven = row.standing in PROVEN
    if row.after > row.before:
        text = (
            translate("Library", "Finds {points} points more, p = {p}: proven")
            if proven
            else translate("Library", "Finds {points} points more, p = {p}: not proven")
        )
    else:
        text = (
            translate("Library", "Finds {points} points less, p = {p}: proven")
            if proven
            else translate("Library", "Finds {points} points less, p = {p}: not proven")
        )
    said = text.replace("{points}", number(abs(row.after - row.before) * 100, 1)).replace("{p}", p_text(row))
    if not row.own:
        return said
    return translate("Library", "On your own texts: {said}").replace("{said}", said)


def advice(report: TrialReport) -> str:
    """Whether something speaks against adopting it; empty where nothing does."""
    if not report.worse:
        return ""
    return QCoreApplication.translate("Library", "Some measure got worse; it would never be adopted automatically.")


def tried_on(report: TrialReport) -> str:
    """What was run again for it."""
    translate = QCoreApplication.translate
    text = translate("Library", "Old and new ran on the same {texts} generated texts and {replayed} of your own.")
    locale = QLocale()
    return text.replace("{texts}", locale.toString(report.texts)).replace(
        "{replayed}", locale.toString(report.replayed)
    )
