"""Small rules of the local-model room: counting, phrases, metadata, waiting, progress."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from pathlib import Path

import pytest
from unhurried import LIMIT_SECONDS

from app.messages import Messages
from core.domain.errors import BugError, Cancelled, ModelServerError
from core.domain.events import CancelToken
from core.domain.language import Language
from core.llm.chat_request import weaker
from core.llm.chat_stream import status_error
from core.llm.dialects import DIALECTS, Metadata, ServerKind
from core.llm.discovery import ServerState, usual_ports
from core.llm.exact import log_probability
from core.llm.handshake import most_at_once
from core.llm.loop_thread import LoopThread
from core.llm.metadata import family_of, fingerprint, parse_document, read_models, with_running
from core.llm.model import SchemaSupport
from core.llm.phrases import Phrases
from core.llm.server_link import Patience
from core.llm.token_budget import REMEMBERED, TokenBudget, at_least, at_most, was_truncated
from core.llm.usage_accounts import BatchMeter, ModelProgress
from core.resources import resource_root

ENGLISH = "The nurse from the small town asked whether the appointment could be moved to the following week. " * 20
CHINESE = "这位护士询问是否可以把预约改到下一周，因为她需要照顾家里的老人。" * 20
ROOT = Path(__file__).resolve().parents[3]
PHRASES = Phrases.load(resource_root())


@pytest.mark.parametrize(("text", "tokens"), [(ENGLISH, 380), (CHINESE, 440)])
def test_bounds_hold_what_tokenizers_count(text: str, tokens: int) -> None:
    """`tokens`: what common vocabularies make of these texts, within a few percent."""
    assert at_least(text) <= tokens <= at_most(text)
    assert not was_truncated(tokens, at_least(text))
    assert was_truncated(tokens // 3, at_least(text))


def test_nothing_has_no_tokens() -> None:
    assert at_least("") == at_most("") == 0
    assert at_least(" \n" * 900) <= 1
    assert at_least("=" * 900 + "\n" + "-" * 900 + "\n" + "." * 900) <= 1


def test_counts_are_asked_once_per_text_and_forgotten_in_turn() -> None:
    asked: list[str] = []

    async def count(text: str) -> int | None:
        asked.append(text)
        return None if text == "silent" else len(text)

    async def run() -> None:
        budget = TokenBudget(count)
        assert await budget.bounds(["abc", "abc", "silent"]) == (6 + 0, 3 * 8 + 6 + at_most("silent"))
        assert asked == ["abc", "silent"]
        for index in range(REMEMBERED):
            await budget.bounds([f"text {index}"])
        await budget.bounds(["abc"])
        assert asked.count("abc") == 2

    asyncio.run(run())


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't help with that.",
        "I cannot provide personal data.",
        "抱歉，我无法提供该信息。",
        "作为AI，……",
    ],
)
def test_refusals_are_known(text: str) -> None:
    assert PHRASES.refuses(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The patient cannot help limping.",
        "Basel",
        "她说她不知道。",
        "I can't help " + "but notice the pattern. " * 60,
    ],
)
def test_answers_are_no_refusals(text: str) -> None:
    assert not PHRASES.refuses(text)


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (400, {"error": {"type": "exceed_context_size_error"}}, "llm.context"),
        (400, {"error": "Trying to keep the first tokens: context length of 4096"}, "llm.context"),
        (500, {"error": {"code": "context_length_exceeded"}}, "llm.context"),
        (404, {"error": "Model unloaded."}, "llm.no_model"),
        (500, {"error": {"message": "Loading model"}}, "llm.busy"),
        (400, {"error": ["odd"]}, "llm.rejected"),
        (403, {}, "llm.unauthorized"),
        (307, {}, "llm.redirect"),
        (502, {}, "llm.server_error"),
        (200, {}, "llm.rejected"),
    ],
)
def test_what_an_error_is_about(status: int, body: object, code: str) -> None:
    error = status_error(status, json.dumps(body).encode(), PHRASES)
    assert error.code == code
    assert "4096" not in str(error)


def test_foreign_metadata_is_bounded_and_never_fails() -> None:
    for shape in Metadata:
        for junk in ({}, {"models": 3, "data": 3}, {"models": [3, {"name": 7}], "data": [None, {"id": []}]}):
            for dialect in DIALECTS.values():
                assert all(model.id for model in read_models(dialect, shape, junk))
    rows = {"data": [{"id": "x" * 999 + "\u202e"} for _ in range(2000)]}
    models = read_models(DIALECTS[ServerKind.OPENAI], Metadata.OPENAI_LIST, rows)
    assert len(models) == 500
    assert max(len(model.id) for model in models) == 200
    assert parse_document(b"[" * 100_000) is None
    assert parse_document(b"[]") is None


def test_older_lm_studio_lists_are_read() -> None:
    document = {
        "object": "list",
        "data": [
            {"id": "qwen3-4b", "type": "llm", "state": "loaded", "loaded_context_length": 6000, "arch": "qwen3"},
            {"id": "nomic", "type": "embeddings", "state": "loaded"},
        ],
    }
    (model,) = read_models(DIALECTS[ServerKind.LMSTUDIO], Metadata.LMSTUDIO_V0, document)
    assert (model.id, model.loaded, model.context, model.family) == ("qwen3-4b", True, 6000, "qwen")


def test_running_models_tell_their_context() -> None:
    tags = read_models(DIALECTS[ServerKind.OLLAMA], Metadata.TAGS, {"models": [{"name": "a:1"}, {"name": "b:2"}]})
    first, second = with_running(tags, {"models": [{"name": "b:2", "context_length": 32768}]})
    assert (first.loaded, second.loaded, second.context) == (False, True, 32768)


def test_families_are_coarse() -> None:
    assert family_of("mlx-community/Qwen3-4B-4bit") == "qwen"
    assert family_of("3b") == ""


def test_a_fingerprint_changes_with_what_a_server_tells() -> None:
    assert fingerprint({"a": 1}, {"b": 2}) == fingerprint({"a": 1}, {"b": 2})
    assert fingerprint({"a": 1}) != fingerprint({"a": 2})


def test_the_ladder_of_shapes_ends() -> None:
    for dialect in DIALECTS.values():
        form: SchemaSupport | None = SchemaSupport.JSON_SCHEMA
        steps = 0
        while form is not None and steps < 9:
            form, steps = weaker(form, dialect), steps + 1
        assert steps <= 3


def test_every_state_has_a_code_of_its_own() -> None:
    assert len({state.code for state in ServerState}) == len(ServerState)
    assert {item.port for item in usual_ports(resource_root())} >= {1234, 8080, 11434}


@pytest.mark.parametrize("language", list(Language))
def test_every_code_of_the_room_has_a_sentence(language: Language) -> None:
    texts = Messages.load(resource_root(), language).texts
    rooms = [*(ROOT / "core" / "llm").glob("*.py"), ROOT / "core" / "net" / "loopback.py"]
    codes = {code for path in rooms for code in re.findall(r'"((?:llm|address)\.[a-z_]+)"', path.read_text("utf-8"))}
    assert len(codes) > 25
    assert (codes | {state.code for state in ServerState}) - texts.keys() == set()


def test_waits_grow_and_are_bounded() -> None:
    patience = Patience(random=lambda: 1.0)
    passing = ModelServerError("llm.busy", retryable=True)
    assert [patience.wait(passing, attempt) for attempt in (1, 2, 3)] == [0.625, 1.25, None]
    assert patience.wait(ModelServerError("llm.rejected"), 1) is None
    named = ModelServerError("llm.busy", details={"retry_after": 20.0}, retryable=True)
    assert patience.wait(named, 1) == 20.0
    assert patience.wait(ModelServerError("llm.busy", details={"retry_after": 99.0}, retryable=True), 1) is None


def test_answers_side_by_side_are_seen_and_touching_ones_are_not() -> None:
    assert most_at_once([(0, 10), (1, 11), (2, 12), (0.5, 9)]) == 4
    assert most_at_once([(0, 10), (9.5, 19), (18.5, 28)]) == 1
    assert most_at_once([]) == 1


def _listed(**values: float) -> dict[str, object]:
    rows = [{"id": int(name[1:]), "token": name, "logprob": value} for name, value in values.items()]
    return {"completion_probabilities": [{"id": 1, "top_logprobs": rows}]}


def test_probabilities_are_read_as_they_are_listed() -> None:
    assert log_probability(_listed(t1=-0.1, t2=-3.0), 2) == -3.0
    assert log_probability(_listed(t1=-0.1, t2=-3.0), 9) == -3.0
    assert log_probability(_listed(t1=0.0, t2=0.0), 1) == pytest.approx(-0.6931, abs=1e-3)
    for missing in ({}, {"completion_probabilities": []}, {"completion_probabilities": [{"top_logprobs": ["x"]}]}):
        assert log_probability(missing, 1) is None
    assert log_probability(_listed(t1=float("-inf")), 1) is None


def test_progress_is_told_ten_times_a_second_and_at_the_end() -> None:
    heard: list[ModelProgress] = []
    now = [0.0]
    meter = BatchMeter("extract", 1, True, heard.append, lambda: now[0])
    for _ in range(100):
        now[0] += 0.01
        meter.token()
    meter.waiting()
    meter.answered()
    assert 10 <= len(heard) <= 14
    assert heard[0].state == "loading"
    assert [item.state for item in heard[-2:]] == ["waiting", "waiting"]
    assert (heard[-1].done, heard[-1].tokens) == (1, 100)
    assert heard[-1].tokens_per_second == pytest.approx(101, abs=2)


def test_work_in_the_loop_is_stopped_with_everything_it_holds() -> None:
    thread = LoopThread("test")
    token, let_go, entered = CancelToken(), threading.Event(), threading.Event()

    async def work() -> None:
        try:
            entered.set()
            await asyncio.Event().wait()
        finally:
            let_go.set()

    stopper = threading.Thread(target=lambda: (entered.wait(LIMIT_SECONDS), token.cancel()))
    stopper.start()
    with pytest.raises(Cancelled):
        thread.run(work, token)
    assert let_go.is_set()
    stopper.join()
    thread.close()
    thread.close()
    with pytest.raises(BugError):
        thread.run(work)


def test_closing_stops_what_another_thread_waits_for() -> None:
    thread = LoopThread("test")
    entered = threading.Event()
    raised: list[BaseException] = []

    async def work() -> None:
        entered.set()
        await asyncio.Event().wait()

    def ask() -> None:
        try:
            thread.run(work)
        except Cancelled as stopped:
            raised.append(stopped)

    asking = threading.Thread(target=ask)
    asking.start()
    assert entered.wait(LIMIT_SECONDS)
    thread.close()
    asking.join(LIMIT_SECONDS)
    assert len(raised) == 1


def test_errors_of_the_work_come_through() -> None:
    thread = LoopThread("test")

    async def work() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        thread.run(work)
    thread.close()
