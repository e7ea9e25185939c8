"""The vault as the window sees it: absent, locked or open, and what is being done to it (no widgets)."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from core.domain.errors import BugError, DrslError
from core.domain.secret import Secret
from core.store.records import Stock
from core.store.repositories import VaultPort
from ui.shared.viewmodels.ports import WorkPort
from ui.shared.viewmodels.problems import Problem, problem_of
from ui.vault.viewmodels.ports import BackupPort, StatusPort, VaultServicePort

if TYPE_CHECKING:
    from core.keys.vault_keys import ConfirmedPlan, KeyPlan

T = TypeVar("T")

WRONG = frozenset({"keys.wrong_passphrase", "keys.wrong_recovery", "recovery.checksum"})
FREE_ATTEMPTS = 2
LONGEST_WAIT = 60
_SECOND_MS = 1000


class VaultPhase(StrEnum):
    """ORPHANED: a database whose key header is gone; nothing is made over it."""

    ABSENT = "absent"
    LOCKED = "locked"
    OPEN = "open"
    ORPHANED = "orphaned"


class Task(StrEnum):
    """What is under way; NONE while nothing is."""

    NONE = ""
    LOOK = "look"
    UNLOCK = "unlock"
    PLAN = "plan"
    CREATE = "create"
    ROTATE = "rotate"
    PASSPHRASE = "passphrase"
    BACK_UP = "back_up"
    RESTORE = "restore"
    COUNT = "count"
    WIPE = "wipe"


def wait_after(wrong: int) -> int:
    """Seconds until the next attempt after `wrong` wrong ones: none for two slips, then 2, 4, 8 ... 60."""
    return 0 if wrong <= FREE_ATTEMPTS else min(LONGEST_WAIT, 2 ** (wrong - FREE_ATTEMPTS))


class VaultViewModel(QObject):
    """`opened(vault)`: from now on things are kept. `hiding`: everything must be out of sight before anything else is
    done, however long that takes. `closing`: last moment to hand in what must be kept; then `closed`:
    nothing of any text may stay in a view. `changed`: anything else that a view shows.

    `work` runs jobs one at a time, in order, off the main thread. Every method belongs to the main thread.
    """

    changed = Signal()
    opened = Signal(object)
    hiding = Signal()
    closing = Signal()
    closed = Signal()
    task_done = Signal(str)

    def __init__(
        self,
        work: WorkPort,
        find_service: Callable[[], VaultServicePort],
        phase: VaultPhase = VaultPhase.ABSENT,
        parent: QObject | None = None,
    ) -> None:
        """`phase`: what a glance at the disk says; `find_service` runs with the first job."""
        super().__init__(parent)
        self._work = work
        self._find = find_service
        self._service: VaultServicePort | None = None
        self._plan: KeyPlan | None = None
        self.phase = phase
        self.task = Task.NONE
        self.problem: Problem | None = None
        self.status: StatusPort | None = None
        self.passphrase_needed = False
        self.backup: BackupPort | None = None
        self.stock: Stock | None = None
        self.vault: VaultPort | None = None
        self._wrong = 0
        self._wait = 0
        self._second = QTimer(self)
        self._second.setInterval(_SECOND_MS)
        self._second.timeout.connect(self._count)

    # What a view reads

    @property
    def locked(self) -> bool:
        """Whether every page must be blank."""
        return self.phase in {VaultPhase.LOCKED, VaultPhase.ORPHANED}

    @property
    def busy(self) -> bool:
        return self.task is not Task.NONE

    @property
    def wait(self) -> int:
        """Seconds until the next attempt to unlock is taken."""
        return self._wait

    @property
    def wrong(self) -> int:
        """Wrong attempts since the last right one."""
        return self._wrong

    @property
    def recovery(self) -> str:
        """The recovery key that is to be shown once and typed back; empty when no plan waits."""
        return self._plan.recovery.reveal() if self._plan is not None else ""

    @property
    def uses_passphrase(self) -> bool:
        """Whether the vault opens with a passphrase rather than by the key store."""
        return self.status is not None and self.status.custody == "passphrase"

    # Looking

    def look(self) -> None:
        """Ask the vault how things stand; with `unlock` waiting in the key store a start opens the vault by itself."""

        def job(service: VaultServicePort) -> tuple[StatusPort, bool]:
            return service.status(), service.passphrase_needed

        def done(found: tuple[StatusPort, bool]) -> None:
            self.status, self.passphrase_needed = found
            if self.phase is not VaultPhase.OPEN:
                self.phase = VaultPhase(self.status.state)

        self._do(Task.LOOK, job, done)

    # A new vault

    def begin(self, passphrase: Secret | None = None) -> None:
        """Make keys for a new vault; `recovery` is then to be shown and confirmed."""
        self._do(Task.PLAN, lambda service: service.plan(passphrase), self._planned)

    def _planned(self, plan: KeyPlan) -> None:
        self._plan = plan

    def confirm(self, typed: str) -> None:
        """The recovery key as it was typed back: make the vault. A slip is a problem; the plan stays."""
        confirmed = self._confirmed(typed)
        if confirmed is not None:
            self._do(Task.CREATE, lambda service: service.create(confirmed), self._opened)

    def _confirmed(self, typed: str) -> ConfirmedPlan | None:
        if self._plan is None:
            raise BugError("vault.no_plan")
        try:
            return self._plan.confirm(typed)
        except DrslError as error:
            self._say(problem_of(error))
            return None

    def give_up(self) -> None:
        """Forget the planned keys; nothing was written."""
        self._plan = None
        self._say(None)

    # Unlocking and locking

    def unlock(self) -> None:
        """With the key of the operating system's key store."""
        self._try(lambda service: service.unlock())

    def unlock_with_passphrase(self, passphrase: Secret) -> None:
        self._try(lambda service: service.unlock_with_passphrase(passphrase))

    def unlock_with_recovery(self, typed: str, new_passphrase: Secret | None = None) -> None:
        self._try(lambda service: service.unlock_with_recovery(typed, new_passphrase))

    def _try(self, job: Callable[[VaultServicePort], VaultPort]) -> None:
        if self.phase is VaultPhase.LOCKED and not self._wait:
            self._do(Task.UNLOCK, job, self._opened)

    def _opened(self, vault: VaultPort) -> None:
        self._plan = None
        self.vault = vault
        self._wrong = self._wait = 0
        self._second.stop()
        self.phase = VaultPhase.OPEN
        self.opened.emit(vault)

    def lock(self) -> None:
        """Blank everything now; the database closes as soon as what was handed in is on the disk."""
        if self.phase is not VaultPhase.OPEN:
            return
        self.hiding.emit()
        self.closing.emit()
        self.vault = None
        self._plan = None
        self.backup = None
        self.phase = VaultPhase.LOCKED
        self.closed.emit()
        self._do(Task.LOOK, self._shut, self._set_status)

    @staticmethod
    def _shut(service: VaultServicePort) -> StatusPort:
        service.lock()
        return service.status()

    def _set_status(self, status: StatusPort) -> None:
        self.status = status

    # An open vault

    def begin_rotation(self, passphrase: Secret | None = None) -> None:
        """New keys for the open vault; their recovery key is to be shown and confirmed."""
        self._do(Task.PLAN, lambda service: service.plan_change(passphrase), self._planned)

    def confirm_rotation(self, typed: str) -> None:
        """Move the vault to the planned keys; the old recovery key is void afterwards."""
        confirmed = self._confirmed(typed)

        def job(service: VaultServicePort) -> StatusPort:
            service.change_key(confirmed)  # type: ignore[arg-type]  # checked below, before the job is queued
            return service.status()

        def done(status: StatusPort) -> None:
            self._plan = None
            self.status = status

        if confirmed is not None:
            self._do(Task.ROTATE, job, done)

    def change_passphrase(self, new: Secret, old: Secret | None = None) -> None:
        def job(service: VaultServicePort) -> StatusPort:
            service.change_passphrase(new, old)
            return service.status()

        self._do(Task.PASSPHRASE, job, self._set_status)

    def back_up(self, target: Path, passphrase: Secret | None = None) -> None:
        """One file with everything, under a key of its own; `backup` says where, and which key to print."""

        def done(made: BackupPort) -> None:
            self.backup = made

        self._do(Task.BACK_UP, lambda service: service.back_up(target, passphrase), done)

    def count(self) -> None:
        """How much there is: `stock`, before anything is deleted."""

        def done(found: Stock) -> None:
            self.stock = found

        self._do(Task.COUNT, lambda service: service.stock(), done)

    def wipe(self) -> None:
        """Delete everything but the audit trail. The window is blank meanwhile and then goes on with the empty vault;
        a refusal brings everything back."""
        if self.phase is not VaultPhase.OPEN:
            return
        self._blank()

        def job(service: VaultServicePort) -> VaultPort:
            service.wipe()
            return service.vault

        self._do(Task.WIPE, job, self._opened)

    def _blank(self) -> None:
        """Show nothing, and hand in what must be kept."""
        self.hiding.emit()
        self.closing.emit()
        self.vault = None
        self.stock = None
        self.phase = VaultPhase.LOCKED
        self.closed.emit()

    def restore(self, source: Path, secret: Secret, typed: str) -> None:
        """Make the vault anew from a backup, under the planned keys; what is there is put aside, not deleted."""
        confirmed = self._confirmed(typed)
        if confirmed is None:
            return
        if self.phase is VaultPhase.OPEN:
            self._blank()
        plan = confirmed

        def job(service: VaultServicePort) -> VaultPort:
            try:
                return service.restore(source, secret, plan, aside=True)
            except BaseException:
                # The window is blank already, so nothing may stay open behind it.
                service.lock()
                raise

        self._do(Task.RESTORE, job, self._opened)

    # One job at a time

    def _do(self, task: Task, job: Callable[[VaultServicePort], T], done: Callable[[T], None]) -> None:
        self.task = task
        self._say(None)

        def ended(value: T) -> None:
            self.task = Task.NONE
            done(value)
            self.changed.emit()
            self.task_done.emit(task.value)

        def failed(error: Exception) -> None:
            self.task = Task.NONE
            problem = problem_of(error)
            if task is Task.UNLOCK and problem.code in WRONG:
                self._count_wrong()
            if task in {Task.ROTATE, Task.RESTORE}:
                self._settle_after_failure()
            if task is Task.WIPE:
                self._go_on()
            self._say(problem)

        self._work.submit(lambda _cancel, _progress: job(self._found()), ended, failed)

    def _found(self) -> VaultServicePort:
        if self._service is None:
            self._service = self._find()
        return self._service

    def _settle_after_failure(self) -> None:
        """A change of keys that failed leaves the vault locked."""
        service = self._service
        if service is not None and self.phase is VaultPhase.OPEN and service.state != VaultPhase.OPEN:
            self.hiding.emit()
            self.vault = None
            self.phase = VaultPhase.LOCKED
            self.closed.emit()

    def _go_on(self) -> None:
        """Nothing was deleted: the window comes back, unless the vault itself is gone."""
        if self._service is not None and self._service.state == VaultPhase.OPEN:
            self._opened(self._service.vault)

    def _say(self, problem: Problem | None) -> None:
        self.problem = problem
        self.changed.emit()

    def _count_wrong(self) -> None:
        self._wrong += 1
        self._wait = wait_after(self._wrong)
        if self._wait:
            self._second.start()

    def _count(self) -> None:
        self._wait = max(0, self._wait - 1)
        if not self._wait:
            self._second.stop()
        self.changed.emit()

    def shut_down(self) -> None:
        """Before the window goes. Blocks until the vault is closed; call off the main thread."""
        if self._service is not None:
            self._service.lock()

    def rest(self) -> None:
        """Stop counting: the window is closing."""
        self._second.stop()
