"""A scripted model for cost measurements: it answers every stage in the words, and at the length, that a model would.

It sees exactly what stands in a document, never more: what is measured is how often and how long a model is asked, not
how clever it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from core.domain.events import CancelToken
from core.domain.taxonomy import Taxonomy
from core.extract.llm_layer import LONGEST_VALUE as LONGEST
from core.extract.llm_layer import MOST_ITEMS
from core.llm.model import (
    CallFailed,
    Capabilities,
    ChatPrompt,
    Completion,
    ModelInfo,
    SchemaSupport,
    ScoringModel,
    Usage,
)
from core.resources import read_toml

UNKNOWN = "UNKNOWN"
BUNDLED_TOKENS = 27
"""Tokens of one answer in a bundle: the one number fitted to the paper's 203 s (models.md 3)."""
CONTEXT = 8192
_OPTION = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
_IDS = re.compile(r"^(q\d+)", re.MULTILINE)
QUESTIONS = (
    "Is the writer asking for advice about a next step?",
    "Does the writer name something that was tried before?",
    "Is the matter about a person and not about a company?",
    "Does the writer want a list of steps in an order?",
)


class CostBrain:
    """A LanguageModel. `about` sets what stands in the next text. `recall`: share of its values that an extraction
    names, every n-th is missed. `telling`: lists name the values even where they do not stand there any more."""

    scoring: ScoringModel | None = None

    def __init__(
        self, taxonomy: Taxonomy, root: Path, slots: int, *, recall: float = 1.0, telling: bool = False
    ) -> None:
        self._recall = recall
        self._telling = telling
        self.info = ModelInfo("scripted", "scripted", "cost")
        self.capabilities = Capabilities(SchemaSupport.JSON_SCHEMA, True, False, False, False, True, slots, CONTEXT)
        self._labels = sorted(
            ((label, kind.id) for kind in taxonomy for label in kind.labels.values()), key=lambda item: -len(item[0])
        )
        self._planted = planted(root)
        self._own: dict[str, tuple[str, ...]] = {}

    def about(self, values: Sequence[tuple[str, str]]) -> None:
        """(type id, value) of everything sensitive in the text that follows."""
        own: dict[str, list[str]] = {}
        for type_id, value in values:
            own.setdefault(type_id, []).append(value)
        self._own = {type_id: tuple(found) for type_id, found in own.items()}

    def ask(
        self, prompts: Sequence[ChatPrompt], cancel: CancelToken | None = None
    ) -> tuple[Completion | CallFailed, ...]:
        if cancel is not None:
            cancel.check()
        return tuple(self._answer(prompt) for prompt in prompts)

    def usage(self) -> Mapping[str, Usage]:
        """Nothing of its own: the clock around it counts."""
        return {}

    def _answer(self, prompt: ChatPrompt) -> Completion:
        purpose = prompt.purpose
        if purpose == "paper.rewrite":
            return Completion(prompt.document)
        stages: Mapping[str, Callable[[ChatPrompt], object]] = {
            "extract": self._extracted,
            "critique": lambda _: {"items": [], "together": []},
            "qa_generate": lambda _: {"items": [{"question": text, "form": "yes_no"} for text in QUESTIONS]},
            "qa_reference": _yes,
            "qa_answer": _yes,
            "judge": lambda _: {"score": 1, "reason": "the same request can be answered"},
            "attack.enumerate": self._listed,
            "attack.enumerate_typed": lambda _: {"items": []},
            "attack.gaps": self._gaps,
            "attack.best": lambda item: {"answer": self._named(item), "others": [], "evidence": ""},
        }
        if purpose == "paper.attack":
            return self._bundle(prompt)
        if purpose in stages:
            return _said(stages[purpose](prompt))
        if purpose.startswith("attack.choice"):
            return _said({"answer": self._chosen(prompt)})
        return _said({"answer": self._named(prompt)})

    def _type(self, text: str) -> str:
        """What a question is about: the label that ends last, before any options."""
        plain = _OPTION.sub("", text)
        found = ((plain.rfind(label) + len(label), len(label), kind) for label, kind in self._labels if label in plain)
        return max(found, default=(0, 0, ""))[2]

    def _seen(self, document: str, type_id: str) -> str:
        values = (*self._own.get(type_id, ()), *self._planted.get(type_id, ()))
        return next((value for value in values if value in document), "")

    def _named(self, prompt: ChatPrompt) -> str:
        return self._seen(prompt.document, self._type(prompt.stage)) or UNKNOWN

    def _chosen(self, prompt: ChatPrompt) -> int:
        options = {text: int(number) for number, text in _OPTION.findall(prompt.stage)}
        return options.get(self._named(prompt), 1)

    def _extracted(self, prompt: ChatPrompt) -> object:
        found = [(kind, value) for kind, values in self._own.items() for value in values if value in prompt.document]
        held = _allowed(prompt)
        share = self._recall
        found = [item for number, item in enumerate(found) if int((number + 1) * share) > int(number * share)]
        short = [(kind, value) for kind, value in dict.fromkeys(found) if len(value) <= LONGEST and kind in held]
        return {"items": [{"type": kind, "value": value} for kind, value in short[:MOST_ITEMS]]}

    def _listed(self, prompt: ChatPrompt) -> object:
        own = [value for values in self._own.values() for value in values]
        found = [value for value in own if len(value) <= LONGEST and (self._telling or value in prompt.document)]
        return {"items": [{"value": value} for value in found]}

    def _gaps(self, prompt: ChatPrompt) -> object:
        lines = _OPTION.findall(prompt.stage)
        return {"items": [{"field": int(number), "value": "something else"} for number, _ in lines]}

    def _bundle(self, prompt: ChatPrompt) -> Completion:
        """One answer per question, in one completion, at the length that the paper's times were fitted to."""
        lines = _OPTION.findall(prompt.stage)
        items = [
            {"field": int(number), "value": self._seen(prompt.document, self._type(line)) or UNKNOWN}
            for number, line in lines
        ]
        return replace(_said({"items": items}), completion_tokens=BUNDLED_TOKENS * len(lines))


def _allowed(prompt: ChatPrompt) -> frozenset[str]:
    """The types that the schema lets the answer name."""
    found: object = prompt.schema
    for name in ("properties", "items", "items", "properties", "type", "enum"):
        found = found.get(name) if isinstance(found, Mapping) else None
    return frozenset(map(str, found)) if isinstance(found, list) else frozenset()


def _yes(prompt: ChatPrompt) -> object:
    names = dict.fromkeys(_IDS.findall(prompt.stage))
    return {"items": [{"id": name, "answer": "yes"} for name in names]}


def _said(value: object) -> Completion:
    return Completion(json.dumps(value, ensure_ascii=False))


def planted(root: Path) -> dict[str, tuple[str, ...]]:
    """Type id -> what canaries and controls plant."""
    found: dict[str, list[str]] = {}
    decoys = read_toml(root / "questions" / "decoys.toml")
    for code, entry in read_toml(root / "questions" / "canaries.toml").items():
        for type_id in entry["sentences"]:
            found.setdefault(type_id, []).extend(entry["numbers"].get(type_id, decoys[code].get(type_id, ())))
    for controls in read_toml(root / "questions" / "controls.toml").values():
        for control in controls:
            found.setdefault(control["type"], []).append(control["value"])
    return {type_id: tuple(sorted(values, key=len, reverse=True)) for type_id, values in found.items()}
