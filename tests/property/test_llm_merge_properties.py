"""Whatever a model answers: S stays a set of exact, non-overlapping mentions that covers all that the rules cover."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from llm_scripted import NONCE, ScriptedModel, by_purpose, items, values
from shared_engine import rule_cascade

from core.domain.request import Request
from core.domain.sensitive import Layer, SensitiveSet
from core.domain.taxonomy import Domain
from core.extract.cascade import CascadeExtractor
from core.extract.llm_layer import LlmLayer
from core.extract.llm_merge import LlmMerge
from core.llm.model import SchemaSupport
from core.llm.prompts import PromptBook
from core.resources import load_taxonomy, resource_root

ROOT = resource_root()
TAXONOMY = load_taxonomy(ROOT)
BOOK = PromptBook.load(ROOT)
MERGE = LlmMerge(TAXONOMY, ROOT)
KEY = b"conversation"
TEXTS = (
    "Mrs Tamsin Okoro, 58 years old, of Rotterdam: her diabetes began on 12 March 2019. Tamsin.Okoro@example.org 😀",
    "王建国，今年58岁，住在南京市玄武区中山路18号，2019年3月确诊糖尿病。手机１３８００１３８０００，老王怕打针。",
    "Ｗe spoke\r\nto Mr Okoro (58) in\u00a0Rotterdam about 3,478 euros; 王建国 was there. e\u0301t\u200be\u0301 𠮷野",
)
NAMES = ("PERSON", "AGE", "LOCATION", "DISEASE", "DATE", "ADDRESS", "LIFE_EVENT", "OCCUPATION", "city", "flavour", "")


@cache
def extractor() -> CascadeExtractor:
    return rule_cascade()


@cache
def rules(text: str) -> SensitiveSet:
    return extractor().extract(Request(text), KEY)


@st.composite
def answers(draw: st.DrawFn) -> tuple[str, list[tuple[str, str]], list[str]]:
    text = draw(st.sampled_from(TEXTS))

    def value() -> str:
        start = draw(st.integers(0, len(text)))
        part = text[start : start + draw(st.integers(1, 40))]
        return draw(st.sampled_from((part, part.upper(), part.replace(" ", ""), f"“{part}”", f"{part}x")))

    count = draw(st.integers(0, 6))
    pairs = [(draw(st.sampled_from(NAMES)), value()) for _ in range(count)]
    return text, pairs, [value() for _ in range(draw(st.integers(0, 3)))]


def places(sensitive: SensitiveSet) -> set[int]:
    return {place for mention in sensitive.mentions for place in range(mention.start, mention.end)}


@settings(max_examples=250)
@given(answers())
def test_the_model_only_adds(answer: tuple[str, list[tuple[str, str]], list[str]]) -> None:
    text, pairs, together = answer
    request = Request(text)
    known = rules(text)
    model = ScriptedModel(
        by_purpose(extract=values(*((kind, value[:80]) for kind, value in pairs)), critique=items(together=together)),
        schema=SchemaSupport.PROMPT_ONLY,
    )
    findings = LlmLayer(model, BOOK, TAXONOMY, ROOT, extractor().recognizers).find(request, known, NONCE)
    merged = MERGE.merged(request, known, findings, KEY, Domain.GENERAL)
    assert places(known) <= places(merged)
    position = 0
    for mention in merged.mentions:
        assert position <= mention.start < mention.end <= len(text)
        assert text[mention.start : mention.end] == mention.text
        assert mention.type_id in TAXONOMY
        position = mention.end
    ids = {item.id for item in merged.attributes}
    assert len(ids) == len(merged.attributes)
    assert all(set(item.attribute_ids) <= ids for item in merged.combinations)
    assert {mention.layer for mention in merged.mentions} <= {*Layer}
    assert merged == MERGE.merged(request, known, findings, KEY, Domain.GENERAL)
    surfaces = {surface for item in merged.attributes for surface in item.surfaces}
    assert {mention.text for mention in known.mentions} <= surfaces
