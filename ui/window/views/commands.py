"""What every command of the registry does in this window, and why it cannot be done when it cannot."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QWidget

from ui.compose.viewmodels.compose import ComposeViewModel
from ui.compose.views.compose_view import ComposeView
from ui.compose.views.texts import command_reason, reason_text
from ui.library.viewmodels.learning import LearningViewModel
from ui.release.viewmodels.phases import AT_WORK, CHECKS, HELD, Phase
from ui.review.viewmodels.review import ReviewViewModel
from ui.settings.viewmodels.model_ports import LinkState
from ui.settings.viewmodels.servers import ServersViewModel
from ui.shared.actions.catalogue import COMMANDS
from ui.shared.actions.pages import COMPOSE, ENGINE, LIBRARY, PAGES, REVIEW
from ui.shared.actions.registry import ActionRegistry
from ui.shared.document.diff_view import DiffView
from ui.shared.theme.theme import Theme
from ui.shared.theme.tokens import Scheme, SchemeChoice
from ui.shared.viewmodels.preferences import SettingsViewModel
from ui.vault.viewmodels.vault import VaultPhase, VaultViewModel
from ui.window.views.header import Header
from ui.window.views.palette import CommandPalette

SCALE_STEP = 0.1
SCALE_RANGE = (0.8, 2.0)


class Frame(Protocol):
    """What commands use of the main window."""

    @property
    def header(self) -> Header: ...

    @property
    def compose(self) -> ComposeView: ...

    @property
    def page(self) -> str: ...

    @property
    def shown_diff(self) -> DiffView: ...

    def show_page(self, identifier: str) -> None: ...

    def scale_text(self, step: float, limits: tuple[float, float]) -> None: ...

    def open_audit(self) -> None: ...

    def open_setup(self) -> None: ...

    def open_help(self) -> None: ...


class WindowCommands:
    """Looks views up when a command runs: a change of language replaces them."""

    def __init__(
        self,
        frame: Frame,
        window: QMainWindow,
        registry: ActionRegistry,
        theme: Theme,
        model: ComposeViewModel,
        settings: SettingsViewModel,
        vault: VaultViewModel,
        review: ReviewViewModel,
        learning: LearningViewModel,
        servers: ServersViewModel,
    ) -> None:
        """`frame` and `window` are one object: what is ours of it, and what is Qt's."""
        self._frame = frame
        self._window = window
        self._registry = registry
        self._theme = theme
        self._model = model
        self._settings = settings
        self._vault = vault
        self._review = review
        self._learning = learning
        self._servers = servers
        self._shut = False
        self._handle()
        for signal in (
            self._model.primary_changed,
            self._model.outcome_changed,
            self._model.phase_changed,
            self._model.turns_changed,
            self._model.draft.corrections_changed,
            self._model.draft.proposal_changed,
            self._vault.changed,
            self._vault.closed,
            self._review.changed,
            self._review.item_changed,
            learning.going_changed,
            servers.changed,
        ):
            signal.connect(self.refresh)
        window.addActions(registry.actions())
        self.refresh()

    def _handle(self) -> None:
        frame, model, handle = self._frame, self._model, self._registry.handle
        for command in ("prompt.sanitize", "prompt.approve"):
            handle(command, lambda: frame.compose.bar.press())
        handle("prompt.cancel", self._cancel)
        handle("prompt.edit", model.begin_edit)
        handle("prompt.queue", model.park)
        handle("prompt.new", model.new_conversation)
        handle("prompt.paste", self._paste)
        handle("prompt.destination", lambda: frame.header.picker.showMenu())
        handle("prompt.certificate", lambda: frame.compose.show_certificate())
        handle("item.hide", lambda: frame.compose.prompt.editor.open_hide_menu())
        handle("item.release", lambda: frame.compose.prompt.editor.release_selection())
        handle("item.undo", model.undo)
        handle("item.redo", model.redo)
        handle("text.previous_change", lambda: frame.shown_diff.previous_change())
        handle("text.next_change", lambda: frame.shown_diff.next_change())
        handle("text.compare", lambda: frame.compose.sent.show_changes(not frame.compose.sent.shows_changes))
        handle("answer.cloud", self._toggle_cloud)
        handle("answer.copy", lambda: frame.compose.turns.answer.copy_answer())
        for page in PAGES:
            handle(page.command.id, partial(frame.show_page, page.id))
        handle("view.inspector", self._toggle_inspector)
        handle("view.items", lambda: self._focus(frame.compose.inspector.items, items=True))
        handle("view.editor", lambda: self._focus(frame.compose.prompt.editor))
        handle("view.larger", lambda: self._scale(SCALE_STEP))
        handle("view.smaller", lambda: self._scale(-SCALE_STEP))
        handle("view.normal", lambda: self._scale(0.0))
        handle("view.scheme", self._toggle_scheme)
        handle("program.palette", self.open_palette)
        handle("program.lock", self._vault.lock)
        handle("program.audit", frame.open_audit)
        handle("program.setup", frame.open_setup)
        handle("program.help", frame.open_help)
        handle("program.quit", self._window.close)

    def refresh(self) -> None:
        """Tell the registry what cannot be done now."""
        model, say = self._model, self._registry.set_reason
        if self._vault.locked:
            for entry in COMMANDS:
                say(entry.id, "" if entry.id == "program.quit" else command_reason("locked"))
            self._shut = True
            return
        if self._shut:
            self._shut = False
            for entry in COMMANDS:
                say(entry.id, "")
        say("program.audit", "" if self._vault.phase is VaultPhase.OPEN else command_reason("no_vault"))
        say("program.lock", "" if self._vault.phase is VaultPhase.OPEN else command_reason("no_vault"))
        primary = model.primary
        checks = primary.kind in CHECKS
        reason = reason_text(primary.reason)
        say("prompt.sanitize", reason if checks else command_reason("judged"))
        say("prompt.approve", command_reason("not_judged") if checks else reason)
        say("prompt.cancel", "" if self._running() is not None else command_reason("idle"))
        say("prompt.edit", "" if model.can_edit else command_reason("not_judged"))
        say("prompt.queue", "" if model.can_park else reason_text("empty_prompt"))
        judged = model.outcome is not None and not model.provisional
        say("prompt.certificate", "" if judged else command_reason("not_judged"))
        say(
            "prompt.new",
            command_reason("running") if model.phase in HELD - {Phase.SANITIZING} else "",
        )
        say("item.undo", "" if model.can_undo else command_reason("no_undo"))
        say("item.redo", "" if model.can_redo else command_reason("no_redo"))
        shown = model.draft.proposal is not None or model.outcome is not None
        for command in ("text.compare", "text.previous_change", "text.next_change"):
            say(command, "" if shown else reason_text("empty_prompt"))
        for command in ("item.hide", "item.release"):
            say(command, command_reason("running") if model.draft.locked else "")
        for command in ("answer.cloud", "answer.copy"):
            say(command, "" if model.turns else command_reason("no_answer"))

    def _running(self) -> Callable[[], None] | None:
        """How to stop what runs: on the page that is open first, then anywhere else; None where nothing does."""
        learning, servers = self._learning, self._servers
        stops: dict[str, tuple[bool, Callable[[], None]]] = {
            COMPOSE: (self._model.can_cancel, self._model.cancel),
            REVIEW: (self._review.can_stop, self._review.stop),
            LIBRARY: (learning.running, learning.cancel),
            ENGINE: (servers.state is LinkState.CONNECTING, servers.cancel),
        }
        page = self._frame.page
        for place in sorted(stops, key=lambda item: item != page):
            runs, stop = stops[place]
            if runs and not (place == COMPOSE != page and self._model.phase not in AT_WORK):
                return stop
        return None

    def _cancel(self) -> None:
        """Esc stops whatever runs."""
        stop = self._running()
        if stop is not None:
            stop()
        self.refresh()

    def _paste(self) -> None:
        editor = self._frame.compose.prompt.editor
        self._focus(editor)
        editor.paste()

    def _focus(self, widget: QWidget, *, items: bool = False) -> None:
        self._frame.show_page(COMPOSE)
        if items:
            self._frame.compose.inspector.show_items()
        widget.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _toggle_cloud(self) -> None:
        answer = self._frame.compose.turns.answer
        answer.set_cloud_shown(not answer.cloud_shown)

    def _toggle_inspector(self) -> None:
        inspector = self._frame.compose.inspector
        inspector.setVisible(not inspector.isVisible())

    def _toggle_scheme(self) -> None:
        dark = self._theme.scheme is Scheme.DARK
        self._settings.update(scheme=SchemeChoice.LIGHT if dark else SchemeChoice.DARK)

    def _scale(self, step: float) -> None:
        self._frame.scale_text(step, SCALE_RANGE)

    def open_palette(self) -> None:
        """Every command, with the reason of those that cannot be run."""
        CommandPalette(self._theme, self._registry, self._window).open_over(self._window)
