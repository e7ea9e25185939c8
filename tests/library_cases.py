"""A library with nothing learned yet, and rules to put into it. Everything in it is made up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from core.domain.language import Language
from core.domain.learning import Rule, RuleKind
from core.learn.baseline import Baseline
from core.learn.in_memory import InMemoryPromptVersions, InMemorySettings
from core.learn.items import identified
from core.learn.library import Library
from core.resources import resource_root

BEGIN = datetime(2026, 3, 1, 9, tzinfo=UTC)


class Minutes:
    """A clock that moves on one minute at every look."""

    def __init__(self) -> None:
        self._looks = 0

    def __call__(self) -> datetime:
        self._looks += 1
        return BEGIN + timedelta(minutes=self._looks)


def memory_library() -> Library:
    return Library(InMemoryPromptVersions(), InMemorySettings(), Baseline.load(resource_root()), Minutes())


def cue_rule(
    shape: str = "A{2}-9{6}",
    cues: tuple[str, ...] = ("locker tag",),
    type_id: str = "MEDICAL_RECORD",
    language: Language = Language.EN,
    reach: int = 8,
    after: bool = False,
    experiences: tuple[int, ...] = (1, 2),
) -> Rule:
    rule = Rule("", RuleKind.CUE, language, type_id, shape, cues, reach, after, experiences=experiences)
    return identified(rule)


def level_rule(type_id: str = "AGE", level: int = 3, language: Language = Language.EN) -> Rule:
    return identified(Rule("", RuleKind.START_LEVEL, language, type_id, level=level, experiences=(3,)))


def instruction_rule(
    text: str = "Look at list items too.", prompt: str = "extract", language: Language = Language.EN
) -> Rule:
    return identified(Rule("", RuleKind.INSTRUCTION, language, prompt=prompt, text=text, experiences=(4, 5)))
