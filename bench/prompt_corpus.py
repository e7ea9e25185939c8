"""The labelled prompts of resources/corpus/prompts: what in them is private, in which role, and of whom."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.domain.disclosure import DisclosureRole
from core.domain.errors import InputError
from core.domain.language import Language

FOLDER = Path("corpus") / "prompts"
SPLITS = ("train", "dev", "test")
KINDS = frozenset({"private", "short", "harmless"})
TASKS = frozenset({"reason", "rework", ""})


@dataclass(frozen=True, slots=True)
class MarkedSpan:
    """`[start, end)` in code points of the prompt. `kind`: type of the guideline; `person`: `me`, `p1`, ..., `-` =
    nobody's; `needed`: whether the answer needs the value."""

    start: int
    end: int
    role: DisclosureRole
    kind: str
    person: str
    needed: bool


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt with its marks, sorted, without overlap and without line ends. `writer`: splits never share one."""

    id: str
    language: Language
    writer: str
    domain: str
    task: str
    kind: str
    text: str
    question: str
    spans: tuple[MarkedSpan, ...]


def load_prompts(root: Path, split: str, language: Language | None = None) -> tuple[Prompt, ...]:
    """Prompts of a split below the resource folder `root`; a file that is not there holds none.

    Raises InputError `bench.not_a_corpus` naming the line.
    """
    languages = tuple(Language) if language is None else (language,)
    paths = [root / FOLDER / f"{split}.{code.value}.jsonl" for code in languages]
    return tuple(prompt for path in paths if path.is_file() for prompt in read_prompts(path))


def read_prompts(path: Path) -> Iterator[Prompt]:
    """The prompts of one file, validated. Raises InputError."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("input.unreadable") from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                prompt = _prompt(json.loads(line))
                _check(prompt)
            except (ValueError, KeyError, TypeError, AttributeError):
                raise InputError("bench.not_a_corpus", details={"line": number}) from None
            yield prompt


def _prompt(data: dict[str, Any]) -> Prompt:
    spans = tuple(
        MarkedSpan(
            int(span["start"]),
            int(span["end"]),
            DisclosureRole(span["role"]),
            str(span["type"]),
            str(span["person"]),
            bool(span["needed"]),
        )
        for span in data["spans"]
    )
    return Prompt(
        str(data["id"]),
        Language(data["lang"]),
        str(data["writer"]),
        str(data["domain"]),
        str(data["task"]),
        str(data["kind"]),
        data["text"],
        str(data["question"]),
        spans,
    )


def _check(prompt: Prompt) -> None:
    """Raises ValueError for marks that overlap, leave the text, hold a line end or begin or end with white space."""
    if prompt.kind not in KINDS or prompt.task not in TASKS or not prompt.text.strip():
        raise ValueError("head")
    position = 0
    for span in prompt.spans:
        surface = prompt.text[span.start : span.end]
        if span.start < position or span.end > len(prompt.text) or surface != surface.strip() or not surface:
            raise ValueError("span")
        if "\n" in surface:
            raise ValueError("line end")
        position = span.end
