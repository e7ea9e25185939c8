"""Words of the library, in the language of the window."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QLocale

from core.domain.language import Language
from core.domain.learning import ContextStructure, Rule, RuleKind
from core.domain.taxonomy import Taxonomy
from ui.library.viewmodels.learning import Going, Task
from ui.library.viewmodels.ports import (
    BlamedLine,
    CauseCount,
    ChangeKind,
    ItemKey,
    ItemLine,
    ProposedRule,
    RunFigures,
    VersionLine,
)
from ui.shared.viewmodels.problems import Problem
from ui.shared.wording.facts import moment_text
from ui.shared.wording.learned import item_name, learned_title
from ui.shared.wording.names import domain_name, language_name, mode_name
from ui.shared.wording.problem_texts import describe
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.wording import clauses, in_a_row, listed, named, number, percent

_MOST_CAUSES = 4


def kind_name(kind: str) -> str:
    """What an item is; an unknown kind is shown as it is named."""
    translate = QCoreApplication.translate
    return {
        "prompts": translate("Library", "Prompts of the local model"),
        "rules": translate("Library", "Extraction rules"),
        "levels": translate("Library", "Starting levels"),
    }.get(kind, kind)


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
        "drsl": translate("Library", "shipped"),
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
    return translate("Library", "runs: {0}").format(QLocale().toString(used.runs))


def run_figures_text(line: VersionLine) -> str:
    """How the runs of a version went."""
    translate = QCoreApplication.translate
    used = line.used
    if not used.runs:
        return translate("Library", "Version {0}: no run has used it yet.").format(line.version.version)
    text = translate(
        "Library", "Version {version}: {runs}, passed: {passed}, on average {rounds} rounds and {seconds} s."
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
        return named(head, origin or translate("Library", "written by a person or imported"))
    shown = [cause_text(cause, taxonomy, language) for cause in blamed.causes[:_MOST_CAUSES]]
    rest = len(blamed.causes) - len(shown)
    if rest:
        shown.append(translate("Library", "and {0} more sorts").format(rest))
    return named(head, clauses(shown))


def change_name(kind: ChangeKind) -> str:
    translate = QCoreApplication.translate
    return {
        ChangeKind.ADDED: translate("Library", "new"),
        ChangeKind.CHANGED: translate("Library", "changed"),
        ChangeKind.REFUSED: translate("Library", "kept out"),
    }[kind]


def rule_kind_name(kind: RuleKind) -> str:
    translate = QCoreApplication.translate
    return {
        RuleKind.CUE: translate("Library", "Finds more"),
        RuleKind.START_LEVEL: translate("Library", "Starts higher"),
        RuleKind.INSTRUCTION: translate("Library", "Tells the model"),
    }[kind]


def proposal_text(proposed: ProposedRule, taxonomy: Taxonomy, language: Language) -> str:
    """A proposal as a sentence; of a refused one only what sort of rule it was."""
    if proposed.rule is not None:
        return rule_text(proposed.rule, taxonomy, language)
    name = type_name(taxonomy, proposed.type_id, language)
    text = QCoreApplication.translate("Library", "{kind}: {type} (its words are gone)")
    return text.replace("{kind}", rule_kind_name(proposed.kind)).replace("{type}", name)


def rule_text(rule: Rule, taxonomy: Taxonomy, language: Language) -> str:
    """A rule as a sentence."""
    translate = QCoreApplication.translate
    name = type_name(taxonomy, rule.type_id, language)
    if rule.kind is RuleKind.CUE:
        words = listed(rule.cues)
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


def version_text(line: VersionLine | None, taxonomy: Taxonomy, language: Language) -> str:
    """A body as a person reads it: rules as sentences, everything else as it is. As many lines as in the body."""
    if line is None:
        return ""
    rules = line.rules
    return "\n".join(
        rule_text(rules[number], taxonomy, language) if number in rules else text
        for number, text in enumerate(line.text.split("\n"))
    )


def refusal_text(reason: str, sentences: Sentences | None = None) -> str:
    """Why a rule was refused; a reason that is none of a rule's is told by its shared sentence."""
    translate = QCoreApplication.translate
    known = {
        "": translate("Library", "may be adopted"),
        "learn.rejected.value": translate("Library", "Refused: it contains a value of one of your texts"),
        "learn.rejected.normalised": translate(
            "Library", "Refused: it contains a value of one of your texts, spelled otherwise"
        ),
        "learn.rejected.quote": translate("Library", "Refused: it quotes one of your texts"),
        "learn.rejected.genscore": translate("Library", "Refused: it does not hold well enough beyond its own texts"),
        "learn.rejected.same_model": translate("Library", "Refused: only the model that wrote it could judge it"),
        "learn.rejected.no_scorer": translate("Library", "Refused: nothing independent can judge it"),
        "learn.rejected.malformed": translate("Library", "Refused: it could not be read"),
        "learn.rejected.too_few": translate("Library", "Refused: too few experiences stand behind it"),
        "learn.rejected.encoded": translate(
            "Library", "Refused: it hides a value of one of your texts in another spelling"
        ),
        "learn.rejected.near_value": translate("Library", "Refused: it comes too near a value of one of your texts"),
        "learn.rejected.near_quote": translate("Library", "Refused: it nearly quotes one of your texts"),
        "learn.rejected.disguised": translate("Library", "Refused: it mixes scripts, as disguised words do"),
        "learn.rejected.false_alarms": translate("Library", "Refused: on ordinary texts it would mark too much"),
    }
    said = sentences.get(reason) if sentences is not None else None
    return known.get(reason, translate("Library", "Refused: {0}").format(said or reason))


def going_text(going: Going) -> str:
    """What a job does now, with how far it is."""
    translate = QCoreApplication.translate
    step = {
        "learn.step.read": translate("Library", "Reading the texts behind experiences"),
        "learn.step.distil": translate("Library", "Looking for what they share"),
        "learn.step.check": translate("Library", "Checking that no rule says a value or a quotation"),
        "learn.step.score": translate("Library", "Measuring rules on texts that they do not come from"),
        "learn.step.try": translate("Library", "Running old and new on the same texts"),
    }.get(going.message, task_text(going.task))
    if not going.total:
        return step
    return f"{step} ({QLocale().toString(going.done)}/{QLocale().toString(going.total)})"


def task_text(task: Task) -> str:
    translate = QCoreApplication.translate
    return {
        Task.IDLE: "",
        Task.DISTIL: translate("Library", "Distilling rules from experiences…"),
        Task.TRIAL: translate("Library", "Running old and new on the same texts…"),
        Task.ADOPT: translate("Library", "Adopting…"),
    }[task]


def plain_problem(problem: Problem, sentences: Sentences) -> str:
    """Cause and remedy in one line; nothing here has to do with what was sent."""
    found = describe(problem, sentences)
    return in_a_row(found.cause, found.remedy)


def item_title(line: ItemLine) -> str:
    """An item with its language."""
    return f"{item_name(line.title)} · {language_name(line.key.language)}"


def key_title(key: ItemKey) -> str:
    """An item with its set and language, from its key alone."""
    return learned_title(key.name, key.language)
