"""A connected model, lent to work that does not own the connection: when that ends, its answers fail, not the work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.domain.errors import BugError, Cancelled
from core.domain.events import CancelToken
from core.llm.delegating_model import DelegatingModel
from core.llm.model import CallFailed, ChatPrompt, Completion, LanguageModel, Usage

GONE = "llm.unreachable"


class BorrowedModel(DelegatingModel):
    """A `LanguageModel`. A connection that its owner closes meanwhile counts as a server that does not answer."""

    def __init__(self, model: LanguageModel) -> None:
        super().__init__(model)

    def ask(
        self, prompts: Sequence[ChatPrompt], cancel: CancelToken | None = None
    ) -> tuple[Completion | CallFailed, ...]:
        """As `LanguageModel.ask`."""
        try:
            return self._model.ask(prompts, cancel)
        except BugError as error:
            if error.code != "bug.model_closed":
                raise
        except Cancelled:
            # Only the caller's own word ends the caller's work; the owner's end of the line cancels what is on it.
            if cancel is not None and cancel.cancelled:
                raise
        return tuple(CallFailed(GONE) for _ in prompts)

    def usage(self) -> Mapping[str, Usage]:
        """As `LanguageModel.usage`."""
        return self._model.usage()
