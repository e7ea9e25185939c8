"""Which engine works, and the way to a model on this machine: servers, trust, keys, models, what a model can do."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core.engine.outcome import evaluator_off
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.settings.viewmodels.model_ports import LinkState, ServerCondition, ServerView
from ui.settings.viewmodels.servers import ServersViewModel
from ui.settings.views.model_picker import ModelPicker
from ui.settings.views.save_notice import SaveNotice
from ui.settings.views.server_row import ServerRow
from ui.settings.views.server_texts import activity_text, engine_words, seen_rows
from ui.shared.theme.theme import Theme, set_role
from ui.shared.viewmodels.preferences import SettingsViewModel
from ui.shared.wording.problem_texts import describe
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.wording import in_a_row, listed

WIDTH = 860
ICON = 18


class ConnectionPage(QScrollArea):
    """`left`: the person goes back to the text. Everything shown is read from the view models."""

    left = Signal()

    def __init__(
        self,
        theme: Theme,
        servers: ServersViewModel,
        compose: ComposeViewModel,
        settings: SettingsViewModel,
        sentences: Sentences,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._servers = servers
        self._compose = compose
        self._settings = settings
        self._sentences = sentences
        self._rows_of: tuple[ServerView, ...] | None = None
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Engine and local model"))
        page = QWidget(self)
        page.setProperty("role", "scrolled")
        row = QHBoxLayout(page)
        row.setContentsMargins(*(4 * [theme.space(4)]))
        inner = QWidget(page)
        inner.setProperty("role", "scrolled")
        inner.setMaximumWidth(round(WIDTH * theme.look.text_scale))
        row.addWidget(inner, 1)
        row.addStretch(0)
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.space(2))
        self._add_head()
        self._add_engine()
        self._add_servers()
        self._add_model()
        self._add_seen()
        self._add_evaluator()
        self._column.addStretch(1)
        self.setWidget(page)
        servers.changed.connect(self.refresh)
        servers.activity.connect(self._activity)
        compose.engine_changed.connect(self.refresh)
        settings.changed.connect(self.refresh)
        settings.keys.changed.connect(self.refresh)
        theme.changed.connect(self._restyle)
        self.refresh()

    # Building blocks

    def _label(self, text: str = "", *, role: str = "") -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        if role:
            label.setProperty("role", role)
        return label

    def _button(self, title: str, run: Callable[[], object], role: str = "") -> QPushButton:
        button = QPushButton(title, self)
        button.setAccessibleName(title)
        button.clicked.connect(lambda: run())
        if role:
            button.setProperty("role", role)
        return button

    def _card(self, title: str) -> tuple[QWidget, QVBoxLayout]:
        holder = QWidget(self)
        outer = QVBoxLayout(holder)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(self._theme.space(1))
        heading = self._label(title)
        heading.setFont(self._theme.font("heading", bold=True))
        outer.addWidget(heading)
        card = QFrame(holder)
        card.setProperty("role", "card")
        box = QVBoxLayout(card)
        box.setContentsMargins(*(4 * [self._theme.space(2)]))
        box.setSpacing(self._theme.space(1))
        outer.addWidget(card)
        self._column.addWidget(holder)
        return holder, box

    def _add_head(self) -> None:
        row = QHBoxLayout()
        title = self._label(self.tr("Engine and local model"))
        title.setFont(self._theme.font("title", bold=True))
        row.addWidget(title, 1)
        self.back = self._button(self.tr("Back to the text"), self.left.emit, "quiet")
        row.addWidget(self.back)
        self._column.addLayout(row)

    def _add_engine(self) -> None:
        _, box = self._card(self.tr("What checks your text now"))
        row = QHBoxLayout()
        row.setSpacing(self._theme.space(1))
        self.mark = QLabel(self)
        self.now = self._label()
        self.now.setFont(self._theme.font("body", bold=True))
        row.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.now, 1)
        self.stop = self._button(self.tr("Stop connecting"), self._servers.cancel)
        self.again = self._button(self.tr("Try again"), self._servers.reconnect)
        self.builtin = self._button(self.tr("Use the built-in engine only"), self._servers.use_builtin)
        for button in (self.stop, self.again, self.builtin):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        box.addLayout(row)
        box.addWidget(SaveNotice(self._settings, "local", "trusted", parent=self))
        self.about = self._label(role="muted")
        box.addWidget(self.about)
        self.trouble = self._label(role="block")
        box.addWidget(self.trouble)
        self._add_doubt(box)

    def _add_doubt(self, box: QVBoxLayout) -> None:
        self.doubt = self._label(role="block")
        self.doubt.setFont(self._theme.font("body", bold=True))
        box.addWidget(self.doubt)
        row = QHBoxLayout()
        self.doubt_no = self._button(self.tr("Choose another"), self._servers.decline)
        self.doubt_yes = self._button(self.tr("Use it all the same"), self._servers.confirm)
        row.addWidget(self.doubt_no)
        row.addWidget(self.doubt_yes)
        row.addStretch(1)
        box.addLayout(row)

    def _add_servers(self) -> None:
        _, box = self._card(self.tr("Model servers"))
        head = QHBoxLayout()
        self.progress = self._label(role="muted")
        head.addWidget(self.progress, 1)
        self.look = self._button(self.tr("Search again"), self._servers.search)
        head.addWidget(self.look)
        box.addLayout(head)
        self._list = QVBoxLayout()
        self._list.setSpacing(self._theme.space(1))
        box.addLayout(self._list)
        line = QHBoxLayout()
        line.setSpacing(self._theme.space(1))
        self.address = QLineEdit(self)
        self.address.setPlaceholderText(self.tr("Another port, or an address such as 192.168.1.20:1234"))
        self.address.setAccessibleName(self.tr("Address of a model server"))
        self.address.returnPressed.connect(self._look_there)
        line.addWidget(self.address, 1)
        self.there = self._button(self.tr("Look there"), self._look_there)
        line.addWidget(self.there)
        box.addLayout(line)
        self.address_trouble = self._label(role="block")
        box.addWidget(self.address_trouble)
        box.addWidget(self._trust_box())
        self._trusted = QVBoxLayout()
        box.addLayout(self._trusted)

    def _trust_box(self) -> QWidget:
        self.trust = QFrame(self)
        self.trust.setProperty("role", "sunken")
        column = QVBoxLayout(self.trust)
        column.setContentsMargins(*(4 * [self._theme.space(2)]))
        self.trust_words = self._label()
        column.addWidget(self.trust_words)
        row = QHBoxLayout()
        self.trust_yes = self._button("", lambda: self._servers.trust(self._servers.asked_for))
        self.trust_no = self._button(self.tr("No, do not use it"), self._servers.refuse_trust)
        row.addWidget(self.trust_no)
        row.addWidget(self.trust_yes)
        row.addStretch(1)
        column.addLayout(row)
        return self.trust

    def _add_model(self) -> None:
        self.model_card, box = self._card(self.tr("Model"))
        self.model_of = self._label(role="muted")
        box.addWidget(self.model_of)
        self.picker = ModelPicker(self._theme, self._servers, self)
        box.addWidget(self.picker)

    def _add_seen(self) -> None:
        self.seen_card, box = self._card(self.tr("What this model was seen to do"))
        self._seen = QGridLayout()
        self._seen.setHorizontalSpacing(self._theme.space(3))
        self._seen.setColumnStretch(2, 1)
        box.addLayout(self._seen)

    def _add_evaluator(self) -> None:
        _, box = self._card(self.tr("Embedded evaluator"))
        self.evaluator = QCheckBox(self.tr("A small model inside this program looks at every verdict once more"), self)
        self.evaluator.setAccessibleName(self.evaluator.text())
        self.evaluator.toggled.connect(lambda on: self._settings.update(evaluator=on))
        box.addWidget(self.evaluator)
        box.addWidget(SaveNotice(self._settings, "evaluator", parent=self))
        self.evaluator_state = self._label(role="muted")
        box.addWidget(self.evaluator_state)

    # Showing

    def _restyle(self) -> None:
        self._rows_of = None
        self.refresh()

    def refresh(self) -> None:
        """Bring everything up to the state of the view models."""
        self._show_engine()
        self._show_servers()
        self._show_trust()
        self._show_model()
        self._show_seen()
        self._show_evaluator()

    def _show_engine(self) -> None:
        servers = self._servers
        text, icon, tint = engine_words(servers)
        self.now.setText(text or self.tr("Built-in engine"))
        self.mark.setPixmap(self._theme.pixmap(icon, tint, ICON, self.devicePixelRatioF()))
        about = {
            LinkState.OFF: self.tr("Rules, word lists and deterministic attackers in this program. Always available."),
            LinkState.CONNECTING: self.tr("A dozen short questions without any text of yours. You can go on writing."),
            LinkState.DOUBTFUL: self.tr("Until you decide, the engine that worked before goes on."),
            LinkState.READY: self.tr("The model finds, rewrites and attacks; the built-in attackers check beside it."),
            LinkState.LOST: self.tr("Your text is untouched. Start the server and try again, or go on without it."),
            LinkState.FAILED: self.tr("The built-in engine works meanwhile."),
        }[servers.state]
        self.about.setText(about)
        self.stop.setVisible(servers.state is LinkState.CONNECTING)
        self.again.setVisible(servers.state in (LinkState.LOST, LinkState.FAILED))
        self.builtin.setVisible(servers.state is not LinkState.OFF)
        problem = servers.problem
        self.trouble.setText(describe(problem, self._sentences).cause if problem is not None else "")
        self.trouble.setVisible(problem is not None)
        if servers.doing is not None and servers.state is LinkState.CONNECTING:
            self._activity(servers.doing)

    def _activity(self, activity: object) -> None:
        doing = self._servers.doing
        if doing is not None and self._servers.state is LinkState.CONNECTING:
            self.about.setText(activity_text(doing))

    def _show_servers(self) -> None:
        servers = self._servers
        there = [item for item in servers.servers if item.condition is not ServerCondition.ABSENT]
        self.look.setEnabled(not servers.searching)
        if servers.searching:
            self.progress.setText(self.tr("Looking at the usual ports of this computer…"))
        else:
            found = self.tr("%n program(s) answered on the ports looked at.", "", len(there))
            none = self.tr("No model server answered on the ports looked at.")
            self.progress.setText(found.replace("%n", str(len(there))) if there else none)
        self._show_address_trouble()
        selected = servers.selected
        shown = (*servers.servers, *((selected,) if selected is not None else ()))
        if shown == self._rows_of:
            return
        self._rows_of = shown
        _clear(self._list)
        absent = [item for item in servers.servers if item.condition is ServerCondition.ABSENT]
        chosen = servers.selected
        full = [*there, *(item for item in absent if item is chosen)] or absent[:1]
        for item in full:
            self._list.addWidget(ServerRow(self._theme, self._servers, item, self._sentences, self))
        rest = [
            f"{item.name or item.address} ({item.origin.rpartition(':')[2]})" for item in absent if item not in full
        ]
        if rest:
            words = self.tr("Not running: {names}").replace("{names}", listed(rest))
            self._list.addWidget(self._label(words, role="muted"))

    def _show_address_trouble(self) -> None:
        problem = self._servers.address_problem
        text = describe(problem, self._sentences) if problem is not None else None
        self.address_trouble.setText(in_a_row(text.cause, text.remedy) if text is not None else "")
        self.address_trouble.setVisible(text is not None)

    def _look_there(self) -> None:
        self._servers.add_address(self.address.text())

    def _show_trust(self) -> None:
        origin = self._servers.asked_for
        host = origin.partition("://")[2]
        self.trust.setVisible(bool(origin))
        words = self.tr(
            "{host} is another computer. A model there reads your text before anything is hidden: it crosses your "
            "network, and whoever runs that computer can read it. Trust it only if it is yours, or your "
            "institution allows it. It is remembered until you take it back."
        )
        if origin.startswith("http://"):
            words += " " + self.tr("The connection is not encrypted.")
        self.trust_words.setText(words.replace("{host}", host))
        self.trust_yes.setText(self.tr("Trust {host}").replace("{host}", host))
        self.trust_yes.setAccessibleName(self.trust_yes.text())
        _clear(self._trusted)
        for item in self._servers.trusted:
            self._trusted.addWidget(self._trusted_row(item.origin))

    def _trusted_row(self, origin: str) -> QWidget:
        holder = QWidget(self)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        host = origin.partition("://")[2]
        row.addWidget(self._label(self.tr("You trust {host}.").replace("{host}", host), role="muted"))
        take_back = self._button(self.tr("Take back"), lambda: self._servers.distrust(origin), "link")
        take_back.setAccessibleName(self.tr("Do not trust {host} any more").replace("{host}", host))
        row.addWidget(take_back)
        row.addStretch(1)
        return holder

    def _show_model(self) -> None:
        server = self._servers.selected
        usable = server is not None and server.usable
        self.model_card.setVisible(usable)
        if server is not None:
            words = self.tr("Offered by {name} at {address}. Models that only compute embeddings are left out.")
            self.model_of.setText(words.replace("{name}", server.name).replace("{address}", server.address))

    def _show_seen(self) -> None:
        link = self._servers.link
        self.seen_card.setVisible(link is not None)
        doubtful = self._servers.state is LinkState.DOUBTFUL
        for widget in (self.doubt_yes, self.doubt_no):
            widget.setVisible(doubtful)
        self.doubt.setVisible(link is not None and not link.seen.reliable)
        _clear(self._seen)
        if link is None:
            return
        words = self.tr(
            "{model} cannot extract reliably: it did not keep to the shape it was given. It may miss what must be "
            "hidden; the rules of this program still look."
        )
        self.doubt.setText(words.replace("{model}", link.model))
        top = Qt.AlignmentFlag.AlignTop
        for row, (what, result, meaning) in enumerate(seen_rows(link.seen)):
            value = self._label(result)
            value.setFont(self._theme.font("body", bold=True))
            self._seen.addWidget(self._label(what), row, 0, top)
            self._seen.addWidget(value, row, 1, top)
            self._seen.addWidget(self._label(meaning, role="muted"), row, 2, top)

    def _show_evaluator(self) -> None:
        engine = self._compose.engine
        self.evaluator.blockSignals(True)
        self.evaluator.setChecked(self._settings.preferences.evaluator)
        self.evaluator.blockSignals(False)
        if engine is None:
            text, role = self.tr("The engine is starting."), "muted"
        elif reason := evaluator_off(engine.info):
            text, role = self.tr("Evaluator off: {reason}").replace("{reason}", self._sentences(reason)), "warn"
        elif not self._settings.preferences.evaluator:
            text, role = self.tr("Switched off by you. Every certificate says that it was not asked."), "warn"
        else:
            text = self.tr("On. A verdict of the built-in engine waits some seconds for it before anything is sent.")
            role = "muted"
        self.evaluator_state.setText(text)
        set_role(self.evaluator_state, role)


def _clear(layout: QVBoxLayout | QGridLayout) -> None:
    while layout.count():
        item = layout.takeAt(0)
        widget = item.widget() if item is not None else None
        if widget is not None:
            # A row may be removed by its own button: it has to outlive the click.
            widget.hide()
            widget.deleteLater()
