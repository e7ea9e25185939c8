"""What the engine knows of a language model: questions, answers, exact scores, what it cost (models.md 2, gate.md 4).

Nothing here says where the model runs. `core.llm.client` speaks to a server on this machine, `core.llm.embedded`
computes in process, tests script an "attacker brain". Models never decide anything: they return data that is checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from core.domain.events import CancelToken

JsonSchema = Mapping[str, object]


class SchemaSupport(StrEnum):
    """How an answer can be held to a shape, strongest first (the fallback ladder of models.md 4)."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    PROMPT_ONLY = "prompt_only"


class Ending(StrEnum):
    """Why a completion ended. LENGTH is a failure, not data."""

    STOP = "stop"
    LENGTH = "length"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Sampling:
    """Always sent in full: servers' defaults differ. `max_tokens` > 0; `seed` None = not sent."""

    temperature: float
    max_tokens: int
    top_p: float = 1.0
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """An earlier question of the same stage and the answer to it (self-critique goes on from extraction)."""

    stage: str
    answer: str


@dataclass(frozen=True, slots=True)
class ChatPrompt:
    """One stateless question, laid out [system][document][earlier exchanges][stage] so that all questions about one
    document share a byte-identical prefix.

    `document`: a text already fenced by `core.llm.fence` (once per document and run), "" for the null document.
    `schema`: shape of the answer, None for plain text. `purpose`: content-free label for accounts and logs, such as
    "extract" or "attack.open".
    """

    system: str
    document: str
    stage: str
    sampling: Sampling
    purpose: str
    schema: JsonSchema | None = None
    earlier: tuple[Exchange, ...] = ()


@dataclass(frozen=True, slots=True)
class Completion:
    """`text`: the answer without thinking text. `prompt_tokens` includes `cached_tokens`. Seconds are wall clock."""

    text: str
    ending: Ending = Ending.STOP
    thinking: str = ""
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    first_token_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class CallFailed:
    """A call without a usable answer, after the client's own retries. `code` is a message key (`llm.*`)."""

    code: str
    details: Mapping[str, str | int | float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Usage:
    """What was spent on one purpose. `seconds`: sum over calls, so parallel calls count each."""

    calls: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0

    def plus(self, other: Usage) -> Usage:
        """Both together."""
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.cached_tokens + other.cached_tokens,
            self.completion_tokens + other.completion_tokens,
            self.seconds + other.seconds,
        )


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a handshake saw a server do, not what it promises (models.md 2).

    `slots`: requests that really run side by side (>= 1). `context`: tokens of prompt and answer together.
    `ignored`: names of parameters that were sent and had no effect; they go into the certificate.
    `temperature_honoured`: answers drawn at temperature 1 differ; without that no draw is one.
    """

    schema: SchemaSupport
    thinking_off: bool
    logprobs: bool
    exact: bool
    many: bool
    seed_honoured: bool
    slots: int
    context: int
    ignored: tuple[str, ...] = ()
    temperature_honoured: bool = True


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """Which model answers. `server`: kind of server, or "embedded". `digest`: "" where nothing tells it.

    `family`: coarse model family ("qwen", "llama"), "" unknown; a scorer of another family is asked for it.
    """

    id: str
    server: str
    digest: str = ""
    family: str = ""


class LanguageModel(Protocol):
    """A chat model. Every method blocks, may be called from any thread but the main one, and keeps no state
    of a conversation."""

    @property
    def info(self) -> ModelInfo: ...

    @property
    def capabilities(self) -> Capabilities: ...

    @property
    def scoring(self) -> ScoringModel | None:
        """Exact mode, None where the server does not give raw log-probabilities."""
        ...

    def ask(
        self, prompts: Sequence[ChatPrompt], cancel: CancelToken | None = None
    ) -> tuple[Completion | CallFailed, ...]:
        """All answers in the order of `prompts`, as many side by side as the server has slots.

        A failed call is data in its place. Raises Cancelled within 500 ms of the token, with every slot freed.
        """
        ...

    def usage(self) -> Mapping[str, Usage]:
        """What was spent so far, by purpose."""
        ...


@dataclass(frozen=True, slots=True)
class Continuation:
    """One exact score to compute: log P(`answer` | [system][document][stage] `opening`).

    `opening` is the beginning of the model's own answer ("The person works in"); `answer` continues it.
    """

    system: str
    document: str
    stage: str
    opening: str
    answer: str


class ScoringModel(Protocol):
    """Teacher-forced scores (gate.md 4)."""

    @property
    def info(self) -> ModelInfo: ...

    def log_probabilities(
        self, continuations: Sequence[Continuation], cancel: CancelToken | None = None
    ) -> tuple[float | None, ...]:
        """Natural logarithms, in order; None where the model returned none: missing, never a low value.

        Raises Cancelled.
        """
        ...
