"""A language model whose answers are written by a test: no server, no weights, every prompt kept."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from core.domain.events import CancelToken
from core.llm.model import (
    CallFailed,
    Capabilities,
    ChatPrompt,
    Completion,
    ModelInfo,
    SchemaSupport,
    ScoringModel,
    Usage,
)

CAPABILITIES = Capabilities(
    schema=SchemaSupport.JSON_SCHEMA,
    thinking_off=True,
    logprobs=False,
    exact=False,
    many=False,
    seed_honoured=True,
    slots=4,
    context=8192,
)
Reply = str | Completion | CallFailed
Brain = Callable[[ChatPrompt], Reply]
NONCE = "k0badf00d"


class ScriptedModel:
    """Answers with `brain(prompt)`; implements core.llm.model.LanguageModel."""

    def __init__(
        self, brain: Brain, *, name: str = "scripted", capabilities: Capabilities = CAPABILITIES, **changed: object
    ) -> None:
        self._brain = brain
        self._info = ModelInfo(name, "test")
        self._capabilities = replace(capabilities, **changed)  # type: ignore[arg-type]
        self.prompts: list[ChatPrompt] = []

    @property
    def info(self) -> ModelInfo:
        return self._info

    @property
    def capabilities(self) -> Capabilities:
        return self._capabilities

    @property
    def scoring(self) -> ScoringModel | None:
        return None

    def ask(
        self, prompts: Sequence[ChatPrompt], cancel: CancelToken | None = None
    ) -> tuple[Completion | CallFailed, ...]:
        if cancel is not None:
            cancel.check()
        self.prompts += prompts
        return tuple(self._answer(prompt) for prompt in prompts)

    def _answer(self, prompt: ChatPrompt) -> Completion | CallFailed:
        said = self._brain(prompt)
        return Completion(said) if isinstance(said, str) else said

    def usage(self) -> Mapping[str, Usage]:
        return {}

    def asked(self, purpose: str) -> list[ChatPrompt]:
        """The prompts of one purpose, in order."""
        return [prompt for prompt in self.prompts if prompt.purpose == purpose]


def items(*entries: Mapping[str, object], **more: object) -> str:
    """An answer of the usual shape."""
    return json.dumps({"items": list(entries), **more}, ensure_ascii=False)


def values(*pairs: tuple[str, str]) -> str:
    """An extraction answer of (type, value) pairs."""
    return items(*({"type": kind, "value": value} for kind, value in pairs))


def by_purpose(**replies: Reply | Brain) -> Brain:
    """A brain that answers by purpose; dots are written as underscores."""

    def brain(prompt: ChatPrompt) -> Reply:
        reply = replies[prompt.purpose.replace(".", "_")]
        return reply(prompt) if callable(reply) else reply

    return brain


def document_of(prompt: ChatPrompt) -> str:
    """The text inside the fence."""
    found = re.fullmatch(r"<doc \S+>\n(.*)\n</doc \S+>", prompt.document, re.DOTALL)
    return found.group(1) if found else ""
