"""The page of the library over fakes, and what is on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from library_fakes import (
    FakeDictionary,
    FakeLearning,
    FakeLibrary,
    NowWork,
)
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from core.domain.language import Language
from core.domain.taxonomy import Taxonomy
from core.resources import resource_root
from ui.library.viewmodels.dictionaries import DictionariesViewModel
from ui.library.viewmodels.learning import LearningViewModel
from ui.library.viewmodels.library import LibraryViewModel
from ui.library.views.page import LibraryModels, LibraryPage
from ui.shared.theme.theme import Theme
from ui.shared.wording.sentences import Sentences


class LibraryHarness:
    """A page over fakes; `use` opens a vault."""

    def __init__(self, theme: Theme, taxonomy: Taxonomy, qtbot: QtBot) -> None:
        work = NowWork()
        self.models = LibraryModels(
            LibraryViewModel(work, "Ada"),
            LearningViewModel(work, work, "Ada"),
            DictionariesViewModel(work, work),
        )
        self.library, self.learning, self.words = FakeLibrary(), FakeLearning(), FakeDictionary()
        sentences = Sentences(resource_root(), lambda: Language.EN)
        self.page = LibraryPage(theme, taxonomy, self.models, sentences)
        qtbot.addWidget(self.page)
        self.page.resize(1190, 700)
        self.page.show()

    def use(self) -> None:
        self.models.library.use(self.library)
        self.models.learning.use(self.learning)
        self.models.dictionaries.use(self.words)


@pytest.fixture
def english(qapp: QApplication) -> Iterator[None]:
    """Counts in their English forms, whatever a test before has left."""
    forms = QTranslator()
    assert forms.load(str(resource_root() / "i18n" / "drsl_en.qm"))
    qapp.installTranslator(forms)
    yield
    qapp.removeTranslator(forms)


@pytest.fixture
def harness(theme: Theme, taxonomy: Taxonomy, qtbot: QtBot, english: None) -> Iterator[LibraryHarness]:
    made = LibraryHarness(theme, taxonomy, qtbot)
    yield made
    for dialog in made.page.findChildren(QDialog):
        dialog.close()


def shown_labels(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())
