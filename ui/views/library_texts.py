"""Words of the library's room, in the language of the window."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QLocale

from core.domain.language import Language
from core.domain.learning import ContextStructure, FailureMode, Rule, RuleKind, TypedSet
from core.domain.taxonomy import Taxonomy
from ui.viewmodels.learning import Task
from ui.viewmodels.library_ports import (
    BlamedLine,
    CauseCount,
    ChangeKind,
    ItemLine,
    RunFigures,
    TrialReport,
    TrialRow,
    VersionLine,
)
from ui.views.notices import moment_text
from ui.views.review_texts import domain_name, language_name
from ui.widgets.wording import number, percent

SIGNIFICANT = 0.05
"""The customary level: above it a difference is called not proven. It decides nothing."""
_MOST_CAUSES = 4


def set_name(typed_set: TypedSet) -> str:
    translate = QCoreApplication.translate
    return {
        TypedSet.GLOBAL: translate("Library", "Baseline for all texts"),
        TypedSet.MEDICAL: translate("Library", "Medical texts"),
        TypedSet.FINANCIAL: translate("Library", "Financial texts"),
        TypedSet.CREDENTIAL: translate("Library", "Keys and passwords"),
        TypedSet.DIALOGUE: translate("Library", "Conversations"),
        TypedSet.LEGAL: translate("Library", "Legal texts"),
        TypedSet.TRAVEL: translate("Library", "Travel texts"),
        TypedSet.GENERAL: translate("Library", "General texts"),
    }[typed_set]


def kind_name(kind: str) -> str:
    """What an item is; an unknown kind is shown as it is named."""
    translate = QCoreApplication.translate
    return {
        "prompt": translate("Library", "Prompts of the local model"),
        "prompts": translate("Library", "Prompts of the local model"),
        "rules": translate("Library", "Extraction rules"),
        "levels": translate("Library", "Starting levels"),
    }.get(kind, kind)


def item_name(line: ItemLine) -> str:
    """One item as a person calls it."""
    translate = QCoreApplication.translate
    known = {
        "extract": translate("Library", "Extraction"),
        "critique": translate("Library", "Self-critique"),
        "system": translate("Library", "System message"),
        "smoothing": translate("Library", "Rewriting"),
        "edit_list": translate("Library", "Edits of a rewriting"),
        "repair": translate("Library", "Repair of an answer"),
        "judge": translate("Library", "Judge"),
        "qa_generate": translate("Library", "Questions for utility"),
        "qa_answer": translate("Library", "Answers for utility"),
        "qa_grade": translate("Library", "Grading for utility"),
        "qa_reference": translate("Library", "Reference answers"),
        "attack_enumerate": translate("Library", "Attack: enumerate"),
        "attack_open": translate("Library", "Attack: open question"),
        "attack_gaps": translate("Library", "Attack: fill gaps"),
        "attack_adversarial": translate("Library", "Attack: adversarial"),
        "attack_knowledge": translate("Library", "Attack: knowledge"),
        "attack_choice": translate("Library", "Attack: choose"),
        "attack_empty": translate("Library", "Attack: empty document"),
        "attack_other": translate("Library", "Attack: another value"),
        "answer_shape": translate("Library", "Shape of answers"),
        "distil": translate("Library", "Distiller"),
        "distiller": translate("Library", "Distiller"),
        "scorer": translate("Library", "Scorer"),
        "score_rule": translate("Library", "Scorer"),
        "lift": translate("Library", "Evaluator's question"),
        "handshake": translate("Library", "Handshake"),
        "cues": translate("Library", "Context words"),
        "rules": translate("Library", "Extraction rules"),
        "levels": translate("Library", "Starting levels"),
        "start_levels": translate("Library", "Starting levels"),
    }
    return known.get(line.title, line.title.replace("_", " "))


def mode_name(mode: FailureMode) -> str:
    translate = QCoreApplication.translate
    return {
        FailureMode.MISSED: translate("Library", "Missed"),
        FailureMode.OVER_EXTRACTED: translate("Library", "Marked for nothing"),
        FailureMode.STRENGTHENING_FAILED: translate("Library", "Generalising did not help"),
        FailureMode.INFEASIBLE: translate("Library", "A person had to decide"),
        FailureMode.MALFORMED_OUTPUT: translate("Library", "The model answered malformed"),
    }[mode]


def structure_name(structure: ContextStructure) -> str:
    translate = QCoreApplication.translate
    return {
        ContextStructure.PROSE: translate("Library", "prose"),
        ContextStructure.LIST: translate("Library", "list"),
        ContextStructure.DIALOGUE: translate("Library", "dialogue"),
        ContextStructure.RECORD: translate("Library", "record"),
        ContextStructure.TABLE: translate("Library", "table"),
        ContextStructure.LONG_TEXT: translate("Library", "long text"),
    }[structure]


def type_name(taxonomy: Taxonomy, type_id: str, language: Language) -> str:
    """A type's label; of no single type, a dash."""
    if not type_id:
        return "–"
    return taxonomy[type_id].labels[language] if type_id in taxonomy else type_id


def author_name(author: str) -> str:
    translate = QCoreApplication.translate
    return {
        "": translate("Library", "shipped"),
        "shipped": translate("Library", "shipped"),
        "baseline": translate("Library", "shipped"),
        "distiller": translate("Library", "distiller"),
        "automatic": translate("Library", "adopted automatically"),
    }.get(author, author)


def reason_text(line: VersionLine) -> str:
    """Why a version was made; the program's own reasons are keys."""
    translate = QCoreApplication.translate
    version = line.version
    if version.repeats is not None:
        return translate("Library", "Brings back version {0}").format(version.repeats)
    if version.parent is None and version.version == 1:
        return translate("Library", "As shipped")
    known = {
        "": translate("Library", "No message"),
        "library.distilled": translate("Library", "Distilled from experiences"),
        "library.imported": translate("Library", "From an imported file"),
        "library.rollback": translate("Library", "Brings back an earlier version"),
        "library.adopted": translate("Library", "Adopted after a trial"),
    }
    return known.get(version.reason, version.reason)


def when_text(moment: datetime | None) -> str:
    return moment_text(moment) if moment is not None else ""


def version_facts(line: VersionLine) -> str:
    """Author and date, in one line."""
    return " · ".join(part for part in (author_name(line.version.author), when_text(line.version.at)) if part)


def use_text(used: RunFigures) -> str:
    """Who uses a version."""
    translate = QCoreApplication.translate
    if not used.runs:
        return translate("Library", "no runs yet")
    return translate("Library", "%n run(s)", "", used.runs).replace("%n", QLocale().toString(used.runs))


def run_figures_text(line: VersionLine) -> str:
    """How the runs of a version went."""
    translate = QCoreApplication.translate
    used = line.used
    if not used.runs:
        return translate("Library", "Version {0}: no run has used it yet.").format(line.version.version)
    text = translate(
        "Library", "Version {version}: {runs}, {passed} passed, {rounds} rounds and {seconds} s on average."
    )
    return (
        text.replace("{version}", str(line.version.version))
        .replace("{runs}", use_text(used))
        .replace("{passed}", percent(used.passed / used.runs))
        .replace("{rounds}", number(used.rounds, 1))
        .replace("{seconds}", number(used.seconds, 1))
    )


def evidence_text(line: VersionLine) -> str:
    """The badge: whether a trial stands behind a version."""
    translate = QCoreApplication.translate
    if line.version.evidence:
        return translate("Library", "tried")
    return translate("Library", "baseline") if line.version.parent is None else translate("Library", "not tried")


def cause_text(cause: CauseCount, taxonomy: Taxonomy, language: Language) -> str:
    """One sort of experience, counted."""
    name = f"{type_name(taxonomy, cause.type_id, language)}, " if cause.type_id else ""
    return f"{cause.count} × {mode_name(cause.mode)} ({name}{structure_name(cause.structure)})"


def blame_text(blamed: BlamedLine | None, number_of_line: int, taxonomy: Taxonomy, language: Language) -> str:
    """Why a line is there."""
    translate = QCoreApplication.translate
    if blamed is None:
        return translate("Library", "Line {0}: nothing is known about where it came from.").format(number_of_line)
    head = translate("Library", "Line {line}, since version {version}")
    head = head.replace("{line}", str(number_of_line)).replace("{version}", str(blamed.since))
    if not blamed.causes:
        origin = translate("Library", "shipped with the program") if blamed.since <= 1 else ""
        return f"{head}: {origin or translate('Library', 'written by a person or imported')}"
    shown = [cause_text(cause, taxonomy, language) for cause in blamed.causes[:_MOST_CAUSES]]
    rest = len(blamed.causes) - len(shown)
    if rest:
        shown.append(translate("Library", "and {0} more sorts").format(rest))
    return f"{head}: " + "; ".join(shown)


def change_name(kind: ChangeKind) -> str:
    translate = QCoreApplication.translate
    return {
        ChangeKind.ADDED: translate("Library", "new"),
        ChangeKind.CHANGED: translate("Library", "changed"),
        ChangeKind.REFUSED: translate("Library", "refused"),
    }[kind]


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


def rule_kind_name(kind: RuleKind) -> str:
    translate = QCoreApplication.translate
    return {
        RuleKind.CUE: translate("Library", "Finds more"),
        RuleKind.START_LEVEL: translate("Library", "Starts higher"),
        RuleKind.INSTRUCTION: translate("Library", "Tells the model"),
    }[kind]


def rule_text(rule: Rule | None, taxonomy: Taxonomy, language: Language) -> str:
    """A rule as a sentence."""
    translate = QCoreApplication.translate
    if rule is None:
        return translate("Library", "A proposal that could not be read as a rule")
    name = type_name(taxonomy, rule.type_id, language)
    if rule.kind is RuleKind.CUE:
        words = ", ".join(rule.cues)
        place = translate("Library", "after") if not rule.after else translate("Library", "before")
        text = translate("Library", "{type}: {shape}, {place} “{words}”")
        return (
            text.replace("{type}", name)
            .replace("{shape}", rule.shape or translate("Library", "any value"))
            .replace("{place}", place)
            .replace("{words}", words)
        )
    if rule.kind is RuleKind.START_LEVEL:
        where = domain_name(rule.domain) if rule.domain is not None else translate("Library", "everywhere")
        text = translate("Library", "{type} starts at level {level} ({where})")
        return text.replace("{type}", name).replace("{level}", str(rule.level)).replace("{where}", where)
    return rule.text


def refusal_text(reason: str) -> str:
    """Why a rule was refused."""
    translate = QCoreApplication.translate
    known = {
        "": translate("Library", "may be adopted"),
        "rule.literal": translate("Library", "Refused: it contains a value of one of your texts"),
        "rule.normalised": translate("Library", "Refused: it contains a value of one of your texts, spelled otherwise"),
        "rule.quote": translate("Library", "Refused: it quotes one of your texts"),
        "rule.not_general": translate("Library", "Refused: a second model found it too particular"),
        "rule.same_scorer": translate("Library", "Refused: only the model that wrote it could judge it"),
        "rule.no_scorer": translate("Library", "Refused: there is no second model to judge it"),
        "rule.malformed": translate("Library", "Refused: it could not be read"),
        "rule.support": translate("Library", "Refused: too few experiences stand behind it"),
        "rule.weakens": translate("Library", "Refused: it would weaken a check"),
        "rule.known": translate("Library", "Refused: the library has it already"),
    }
    return known.get(reason, translate("Library", "Refused: {0}").format(reason))


def task_text(task: Task) -> str:
    translate = QCoreApplication.translate
    return {
        Task.IDLE: "",
        Task.DISTIL: translate("Library", "Distilling rules from experiences…"),
        Task.TRIAL: translate("Library", "Running old and new on the same texts…"),
        Task.ADOPT: translate("Library", "Adopting…"),
    }[task]


def item_title(line: ItemLine) -> str:
    """An item with its language."""
    return f"{item_name(line)} · {language_name(line.key.language)}"
