"""A test in each language of the window: words, counts, and separators of lists."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from core.domain.language import Language
from core.resources import resource_root

_LOCALES = {Language.EN: "en_US", Language.ZH: "zh_CN"}
_CATALOGUES = {Language.EN: "drsl_en.qm", Language.ZH: "drsl_zh_CN.qm"}


@pytest.fixture(params=[Language.EN, Language.ZH], ids=["en", "zh"])
def tongue(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[Language]:
    """The window speaks this language until the test ends."""
    language: Language = request.param
    before = QLocale()
    words = QTranslator()
    assert words.load(str(resource_root() / "i18n" / _CATALOGUES[language]))
    QLocale.setDefault(QLocale(_LOCALES[language]))
    qapp.installTranslator(words)
    yield language
    qapp.removeTranslator(words)
    QLocale.setDefault(before)
