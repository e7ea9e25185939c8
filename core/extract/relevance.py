"""Which attributes the task needs (paper T24): domain policy, overlap with the question, a person's word."""

from __future__ import annotations

import re
from dataclasses import replace

from core.domain.request import Decisions
from core.domain.sensitive import SensitiveAttribute
from core.domain.taxonomy import Domain, Kind, Taxonomy
from core.text.characters import in_simplified
from core.text.normalize import comparison_key

BY_PERSON = "relevance.by_person"
BY_DOMAIN = "relevance.by_domain"
BY_QUESTION = "relevance.by_question"
NOT_NEEDED = "relevance.not_needed"
IDENTIFIER = "relevance.identifier"

_SENTENCE = re.compile(r"[^。！？!?\n；;.]*(?:\.(?=\w)[^。！？!?\n；;.]*)*[。！？!?\n；;.]?")
_REQUEST = re.compile(
    r"[?？]|\b(?:please|could you|can you|would you|how (?:do|can|should|much|long|many)|what (?:should|"
    r"are|is|can)|which|i would like|i'd like|i want|i need|help me|advise|suggest|recommend|draft|"
    r"explain|"
    r"write|plan|tell me|give me|summari[sz]e|translate|compare|analy[sz]e)\b|请|帮我|帮忙|怎么|如何|哪些|"
    r"什么|多少|能否|能不能|可以吗|是否|会不会|想问|想请教|想知道|建议|分析|推荐|安排|咨询|求助"
)


def assign(
    attributes: tuple[SensitiveAttribute, ...],
    domain: Domain,
    text: str,
    task: str,
    decisions: Decisions,
    taxonomy: Taxonomy,
) -> tuple[SensitiveAttribute, ...]:
    """Attributes with `task_relevant` and the message key of its reason.

    A person's decision comes first. Explicit identifiers are never task-critical by policy. A quasi-identifier is
    when the domain's policy names its type, or when the question itself speaks of its value.
    """
    asked = _questions(text, task)
    spans = _question_spans(text)
    return tuple(_assign(item, domain, asked, spans, decisions, taxonomy) for item in attributes)


def _assign(
    item: SensitiveAttribute,
    domain: Domain,
    asked: str,
    spans: tuple[tuple[int, int], ...],
    decisions: Decisions,
    taxonomy: Taxonomy,
) -> SensitiveAttribute:
    decided = decisions.task_relevant.get(item.id)
    if decided is not None:
        return replace(item, task_relevant=decided, relevance_reason=BY_PERSON)
    kind = taxonomy[item.type_id]
    if kind.kind is Kind.EXPLICIT:
        return replace(item, task_relevant=False, relevance_reason=IDENTIFIER)
    if domain in kind.relevant_in:
        return replace(item, task_relevant=True, relevance_reason=BY_DOMAIN)
    if _in_question(item, asked, spans):
        return replace(item, task_relevant=True, relevance_reason=BY_QUESTION)
    return replace(item, task_relevant=False, relevance_reason=NOT_NEEDED)


def _question_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Sentences of `text` that ask for something; not when they are the bulk of it (then everything overlaps)."""
    spans = [
        match.span()
        for match in _SENTENCE.finditer(text)
        if match.group().strip() and _REQUEST.search(in_simplified(match.group().lower()))
    ]
    sentences = sum(1 for match in _SENTENCE.finditer(text) if match.group().strip())
    return tuple(spans) if len(spans) < sentences else ()


def _questions(text: str, task: str) -> str:
    return comparison_key(task) if task and task != text else ""


def _in_question(item: SensitiveAttribute, asked: str, spans: tuple[tuple[int, int], ...]) -> bool:
    if any(start <= mention.start < end for mention in item.mentions for start, end in spans):
        return True
    if not asked:
        return False
    return any(len(key) > 1 and key in asked for key in (comparison_key(surface) for surface in item.surfaces))
