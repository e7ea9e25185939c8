"""Many short dialogues with a model, side by side: each is a generator that yields questions and returns an outcome."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TypeVar

from core.domain.errors import KnownError
from core.domain.events import CancelToken
from core.llm.model import CallFailed, ChatPrompt, LanguageModel
from core.llm.shared_prefix import spread
from core.verify.attackers.llm_answers import ANSWERLESS, Reply, read

T = TypeVar("T")
Dialogue = Generator[ChatPrompt, Reply, T]


def converse(model: LanguageModel, dialogues: Sequence[Dialogue[T]], cancel: CancelToken | None = None) -> list[T]:
    """Outcomes in the order of `dialogues`; the open questions of all of them are asked together, those that begin
    alike one after another: a server's slot keeps what it has read. Each is drawn for itself all the same.

    Raises KnownError with the server's code when no question of a round was answered because of the server, or a
    dialogue could not be finished for that reason; Cancelled.
    """
    outcomes: dict[int, T] = {}
    waiting: dict[int, ChatPrompt] = {}

    def advance(index: int, reply: Reply | None) -> None:
        try:
            waiting[index] = next(dialogues[index]) if reply is None else dialogues[index].send(reply)
        except StopIteration as ended:
            waiting.pop(index, None)
            outcomes[index] = ended.value

    for index in range(len(dialogues)):
        advance(index, None)
    while waiting:
        if cancel is not None:
            cancel.check()
        alike = sorted(waiting, key=lambda index: (waiting[index].document, waiting[index].stage, index))
        asked = [(index, waiting[index]) for index in spread(alike, model.capabilities.slots)]
        answers = model.ask([prompt for _, prompt in asked], cancel)
        _check_server(answers)
        for (index, prompt), answer in zip(asked, answers, strict=True):
            advance(index, read(prompt, answer))
    return [outcomes[index] for index in range(len(dialogues))]


def _check_server(answers: Sequence[object]) -> None:
    """A server that answers nothing is told at once, not after every redraw."""
    failed = [answer for answer in answers if isinstance(answer, CallFailed) and answer.code not in ANSWERLESS]
    if failed and len(failed) == len(answers):
        raise server_failed(failed[0].code, failed[0].details)


def server_failed(code: str, details: object = None) -> KnownError:
    """The error of a stage that a server did not finish. Nothing was decided."""
    known = dict(details) if isinstance(details, dict) else {}
    return KnownError(code, details=known, retryable=True)
