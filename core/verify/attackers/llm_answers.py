"""What a model answered to an attacker's question, read as data and bounded; nothing is ever made up (models.md 4).

A refusal and an unusable answer are no answers: they are asked again, and count as missing in the end, never as a miss.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.llm.json_answers import UnusableAnswer, misfit, parse_answer
from core.llm.model import CallFailed, ChatPrompt, Completion, Ending
from core.verify.attackers.llm_questions import LONGEST_VALUE

REFUSED, UNUSABLE, LENGTH = "llm.refused", "llm.unusable", "llm.length"
ANSWERLESS = frozenset({REFUSED, UNUSABLE, LENGTH, "llm.empty"})
"""Codes that speak of one answer; every other code speaks of the server."""


class Kind(StrEnum):
    """What a reply turned out to be."""

    ANSWER = "answer"
    REFUSED = "refused"
    UNUSABLE = "unusable"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply: `value` is the parsed object of an ANSWER, `code` the reason of any other kind."""

    kind: Kind
    value: Mapping[str, object]
    code: str = ""
    details: Mapping[str, str | int | float] | None = None


def read(prompt: ChatPrompt, answer: Completion | CallFailed) -> Reply:
    """Data of one reply. A bare short line counts as the answer where one value was asked for: servers that ignore
    a schema give one, and it says the same."""
    if isinstance(answer, CallFailed):
        if answer.code == REFUSED:
            return Reply(Kind.REFUSED, {}, answer.code)
        kind = Kind.UNUSABLE if answer.code in ANSWERLESS else Kind.FAILED
        return Reply(kind, {}, answer.code, answer.details)
    if answer.ending is Ending.REFUSED:
        return Reply(Kind.REFUSED, {}, REFUSED)
    if answer.ending is Ending.LENGTH:
        return Reply(Kind.UNUSABLE, {}, LENGTH)
    schema = prompt.schema or {}
    try:
        value = parse_answer(answer.text)
    except UnusableAnswer:
        value = _bare(schema, answer.text)
    if not isinstance(value, dict) or misfit(schema, value):
        return Reply(Kind.UNUSABLE, {}, UNUSABLE)
    return Reply(Kind.ANSWER, value)


def _bare(schema: Mapping[str, object], text: str) -> dict[str, object] | None:
    properties = schema.get("properties")
    if not isinstance(properties, Mapping) or set(properties) != {"answer"}:
        return None
    line = text.strip()
    if not line or "\n" in line or len(line) > LONGEST_VALUE or line[0] in "{[<`":
        return None
    wanted = properties["answer"]
    if isinstance(wanted, Mapping) and wanted.get("type") == "integer":
        digits = line.rstrip(".")
        return {"answer": int(digits)} if digits.isascii() and digits.isdigit() else None
    return {"answer": line}


def answer_of(reply: Reply) -> str:
    """The value that an answer to an open question names, as text."""
    return str(reply.value.get("answer", "")).strip()


def guesses_of(reply: Reply) -> tuple[str, ...]:
    """All guesses of a best answer, best first."""
    others = reply.value.get("others")
    listed = [str(item).strip() for item in others] if isinstance(others, list) else []
    return tuple(text for text in (answer_of(reply), *listed) if text)


def evidence_of(reply: Reply) -> str:
    """The words of the document that a best answer goes by, unchecked."""
    return str(reply.value.get("evidence", "")).strip()


def option_of(reply: Reply) -> int:
    """Index of the chosen option, counted from 0."""
    number = reply.value.get("answer")
    return number - 1 if isinstance(number, int) else -1


def items_of(reply: Reply) -> Sequence[tuple[int, str]]:
    """(index of the field, value) of a list; index -1 where no field was asked for."""
    items = reply.value.get("items")
    found: list[tuple[int, str]] = []
    for item in items if isinstance(items, list) else []:
        if not isinstance(item, dict):
            continue
        number, value = item.get("field"), str(item.get("value", "")).strip()
        if value:
            found.append((number - 1 if isinstance(number, int) else -1, value))
    return found
