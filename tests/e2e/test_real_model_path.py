"""The whole local path with a real model behind llama.cpp's real server, in both languages (protocol, not quality).

The model is far too small to be good at anything that is asked here. So every run has to end as a run with an incapable
model must: it releases nothing. What is shown on the way is that every stage speaks to a real server, that two answers
really are written side by side, that a stop frees the server, and that exact scores are read.
"""

import json
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from shared_engine import builtin_engine, same_seed

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "contract"))
from test_real_local_server import SERVE

from core.domain.errors import Cancelled, EvaluationInvalid
from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.protocol import Protocol
from core.domain.request import Request
from core.domain.taxonomy import Kind
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.local import LocalEngine, LocalOptions
from core.engine.outcome import Outcome
from core.llm.client import LocalModel
from core.llm.connect import open_model
from core.llm.delegating_model import DelegatingModel
from core.llm.discovery import examine
from core.llm.embedded import load_evaluator
from core.llm.handshake import Handshake, HandshakeCache
from core.llm.model import CallFailed, ChatPrompt, Completion, Sampling
from core.llm.prompts import PromptBook
from core.llm.server_link import ServerLink, TimedAnswer
from core.resources import resource_root
from core.verify.attackers.lift import LiftReader

FOUND = load_evaluator()
pytestmark = [
    pytest.mark.needs_model,
    pytest.mark.slow,
    pytest.mark.timeout(1500),
    pytest.mark.keeps_threads,
    pytest.mark.skipif(not FOUND.available, reason=f"no wheel for this system: {FOUND.reason}"),
]
TEXTS = {
    Language.EN: ("Vera Quill, 47, lives in Leeds. What should she eat?", "Vera Quill"),
    Language.ZH: ("顾晚秋今年47岁，住在南京。她该吃什么？", "顾晚秋"),
}
STRICT_BUT_SHORT = Protocol(name="custom", canaries=1)
"""One offline control a template. Its lower bound stays under what the protocol asks for even when it is found, so no
run can pass; this model ends there."""
CREDULOUS = Protocol(
    name="custom", canaries=1, sensitivity=0.0, controls=1, confidence=0.5, tau_l=0.9, tau_choice=0.9, special_draws=2
)
"""Lets any model certify, with a few draws: what still holds is that the planted value has to be found."""
ROOMY = SERVE.replace("4096", "16384")
SLOTS = 2
LEAN = LocalOptions(qa=False, semantic=False)
"""Utility stays the structured proxy: this model writes questions until its limit, which takes a minute."""
ITEMS, CHARACTERS, TOKENS = 1, 12, 96
"""What one answer may hold: a model this small writes lists until their limit, and its speed is not what is shown."""
WORD, LONG, LONGER = 4, 400, 1500
"""Tokens of answers."""
LOOKS = 50
STAGES = {"extract", "attack.enumerate"}


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


class Terse(DelegatingModel):
    """A model that is asked for short answers. `purposes`: what it was asked for."""

    def __init__(self, model: LocalModel) -> None:
        super().__init__(model)
        self.usage = model.usage
        self.purposes: set[str] = set()

    def ask(
        self, prompts: Sequence[ChatPrompt], cancel: CancelToken | None = None
    ) -> tuple[Completion | CallFailed, ...]:
        self.purposes.update(prompt.purpose for prompt in prompts)
        return self._model.ask([self._shortened(prompt) for prompt in prompts], cancel)

    @staticmethod
    def _shortened(prompt: ChatPrompt) -> ChatPrompt:
        sampling = replace(prompt.sampling, max_tokens=min(TOKENS, prompt.sampling.max_tokens))
        return replace(prompt, sampling=sampling, schema=prompt.schema and short(prompt.schema))


class TellsSlots(HandshakeCache):
    """What a handshake saw, with the slots that the server tells: how many answers it saw side by side in a short look
    depends on what else the machine does."""

    def get(self, link: ServerLink, model: str) -> Handshake | None:
        known = super().get(link, model)
        return known and replace(known, capabilities=replace(known.capabilities, slots=SLOTS))


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
        found, cache = examine(address), TellsSlots()
        assert [item.slots for item in found.models] == [SLOTS]
        with open_model(found, cache=cache) as opened:
            assert opened.capabilities.slots <= SLOTS
        with open_model(found, cache=cache) as opened:
            yield opened
    finally:
        serving.communicate()


@pytest.fixture
def terse(model: LocalModel) -> Terse:
    return Terse(model)


def ended(terse: Terse, language: Language, protocol: Protocol) -> Outcome | EvaluationInvalid:
    """How a run ends; a fault of the server or a stage is an error of the test."""
    engine = LocalEngine(builtin_engine(), terse, options=LEAN, seeds=same_seed)
    try:
        return engine.sanitize(Request(TEXTS[language][0], language=language), Conversation(), protocol)
    except EvaluationInvalid as error:
        return error


def check_nothing_leaves(found: Outcome | EvaluationInvalid, name: str) -> None:
    """A name is in no artifact and in no error."""
    if isinstance(found, EvaluationInvalid):
        assert name not in f"{found} {found.details}"
        return
    assert name not in found.verdict.artifact.text
    assert found.certificate.engine.models["model"].server == "llamacpp"
    assert found.certificate.sha256 == found.verdict.artifact.sha256


# A minute each. Each language walks the whole path once, and neither protocol knows the language.
@pytest.mark.parametrize("language", [Language.EN])
def test_an_incapable_model_releases_nothing(terse: Terse, language: Language) -> None:
    """Extraction, self-critique and every falsifier are asked; then its attackers are found too weak to certify, or the
    rules and the model disagree and a person has to look."""
    found = ended(terse, language, STRICT_BUT_SHORT)
    check_nothing_leaves(found, TEXTS[language][1])
    assert terse.purposes >= STAGES
    if isinstance(found, EvaluationInvalid):
        assert found.code == "verify.attacker_too_weak"
        assert found.details["planted"] == 1
        return
    assert found.verdict.kind is not VerdictKind.PASS


@pytest.mark.parametrize("language", [Language.ZH])
def test_a_certification_holds_draws_beside_a_planted_value(terse: Terse, language: Language) -> None:
    """A protocol that takes any attacker at its word: what it draws is counted, and a planted value that stays unseen
    makes the run invalid instead of clean."""
    found = ended(terse, language, CREDULOUS)
    check_nothing_leaves(found, TEXTS[language][1])
    if isinstance(found, EvaluationInvalid):
        assert found.code in ("verify.control_missed", "verify.missing_probes")
        if found.code == "verify.control_missed":
            assert found.details == {"planted": 1, "found": 0}
        return
    runs = [run for run in found.verdict.evidence.runs if run.ensemble == "model"]
    assert all(run.controls.found == run.controls.planted == 1 and run.n + run.best_guesses > 0 for run in runs)
    assert runs or found.verdict.kind is not VerdictKind.PASS


def story(tokens: int) -> ChatPrompt:
    """A question that this model goes on answering until `tokens`; so its answer is cut, which is no matter here."""
    sampling = Sampling(0.0, tokens, seed=3)
    return ChatPrompt("You tell stories.", "", "Write a very long story about a river.", sampling, "test")


def heard(monkeypatch: pytest.MonkeyPatch, then: Callable[[list[int]], None] = lambda pieces: None) -> list[int]:
    """The pieces of all answers as they arrive, each as the number of its question. `then` is called after each."""
    pieces: list[int] = []
    numbers, real = count(), ServerLink.chat

    async def chat(link: ServerLink, body: bytes, tokens: int, arrived: Callable[[], None], *rest: Any) -> TimedAnswer:
        number = next(numbers)

        def piece() -> None:
            pieces.append(number)
            then(pieces)
            arrived()

        return await real(link, body, tokens, piece, *rest)

    monkeypatch.setattr(ServerLink, "chat", chat)
    return pieces


def warm(model: LocalModel) -> None:
    """A model that was left alone for a while gets its next question alone (core.llm.server_link); not these."""
    model.ask([story(WORD)])


def test_two_answers_are_written_side_by_side(model: LocalModel, monkeypatch: pytest.MonkeyPatch) -> None:
    warm(model)
    pieces = heard(monkeypatch)
    model.ask([story(LONG), story(LONG)])
    assert set(pieces) == {0, 1}
    first_ends = len(pieces) - 1 - pieces[::-1].index(0)
    assert pieces.index(1) < first_ends, "the second begins before the first has ended"


def test_a_stop_frees_the_server(model: LocalModel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both slots write answers that last; stopped, the server has nothing to do after a few short questions, all of
    which together are a small part of what it had left to write."""
    warm(model)
    token = CancelToken()

    def stop(pieces: list[int]) -> None:
        if set(pieces) == {0, 1}:
            token.cancel()

    pieces = heard(monkeypatch, stop)
    with pytest.raises(Cancelled):
        model.ask([story(LONGER), story(LONGER)], token)
    assert len(pieces) < 2 * LONGER

    def busy() -> int:
        with urllib.request.urlopen(f"{model._link.found.address.origin}/slots") as reply:
            return sum(slot["is_processing"] for slot in json.load(reply))

    def freed() -> bool:
        model.ask([story(WORD)])
        return not busy()

    assert any(freed() for _ in range(LOOKS))


def test_exact_scores_are_read_from_the_server(model: LocalModel) -> None:
    """An English name is far more probable where it stands than without a text. Chinese words fail their controls with
    this model (docs/local-models.md): its server does not tell the probability of every piece of them."""
    assert model.scoring is not None
    engine, language = builtin_engine(), Language.EN
    text, name = TEXTS[language]
    sensitive = engine.extract(Request(text, language=language), Conversation())
    named = [item for item in sensitive.attributes if name in item.surfaces]
    assert [item.kind for item in named] == [Kind.EXPLICIT]
    reader = LiftReader(model.scoring, PromptBook.load(resource_root()), engine.taxonomy)
    there, without = (reader.read(document, language, named)[named[0].id] for document in (text, ""))
    lift = there.lift(without)
    assert lift is not None
    assert lift > 1
