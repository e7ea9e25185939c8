"""One request as it arrived, byte for byte."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Dialect(StrEnum):
    OPENAI = "openai"
    ANTHROPIC = "anthropic"


@dataclass(frozen=True)
class Received:
    """`head`: request line and headers with their CRLFs; `body`: the content as sent."""

    index: int
    connection: int
    head: bytes
    body: bytes

    @property
    def method(self) -> str:
        return self.head.split(b" ", 1)[0].decode("ascii")

    @property
    def path(self) -> str:
        return self.head.split(b" ", 2)[1].decode("ascii")

    @property
    def headers(self) -> dict[str, str]:
        """Lower-case names."""
        lines = self.head.decode("latin-1").split("\r\n")[1:]
        pairs = (line.split(":", 1) for line in lines if ":" in line)
        return {name.strip().lower(): value.strip() for name, value in pairs}

    @property
    def dialect(self) -> Dialect:
        return Dialect.ANTHROPIC if self.path.endswith("/messages") else Dialect.OPENAI

    @property
    def json(self) -> dict[str, Any]:
        return dict(json.loads(self.body))

    @property
    def system(self) -> str:
        """The system line, in whichever place the dialect keeps it."""
        if self.dialect is Dialect.ANTHROPIC:
            return str(self.json.get("system", ""))
        return "".join(turn["content"] for turn in self.json["messages"] if turn["role"] == "system")

    @property
    def turns(self) -> list[tuple[str, str]]:
        """(role, content) of every message but the system line."""
        return [(turn["role"], turn["content"]) for turn in self.json["messages"] if turn["role"] != "system"]

    @property
    def user(self) -> str:
        """The last user message."""
        return next(content for role, content in reversed(self.turns) if role == "user")
