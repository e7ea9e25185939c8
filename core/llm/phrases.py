"""Recognises a refusal, and what a server's error message is about, by shipped words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.domain.errors import ResourceError
from core.resources import read_toml

PHRASES_FILE = "servers/phrases.toml"
REFUSAL_HEAD = 60
"""Code points from the start of an answer in which a refusal shows."""
REFUSAL_LONGEST = 600
"""A longer answer did some of the work, whatever it begins with."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """`refusals`: beginnings of refusing sentences; `errors`: topic -> words. All in lower case."""

    refusals: tuple[str, ...]
    errors: Mapping[str, tuple[str, ...]]

    @classmethod
    def load(cls, root: Path) -> Phrases:
        """Raises ResourceError."""
        data = read_toml(root / PHRASES_FILE)
        try:
            refusals = tuple(str(phrase).lower() for phrases in data["refusals"].values() for phrase in phrases)
            errors = {topic: tuple(str(word).lower() for word in words) for topic, words in data["errors"].items()}
        except (KeyError, AttributeError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": "phrases.toml"}) from error
        return cls(refusals, errors)

    def refuses(self, answer: str) -> bool:
        """Whether a plain answer is a refusal."""
        text = answer.strip()
        head = text[:REFUSAL_HEAD].lower()
        return len(text) <= REFUSAL_LONGEST and any(phrase in head for phrase in self.refusals)

    def topic(self, message: str) -> str:
        """Topic of an error message, "" when it is about none that is known."""
        text = message.lower()
        return next((topic for topic, words in self.errors.items() if any(word in text for word in words)), "")
