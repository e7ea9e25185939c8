"""The language of the window: catalogues of our own and of Qt, changed while it runs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from app.window.translations import FOLDER, compile_missing
from core.domain.errors import ResourceError
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
    """Installs what a language needs; texts already on screen change when their views are built anew. Raises
    ResourceError where a translation is neither there nor can be compiled: no window is half in another language."""

    def __init__(self, app: QCoreApplication, root: Path) -> None:
        self._app = app
        self._folder = root / FOLDER
        compile_missing(self._folder)
        self._installed: list[QTranslator] = []
        self._usual = QLocale()
        self.language = Language.EN

    def use(self, language: Language) -> None:
        """Switch to `language`, or leave everything as it was before any. Without Qt's own catalogue the words of its
        few dialogs stay English."""
        self.close()
        self.language = language
        QLocale.setDefault(QLocale(LOCALES[language]))
        ours, qt = CATALOGUES[language]
        if qt:
            self._install(qt, QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        if not self._install(ours, str(self._folder)):
            self.close()
            raise ResourceError("resource.unreadable", details={"file": f"{ours}.qm"})

    def close(self) -> None:
        """Take away what was installed: texts are those of the sources again, numbers as they were before."""
        for translator in self._installed:
            self._app.removeTranslator(translator)
        self._installed.clear()
        QLocale.setDefault(self._usual)

    def _install(self, name: str, folder: str) -> bool:
        translator = QTranslator()
        if not translator.load(name, folder):
            return False
        self._app.installTranslator(translator)
        self._installed.append(translator)
        return True
