"""SEC-21: a second start calls the first one and leaves; a lock whose holder was killed is free at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.runtime.single_instance import CALL_NAME, LOCK_NAME, FileLock, SingleInstance

ROOT = Path(__file__).resolve().parents[2]
HOLDER = """
import sys, time
from pathlib import Path
from app.runtime.single_instance import SingleInstance
instance = SingleInstance(Path(sys.argv[1]))
print(instance.first(), flush=True)
sys.stdin.read()
"""


def holder(folder):
    return subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def test_the_second_start_calls_the_first(tmp_path):
    first, second = SingleInstance(tmp_path), SingleInstance(tmp_path)
    assert first.first()
    assert first.first()
    assert not first.called()
    assert not second.first()
    second.call()
    second.call()
    assert first.called()
    assert not first.called()
    first.release()
    assert second.first()
    second.release()
    second.release()


def test_a_call_that_nobody_heard_is_forgotten_at_the_next_start(tmp_path):
    (tmp_path / CALL_NAME).touch()
    instance = SingleInstance(tmp_path)
    assert instance.first()
    assert not instance.called()
    instance.release()


def test_a_lock_of_another_process_holds_and_a_killed_one_leaves_none(tmp_path):
    with holder(tmp_path) as process:
        assert process.stdout.readline() == "True\n"
        here = SingleInstance(tmp_path)
        assert not here.first()
        os.kill(process.pid, signal.SIGKILL if os.name != "nt" else signal.SIGTERM)
        process.wait()
    assert (tmp_path / LOCK_NAME).exists()
    assert here.first()
    here.release()


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_the_files_are_private(tmp_path):
    folder = tmp_path / "new"
    with FileLock(folder / LOCK_NAME) as lock:
        assert lock.acquire()
        assert lock.held
        SingleInstance(folder).call()
        assert folder.stat().st_mode & 0o077 == 0
        assert all(path.stat().st_mode & 0o077 == 0 for path in folder.iterdir())
    assert not lock.held


def test_a_program_that_is_started_does_not_inherit_the_lock(tmp_path):
    lock = FileLock(tmp_path / LOCK_NAME)
    assert lock.acquire()
    child = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
    try:
        lock.release()
        other = FileLock(tmp_path / LOCK_NAME)
        assert other.acquire()
        other.release()
    finally:
        child.communicate()
