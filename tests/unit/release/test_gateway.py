"""The gateway: what is shown is what is sealed is what is sent, and the journal knows."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
from release_cases import (
    AGE,
    NAME,
    REMOTE_KINDS,
    SAFE,
    GatewayHarness,
    artifact,
    attribute,
    certificate,
    connector,
    destination_at,
    dry_run,
    gather,
    sensitive_set,
    text_of,
    verdict,
)
from servers import ScriptedServer, replies
from unhurried import LIMIT_SECONDS

from core.domain.errors import BugError, DestinationError, ReleaseRefused
from core.domain.release import DestinationKind, SendState
from core.domain.secret import Secret
from core.domain.sensitive import LayerState
from core.domain.verdict import VerdictKind
from core.net.address import make_destination
from core.net.answers import Finished, FinishReason, Handover
from core.release.approval import approve
from core.release.journal import MemorySendJournal, SendRecord

MANUAL = make_destination("manual", DestinationKind.MANUAL, "By hand")


@dataclass(frozen=True)
class Turn:
    sensitive: object
    artifact: object
    cloud_answer: str


@pytest.fixture
def harness():
    return GatewayHarness()


def turn(answer="Comfortable ones, [PERSON_1].", text="Hello from [PERSON_1]", **options):
    return Turn(sensitive_set(), artifact(text, **options), answer)


def refused(events):
    with pytest.raises(ReleaseRefused) as caught:
        gather(events)
    return caught.value


@pytest.mark.parametrize("kind", REMOTE_KINDS)
def test_the_server_gets_exactly_the_approved_bytes(harness, scripted_server, kind):
    server = scripted_server(replies.echo())
    parcel = harness.pack(destination_at(server.url, kind))
    events = gather(harness.gateway.send(harness.approved(parcel), parcel))
    (request,) = server.received
    assert request.user.encode() == parcel.artifact.payload
    assert len(request.body) == parcel.body_bytes
    assert request.system == parcel.envelope.system != ""
    assert text_of(events) == SAFE
    assert harness.states(parcel) == ["draft", "approved", "sending", "sent"]


def test_sending_is_on_record_before_the_socket_opens(scripted_server):
    harness = GatewayHarness()
    seen = []
    server = scripted_server(lambda request: seen.append(harness.states(parcel)) or replies.echo()(request))
    parcel = harness.pack(destination_at(server.url))
    gather(harness.gateway.send(harness.approved(parcel), parcel))
    assert seen == [["draft", "approved", "sending"]]


def test_a_journal_that_cannot_write_stops_the_send(scripted_server):
    class FullDisk(MemorySendJournal):
        def record(self, record: SendRecord) -> None:
            if record.state is SendState.SENDING:
                raise OSError("no space")
            super().record(record)

    server = scripted_server(replies.echo())
    harness = GatewayHarness(journal=FullDisk())
    parcel = harness.pack(destination_at(server.url))
    with pytest.raises(OSError, match="no space"):
        gather(harness.gateway.send(harness.approved(parcel), parcel))
    assert server.connections == 0


def test_a_ticket_sends_once(harness, scripted_server):
    server = scripted_server(replies.echo())
    parcel = harness.pack(destination_at(server.url))
    ticket = harness.approved(parcel)
    gather(harness.gateway.send(ticket, parcel))
    assert refused(harness.gateway.send(ticket, parcel)).code == "ticket.used"
    assert len(server.received) == 1
    assert harness.states(parcel)[-1] == "sent"


def test_an_expired_ticket_sends_nothing(harness, scripted_server):
    server = scripted_server(replies.echo())
    parcel = harness.pack(destination_at(server.url))
    ticket = harness.approved(parcel)
    harness.clock.advance(timedelta(hours=1))
    assert refused(harness.gateway.send(ticket, parcel)).code == "ticket.expired"
    assert server.connections == 0
    assert harness.states(parcel)[-1] == "failed"


def test_a_failed_layer_blocks(harness):
    parcel = harness.pack(dry_run(), verdict(sensitive=sensitive_set(state=LayerState.FAILED)))
    error = refused(harness.gateway.send(harness.approved(parcel), parcel))
    assert error.code == "release.layer_failed"
    assert error.details == {"layer": "ner"}


def test_a_layer_that_is_off_does_not_block(harness):
    parcel = harness.pack(dry_run(), verdict(sensitive=sensitive_set(state=LayerState.OFF)))
    assert gather(harness.gateway.send(harness.approved(parcel), parcel))


@pytest.mark.parametrize("value", [NAME, AGE])
def test_a_literal_in_the_prompt_blocks(harness, scripted_server, value):
    server = scripted_server(replies.echo())
    parcel = harness.pack(destination_at(server.url), verdict(text=f"{SAFE} ({value})"))
    error = refused(harness.gateway.send(harness.approved(parcel), parcel))
    assert error.code == "release.literal_found"
    assert error.details == {"where": "prompt", "count": 1}
    assert server.connections == 0
    assert harness.states(parcel) == ["draft", "approved", "failed"]
    assert value not in str(error)


def test_a_kept_value_may_leave(harness):
    parcel = harness.pack(dry_run(), verdict(text=f"{SAFE} ({AGE})", levels={"a1": 1, "a2": 0}))
    assert gather(harness.gateway.send(harness.approved(parcel), parcel))


def test_a_literal_in_an_earlier_prompt_blocks(harness, scripted_server):
    server = scripted_server(replies.echo())
    parcel = harness.pack(destination_at(server.url), turns=[turn(text=f"Hello from {NAME}")])
    error = refused(harness.gateway.send(harness.approved(parcel), parcel))
    assert error.details["where"] == "earlier"
    assert server.connections == 0


def test_a_value_of_an_earlier_turn_is_still_forbidden(harness, scripted_server):
    server = scripted_server(replies.echo())
    earlier = Turn(sensitive_set(attribute("a9", "EMAIL", "orla@quist.example")), artifact("Hi", {"a9": 1}), "Hi!")
    parcel = harness.pack(
        destination_at(server.url), verdict(text="Write to orla@quist.example", levels={"a1": 1, "a2": 1}), [earlier]
    )
    assert refused(harness.gateway.send(harness.approved(parcel), parcel)).details["where"] == "prompt"


def test_what_a_person_keeps_now_was_not_forbidden_by_then(harness, scripted_server):
    server = scripted_server(replies.echo())
    now = verdict(text=f"{SAFE} ({AGE})", levels={"a1": 1, "a2": 0})
    parcel = harness.pack(destination_at(server.url), now, [turn()])
    gather(harness.gateway.send(harness.approved(parcel), parcel))
    assert server.received[0].user == f"{SAFE} ({AGE})"


def test_literals_that_the_cloud_wrote_are_blanked(harness, scripted_server):
    server = scripted_server(replies.echo())
    answer = f"Is {NAME} the one aged {AGE}? {NAME}!"
    parcel = harness.pack(destination_at(server.url), turns=[turn(answer)])
    gather(harness.gateway.send(harness.approved(parcel), parcel))
    assert parcel.omitted == 3
    assert server.received[0].turns == [
        ("user", "Hello from [PERSON_1]"),
        ("assistant", "Is [...] the one aged [...]? [...]!"),
        ("user", SAFE),
    ]


def test_turns_without_an_answer_are_left_out(harness, scripted_server):
    server = scripted_server(replies.echo())
    parcel = harness.pack(destination_at(server.url), turns=[turn(""), turn(" \n")])
    gather(harness.gateway.send(harness.approved(parcel), parcel))
    assert server.received[0].turns == [("user", SAFE)]


def test_a_hidden_word_of_the_system_line_drops_the_line(harness, scripted_server):
    server = scripted_server(replies.echo())
    named = verdict(sensitive=sensitive_set(attribute("a1", "PERSON", "Label"), attribute("a2", "AGE", AGE)))
    unusual = replace(named, sensitive=sensitive_set(attribute("a1", "PERSON", "label")))
    parcel = harness.pack(destination_at(server.url), unusual)
    gather(harness.gateway.send(harness.approved(parcel), parcel))
    assert parcel.envelope.system == server.received[0].system == ""


def test_a_remote_destination_needs_a_key(harness):
    parcel = harness.pack(destination_at("https://api.cloud.example/v1"))
    error = refused(harness.gateway.send(harness.approved(parcel), parcel))
    assert error.code == "release.key_missing"
    assert error.details == {"destination": "cloud"}


def test_infeasible_goes_with_a_reason_only(harness):
    parcel = harness.pack(dry_run(), verdict(VerdictKind.INFEASIBLE))
    with pytest.raises(ReleaseRefused):
        harness.approved(parcel)
    ticket = harness.approved(parcel, "checked with the client")
    assert gather(harness.gateway.send(ticket, parcel))[-1] == Finished(FinishReason.SIMULATED)


def test_an_approval_of_something_else_admits_nothing(harness):
    parcel = harness.pack(dry_run())
    other = approve(parcel.certificate, parcel.artifact, MANUAL, "Ana", harness.clock())
    with pytest.raises(ReleaseRefused) as caught:
        harness.gateway.admit(parcel, other)
    assert caught.value.code == "approval.mismatch"


FINAL = [
    (replies.status(401), "sent", "destination.unauthorized"),
    (replies.status(500), "sent", "destination.server_error"),
    (replies.cut_before_head(), "unknown", "destination.cut"),
    (replies.cut_mid_stream("half"), "sent", "destination.broken_http"),
    (replies.stalled_before_head(), "unknown", "destination.silent"),
]


@pytest.mark.parametrize(("reply", "state", "code"), FINAL)
def test_the_journal_says_what_became_of_the_bytes(scripted_server, reply, state, code):
    silent = code == "destination.silent"
    harness = GatewayHarness(remote=connector(read=0.3) if silent else connector())
    parcel = harness.pack(destination_at(scripted_server(reply).url))
    with pytest.raises(DestinationError):
        gather(harness.gateway.send(harness.approved(parcel), parcel))
    last = harness.journal.records()[-1]
    assert (last.state.value, last.code) == (state, code)


def test_no_connection_is_a_failure(harness):
    with ScriptedServer(replies.echo()) as server:
        pass
    parcel = harness.pack(destination_at(server.url))
    with pytest.raises(DestinationError) as caught:
        gather(harness.gateway.send(harness.approved(parcel), parcel))
    assert caught.value.details["sent"] == "no"
    assert harness.states(parcel)[-1] == "failed"


@pytest.mark.parametrize(
    ("reply", "state"), [(replies.stalled_before_head(), "unknown"), (replies.stalled_after("half"), "sent")]
)
def test_cancelling_leaves_a_record(harness, scripted_server, reply, state):
    server = scripted_server(reply)
    parcel = harness.pack(destination_at(server.url))
    ticket = harness.approved(parcel)

    async def cancel_midway():
        half = asyncio.Event()

        async def consume():
            async for event in harness.gateway.send(ticket, parcel):
                if text_of([event]) or not isinstance(event, Finished):
                    half.set()

        task = asyncio.create_task(consume())
        await asyncio.to_thread(server.arrived.wait, LIMIT_SECONDS)
        if state == "sent":
            await half.wait()
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(server.client_left.wait, LIMIT_SECONDS)

    asyncio.run(cancel_midway())
    assert harness.states(parcel)[-1] == state
    assert harness.journal.records()[-1].code == "cancelled"


def test_leaving_after_the_end_is_no_cancellation(harness, scripted_server):
    server = scripted_server(replies.echo())
    parcel = harness.pack(destination_at(server.url))
    ticket = harness.approved(parcel)

    async def consume():
        async with contextlib.aclosing(harness.gateway.send(ticket, parcel)) as events:
            async for event in events:
                if isinstance(event, Finished):
                    break

    asyncio.run(consume())
    assert harness.journal.records()[-1].code == ""
    assert harness.states(parcel)[-1] == "sent"


def test_the_dry_run_says_what_it_is_and_quotes_tokens(harness):
    parcel = harness.pack(dry_run())
    answer = text_of(gather(harness.gateway.send(harness.approved(parcel), parcel)))
    assert answer.startswith("SIMULATION: nothing left this computer.")
    assert "[PERSON_1]" in answer
    assert str(len(SAFE.encode())) in answer
    assert parcel.envelope.system == ""


def test_by_hand_hands_over_the_exact_text(harness):
    parcel = harness.pack(MANUAL)
    events = gather(harness.gateway.send(harness.approved(parcel), parcel))
    assert events == [Handover(SAFE), Finished(FinishReason.HANDED_OVER)]
    assert harness.states(parcel)[-1] == "sent"


def test_a_body_with_something_extra_is_refused():
    class Chatty:
        """An adapter gone wrong."""

        def body(self, envelope):
            return b'{"messages":[{"role":"user","content":"' + envelope.prompt.encode() + b'"}],"user":"orla-q"}'

        def exchange(self, body, transmission):
            raise AssertionError("never reached")

    harness = GatewayHarness(remote=lambda destination, key: Chatty())
    parcel = harness.pack(destination_at("http://127.0.0.1:9"))
    assert refused(harness.gateway.send(harness.approved(parcel), parcel)).code == "release.wrong_body"


def test_a_body_that_changed_since_it_was_shown_is_refused():
    class Moody:
        count = 0

        def body(self, envelope):
            Moody.count += 1
            return b'{"messages":["' + envelope.prompt.encode() + b'"],"n":%d}' % Moody.count

        def exchange(self, body, transmission):
            raise AssertionError("never reached")

    harness = GatewayHarness(remote=lambda destination, key: Moody())
    parcel = harness.pack(destination_at("http://127.0.0.1:9"))
    assert refused(harness.gateway.send(harness.approved(parcel), parcel)).code == "release.wrong_body"


def test_a_mistake_of_ours_is_recorded_as_one():
    class Broken:
        def body(self, envelope):
            return b'{"content":"' + envelope.prompt.encode() + b'"}'

        async def exchange(self, body, transmission):
            raise BugError("fixture.bug")
            yield

    harness = GatewayHarness(remote=lambda destination, key: Broken())
    parcel = harness.pack(destination_at("http://127.0.0.1:9"))
    with pytest.raises(BugError):
        gather(harness.gateway.send(harness.approved(parcel), parcel))
    assert harness.journal.records()[-1].code == "fixture.bug"
    assert harness.states(parcel)[-1] == "failed"


def test_keys_stay_out_of_everything_that_is_kept(harness, scripted_server):
    server = scripted_server(replies.status(401, message="sk-fictional-77 is wrong"))
    parcel = harness.pack(destination_at(server.url))
    with pytest.raises(DestinationError) as caught:
        gather(harness.gateway.send(harness.approved(parcel), parcel, Secret("sk-fictional-77")))
    assert "sk-fictional-77" not in f"{caught.value!r} {harness.journal.records()!r} {parcel!r} {harness.gateway!r}"
    assert b"sk-fictional-77" in server.wire


@pytest.mark.parametrize("kind", REMOTE_KINDS)
def test_a_probe_sends_one_fixed_word(harness, scripted_server, kind):
    server = scripted_server(replies.streamed("pong"))
    asyncio.run(harness.gateway.probe(destination_at(server.url, kind)))
    assert server.received[0].turns == [("user", "ping")]
    assert server.received[0].system == ""


def test_a_probe_tells_what_is_wrong(harness, scripted_server):
    server = scripted_server(replies.status(401))
    with pytest.raises(DestinationError) as caught:
        asyncio.run(harness.gateway.probe(destination_at(server.url), Secret("k")))
    assert caught.value.code == "destination.unauthorized"
    with pytest.raises(ReleaseRefused):
        asyncio.run(harness.gateway.probe(destination_at("https://api.cloud.example")))
    asyncio.run(harness.gateway.probe(dry_run()))


def test_the_certificate_of_other_bytes_admits_nothing(harness):
    parcel = harness.pack(dry_run())
    foreign = replace(parcel, certificate=replace(certificate(), sha256="0" * 64))
    approval = approve(parcel.certificate, parcel.artifact, parcel.destination, "Ana", harness.clock())
    with pytest.raises(ReleaseRefused) as caught:
        harness.gateway.admit(foreign, approval)
    assert caught.value.code == "approval.wrong_bytes"
