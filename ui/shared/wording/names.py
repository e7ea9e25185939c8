"""Names of kinds that several pages show, in the language of the window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.domain.language import Language
from core.domain.learning import FailureMode
from core.domain.taxonomy import Domain


def domain_name(domain: Domain) -> str:
    translate = QCoreApplication.translate
    return {
        Domain.MEDICAL: translate("Review", "Medical"),
        Domain.LEGAL: translate("Review", "Legal"),
        Domain.BANKING: translate("Review", "Banking"),
        Domain.TRAVEL: translate("Review", "Travel"),
        Domain.GENERAL: translate("Review", "General"),
    }[domain]


def language_name(language: Language) -> str:
    """Each in itself, as everywhere in the program."""
    return {Language.EN: "English", Language.ZH: "中文"}[language]


def mode_name(mode: FailureMode) -> str:
    translate = QCoreApplication.translate
    return {
        FailureMode.MISSED: translate("Library", "Missed"),
        FailureMode.OVER_EXTRACTED: translate("Library", "Marked for nothing"),
        FailureMode.STRENGTHENING_FAILED: translate("Library", "Generalising did not help"),
        FailureMode.INFEASIBLE: translate("Library", "A person had to decide"),
        FailureMode.MALFORMED_OUTPUT: translate("Library", "The model answered malformed"),
    }[mode]
