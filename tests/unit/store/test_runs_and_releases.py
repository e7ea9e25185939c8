"""Runs replay exactly; sends are on record before they happen."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from datetime import timedelta

import pytest
from release_cases import START, certificate, dry_run, evidence, verdict
from vault_cases import TickingClock, chinese_run, conversation, infeasible_run, open_vault, run, send_record

from core.domain.errors import BugError, StoreError
from core.domain.release import ReleaseTicket, SendState
from core.release.approval import approve
from core.release.journal import SendJournal
from core.store.audit_records import AuditFilter, AuditKind
from core.store.releases import AFTER_CRASH

ON_THE_WAY = (SendState.DRAFT, SendState.APPROVED, SendState.SENDING)


@pytest.fixture
def vault(tmp_path):
    with closing(open_vault(tmp_path, create=True, clock=TickingClock())) as opened:
        opened.conversations.save(conversation())
        yield opened


def refused(work):
    with pytest.raises(StoreError) as caught:
        work()
    return caught.value.code


@pytest.mark.parametrize("stored", [run(), infeasible_run(), chinese_run()], ids=["pass", "infeasible", "zh"])
def test_a_run_is_replayed_exactly(vault, stored):
    vault.runs.save(stored)
    assert vault.runs.load(stored.id) == stored
    assert vault.runs.certificate(stored.certificate.id) == stored.certificate


def test_a_certificate_with_evidence_of_its_own_keeps_it(vault):
    other = replace(run().certificate, evidence=evidence(certified=False))
    vault.runs.save(replace(run(), certificate=other))
    assert vault.runs.load("run1").certificate == other


def test_runs_need_their_conversation_and_never_change(vault):
    vault.runs.save(run())
    assert refused(lambda: vault.runs.save(run())) == "store.run_exists"
    assert refused(lambda: vault.runs.save(run("r2", "nowhere"))) == "store.no_conversation"
    assert refused(lambda: vault.runs.load("nowhere")) == "store.no_run"
    assert refused(lambda: vault.runs.certificate("nowhere")) == "store.no_certificate"


def test_two_runs_may_carry_one_certificate(vault):
    vault.runs.save(run())
    vault.runs.save(replace(run("run2"), certificate=run().certificate))
    assert vault.runs.load("run2").certificate == run().certificate


def test_runs_of_a_conversation_are_listed(vault):
    vault.runs.save(run("late", started_at=START + timedelta(hours=1)))
    vault.runs.save(run("early"))
    lines = vault.runs.of_conversation("c1")
    assert [line.id for line in lines] == ["early", "late"]
    assert lines[0].sha256 == run().certificate.sha256
    assert lines[0].k == 1240.0


def record_up_to(vault, last, release_id="rel1"):
    for state in ON_THE_WAY[: ON_THE_WAY.index(last) + 1]:
        vault.releases.record(send_record(state, release_id))


def test_it_is_the_journal_of_the_gateway(vault):
    journal: SendJournal = vault.releases
    assert journal.state("rel1") is None
    record_up_to(vault, SendState.SENDING)
    assert journal.state("rel1") is SendState.SENDING
    for state in ON_THE_WAY:
        with pytest.raises(BugError):
            journal.record(send_record(state))
    journal.record(send_record(SendState.SENT))
    for state in SendState:
        with pytest.raises(BugError):
            journal.record(send_record(state))


def test_a_send_that_a_crash_interrupted_is_unknown_shown_and_never_repeated(tmp_path):
    vault = open_vault(tmp_path, create=True)
    record_up_to(vault, SendState.SENDING, "cut")
    record_up_to(vault, SendState.APPROVED, "waiting")
    record_up_to(vault, SendState.SENDING, "done")
    vault.releases.record(send_record(SendState.SENT, "done"))
    vault.close()
    with closing(open_vault(tmp_path)) as again:
        assert [record.release_id for record in again.crashed] == ["cut"]
        assert again.releases.state("cut") is SendState.UNKNOWN
        assert again.releases.state("waiting") is SendState.APPROVED
        shown = again.releases.unknown()
        assert [item.release_id for item in shown] == ["cut"]
        assert shown[0].states[-1].code == AFTER_CRASH
        with pytest.raises(BugError):
            again.releases.record(send_record(SendState.SENDING, "cut"))
        again.releases.acknowledge("cut", "reviewer", START)
        assert again.releases.unknown() == ()
        assert again.releases.history("cut").acknowledged_by == "reviewer"
        assert again.releases.state("cut") is SendState.UNKNOWN
    with closing(open_vault(tmp_path)) as third:
        assert third.crashed == ()


def test_approval_and_ticket_are_kept_beside_the_states(vault):
    judged = verdict()
    approval = approve(certificate(judged), judged.artifact, dry_run(), "reviewer", START)
    ticket = ReleaseTicket("t1", approval, 60, START)
    record_up_to(vault, SendState.APPROVED)
    vault.releases.approved("rel1", approval, ticket)
    found = vault.releases.history("rel1")
    assert (found.approval, found.ticket, found.state) == (approval, ticket, SendState.APPROVED)
    assert [item.release_id for item in vault.releases.of_certificate("cert-run1")] == ["rel1"]
    assert refused(lambda: vault.releases.history("none")) == "store.no_release"
    assert refused(lambda: vault.releases.acknowledge("none", "x", START)) == "store.no_release"
    kinds = [row.kind for row in vault.audit.rows(AuditFilter(subject="rel1"))]
    assert kinds == [AuditKind.SEND_STATE, AuditKind.SEND_STATE, AuditKind.APPROVAL, AuditKind.TICKET_ISSUED]
