"""Finding: a program killed while it moved a vault (keys, backup, schema, restore) left one that was lost or lied.

DRSL_KILLS says how often each kind of work is killed (200 of each make the thousand of a release).
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from vault_cases import conversation
from vault_worker import KeptStore

from app.vault import VaultDesk, VaultState
from core.domain.secret import Secret
from core.store.database import Database
from core.store.schema import MIGRATIONS, Migration
from core.store.vault import Vault

KILLS = int(os.environ.get("DRSL_KILLS", "6"))
SEED = int(os.environ.get("DRSL_KILL_SEED", "20261122"))
FIRST_WINDOW = 0.2
"""Seconds of work before a kill, to begin with; the window follows how long the work takes."""
MOST_STEPS = 120
PATIENCE = 25.0
"""Seconds after which a piece of work hangs."""
PASSPHRASE = Secret("correct horse battery staple 9")
TURNED = (*MIGRATIONS, Migration(len(MIGRATIONS) + 1, "test_step", lambda it: it.execute("CREATE TABLE more (a)")))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    pytest.mark.skipif(os.name == "nt", reason="fork"),
]


@dataclass(frozen=True)
class Before:
    """A vault as every piece of work finds it; `backup` holds what was written before the conversation `c2`."""

    folder: Path
    backup: Path
    printed: Secret


def desk_in(folder: Path) -> VaultDesk:
    return VaultDesk(folder / "vault", KeptStore(folder / "store.json"))


@pytest.fixture(scope="module")
def before(tmp_path_factory) -> Before:
    folder = tmp_path_factory.mktemp("before")
    desk = desk_in(folder)
    plan = desk.plan()
    vault = desk.create(plan.confirm(plan.recovery.reveal()))
    vault.conversations.save(conversation())
    made = desk.back_up(folder / "first.backup")
    vault.conversations.save(conversation("c2"))
    desk.lock()
    return Before(folder, folder / "first.backup", made.printed)


def write(desk, _before):
    desk.unlock()
    for number in range(10_000):
        desk.vault.conversations.save(conversation(f"w{number}"))


def rotate(desk, _before):
    desk.unlock()
    plan = desk.plan_change()
    desk.change_key(plan.confirm(plan.recovery.reveal()))


def backup(desk, _before):
    desk.unlock()
    for number in range(3):
        desk.back_up(desk._folder.parent / f"{number}.backup", PASSPHRASE)


def migrate(desk, _before):
    old, Vault.open.__func__.__kwdefaults__["migrations"] = MIGRATIONS, TURNED
    assert old is not TURNED
    desk.unlock()
    desk.lock()


def restore(desk, before):
    plan = desk.plan()
    desk.restore(before.backup, before.printed, plan.confirm(plan.recovery.reveal()), aside=True)
    desk.lock()


def create(desk, _before):
    plan = desk.plan()
    desk.create(plan.confirm(plan.recovery.reveal()))
    desk.lock()


WORKS = {work.__name__: work for work in (write, rotate, backup, migrate, restore)}


def killed(folder: Path, work, before: Before, seconds: float) -> bool:
    """Whether the work came to its end before it was killed."""
    ready, go = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            desk = desk_in(folder)
            os.write(go, b".")
            work(desk, before)
            code = 0
        finally:
            os._exit(code)
    os.read(ready, 1)
    deadline = time.monotonic() + seconds
    status = None
    while time.monotonic() < deadline:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            break
        status = None
        time.sleep(0.0005)
    if status is None:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    os.close(ready)
    os.close(go)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, -signal.SIGKILL), "the work failed by itself"
    return code == 0


def check(folder: Path, name: str) -> str:
    """Everything that must hold after a kill; the kind of end it found."""
    desk = desk_in(folder)
    migrations = Vault.open.__func__.__kwdefaults__
    if name == "migrate":
        migrations["migrations"] = TURNED
    try:
        vault = desk.unlock()
    finally:
        migrations["migrations"] = MIGRATIONS
    try:
        assert vault.audit.verify().intact
        assert vault.opening.anchor_agrees
        assert vault.conversations.load("c1") == conversation()
        here = {line.id for line in vault.conversations.list(limit=1_000_000)}
        if name != "restore":
            assert "c2" in here
        if name == "write":
            numbers = sorted(int(line[1:]) for line in here if line.startswith("w"))
            assert numbers == list(range(len(numbers))), "a hole in what was written"
        aside = desk.stock().put_aside
        if name == "restore":
            assert ("c2" in here) == (aside == 0), "the old vault is neither in force nor beside"
    finally:
        desk.lock()
    for target in folder.glob("*.backup"):
        opens_as_backup(folder, target)
    return "restored" if name == "restore" and aside else "held"


def opens_as_backup(folder: Path, target: Path) -> None:
    elsewhere = folder / f"from-{target.stem}"
    desk = desk_in(elsewhere)
    plan = desk.plan()
    vault = desk.restore(target, PASSPHRASE, plan.confirm(plan.recovery.reveal()))
    assert vault.conversations.load("c2") == conversation("c2")
    desk.lock()
    shutil.rmtree(elsewhere)


@pytest.mark.parametrize("name", WORKS)
def test_killed_anywhere_every_vault_opens_and_none_lies(name, before, tmp_path):
    chance = random.Random(f"{SEED}{name}")
    window, ends = FIRST_WINDOW, Counter()
    for number in range(KILLS):
        folder = copied(before, tmp_path / str(number))
        ended = killed(folder, WORKS[name], before, chance.random() * window)
        # What ends before it is killed tells nothing: the window goes where about half of them die.
        window = window * 0.9 if ended else min(window * 1.05, 3.0)
        ends["ended" if ended else "killed"] += 1
        ends[check(folder, name)] += 1
        shutil.rmtree(folder)
    sys.stdout.write(f"{name} {dict(ends)}\n")


def copied(before: Before, folder: Path) -> Path:
    shutil.copytree(before.folder, folder)
    (folder / "first.backup").unlink()
    return folder


def dying(work, last: int):
    """`work` that dies at its `last`-th change of the disk or the key store, before or after it in turn."""

    def run(desk, before):
        steps = 0

        def counted(function):
            def step(*words, **named):
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
        work(desk, before)

    return run


@pytest.mark.parametrize("name", ["rotate", "migrate", "restore"])
def test_killed_at_every_step_every_vault_opens_and_none_lies(name, before, tmp_path):
    for last in range(1, MOST_STEPS):
        folder = copied(before, tmp_path / str(last))
        ended = killed(folder, dying(WORKS[name], last), before, PATIENCE)
        check(folder, name)
        shutil.rmtree(folder)
        if ended:
            assert last > 1
            return
    raise AssertionError("more steps than expected")


def test_a_first_vault_killed_at_every_step_is_there_or_can_be_made(before, tmp_path):
    for work in (create, restore):
        for last in range(1, MOST_STEPS):
            folder = tmp_path / f"{work.__name__}{last}"
            folder.mkdir()
            ended = killed(folder, dying(work, last), before, PATIENCE)
            desk = desk_in(folder)
            if desk.state is VaultState.ABSENT:
                create(desk, before)
            desk.unlock()
            assert desk.vault.audit.verify().intact
            desk.lock()
            if ended:
                break
        else:
            raise AssertionError("more steps than expected")
