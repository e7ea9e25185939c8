"""Everything of a request that is text: the system line, earlier turns, and the approved prompt."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EarlierTurn:
    """One exchange as the cloud knows it: the prompt that was sent, the answer it gave (tokens unrestored)."""

    prompt: str
    answer: str


@dataclass(frozen=True, slots=True)
class Envelope:
    """`prompt` is the approved artifact's text, unchanged. `system` may be empty; `earlier` is oldest first."""

    prompt: str
    system: str = ""
    earlier: tuple[EarlierTurn, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """Every text that leaves, in the order in which it stands in the request."""
        turns = tuple(text for turn in self.earlier for text in (turn.prompt, turn.answer))
        return ((self.system,) if self.system else ()) + turns + (self.prompt,)

    @property
    def sha256(self) -> str:
        """Digest over all texts and their roles."""
        canonical = json.dumps([self.system, [[turn.prompt, turn.answer] for turn in self.earlier], self.prompt])
        return hashlib.sha256(canonical.encode("ascii")).hexdigest()

    @property
    def prompt_bytes(self) -> int:
        return len(self.prompt.encode("utf-8"))

    @property
    def system_bytes(self) -> int:
        return len(self.system.encode("utf-8"))

    @property
    def earlier_bytes(self) -> int:
        return sum(len((turn.prompt + turn.answer).encode("utf-8")) for turn in self.earlier)
