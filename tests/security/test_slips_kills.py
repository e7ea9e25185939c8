"""Finding: a program killed while it moved a vault (keys, backup, schema, restore) left one that was lost or lied.

DRSL_KILLS says how often each kind of work is killed (200 of each make the thousand of a release).
"""

from __future__ import annotations

import os
import random
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import pytest
from vault_cases import conversation
from vault_killed import PASSPHRASE, Order, Workers, service_in, turned

from app.vault.service import VaultState
from core.domain.secret import Secret

KILLS = int(os.environ.get("DRSL_KILLS", "6"))
SEED = int(os.environ.get("DRSL_KILL_SEED", "20261122"))
FIRST_WINDOW = 0.2
"""Seconds of work before a kill, to begin with; the window follows how long the work takes."""
MOST_STEPS = 120
WORKS = ("write", "rotate", "backup", "migrate", "restore")

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


@pytest.fixture(scope="module")
def before(tmp_path_factory) -> Before:
    folder = tmp_path_factory.mktemp("before")
    service = service_in(folder)
    plan = service.plan()
    vault = service.create(plan.confirm(plan.recovery.reveal()))
    vault.conversations.save(conversation())
    made = service.back_up(folder / "first.backup")
    vault.conversations.save(conversation("c2"))
    service.lock()
    return Before(folder, folder / "first.backup", made.printed)


@pytest.fixture(scope="module")
def workers(tmp_path_factory) -> Iterator[Workers]:
    made = Workers(tmp_path_factory.mktemp("errors") / "errors.log")
    yield made
    made.close()


def order(before: Before, work: str, folder: Path, **dies) -> Order:
    return Order(work, str(folder), str(before.backup), before.printed.reveal(), **dies)


def check(folder: Path, name: str) -> str:
    """Everything that must hold after a kill; the kind of end it found."""
    service = service_in(folder)
    with turned() if name == "migrate" else nullcontext():
        vault = service.unlock()
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
        aside = service.stock().put_aside
        if name == "restore":
            assert ("c2" in here) == (aside == 0), "the old vault is neither in force nor beside"
    finally:
        service.lock()
    for target in folder.glob("*.backup"):
        opens_as_backup(folder, target)
    return "restored" if name == "restore" and aside else "held"


def opens_as_backup(folder: Path, target: Path) -> None:
    elsewhere = folder / f"from-{target.stem}"
    service = service_in(elsewhere)
    plan = service.plan()
    vault = service.restore(target, PASSPHRASE, plan.confirm(plan.recovery.reveal()))
    assert vault.conversations.load("c2") == conversation("c2")
    service.lock()
    shutil.rmtree(elsewhere)


@pytest.mark.parametrize("name", WORKS)
def test_killed_anywhere_every_vault_opens_and_none_lies(name, before, workers, tmp_path):
    chance = random.Random(f"{SEED}{name}")
    window, ends = FIRST_WINDOW, Counter()
    for number in range(KILLS):
        folder = copied(before, tmp_path / str(number))
        ended = workers.ended(order(before, name, folder, seconds=chance.random() * window))
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


@pytest.mark.parametrize("name", ["rotate", "migrate", "restore"])
def test_killed_at_every_step_every_vault_opens_and_none_lies(name, before, workers, tmp_path):
    for last in range(1, MOST_STEPS):
        folder = copied(before, tmp_path / str(last))
        ended = workers.ended(order(before, name, folder, last=last))
        check(folder, name)
        shutil.rmtree(folder)
        if ended:
            assert last > 1
            return
    raise AssertionError("more steps than expected")


@pytest.mark.parametrize("name", WORKS)
def test_a_disk_that_takes_no_more_is_called_so_and_the_vault_opens_after(name, before, workers, tmp_path):
    """Finding: a full disk was called a wrong key, a busy vault, or a mistake of the program."""
    size = (before.folder / "vault" / "vault.db").stat().st_size
    failed = 0
    for number, most in enumerate((0, size // 4, size // 2, size - 4096, size + 4096, 2 * size)):
        folder = copied(before, tmp_path / str(number))
        failed += not workers.ended(order(before, name, folder, most=most))
        check(folder, name)
        shutil.rmtree(folder)
    assert failed > 2


def test_a_first_vault_killed_at_every_step_is_there_or_can_be_made(before, workers, tmp_path):
    for work in ("create", "restore"):
        for last in range(1, MOST_STEPS):
            folder = tmp_path / f"{work}{last}"
            folder.mkdir()
            ended = workers.ended(order(before, work, folder, last=last))
            service = service_in(folder)
            if service.state is VaultState.ABSENT:
                plan = service.plan()
                service.create(plan.confirm(plan.recovery.reveal()))
                service.lock()
            service.unlock()
            assert service.vault.audit.verify().intact
            service.lock()
            if ended:
                break
        else:
            raise AssertionError("more steps than expected")
