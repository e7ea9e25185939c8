"""The whole local path with a real model behind llama.cpp's real server, in both languages: it ends in a clear state.

The model is far too small to be good at anything that is asked here; what is shown is that every stage speaks to a real
server, that what comes back is checked, and that nothing of the text gets past the hard line.
"""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from shared_engine import builtin_engine, same_seed

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "contract"))
from test_real_local_server import SERVE

from core.domain.errors import KnownError
from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.protocol import Protocol
from core.domain.request import Request
from core.engine.conversation import Conversation
from core.engine.local import LocalEngine, LocalOptions
from core.engine.outcome import Outcome
from core.llm.client import LocalModel
from core.llm.connect import open_model
from core.llm.discovery import examine
from core.llm.embedded import load_evaluator
from core.llm.model import CallFailed, ChatPrompt, Completion

FOUND = load_evaluator()
pytestmark = [
    pytest.mark.needs_model,
    pytest.mark.slow,
    pytest.mark.timeout(1500),
    pytest.mark.skipif(not FOUND.available, reason=f"no wheel for this system: {FOUND.reason}"),
]
TEXTS = {
    Language.EN: ("Vera Quill, 47, lives in Leeds. What should she eat?", "Vera Quill"),
    Language.ZH: ("顾清和今年47岁，住在南京。她该吃什么？", "顾清和"),
}
SHORT = Protocol(name="custom", canaries=1, controls=1)
"""One offline control a template: this model misses them, whatever their number."""
ROOMY = SERVE.replace("4096", "16384").replace("n_threads = 1", "n_threads = 2")
LEAN = LocalOptions(qa=False, semantic=False)
"""Utility stays the structured proxy: this model writes questions until its limit, which takes a minute."""
ITEMS, CHARACTERS, TOKENS = 1, 12, 96
"""What one answer may hold: a model this small writes lists until their limit, and its speed is not what is shown."""
QUESTIONS = 8
"""What one run may ask. The next question fails as at a deadline; a count ends at the same place on any machine."""
CLEAR = ("llm.", "verify.", "extract.")


def short(schema: object) -> Any:
    """The same shape with short lists and strings."""
    if isinstance(schema, list):
        return [short(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: short(value) for name, value in schema.items()}
    match made.get("type"):
        case "array":
            made["maxItems"] = max(ITEMS, made.get("minItems", 0))
        case "string" if "enum" not in made:
            made["maxLength"] = max(CHARACTERS, made.get("minLength", 0))
    return made


class Terse:
    """A model that is asked for short answers, and for a limited number of them."""

    def __init__(self, model: LocalModel) -> None:
        self._model = model
        self._left = QUESTIONS

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)

    def ask(
        self, prompts: Sequence[ChatPrompt], cancel: CancelToken | None = None
    ) -> tuple[Completion | CallFailed, ...]:
        asked = prompts[: self._left]
        self._left -= len(asked)
        answers = self._model.ask([self._shortened(prompt) for prompt in asked], cancel)
        return (*answers, *(CallFailed("llm.deadline") for _ in prompts[len(asked) :]))

    @staticmethod
    def _shortened(prompt: ChatPrompt) -> ChatPrompt:
        sampling = replace(prompt.sampling, max_tokens=min(TOKENS, prompt.sampling.max_tokens))
        return replace(prompt, sampling=sampling, schema=prompt.schema and short(prompt.schema))


@pytest.fixture(scope="module")
def model() -> Iterator[LocalModel]:
    assert FOUND.model is not None
    serving = subprocess.Popen(
        [sys.executable, "-c", ROOMY, str(FOUND.model.weights)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert serving.stdout is not None
    try:
        address = next(line.strip() for line in serving.stdout if line.startswith("http"))
        with open_model(examine(address)) as opened:
            yield opened
    finally:
        serving.communicate()


@pytest.fixture
def engine(model: LocalModel) -> LocalEngine:
    return LocalEngine(builtin_engine(), Terse(model), options=LEAN, seeds=same_seed)


def ended(engine: LocalEngine, text: str, language: Language) -> Outcome | KnownError:
    try:
        return engine.sanitize(Request(text, language=language), Conversation(), SHORT)
    except KnownError as error:
        return error


@pytest.mark.keeps_threads
@pytest.mark.parametrize("language", list(Language))
def test_the_path_with_a_real_model_ends_in_a_clear_state(
    engine: LocalEngine, model: LocalModel, language: Language
) -> None:
    text, name = TEXTS[language]
    before = sum(spent.calls for spent in model.usage().values())
    found = ended(engine, text, language)
    assert sum(spent.calls for spent in model.usage().values()) > before
    if isinstance(found, KnownError):
        assert found.code.startswith(CLEAR)
        assert found.code != "llm.too_long", "a context as large as the shortest prompts need"
        assert name not in str(found)
        return
    assert name not in found.verdict.artifact.text
    assert found.certificate.engine.models["model"].server == "llamacpp"
    assert "evaluator" in found.certificate.engine.layers_off
    assert found.certificate.sha256 == found.verdict.artifact.sha256
