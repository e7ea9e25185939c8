"""Many short dialogues with a model, side by side: each is a generator that yields questions and returns an outcome."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Generic, TypeVar

from core.domain.errors import KnownError
from core.domain.events import CancelToken
from core.llm.model import CallFailed, ChatPrompt, LanguageModel
from core.llm.shared_prefix import spread
from core.verify.attackers.llm_answers import ANSWERLESS, Reply, read

T = TypeVar("T")
Dialogue = Generator[ChatPrompt, Reply, T]


class DialogueBatch(Generic[T]):
    """Dialogues side by side; more of them may join between two rounds. Of one thread.

    The open questions of all are asked together, those that begin alike one after another: a server's slot keeps what
    it has read. Each is drawn for itself all the same.
    """

    def __init__(self, model: LanguageModel, cancel: CancelToken | None = None) -> None:
        self._model = model
        self._cancel = cancel
        self._dialogues: list[Dialogue[T]] = []
        self._waiting: dict[int, ChatPrompt] = {}
        self._ended: dict[int, T] = {}

    @property
    def open(self) -> bool:
        """Whether a round has something to ask or to tell."""
        return bool(self._waiting or self._ended)

    def join(self, dialogue: Dialogue[T]) -> int:
        """Add a dialogue, whose first question is asked in the next round. Returns its number, counted from 0."""
        self._dialogues.append(dialogue)
        number = len(self._dialogues) - 1
        self._advance(number, None)
        return number

    def round(self) -> dict[int, T]:
        """One question of every dialogue that goes on; outcomes of those that have ended since the last round.

        Raises KnownError with the server's code when no question was answered because of the server, Cancelled.
        """
        if self._cancel is not None:
            self._cancel.check()
        waiting = self._waiting
        alike = sorted(waiting, key=lambda number: (waiting[number].document, waiting[number].stage, number))
        asked = [(number, waiting[number]) for number in spread(alike, self._model.capabilities.slots)]
        answers = self._model.ask([prompt for _, prompt in asked], self._cancel) if asked else ()
        _check_server(answers)
        for (number, prompt), answer in zip(asked, answers, strict=True):
            self._advance(number, read(prompt, answer))
        ended, self._ended = self._ended, {}
        return ended

    def _advance(self, number: int, reply: Reply | None) -> None:
        dialogue = self._dialogues[number]
        try:
            self._waiting[number] = next(dialogue) if reply is None else dialogue.send(reply)
        except StopIteration as stop:
            self._waiting.pop(number, None)
            self._ended[number] = stop.value


def converse(model: LanguageModel, dialogues: Sequence[Dialogue[T]], cancel: CancelToken | None = None) -> list[T]:
    """Outcomes in the order of `dialogues`. Raises as `Table.round`, also where a dialogue could not be finished."""
    table: DialogueBatch[T] = DialogueBatch(model, cancel)
    for dialogue in dialogues:
        table.join(dialogue)
    outcomes: dict[int, T] = {}
    while table.open:
        outcomes.update(table.round())
    return [outcomes[number] for number in range(len(dialogues))]


def _check_server(answers: Sequence[object]) -> None:
    """Raise at once where a server answers nothing at all, instead of asking each question again first."""
    failed = [answer for answer in answers if isinstance(answer, CallFailed) and answer.code not in ANSWERLESS]
    if failed and len(failed) == len(answers):
        raise server_failed(failed[0].code, failed[0].details)


def server_failed(code: str, details: object = None) -> KnownError:
    """The error of a stage that a server did not finish. Nothing was decided."""
    known = dict(details) if isinstance(details, dict) else {}
    return KnownError(code, details=known, retryable=True)
