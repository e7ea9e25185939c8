"""Which task a prompt sets: to rework a text, where all that is hidden must come back, or to reason (DESIGN 5.0)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.domain.disclosure import Task
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.resources import read_toml
from core.text.characters import in_simplified
from core.text.normalize import normalize

FILE = "task.toml"
BY_WORD, BY_DEFAULT, BY_PERSON = "task.by_word", "task.by_default", "task.by_person"
_LATIN_EDGE = r"(?<![a-z])(?:{words})(?![a-z])"


@dataclass(frozen=True, slots=True)
class TaskReading:
    """The task, the message key of its reason, and whether it puts things in an order. `keys`: the types that the order
    goes by, empty where it does not say."""

    task: Task
    reason: str
    ordering: bool = False
    keys: frozenset[str] = frozenset()

    def orders(self, type_id: str) -> bool:
        """Whether the order may go by values of the type."""
        return self.ordering and (not self.keys or type_id in self.keys)


class TaskDetector:
    """Decides by the words of the request. Stateless; safe from any thread."""

    def __init__(self, root: Path) -> None:
        """`root`: resource folder. Raises ResourceError."""
        data = read_toml(root / "disclose" / FILE)
        try:
            self._lines = int(data["lines"])
            self._least_material = float(data["least_material"])
            self._rework = _pattern(data, "rework")
            self._ordering = _pattern(data, "ordering")
            self._key_room = int(data["key_room"]["before"]), int(data["key_room"]["after"])
            self._keys = tuple((_pattern(row, "words"), frozenset(map(str, row["types"]))) for row in data["key"])
        except (KeyError, TypeError, ValueError, re.error) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error

    def read(self, text: str, task: str = "") -> TaskReading:
        """The task of `text`; `task` is the question where it is given apart."""
        if task:
            asked, material = in_simplified(normalize(task).text.casefold()), True
        else:
            asked, material = self._asked(in_simplified(normalize(text).text.casefold()))
        if material and self._rework.search(asked):
            return TaskReading(Task.REWORK, BY_WORD, self._ordering.search(asked) is not None, self._keys_in(asked))
        return TaskReading(Task.REASON, BY_DEFAULT)

    def _keys_in(self, asked: str) -> frozenset[str]:
        """The types that an order named in the request goes by."""
        before, after = self._key_room
        named = [
            asked[max(0, found.start() - before) : found.end() + after] for found in self._ordering.finditer(asked)
        ]
        found = (types for pattern, types in self._keys if any(pattern.search(part) for part in named))
        return frozenset[str]().union(*found)

    def _asked(self, text: str) -> tuple[str, bool]:
        """The lines in which a request stands, and whether there is a text beside the sentence that asks."""
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        if not lines:
            return "", False
        ends = dict.fromkeys([*lines[: self._lines], *lines[-self._lines :]])
        asking = [line for line in ends if self._rework.search(line)]
        longest = max((_sentence(line, self._rework) for line in asking), default=0)
        return "\n".join(asking), len(text) >= longest * (1 + self._least_material)


def _sentence(line: str, pattern: re.Pattern[str]) -> int:
    """Length of the shortest sentence of `line` in which `pattern` is found."""
    parts = [part for part in re.split(r"(?<=[.!?:。！？：])", line) if pattern.search(part)]
    return min((len(part) for part in parts), default=len(line))


def _pattern(data: Mapping[str, Any], name: str) -> re.Pattern[str]:
    latin = "|".join(re.escape(word) for word in data[Language.EN][name])
    chinese = "|".join(re.escape(in_simplified(word.casefold())) for word in data[Language.ZH][name])
    return re.compile(f"{_LATIN_EDGE.format(words=latin)}|{chinese}")
