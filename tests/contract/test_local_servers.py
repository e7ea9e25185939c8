"""Every kind of local server, one client: the same behaviour, seen and used in the same way."""

from __future__ import annotations

import json
import math
import threading
from dataclasses import replace

import pytest
from local_cases import (
    DOCUMENT,
    GOOD,
    QUICK,
    SECRET,
    Known,
    answer_of,
    every_kind,
    good,
    items_of,
    known,
    prompt,
)
from servers import local_faults
from servers.local import CountedClock, Fault, LocalKind, LocalModelServer
from servers.local_quirks import DEFAULTS

from core.domain.errors import ModelServerError
from core.llm.connect import ModelServer, open_model
from core.llm.discovery import Found, examine
from core.llm.handshake import HandshakeCache
from core.llm.model import Completion, Continuation, Ending, Exchange, SchemaSupport
from core.llm.structured import ask_structured


@every_kind
def test_a_question_arrives_in_its_parts_and_its_answer_comes_back(kind, connect):
    server, model = connect(kind)
    found = answer_of(model, prompt())
    (question,) = server.questions
    assert found.text == GOOD
    assert question.system == "You read documents."
    assert SECRET in question.document
    assert question.stage.startswith("List the places.")
    assert (found.ending, found.thinking) == (Ending.STOP, "")
    assert found.prompt_tokens > 50
    assert found.seconds >= found.first_token_seconds >= 0


@every_kind
def test_what_is_always_sent(kind, connect):
    server, model = connect(kind)
    answer_of(model, prompt(seed=9))
    body = server.questions[0].body
    assert body["stream"] is True
    assert (body["temperature"], body["top_p"], body["max_tokens"]) == (0.2, 1.0, 200)
    assert ("seed" in body) is (kind is not LocalKind.MLX)
    assert body["model"] == ("default_model" if kind is LocalKind.MLX else model.info.id)
    request = next(item for item in server.received if item.path.endswith("/chat/completions"))
    assert request.path == "/v1/chat/completions"
    assert request.headers["host"] == f"127.0.0.1:{server.port}"
    assert SECRET.encode() in request.body
    assert b"\\u" not in request.body


@every_kind
def test_questions_about_one_document_share_their_bytes(kind, connect):
    server, model = connect(kind)
    earlier = (Exchange("List the places.", GOOD),)
    model.ask([prompt("A?"), prompt("B?"), replace(prompt("Any more?"), earlier=earlier)])
    starts = {json.dumps(item.body["messages"])[: len(DOCUMENT)] for item in server.questions}
    assert len(starts) == 1
    follow_up = next(item for item in server.questions if item.earlier)
    assert [turn["role"] for turn in follow_up.body["messages"]] == ["system", "user", "assistant", "user"]
    assert follow_up.earlier[0][1] == GOOD


@every_kind
def test_answers_keep_the_order_of_their_questions(kind, connect):
    _, model = connect(kind, lambda question: f"to {question.stage}")
    found = model.ask([prompt(f"question {index}", schema=False) for index in range(9)])
    assert [item.text for item in found if isinstance(item, Completion)] == [f"to question {i}" for i in range(9)]
    assert model.usage()["test.list"].calls == 9


@every_kind
def test_structured_questions_work_on_every_kind(kind, connect):
    _, model = connect(kind)
    assert ask_structured(model, [prompt(), prompt("Again.")], items_of) == (["Zürich", "南京"], ["Zürich", "南京"])


@every_kind
def test_the_shape_is_asked_for_as_the_kind_understands_it(kind, connect):
    server, model = connect(kind)
    answer_of(model, prompt())
    (question,) = server.questions
    assert (question.schema is None) is (kind is LocalKind.MLX)
    assert ("maxItems" in question.stage) is (kind is LocalKind.MLX)


@every_kind
def test_a_handshake_sees_what_the_server_does(kind):
    clock = CountedClock()
    with (
        LocalModelServer(kind, good, prober=lambda before, piece: -1.0, clock=clock) as server,
        open_model(examine(server.url), patience=replace(QUICK, clock=clock)) as model,
    ):
        seen = model.capabilities
        assert model.info.server == kind.value
    quirks = DEFAULTS[kind]
    assert seen.schema is (SchemaSupport.JSON_SCHEMA if quirks.schema else SchemaSupport.PROMPT_ONLY)
    assert (seen.logprobs, seen.many) == (quirks.logprobs, quirks.many)
    assert seen.exact is (kind is LocalKind.LLAMACPP)
    assert seen.thinking_off
    assert seen.seed_honoured is (kind is not LocalKind.MLX)
    assert (seen.slots == 1) is (quirks.slots == 1)
    assert seen.context == (4096 if kind is LocalKind.MLX else 8192)
    assert ("seed" in seen.ignored) is (kind is LocalKind.MLX)
    assert not server.questions
    assert all(SECRET not in item.prompt for item in server.canaries)


@pytest.mark.parametrize(
    ("quirk", "ignored"),
    [
        ({"schema": False}, "response_format"),
        ({"schema_refused": 400}, "response_format"),
        ({"schema_refused": 500}, "response_format"),
        ({"seed": False}, "seed"),
        ({"thinks": "field"}, "reasoning_effort"),
        ({"thinks": "tags"}, "reasoning_effort"),
        ({"logprobs": False}, "logprobs"),
        ({"many": False}, "n"),
    ],
)
def test_a_parameter_without_effect_is_named(quirk, ignored):
    with LocalModelServer(LocalKind.LLAMACPP, good) as server:
        server.change(**quirk)
        with open_model(examine(server.url), patience=QUICK) as model:
            assert ignored in model.capabilities.ignored


def test_a_model_that_cannot_stop_thinking_is_asked_less():
    with LocalModelServer(LocalKind.LLAMACPP, good) as server:
        server.change(thinks="field")
        with open_model(examine(server.url), patience=QUICK) as model:
            seen = model.capabilities
        shape = next(item for item in server.canaries if item.schema is not None)
    assert (seen.thinking_off, seen.seed_honoured, seen.logprobs, seen.many) == (False, False, False, False)
    assert seen.schema is SchemaSupport.JSON_SCHEMA
    assert shape.body["max_tokens"] > 1000
    assert len(server.canaries) <= 8


def test_a_server_that_refuses_unknown_fields_is_asked_without_them():
    with LocalModelServer(LocalKind.OLLAMA, good) as server:
        server.change(strict=True)
        with open_model(examine(server.url), patience=QUICK) as model:
            assert model.handshake.bare
            assert answer_of(model, prompt()).text == GOOD
            assert "reasoning_effort" not in server.questions[0].body


def test_a_shape_that_lands_in_the_thinking_field_counts_as_held():
    with LocalModelServer(LocalKind.LMSTUDIO, good) as server:
        server.change(thinks="routed")
        with open_model(examine(server.url), patience=QUICK) as model:
            assert model.capabilities.schema is SchemaSupport.JSON_SCHEMA
            assert answer_of(model, prompt()).text == GOOD
            assert model.observations == {"routed": 1}


ONE_SLOT = replace(DEFAULTS[LocalKind.LLAMACPP], slots=1)


def test_a_server_that_answers_one_at_a_time_has_one_slot():
    clock = CountedClock()
    with (
        LocalModelServer(LocalKind.LLAMACPP, good, quirks=ONE_SLOT, clock=clock) as server,
        open_model(examine(server.url), patience=replace(QUICK, clock=clock)) as model,
    ):
        assert model.capabilities.slots == 1
        server.busiest = 0
        model.ask([prompt(str(index)) for index in range(4)])
        assert server.busiest == 1


def test_a_handshake_happens_once_per_server_start():
    cache = HandshakeCache()
    with LocalModelServer(LocalKind.LLAMACPP, good) as server:
        for _ in range(2):
            with open_model(examine(server.url), patience=QUICK, cache=cache):
                asked = len(server.canaries)
        assert len(server.canaries) == asked > 5
        server.context = 2048
        with open_model(examine(server.url), patience=QUICK, cache=cache) as model:
            assert model.capabilities.context == 2048
        assert len(server.canaries) > asked


def test_one_request_goes_ahead_of_a_burst(connect):
    first, others = threading.Event(), threading.Event()
    server, model = connect(LocalKind.LMSTUDIO)
    server.faults = [local_faults.held(first), *[local_faults.held(others)] * 4]
    found: list[object] = []
    asking = threading.Thread(target=lambda: found.extend(model.ask([prompt(str(index)) for index in range(5)])))
    asking.start()
    assert server.reached(1)
    assert len(server.questions) == 1
    first.set()
    assert server.reached(5)
    assert server.busiest == 4
    others.set()
    asking.join()
    assert [type(item) for item in found] == [Completion] * 5


def continuation(answer: str = " Basel") -> Continuation:
    return Continuation("You read documents.", DOCUMENT, "Where is it?", "The place is", answer)


def test_exact_scores_are_sums_over_tokens(connect):
    given = {" Base": 0.5, "l": 0.25}
    _, model = connect(
        LocalKind.LLAMACPP, prober=lambda before, piece: math.log(given[piece]) if piece in given else None
    )
    assert model.scoring is not None
    (found,) = model.scoring.log_probabilities([continuation()])
    assert found == pytest.approx(math.log(0.125))


def test_absent_probabilities_are_missing_and_not_low(connect):
    _, model = connect(LocalKind.LLAMACPP, prober=None)
    assert model.scoring is not None
    assert model.scoring.log_probabilities([continuation(), continuation(" 张伟"), continuation("")]) == (None,) * 3


def test_scores_depend_on_the_document(connect):
    def prober(before: str, piece: str) -> float | None:
        return math.log(0.5 if SECRET in before else 0.001) if piece == " X" else None

    _, model = connect(LocalKind.LLAMACPP, prober=prober)
    assert model.scoring is not None
    read, blank = model.scoring.log_probabilities([continuation(" X"), replace(continuation(" X"), document="")])
    assert read == pytest.approx(math.log(0.5))
    assert blank == pytest.approx(math.log(0.001))


def test_a_server_that_went_away_gives_no_scores(connect):
    server, model = connect(LocalKind.LLAMACPP, prober=lambda before, piece: -1.0)
    server.stop()
    assert model.scoring is not None
    assert model.scoring.log_probabilities([continuation()]) == (None,)


@pytest.mark.parametrize("kind", [kind for kind in LocalKind if kind is not LocalKind.LLAMACPP])
def test_other_kinds_have_no_exact_mode(kind, connect):
    assert connect(kind)[1].scoring is None


def test_two_models_of_one_server_share_its_slots():
    with LocalModelServer(LocalKind.LMSTUDIO, good, models=("writer", "judge")) as server:
        found: Found = examine(server.url)
        with ModelServer(found, patience=QUICK, cache=Known(known(LocalKind.LMSTUDIO))) as both:
            names = [both.model(name).info.id for name in ("writer", "judge")]
            assert answer_of(both.model("judge"), prompt()).text == GOOD
    assert names == ["writer", "judge"]
    assert server.questions[0].body["model"] == "judge"


def test_an_unknown_model_is_named():
    with LocalModelServer(LocalKind.LMSTUDIO) as server, pytest.raises(ModelServerError) as raised:
        open_model(examine(server.url), "no-such-model", patience=QUICK)
    assert raised.value.code == "llm.no_model"


FAULTS: tuple[Fault, ...] = (local_faults.cut_midway, local_faults.refused_with(500), local_faults.malformed_event)


@every_kind
def test_faults_in_a_burst_lose_no_answer(kind, connect):
    server, model = connect(kind, lambda question: f"to {question.stage}", patience=replace(QUICK, attempts=9))
    server.faults = [FAULTS[index % 3] if index % 2 else None for index in range(8)]
    found = model.ask([prompt(f"question {index}", schema=False) for index in range(10)])
    assert [item.text for item in found if isinstance(item, Completion)] == [f"to question {i}" for i in range(10)]
