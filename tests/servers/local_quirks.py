"""What each kind of local server ignores, refuses or does in its own way (models.md 1), as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from servers.local import Question, Said


STRICT_FIELDS = frozenset(
    {"model", "messages", "stream", "temperature", "top_p", "max_tokens", "seed", "response_format", "n"}
)


class LocalKind(StrEnum):
    LMSTUDIO = "lmstudio"
    LLAMACPP = "llamacpp"
    OLLAMA = "ollama"
    MLX = "mlx"


@dataclass(frozen=True)
class Quirks:
    """`schema`: held to a json_schema; `schema_refused`, `object_refused`: status for asking, 0 = accepted.
    `strict`: unknown fields are an error. `thinks`: "" | "field" | "tags" | "routed", even when asked not to.
    `slots`: answers side by side."""

    schema: bool = True
    schema_refused: int = 0
    object_refused: int = 0
    thinks: str = ""
    thinking_field: str = "reasoning_content"
    logprobs: bool = False
    many: bool = False
    seed: bool = True
    usage: bool = True
    slots: int = 4
    strict: bool = False

    def refuses(self, body: Mapping[str, Any]) -> tuple[int, object] | None:
        """(status, document) of a request that the server does not take."""
        if self.strict and not set(body) <= STRICT_FIELDS:
            return 400, {"error": {"message": "extra fields not permitted", "type": "invalid_request_error"}}
        wanted = (body.get("response_format") or {}).get("type", "")
        status = {"json_schema": self.schema_refused, "json_object": self.object_refused}.get(wanted, 0)
        if not status:
            return None
        return status, {"error": {"message": "'response_format.type' is not supported", "type": "invalid_request"}}

    def distort(self, said: Said, question: Question) -> Said:
        """What is left of an answer after the server's own handling of thinking."""
        match self.thinks:
            case "field":
                return replace(said, thinking="Let me think about this.")
            case "tags":
                return replace(said, text=f"<think>Let me think {{about}} this.</think>\n{said.text}")
            case "routed" if question.schema is not None:
                return replace(said, text="", thinking=said.text)
            case _:
                return said


DEFAULTS: Mapping[LocalKind, Quirks] = {
    LocalKind.LMSTUDIO: Quirks(object_refused=400),
    LocalKind.LLAMACPP: Quirks(logprobs=True, many=True),
    LocalKind.OLLAMA: Quirks(thinking_field="reasoning", logprobs=True, slots=1),
    LocalKind.MLX: Quirks(schema=False, thinking_field="reasoning", logprobs=True),
}
