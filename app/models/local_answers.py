"""Answers in plain words by the connected model, told to the window as they come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.runtime.io_runtime import Bridge, Channel
from core.domain.events import CancelToken
from ui.shared.viewmodels.ports import Asked, LocalAnswer

if TYPE_CHECKING:
    # These bring the HTTP library, which would delay the window; who has a model has imported them.
    from core.llm.free_answer import FreeAnswers


@dataclass(frozen=True, slots=True)
class LocalAnswers:
    """`LocalAnswerPort` over one model. `host`: the other computer that it runs on, "" for this one."""

    answers: FreeAnswers
    bridge: Bridge
    model: str
    host: str = ""

    def answer(
        self, text: str, earlier: Sequence[Asked], wrote: Callable[[str], None], cancel: CancelToken
    ) -> LocalAnswer:
        """As `LocalAnswerPort.answer`."""
        from core.llm.model import Exchange

        channel: Channel[str] = self.bridge.channel(lambda pieces: wrote("".join(pieces)))
        before = [Exchange(item.prompt, item.answer) for item in earlier]
        found = self.answers.ask(text, before, channel.post, cancel)
        return LocalAnswer(found.text, found.complete, found.left_out)
