"""The frame: pages on the left, header, workspace. Its title never holds a word of the user's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QMainWindow,
    QVBoxLayout,
    QWidget,
)

from core.domain.language import Language
from core.domain.release import Destination
from core.domain.taxonomy import Taxonomy
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.compose.views.compose_view import ComposeView, Sign
from ui.history.viewmodels.history import HistoryViewModel
from ui.history.views.page import HistoryPage
from ui.insights.viewmodels.insights import InsightsViewModel
from ui.insights.views.page import InsightsPage
from ui.library.views.commands import LibraryCommands
from ui.library.views.page import LibraryModels, LibraryPage
from ui.release.views.retest_row import RetestCaveat
from ui.review.viewmodels.review import ReviewViewModel
from ui.review.views.commands import ReviewCommands
from ui.review.views.page import ReviewPage
from ui.review.views.rules_card import ReviewRulesCard
from ui.settings.viewmodels.presets import load_providers
from ui.settings.viewmodels.servers import ServersViewModel
from ui.settings.views.connection_page import ConnectionPage
from ui.settings.views.destination_dialog import DestinationDialog
from ui.settings.views.page import SettingsPage
from ui.settings.views.server_texts import activity_text
from ui.shared.actions.catalogue import COMMANDS
from ui.shared.actions.pages import COMPOSE, ENGINE, HISTORY, INSIGHTS, LIBRARY, PAGES, REVIEW, SETTINGS
from ui.shared.actions.registry import ActionRegistry
from ui.shared.document.diff_view import DiffView, Elsewhere
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.ports import ProbePort
from ui.shared.viewmodels.preferences import FramePlace, SettingsViewModel
from ui.shared.widgets.clipboard_guard import ClipboardGuard
from ui.shared.widgets.page_stack import PageStack
from ui.shared.wording.sentences import Sentences
from ui.vault.viewmodels.audit import AuditViewModel
from ui.vault.viewmodels.vault import VaultPhase, VaultViewModel
from ui.vault.views.audit_dialog import AuditDialog
from ui.vault.views.banner import VaultBanner
from ui.vault.views.card import VaultCard
from ui.vault.views.lock_screen import LockScreen
from ui.window.views.anywhere import Anywhere
from ui.window.views.commands import WindowCommands
from ui.window.views.first_run import VAULT_STEP, FirstRun
from ui.window.views.header import Header
from ui.window.views.help_dialog import HelpDialog
from ui.window.views.overflow_area import OverflowArea, fitting
from ui.window.views.rail import Rail

TITLE = "DR-SL Desktop"
MINIMUM = (960, 620)
USUAL = (1280, 720)
COMMAND_KEYS = {command.id: command.shortcut for command in COMMANDS}


@dataclass(frozen=True, slots=True)
class WindowParts:
    """Everything that the window shows or asks. `language`: the language in force."""

    theme: Theme
    taxonomy: Taxonomy
    root: Path
    compose: ComposeViewModel
    settings: SettingsViewModel
    probe: ProbePort
    language: Callable[[], Language]
    sentences: Sentences
    servers: ServersViewModel
    vault: VaultViewModel
    history: HistoryViewModel
    audit: AuditViewModel
    review: ReviewViewModel
    library: LibraryModels
    insights: InsightsViewModel
    elsewhere: Elsewhere | None = None
    sign: Sign | None = None


@dataclass(frozen=True, slots=True)
class PagePart:
    """A page as widgets. `make`: builds it anew; `opened`: what more happens whenever it is opened."""

    make: Callable[[MainWindow], QWidget]
    opened: Callable[[MainWindow], None] = lambda window: None


class MainWindow(QMainWindow):
    """Views hold no state of their own that matters, so a change of language simply builds them anew."""

    closing = Signal()
    acknowledged = Signal(str)
    continue_asked = Signal(str)
    idle_chosen = Signal(int)
    keep_chosen = Signal(int)
    wipe_asked = Signal()
    rebuilt = Signal()

    def __init__(self, parts: WindowParts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts = parts
        self.setWindowTitle(TITLE)
        self.setMinimumSize(*MINIMUM)
        self.resize(*USUAL)
        self._page = COMPOSE
        self._guard = ClipboardGuard(self)
        self.rebuild()
        self.registry = ActionRegistry(parts.theme, parts.root, self)
        self._use_keys()
        self.commands = WindowCommands(
            self,
            self,
            self.registry,
            parts.theme,
            parts.compose,
            parts.settings,
            parts.vault,
            parts.review,
            parts.library.learning,
            parts.servers,
        )

        self.anywhere = Anywhere(self.registry, ("program.lock",), self)
        self.reviewing = ReviewCommands(lambda: self.review, self.registry, parts.review)
        self.steering = LibraryCommands(lambda: self.library, self.registry, parts.library)
        self._join_review()
        parts.review.changed.connect(self._count_waiting)

    @property
    def parts(self) -> WindowParts:
        return self._parts

    @property
    def page(self) -> str:
        """Id of the page that is open."""
        return self._page

    @property
    def shown_diff(self) -> DiffView:
        """The comparison on the page that is open."""
        return self.review.text.diff if self._page == REVIEW else self.compose.sent.diff

    def rebuild(self) -> None:
        """Build all views in the language in force; text, decisions and turns live in the view models."""
        with self._parts.theme.undressed():
            self._build()

    # Long: makes every page once and joins them, in the order in which they need one another.
    def _build(self) -> None:
        page = self._page
        old = self.takeCentralWidget()
        if old is not None:
            old.deleteLater()
        parts = self._parts
        self.shade = PageStack(self)
        self.shade.setMinimumHeight(MINIMUM[1])
        frame = QWidget(self.shade)
        row = QHBoxLayout(frame)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.pages = PageStack(frame)
        self._caveat = RetestCaveat(parts.root, parts.language())
        self.made = {page.id: PARTS[page.id].make(self) for page in PAGES}
        for page_widget in self.made.values():
            self.pages.addWidget(page_widget)
        self._add_kept_cards()
        self.rail = Rail(parts.theme, [page for page in PAGES if not page.behind], frame)
        self.rail.chosen.connect(self.show_page)
        self._add_lock_buttons()
        row.addWidget(self.rail)
        row.addWidget(self.pages, 1)
        self.lock_screen = LockScreen(parts.theme, parts.vault, parts.sentences, self.shade)
        self.shade.addWidget(frame)
        self.shade.addWidget(self.lock_screen)
        self.shade.setCurrentIndex(int(parts.vault.locked))
        self.setCentralWidget(OverflowArea(self.shade, self))
        if hasattr(self, "registry"):
            self.registry.retranslate()
            self.commands.refresh()
            self.reviewing.refresh()
            self.steering.refresh()
            self._join_review()
        self.header.new_asked.connect(lambda: self.registry.trigger("prompt.new"))
        self.compose.review_asked.connect(lambda: self.show_page(REVIEW))
        self.header.picker.add_asked.connect(self.add_destination)
        self.header.picker.change_asked.connect(self.change_destination)
        self.settings.add_asked.connect(self.add_destination)
        self.settings.change_asked.connect(self.change_destination)
        self._join_engine()
        self.show_page(page)
        if parts.vault.locked:
            self.lock_screen.focus()
        elif page == COMPOSE:
            self.compose.prompt.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        self.rebuilt.emit()

    def _add_lock_buttons(self) -> None:
        """On every page at the foot of the rail, and above the text at its right."""
        parts = self._parts
        self.locks = (self.rail.lock, self.header.lock)
        for button in self.locks:
            button.clicked.connect(self._lock)
        parts.vault.changed.connect(self._show_locks)
        self._show_locks()

    def _lock(self) -> None:
        """Without a vault there is nothing that could open again, so the way there is shown instead."""
        if self._parts.vault.phase is VaultPhase.OPEN:
            self._parts.vault.lock()
        else:
            self.open_setup(VAULT_STEP)

    def _show_locks(self) -> None:
        is_open = self._parts.vault.phase is VaultPhase.OPEN
        own = QKeySequence(COMMAND_KEYS["program.lock"])
        chosen = self.registry.action("program.lock").shortcut() if hasattr(self, "registry") else own
        keys = chosen.toString(QKeySequence.SequenceFormat.NativeText)
        lock = self.tr("Lock now: hides everything ({keys})").replace("{keys}", keys)
        for button in self.locks:
            button.setToolTip(lock if is_open else self.tr("Locking needs a vault: set it up"))
            button.setAccessibleDescription(button.toolTip())

    def make_compose(self) -> QWidget:
        """The text with header and banner above it."""
        parts = self._parts
        workspace = QWidget()
        column = QVBoxLayout(workspace)
        column.setContentsMargins(*(4 * [parts.theme.space(2)]))
        column.setSpacing(parts.theme.space(2))
        self.compose = ComposeView(
            parts.theme,
            parts.taxonomy,
            parts.compose,
            parts.root,
            parts.language(),
            parts.sentences,
            parts.elsewhere,
            self._guard,
            sign=parts.sign,
        )
        self.header = Header(parts.theme, parts.compose, parts.settings, parts.servers)
        self.banner = VaultBanner(parts.theme, parts.vault, workspace)
        self.banner.setup_asked.connect(lambda: self.open_setup(VAULT_STEP))
        self.banner.acknowledged.connect(self.acknowledged)
        column.addWidget(self.banner)
        column.addWidget(self.header)
        column.addWidget(self.compose, 1)
        return workspace

    def make_review(self) -> QWidget:
        """What waits for a person."""
        parts = self._parts
        self.review = ReviewPage(
            parts.theme, parts.taxonomy, parts.review, parts.sentences, self._caveat, parts.elsewhere, self._guard
        )
        return self.review

    def make_library(self) -> QWidget:
        """Rules, words and instructions."""
        parts = self._parts
        self.library = LibraryPage(parts.theme, parts.taxonomy, parts.library, parts.sentences, parts.elsewhere)
        self.library.compose_asked.connect(lambda: self.show_page(COMPOSE))
        self.library.setup_asked.connect(lambda: self.open_setup(VAULT_STEP))
        return self.library

    def make_history(self) -> QWidget:
        """Past runs."""
        parts = self._parts
        self.history = HistoryPage(parts.theme, parts.taxonomy, parts.history, parts.sentences)
        self.history.continue_asked.connect(self.continue_asked)
        self.history.setup_asked.connect(lambda: self.open_setup(VAULT_STEP))
        self.history.audit_asked.connect(self.open_audit)
        return self.history

    def make_insights(self) -> QWidget:
        """Figures over many runs."""
        parts = self._parts
        self.insights = InsightsPage(parts.theme, parts.insights, parts.library.learning)
        self.insights.setup_asked.connect(lambda: self.open_setup(VAULT_STEP))
        return self.insights

    def make_engine(self) -> QWidget:
        """Engines and models on this computer."""
        parts = self._parts
        self.engine = ConnectionPage(parts.theme, parts.servers, parts.compose, parts.settings, parts.sentences)
        return self.engine

    def make_settings(self) -> QWidget:
        """Thresholds, destinations, appearance."""
        self.settings = SettingsPage(self._parts.theme, self._parts.settings, self._caveat)
        return self.settings

    def _add_kept_cards(self) -> None:
        parts = self._parts
        self.vault_card = VaultCard(parts.theme, parts.vault, parts.sentences)
        self.vault_card.setup_asked.connect(lambda: self.open_setup(VAULT_STEP))
        self.vault_card.idle_chosen.connect(self.idle_chosen)
        self.vault_card.keep_chosen.connect(self.keep_chosen)
        self.vault_card.wipe_asked.connect(self.wipe_asked)
        self.settings.add_card(self.tr("Vault"), self.vault_card)
        self.review_rules = ReviewRulesCard(parts.theme, parts.review)
        self.settings.add_card(self.tr("Review"), self.review_rules)

    def _use_keys(self) -> None:
        self.registry.use(dict(self._parts.settings.preferences.shortcuts))
        self._show_locks()

    def open_help(self) -> None:
        """What the open page is for, every key, and every word and symbol."""
        parts = self._parts
        dialog = HelpDialog(parts.theme, self.registry, parts.settings, parts.root, parts.language(), self._page, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.rebound.connect(self._use_keys)
        dialog.open()

    def open_audit(self) -> None:
        """What the vault recorded, row by row."""
        AuditDialog(self._parts.theme, self._parts.audit, self).open()

    def cover(self) -> None:
        """Lock, first step: nothing but the lock page is on the screen when this returns. Nothing is torn down yet,
        which takes longer than a person who is surprised has."""
        self._guard.clear_now()
        for window in QApplication.topLevelWidgets():
            if window is not self and window.isVisible():
                window.hide()
        self.shade.setCurrentWidget(self.lock_screen)
        self.repaint()

    def blank(self) -> None:
        """Lock, second step: every widget that ever held a text goes, with its undo history; dialogs and popups close;
        what was copied is taken off the clipboard."""
        self._guard.clear_now()
        for window in QApplication.topLevelWidgets():
            if window is not self:
                window.close()
            if isinstance(window, QDialog):
                window.deleteLater()
        self._page = COMPOSE
        self.rebuild()

    def unblank(self) -> None:
        """The vault is open again: show the pages."""
        self.shade.setCurrentIndex(0)
        self.commands.refresh()
        self.compose.prompt.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _join_engine(self) -> None:
        """The page of engines is behind the pill and the settings; what a model does shows under its stage."""
        servers, compose = self._parts.servers, self.compose
        for source in (self.header.engine_asked, self.settings.engine_asked):
            source.connect(lambda: self.show_page(ENGINE))
        self.engine.left.connect(lambda: self.show_page(COMPOSE))
        compose.bar.builtin_asked.connect(servers.use_builtin)
        servers.activity.connect(lambda activity: compose.pipeline.set_activity(activity_text(activity, counted=False)))

    def _join_review(self) -> None:
        self.review.add_pane_actions(self.registry.pane_actions(REVIEW))
        self._count_waiting()

    def _count_waiting(self) -> None:
        """The rail says how many items wait for a person."""
        self.rail.count(REVIEW, self._parts.review.queue.waiting)

    def show_page(self, identifier: str) -> None:
        """Open a page by its id (`ui.shared.actions.pages`)."""
        self._page = identifier
        if hasattr(self, "registry"):
            self.registry.open_page(identifier)
            self.commands.refresh()
        self.pages.setCurrentWidget(self.made[identifier])
        self.rail.mark(MARKED[identifier])
        PARTS[identifier].opened(self)

    def show_vault(self) -> None:
        """The settings, where the vault stands."""
        self.show_page(SETTINGS)
        self.settings.reveal(self.vault_card)

    def fit_screen(self) -> None:
        """Where it stood last, as far as a screen shows that place; no larger than the screen has room for. What does
        not fit then is reached by scrolling."""
        room = self.screen().availableSize()
        self.setMinimumSize(fitting(MINIMUM, room))
        place = self._parts.settings.preferences.frame
        stood = QRect(place.x, place.y, place.width, place.height) if place is not None else QRect()
        seen = [screen.availableGeometry() for screen in QApplication.screens()]
        shown = next((area for area in seen if area.contains(stood.center()) and not stood.isEmpty()), None)
        if place is None or shown is None:
            self.resize(fitting(USUAL, room))
            return
        self.setGeometry(stood.intersected(shown))
        if place.full:
            self.setWindowState(self.windowState() | Qt.WindowState.WindowMaximized)

    def _remember_place(self) -> None:
        usual, full = self.normalGeometry(), self.isMaximized()
        stood = usual if full and not usual.isEmpty() else self.geometry()
        frame = FramePlace(stood.x(), stood.y(), max(stood.width(), 1), max(stood.height(), 1), full)
        self._parts.settings.update(frame=frame)

    def scale_text(self, step: float, limits: tuple[float, float]) -> None:
        """Larger or smaller text by `step`, for this start and the next; 0 goes back to 100 %."""
        now = self._parts.settings.preferences.text_scale
        scale = min(max(round(now + step, 1), limits[0]), limits[1]) if step else 1.0
        self._parts.settings.update(text_scale=scale)

    def open_setup(self, step: int | None = None) -> None:
        """The few questions of the first run, from where they were left, or from `step`."""
        parts = self._parts
        FirstRun(parts.theme, parts.settings, parts.vault, parts.servers, parts.sentences, self, step).open()

    def add_destination(self) -> None:
        """Open the editor for a new destination."""
        self._edit_destination(None)

    def change_destination(self, destination: Destination) -> None:
        """Open the editor for a destination."""
        self._edit_destination(destination)

    def _edit_destination(self, destination: Destination | None) -> None:
        settings = self._parts.settings
        parts = self._parts
        language = parts.language()
        providers = load_providers(parts.root, language)
        dialog = DestinationDialog(
            parts.theme, settings.keys, parts.probe, destination, self, providers=providers, language=language
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def keep(result: int) -> None:
            if result == QDialog.DialogCode.Accepted:
                target, key = dialog.destination(), dialog.key()
                if key is not None:
                    settings.keys.put(target.id, key)
                settings.put_destination(target)

        dialog.finished.connect(keep)
        dialog.open()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._guard.clear_now()
        self._remember_place()
        self.closing.emit()
        event.accept()


PARTS: Mapping[str, PagePart] = {
    COMPOSE: PagePart(MainWindow.make_compose),
    REVIEW: PagePart(MainWindow.make_review, lambda window: window.review.take_focus()),
    LIBRARY: PagePart(MainWindow.make_library, lambda window: window.library.take_focus()),
    HISTORY: PagePart(MainWindow.make_history),
    INSIGHTS: PagePart(MainWindow.make_insights),
    ENGINE: PagePart(MainWindow.make_engine, lambda window: window.parts.servers.search()),
    SETTINGS: PagePart(MainWindow.make_settings),
}
"""Of every page in `PAGES`."""
MARKED: Mapping[str, str] = {page.id: page.behind or page.id for page in PAGES}
"""Page -> the button that the rail marks for it."""
