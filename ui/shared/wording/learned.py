"""Learned items and the version of the library that a run started from, in the language of the window."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QLocale

from core.domain.language import Language
from core.domain.learning import TypedSet
from ui.shared.wording.names import language_name
from ui.shared.wording.wording import clauses, named

LIBRARY, SETS, SHIPPED = "library", "library_sets", "shipped"
"""Names under which a certificate tells the library's version (`core.engine.hot_start`)."""


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


def item_name(title: str) -> str:
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
        "distill": translate("Library", "Distiller"),
        "genscore": translate("Library", "Scorer"),
        "lift": translate("Library", "Evaluator's question"),
        "handshake": translate("Library", "Handshake"),
        "start": translate("Library", "Starting levels"),
        "extraction": translate("Library", "Extraction rules"),
    }
    return known.get(title, title.replace("_", " "))


def learned_title(name: str, language: Language) -> str:
    """A learned item with its set and language, from the name under which a certificate tells it."""
    typed_set, _, rest = name.partition("/")
    known = set_name(TypedSet(typed_set)) if typed_set in set(TypedSet) else typed_set
    return f"{item_name(rest.rpartition('/')[2])} · {known} · {language_name(language)}"


def used_text(versions: Mapping[str, str]) -> str:
    """Which version of the library a run started from, by the versions of its certificate."""
    translate = QCoreApplication.translate
    digest = versions.get(LIBRARY, SHIPPED)
    if digest == SHIPPED:
        return translate("Library", "as shipped")
    sets = [set_name(TypedSet(name)) for name in versions.get(SETS, "").split() if name in set(TypedSet)]
    text = translate("Library", "version {digest}, started from: {sets}")
    return text.replace("{digest}", digest).replace("{sets}", QLocale().createSeparatedList(sets))


def item_versions_text(versions: Mapping[str, str]) -> str:
    """The learned items of a run with their versions; empty where all were the shipped ones."""
    found: list[str] = []
    for key, version in sorted(versions.items()):
        name, _, language = key.rpartition("@")
        if language in set(Language):
            number = QCoreApplication.translate("Library", "version {0}").format(version)
            found.append(named(learned_title(name, Language(language)), number))
    return clauses(found)
