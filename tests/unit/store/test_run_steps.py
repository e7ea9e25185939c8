"""A run keeps every step with its words, and is kept once, however often something slower looked at it."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace

import pytest
from vault_cases import TickingClock, conversation, open_vault, review_item, run, send_record, turn

from core.domain.release import SendState
from core.domain.verdict import LoopStep, StepKind
from core.store import codec
from core.store.audit_records import AuditKind


@pytest.fixture
def vault(tmp_path):
    with closing(open_vault(tmp_path, create=True, clock=TickingClock())) as opened:
        opened.conversations.save(conversation())
        yield opened


def test_the_same_run_after_a_second_look_takes_the_place_of_the_first(vault):
    vault.runs.save(run())
    later = run("run-later", certificate=replace(run().certificate, id="cert-later"))
    vault.runs.save(later, follows="run1")
    assert [line.id for line in vault.runs.of_conversation("c1")] == ["run-later"]
    assert vault.runs.load("run-later") == later
    assert vault.conversations.list()[0].runs == 1
    assert len(vault.conversations.search("walking shoes suit")) == 1
    assert [row.body.get("follows") for row in vault.audit.rows() if row.kind is AuditKind.RUN_SAVED] == ["", "run1"]
    assert vault.audit.verify().intact


@pytest.mark.parametrize("user", ["turn", "review", "send", "another conversation"])
def test_a_run_that_something_refers_to_stays(vault, user):
    vault.conversations.save(conversation("c2"))
    vault.runs.save(run())
    if user == "turn":
        vault.conversations.save(conversation(turns=(turn(run_id="run1", release_id=""),)))
    elif user == "review":
        vault.reviews.add(review_item())
    elif user == "send":
        for state in (SendState.DRAFT, SendState.APPROVED):
            vault.releases.record(send_record(state))
    place = "c2" if user == "another conversation" else "c1"
    vault.runs.save(run("run-later", place), follows="run1")
    assert vault.runs.load("run1") == run()
    assert [row.body["follows"] for row in vault.audit.rows() if row.kind is AuditKind.RUN_SAVED] == ["", ""]


def test_a_parcel_that_was_only_packed_binds_no_run(vault):
    vault.runs.save(run())
    vault.releases.record(send_record(SendState.DRAFT))
    vault.runs.save(run("run-later"), follows="run1")
    assert [line.id for line in vault.runs.of_conversation("c1")] == ["run-later"]


def test_every_step_keeps_its_own_text(vault):
    steps = tuple(
        LoopStep(
            place, StepKind.STRENGTHEN, "a1", place, place + 1, place != 1, 0.1, 0.9, "", f"D of step {place} 张三丰"
        )
        for place in range(3)
    )
    kept = run(verdict=replace(run().verdict, steps=steps))
    vault.runs.save(kept)
    assert vault.runs.load("run1").verdict.steps == steps
    assert "D of step" not in repr(steps)


def test_steps_from_before_they_had_a_text_are_read(vault):
    step = json.loads(codec.dump(LoopStep, LoopStep(0, StepKind.START, "", 0, 0, True, 0.0, 1.0)))
    del step["value"]["text"]
    assert codec.load(LoopStep, json.dumps(step)).text == ""
