"""Extraction, layer (b): what a local model sees beyond the rules (paper 3.2; DESIGN 5.1; models.md 4).

    layer = LlmLayer(model, book, taxonomy, root, recognizers)
    findings = layer.find(request, sensitive_so_far, nonce, cancel)      -> LlmFindings, never raises for a bad answer
    sensitive = LlmMerge(taxonomy, root).merged(request, sensitive_so_far, findings, key, domain)

The model can only add. Every value has to stand in the text, exactly or under the normaliser, else it is dropped and
counted. `findings.health` is FAILED, and so blocks a release, when a call failed, and when the rules found something
and the model did not see any of it (`findings.alarm`): whoever wrote the text may have talked to the model.
"""

from __future__ import annotations

import json
import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.request import Request
from core.domain.sensitive import Layer, LayerHealth, LayerState, Mention, SensitiveSet
from core.domain.taxonomy import Kind, Taxonomy
from core.extract.candidate import Recognizer
from core.extract.language import detect
from core.extract.llm_chunks import chunks
from core.extract.llm_placing import Item, Placing
from core.extract.llm_types import TypeNames
from core.extract.llm_values import CanonicalValues
from core.llm.fence import fenced
from core.llm.json_answers import UnusableAnswer
from core.llm.model import CallFailed, ChatPrompt, Exchange, JsonSchema, LanguageModel, Sampling, SchemaSupport
from core.llm.prompts import PromptBook
from core.llm.structured import ask_structured
from core.llm.token_budget import at_most
from core.text.normalize import normalize

DISAGREEMENT = "llm.disagreement"
TOO_LONG = "llm.text_too_long"
EXTRACT, CRITIQUE, SYSTEM = "extract", "critique", "system"
EXTRACT_FOUND, CRITIQUE_FOUND = "llm.extract", "llm.critique"

MOST_ITEMS = 32
"""Items of one answer. Grammars with more become slow, and small models begin to repeat themselves."""
MOST_TOGETHER = 6
LONGEST_VALUE = 80
LONGEST_TYPE = 40
ANSWER_TOKENS = 1100
"""One answer: MOST_ITEMS of about 22 tokens, and half as much again (models.md 4)."""
MOST_CHUNKS = 64
CRITIQUES = 2
"""Second passes: one, and another only when the first was filled to the brim."""
KEPT_TEXTS = 4
AGREEMENT_FROM = 3
"""With so many attributes of the rules, or with an explicit one, a model that sees none of them is not believed."""


@dataclass(frozen=True, slots=True)
class LlmFindings:
    """What the model adds to S.

    `mentions`: new spans in text order; they overlap neither each other nor a mention of the rules, but for those in
    `widened`: start of a rule's mention -> the longer mention of the same type that takes its place. `together`:
    spans of values that the model says identify together. `agreed`: attributes of the rules that it saw as well.
    `notes`: counts, `llm_proposed`, `llm_grounded`, `llm_ungrounded`, `llm_unknown_type`, `llm_calls`.
    """

    health: LayerHealth
    mentions: tuple[Mention, ...] = ()
    widened: Mapping[int, Mention] = field(default_factory=dict)
    together: tuple[tuple[int, int], ...] = ()
    agreed: int = 0
    alarm: bool = False
    notes: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Answer:
    """`items`: (type name, value) as the model wrote them."""

    items: tuple[tuple[str, str], ...]
    together: tuple[str, ...] = ()


class AnswerMemory:
    """What a model last said about a few texts, in memory only: a decision of a reviewer asks nothing again. Failed
    calls are not kept. Safe from any thread."""

    def __init__(self, kept: int = KEPT_TEXTS) -> None:
        self._kept = kept
        self._known: OrderedDict[object, list[tuple[_Answer, str]]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: object) -> list[tuple[_Answer, str]] | None:
        """Answers with the rules that they came by."""
        with self._lock:
            return self._known.get(key)

    def put(self, key: object, answers: list[tuple[_Answer, str]]) -> None:
        with self._lock:
            self._known[key] = answers
            self._known.move_to_end(key)
            while len(self._known) > self._kept:
                self._known.popitem(last=False)

    def forget(self) -> None:
        """Drop everything, e.g. when the application locks."""
        with self._lock:
            self._known.clear()


class LlmLayer:
    """Asks one model about one text. Keeps nothing but in `memory`; safe from any thread."""

    def __init__(
        self,
        model: LanguageModel,
        book: PromptBook,
        taxonomy: Taxonomy,
        root: Path,
        recognizers: Sequence[Recognizer] = (),
        memory: AnswerMemory | None = None,
    ) -> None:
        """`recognizers`: the rules, which read a value's canonical form. `memory`: of answers. Raises ResourceError."""
        self._memory = memory or AnswerMemory(0)
        self._model = model
        self._book = book
        self._taxonomy = taxonomy
        self._types = TypeNames.load(taxonomy, root)
        self._placing = Placing(taxonomy, CanonicalValues.load(recognizers, root), root)

    def find(
        self, request: Request, sensitive_so_far: SensitiveSet, nonce: str, cancel: CancelToken | None = None
    ) -> LlmFindings:
        """What the model adds to `sensitive_so_far`, the rules' S of `request`. Raises Cancelled."""
        language = request.language or detect(request.text)
        pieces = chunks(request.text, self._room(language))
        if not pieces:
            return LlmFindings(LayerHealth(Layer.LLM, LayerState.OK))
        if len(pieces) > MOST_CHUNKS:
            return LlmFindings(LayerHealth(Layer.LLM, LayerState.FAILED, TOO_LONG))
        counts: Counter[str] = Counter()
        words = tuple(self._book.get(name, language).digest for name in (SYSTEM, EXTRACT, CRITIQUE))
        key = self._model.info, language, words, tuple(pieces)
        answers = self._memory.get(key) or self._ask(pieces, language, nonce, counts, cancel)
        if isinstance(answers, CallFailed):
            return LlmFindings(LayerHealth(Layer.LLM, LayerState.FAILED, answers.code), notes=dict(counts))
        self._memory.put(key, answers)
        items = tuple(self._typed(answers, counts))
        placed = self._placing.place(items, normalize(request.text), sensitive_so_far, request.decisions, counts)
        alarm = self._disagrees(sensitive_so_far, placed.agreed, counts["llm_grounded"])
        health = LayerHealth(Layer.LLM, LayerState.FAILED if alarm else LayerState.OK, DISAGREEMENT if alarm else "")
        together = self._placing.together([value for answer, _ in answers for value in answer.together], request.text)
        return LlmFindings(health, placed.mentions, placed.widened, together, placed.agreed, alarm, notes=dict(counts))

    def _room(self, language: Language) -> int:
        """Tokens that are left for a document when the second pass is asked after a full first answer."""
        words = (
            self._book.get(SYSTEM, language).part("system"),
            self._book.get(EXTRACT, language).part("stage", types=self._types.listed(language), most=MOST_ITEMS),
            self._book.get(CRITIQUE, language).part("stage", most=MOST_ITEMS),
        )
        return self._model.capabilities.context - sum(map(at_most, words)) - 2 * ANSWER_TOKENS

    def _ask(
        self, pieces: Sequence[str], language: Language, nonce: str, counts: Counter[str], cancel: CancelToken | None
    ) -> list[tuple[_Answer, str]] | CallFailed:
        """Every answer with the rule that it came by; the first failure of any call."""
        system = self._book.get(SYSTEM, language).part("system")
        stage = self._book.get(EXTRACT, language).part("stage", types=self._types.listed(language), most=MOST_ITEMS)
        sampling = Sampling(0.0, ANSWER_TOKENS)
        prompts = [
            ChatPrompt(system, fenced(piece, nonce), stage, sampling, EXTRACT, self._schema(together=False))
            for piece in pieces
        ]
        found: list[tuple[_Answer, str]] = []
        first = self._answers(prompts, counts, cancel)
        if isinstance(first, CallFailed):
            return first
        found += [(answer, EXTRACT_FOUND) for answer in first]
        prompts = [_continued(prompt, answer) for prompt, answer in zip(prompts, first, strict=True)]
        question = self._book.get(CRITIQUE, language).part("stage", most=MOST_ITEMS)
        for _ in range(CRITIQUES):
            asked = [
                ChatPrompt(
                    prompt.system, prompt.document, question, sampling, CRITIQUE, self._schema(together=True),
                    prompt.earlier,
                )
                for prompt in prompts
            ]  # fmt: skip
            missed = self._answers(asked, counts, cancel)
            if isinstance(missed, CallFailed):
                return missed
            found += [(answer, CRITIQUE_FOUND) for answer in missed]
            full = [index for index, answer in enumerate(missed) if len(answer.items) >= MOST_ITEMS]
            prompts = [_continued(asked[index], missed[index]) for index in full]
            if not prompts:
                break
        return found

    def _answers(
        self, prompts: Sequence[ChatPrompt], counts: Counter[str], cancel: CancelToken | None
    ) -> list[_Answer] | CallFailed:
        counts["llm_calls"] += len(prompts)
        answers: list[_Answer] = []
        for answer in ask_structured(self._model, prompts, _read, cancel):
            if isinstance(answer, CallFailed):
                return answer
            answers.append(answer)
        return answers

    def _schema(self, *, together: bool) -> JsonSchema:
        """Types by id where the server can hold the model to them; else any name, which `TypeNames` reads."""
        held = self._model.capabilities.schema is SchemaSupport.JSON_SCHEMA
        kind: dict[str, object] = (
            {"type": "string", "enum": list(self._types.ids)} if held else {"type": "string", "maxLength": LONGEST_TYPE}
        )
        value = {"type": "string", "minLength": 1, "maxLength": LONGEST_VALUE}
        item = {"type": "object", "properties": {"type": kind, "value": value}, "required": ["type", "value"]}
        properties: dict[str, object] = {"items": {"type": "array", "maxItems": MOST_ITEMS, "items": item}}
        if together:
            properties["together"] = {"type": "array", "maxItems": MOST_TOGETHER, "items": value}
        return {"type": "object", "properties": properties, "required": ["items"]}

    def _typed(self, answers: Sequence[tuple[_Answer, str]], counts: Counter[str]) -> list[Item]:
        items: dict[tuple[str, str], Item] = {}
        for answer, rule in answers:
            for name, value in answer.items:
                counts["llm_proposed"] += 1
                type_id = self._types.resolve(name)
                if type_id is None:
                    counts["llm_unknown_type"] += 1
                else:
                    items.setdefault((type_id, value), Item(type_id, value, rule))
        return list(items.values())

    def _disagrees(self, sensitive: SensitiveSet, agreed: int, grounded: int) -> bool:
        """Whether the model saw nothing of what the rules found (models.md 4)."""
        if not sensitive.attributes or agreed:
            return False
        explicit = any(item.kind is Kind.EXPLICIT for item in sensitive.attributes)
        return not grounded or explicit or len(sensitive.attributes) >= AGREEMENT_FROM


def _continued(prompt: ChatPrompt, answer: _Answer) -> ChatPrompt:
    """The same conversation after `answer`."""
    items = [{"type": name, "value": value} for name, value in answer.items]
    said = json.dumps({"items": items}, ensure_ascii=False)
    earlier = (*prompt.earlier, Exchange(prompt.stage, said))
    return ChatPrompt(
        prompt.system, prompt.document, prompt.stage, prompt.sampling, prompt.purpose, prompt.schema, earlier
    )


def _read(data: object) -> _Answer:
    """Raises UnusableAnswer for an answer without a list of items."""
    if not isinstance(data, Mapping) or not isinstance(data.get("items"), list):
        raise UnusableAnswer("answer.items must be a list")
    items = tuple(
        (str(item["type"]), str(item["value"]))
        for item in data["items"]
        if isinstance(item, Mapping) and "type" in item and "value" in item
    )
    together = data.get("together")
    values = tuple(str(value) for value in together) if isinstance(together, list) else ()
    return _Answer(items, values)
