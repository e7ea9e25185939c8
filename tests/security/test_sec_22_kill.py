"""SEC-22 and SEC-05: killed at any moment, the vault opens, its chain verifies, nothing is sent twice.

DRSL_KILLS sets how often the program is killed under load (200 for a release; fewer here, to keep the suite short).
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from vault_cases import KEY, conversation, open_vault
from vault_worker import TYPED, WIRE, KeptStore, environment

from app.vault.service import VaultService
from core.domain.errors import DrslError, StoreError
from core.domain.release import SendState
from core.store.anchor import FileCell
from core.store.vault import Vault

ROOT = Path(__file__).resolve().parents[2]
WORKER = ROOT / "tests" / "vault_worker.py"
KILLS = int(os.environ.get("DRSL_KILLS", "12"))
SEED = int(os.environ.get("DRSL_KILL_SEED", "20260301"))
LONGEST = 0.6
"""Seconds of work before a kill, of which opening takes a part; longer where nothing was sent so far."""
LONGER = 1.5
MOST_KILLS = 20 * KILLS
STEPS_OF_A_CHANGE = 10

posix = pytest.mark.skipif(os.name == "nt", reason="kill -9 and fork; on Windows TerminateProcess ends a process alike")


def worker(*words, errors=subprocess.DEVNULL):
    return subprocess.Popen(
        [sys.executable, str(WORKER), *words],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )


def check(folder, sent_before, typed_before):
    """Everything that must hold after a kill; returns what the wire has seen, what is unknown, and what was typed.

    At most two seconds of typing may be lost; this program keeps every line before the next, so that one line is the
    most, however long it took.
    """
    with closing(Vault.open(folder / "vault.db", KEY, cell=FileCell(folder / "vault.anchor"))) as vault:
        report = vault.audit.verify()
        assert report.intact, report.findings
        assert vault.opening.anchor_agrees
        wire = (folder / WIRE).read_text().split() if (folder / WIRE).exists() else []
        twice = [message for message, times in Counter(wire).items() if times > 1]
        assert twice == [], "a message left twice"
        for message in wire[sent_before:]:
            states = {
                history.state for history in vault.releases.of_certificate(f"cert-{message.removeprefix('message-')}")
            }
            assert states & {SendState.SENT, SendState.UNKNOWN}, "a message left without a record"
        unknown = [history.release_id for history in vault.releases.unknown()]
        assert {record.release_id for record in vault.crashed} <= set(unknown)
        typed = (folder / TYPED).read_text().split() if (folder / TYPED).exists() else []
        kept = [float(draft.text) for draft in vault.drafts.list()]
        for line in typed[typed_before:-1][-1:]:
            assert max(kept, default=0.0) >= float(line), "more than the last line of typing lost"
        assert {f"{line:.6f}" for line in kept} <= set(typed)
    return len(wire), len(unknown), len(typed)


@posix
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_sec_22_killed_at_random_points_under_load(tmp_path):
    open_vault(tmp_path, create=True, cell=FileCell(tmp_path / "vault.anchor")).close()
    with closing(open_vault(tmp_path, cell=FileCell(tmp_path / "vault.anchor"))) as vault:
        vault.conversations.save(conversation())
    chance = random.Random(SEED)
    sent = unknown = typed = kills = 0
    longest = LONGEST
    errors = tmp_path / "errors.log"
    with errors.open("w") as sink, worker("load", str(tmp_path), errors=sink) as process:
        while kills < KILLS or (sent == 0 and kills < MOST_KILLS):
            kills += 1
            longest *= 1.0 if sent else LONGER
            process.stdin.write("go\n")
            process.stdin.flush()
            child = int(process.stdout.readline())
            time.sleep(chance.random() * longest)
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            assert process.stdout.readline() == "killed\n", errors.read_text()
            sent, unknown, typed = check(tmp_path, sent, typed)
        process.stdin.close()
    assert sent > 0, "the load never came to send anything"
    with closing(open_vault(tmp_path, cell=FileCell(tmp_path / "vault.anchor"))) as vault:
        assert vault.crashed == ()
        rows = vault.audit.head().count
    sys.stdout.write(f"{kills} kills, {sent} messages sent, {unknown} unknown, {rows} audit rows\n")


@posix
@pytest.mark.slow
def test_sec_05_a_change_of_keys_killed_at_every_step_leaves_a_vault_that_opens(tmp_path):
    errors = tmp_path / "errors.log"
    with errors.open("w") as sink, worker("rotate", errors=sink) as process:
        for step in range(1, 2 * STEPS_OF_A_CHANGE):
            if survives(process, step, tmp_path, errors):
                break
        else:
            raise AssertionError("more steps than expected: raise STEPS_OF_A_CHANGE")
        process.stdin.close()


def survives(process, step, tmp_path, errors):
    """One change of keys that dies at `step`; whether it came to its end before."""
    folder = tmp_path / str(step)
    store = KeptStore(folder / "store.json")
    folder.mkdir()
    service = VaultService(folder / "vault", store)
    plan = service.plan()
    service.create(plan.confirm(plan.recovery.reveal())).conversations.save(conversation())
    service.lock()
    process.stdin.write(f"{step} {folder}\n")
    process.stdin.flush()
    ended = process.stdout.readline()
    service = VaultService(folder / "vault", store)
    vault = service.unlock()
    assert vault.conversations.load("c1") == conversation()
    assert vault.audit.verify().intact
    service.lock()
    header = HeaderState(service)
    assert header.settled, f"step {step} left a change unfinished"
    assert header.one_key_in(store)
    if ended == "ended 0\n":
        return True
    assert ended == "killed\n", errors.read_text()
    # The recovery key on paper opens as long as the old key holds, and is void once the new one does.
    old_key_holds = opens(service, plan.recovery.reveal())
    assert old_key_holds or header.changed_from(plan), f"step {step}: neither key on paper opens"
    service.lock()
    return False


def opens(service, recovery):
    try:
        service.unlock_with_recovery(recovery)
    except DrslError as error:
        if error.code != "keys.wrong_recovery":
            raise
        return False
    return True


class HeaderState:
    def __init__(self, service):
        self._header = service._keys.header()

    def changed_from(self, plan):
        return self._header.current.key_id != plan.confirm(plan.recovery.reveal()).candidate.key_id

    @property
    def settled(self):
        return self._header.following is None

    def one_key_in(self, store):
        entry = store.get(f"vault.{self._header.vault_id}").reveal()
        return entry.startswith(self._header.current.key_id) and ";" not in entry


def test_sec_22_a_full_disk_is_told_and_damages_nothing(tmp_path):
    """SQLite's own limit stands in for the disk: the same error, at a page that we choose."""
    vault = open_vault(tmp_path, create=True)
    vault.conversations.save(conversation())
    pages = vault.database.read(lambda it: it.execute("PRAGMA page_count").fetchone()[0])
    vault.database.read(lambda it: it.execute(f"PRAGMA max_page_count={pages + 2}").fetchone())

    def fill():
        for number in range(200):
            vault.conversations.save(conversation(f"more-{number}", title="x" * 5000))

    with pytest.raises(StoreError) as caught:
        fill()
    assert caught.value.code == "store.full"
    assert vault.audit.verify().intact
    assert vault.conversations.load("c1") == conversation()
    vault.close()
    with closing(open_vault(tmp_path)) as again:
        assert again.conversations.load("c1") == conversation()
        assert again.audit.verify().intact
