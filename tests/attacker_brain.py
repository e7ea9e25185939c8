"""A scripted model that plays the attacker: what it sees, what it knows, how it answers are all set by the test.

The same brain stands behind `BrainModel` (in process) and behind the scripted server (`brain.answer`).
"""

from __future__ import annotations

import json
import random
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from core.domain.events import CancelToken
from core.domain.language import Language
from core.llm.model import (
    CallFailed,
    Capabilities,
    ChatPrompt,
    Completion,
    Ending,
    ModelInfo,
    SchemaSupport,
    ScoringModel,
    Usage,
)
from core.resources import load_taxonomy, read_toml, resource_root

ROOT = resource_root()
TAXONOMY = load_taxonomy(ROOT)
CAPABLE = Capabilities(SchemaSupport.JSON_SCHEMA, True, False, False, False, True, 4, 8192)
UNKNOWN = "UNKNOWN"
_DOCUMENT = re.compile(r"<doc (\w+)>\n(.*)\n</doc \1>", re.DOTALL)
_OPTION = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Asked:
    """One question as it was meant: `prompt` and `part` of the prompt book, its fields."""

    prompt: str
    part: str
    language: Language
    fields: Mapping[str, str]
    document: str

    @property
    def template(self) -> str:
        """`attack_open`, `attack_other.role`, ..."""
        return self.prompt if self.part == "stage" else f"{self.prompt}.{self.part}"


class StageReader:
    """Recognises which prompt a stage text was written from."""

    def __init__(self) -> None:
        self._patterns: list[tuple[str, str, Language, re.Pattern[str]]] = []
        for path in sorted((ROOT / "prompts").glob("*.toml")):
            for code, parts in read_toml(path).items():
                for part, text in parts.items():
                    if part == "system":
                        continue
                    self._patterns.append((path.stem, part, Language(code), _pattern(text)))
        self._patterns.sort(key=lambda item: -len(item[3].pattern))

    def read(self, stage: str, document: str) -> Asked:
        for prompt, part, language, pattern in self._patterns:
            # A server without schemas, and a repair, add words behind; words of a draw of its own may be none.
            match = pattern.match(stage.strip() + "\n")
            if match:
                return Asked(prompt, part, language, match.groupdict(), document)
        raise AssertionError("a question that no prompt file has")


def _pattern(text: str) -> re.Pattern[str]:
    pieces: list[str] = []
    seen: set[str] = set()
    for piece in re.split(r"(\{\{|\}\}|\{\w+\})", text.strip()):
        if piece in ("{{", "}}"):
            pieces.append(re.escape(piece[0]))
        elif piece.startswith("{") and piece.endswith("}") and len(piece) > 2:
            name = piece[1:-1]
            if name in ("knowledge", "shares"):  # empty for the weakest level, and the whole stage is stripped
                pieces.append(rf"(?P<{name}>.*?)\s*")
                continue
            any_text = r"[^\n]*?" if name == "lead" else ".*?"  # a lead is one line, options are many
            pieces.append(f"(?:{any_text})" if name in seen else f"(?P<{name}>{any_text})")
            seen.add(name)
        else:
            literal = piece.lstrip() if pieces and pieces[-1].endswith(r"\s*") else piece
            pieces.append(re.escape(literal))
    return re.compile("".join(pieces), re.DOTALL)


def planted_values() -> dict[str, tuple[str, ...]]:
    """Type id -> every value that canaries and controls plant."""
    found: dict[str, list[str]] = {}
    for code, entry in read_toml(ROOT / "questions" / "canaries.toml").items():
        pools = read_toml(ROOT / "questions" / "decoys.toml")[code]
        for type_id in entry["sentences"]:
            found.setdefault(type_id, []).extend(entry["numbers"].get(type_id, pools.get(type_id, ())))
    for controls in read_toml(ROOT / "questions" / "controls.toml").values():
        for control in controls:
            found.setdefault(control["type"], []).append(control["value"])
    return {type_id: tuple(sorted(values, key=len, reverse=True)) for type_id, values in found.items()}


@dataclass
class AttackerBrain:
    """`visible`: type id -> values that it recognises when they stand in the document. `knows`: type id -> (the truth,
    chance of naming it though it does not stand there). `sensitivity`: chance of naming what it sees. `blind`:
    templates under which it always says UNKNOWN. `copying`: chance of repeating its last answer about the same label
    instead of drawing one (the copy mode of a bundle). `empty`: type id -> (value, chance) named without any document.
    `picking`: without an idea it picks any option, else always the first (label bias).
    `refusing`, `babbling`: chance of a refusal, of an unusable answer. `extra(asked)`: answers of other stages.
    """

    visible: dict[str, tuple[str, ...]] = field(default_factory=planted_values)
    knows: dict[str, tuple[str, float]] = field(default_factory=dict)
    sensitivity: float = 1.0
    blind: frozenset[str] = frozenset()
    copying: float = 0.0
    empty: dict[str, tuple[str, float]] = field(default_factory=dict)
    refusing: float = 0.0
    babbling: float = 0.0
    picking: bool = False
    seed: int = 0
    extra: Callable[[Asked], str] | None = None

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)
        self._lock = threading.Lock()
        self._reader = StageReader()
        self._last: dict[str, str] = {}
        self.asked: list[Asked] = []

    def answer(self, document: str, stage: str) -> tuple[str, Ending]:
        """The text of an answer, and how it ended."""
        with self._lock:
            asked = self._reader.read(stage, document)
            self.asked.append(asked)
            if self._rng.random() < self.refusing:
                return "I cannot help with that.", Ending.REFUSED
            if self._rng.random() < self.babbling:
                return "well, it depends\non many things", Ending.STOP
            if asked.prompt.startswith("attack_"):
                return json.dumps(self._attack(asked), ensure_ascii=False), Ending.STOP
            if self.extra is not None:
                return self.extra(asked), Ending.STOP
            return json.dumps({"items": []}), Ending.STOP

    def _attack(self, asked: Asked) -> object:
        if asked.prompt == "attack_enumerate":
            return {"items": self._listed(asked)}
        if asked.prompt == "attack_gaps":
            return {"items": self._filled(asked)}
        if asked.prompt == "attack_choice":
            return {"answer": self._chosen(asked)}
        type_id = type_of(asked.fields["label"])
        if asked.prompt == "attack_empty":
            value, chance = self.empty.get(type_id, ("", 0.0))
            return {"answer": value if self._rng.random() < chance else UNKNOWN}
        if asked.part == "bundle":
            raise AssertionError("bundles are answered by the paper's procedure's own brain")
        if asked.part == "best":
            return {"answer": self._named(asked, type_id), "others": [], "evidence": ""}
        return {"answer": self._named(asked, type_id)}

    def _named(self, asked: Asked, type_id: str) -> str:
        if asked.template in self.blind:
            return UNKNOWN
        if type_id in self._last and self._rng.random() < self.copying:
            return self._last[type_id]
        seen = self.seen(asked.document, type_id)
        truth, chance = self.knows.get(type_id, ("", 0.0))
        if seen and self._rng.random() < self.sensitivity:
            named = seen
        else:
            named = truth if truth and self._rng.random() < chance else UNKNOWN
        self._last[type_id] = named
        return named

    def seen(self, document: str, type_id: str) -> str:
        return next((value for value in self.visible.get(type_id, ()) if value in document), "")

    def _chosen(self, asked: Asked) -> int:
        options = {text: int(number) for number, text in _OPTION.findall(asked.fields["options"])}
        type_id = type_of(asked.fields["label"])
        if asked.document:
            named = self._named(asked, type_id)
        else:
            value, chance = self.empty.get(type_id, ("", 0.0))
            named = value if self._rng.random() < chance else UNKNOWN
        return options.get(named) or (self._rng.randint(1, len(options)) if self.picking else 1)

    def _listed(self, asked: Asked) -> list[dict[str, object]]:
        if asked.part == "untyped":
            return [{"value": value} for type_id in self.visible if (value := self.seen(asked.document, type_id))]
        fields = [type_of(part.strip().split(" ", 1)[1]) for part in asked.fields["labels"].split(";")]
        return [
            {"field": number, "value": value}
            for number, type_id in enumerate(fields, 1)
            if (value := self.seen(asked.document, type_id))
        ]

    def _filled(self, asked: Asked) -> list[dict[str, object]]:
        found: list[dict[str, object]] = []
        for number, line in _OPTION.findall(asked.fields["gaps"]):
            named = self._named(asked, type_of(line.split(":", 1)[0]))
            found.append({"field": int(number), "value": named})
        return found


def type_of(label: str) -> str:
    """The type a label in either language stands for."""
    for kind in TAXONOMY:
        if label.strip() in kind.labels.values():
            return kind.id
    raise AssertionError("a label that the taxonomy does not have")


class BrainModel:
    """A LanguageModel in process with a brain behind it."""

    def __init__(
        self,
        brain: AttackerBrain,
        capabilities: Capabilities = CAPABLE,
        failing: Callable[[int], CallFailed | None] = lambda number: None,
        identifier: str = "brain",
    ) -> None:
        self.brain = brain
        self.info = ModelInfo(identifier, "scripted", "digest")
        self.capabilities = capabilities
        self.scoring: ScoringModel | None = None
        self.prompts: list[ChatPrompt] = []
        self.batches: list[int] = []
        self._failing = failing
        self._usage: dict[str, Usage] = {}

    def ask(
        self, prompts: Sequence[ChatPrompt], cancel: CancelToken | None = None
    ) -> tuple[Completion | CallFailed, ...]:
        if cancel is not None:
            cancel.check()
        self.batches.append(len(prompts))
        return tuple(self._one(prompt) for prompt in prompts)

    def _one(self, prompt: ChatPrompt) -> Completion | CallFailed:
        number = len(self.prompts)
        self.prompts.append(prompt)
        failed = self._failing(number)
        if failed is not None:
            return failed
        match = _DOCUMENT.fullmatch(prompt.document)
        text, ending = self.brain.answer(match.group(2) if match else "", prompt.stage)
        tokens = len(prompt.system + prompt.document + prompt.stage) // 4
        known = self._usage.get(prompt.purpose, Usage())
        self._usage[prompt.purpose] = known.plus(Usage(1, tokens, 0, len(text) // 4, 0.01))
        return Completion(text, ending, "", tokens, 0, len(text) // 4, 0.01, 0.01)

    def usage(self) -> Mapping[str, Usage]:
        return dict(self._usage)
