"""The line above the workspace: conversation, engine, destination. Never a word of the prompt."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton, QWidget

from ui.compose.viewmodels.compose import ComposeViewModel
from ui.release.viewmodels.phases import HELD, EngineState, Phase
from ui.settings.viewmodels.servers import ServersViewModel
from ui.settings.views.server_texts import engine_words
from ui.shared.theme.theme import Theme, set_role
from ui.shared.viewmodels.preferences import SettingsViewModel
from ui.shared.widgets.flow import Flow, together
from ui.shared.widgets.popover import Explained, open_popover, paragraphs
from ui.shared.wording.wording import checked_name, listed
from ui.window.views.destination_picker import DestinationPicker

NAME_MODEL = "ner"
PILL = 85
"""Widest text of the pill, in steps of the smallest space."""


class Header(QWidget):
    """`new_asked`: start a new conversation. `engine_asked`: open the page of engines and models."""

    new_asked = Signal()
    engine_asked = Signal()

    def __init__(
        self,
        theme: Theme,
        model: ComposeViewModel,
        settings: SettingsViewModel,
        servers: ServersViewModel | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Without `servers` there is only the built-in engine, and the pill explains it."""
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._servers = servers
        row = Flow(theme.space(2), self)
        self.title = QLabel(self)
        self.title.setFont(theme.font("heading", bold=True))
        row.addWidget(self.title)
        self.new = QPushButton(self.tr("New conversation"), self)
        self.new.setProperty("role", "quiet")
        self.new.setAccessibleName(self.new.text())
        self.new.clicked.connect(self.new_asked)
        row.addWidget(self.new)
        row.add_stretch()
        self.engine = QPushButton(self)
        self.engine.setProperty("role", "figure")
        self.engine.setCursor(Qt.CursorShape.PointingHandCursor)
        self.engine.clicked.connect(self._explain_engine if servers is None else self.engine_asked)
        row.addWidget(self.engine)
        self.picker = DestinationPicker(theme, settings, self)
        self.lock = QToolButton(self)
        self.lock.setProperty("role", "quiet")
        self.lock.setMinimumSize(theme.target, theme.target)
        self.lock.setAccessibleName(self.tr("Lock"))
        row.addWidget(together(self, theme.space(2), self.picker, self.lock))
        model.turns_changed.connect(self.refresh)
        model.engine_changed.connect(self.refresh)
        model.phase_changed.connect(self.refresh)
        theme.changed.connect(self.refresh)
        if servers is not None:
            servers.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show number of turns and state of the engine."""
        turns = len(self._model.turns)
        text = self.tr("Conversation, %n turn(s)", "", turns).replace("%n", str(turns))
        self.title.setText(text if turns else self.tr("New conversation"))
        self.new.setVisible(bool(turns))
        state = self._model.engine_state
        engine = self._model.engine
        off = engine is not None and NAME_MODEL in engine.info.layers_off
        words, icon, tint = {
            EngineState.LOADING: (self.tr("Engine: built-in, starting"), "waiting", "muted"),
            EngineState.READY: (self.tr("Engine: built-in, ready"), "check", "pass"),
            EngineState.FAILED: (self.tr("Engine: could not start"), "blocked", "block"),
        }[state]
        if off:
            words, icon, tint = self.tr("Engine: built-in, name model off"), "warning", "warn"
        if self._servers is not None and state is EngineState.READY:
            local, picture, colour = engine_words(self._servers)
            if local:
                words, icon, tint = self.tr("Engine: {name}").replace("{name}", local), picture, colour
        fitting = self.engine.fontMetrics().elidedText(words, Qt.TextElideMode.ElideMiddle, self._theme.space(0) * PILL)
        self.engine.setText(fitting.replace("&", "&&"))
        self.engine.setToolTip(words if fitting != words else "")
        self.engine.setIcon(self._theme.icon(icon, tint))
        self.engine.setAccessibleName(words)
        set_role(self.engine, "figure")
        self.lock.setIcon(self._theme.icon("lock"))
        held = self._model.draft.locked
        self.picker.setEnabled(not held)
        self.new.setEnabled(self._model.phase not in HELD - {Phase.SANITIZING})

    def _explain_engine(self) -> None:
        engine = self._model.engine
        rows = [
            (
                "",
                self.tr(
                    "Rules, checksums, word lists, a small name model and deterministic attackers, all in this "
                    "program. No server, no download."
                ),
            )
        ]
        if engine is not None:
            versions = listed(f"{name} {version}" for name, version in sorted(engine.info.versions.items()))
            rows.append((self.tr("Attackers"), listed(map(checked_name, engine.info.members))))
            rows.append((self.tr("Versions"), versions))
            off = listed(engine.info.layers_off) or self.tr("none")
            rows.append((self.tr("Layers that are off"), off))
        open_popover(self._theme, Explained(self.engine.text(), paragraphs(rows)), self.engine)
