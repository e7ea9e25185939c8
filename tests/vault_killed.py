"""Pieces of work on a vault, each in a process of its own that is killed on the way.

Who tests holds a `Workers`. It starts this file as a program, which reads one order a line, forks a child for it and
answers with how the child ended. Only this program forks, and nothing but its loop ever runs in it: a child that is
forked while another thread runs, or is about to end, inherits whatever that thread holds and waits for it for ever.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from vault_cases import conversation
from vault_worker import KeptStore, alone, environment

from app.vault.service import VaultService
from core.domain.errors import KeyStoreError, StoreError
from core.domain.secret import Secret
from core.store.database import Database
from core.store.schema import MIGRATIONS, Migration
from core.store.vault import Vault

ROOT = Path(__file__).resolve().parents[1]
PASSPHRASE = Secret("correct horse battery staple 9")
TURNED = (*MIGRATIONS, Migration(len(MIGRATIONS) + 1, "test_step", lambda it: it.execute("CREATE TABLE more (a)")))
OLD, NEW = "11" * 32, "22" * 32
SAYABLE = frozenset({"store.full", "store.io", "store.rekey", "keys.no_room", "keys.header_unwritable"})
"""What a vault says of a disk that takes no more: never that it is damaged or that the key is wrong."""
Begun = Callable[[], object]
"""What a piece of work calls when it comes to what it may be killed in."""
SAID = 3
"""How a child ends whose work failed in words of ours."""
KILLED = -signal.SIGKILL if os.name != "nt" else -9


@dataclass(frozen=True)
class Order:
    """What a child does in `folder`, and when it dies: `seconds` after it began, or at its `last`-th change of the disk
    or of the key store, or never. `most`: bytes that a file of it may have, as on a disk that takes no more. `backup`
    and `printed` are what a restoring reads and is opened with."""

    work: str
    folder: str
    backup: str = ""
    printed: str = ""
    seconds: float | None = None
    last: int | None = None
    most: int | None = None


def service_in(folder: Path) -> VaultService:
    return VaultService(folder / "vault", KeptStore(folder / "store.json"))


def write(service: VaultService, _order: Order, begun: Begun) -> None:
    begun()
    service.unlock()
    for number in range(10_000):
        service.vault.conversations.save(conversation(f"w{number}"))


def rotate(service: VaultService, _order: Order, begun: Begun) -> None:
    begun()
    service.unlock()
    plan = service.plan_change()
    service.change_key(plan.confirm(plan.recovery.reveal()))


def backup(service: VaultService, order: Order, begun: Begun) -> None:
    begun()
    service.unlock()
    for number in range(3):
        service.back_up(Path(order.folder) / f"{number}.backup", PASSPHRASE)


def migrate(service: VaultService, _order: Order, begun: Begun) -> None:
    begun()
    with turned():
        service.unlock()
        service.lock()


def restore(service: VaultService, order: Order, begun: Begun) -> None:
    begun()
    plan = service.plan()
    confirmed = plan.confirm(plan.recovery.reveal())
    service.restore(Path(order.backup), Secret(order.printed), confirmed, aside=True)
    service.lock()


def create(service: VaultService, _order: Order, begun: Begun) -> None:
    begun()
    plan = service.plan()
    service.create(plan.confirm(plan.recovery.reveal()))
    service.lock()


def rekey(_service: VaultService, order: Order, begun: Begun) -> None:
    """A database alone gets another key."""
    database = Database(Path(order.folder) / "alone.db", OLD)
    begun()
    database.rekey(NEW)
    time.sleep(10)


def rekey_half(_service: VaultService, order: Order, begun: Begun) -> None:
    """The same, but the program is gone before the log of the change is in."""
    begun()
    database = Database(Path(order.folder) / "alone.db", OLD)
    database.read(lambda connection: connection.execute(f"PRAGMA rekey=\"x'{NEW}'\""))


WORKS: dict[str, Callable[[VaultService, Order, Begun], None]] = {
    work.__name__: work for work in (write, rotate, backup, migrate, restore, create, rekey, rekey_half)
}


@contextmanager
def turned() -> Iterator[None]:
    """A vault that opens meanwhile goes through one more step of the schema."""
    options = Vault.open.__func__.__kwdefaults__  # type: ignore[attr-defined]
    options["migrations"] = TURNED
    try:
        yield
    finally:
        options["migrations"] = MIGRATIONS


def bound(most: int) -> None:
    """From now on a write of this process that would make a file larger fails as on an unwell disk."""
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def die_at(last: int) -> None:
    """This process ends at its `last`-th change of the disk or the key store, before or after it in turn."""
    steps = 0

    def counted(function: Callable[..., Any]) -> Callable[..., Any]:
        def step(*words: Any, **named: Any) -> Any:
            nonlocal steps
            for place in ("before", "after"):
                steps += 1
                if steps == last:
                    os.kill(os.getpid(), signal.SIGKILL)
                if place == "before":
                    result = function(*words, **named)
            return result

        return step

    for name in ("rename", "replace", "unlink"):
        setattr(os, name, counted(getattr(os, name)))
    KeptStore.put = counted(KeptStore.put)  # type: ignore[method-assign]
    Database.rekey = counted(Database.rekey)  # type: ignore[method-assign]
    Database.__init__ = counted(Database.__init__)  # type: ignore[method-assign]


class Workers:
    """Lets orders be carried out, one after the other."""

    def __init__(self, errors: Path) -> None:
        self._errors = errors
        with errors.open("w") as sink:
            self._process = subprocess.Popen(
                [sys.executable, __file__],
                cwd=ROOT,
                env=environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=sink,
                text=True,
            )

    def ended(self, order: Order) -> bool:
        """Whether the work came to its end before it was killed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asdict(order)) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().strip()
        assert answer in ("0", str(KILLED), str(SAID)), f"the work failed by itself: {self._errors.read_text()}"
        return answer == "0"

    def close(self) -> None:
        self._process.communicate()


def carry_out(order: Order) -> int:
    """How the child ended that did it."""
    ready, go = os.pipe()
    alone()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            if order.last is not None:
                die_at(order.last)
            if order.most is not None:
                bound(order.most)
            service = service_in(Path(order.folder))
            WORKS[order.work](service, order, partial(os.write, go, b"."))
            code = 0
        except (StoreError, KeyStoreError) as error:
            code = SAID if error.code in SAYABLE and order.most is not None else 1
            raise
        finally:
            if code == 1:
                sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]
            os._exit(code)
    os.close(go)
    os.read(ready, 1)
    os.close(ready)
    status = None if order.seconds is None else ended_within(child, order.seconds)
    if status is None:
        if order.seconds is not None:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def ended_within(child: int, seconds: float) -> int | None:
    """The status of a child that ends by itself so soon."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return status
        time.sleep(0.0005)
    return None


def main() -> None:
    for line in sys.stdin:
        sys.stdout.write(f"{carry_out(Order(**json.loads(line)))}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
