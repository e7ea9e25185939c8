"""The first run: four short steps, left at any time and taken up again (UI-01)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QRadioButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ui.settings.viewmodels.servers import ServersViewModel
from ui.settings.views.save_notice import SaveNotice
from ui.shared.theme.theme import Theme, set_role
from ui.shared.viewmodels.preferences import LanguageChoice, Preferences, SettingsViewModel
from ui.shared.widgets.fitting import fit, scrolled
from ui.shared.widgets.whole_text import WholeText
from ui.shared.wording.sentences import Sentences
from ui.vault.viewmodels.vault import VaultViewModel
from ui.vault.views.setup import VaultSetup
from ui.window.views.models_found import ModelsFound

STEPS = 4
LANGUAGE_STEP, PROMISE_STEP, MODEL_STEP, VAULT_STEP = range(STEPS)
SIZE = (640, 500)


class FirstRun(QDialog):
    """`step`: where to begin; None = where it was left, from the start once all was seen."""

    def __init__(
        self,
        theme: Theme,
        settings: SettingsViewModel,
        vault: VaultViewModel,
        servers: ServersViewModel,
        sentences: Sentences,
        parent: QWidget | None = None,
        step: int | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._settings = settings
        self._vault = vault
        self._servers = servers
        self._sentences = sentences
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(True)
        fit(self, SIZE, theme.look.text_scale)
        # Without a window manager nothing else sets the dialog off from the window behind it.
        frame = QFrame(self)
        set_role(frame, "dialog")
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)
        self._column = QVBoxLayout(frame)
        self._column.setContentsMargins(*(4 * [theme.space(4)]))
        seen = settings.preferences.welcomed
        self._step = step if step is not None else seen % STEPS
        self._body: QWidget | None = None
        self._build()
        settings.changed.connect(self._language_changed)

    def _language_changed(self, before: Preferences) -> None:
        if before.language is not self._settings.preferences.language:
            self._build()

    def _build(self) -> None:
        """In the language in force; the steps hold no state of their own."""
        theme = self._theme
        if self._body is not None:
            self._body.hide()
            self._body.deleteLater()
        self.setWindowTitle(self.tr("Set-up"))
        self._body = QWidget(self)
        column = QVBoxLayout(self._body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(3))
        self._column.addWidget(self._body)
        self.place = self._label("")
        set_role(self.place, "muted")
        self.title = self._label("")
        self.title.setFont(theme.font("title", bold=True))
        self.pages = QStackedWidget(self._body)
        self.setup = VaultSetup(theme, self._vault, self._sentences, self._body)
        self.setup.finished.connect(self._finish)
        self._vault.changed.connect(self._refresh)
        for page in (self._language_page(), self._promise_page(), self._model_page(), self.setup):
            self.pages.addWidget(page)
        column.addWidget(self.place)
        column.addWidget(self.title)
        column.addWidget(scrolled(self.pages, self._body), 1)
        row = QHBoxLayout()
        self.later = self._button(self.tr("Later"), self.reject, "quiet")
        self.back = self._button(self.tr("Back"), lambda: self._show(self._step - 1))
        self.next = self._button(self.tr("Next"), lambda: self._show(self._step + 1), "primary")
        row.addWidget(self.later)
        row.addStretch(1)
        row.addWidget(self.back)
        row.addWidget(self.next)
        column.addLayout(row)
        self._show(self._step)

    def _button(self, text: str, run: object, role: str = "") -> QPushButton:
        button = QPushButton(text, self._body)
        button.setAccessibleName(text)
        button.setAutoDefault(False)
        if role:
            set_role(button, role)
        button.clicked.connect(run)
        return button

    def _label(self, text: str) -> QLabel:
        label = QLabel(text, self._body)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _show(self, step: int) -> None:
        titles = (
            self.tr("In which language?"),
            self.tr("What stays here, and what leaves"),
            self.tr("A model on this computer: helpful, not needed"),
            self.tr("The vault"),
        )
        self._step = min(max(step, 0), STEPS - 1)
        if self._settings.preferences.welcomed < self._step:
            self._settings.update(welcomed=self._step)
        self.pages.setCurrentIndex(self._step)
        place = self.tr("Step {number} of {total}")
        self.place.setText(place.replace("{number}", str(self._step + 1)).replace("{total}", str(STEPS)))
        self.title.setText(titles[self._step])
        self._refresh()
        self.next.setVisible(self._step < VAULT_STEP)
        if self._step == LANGUAGE_STEP:
            next(item for item in self.languages if item.isChecked()).setFocus(Qt.FocusReason.OtherFocusReason)

    def _refresh(self) -> None:
        done = self._step == VAULT_STEP and self.setup.done
        self.back.setVisible(self._step > 0 and not done)
        self.later.setVisible(not done)
        later = self.tr("Without a vault for now") if self._step == VAULT_STEP else self.tr("Later")
        self.later.setText(later)
        self.later.setAccessibleName(later)

    def _finish(self) -> None:
        self._settings.update(welcomed=STEPS)
        self.accept()

    def reject(self) -> None:
        """Left for now; an unconfirmed recovery key is forgotten."""
        if self._step == VAULT_STEP:
            self._settings.update(welcomed=STEPS)
        self._vault.give_up()
        super().reject()

    def _language_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        chosen = self._settings.preferences.language
        self.languages: list[QRadioButton] = []
        for text, value in (
            (self.tr("As the system"), LanguageChoice.SYSTEM),
            ("English", LanguageChoice.EN),
            ("简体中文", LanguageChoice.ZH),
        ):
            button = QRadioButton(text, page)
            button.setChecked(value is chosen)
            button.clicked.connect(lambda _=False, language=value: self._settings.update(language=language))
            self.languages.append(button)
            column.addWidget(button)
        column.addWidget(SaveNotice(self._settings, "language", parent=page))
        column.addStretch(1)
        return page

    def _promise_page(self) -> QWidget:
        page = QWidget()
        row = QHBoxLayout(page)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(self._theme.space(3))
        stays = (
            self.tr("What you write, as you wrote it"),
            self.tr("Names, numbers and every real value"),
            self.tr("Answers with their real values"),
            self.tr("History, drafts and keys: encrypted, or not kept at all"),
        )
        leaves = (
            self.tr("Only a text that was attacked here and that you approved"),
            self.tr("Only to the destination that you chose, over an encrypted connection"),
            self.tr("Nothing at all in a dry run, which is how you start"),
            self.tr("No statistics, no crash reports, no update checks"),
        )
        row.addWidget(self._list(self.tr("Stays on this computer"), "lock", stays), 1)
        row.addWidget(self._list(self.tr("Leaves"), "send", leaves), 1)
        return page

    def _list(self, title: str, icon: str, lines: Sequence[str]) -> QWidget:
        frame = QFrame()
        set_role(frame, "card")
        column = QVBoxLayout(frame)
        column.setContentsMargins(*(4 * [self._theme.space(3)]))
        column.setSpacing(self._theme.space(2))
        mark = QLabel(frame)
        mark.setPixmap(self._theme.pixmap(icon, "accent", 24, self.devicePixelRatioF()))
        column.addWidget(mark)
        heading = self._label(title)
        heading.setFont(self._theme.font("heading", bold=True))
        column.addWidget(heading)
        for line in lines:
            column.addWidget(self._label(f"–  {line}"))
        column.addStretch(1)
        return frame

    def _model_page(self) -> QWidget:
        page = WholeText()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.space(2))
        for text in (
            self.tr("The built-in engine finds, generalises and attacks by itself. Nothing has to be installed."),
            self.tr(
                "With LM Studio, Ollama or llama.cpp on this computer a language model looks as well: it finds what "
                "rules miss, and attacks the result harder. It takes longer."
            ),
            self.tr("You choose a model at any time: the engine's name above your text opens the connection page."),
        ):
            column.addWidget(self._label(text))
        card = QFrame(page)
        set_role(card, "card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(*(4 * [self._theme.space(3)]))
        self.found = ModelsFound(self._theme, self._servers, card)
        inside.addWidget(self.found)
        column.addWidget(card)
        column.addStretch(1)
        return page
