"""Questions, answers and handshakes that the tests of local servers share."""

from __future__ import annotations

from dataclasses import replace

import pytest
from servers.local import LocalKind, Question
from servers.local_quirks import DEFAULTS
from unhurried import LIMIT_SECONDS

from core.llm.client import LocalModel
from core.llm.handshake import Handshake, HandshakeCache
from core.llm.model import CallFailed, Capabilities, ChatPrompt, Completion, Sampling, SchemaSupport
from core.llm.server_link import Patience
from core.net.limits import Timeouts

SECRET = "Zhāng Wěi 张伟 of 12 Fictional Lane"
DOCUMENT = f"<doc k1a2b3c4>\n{SECRET} 𠮷 👩🏽‍⚕️ asks about his visit. {'More about the visit. ' * 20}\n</doc k1a2b3c4>"
SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {"items": {"type": "array", "maxItems": 8, "items": {"type": "string", "maxLength": 40}}},
    "required": ["items"],
}
GOOD = '{"items": ["Zürich", "南京"]}'
every_kind = pytest.mark.parametrize("kind", list(LocalKind))


async def _no_wait(seconds: float) -> None:
    """Waits are asked for, not waited."""


PATIENT = Timeouts(*(LIMIT_SECONDS,) * 4)
QUICK = Patience(sleep=_no_wait, random=lambda: 0.0, timeouts=PATIENT)
IMPATIENT = replace(QUICK, attempts=1, timeouts=replace(PATIENT, read=0.2))
"""For a server that says nothing at all: however slow the machine, its silence is what ends the wait."""


def known(kind: LocalKind, **changes: object) -> Handshake:
    quirks = DEFAULTS[kind]
    seen = Capabilities(
        schema=SchemaSupport.JSON_SCHEMA if quirks.schema else SchemaSupport.PROMPT_ONLY,
        thinking_off=True,
        logprobs=quirks.logprobs,
        exact=kind is LocalKind.LLAMACPP,
        many=quirks.many,
        seed_honoured=kind is not LocalKind.MLX,
        slots=quirks.slots,
        context=8192,
    )
    return Handshake(replace(seen, **changes))  # type: ignore[arg-type]


class Known(HandshakeCache):
    """A handshake that took place before."""

    def __init__(self, shaken: Handshake) -> None:
        super().__init__()
        self._shaken = shaken

    def get(self, link: object, model: str) -> Handshake | None:
        return self._shaken


def good(question: Question) -> str:
    return GOOD


def prompt(stage: str = "List the places.", *, schema: bool = True, **sampling: object) -> ChatPrompt:
    drawn = Sampling(**{"temperature": 0.2, "max_tokens": 200, "seed": 5, **sampling})  # type: ignore[arg-type]
    return ChatPrompt("You read documents.", DOCUMENT, stage, drawn, "test.list", SCHEMA if schema else None)


def answer_of(model: LocalModel, question: ChatPrompt) -> Completion:
    (found,) = model.ask([question])
    assert isinstance(found, Completion), found
    return found


def failure_of(model: LocalModel, question: ChatPrompt) -> CallFailed:
    (found,) = model.ask([question])
    assert isinstance(found, CallFailed), found
    return found


def items_of(value: object) -> list[str]:
    assert isinstance(value, dict)
    return list(value["items"])
