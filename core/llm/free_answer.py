"""An answer in plain words for a person, told as it comes: a prompt that must not leave is answered on this machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.domain.errors import ModelServerError
from core.domain.events import CancelToken
from core.llm.chat_request import ChatForm, answer_tokens, chat_body, segments
from core.llm.json_answers import THOUGHT_END, THOUGHT_START, split_thinking
from core.llm.model import ChatPrompt, Exchange, Sampling
from core.llm.server_link import ServerLink, TimedAnswer
from core.llm.token_budget import TokenBudget, was_truncated
from core.net.plain_text import PlainText

PURPOSE = "answer"
TEMPERATURE = 0.7
LONGEST = 4096
"""Tokens of one answer at most; a person who wants more asks again."""
SHORTEST = 256
"""Where no more than that is left of the context, earlier turns are left out, then the prompt is refused."""
TAIL = 16
"""Characters in which the end of a closing mark is looked for."""

Wrote = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class FreeAnswer:
    """`text` without thinking. `complete` False: the model stopped at its limit of length. `left_out`: how many of the
    earlier turns did not fit."""

    text: str
    complete: bool = True
    left_out: int = 0


class VisibleAnswer:
    """Passes on what a model says, made harmless, and holds back what it thinks, piece by piece."""

    def __init__(self, wrote: Wrote) -> None:
        self._wrote = wrote
        self._plain = PlainText()
        self._held = ""
        self._speaking = False
        self._thought = False

    def take(self, piece: str) -> None:
        piece = self._plain.feed(piece)
        if self._speaking:
            self._speak(piece)
            return
        begun = len(self._held)
        self._held += piece
        if THOUGHT_START.match(self._held):
            if not THOUGHT_END.search(self._held, max(0, begun - TAIL)):
                return
            self._thought = True
            self._speak(split_thinking(self._held)[1])
        elif not _may_be_a_mark(self._held):
            self._speak(self._held)

    def _speak(self, text: str) -> None:
        """What follows a thought begins with its first word, as in the whole answer."""
        self._speaking, self._held = True, ""
        if self._thought:
            text = text.lstrip()
        if text:
            self._thought = False
            self._wrote(text)


def _may_be_a_mark(text: str) -> bool:
    begin = text.lstrip().lower()
    return any(mark.startswith(begin) for mark in ("<think>", "<thinking>", "<reasoning>"))


class FreeAnswers:
    """Of one model. Texts reach neither logs nor errors; nothing is kept of a conversation."""

    def __init__(self, link: ServerLink, form: ChatForm, budget: TokenBudget, context: int) -> None:
        """`context`: tokens of prompt and answer together."""
        self._link = link
        self._form = form
        self._budget = budget
        self._context = context

    def ask(
        self, text: str, earlier: Sequence[Exchange], wrote: Wrote, cancel: CancelToken | None = None
    ) -> FreeAnswer:
        """Blocks until the answer is there; `wrote` gets its pieces, in the thread of the link. What is returned is
        the answer, also where the pieces were another reading of it.

        Raises ModelServerError `llm.*` (`llm.too_long`: prompt and a short answer do not fit), Cancelled.
        """
        return self._link.run(lambda: self._answer(text, tuple(earlier), wrote), cancel)

    async def _answer(self, text: str, earlier: tuple[Exchange, ...], wrote: Wrote) -> FreeAnswer:
        prompt, least, left_out = await self._fitting(text, earlier)
        async with self._link.slots:
            timed = await self._told(prompt, wrote)
        raw = timed.answer
        if raw.prompt_tokens is not None and was_truncated(raw.prompt_tokens, least):
            raise ModelServerError("llm.truncated", details={"read": raw.prompt_tokens, "sent": least})
        answer = split_thinking(raw.text)[1]
        if not answer.strip():
            raise ModelServerError("llm.empty")
        return FreeAnswer(answer, raw.finish != "length", left_out)

    async def _fitting(self, text: str, earlier: tuple[Exchange, ...]) -> tuple[ChatPrompt, int, int]:
        """The prompt with as many of the latest turns as fit, its fewest tokens, and how many turns do not."""
        for left_out in range(len(earlier) + 1):
            prompt = _prompt(text, earlier[left_out:], LONGEST)
            least, most = await self._budget.bounds(segments(prompt, self._form))
            thinking = answer_tokens(prompt, self._form) - LONGEST
            room = self._context - most - thinking
            if room >= SHORTEST:
                return _prompt(text, earlier[left_out:], min(LONGEST, room)), least, left_out
        needed = most + thinking + SHORTEST
        raise ModelServerError("llm.too_long", details={"needed": needed, "context": self._context})

    async def _told(self, prompt: ChatPrompt, wrote: Wrote) -> TimedAnswer:
        """Tried again where that may help, until the first word was told."""
        patience, told, attempt = self._link.patience, VisibleAnswer(wrote), 1
        heard: list[bool] = []
        while True:
            try:
                timed = await self._link.chat(
                    chat_body(prompt, self._form),
                    answer_tokens(prompt, self._form),
                    lambda: heard.append(True) if not heard else None,
                    told.take,
                )
            except ModelServerError as error:
                self._link.note(well=False)
                seconds = None if heard else patience.wait(error, attempt)
                if seconds is None:
                    raise
                await patience.sleep(seconds)
                attempt += 1
            else:
                self._link.note(well=True)
                return timed


def _prompt(text: str, earlier: tuple[Exchange, ...], max_tokens: int) -> ChatPrompt:
    return ChatPrompt("", "", text, Sampling(TEMPERATURE, max_tokens), PURPOSE, earlier=earlier)
