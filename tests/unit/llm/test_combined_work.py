"""Two pieces of work on one model: questions meet, answers part, errors reach whom they concern."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from core.domain.errors import KnownError
from core.domain.events import CancelToken
from core.llm.combined_work import run_together
from core.llm.model import (
    Capabilities,
    ChatPrompt,
    Completion,
    LanguageModel,
    ModelInfo,
    Sampling,
    SchemaSupport,
    ScoringModel,
    Usage,
)


class Echo:
    """Answers every question with itself and keeps the batches."""

    scoring: ScoringModel | None = None
    info = ModelInfo("echo", "scripted", "1")
    capabilities = Capabilities(SchemaSupport.JSON_SCHEMA, True, False, False, False, True, 4, 4096)

    def __init__(self, failing: str = "") -> None:
        self.batches: list[list[str]] = []
        self._failing = failing

    def ask(self, prompts: Sequence[ChatPrompt], cancel: CancelToken | None = None) -> tuple[Completion, ...]:
        self.batches.append([prompt.stage for prompt in prompts])
        if self._failing in self.batches[-1]:
            raise KnownError("llm.refused")
        return tuple(Completion(prompt.stage) for prompt in prompts)

    def usage(self) -> Mapping[str, Usage]:
        return {}


def asking(model: LanguageModel, *rounds: Sequence[str]) -> list[str]:
    said: list[str] = []
    for stages in rounds:
        answers = model.ask([ChatPrompt("", "", stage, Sampling(0.0, 8), "test") for stage in stages])
        said += [answer.text for answer in answers if isinstance(answer, Completion)]
    return said


def test_questions_of_both_sides_meet_and_the_rest_goes_on_alone() -> None:
    echo = Echo()
    found = run_together(echo, lambda m: asking(m, ["a1", "a2"], ["a3"], ["a4"]), lambda m: asking(m, ["b1"], ["b2"]))
    assert found == (["a1", "a2", "a3", "a4"], ["b1", "b2"])
    assert echo.batches == [["a1", "a2", "b1"], ["a3", "b2"], ["a4"]]


def test_a_side_that_asks_nothing_holds_nobody_up() -> None:
    echo = Echo()
    assert run_together(echo, lambda m: asking(m, [], ["a"]), lambda m: 7) == (["a"], 7)
    assert echo.batches == [["a"]]


@pytest.mark.parametrize("failing", ["a1", "b1"])
def test_a_failed_batch_fails_for_both(failing: str) -> None:
    with pytest.raises(KnownError, match=r"llm\.refused"):
        run_together(Echo(failing), lambda m: asking(m, ["a1"]), lambda m: asking(m, ["b1"]))


@pytest.mark.parametrize("first", [True, False])
def test_one_sides_own_error_lets_the_other_finish(first: bool) -> None:
    echo = Echo()
    done: list[str] = []

    def broken(model: LanguageModel) -> None:
        asking(model, ["x"])
        raise ValueError("own")

    def sound(model: LanguageModel) -> None:
        done.extend(asking(model, ["a"], ["b"], ["c"]))

    with pytest.raises(ValueError, match="own"):
        run_together(echo, broken, sound) if first else run_together(echo, sound, broken)
    assert done == ["a", "b", "c"]
