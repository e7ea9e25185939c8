"""A process that works on a vault until somebody kills it.

    python vault_worker.py load FOLDER      types, sends and reviews without end (SEC-22)
    python vault_worker.py rotate           changes a vault's key and dies at one of its steps (SEC-05)

Both read commands from standard input, so that their imports are paid once. `load`: for every line `go` it forks a
child that works until it is killed, and prints the child's process id. `rotate`: for every line `N FOLDER` it forks a
child that dies at its N-th step, and prints how that ended.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import threading
import time
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from release_cases import PlainFinder, certificate, destination_at, verdict
from vault_cases import KEY, conversation, infeasible_run, review_item, run

from app.vault.service import VaultService
from core.domain.errors import BugError, KeyStoreError, StoreError
from core.domain.language import Language
from core.domain.release import SendState
from core.domain.secret import Secret
from core.keys.key_header import HeaderFile
from core.net.answers import AnswerEvent, Delta, Finished, FinishReason, Started, Transmission
from core.net.envelope import Envelope
from core.release.approval import approve
from core.release.gateway import Gateway
from core.release.texts import ReleaseTexts
from core.resources import resource_root
from core.store.anchor import FileCell
from core.store.database import Database
from core.store.records import Draft, ReviewAction, ReviewStep
from core.store.vault import Vault

TESTS = Path(__file__).resolve().parent
WIRE = "wire.log"
TYPED = "typed.log"
BASE = certificate()
TEXTS = ReleaseTexts.load(resource_root())
DESTINATION = replace(destination_at("http://127.0.0.1:9/"), id="cloud")


def append(path: Path, line: str) -> None:
    """What the outside world has seen, whatever becomes of this process."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(descriptor, f"{line}\n".encode())
    finally:
        os.close(descriptor)


class WireTap:
    """A destination that notes every message it received; the bytes are gone once they are noted."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, destination: object, key: object) -> WireTap:
        return self

    def body(self, envelope: Envelope) -> bytes:
        texts = [{"role": "user", "content": envelope.prompt}]
        return json.dumps({"model": DESTINATION.model, "messages": texts}).encode()

    async def exchange(self, body: bytes, transmission: Transmission) -> AsyncGenerator[AnswerEvent, None]:
        transmission.begin()
        append(self._folder / WIRE, json.loads(body)["messages"][0]["content"].split()[0])
        await asyncio.sleep(random.random() / 200)
        transmission.answered()
        yield Started()
        yield Delta("soft soles")
        yield Finished(FinishReason.STOP)


def now() -> datetime:
    return datetime.now(UTC)


def name_of(number: int) -> str:
    """Letters only: a digit could be the age that the hard line keeps back."""
    return "".join("abcdefghij"[int(digit)] for digit in str(number))


def next_message(vault: Vault) -> int:
    """The first message of which no release was ever on its way: what was begun is never begun again."""
    number = 0
    while any(
        history.state in {SendState.SENDING, SendState.SENT, SendState.UNKNOWN}
        for history in vault.releases.of_certificate(f"cert-{name_of(number)}")
    ):
        number += 1
    return number


def send(vault: Vault, gateway: Gateway, number: int) -> None:
    judged = verdict(text=f"message-{name_of(number)} for [PERSON_1] in her sixties")
    sealed = replace(
        BASE, id=f"cert-{name_of(number)}", sha256=judged.artifact.sha256, byte_count=len(judged.artifact.payload)
    )
    stored = replace(run(f"run-{number}"), verdict=judged, certificate=sealed, started_at=now())
    try:
        vault.runs.load(stored.id)
    except StoreError:  # a message whose send never began may have its run already
        vault.runs.save(stored)
    parcel = gateway.pack(judged.artifact, judged.sensitive, sealed, DESTINATION, Language.EN)
    approval = approve(sealed, judged.artifact, DESTINATION, "worker", now())
    ticket = gateway.admit(parcel, approval)
    vault.releases.approved(parcel.id, approval, ticket)

    async def exchange() -> None:
        async for _ in gateway.send(ticket, parcel, Secret("key")):
            continue

    asyncio.run(exchange())


def review(vault: Vault, number: int) -> None:
    """Every fifth message also comes to the reviewer, who changes their mind."""
    vault.runs.save(infeasible_run(f"bad-{number}-{os.getpid()}"))
    item = review_item(f"item-{number}-{os.getpid()}", run_id=f"bad-{number}-{os.getpid()}")
    vault.reviews.add(item)
    for level in range(2):
        vault.reviews.act(item.id, ReviewStep(ReviewAction.LEVEL, "a1", level, level + 1, "", "", "worker", now()))
    vault.reviews.undo(item.id)


def work(folder: Path) -> None:
    """Open, then type, send and review until killed."""
    vault = Vault.open(folder / "vault.db", KEY, cell=FileCell(folder / "vault.anchor"))
    gateway = Gateway(TEXTS, PlainFinder(), journal=vault.releases, remote=WireTap(folder))
    number = next_message(vault)
    while True:
        text = f"{time.time():.6f}"
        append(folder / TYPED, text)
        vault.drafts.save(Draft("typing", "", text, "", now()))
        send(vault, gateway, number)
        if number % 5 == 0:
            review(vault, number)
        number += 1


def environment() -> dict[str, str]:
    """For a program like this one: it finds the project and the tests, and no library starts threads of its own."""
    path = os.pathsep.join([str(TESTS.parent), str(TESTS)])
    return {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}


def alone() -> None:
    """Nothing but this thread may run where a child is forked."""
    tasks = Path("/proc/self/task")
    if threading.active_count() != 1 or (tasks.is_dir() and len(list(tasks.iterdir())) != 1):
        raise BugError("worker.not_alone")


def serve(folder: Path) -> None:
    for line in sys.stdin:
        if line.strip() != "go":
            return
        alone()
        child = os.fork()
        if child == 0:
            work(folder)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()
        _, status = os.waitpid(child, 0)
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        sys.stdout.write("killed\n" if killed else "ended by itself\n")
        sys.stdout.flush()


class KeptStore:
    """A key store that outlives the process."""

    persistent = True
    name = "test.backend"

    def __init__(self, path: Path) -> None:
        self._path = path

    def _all(self) -> dict[str, str]:
        return json.loads(self._path.read_text()) if self._path.exists() else {}

    def get(self, identifier: str) -> Secret | None:
        found = self._all().get(identifier)
        return None if found is None else Secret(found)

    def put(self, identifier: str, key: Secret) -> None:
        draft = self._path.with_suffix(".new")
        draft.write_text(json.dumps(self._all() | {identifier: key.reveal()}))
        draft.replace(self._path)

    def remove(self, identifier: str) -> None:
        raise KeyStoreError("keys.unusable")


def rotate(folder: Path, last: int) -> None:
    """Die at the `last`-th write to key store, header or database, before or after it in turn."""
    steps = 0

    def dying(function):
        def step(*arguments, **options):
            nonlocal steps
            for _ in ("before", "after"):
                steps += 1
                if steps == last:
                    os.kill(os.getpid(), 9)
                if _ == "before":
                    result = function(*arguments, **options)
            return result

        return step

    service = VaultService(folder / "vault", KeptStore(folder / "store.json"))
    service.unlock()
    plan = service.plan_change()
    confirmed = plan.confirm(plan.recovery.reveal())
    HeaderFile.save = dying(HeaderFile.save)  # type: ignore[method-assign]
    KeptStore.put = dying(KeptStore.put)  # type: ignore[method-assign]
    Database._rekey = dying(Database._rekey)  # type: ignore[method-assign]
    service.change_key(confirmed)


def rotate_often() -> None:
    for line in sys.stdin:
        last, folder = line.rstrip("\n").split(" ", 1)
        alone()
        child = os.fork()
        if child == 0:
            code = 1
            try:
                rotate(Path(folder), int(last))
                code = 0
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        sys.stdout.write("killed\n" if os.waitstatus_to_exitcode(status) == -signal.SIGKILL else f"ended {status}\n")
        sys.stdout.flush()


def main(words: list[str]) -> int:
    if words[0] == "make":
        folder = Path(words[1])
        vault = Vault.open(folder / "vault.db", KEY, create=True, cell=FileCell(folder / "vault.anchor"))
        vault.conversations.save(conversation())
        vault.close()
    elif words[0] == "load":
        serve(Path(words[1]))
    elif words[0] == "rotate":
        rotate_often()
    else:
        raise BugError("worker.words")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
