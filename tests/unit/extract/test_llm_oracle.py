"""With a model that names every gold value, S covers every gold value: nothing is lost between answer and mention."""

from __future__ import annotations

import re
from functools import cache

import pytest
from llm_scripted import NONCE, ScriptedModel, by_purpose, items, values
from shared_engine import rule_cascade

from core.domain.language import Language
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.extract.cascade import CascadeExtractor
from core.extract.llm_layer import MOST_ITEMS, LlmLayer
from core.extract.llm_merge import LlmMerge
from core.generate.prompts import GeneratedPrompt, PromptGenerator
from core.generate.splits import generate, load_plan
from core.llm.model import SchemaSupport
from core.llm.prompts import PromptBook
from core.population.population import SyntheticPopulation
from core.resources import load_taxonomy, resource_root

ROOT = resource_root()
TAXONOMY = load_taxonomy(ROOT)
SEED, COUNT = 7, 24
SMALL = frozenset("and the of in a at for with on to".split())
_WORD = re.compile(r"\w+")


@cache
def prompts() -> tuple[GeneratedPrompt, ...]:
    plan = load_plan(ROOT)
    split = next(item for item in plan.splits if item.name == "mixed")
    return tuple(generate(PromptGenerator(ROOT, TAXONOMY, SyntheticPopulation.load(ROOT)), plan, split, SEED, COUNT))


@cache
def extractor() -> CascadeExtractor:
    return rule_cascade()


def places(sensitive: SensitiveSet) -> set[int]:
    return {place for mention in sensitive.mentions for place in range(mention.start, mention.end)}


def uncovered(prompt: GeneratedPrompt, covered: set[int]) -> list[str]:
    """Types of gold spans of which a word is not hidden."""
    return [
        span.type
        for span in prompt.spans
        for word in _WORD.finditer(prompt.text, span.start, span.end)
        if word.group().lower() not in SMALL and not set(range(word.start(), word.end())) <= covered
    ]


@pytest.mark.parametrize("language", list(Language))
def test_what_a_perfect_model_names_is_hidden_and_nothing_more(language: Language) -> None:
    chosen = [prompt for prompt in prompts() if prompt.language is language]
    assert len(chosen) >= 8
    for prompt in chosen:
        gold = list(dict.fromkeys((span.type, prompt.text[span.start : span.end]) for span in prompt.spans))
        assert len(gold) <= MOST_ITEMS
        model = ScriptedModel(by_purpose(extract=values(*gold), critique=items()), schema=SchemaSupport.PROMPT_ONLY)
        request = Request(prompt.text)
        known = extractor().extract(request, b"key")
        layer = LlmLayer(model, PromptBook.load(ROOT), TAXONOMY, ROOT, extractor().recognizers)
        findings = layer.find(request, known, NONCE)
        assert findings.notes.get("llm_ungrounded", 0) == 0
        assert not findings.alarm
        merged = LlmMerge(TAXONOMY, ROOT).merged(request, known, findings, b"key", prompt.domain)
        assert uncovered(prompt, places(merged)) == []
        gold_places = {place for span in prompt.spans for place in range(span.start, span.end)}
        words = {place for match in _WORD.finditer(prompt.text) for place in range(match.start(), match.end())}
        assert not (places(merged) - places(known) - gold_places) & words
