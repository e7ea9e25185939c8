"""Add or change a destination: a known provider with its key, or any address; and try it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from core.domain.language import Language
from core.domain.release import Destination, DestinationKind
from core.domain.secret import Secret
from ui.release.viewmodels.phases import is_on_this_computer
from ui.settings.viewmodels.presets import Provider
from ui.shared.theme.theme import Theme, set_role
from ui.shared.viewmodels.keyring import KeysViewModel
from ui.shared.viewmodels.ports import ProbePort
from ui.shared.viewmodels.problems import Problem
from ui.shared.widgets.choice_box import ChoiceBox
from ui.shared.widgets.fitting import fit
from ui.shared.wording.facts import destination_host
from ui.shared.wording.problem_texts import describe
from ui.shared.wording.wording import in_a_row

ID_BYTES = 6
WIDTH, HEIGHT = 520, 460
SAID_LINES = 7


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
        *,
        providers: Sequence[Provider] = (),
        language: Language = Language.EN,
    ) -> None:
        """`providers`: those that are known by name, the usual ones first; a new destination begins with the first."""
        super().__init__(parent)
        self._providers = tuple(providers)
        self._language = language
        self._theme = theme
        self._keys = keys
        self._probe = probe
        self._id = destination.id if destination else secrets.token_hex(ID_BYTES)
        self._trial = 0
        self.setWindowTitle(self.tr("Destination"))
        fit(self, (WIDTH, HEIGHT), theme.look.text_scale)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(4 * [theme.space(3)]))
        column.setSpacing(theme.space(2))
        column.addLayout(self._form())
        column.addLayout(self._test_row())
        # Everything that comes, goes or grows stands below the button, which stays where it is.
        self.outcome, self.problem, self.note = (self._plain() for _ in range(3))
        self.note.setProperty("role", "muted")
        column.addWidget(self._said_area(), 1)
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
        for field in (self.name, self.url, self.secret):
            field.textChanged.connect(self._check)
        self.model.editTextChanged.connect(self._check)
        self.provider.picked.connect(self._provider_picked)
        self.kind.currentIndexChanged.connect(self._kind_changed)
        self._check()

    def _said_area(self) -> QScrollArea:
        """What the test found, what is missing, where the key goes: scrolled when there is much of it."""
        inner = QWidget()
        set_role(inner, "scrolled")
        said = QVBoxLayout(inner)
        said.setContentsMargins(0, 0, 0, 0)
        for label in (self.outcome, self.problem, self.note):
            said.addWidget(label)
        said.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setAccessibleName(self.tr("What is known of the destination"))
        area.setMinimumHeight(SAID_LINES * self.fontMetrics().lineSpacing())
        area.setWidget(inner)
        return area

    def _plain(self) -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self.provider = ChoiceBox(self._theme, self)
        self.provider.offer(*((item.names[self._language], item) for item in self._providers))
        self.provider.offer((self.tr("Another one, by its address"), None))
        self.secret = QLineEdit(self)
        self.model = ChoiceBox(self._theme, self)
        self.model.setEditable(True)
        for box in (self.provider, self.model):
            box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.name = QLineEdit(self)
        self.kind = ChoiceBox(self._theme, self)
        self.url, self.account = QLineEdit(self), QLineEdit(self)
        self.kind.offer(
            (self.tr("OpenAI-compatible chat"), DestinationKind.OPENAI),
            (self.tr("Anthropic messages"), DestinationKind.ANTHROPIC),
        )
        self.secret.setEchoMode(QLineEdit.EchoMode.Password)
        rows: tuple[tuple[str, QWidget], ...] = (
            (self.tr("Provider"), self.provider),
            (self.tr("API key"), self.secret),
            (self.tr("Model"), self.model),
            (self.tr("Name"), self.name),
            (self.tr("Kind"), self.kind),
            (self.tr("Base address"), self.url),
            (self.tr("Account (optional)"), self.account),
        )
        self._form_rows = form
        for title, field in rows:
            label = QLabel(title, self)
            label.setBuddy(field)
            field.setAccessibleName(title)
            form.addRow(label, field)
        self.name.setPlaceholderText(self.tr("How you want to call it"))
        line = self.model.lineEdit()
        if line is not None:
            line.setPlaceholderText(self.tr("Model name as the destination writes it"))
            line.setAccessibleName(self.tr("Model"))
        fields = [field for _, field in rows]
        for before, after in pairwise(fields):
            self.setTabOrder(before, after)
        return form

    def _test_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.test = QPushButton(self.tr("Test the connection"), self)
        self.test.setAccessibleName(self.test.text())
        self.test.setAutoDefault(False)
        self.test.setMinimumHeight(max(self._theme.target, self.test.sizeHint().height()))
        self.test.clicked.connect(self._try)
        self.setTabOrder(self.account, self.test)
        row.addWidget(self.test)
        row.addStretch(1)
        return row

    def _fill(self, destination: Destination | None) -> None:
        if destination is None:
            self.provider.setCurrentIndex(0)
            self._provider_picked(self.provider.value)
            return
        known = next((item for item in self._providers if item.fits(destination)), None)
        self.provider.choose(known)
        self.provider.setCurrentIndex(self.provider.values.index(known))
        self.model.addItems(known.models if known is not None else ())
        self.name.setText(destination.name)
        self.kind.choose(destination.kind)
        self.url.setText(destination.base_url)
        self.model.setEditText(destination.model)
        self.account.setText(destination.account)
        self._kind_changed()
        self._show_address(known is None)

    def _provider_picked(self, provider: Provider | None) -> None:
        """What is known of a provider fills the form; another one begins with empty fields."""
        self.model.clear()
        self.account.clear()
        self._say("", "muted")
        if provider is not None:
            self.model.addItems(provider.models)
            self.kind.choose(provider.kind)
        self.name.setText(provider.names[self._language] if provider is not None else "")
        self.url.setText(provider.base_url if provider is not None else "")
        self._kind_changed()
        self._show_address(provider is None)

    def _show_address(self, shown: bool) -> None:
        """The rows that a known provider makes superfluous. Its address is said below all the same."""
        for field in (self.kind, self.url, self.account):
            self._form_rows.setRowVisible(field, shown)
        self._keys_changed()

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
        host = destination_host(self.destination())
        known = self.provider.value is not None
        to = self.tr("Texts go to {host}.").replace("{host}", host) if known else ""
        self.note.setText(in_a_row(to, where))
        self._check()

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
            self.model.currentText().strip(),
            self.account.text().strip(),
        )

    def key(self) -> Secret | None:
        """The entered API key, None when the field was left empty."""
        text = self.secret.text().strip()
        return Secret(text) if text else None

    def _check(self) -> None:
        missing = self._missing()
        later = self.tr("Without a key nothing is sent: you are asked for it then.")
        said = missing or (later if self.lacks_key else "")
        self.problem.setText(said)
        set_role(self.problem, "warn" if missing else "muted")
        self.problem.setVisible(bool(said))
        save = self.buttons.button(QDialogButtonBox.StandardButton.Save)
        save.setEnabled(not missing)
        save.setAccessibleDescription(missing)
        self.test.setEnabled(not missing and not self.lacks_key)
        self.test.setToolTip(later if self.lacks_key else "")

    def _missing(self) -> str:
        target = self.destination()
        if not target.name or not target.base_url or not target.model:
            return self.tr("Name, base address and model are needed.")
        problem = self._probe.check(target)
        return in_a_row(describe(problem).cause, describe(problem).remedy) if problem else ""

    @property
    def lacks_key(self) -> bool:
        """Whether the destination wants a key that was neither entered nor kept."""
        given = self.key() is not None or self._keys.has(self._id)
        return not given and not is_on_this_computer(self.destination())

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
                self._say(in_a_row(text.cause, text.remedy), "block")

        return ended

    def _say(self, text: str, role: str) -> None:
        self.outcome.setText(text)
        set_role(self.outcome, role)

    def done(self, result: int) -> None:
        """A test that still runs reports to nobody."""
        self._trial += 1
        super().done(result)
