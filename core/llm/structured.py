"""Questions whose answer is data: parsed, checked against the schema, checked for sense, repaired a bounded number of
times (models.md 4)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from core.domain.errors import BugError
from core.domain.events import CancelToken
from core.domain.language import Language
from core.llm.json_answers import UnusableAnswer, misfit, parse_answer, schema_faults, smaller
from core.llm.model import CallFailed, ChatPrompt, Completion, Ending, JsonSchema, LanguageModel
from core.llm.prompts import PromptBook
from core.resources import resource_root

T = TypeVar("T")

WARMER = 0.2
"""How much temperature a retry adds: an identical request may give the identical fault."""
REPAIR_PROMPT = "repair"
REPAIRABLE = frozenset({"llm.length", "llm.refused", "llm.unusable", "llm.empty"})
"""Failures that another draw may mend; every other one the client has already retried."""
_HAN = re.compile(r"[\u3400-\u9fff]")


def ask_structured(
    model: LanguageModel,
    prompts: Sequence[ChatPrompt],
    read: Callable[[object], T],
    cancel: CancelToken | None = None,
) -> tuple[T | CallFailed, ...]:
    """What `read` makes of every answer, in the order of `prompts`; a CallFailed where no try was usable.

    `read` gets a dict that fits the prompt's schema and raises UnusableAnswer when it makes no sense (ids that were
    not asked for, values that are not in the text). It is called once per try, from the calling thread.
    Three tries at most: as asked; the same a little warmer with another seed; with the fault named and only the
    required fields. Codes after the last: `llm.unusable`, `llm.length`, `llm.refused`, `llm.empty`.
    Raises Cancelled; BugError for a prompt without a schema or with one that small models cannot follow.
    """
    for prompt in prompts:
        _check_schema(prompt)
    results: dict[int, T | CallFailed] = {}
    faults: dict[int, str] = {}
    for attempt in (_as_asked, _again, _repaired):
        open_questions = [index for index in range(len(prompts)) if _is_open(results.get(index))]
        if not open_questions:
            break
        asked = [attempt(prompts[index], faults.get(index, "")) for index in open_questions]
        answers = model.ask(asked, cancel)
        for index, prompt, answer in zip(open_questions, asked, answers, strict=True):
            results[index] = _read(prompt, answer, read)
            if isinstance(failed := results[index], CallFailed):
                faults[index] = str(failed.details.get("reason", ""))
    return tuple(results[index] for index in range(len(prompts)))


def _is_open(result: object) -> bool:
    return result is None or (isinstance(result, CallFailed) and result.code in REPAIRABLE)


def _check_schema(prompt: ChatPrompt) -> None:
    faults = schema_faults(prompt.schema) if prompt.schema is not None else ("no schema",)
    if faults:
        raise BugError("bug.answer_schema", details={"purpose": prompt.purpose, "fault": faults[0]})


def _read(prompt: ChatPrompt, answer: Completion | CallFailed, read: Callable[[object], T]) -> T | CallFailed:
    if isinstance(answer, CallFailed):
        return answer
    if answer.ending is Ending.LENGTH:
        return CallFailed("llm.length", {"tokens": answer.completion_tokens})
    if answer.ending is Ending.REFUSED:
        return CallFailed("llm.refused")
    try:
        return read(_fitting(prompt.schema or {}, parse_answer(answer.text)))
    except UnusableAnswer as unusable:
        return CallFailed("llm.unusable", {"reason": unusable.reason})


def _fitting(schema: JsonSchema, value: object) -> object:
    if problem := misfit(schema, value):
        raise UnusableAnswer(problem)
    return value


def _as_asked(prompt: ChatPrompt, fault: str) -> ChatPrompt:
    return prompt


def _again(prompt: ChatPrompt, fault: str) -> ChatPrompt:
    sampling = prompt.sampling
    seed = None if sampling.seed is None else sampling.seed + 1
    return replace(prompt, sampling=replace(sampling, temperature=sampling.temperature + WARMER, seed=seed))


def _repaired(prompt: ChatPrompt, fault: str) -> ChatPrompt:
    """The instruction comes after the question, so that the shared prefix stays."""
    language = Language.ZH if _HAN.search(prompt.stage) else Language.EN
    words = PromptBook.load(resource_root()).get(REPAIR_PROMPT, language)
    told = words.part("fault", fault=fault) if fault else words.part("plain")
    reduced = smaller(prompt.schema) if prompt.schema is not None else None
    return replace(_again(prompt, fault), stage=f"{prompt.stage}\n\n{told}", schema=reduced)
