"""SEC-25 for the store: closing during work ends in order, and no thread stays."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from release_cases import START
from vault_cases import conversation, open_vault

from core.domain.errors import StoreError
from core.store.database_thread import StoreThread
from core.store.records import Draft


def test_what_was_queued_is_done_and_what_comes_later_is_refused():
    thread = StoreThread()
    gate, done = threading.Event(), []
    first = thread.submit(gate.wait)
    later = [thread.submit(lambda number=number: done.append(number)) for number in range(5)]
    ender = threading.Thread(target=thread.stop)
    ender.start()
    gate.set()
    ender.join()
    assert first.result() is True
    assert [item.result() for item in later] == [None] * 5
    assert done == list(range(5))
    with pytest.raises(StoreError):
        thread.submit(lambda: None)
    thread.stop()


def test_a_cancelled_job_never_runs():
    thread = StoreThread()
    gate, ran = threading.Event(), []
    thread.submit(gate.wait)
    waiting = thread.submit(lambda: ran.append(1))
    assert waiting.cancel()
    gate.set()
    thread.stop()
    assert ran == []


def test_a_job_that_fails_does_not_end_the_thread():
    thread = StoreThread()
    with pytest.raises(ZeroDivisionError):
        thread.run(lambda: 1 // 0)
    assert thread.run(lambda: 7) == 7
    thread.stop()


def test_closing_while_many_threads_write_loses_nothing_that_was_confirmed(tmp_path):
    vault = open_vault(tmp_path, create=True)
    vault.conversations.save(conversation())
    confirmed: list[str] = []

    def write(number):
        for step in range(20):
            name = f"{number}-{step}"
            try:
                vault.drafts.save(Draft(name, "", name, "", START))
            except StoreError as error:
                return error.code
            confirmed.append(name)
        return "all"

    with ThreadPoolExecutor(4) as pool:
        ends = [pool.submit(write, number) for number in range(4)]
        while len(confirmed) < 10:
            threading.Event().wait(0.001)
        vault.close()
    assert {end.result() for end in ends} <= {"all", "store.locked"}
    again = open_vault(tmp_path)
    assert {draft.id for draft in again.drafts.list()} >= set(confirmed)
    assert not again.opening.unclean
    again.close()
