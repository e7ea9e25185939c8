"""Texts, rules and scripted answers for the tests of extraction by a local model."""

from __future__ import annotations

from functools import cache

import pytest
from llm_scripted import NONCE, ScriptedModel, by_purpose, items, values
from shared_engine import rule_cascade

from core.domain.language import Language
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Domain
from core.extract.cascade import CascadeExtractor
from core.extract.llm_layer import LlmFindings, LlmLayer
from core.extract.llm_merge import LlmMerge
from core.llm.prompts import PromptBook
from core.resources import load_taxonomy, resource_root

ROOT = resource_root()
TAXONOMY = load_taxonomy(ROOT)
BOOK = PromptBook.load(ROOT)
KEY = b"conversation"

TEXT = {
    Language.EN: (
        "Please help: Mrs Tamsin Okoro, 58 years old, used to mend lutes in Brindlemoor. She wears an eye patch. "
        "Her knee was replaced after the ferry accident. Reach her at tamsin.okoro@example.org."
    ),
    Language.ZH: (
        "请帮忙：王建国今年58岁，以前在沙柳镇编竹灯笼，左手缺一指。渡船事故之后做了膝关节置换。"
        "他的邮箱是 wangjianguo@example.org。"
    ),
}
OURS = {
    Language.EN: (("OCCUPATION", "mend lutes"), ("PHYSIQUE", "an eye patch"), ("LIFE_EVENT", "the ferry accident")),
    Language.ZH: (("OCCUPATION", "编竹灯笼"), ("PHYSIQUE", "左手缺一指"), ("LIFE_EVENT", "渡船事故")),
}
both = pytest.mark.parametrize("language", list(Language))


@cache
def extractor() -> CascadeExtractor:
    return rule_cascade()


@cache
def rules(text: str) -> SensitiveSet:
    return extractor().extract(Request(text), KEY)


def layer(model: ScriptedModel) -> LlmLayer:
    return LlmLayer(model, BOOK, TAXONOMY, ROOT, extractor().recognizers)


def find(model: ScriptedModel, request: Request, sensitive: SensitiveSet | None = None) -> LlmFindings:
    known = rules(request.text) if sensitive is None else sensitive
    return layer(model).find(request, known, NONCE)


def merge(request: Request, findings: LlmFindings, sensitive: SensitiveSet | None = None) -> SensitiveSet:
    known = rules(request.text) if sensitive is None else sensitive
    return LlmMerge(TAXONOMY, ROOT).merged(request, known, findings, KEY, Domain.GENERAL)


def saying(*pairs: tuple[str, str], missed: str = items()) -> ScriptedModel:
    return ScriptedModel(by_purpose(extract=values(*pairs), critique=missed))


def covered(sensitive: SensitiveSet) -> set[int]:
    return {place for mention in sensitive.mentions for place in range(mention.start, mention.end)}
