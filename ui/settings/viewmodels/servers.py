"""Which engine does the work, and the way to a model server, without a window (UI-02 to UI-04).

The built-in engine is always there: everything here adds to it, and nothing here touches a draft.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from PySide6.QtCore import QObject, Signal

from core.domain.errors import Cancelled, InputError
from core.domain.events import CancelToken, Progress
from core.domain.secret import Secret
from core.engine.interface import Engine
from ui.settings.viewmodels.model_ports import (
    LinkState,
    ModelActivity,
    ModelLink,
    ModelsPort,
    ModelView,
    ServerCondition,
    ServerView,
    Wanted,
    key_id,
)
from ui.settings.viewmodels.server_address import full_address, is_here, origin_of
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.ports import LocalAnswerPort, WorkPort
from ui.shared.viewmodels.preferences import LocalChoice, SettingsViewModel, TrustedServer
from ui.shared.viewmodels.problems import Problem, problem_of

TOO_OLD = frozenset({"llm.rejected", "llm.malformed"})
"""What a server says, or cannot say, when it does not know the questions of the handshake."""


class ServersViewModel(QObject):
    """Every method belongs to the main thread; looking and connecting happen elsewhere.

    `engine_chosen(engine)`: from now on this engine works. `trust_asked(origin)`: a server on another computer is
    only looked at once the person has said what `trust` records. `activity(ModelActivity)`: what the model does.
    """

    changed = Signal()
    engine_chosen = Signal(object)
    trust_asked = Signal(str)
    activity = Signal(object)

    def __init__(
        self, work: WorkPort, port: ModelsPort, settings: SettingsViewModel, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._port = port
        self._work = work
        self._settings = settings
        self._search = LatestJob(work)
        self._connecting = LatestJob(work)
        self._builtin: Engine | None = None
        self._entered: dict[str, Secret] = {}
        self._added: list[str] = []
        self._link: ModelLink | None = None
        self._doubtful: ModelLink | None = None
        self._wanted: Wanted | None = None
        self._doing: ModelActivity | None = None
        self._too_old: set[str] = set()
        self.state = LinkState.OFF
        self.problem: Problem | None = None
        self.address_problem: Problem | None = None
        self._servers = port.usual()
        self._selected = self.choice.address
        self._asked_for = ""
        self._asked_typed = ""
        self._picked = ""
        self._judge = self.choice.judge
        remembered = self.choice.address
        if remembered and remembered not in {item.address for item in self._servers}:
            self._added.append(remembered)

    # What a view reads

    @property
    def choice(self) -> LocalChoice:
        """The choice of this or the last start."""
        return self._settings.preferences.local

    @property
    def servers(self) -> tuple[ServerView, ...]:
        return self._servers

    @property
    def searching(self) -> bool:
        return self._search.running

    @property
    def selected(self) -> ServerView | None:
        """The server whose models are on show: the person's choice, else the first that can be used."""
        by_choice = next((item for item in self._servers if item.address == self._selected), None)
        return by_choice or next((item for item in self._servers if item.usable), None)

    @property
    def link(self) -> ModelLink | None:
        """The model that works, or the one that waits for a confirmation."""
        return self._doubtful or self._link

    @property
    def answers(self) -> LocalAnswerPort | None:
        """The model that can answer a prompt here; None where none works."""
        gone = self.state is LinkState.LOST
        return self._link.answers if self._link is not None and not gone else None

    @property
    def wanted(self) -> Wanted | None:
        """What was asked for last."""
        return self._wanted

    @property
    def doing(self) -> ModelActivity | None:
        """The last word of the model, None while it rests."""
        return self._doing

    @property
    def asked_for(self) -> str:
        """The other computer that the person is asked about, "" when nothing is asked."""
        return self._asked_for

    @property
    def trusted(self) -> tuple[TrustedServer, ...]:
        """Other computers that the person called theirs."""
        return self._settings.preferences.trusted

    @property
    def picked(self) -> ModelView | None:
        """The model to connect to: the person's pick, the last choice, else one in memory, else the first."""
        server = self.selected
        usable = [item for item in server.models if not item.remote] if server is not None else []
        for wanted in (self._picked, self.choice.model):
            found = next((item for item in usable if item.id == wanted), None)
            if found is not None:
                return found
        return next((item for item in usable if item.loaded), usable[0] if usable else None)

    @property
    def judge(self) -> str:
        """Id of the second model, "" for none; never the picked one."""
        server, picked = self.selected, self.picked
        offered = {item.id for item in server.models if not item.remote} if server is not None else set()
        return self._judge if self._judge in offered and (picked is None or picked.id != self._judge) else ""

    def pick(self, model: str) -> None:
        """Choose a model of the selected server; it is used from `connect` on."""
        if model != self._picked:
            self._picked = model
            self.changed.emit()

    def pick_judge(self, model: str) -> None:
        """Choose who judges; "" = the model itself."""
        self._judge = model
        self.changed.emit()

    def connect_picked(self) -> None:
        """Connect to what is picked."""
        server, model = self.selected, self.picked
        if server is not None and server.usable and model is not None:
            self.connect_to(Wanted(server.address, model.id, self.judge))

    # Engines

    def attach_builtin(self, engine: Engine) -> None:
        """The built-in engine is there; a model server that was in use at the last start is looked for."""
        self._builtin = engine
        choice = self.choice
        if choice.enabled and choice.address and choice.model:
            self.connect_to(Wanted(choice.address, choice.model, choice.judge))

    def use_builtin(self) -> None:
        """The built-in engine alone, from now on and at the next start."""
        self._drop()
        self._set_state(LinkState.OFF)
        self._settings.update(local=replace(self.choice, enabled=False))
        self._choose_builtin()

    def _choose_builtin(self) -> None:
        if self._builtin is not None:
            self.engine_chosen.emit(self._builtin)

    # Looking

    def search(self) -> None:
        """Look at all ports again."""
        trusted, keys = self._settings.preferences.trusted, dict(self._entered)
        allowed = {item.origin for item in trusted}
        addresses = [item for item in self._added if is_here(item) or str(origin_of(item)) in allowed]

        def look(_cancel: CancelToken, _progress: Progress) -> tuple[ServerView, ...]:
            return self._port.search(addresses, trusted, keys)

        self._search.start(look, self._found, self._search_broke)
        self.changed.emit()

    def _found(self, servers: tuple[ServerView, ...]) -> None:
        self._servers = tuple(self._aged(item) for item in servers)
        self.changed.emit()

    def _aged(self, server: ServerView) -> ServerView:
        if server.address not in self._too_old or server.condition is not ServerCondition.READY:
            return server
        return replace(server, condition=ServerCondition.TOO_OLD, models=())

    def _search_broke(self, error: Exception) -> None:
        if not isinstance(error, Cancelled):
            self.address_problem = problem_of(error)
        self.changed.emit()

    def select(self, address: str) -> None:
        """Show the models of this server."""
        self._selected = address
        self.changed.emit()

    def add_address(self, typed: str) -> None:
        """Look at another port, or at a host. One that is not this computer asks for trust first."""
        self.address_problem = None
        try:
            address = full_address(typed)
            origin = origin_of(address)
        except InputError as error:
            self.address_problem = problem_of(error)
            self.changed.emit()
            return
        known = {item.origin for item in self._settings.preferences.trusted}
        if not is_here(address) and str(origin) not in known:
            self._asked_for, self._asked_typed = str(origin), address
            self.trust_asked.emit(str(origin))
            self.changed.emit()
            return
        self._look_at(address)

    def trust(self, origin: str) -> None:
        """The person has said that this computer is theirs; remembered. Only for what was asked about."""
        if origin != self._asked_for:
            return
        self._asked_for = ""
        given = TrustedServer(origin, datetime.now(UTC).isoformat(timespec="seconds"))
        self._settings.update(trusted=(*self._settings.preferences.trusted, given))
        self._look_at(self._asked_typed)

    def refuse_trust(self) -> None:
        """The person does not know that computer; it is not spoken to."""
        self._asked_for = ""
        self.changed.emit()

    def distrust(self, origin: str) -> None:
        """Take the word back; a model of that computer that works is let go."""
        rest = tuple(item for item in self._settings.preferences.trusted if item.origin != origin)
        self._settings.update(trusted=rest)
        self._added = [item for item in self._added if str(origin_of(item)) != origin]
        if self._wanted is not None and str(origin_of(self._wanted.address)) == origin:
            self.use_builtin()
        self.search()

    def _look_at(self, address: str) -> None:
        if address not in self._added and address not in {item.address for item in self._port.usual()}:
            self._added.append(address)
        self._selected = address
        self.search()

    def set_key(self, server: ServerView, key: Secret) -> None:
        """The key that the server wants; kept in the key store, and tried at once."""
        self._entered[server.origin] = key
        self._settings.keys.put(key_id(server.origin), key)
        self.search()

    # Connecting

    def connect_to(self, wanted: Wanted) -> None:
        """Shake hands with a model. The engine in use stays until this one is ready."""
        self._connecting.stop()
        self._release(self._doubtful)
        self._doubtful = None
        self._wanted, self.problem, self._doing = wanted, None, None
        self._selected = wanted.address
        trusted, keys = self._settings.preferences.trusted, dict(self._entered)

        def connect(cancel: CancelToken, _progress: Progress) -> ModelLink:
            link = self._port.connect(wanted, trusted, keys, self._told, cancel)
            if cancel.cancelled:
                link.close()
                raise Cancelled()
            return link

        self._set_state(LinkState.CONNECTING)
        self._connecting.start(connect, self._connected, self._not_connected)
        self.changed.emit()

    def cancel(self) -> None:
        """Stop connecting; what worked before goes on working."""
        if self.state is LinkState.CONNECTING:
            self._connecting.stop()
            self._set_state(LinkState.READY if self._link is not None else LinkState.OFF)

    def _connected(self, link: ModelLink) -> None:
        wanted = self._wanted
        confirmed = self.choice.unreliable and wanted is not None and self.choice.model == wanted.model
        if link.seen.reliable or confirmed:
            self._adopt(link)
        else:
            self._doubtful = link
            self._set_state(LinkState.DOUBTFUL)

    def confirm(self) -> None:
        """Use a model that cannot keep to a shape, knowing it (UI-04)."""
        link, self._doubtful = self._doubtful, None
        if link is not None:
            self._adopt(link)

    def decline(self) -> None:
        """Do not use it; what worked before goes on working."""
        link, self._doubtful = self._doubtful, None
        self._release(link)
        self._set_state(LinkState.READY if self._link is not None else LinkState.OFF)

    def _adopt(self, link: ModelLink) -> None:
        old, self._link = self._link, link
        wanted = self._wanted
        self._set_state(LinkState.READY)
        if wanted is not None:
            doubtful = not link.seen.reliable
            chosen = LocalChoice(True, wanted.address, wanted.model, wanted.judge, doubtful)
            self._settings.update(local=chosen)
        self.engine_chosen.emit(link.engine)
        self._release(old)

    def _not_connected(self, error: Exception) -> None:
        if isinstance(error, Cancelled):
            return
        self.problem = problem_of(error)
        if self.problem.code in TOO_OLD and self._wanted is not None:
            self._too_old.add(self._wanted.address)
            self._found(self._servers)
        self._set_state(LinkState.FAILED if self._link is None else LinkState.READY)

    # While it works

    def lost(self, problem: Problem) -> None:
        """A run has ended because the server did not answer any more. The choice stays, the built-in engine can
        go on; the person decides."""
        if self.state is LinkState.READY:
            self.problem = problem
            self._set_state(LinkState.LOST)
            self.search()

    def reconnect(self) -> None:
        """Try the same model again."""
        if self._wanted is not None:
            self._too_old.discard(self._wanted.address)
            self.connect_to(self._wanted)

    def answered(self) -> None:
        """A run with the model has ended well."""
        if self.state is LinkState.LOST and self._link is not None:
            self.problem = None
            self._set_state(LinkState.READY)

    def rest(self) -> None:
        """Nothing is asked of the model now."""
        if self._doing is not None:
            self._doing = None
            self.changed.emit()

    def _told(self, activity: ModelActivity) -> None:
        self._doing = activity
        self.activity.emit(activity)

    def shut_down(self) -> None:
        """Before the window goes: nothing reports any more; `close_links` follows in another thread."""
        self._search.stop()
        self._connecting.stop()

    def close_links(self) -> None:
        """End what is open. Blocks; called once, after `shut_down`."""
        for link in (self._link, self._doubtful):
            if link is not None:
                link.close()

    def _drop(self) -> None:
        self._connecting.stop()
        for link in (self._link, self._doubtful):
            self._release(link)
        self._link = self._doubtful = None
        self.problem = self._doing = None

    def _release(self, link: ModelLink | None) -> None:
        if link is not None:
            self._work.submit(lambda _cancel, _progress: link.close(), lambda _nothing: None, lambda _error: None)

    def _set_state(self, state: LinkState) -> None:
        self.state = state
        self.changed.emit()
