"""Destinations without a wire: the dry run, and the person who copies and pastes."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass

from core.domain.language import Language
from core.domain.tokens import TOKEN_PATTERN
from core.net.answers import (
    AnswerEvent,
    Delta,
    Finished,
    FinishReason,
    Handover,
    Started,
    Transmission,
)
from core.net.envelope import Envelope
from core.net.limits import ReplyLimits
from core.net.plain_text import plain
from core.release.texts import ReleaseTexts

QUOTE_LENGTH = 400
"""Characters of the prompt that a simulated answer quotes."""

PIECE_LENGTH = 12
"""Characters per piece: a simulated answer streams too, and cuts tokens as a real one does."""


@dataclass(frozen=True, slots=True)
class DryRun:
    """Answers from this machine, labelled as a simulation, quoting the tokens so that restoration shows."""

    texts: ReleaseTexts
    language: Language

    def body(self, envelope: Envelope) -> bytes:
        return envelope.prompt.encode("utf-8")

    async def exchange(self, body: bytes, transmission: Transmission) -> AsyncGenerator[AnswerEvent, None]:
        transmission.begin()
        yield Started()
        answer = self.answer(body)
        for start in range(0, len(answer), PIECE_LENGTH):
            yield Delta(answer[start : start + PIECE_LENGTH])
        yield Finished(FinishReason.SIMULATED)

    def answer(self, body: bytes) -> str:
        """The whole simulated answer to `body`."""
        prompt = body.decode("utf-8")
        tokens = dict.fromkeys(match.group() for match in TOKEN_PATTERN.finditer(prompt))
        parts = [self.texts.simulation[self.language].replace("{bytes}", str(len(body)))]
        if tokens:
            parts.append(self.texts.simulation_tokens[self.language].replace("{tokens}", ", ".join(tokens)))
        quote = prompt if len(prompt) <= QUOTE_LENGTH else prompt[:QUOTE_LENGTH] + "…"
        parts.append(self.texts.simulation_quote[self.language].replace("{quote}", quote))
        return "\n\n".join(parts)


@dataclass(frozen=True, slots=True)
class ByHand:
    """Hands the exact text to the person. It counts as sent: where they paste it is out of our sight."""

    def body(self, envelope: Envelope) -> bytes:
        return envelope.prompt.encode("utf-8")

    async def exchange(self, body: bytes, transmission: Transmission) -> AsyncGenerator[AnswerEvent, None]:
        transmission.begin()
        transmission.answered()
        yield Handover(body.decode("utf-8"))
        yield Finished(FinishReason.HANDED_OVER)


def pasted_answer(text: str, limits: ReplyLimits | None = None) -> tuple[AnswerEvent, ...]:
    """An answer that a person pasted back, as the events of a streamed one: plain text, bounded."""
    bound = (limits or ReplyLimits()).answer_chars
    clean = plain(text[:bound])
    reason = FinishReason.LENGTH if len(text) > bound else FinishReason.STOP
    return (Started(), Delta(clean), Finished(reason))
