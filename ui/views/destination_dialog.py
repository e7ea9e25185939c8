"""Add or change a destination: name, kind, address, model, account, API key; and try it."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.domain.release import Destination, DestinationKind
from core.domain.secret import Secret
from ui.theme.theme import Theme, set_role
from ui.viewmodels.keyring import KeysViewModel
from ui.viewmodels.ports import ProbePort
from ui.viewmodels.problems import Problem
from ui.views.problem_texts import describe
from ui.widgets.choice_box import ChoiceBox

ID_BYTES = 6
WIDTH = 460


class DestinationDialog(QDialog):
    """`destination()` and `key()` are what was entered; nothing is stored here.

    An empty key field means: keep it."""

    def __init__(
        self,
        theme: Theme,
        keys: KeysViewModel,
        probe: ProbePort,
        destination: Destination | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keys = keys
        self._probe = probe
        self._id = destination.id if destination else secrets.token_hex(ID_BYTES)
        self._trial = 0
        self.setWindowTitle(self.tr("Destination"))
        self.setMinimumWidth(WIDTH)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(4 * [theme.space(3)]))
        column.setSpacing(theme.space(2))
        column.addLayout(self._form())
        self.note = self._plain()
        self.note.setProperty("role", "muted")
        column.addWidget(self.note)
        column.addLayout(self._test_row())
        self.problem = self._plain()
        column.addWidget(self.problem)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        for button in self.buttons.buttons():
            button.setAccessibleName(button.text().replace("&", ""))
        column.addWidget(self.buttons)
        self._fill(destination)
        keys.changed.connect(self._keys_changed)
        keys.refresh((self._id,))
        self._keys_changed()
        for field in (self.name, self.url, self.model):
            field.textChanged.connect(self._check)
        self.kind.currentIndexChanged.connect(self._kind_changed)
        self._check()

    def _plain(self) -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self.name, self.url, self.model, self.account, self.secret = (QLineEdit(self) for _ in range(5))
        self.kind = ChoiceBox(self._theme, self)
        self.kind.offer(
            (self.tr("OpenAI-compatible chat"), DestinationKind.OPENAI),
            (self.tr("Anthropic messages"), DestinationKind.ANTHROPIC),
        )
        self.secret.setEchoMode(QLineEdit.EchoMode.Password)
        rows: tuple[tuple[str, QWidget], ...] = (
            (self.tr("Name"), self.name),
            (self.tr("Kind"), self.kind),
            (self.tr("Base address"), self.url),
            (self.tr("Model"), self.model),
            (self.tr("Account (optional)"), self.account),
            (self.tr("API key"), self.secret),
        )
        for title, field in rows:
            label = QLabel(title, self)
            label.setBuddy(field)
            field.setAccessibleName(title)
            form.addRow(label, field)
        self.name.setPlaceholderText(self.tr("How you want to call it"))
        self.model.setPlaceholderText(self.tr("Model name as the destination writes it"))
        return form

    def _test_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.test = QPushButton(self.tr("Test the connection"), self)
        self.test.setAccessibleName(self.test.text())
        self.test.setAutoDefault(False)
        self.test.clicked.connect(self._try)
        self.outcome = self._plain()
        row.addWidget(self.test)
        row.addWidget(self.outcome, 1)
        return row

    def _fill(self, destination: Destination | None) -> None:
        if destination is not None:
            self.name.setText(destination.name)
            self.kind.choose(destination.kind)
            self.url.setText(destination.base_url)
            self.model.setText(destination.model)
            self.account.setText(destination.account)
        self._kind_changed()

    def _keys_changed(self) -> None:
        """What is known of the key store and of the key kept for this destination."""
        kept = self.tr("A key is kept; leave empty to go on using it")
        self.secret.setPlaceholderText(kept if self._keys.has(self._id) else "")
        where = self.tr("The key goes to the key store of your operating system, never to a file.")
        if not self._keys.persistent:
            where = self.tr(
                "This computer has no key store that works, so the key is held until you close the program "
                "and asked for again next time."
            )
        self.note.setText(where)

    def _kind_changed(self) -> None:
        example = {
            DestinationKind.OPENAI: "https://api.example.com/v1",
            DestinationKind.ANTHROPIC: "https://api.example.com",
        }
        self.url.setPlaceholderText(example[self.destination().kind])

    def destination(self) -> Destination:
        """What the fields say now."""
        return Destination(
            self._id,
            self.kind.value,
            self.name.text().strip(),
            self.url.text().strip(),
            self.model.text().strip(),
            self.account.text().strip(),
        )

    def key(self) -> Secret | None:
        """The entered API key, None when the field was left empty."""
        text = self.secret.text().strip()
        return Secret(text) if text else None

    def _check(self) -> None:
        missing = self._missing()
        self.problem.setText(missing)
        set_role(self.problem, "warn" if missing else "muted")
        self.problem.setVisible(bool(missing))
        save = self.buttons.button(QDialogButtonBox.StandardButton.Save)
        save.setEnabled(not missing)
        save.setAccessibleDescription(missing)
        self.test.setEnabled(not missing)

    def _missing(self) -> str:
        target = self.destination()
        if not target.name or not target.base_url or not target.model:
            return self.tr("Name, base address and model are needed.")
        problem = self._probe.check(target)
        return describe(problem).cause + " " + describe(problem).remedy if problem else ""

    def _try(self) -> None:
        self._trial += 1
        trial = self._trial
        self.test.setEnabled(False)
        self._say(self.tr("Asking the destination…"), "muted")
        self._probe.probe(self.destination(), self.key(), self._ended(trial))

    def _ended(self, trial: int) -> Callable[[Problem | None], None]:
        def ended(problem: Problem | None) -> None:
            if trial != self._trial:
                return
            self.test.setEnabled(True)
            if problem is None:
                self._say(self.tr("It answers. Only a fixed test word was sent."), "pass")
            else:
                text = describe(problem)
                self._say(f"{text.cause} {text.remedy}", "block")

        return ended

    def _say(self, text: str, role: str) -> None:
        self.outcome.setText(text)
        set_role(self.outcome, role)

    def done(self, result: int) -> None:
        """A test that still runs reports to nobody."""
        self._trial += 1
        super().done(result)
