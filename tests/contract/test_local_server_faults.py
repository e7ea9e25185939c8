"""Every fault of a local server ends in a clear state; nothing is lost, nothing of the text is shown."""

from __future__ import annotations

import logging
import threading
from dataclasses import replace

import pytest
from local_cases import (
    GOOD,
    IMPATIENT,
    QUICK,
    Known,
    answer_of,
    every_kind,
    failure_of,
    good,
    items_of,
    known,
    prompt,
)
from servers import local_faults
from servers.local import LocalKind, LocalModelServer
from unhurried import LIMIT_SECONDS

from core.domain.errors import Cancelled
from core.domain.events import CancelToken
from core.llm.connect import open_model
from core.llm.discovery import examine
from core.llm.json_answers import UnusableAnswer
from core.llm.model import CallFailed, Completion, Ending
from core.llm.structured import ask_structured


@every_kind
@pytest.mark.parametrize(
    "fault",
    [
        local_faults.split_code_points,
        local_faults.without_done,
        local_faults.without_usage,
        local_faults.with_comments,
        local_faults.as_one_object,
        local_faults.in_markdown,
        local_faults.routed,
        local_faults.thinking_tags,
    ],
)
def test_liberties_change_nothing(kind, fault, connect):
    server, model = connect(kind)
    server.always = fault
    assert ask_structured(model, [prompt()], items_of) == (["Zürich", "南京"],)
    assert len(server.questions) == 1


@every_kind
@pytest.mark.parametrize(
    "fault",
    [
        local_faults.refused_with(500),
        local_faults.refused_with(503, "Loading model"),
        local_faults.refused_with(429, retry_after="2"),
        local_faults.refused_with(400, "Model unloaded."),
        local_faults.cut_before_head,
        local_faults.cut_midway,
        local_faults.ended_early,
        local_faults.malformed_event,
        local_faults.not_utf8,
        local_faults.error_in_stream,
    ],
)
def test_a_passing_fault_costs_a_try_and_no_answer(kind, fault, connect):
    server, model = connect(kind)
    server.faults = [fault]
    assert answer_of(model, prompt()).text == GOOD
    assert len(server.questions) == 2


@every_kind
@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (local_faults.refused_with(401), "llm.unauthorized"),
        (local_faults.refused_with(404, "model not found"), "llm.no_model"),
        (local_faults.refused_with(400, "No models loaded"), "llm.no_model"),
        (local_faults.refused_with(418), "llm.rejected"),
        (local_faults.refused_with(500), "llm.server_error"),
        (local_faults.refused_with(503), "llm.busy"),
        (local_faults.refused_with(429, retry_after="9999"), "llm.busy"),
        (local_faults.context_exceeded, "llm.context"),
        (local_faults.echoing_error, "llm.rejected"),
        (local_faults.redirect("http://192.0.2.1/v1/chat/completions"), "llm.redirect"),
        (local_faults.cut_before_head, "llm.cut"),
        (local_faults.cut_midway, "llm.cut"),
        (local_faults.ended_early, "llm.cut"),
        (local_faults.malformed_event, "llm.malformed"),
        (local_faults.not_utf8, "llm.malformed"),
        (local_faults.error_in_stream, "llm.server_error"),
        (local_faults.out_of_tokens, "llm.length"),
        (local_faults.empty, "llm.empty"),
        (local_faults.few_tokens_read, "llm.truncated"),
        (local_faults.endless, "llm.length"),
    ],
)
def test_every_lasting_fault_has_its_name(kind, fault, code, connect, caplog):
    caplog.set_level(logging.DEBUG)
    server, model = connect(kind)
    server.always = fault
    failed = failure_of(model, prompt())
    assert failed.code == code
    assert model.observations[code] == 1
    shown = f"{failed.details} {caplog.text}"
    assert "张伟" not in shown
    assert "Fictional" not in shown
    server.always = None
    assert answer_of(model, prompt()).text == GOOD


@every_kind
@pytest.mark.parametrize("fault", [local_faults.stalled_before_head, local_faults.stalled_midway])
def test_silence_ends(kind, fault, connect):
    server, model = connect(kind, patience=IMPATIENT)
    server.always = fault
    assert failure_of(model, prompt()).code == "llm.stalled"


@every_kind
@pytest.mark.parametrize("fault", [local_faults.as_prose, local_faults.truncated_json])
def test_an_answer_without_the_shape_is_repaired_or_named(kind, fault, connect):
    server, model = connect(kind)
    server.faults = [fault, fault]
    assert ask_structured(model, [prompt()], items_of) == (["Zürich", "南京"],)
    server.always = fault
    (failed,) = ask_structured(model, [prompt()], items_of)
    assert isinstance(failed, CallFailed)
    assert failed.code == "llm.unusable"


@every_kind
@pytest.mark.parametrize("fault", [local_faults.refusing, local_faults.refusing_in_chinese])
@pytest.mark.parametrize("schema", [True, False])
def test_refusals_are_counted_apart(kind, fault, schema, connect):
    server, model = connect(kind)
    server.always = fault
    assert answer_of(model, prompt(schema=schema)).ending is Ending.REFUSED


@every_kind
def test_an_empty_list_is_data(kind, connect):
    server, model = connect(kind)
    server.always = local_faults.empty_list
    assert ask_structured(model, [prompt()], items_of) == ([],)


@pytest.mark.parametrize("status", [400, 500])
def test_a_shape_refused_midway_goes_down_the_ladder(status, connect):
    server, model = connect(LocalKind.LLAMACPP)
    server.change(schema_refused=status)
    assert ask_structured(model, [prompt()], items_of) == (["Zürich", "南京"],)
    assert server.questions[-1].body["response_format"]["type"] == "json_object"
    server.change(object_refused=400)
    assert ask_structured(model, [prompt()], items_of) == (["Zürich", "南京"],)
    assert "response_format" not in server.questions[-1].body
    assert "maxItems" in server.questions[-1].stage


def test_lm_studio_is_never_asked_for_a_json_object(connect):
    server, model = connect(LocalKind.LMSTUDIO)
    server.change(schema_refused=400)
    assert answer_of(model, prompt()).text == GOOD
    assert [(item.body.get("response_format") or {}).get("type") for item in server.questions] == ["json_schema", None]


@every_kind
def test_a_prompt_that_does_not_fit_is_not_sent(kind, connect):
    server, model = connect(kind, seen={"context": 300})
    failed = failure_of(model, prompt())
    assert failed.code == "llm.too_long"
    assert failed.details["context"] == 300
    assert server.questions == []


@every_kind
def test_sense_is_checked_by_the_caller(kind, connect):
    server, model = connect(kind)

    def read(value: object) -> str:
        raise UnusableAnswer("the items are not in the text")

    (failed,) = ask_structured(model, [prompt()], read)
    assert isinstance(failed, CallFailed)
    assert len(server.questions) == 3
    assert "not in the text" in server.questions[-1].stage


@every_kind
def test_a_server_that_went_away_is_named_at_once(kind, connect):
    server, model = connect(kind)
    server.stop()
    found = model.ask([prompt(str(index)) for index in range(50)])
    assert {item.code for item in found if isinstance(item, CallFailed)} == {"llm.unreachable"}
    assert len(found) == 50


def test_a_server_that_goes_away_during_a_burst_is_not_asked_on(connect):
    server, model = connect(LocalKind.OLLAMA)
    answer_of(model, prompt())
    server.faults = [None, local_faults.refused_with(401)]
    found = model.ask([prompt(str(index)) for index in range(20)])
    assert [type(item) for item in found[:1]] == [Completion]
    assert [item.code for item in found if isinstance(item, CallFailed)] == ["llm.unauthorized"] * 19
    assert len(server.questions) == 3
    assert model.observations == {"llm.unauthorized": 19}


@every_kind
@pytest.mark.parametrize("fault", [local_faults.stalled_before_head, local_faults.stalled_midway])
def test_stopping_frees_every_slot(kind, fault, connect):
    server, model = connect(kind)
    answer_of(model, prompt())
    server.always = fault
    token = CancelToken()
    raised: list[BaseException] = []

    def ask() -> None:
        try:
            model.ask([prompt(str(index)) for index in range(8)], token)
        except Cancelled as stopped:
            raised.append(stopped)

    asking = threading.Thread(target=ask)
    asking.start()
    assert server.reached(1 + model.capabilities.slots)
    token.cancel()
    asking.join()
    assert len(raised) == 1
    assert server.client_left.wait(LIMIT_SECONDS)
    server.always = None
    assert answer_of(model, prompt()).text == GOOD


def test_a_question_that_takes_too_long_in_all_is_given_up(connect):
    server, model = connect(LocalKind.LLAMACPP, patience=replace(QUICK, deadline=0.2))
    server.always = local_faults.stalled_midway
    assert failure_of(model, prompt()).code == "llm.deadline"


def test_the_wait_that_a_server_names_is_kept(connect):
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    server, model = connect(LocalKind.OLLAMA, patience=replace(QUICK, sleep=note))
    server.faults = [local_faults.refused_with(503, retry_after="7"), local_faults.refused_with(503)]
    answer_of(model, prompt())
    assert waits == [7.0, 1.0]


def test_thinking_that_stays_on_gets_room_and_is_kept_apart(connect):
    server, model = connect(LocalKind.OLLAMA, seen={"thinking_off": False})
    server.change(thinks="field")
    found = answer_of(model, prompt())
    assert (found.text, found.thinking) == (GOOD, "Let me think about this.")
    assert server.questions[0].body["max_tokens"] > 1000


def test_a_window_hears_how_fast_the_answers_come():
    heard = []
    with LocalModelServer(LocalKind.LLAMACPP, good) as server:
        cache = Known(known(LocalKind.LLAMACPP))
        with open_model(examine(server.url), patience=QUICK, cache=cache, watch=heard.append) as model:
            model.ask([prompt(str(index)) for index in range(3)])
    assert heard[0].state == "loading"
    assert (heard[-1].done, heard[-1].total, heard[-1].state) == (3, 3, "answering")
    assert heard[-1].tokens > 0
    assert {item.purpose for item in heard} == {"test.list"}
