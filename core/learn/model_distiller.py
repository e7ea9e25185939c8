"""Distillation by the local model: type-level aggregates in, proposed rules out (paper 4.2).

The model sees no material. What it proposes is data: bounded, read strictly, and checked like every other proposal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.domain.errors import InputError, ModelServerError
from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.learning import FailureMode, Rule, RuleKind
from core.domain.protocol import Protocol
from core.domain.taxonomy import Taxonomy
from core.learn.distillation import Aggregate, Proposal
from core.learn.items import identified
from core.llm.fence import neutralised
from core.llm.json_answers import UnusableAnswer
from core.llm.model import CallFailed, ChatPrompt, JsonSchema, LanguageModel, ModelInfo, Sampling
from core.llm.prompts import PromptBook
from core.llm.structured import ask_structured
from core.text.normalize import normalize
from core.text.shapes import covers, parse

DISTILL = "distill"
READS_TEXTS = "extract"
"""The prompt that a learned sentence is added to: the one that reads texts for what is sensitive."""
MOST_LINES, MOST_WORDS, MOST_SHAPES = 24, 8, 4
"""Of the table the model sees; the most frequent first."""
MOST_RULES = 12
MOST_CUES = 8
LONGEST_CUES = 160
"""Of one rule, with commas between; a list in a list in a list is more than small models and grammars follow."""
LONGEST_SENTENCE = 200
LONGEST_SHAPE = 80
ANSWER_TOKENS = 1_200
_PARTS = {mode: f"mode_{mode.value}" for mode in FailureMode}
SCHEMA: JsonSchema = {
    "type": "object",
    "properties": {
        "rules": {
            "type": "array",
            "maxItems": MOST_RULES,
            "items": {
                "type": "object",
                "properties": {
                    "kind": {"type": "string", "enum": [RuleKind.CUE.value, RuleKind.INSTRUCTION.value]},
                    "line": {"type": "integer"},
                    "shape": {"type": "string", "maxLength": LONGEST_SHAPE},
                    "cues": {"type": "string", "maxLength": LONGEST_CUES},
                    "sentence": {"type": "string", "maxLength": LONGEST_SENTENCE},
                },
                "required": ["kind", "line"],
            },
        }
    },
    "required": ["rules"],
}


class ModelDistiller:
    """Asks one local model. Stateless; safe from any thread."""

    def __init__(
        self, model: LanguageModel, book: PromptBook, taxonomy: Taxonomy, protocol: Protocol, reach: int
    ) -> None:
        """`reach`: code points between cue and value, at most."""
        self._model = model
        self._book = book
        self._taxonomy = taxonomy
        self._protocol = protocol
        self._reach = reach
        self.name = DISTILL

    @property
    def model(self) -> ModelInfo:
        """Who wrote the rules; no scorer may be the same."""
        return self._model.info

    def propose(self, rows: Sequence[Aggregate], cancel: CancelToken | None = None) -> Proposal:
        """Rules in the languages of the rows. Raises Cancelled, ModelServerError when no answer was usable."""
        rules: dict[str, Rule] = {}
        for language in Language:
            lines = [row for row in rows if row.language is language][:MOST_LINES]
            if lines:
                rules.update((rule.id, rule) for rule in self._ask(lines, language, cancel))
        return Proposal(tuple(rules.values()))

    def _ask(self, lines: Sequence[Aggregate], language: Language, cancel: CancelToken | None) -> Sequence[Rule]:
        words = self._book.get(DISTILL, language)
        table = "\n".join(self._told(number, row, language) for number, row in enumerate(lines, start=1))
        stage = words.part(
            "stage", table=table, most=MOST_RULES, words=self._protocol.quote_length, sentence=LONGEST_SENTENCE
        )
        sampling = Sampling(0.0, ANSWER_TOKENS)
        prompt = ChatPrompt(words.part("system"), "", stage, sampling, DISTILL, SCHEMA)
        answer = ask_structured(self._model, (prompt,), lambda data: self._read(data, lines, language), cancel)[0]
        if isinstance(answer, CallFailed):
            raise ModelServerError(answer.code)
        return answer

    def _told(self, number: int, row: Aggregate, language: Language) -> str:
        """One line of the table. Words of materials are made inert like any text of a person."""
        words = self._book.get(DISTILL, language)
        label = self._taxonomy[row.type_id].labels[language] if row.type_id in self._taxonomy else "-"
        cues = ", ".join(neutralised(word) for word, _ in row.cues[:MOST_WORDS]) or "-"
        shapes = "  ".join(shape for shape, _ in row.shapes[:MOST_SHAPES]) or "-"
        what = words.part(_PARTS[row.mode])
        head = (
            f"{number}. {what} | {label} | {row.domain.value} | {row.structure.value} | {row.count} | {row.materials}"
        )
        return f"{head} | {cues} | {shapes}"

    def _read(self, data: object, lines: Sequence[Aggregate], language: Language) -> tuple[Rule, ...]:
        if not isinstance(data, Mapping) or not isinstance(data.get("rules"), list):
            raise UnusableAnswer("no list of rules")
        found = (self._rule(item, lines, language) for item in data["rules"])
        return tuple(identified(rule) for rule in found if rule is not None)

    def _rule(self, item: object, lines: Sequence[Aggregate], language: Language) -> Rule | None:
        """The rule, None for one that says nothing that could be used."""
        if not isinstance(item, Mapping):
            return None
        number = item.get("line")
        if not isinstance(number, int) or not 1 <= number <= len(lines):
            return None
        row = lines[number - 1]
        if item.get("kind") == RuleKind.INSTRUCTION.value:
            text = _one_line(str(item.get("sentence", "")))
            if not text or len(text) > LONGEST_SENTENCE:
                return None
            return Rule(
                "",
                RuleKind.INSTRUCTION,
                language,
                row.type_id,
                prompt=READS_TEXTS,
                text=text,
                experiences=row.experiences,
            )
        return self._cue(item, row, language)

    def _cue(self, item: Mapping[str, object], row: Aggregate, language: Language) -> Rule | None:
        """Only for what was missed, and only in a shape that was seen: a model may find words, not invent forms."""
        given = re.split(r"[,，、;；]", str(item.get("cues", "")))
        shape = str(item.get("shape", "")).strip()
        if row.mode is not FailureMode.MISSED or not row.type_id:
            return None
        try:
            parse(shape)
        except InputError:
            return None
        if not any(covers(shape, seen) for seen, _ in row.shapes):
            return None
        words = dict.fromkeys(_one_line(word).lower() for word in given)
        cues = tuple(sorted(word for word in words if 1 < len(word) <= self._protocol.quote_length))
        if not cues:
            return None
        return Rule(
            "", RuleKind.CUE, language, row.type_id, shape, cues[:MOST_CUES], self._reach, experiences=row.experiences
        )


def _one_line(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in normalize(text).text).split())
