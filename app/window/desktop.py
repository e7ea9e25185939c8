"""Composition of the window: who knows whom, what starts when, and how all of it ends within three seconds."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.crash_report import CrashBox, crash_box
from app.library.controller import LibraryController
from app.models.attacker_measuring import AttackerMeasuring
from app.models.engine_controller import EngineController
from app.models.servers import ModelServers
from app.paths import standard_paths
from app.release.destination_probe import DestinationProbe
from app.release.journal import CurrentJournal
from app.release.sending import GatewaySender, Post, person
from app.release.signing import CertificateSigner
from app.review.controller import ReviewController
from app.runtime.io_runtime import Bridge, IoRuntime
from app.runtime.single_instance import SingleInstance
from app.runtime.work import CpuPool
from app.settings import SettingsStore
from app.vault.autolock import AutoLock
from app.vault.autosave import Autosave
from app.vault.controller import PutBack, VaultController, glance, open_service
from app.vault.custody import LazyKeyStore
from app.window.application import application, icon, leave
from app.window.language import Catalogues, resolve
from app.window.preferences import StoredPreferences
from core.domain.errors import KeyStoreError
from core.domain.events import CancelToken, Progress
from core.domain.release import RetestPolicy
from core.engine.interface import Engine
from core.keys.custody import KeyStore
from core.resources import load_taxonomy, resource_root
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.history.viewmodels.history import HistoryViewModel
from ui.insights.viewmodels.insights import InsightsViewModel
from ui.library.viewmodels.dictionaries import DictionariesViewModel
from ui.library.viewmodels.learning import LearningViewModel
from ui.library.viewmodels.library import LibraryViewModel
from ui.library.views.page import LibraryModels
from ui.release.viewmodels.flow import ReleaseFlow
from ui.release.viewmodels.phases import AT_WORK
from ui.review.viewmodels.review import ReviewViewModel
from ui.settings.viewmodels.servers import ServersViewModel
from ui.shared.actions.pages import COMPOSE
from ui.shared.theme.theme import Look, Theme
from ui.shared.viewmodels.diff import Diff
from ui.shared.viewmodels.keyring import KeysViewModel
from ui.shared.viewmodels.preferences import Preferences, PreferencesPort, SettingsViewModel
from ui.shared.viewmodels.problems import problem_of
from ui.shared.wording.sentences import Sentences
from ui.vault.viewmodels.audit import AuditViewModel
from ui.vault.viewmodels.vault import VaultViewModel
from ui.window.views.crash_dialog import CrashDialog
from ui.window.views.first_run import STEPS
from ui.window.views.main_window import MainWindow, WindowParts

MakeEngine = Callable[[Path], Engine]
"""Builds an engine over the resource root; runs off the main thread."""

STOP_SECONDS = 1.2
"""Longest wait for the threads that wait for sockets; those that calculate get what is left of `END_SECONDS`."""
END_SECONDS = 2.7
"""From the last window to the end of all threads; SEC-25 allows three."""
CALL_MS = 500
"""How often the running program looks whether it was started again."""
GREET_MS = 400
"""The first questions come once the window is there."""
WARM_AFTER_MS = 50
WARM_RETRY_MS = 300
"""The ready engine is shown, and what was typed meanwhile looked at, before the rest is read."""
SWITCH_SECONDS = 0.0001
"""A thread of the engine gives way to the window after this time, not after Python's usual five milliseconds: a
repaint asks for the interpreter hundreds of times."""


def find_key_store() -> KeyStore:
    """The operating system's key store; looked for at first use, since loading its backends takes a while."""
    from core.keys.os_store import open_key_store

    return open_key_store()


def build_post(engine: Engine, root: Path, journal: CurrentJournal) -> Post:
    """Gateway and restoration rules for an engine. The HTTP library is imported here, off the main thread."""
    from app.release.retesting import Retester
    from core.dehydrate.hard_line import HardLine
    from core.release.gateway import Gateway
    from core.release.texts import ReleaseTexts
    from core.restore.labels import RestoreRules
    from core.verify.grading import GradingTable

    hard_line = HardLine(engine.taxonomy)
    gateway = Gateway(ReleaseTexts.load(root), hard_line, journal=journal)
    retester = Retester(gateway, journal, GradingTable.load(root), hard_line)
    return Post(gateway, retester, journal, engine.taxonomy, RestoreRules.load(root))


class Desktop(QObject):
    """The running program. `start` begins to build the engine; `stop` ends every thread."""

    # Long: makes every part of the program once, in the order in which they need one another; nothing branches.
    def __init__(
        self,
        app: QApplication,
        make_engine: MakeEngine,
        *,
        preferences: PreferencesPort | None = None,
        find_keys: Callable[[], KeyStore] = find_key_store,
        root: Path | None = None,
        vault_folder: Path | None = None,
    ) -> None:
        super().__init__()
        self._app = app
        self._make_engine = make_engine
        self._stopped = False
        self._warming = QTimer(self)
        self._warming.setSingleShot(True)
        self._calls = QTimer(self)
        self.root = root or resource_root()
        self.bridge = Bridge(self)
        self.runtime = IoRuntime()
        self.pool = CpuPool(self.bridge)
        store = LazyKeyStore(find_keys)
        stored = StoredPreferences(SettingsStore(standard_paths().settings_file))
        self.vault_pool = CpuPool(self.bridge, 1)
        folder = vault_folder or standard_paths().data
        self.vault = VaultViewModel(self.vault_pool, lambda: open_service(folder, store), glance(folder), self)
        self.history = HistoryViewModel(self.vault_pool, self)
        self.audit = AuditViewModel(self.vault_pool, self)
        self.insights = InsightsViewModel(self.vault_pool, self)
        self.library = LibraryModels(
            LibraryViewModel(self.vault_pool, person(), self),
            LearningViewModel(self.vault_pool, self.pool, person(), self),
            DictionariesViewModel(self.vault_pool, self.pool, self),
        )
        self.journal = CurrentJournal()
        self.keys = KeysViewModel(self.pool, store, self)
        self.settings = SettingsViewModel(preferences or stored, self.keys, self)
        self.post_office = GatewaySender(self.runtime, self.bridge, self.pool, store)
        self.probe = DestinationProbe(self.runtime, self.bridge, self.pool, store)
        self.model_pool = CpuPool(self.bridge)
        self.compose = ComposeViewModel(self.pool, self.post_office, self, self.model_pool)
        self.review = ReviewViewModel(
            self.pool, self.post_office, person(), self, store_work=self.vault_pool, answer_work=self.model_pool
        )
        self.model_servers = ModelServers(self.root, self.bridge, store)
        self.servers = ServersViewModel(self.model_pool, self.model_servers, self.settings, self)
        self.autosave = Autosave(self.vault_pool, self.compose, self.journal, PutBack(self.root), self)
        self.autolock = AutoLock(lambda: self.compose.phase in AT_WORK or self.review.held, self)
        self.catalogues = Catalogues(app, self.root)
        self.catalogues.use(resolve(self.settings.preferences.language))
        self.theme = Theme(self.root, self)
        self.theme.apply(app, _look(self.settings.preferences))
        self.window = MainWindow(
            WindowParts(
                theme=self.theme,
                taxonomy=load_taxonomy(self.root),
                root=self.root,
                compose=self.compose,
                settings=self.settings,
                probe=self.probe,
                language=lambda: self.catalogues.language,
                sentences=Sentences(self.root, lambda: self.catalogues.language),
                servers=self.servers,
                vault=self.vault,
                history=self.history,
                audit=self.audit,
                review=self.review,
                library=self.library,
                insights=self.insights,
                elsewhere=self._elsewhere,
                sign=CertificateSigner(store),
            )
        )
        self._connect()
        if stored.error is not None and preferences is None:
            self.compose.report(problem_of(stored.error))

    def _connect(self) -> None:
        self.compose.set_destination(self.settings.preferences.chosen)
        self.review.release.set_destination(self.settings.preferences.chosen)
        self.compose.set_protocol(self.settings.preferences.protocol)
        self._want_evaluator(self.settings.preferences.evaluator)
        self._require_retest(self.settings.preferences.retest)
        self.engine_controller = EngineController(self.compose, self.review, self.servers, self)
        self.measuring = AttackerMeasuring(self.model_pool, self.compose, self.servers, self)
        self.vault.closed.connect(self.engine_controller.forget)
        self.settings.changed.connect(self._preferences_changed)
        self.settings.failed.connect(self._save_failed)
        self.keys.failed.connect(self._key_failed)
        for flow in self._flows:
            flow.approval.keys = self.keys
        self.keys.changed.connect(self.compose.primary_changed)
        self.keys.changed.connect(self.review.changed)
        self.review_controller = ReviewController(self.review, self.compose, self.vault, self.autosave, self)
        self.library_controller = LibraryController(
            self.library,
            self.compose,
            self.review,
            self.vault,
            self.autosave,
            self.vault_pool,
            self.pool,
            self.root,
            self,
        )
        self.vault_controller = VaultController(self.vault, self.autosave, self.autolock, self.window, self)
        self.vault_controller.show_in(self.history, self.audit, self.insights)

    @property
    def _flows(self) -> tuple[ReleaseFlow, ...]:
        """Every way out of the program."""
        return self.compose.flow, self.review.release.flow

    def _want_evaluator(self, wanted: bool) -> None:
        self.compose.want_evaluator(wanted)
        self.review.release.look.wanted = wanted

    def _use_texts(self) -> None:
        folder = self.settings.preferences.texts
        engine = self.compose.engine
        if engine is not None:
            engine.builtin.use_texts(Path(folder) if folder else None)

    def _require_retest(self, policy: RetestPolicy) -> None:
        self.post_office.require(policy)
        for flow in self._flows:
            flow.require_retest(policy)

    def _save_failed(self, error: Exception) -> None:
        """What is changed above the text is told there; every other page tells it beside its own control."""
        if self.window.page == COMPOSE:
            self.compose.report(problem_of(error))

    def _key_failed(self, error: Exception) -> None:
        """A key store that refuses is told once a key is to be kept, not at every look."""
        if not isinstance(error, KeyStoreError) or self.keys.persistent:
            self.compose.report(problem_of(error))

    def _elsewhere(self, job: Callable[[], Diff], done: Callable[[Diff], None]) -> None:
        def run(_cancel: CancelToken, _progress: Progress) -> Diff:
            return job()

        self.pool.submit(run, done, lambda error: self.compose.report(problem_of(error)))

    def _preferences_changed(self, before: Preferences) -> None:
        now = self.settings.preferences
        fresh = {item.id for item in now.destinations} - {item.id for item in before.destinations}
        if fresh:
            self.keys.refresh(fresh)
        self.compose.set_destination(now.chosen)
        self.review.release.set_destination(now.chosen)
        self.compose.set_protocol(now.protocol)
        self._require_retest(now.retest)
        if now.texts != before.texts:
            self._use_texts()
        if now.evaluator is not before.evaluator:
            self._want_evaluator(now.evaluator)
        if _look(now) != _look(before):
            self.theme.apply(self._app, _look(now))
        if now.language is not before.language:
            self.catalogues.use(resolve(now.language))
        if (now.language, now.text_scale) != (before.language, before.text_scale):
            self.window.rebuild()

    def start(self) -> None:
        """Show the window; the engine is built behind it, once the first picture is on screen."""
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.disable()
        self.window.show()
        self.vault_controller.start()
        QTimer.singleShot(0, self, self._build_engine)

    def greet(self, alone: SingleInstance | None = None, box: CrashBox | None = None) -> None:
        """Show what is left of a crash, ask a new user the few things that matter; come forward when the program is
        started a second time."""
        QTimer.singleShot(GREET_MS, self, lambda: self._tell_crash(box))
        if alone is not None:
            self._calls.timeout.connect(lambda: self._come_forward(alone))
            self._calls.start(CALL_MS)

    def _tell_crash(self, box: CrashBox | None) -> None:
        report = box.last() if box is not None else None
        if box is None or report is None or not self.window.isVisible():
            self._ask_first()
            return
        dialog = CrashDialog(self.theme, report.text, self.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def read(_result: int) -> None:
            box.forget()
            self._ask_first()

        dialog.finished.connect(read)
        dialog.open()

    def _ask_first(self) -> None:
        if self.settings.preferences.welcomed < STEPS and not self.vault.locked and self.window.isVisible():
            self.window.open_setup()

    def _come_forward(self, alone: SingleInstance) -> None:
        if alone.called():
            self.window.setWindowState(self.window.windowState() & ~Qt.WindowState.WindowMinimized)
            self.window.show()
            self.window.raise_()
            self.window.activateWindow()

    def _build_engine(self) -> None:
        if self._stopped:
            return

        def build(_cancel: CancelToken, _progress: Progress) -> tuple[Engine, Post]:
            engine = self._make_engine(self.root)
            return engine, build_post(engine, self.root, self.journal)

        self.pool.submit(build, self._engine_built, self.compose.engine_failed)
        destinations = self.settings.preferences.destinations
        if destinations:
            self.keys.refresh(item.id for item in destinations)

    def _engine_built(self, built: tuple[Engine, Post]) -> None:
        engine, post = built
        self.post_office.attach(post)
        self.probe.attach(post.gateway)
        self.compose.attach_engine(engine)
        if self.settings.preferences.texts:
            self._use_texts()
        self.model_servers.attach(engine.builtin)
        self.servers.attach_builtin(engine)
        self._warming.timeout.connect(lambda: self._warm(engine))
        self._warming.start(WARM_AFTER_MS)

    def _warm(self, engine: Engine) -> None:
        """Read behind the window what the first prompt would wait for; a failure shows with that prompt."""
        if self._stopped:
            return
        if not (self.compose.draft.empty or self.compose.draft.fresh):
            self._warming.start(WARM_RETRY_MS)
            return

        def run(cancel: CancelToken, _progress: Progress) -> None:
            engine.warm(cancel)

        self.pool.submit(run, lambda _nothing: self._settle(), lambda _error: self._settle())

    @staticmethod
    def _settle() -> None:
        """Word lists and models stay for good: the collector need not walk through them, which takes 0.1 s each time
        and holds every thread."""
        gc.freeze()
        gc.enable()

    def stop(self) -> bool:
        """End everything that runs, whatever it is. True when all threads have ended in time."""
        self._stopped = True
        self._warming.stop()
        self._calls.stop()
        gc.unfreeze()
        gc.enable()
        self.vault_controller.end()
        self.compose.shut_down()
        self.review.shut_down()
        self.servers.shut_down()
        self.measuring.stop()
        self.bridge.close()
        began = time.monotonic()
        self.pool.cancel()
        io_ended = self.runtime.stop(STOP_SECONDS)
        self.model_pool.drain(self.servers.close_links)
        cpu_ended = self.pool.stop(END_SECONDS - (time.monotonic() - began))
        cpu_ended = self.model_pool.stop(END_SECONDS - (time.monotonic() - began)) and cpu_ended
        self.vault_pool.drain(self.vault.shut_down)
        self.catalogues.close()
        return self.vault_pool.stop(END_SECONDS - (time.monotonic() - began)) and cpu_ended and io_ended


def _look(preferences: Preferences) -> Look:
    return Look(scheme=preferences.scheme, diff=preferences.diff, text_scale=preferences.text_scale)


def open_window(make_engine: MakeEngine) -> int:
    """Run the window until it is closed; returns the exit code."""
    app = application()
    alone: SingleInstance | None = SingleInstance(standard_paths().data)
    try:
        if alone is not None and not alone.first():
            alone.call()
            return 0
    except OSError:
        alone = None
    desktop = Desktop(app, make_engine)
    app.setWindowIcon(icon(desktop.root))
    desktop.window.fit_screen()
    desktop.start()
    desktop.greet(alone, crash_box())
    code = app.exec()
    if not desktop.stop():
        leave(code)
    return code


def render_once(make_engine: MakeEngine) -> str:
    """Build the whole window without a screen, paint it once, and say how large it came out."""
    app = application()
    desktop = Desktop(app, make_engine)
    try:
        desktop.window.show()
        app.processEvents()
        picture = desktop.window.grab()
        size = f"{picture.width()}x{picture.height()}"
        desktop.window.close()
        return size
    finally:
        desktop.stop()
        desktop.window.deleteLater()
