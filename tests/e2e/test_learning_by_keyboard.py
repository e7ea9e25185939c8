"""A miss is corrected, distilled, tried, adopted, helps the next prompt, and is rolled back, all by keys."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shared_engine import own_rules_engine
from vault_cases import RememberingStore
from window_person import CTRL, SHIFT, Person, running_desktop

from core.domain.language import Language
from core.domain.learning import FailureMode
from ui.release.viewmodels.phases import Phase
from ui.shared.viewmodels.preferences import LanguageChoice
from ui.shared.widgets.type_picker import TypePicker
from ui.shared.wording.wording import type_label
from ui.vault.viewmodels.vault import VaultPhase

pytestmark = pytest.mark.qt_log_ignore("does not support (propagateSizeHints|raise|grabbing)")
MISSED = "DEVICE_ID"
WRITTEN = {
    LanguageChoice.EN: "Please tell me how to renew it. My gate token {0} stopped working at the gate, what now?",
    LanguageChoice.ZH: "请告诉我怎么续期。我的门禁令牌{0}昨天在北门失效了，我该怎么写说明？",
}
VALUES = ("qx-7731-kd", "zb-1290-mw", "ht-5548-rp", "vn-8812-ls")


def without_these_kinds(_root: Path) -> object:
    """The span reader would find these codes by itself, and there would be nothing to learn."""
    return own_rules_engine()


class Learner(Person):
    """Knows the keys of the library page."""

    @property
    def library(self):  # type: ignore[no-untyped-def]
        return self.desktop.library.library

    @property
    def learning(self):  # type: ignore[no-untyped-def]
        return self.desktop.library.learning

    def make_vault(self) -> None:
        vault = self.desktop.vault
        vault.begin(None)
        self.until(lambda: bool(vault.recovery))
        vault.confirm(vault.recovery)
        self.until(lambda: vault.phase is VaultPhase.OPEN and not vault.busy)
        self.until(lambda: self.library.loaded)

    def write(self, text: str) -> None:
        self.press(Qt.Key.Key_1, CTRL)
        self.press(Qt.Key.Key_N, CTRL)
        self.press(Qt.Key.Key_J, CTRL)
        QGuiApplication.clipboard().setText(text)
        self.press(Qt.Key.Key_A, CTRL)
        self.press(Qt.Key.Key_V, CTRL)
        self.until(lambda: self.model.draft.text == text and self.model.draft.fresh)

    def finds(self, value: str) -> bool:
        """Whether the proposal on screen hides the value."""
        self.until(lambda: self.model.draft.fresh)
        sensitive = self.model.draft.proposal.preview.sensitive
        return any(value in mention.text for item in sensitive.attributes for mention in item.mentions)

    def hide(self, value: str) -> None:
        """Select it with the arrow keys, then find its type by its letters."""
        start = self.model.draft.text.index(value)
        self.press(Qt.Key.Key_Home, CTRL)
        for _ in range(start):
            self.press(Qt.Key.Key_Right)
        for _ in value:
            self.press(Qt.Key.Key_Right, SHIFT)
        self.press(Qt.Key.Key_H, CTRL | SHIFT)
        entry = self.model.engine.taxonomy[MISSED]
        self.until(lambda: isinstance(QApplication.activePopupWidget(), TypePicker))
        field = QApplication.activePopupWidget().field
        # QTest types nothing but ASCII; what an input method writes arrives as text.
        field.insert(type_label(entry))
        QTest.keyPress(field, Qt.Key.Key_Return)
        self.until(lambda: QApplication.activePopupWidget() is None)
        self.window.activateWindow()
        self.until(self.window.isActiveWindow)
        self.until(lambda: self.finds(value))
        self.press(Qt.Key.Key_J, CTRL)

    def judge(self) -> None:
        self.until(lambda: self.model.phase is Phase.PROPOSED)
        assert self.sanitize() is Phase.PASSED

    def open_library(self) -> None:
        self.press(Qt.Key.Key_3, CTRL)
        self.until(lambda: self.window.library.tree.hasFocus())

    def command(self, words: str) -> None:
        """By name, from the palette."""
        self.press(Qt.Key.Key_P, CTRL | SHIFT)
        self.until(lambda: QApplication.focusWidget() is not None and QApplication.activeWindow() is not self.window)
        QTest.keyClicks(QApplication.focusWidget(), words)
        self.press(Qt.Key.Key_Return)
        self.window.activateWindow()
        self.until(self.window.isActiveWindow)


@pytest.mark.slow
@pytest.mark.parametrize("language", [LanguageChoice.EN, LanguageChoice.ZH])
def test_a_correction_becomes_a_rule_that_helps_and_can_be_rolled_back(
    language: LanguageChoice, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    store = RememberingStore()
    with running_desktop(
        qapp,
        language=language,
        make_engine=without_these_kinds,
        find_keys=lambda: store,
        vault_folder=tmp_path,
    ) as desktop:
        person = Learner(desktop, qtbot)
        person.make_vault()
        template = WRITTEN[language]
        for value in VALUES[:3]:
            person.write(template.format(value))
            assert not person.finds(value)
            person.hide(value)
            person.judge()
        person.until(
            lambda: sum(line.count for line in person.learning.all_lines if line.mode is FailureMode.MISSED) == 3
        )
        person.open_library()
        page = desktop.window.library
        assert MISSED not in page.learning.table.rows[0].cells
        person.press(Qt.Key.Key_G, CTRL | SHIFT)
        person.until(lambda: person.learning.proposals is not None)
        assert [rule.reason for rule in person.learning.proposals.rules] == [""]
        shown = " ".join(cell for row in page.learning.distillation.proposals.rows for cell in row.cells)
        assert not any(value in shown for value in VALUES)
        person.press(Qt.Key.Key_O, CTRL | SHIFT)
        person.until(lambda: person.learning.report is not None)
        assert page.learning.distillation.sentence.text()
        assert not person.learning.report.worse
        person.press(Qt.Key.Key_Return, CTRL)
        person.until(lambda: person.library.undo is not None and not person.library.busy)
        person.write(template.format(VALUES[3]))
        person.until(lambda: person.finds(VALUES[3]))
        person.judge()
        versions = person.model.outcome.certificate.engine.versions
        assert versions["library"] != "shipped"
        assert "2" in person.model.outcome.prompt_versions.values()
        person.open_library()
        person.press(Qt.Key.Key_X, CTRL | SHIFT)
        person.until(lambda: person.library.undo is None and not person.library.busy)
        person.until(lambda: any(line.versions == 3 for line in person.library.items))
        spoken = {line.key.language for line in person.library.items if line.versions == 3}
        assert spoken == {Language.EN if language is LanguageChoice.EN else Language.ZH}
        person.write(template.format(VALUES[3]))
        person.until(lambda: not person.finds(VALUES[3]))
