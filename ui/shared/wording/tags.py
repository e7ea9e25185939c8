"""The few letters beside a highlight, in the language of the window."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from core.domain.language import Language
from core.domain.taxonomy import AttributeType


def interface_language() -> Language:
    """The language in which taxonomy labels are shown."""
    return Language.ZH if QLocale().language() == QLocale.Language.Chinese else Language.EN


def type_tag(entry: AttributeType) -> str:
    """Tag of a type; in Chinese the short name that its tokens have too."""
    language = interface_language()
    return entry.token[language] if language is Language.ZH else entry.tag
