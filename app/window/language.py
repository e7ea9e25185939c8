"""The language of the window: catalogues of our own and of Qt, changed while it runs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from core.domain.language import Language
from ui.shared.viewmodels.preferences import LanguageChoice

CATALOGUES = {Language.ZH: ("drsl_zh_CN", "qtbase_zh_CN"), Language.EN: ("drsl_en", "")}
LOCALES = {Language.ZH: "zh_CN", Language.EN: "en_GB"}


def resolve(choice: LanguageChoice) -> Language:
    """The language that a choice means on this computer."""
    if choice is LanguageChoice.SYSTEM:
        wanted = [name.split("-")[0] for name in QLocale.system().uiLanguages()]
        known = [name for name in wanted if name in set(Language)]
        return Language(known[0]) if known else Language.EN
    return Language(choice.value)


class Catalogues:
    """Installs what a language needs; texts already on screen change when their views are built anew."""

    def __init__(self, app: QCoreApplication, root: Path) -> None:
        self._app = app
        self._root = root
        self._installed: list[QTranslator] = []
        self.language = Language.EN

    def use(self, language: Language) -> None:
        """Switch to `language`. A missing catalogue leaves the English source texts."""
        for translator in self._installed:
            self._app.removeTranslator(translator)
        self._installed.clear()
        self.language = language
        QLocale.setDefault(QLocale(LOCALES[language]))
        ours, qt = CATALOGUES[language]
        qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        for name, folder in ((qt, qt_folder), (ours, str(self._root / "i18n"))):
            translator = QTranslator(self._app)
            if name and translator.load(name, folder):
                self._app.installTranslator(translator)
                self._installed.append(translator)
