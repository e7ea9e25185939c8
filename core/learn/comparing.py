"""Two versions side by side, word by word; Chinese by character."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from enum import StrEnum

from core.domain.learning import Rule, RuleKind
from core.learn.items import ItemBody

_WORDS = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002f7ff]|\s+|[^\W_]+|.", re.DOTALL)


class DiffKind(StrEnum):
    """Whether both versions have a word, or only one of them."""

    EQUAL = "equal"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class DiffRun:
    """A run of words that both sides have, or only one."""

    kind: DiffKind
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a body as it is shown. `key`: part name, or a rule's id; `rule` None for a line of a part."""

    key: str
    text: str
    rule: Rule | None = None


def lines_of(body: ItemBody) -> tuple[Line, ...]:
    """A body in the order in which it is shown: parts by name, line by line, then rules by id."""
    parts = [Line(name, line) for name in sorted(body.parts) for line in body.parts[name].strip("\n").split("\n")]
    return (*parts, *(Line(rule.id, rule_line(rule), rule) for rule in body.rules))


def rule_line(rule: Rule) -> str:
    """A rule in its notation, on one line: for diffs, files and a command line. Windows word it themselves."""
    domain = f" [{rule.domain}]" if rule.domain is not None else ""
    if rule.kind is RuleKind.INSTRUCTION:
        return f"+ {rule.text}{domain}"
    if rule.kind is RuleKind.START_LEVEL:
        return f"{rule.type_id} >= {rule.level}{domain}"
    side = "<-" if not rule.after else "->"
    return f"{rule.type_id} {rule.shape} {side} {rule.reach}: {' | '.join(rule.cues)}"


def compare(one: ItemBody, other: ItemBody) -> tuple[DiffRun, ...]:
    """What became of `one` in `other`. Removed words stand before those in their place."""
    return compare_texts(_text(one), _text(other))


def compare_texts(one: str, other: str) -> tuple[DiffRun, ...]:
    """As `compare`, of two texts. Lines first, words inside the lines that changed: long texts stay quick."""
    before, after = one.splitlines(keepends=True), other.splitlines(keepends=True)
    runs: list[DiffRun] = []
    for kind, left, right, low, high in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            _append(runs, DiffKind.EQUAL, "".join(before[left:right]))
        else:
            _words(runs, "".join(before[left:right]), "".join(after[low:high]))
    return tuple(runs)


def _words(runs: list[DiffRun], one: str, other: str) -> None:
    before, after = _WORDS.findall(one), _WORDS.findall(other)
    for kind, left, right, low, high in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            _append(runs, DiffKind.EQUAL, "".join(before[left:right]))
            continue
        _append(runs, DiffKind.REMOVED, "".join(before[left:right]))
        _append(runs, DiffKind.ADDED, "".join(after[low:high]))


def _append(runs: list[DiffRun], kind: DiffKind, text: str) -> None:
    if not text:
        return
    if runs and runs[-1].kind is kind:
        runs[-1] = DiffRun(kind, runs[-1].text + text)
    else:
        runs.append(DiffRun(kind, text))


def _text(body: ItemBody) -> str:
    return "".join(f"{line.text}\n" for line in lines_of(body))
