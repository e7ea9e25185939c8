"""GenScore by a second model: it sees the rule alone and is of another family than the model that wrote it (paper 4.3).

Self-scoring is forbidden. Whether two models are the same is told by their digests, their families and their names;
where nothing tells, they count as the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.domain.events import CancelToken
from core.domain.learning import Rule, RuleKind
from core.domain.taxonomy import Taxonomy
from core.learn.genscore import GenScore
from core.llm.fence import neutralised
from core.llm.json_answers import UnusableAnswer
from core.llm.model import CallFailed, ChatPrompt, JsonSchema, LanguageModel, ModelInfo, Sampling
from core.llm.prompts import PromptBook
from core.llm.structured import ask_structured

GENSCORE = "genscore"
HIGHEST = 5
ANSWER_TOKENS = 160
SCHEMA: JsonSchema = {
    "type": "object",
    "properties": {"score": {"type": "integer"}, "reason": {"type": "string", "maxLength": 200}},
    "required": ["score", "reason"],
}
_NAME = re.compile(r"[a-z]+")


def family_of(model: ModelInfo) -> str:
    """Coarse family of a model, "" where neither the server nor its name tells it: the first word of the last part of
    the name, as in `vendor/qwen3-8b`."""
    if model.family:
        return model.family.casefold()
    found = _NAME.match(model.id.rpartition("/")[2].casefold())
    return found.group() if found else ""


def independent(writer: ModelInfo | None, scorer: ModelInfo) -> bool:
    """Whether `scorer` may judge what `writer` wrote. True where no model wrote it."""
    if writer is None:
        return True
    if writer.digest and writer.digest == scorer.digest:
        return False
    one, other = family_of(writer), family_of(scorer)
    return bool(one) and bool(other) and one != other and writer.id != scorer.id


class ModelScorer:
    """Asks one model. Stateless; safe from any thread."""

    def __init__(self, model: LanguageModel, book: PromptBook, taxonomy: Taxonomy) -> None:
        self._model = model
        self._book = book
        self._taxonomy = taxonomy

    @property
    def model(self) -> ModelInfo:
        return self._model.info

    def score(self, rule: Rule, cancel: CancelToken | None = None) -> GenScore:
        """`score` None where no answer was usable: such a rule is not adopted. Raises Cancelled."""
        words = self._book.get(GENSCORE, rule.language)
        stage = words.part("stage", rule=neutralised(self._told(rule)))
        prompt = ChatPrompt(words.part("system"), "", stage, Sampling(0.0, ANSWER_TOKENS), GENSCORE, SCHEMA)
        answer = ask_structured(self._model, (prompt,), _points, cancel)[0]
        score = None if isinstance(answer, CallFailed) else answer / HIGHEST
        return GenScore(score, self._model.info.id)

    def _told(self, rule: Rule) -> str:
        if rule.kind is RuleKind.INSTRUCTION:
            return rule.text
        label = self._taxonomy[rule.type_id].labels[rule.language]
        if rule.kind is RuleKind.START_LEVEL:
            return f"{label} | {rule.domain.value if rule.domain else ''} | {rule.level}"
        return f"{', '.join(rule.cues)} | {rule.shape} | {label}"


def _points(data: object) -> int:
    score = data.get("score") if isinstance(data, Mapping) else None
    if not isinstance(score, int) or isinstance(score, bool) or not 1 <= score <= HIGHEST:
        raise UnusableAnswer("no score from 1 to 5")
    return score
