"""The memory of one conversation: its key, its tokens, what was sent in earlier turns (DESIGN 5.5)."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace

from core.domain.artifact import Artifact
from core.domain.attempts import AttemptLedger
from core.domain.request import Disclosure
from core.domain.sensitive import SensitiveSet
from core.domain.tokens import TokenVault

KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class SentTurn:
    """One turn that left: S and D as they were, and the answer as the cloud wrote it (tokens unrestored)."""

    sensitive: SensitiveSet
    artifact: Artifact
    cloud_answer: str


@dataclass(slots=True)
class Conversation:
    """The turns of one conversation and what they need of one another. In memory only. `key` makes attribute ids
    unlinkable between conversations.

    `levels` remembers the level every value was sent at, so that a later turn never tells it more exactly. `attempts`:
    certifications by draws so far.
    """

    id: str = field(default_factory=lambda: secrets.token_hex(8))
    key: bytes = field(default_factory=lambda: secrets.token_bytes(KEY_BYTES), repr=False)
    vault: TokenVault = field(default_factory=TokenVault, repr=False)
    turns: list[SentTurn] = field(default_factory=list, repr=False)
    levels: dict[str, int] = field(default_factory=dict, repr=False)
    attempts: AttemptLedger = field(default_factory=AttemptLedger, repr=False)

    def fork(self) -> Conversation:
        """A copy to work on while a turn is a draft, so that values typed and deleted again use up no tokens. Attempts
        are counted for all copies together: what was tried was tried."""
        return Conversation(self.id, self.key, self.vault.fork(), list(self.turns), dict(self.levels), self.attempts)

    @property
    def disclosed(self) -> tuple[Disclosure, ...]:
        """What the destination knows by now, oldest turn first."""
        return tuple(Disclosure(turn.sensitive, turn.artifact) for turn in self.turns)

    def answered(self, artifact: Artifact, cloud_answer: str) -> None:
        """The answer to a turn that had left before came later; nothing where `artifact` never left."""
        for place in reversed(range(len(self.turns))):
            if self.turns[place].artifact == artifact:
                self.turns[place] = replace(self.turns[place], cloud_answer=cloud_answer)
                return

    def record(self, turn: SentTurn) -> None:
        """Remember a turn whose artifact has left."""
        self.turns.append(turn)
        for attribute_id, level in turn.artifact.levels.items():
            self.levels[attribute_id] = min(level, self.levels.get(attribute_id, level))
