"""The bytes of one chat completion: [system][document][earlier exchanges][stage], the same prefix every time."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from core.llm.dialects import Dialect
from core.llm.model import Capabilities, ChatPrompt, JsonSchema, SchemaSupport
from core.net.adapter import encode

THINKING_ALLOWANCE = 1024
"""Tokens added where thinking cannot be switched off (models.md 4)."""
MAX_TEMPERATURE = 2.0


@dataclass(frozen=True, slots=True)
class ChatForm:
    """How questions are put to one model. `shape`: words that ask for a JSON schema, with `{shape}`.

    `form`: how an answer is held to its shape; `seed`: whether seeds are sent; `thinks`: whether thinking stays on;
    `bare`: nothing is sent but what every server takes, since this one refused more.
    """

    model: str
    dialect: Dialect
    form: SchemaSupport
    seed: bool
    thinks: bool
    shape: str
    bare: bool = False

    @classmethod
    def of(
        cls, model: str, dialect: Dialect, capabilities: Capabilities, shape: str, *, bare: bool = False
    ) -> ChatForm:
        return cls(
            model=dialect.model_alias or model,
            dialect=dialect,
            form=capabilities.schema,
            seed=capabilities.seed_honoured and dialect.sends_seed,
            thinks=not capabilities.thinking_off,
            shape=shape,
            bare=bare,
        )


def weaker(form: SchemaSupport, dialect: Dialect) -> SchemaSupport | None:
    """The next level of the ladder that this kind of server does not answer with an error, None below the last."""
    forms = (*dialect.schema_forms, SchemaSupport.PROMPT_ONLY)
    below = forms[forms.index(form) + 1 :] if form in forms else forms[-1:]
    return below[0] if below and below[0] is not form else None


def messages(prompt: ChatPrompt, form: ChatForm) -> list[dict[str, str]]:
    """Turns that alternate, as many chat templates demand: the document opens the first question."""
    stages = [item.stage for item in prompt.earlier] + [prompt.stage + _in_words(prompt.schema, form)]
    if prompt.document:
        stages[0] = f"{prompt.document}\n\n{stages[0]}"
    turns = [{"role": "system", "content": prompt.system}] if prompt.system else []
    for index, stage in enumerate(stages):
        turns.append({"role": "user", "content": stage})
        if index < len(prompt.earlier):
            turns.append({"role": "assistant", "content": prompt.earlier[index].answer})
    return turns


def segments(prompt: ChatPrompt, form: ChatForm) -> tuple[str, ...]:
    """The parts whose tokens are counted; the long ones are those that come again."""
    rest = [part for item in prompt.earlier for part in (item.stage, item.answer)]
    return (prompt.system, prompt.document, *rest, prompt.stage + _in_words(prompt.schema, form))


def _in_words(schema: JsonSchema | None, form: ChatForm) -> str:
    if schema is None or form.form is SchemaSupport.JSON_SCHEMA:
        return ""
    return "\n\n" + form.shape.replace("{shape}", json.dumps(schema, ensure_ascii=False))


def answer_tokens(prompt: ChatPrompt, form: ChatForm) -> int:
    """The longest answer that is asked for."""
    return prompt.sampling.max_tokens + (THINKING_ALLOWANCE if form.thinks else 0)


def chat_body(prompt: ChatPrompt, form: ChatForm, **more: object) -> bytes:
    """The request. `more`: further fields, for the handshake only."""
    sampling = prompt.sampling
    document: dict[str, object] = {
        "model": form.model,
        "messages": messages(prompt, form),
        "stream": True,
        "temperature": min(MAX_TEMPERATURE, sampling.temperature),
        "top_p": sampling.top_p,
        "max_tokens": answer_tokens(prompt, form),
    }
    if not form.bare:
        document["stream_options"] = {"include_usage": True}
        document.update(form.dialect.extras)
        document.update(without_thinking(form.dialect))
    if form.seed and sampling.seed is not None:
        document["seed"] = sampling.seed
    if prompt.schema is not None and (shaped := _response_format(prompt.schema, form.form)):
        document["response_format"] = shaped
    return encode({**document, **more})


def without_thinking(dialect: Dialect) -> dict[str, object]:
    """The fields that switch thinking off."""
    return {name: dict(value) if isinstance(value, Mapping) else value for name, value in dialect.thinking_off.items()}


def _response_format(schema: JsonSchema, form: SchemaSupport) -> dict[str, object]:
    match form:
        case SchemaSupport.JSON_SCHEMA:
            inner = {"name": "answer", "strict": True, "schema": dict(schema)}
            return {"type": "json_schema", "json_schema": inner}
        case SchemaSupport.JSON_OBJECT:
            return {"type": "json_object", "schema": dict(schema)}
        case SchemaSupport.PROMPT_ONLY:
            return {}
