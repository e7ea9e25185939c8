"""Semantic utility U_sem by the frozen rubric of paper appendix C (Metric.SEMANTIC).

    judge = SemanticJudge(judging_model, book, rewriter=model.info)
    estimate = judge.measure(request, artifact, language, nonce, cancel)          -> UtilityEstimate

The judge sees X and D. Two attempts; an answer that cannot be read is missing, never imputed: `computed` is False.
"""

from __future__ import annotations

import re
from copy import copy

from core.domain.artifact import Artifact
from core.domain.events import CancelToken
from core.domain.evidence import Metric, UtilityEstimate, UtilityItem
from core.domain.language import Language
from core.domain.request import Request
from core.llm.fence import fenced
from core.llm.json_answers import UnusableAnswer, parse_answer
from core.llm.model import CallFailed, ChatPrompt, Completion, Ending, LanguageModel, ModelInfo, Sampling
from core.llm.prompts import PromptBook

JUDGE = "judge"
SAME_JUDGE = "utility.judge_is_the_model"
MISSING = "utility.judge_missing"
ATTEMPTS = 2
ANSWER_TOKENS = 160
LONGEST_REASON = 200
SCALE = (0.0, 0.5, 1.0)
SCHEMA = {
    "type": "object",
    "properties": {
        "score": {"type": "number", "enum": list(SCALE)},
        "reason": {"type": "string", "maxLength": LONGEST_REASON},
    },
    "required": ["score", "reason"],
}
_SCORE = re.compile(r'"score"\s*:\s*(1(?:\.0+)?|0?\.50*|0(?:\.0+)?)(?![\d.])')


class SemanticJudge:
    """Asks one judge. Stateless; safe from any thread."""

    def __init__(self, judge: LanguageModel, book: PromptBook, rewriter: ModelInfo | None) -> None:
        """`rewriter`: the model that had a hand in D, None when none had. A judge of its own work is noted."""
        self._judge = judge
        self._book = book
        self._notes = (SAME_JUDGE,) if rewriter is not None and rewriter == judge.info else ()

    def asking(self, model: LanguageModel) -> SemanticJudge:
        """The same judge, asked through `model` where that speaks for it."""
        other = copy(self)
        if model.info == self._judge.info:
            other._judge = model
        return other

    def measure(
        self,
        request: Request,
        artifact: Artifact,
        language: Language,
        nonce: str,
        cancel: CancelToken | None = None,
    ) -> UtilityEstimate:
        """One judgement of D; its interval is the point itself, for there is one draw. Raises Cancelled."""
        words = self._book.get(JUDGE, language)
        turn = words.part("stage", original=fenced(request.text, nonce), processed=fenced(artifact.text, nonce))
        for attempt in range(ATTEMPTS):
            stage = turn if attempt == 0 else f"{turn}\n\n{words.part('again')}"
            prompt = ChatPrompt(words.part("system"), "", stage, Sampling(0.0, ANSWER_TOKENS), JUDGE, SCHEMA)
            found = read_score(self._judge.ask((prompt,), cancel)[0])
            if found is not None:
                score, reason = found
                item = UtilityItem("", score, reason=reason)
                return UtilityEstimate(Metric.SEMANTIC, score, score, score, (item,), notes=self._notes)
        return UtilityEstimate(Metric.SEMANTIC, 0.0, 0.0, 1.0, computed=False, missing=1, notes=(MISSING, *self._notes))


def read_score(answer: Completion | CallFailed) -> tuple[float, str] | None:
    """(score, reason) of one answer; None for one that cannot be read, was cut off or refused."""
    if isinstance(answer, CallFailed) or answer.ending is not Ending.STOP:
        return None
    try:
        data = parse_answer(answer.text)
    except UnusableAnswer:
        data = {}
    score = data.get("score") if isinstance(data, dict) else None
    if isinstance(score, int | float) and not isinstance(score, bool) and float(score) in SCALE:
        return float(score), _plain(str(data.get("reason", "")) if isinstance(data, dict) else "")
    found = {float(text) for text in _SCORE.findall(answer.text)}
    # Two different scores are no score.
    return (found.pop(), "") if len(found) == 1 else None


def _plain(reason: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in reason).split())[:LONGEST_REASON]
