"""Every adapter of a remote destination behaves alike: one table of answers, one of faults."""

from __future__ import annotations

import asyncio
import contextlib
import threading

import pytest
from release_cases import REMOTE_KINDS, connector, destination_at, text_of
from servers import ScriptedServer, mangling, replies
from unhurried import LIMIT_SECONDS

from core.domain.errors import DestinationError, DrslError
from core.domain.release import DestinationKind
from core.domain.secret import Secret
from core.net.answers import AnswerEvent, Delta, Finished, FinishReason, Retrying, Sent, Started, Transmission, Usage
from core.net.envelope import EarlierTurn, Envelope
from core.net.exchange import Wire
from core.net.limits import ReplyLimits, RetryPolicy

KEY = "sk-fictional-000"
SILENCES = (0.2, 2.0, 20.0)
"""Seconds without a byte that count as silence: longer ones for a machine on which the first byte takes that long."""
PROMPT = "请问 [姓名_1] 的 𠮷野家 预约？ Is [PERSON_1] fine? 👩🏽‍⚕️"
ENVELOPE = Envelope(PROMPT, "Copy the labels.", (EarlierTurn("first [PERSON_1]", "answer to [PERSON_1]"),))

both = pytest.mark.parametrize("kind", REMOTE_KINDS)


class Exchange:
    """Events, error and transmission of one exchange."""

    def __init__(self, server: ScriptedServer, kind: DestinationKind, **options: object) -> None:
        self.events: list[AnswerEvent] = []
        self.error: DestinationError | None = None
        self.transmission = Transmission()
        adapter = connector(**options)(destination_at(server.url, kind), Secret(KEY))
        self._stream = adapter.exchange(adapter.body(ENVELOPE), self.transmission)

    async def run(self) -> None:
        try:
            async for event in self._stream:
                self.events.append(event)
        except DestinationError as error:
            self.error = error

    @property
    def text(self) -> str:
        return text_of(self.events)


def exchange(server: ScriptedServer, kind: DestinationKind, **options: object) -> Exchange:
    done = Exchange(server, kind, **options)
    asyncio.run(done.run())
    return done


@both
@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 1000])
def test_an_answer_arrives_whole_however_it_is_cut(scripted_server, kind, size):
    server = scripted_server(replies.echo(size=size))
    done = exchange(server, kind)
    assert done.text == PROMPT
    assert done.events[0] == Started()
    assert done.events[-1] == Finished(FinishReason.STOP)
    assert Usage(11, 7) in done.events
    assert done.transmission.sent is Sent.YES


@both
def test_the_body_carries_the_envelope_and_nothing_else(scripted_server, kind):
    server = scripted_server(replies.streamed("ok"))
    exchange(server, kind)
    (request,) = server.received
    assert request.user == PROMPT
    assert request.system == ENVELOPE.system
    assert request.turns == [
        ("user", "first [PERSON_1]"),
        ("assistant", "answer to [PERSON_1]"),
        ("user", PROMPT),
    ]
    assert PROMPT.encode() in request.body
    assert set(request.json) <= {"model", "messages", "stream", "system", "max_tokens"}
    assert "store" not in request.json
    assert "tools" not in request.json


def test_keys_travel_in_the_header_of_their_protocol(scripted_server):
    server = scripted_server(replies.streamed("ok"))
    for kind in REMOTE_KINDS:
        exchange(server, kind)
    chat, messages = server.received
    assert chat.path == "/v1/chat/completions"
    assert chat.headers["authorization"] == f"Bearer {KEY}"
    assert messages.path == "/v1/messages"
    assert messages.headers["x-api-key"] == KEY
    assert messages.headers["anthropic-version"] == "2023-06-01"
    assert "authorization" not in messages.headers


ANSWERS = {
    "comments and mixed line ends": (replies.with_comments(PROMPT), PROMPT, FinishReason.STOP),
    "no closing event": (replies.no_done("short"), "short", FinishReason.UNSAID),
    "one JSON object": (replies.as_json(PROMPT), PROMPT, FinishReason.STOP),
    "cut short by length": (replies.streamed("a", finish="length"), "a", None),
    "markdown": (replies.streamed("**a**\n```json\n{}\n```"), "**a**\n```json\n{}\n```", FinishReason.STOP),
    "control characters": (replies.streamed("a\x00b\x1b[31mc\u202e"), "a\ufffdb\ufffd[31mc\ufffd", FinishReason.STOP),
    "nothing to say": (replies.streamed(""), "", FinishReason.STOP),
}


@both
@pytest.mark.parametrize("case", ANSWERS)
def test_tolerated_shapes_of_an_answer(scripted_server, kind, case):
    reply, text, reason = ANSWERS[case]
    done = exchange(scripted_server(reply), kind)
    assert done.error is None
    assert done.text == text
    assert isinstance(done.events[-1], Finished)
    assert reason is None or done.events[-1].reason is reason


@both
def test_the_length_limit_is_told(scripted_server, kind):
    finish = "length" if kind is DestinationKind.OPENAI else "max_tokens"
    done = exchange(scripted_server(replies.streamed("a", finish=finish)), kind)
    assert done.events[-1] == Finished(FinishReason.LENGTH)


@both
def test_a_long_answer_arrives_whole(scripted_server, kind):
    answer = "".join(f"token{number} " for number in range(20_000))
    done = exchange(scripted_server(replies.streamed(answer, size=4096, delta=8)), kind)
    assert done.text == answer


FAULTS = {
    "bad request": (replies.status(400), "destination.bad_request", "yes", False),
    "wrong key": (replies.status(401), "destination.unauthorized", "yes", False),
    "no credit": (replies.status(402), "destination.quota", "yes", False),
    "forbidden": (replies.status(403), "destination.forbidden", "yes", False),
    "unknown model": (replies.status(404), "destination.not_found", "yes", False),
    "too large": (replies.status(413), "destination.too_large", "yes", False),
    "rate limit": (replies.status(429), "destination.rate_limited", "yes", True),
    "quota": (replies.status(429, kind="insufficient_quota"), "destination.quota", "yes", False),
    "server error": (replies.status(500), "destination.server_error", "yes", True),
    "unavailable": (replies.status(503), "destination.unavailable", "yes", True),
    "overloaded": (replies.status(529), "destination.server_error", "yes", True),
    "redirect": (replies.redirect("https://elsewhere.example/v1"), "destination.redirect", "yes", False),
    "sign-in page": (replies.as_page(), "destination.not_an_answer", "yes", False),
    "no HTTP": (replies.not_http(), "destination.broken_http", "unknown", True),
    "cut before the head": (replies.cut_before_head(orderly=True), "destination.broken_http", "unknown", True),
    "reset before the head": (replies.cut_before_head(), "destination.cut", "unknown", True),
    "cut in the head": (replies.cut_mid_head(), "destination.broken_http", "unknown", True),
    "cut in the stream": (replies.cut_mid_stream("half"), "destination.broken_http", "yes", True),
    "reset in the stream": (replies.cut_mid_stream("half", orderly=False), "destination.cut", "yes", True),
    "broken chunking": (replies.bad_chunking("half"), "destination.broken_http", "yes", True),
    "malformed event": (replies.malformed("half"), "destination.malformed", "yes", True),
    "array for an event": (replies.malformed("half", b"data: [1]\n\n"), "destination.malformed", "yes", True),
    "deep nesting": (replies.malformed("", b"data: " + b"[" * 90_000 + b"\n\n"), "destination.malformed", "yes", True),
    "not UTF-8": (replies.malformed("half", b"data: \xff\xfe\n\n"), "destination.not_utf8", "yes", False),
    "error in the stream": (replies.error_event("half"), "destination.unavailable", "yes", True),
    "unknown error in the stream": (replies.error_event("", kind="odd"), "destination.failed_midway", "yes", True),
}


@both
@pytest.mark.parametrize("case", FAULTS)
def test_faults_become_typed_errors(scripted_server, kind, case):
    reply, code, sent, retryable = FAULTS[case]
    server = scripted_server(reply)
    done = exchange(server, kind)
    assert done.error is not None
    assert done.error.code == code
    assert done.error.details["sent"] == sent == done.transmission.sent.value
    assert done.error.retryable is retryable
    assert done.error.details["received"] == len(done.text)
    assert not any(isinstance(event, Finished) for event in done.events)


@both
@pytest.mark.parametrize("case", FAULTS)
def test_errors_carry_no_text_of_either_side(scripted_server, kind, case):
    done = exchange(scripted_server(FAULTS[case][0]), kind)
    shown = f"{done.error!r} {done.error} {done.error.details} {done.error.__cause__} {done.error.__context__}"
    for secret in (KEY, "[PERSON_1]", "𠮷野家", "scripted refusal", "scripted failure", "half"):
        assert secret not in shown


@both
def test_what_came_before_a_fault_is_kept(scripted_server, kind):
    done = exchange(scripted_server(replies.malformed("so far so good")), kind)
    assert done.text == "so far so good"
    assert done.error.details["received"] == len("so far so good")


@both
def test_no_server_means_nothing_was_sent(kind):
    with ScriptedServer(replies.echo()) as server:
        pass
    done = exchange(server, kind)
    assert done.error.code == "destination.unreachable"
    assert done.error.details["sent"] == "no"
    assert [event.attempt for event in done.events] == [2, 3]


@both
def test_silence_before_the_head_is_unknown(scripted_server, kind):
    done = exchange(scripted_server(replies.stalled_before_head()), kind, read=0.2)
    assert done.error.code == "destination.silent"
    assert done.error.details["sent"] == "unknown"


@both
def test_silence_in_the_stream_keeps_what_came(scripted_server, kind):
    for read in SILENCES:
        done = exchange(scripted_server(replies.stalled_after("half")), kind, read=read)
        if done.text:
            break
    assert done.error.code == "destination.silent"
    assert done.error.details["sent"] == "yes"
    assert done.text == "half"


@both
def test_a_slow_first_byte_is_waited_for(scripted_server, kind):
    done = exchange(scripted_server(replies.slow(0.1, replies.streamed("late"))), kind)
    assert done.text == "late"


@both
def test_bounds_on_lines_and_answers(scripted_server, kind):
    limits = ReplyLimits(event_bytes=100_000, answer_chars=200_000)
    long_line = exchange(scripted_server(replies.oversized_line(400_000)), kind, limits=limits)
    assert long_line.error.code == "destination.event_too_large"
    long_answer = exchange(scripted_server(replies.oversized_answer(400_000)), kind, limits=limits)
    assert long_answer.error.code == "destination.answer_too_large"
    assert len(long_answer.text) <= limits.answer_chars


@both
def test_refused_requests_are_repeated_with_the_named_wait(scripted_server, kind):
    waits = []

    async def sleep(seconds):
        waits.append(seconds)

    server = scripted_server(replies.status(429, retry_after="7"), replies.status(503), replies.streamed("at last"))
    done = exchange(server, kind, wire=Wire(sleep=sleep, jitter=lambda: 0.0))
    assert done.text == "at last"
    assert waits == [7.0, 2.0]
    assert [event for event in done.events if isinstance(event, Retrying)] == [
        Retrying(2, 3, 7.0, "destination.rate_limited"),
        Retrying(3, 3, 2.0, "destination.unavailable"),
    ]
    assert len({request.body for request in server.received}) == 1


@both
def test_a_wait_that_is_too_long_is_left_to_the_person(scripted_server, kind):
    server = scripted_server(replies.status(429, retry_after="3600"))
    done = exchange(server, kind)
    assert done.error.details["retry_after"] == 3600.0
    assert done.error.retryable
    assert len(server.received) == 1


@both
@pytest.mark.parametrize("case", ["server error", "cut before the head", "cut in the stream", "wrong key", "redirect"])
def test_what_may_have_been_received_is_never_repeated(scripted_server, kind, case):
    server = scripted_server(FAULTS[case][0])
    exchange(server, kind)
    assert len(server.received) == 1


@both
def test_tries_end(scripted_server, kind):
    server = scripted_server(replies.status(503))
    done = exchange(server, kind, wire=Wire(retry=RetryPolicy(attempts=4), sleep=no_wait, jitter=lambda: 0.0))
    assert done.error.code == "destination.unavailable"
    assert len(server.received) == 4
    assert done.transmission.attempts == 4


async def no_wait(seconds: float) -> None:
    assert seconds >= 0


@both
@pytest.mark.parametrize("reply", [replies.stalled_before_head(), replies.stalled_after("half")])
def test_cancelling_closes_the_socket(scripted_server, kind, reply):
    server = scripted_server(reply)

    async def cancel_midway() -> Transmission:
        done = Exchange(server, kind)
        task = asyncio.create_task(done.run())
        await asyncio.to_thread(server.arrived.wait, LIMIT_SECONDS)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(server.client_left.wait, LIMIT_SECONDS)
        return done.transmission

    assert asyncio.run(cancel_midway()).sent is not Sent.NO


@both
def test_cancelling_ends_the_wait_before_a_retry(scripted_server, kind):
    server = scripted_server(replies.status(429, retry_after="50"))

    async def cancel_while_waiting() -> list[AnswerEvent]:
        waiting = asyncio.Event()

        async def sleep(seconds: float) -> None:
            waiting.set()
            await asyncio.Event().wait()

        done = Exchange(server, kind, wire=Wire(sleep=sleep))
        task = asyncio.create_task(done.run())
        await waiting.wait()
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        return done.events

    assert asyncio.run(cancel_while_waiting()) == [Retrying(2, 3, 50.0, "destination.rate_limited")]
    assert len(server.received) == 1


@both
def test_an_answer_that_already_ended_survives_a_broken_line(scripted_server, kind):
    done_streaming = threading.Event()

    def reply(request):
        steps = list(replies.streamed("whole")(request))
        yield from steps[:-1]
        done_streaming.set()
        yield replies.End()

    done = exchange(scripted_server(reply), kind)
    assert done.error is None
    assert done.text == "whole"
    assert done.events[-1] == Finished(FinishReason.STOP)


@both
def test_a_key_that_no_header_can_carry_is_refused_without_showing_it(scripted_server, kind):
    server = scripted_server(replies.echo())
    for bad in ("sk-новый", "sk-a\r\nx-evil: 1", "sk- "):
        adapter = connector()(destination_at(server.url, kind), Secret(bad))

        async def run(adapter=adapter):
            async for _ in adapter.exchange(b"{}", Transmission()):
                pass

        with pytest.raises(DrslError) as caught:
            asyncio.run(run())
        assert caught.value.code == "net.header"
        assert bad.strip() not in f"{caught.value!r} {caught.value.__context__!r}"
    assert not server.received


@pytest.mark.parametrize("change", mangling.PARAPHRASES)
def test_the_scripted_cloud_changes_tokens(scripted_server, change):
    server = scripted_server(replies.echo(change=mangling.PARAPHRASES[change]))
    done = exchange(server, DestinationKind.OPENAI)
    assert done.text == mangling.PARAPHRASES[change](PROMPT)
    assert done.text != PROMPT


def test_pieces_are_not_glued_together(scripted_server):
    done = exchange(scripted_server(replies.streamed("abcdefgh", delta=2)), DestinationKind.OPENAI)
    assert [event.text for event in done.events if isinstance(event, Delta)] == ["ab", "cd", "ef", "gh"]
