"""A connection that its owner closes while a distillation asks: a note of the distillation, not its end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from learning_cases import Past, distillery
from llm_scripted import ScriptedModel

from app.models.borrowed import GONE, BorrowedModel
from core.domain.errors import BugError, Cancelled
from core.domain.events import CancelToken
from core.domain.protocol import STRICT
from core.learn.model_distiller import ModelDistiller
from core.llm.model import ChatPrompt
from core.llm.prompts import PromptBook
from core.resources import load_taxonomy, resource_root


def closed(_prompt: ChatPrompt) -> str:
    raise BugError("bug.model_closed")


def cut(_prompt: ChatPrompt) -> str:
    raise Cancelled()


def distiller(brain: Callable[[ChatPrompt], str]) -> ModelDistiller:
    root = resource_root()
    model = BorrowedModel(ScriptedModel(brain))
    return ModelDistiller(model, PromptBook.load(root), load_taxonomy(root), STRICT, reach=12)


@pytest.mark.parametrize("brain", [closed, cut])
def test_a_connection_that_ends_is_a_note(brain: Callable[[ChatPrompt], str]) -> None:
    past = Past().badges()
    found = distillery(model=distiller(brain)).distil(past.items, past.kept)
    assert [item.by for item in found.accepted] == ["builtin"]
    assert found.notes == (GONE,)


def test_the_persons_own_stop_ends_the_work() -> None:
    cancel = CancelToken()

    def brain(_prompt: ChatPrompt) -> str:
        cancel.cancel()
        raise Cancelled()

    past = Past().badges()
    with pytest.raises(Cancelled):
        distillery(model=distiller(brain)).distil(past.items, past.kept, cancel=cancel)


def test_another_broken_invariant_is_not_hidden() -> None:
    def brain(_prompt: ChatPrompt) -> str:
        raise BugError("bug.other")

    past = Past().badges()
    with pytest.raises(BugError):
        distillery(model=distiller(brain)).distil(past.items, past.kept)
