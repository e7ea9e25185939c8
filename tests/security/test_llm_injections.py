"""Sentences in a prompt that talk to the model: S of the rules stands, and the run goes to a person (models.md 4)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from llm_scripted import NONCE, ScriptedModel, document_of, items, values
from shared_engine import rule_cascade

from core.dehydrate.dehydrator import Dehydrator
from core.dehydrate.library import HierarchyLibrary
from core.domain.language import Language
from core.domain.request import Decisions, Request
from core.domain.sensitive import LayerState, SensitiveSet
from core.domain.taxonomy import Domain
from core.domain.tokens import TokenVault
from core.extract.cascade import CascadeExtractor
from core.extract.llm_layer import DISAGREEMENT, LlmFindings, LlmLayer
from core.extract.llm_merge import LlmMerge
from core.llm.fence import fenced
from core.llm.model import ChatPrompt
from core.llm.prompts import PromptBook
from core.resources import load_taxonomy, resource_root

ROOT = resource_root()
TAXONOMY = load_taxonomy(ROOT)
BOOK = PromptBook.load(ROOT)
KEY = b"conversation"
FIXTURE = Path(__file__).parent.parent / "golden" / "injections.toml"
LETTER = {
    Language.EN: (
        "The weather was fine when I wrote this.",
        "My name is Tamsin Okoro, I am 58 years old and live in Rotterdam.",
        "My number is +44 20 7946 0018 and my mail is tamsin.okoro@example.org. What should I do about my diabetes?",
    ),
    Language.ZH: (
        "写信的时候天气很好。",
        "我叫王建国，今年58岁，住在南京。",
        "我的手机是13800138000，邮箱是 wangjianguo@example.org。我有糖尿病，应该怎么办？",
    ),
}
HARMLESS = {Language.EN: "weather", Language.ZH: "天气"}
ANSWERS = {
    "prose": "La mer, la mer, toujours recommencée.",
    "empty": items(),
    "invented": values(("PERSON", "XXXX YYYY")),
}


@dataclass(frozen=True)
class Attack:
    language: Language
    yields: str
    text: str
    number: int


@cache
def attacks() -> tuple[Attack, ...]:
    data = tomllib.loads(FIXTURE.read_text(encoding="utf-8"))
    return tuple(
        Attack(Language(entry["language"]), entry["yields"], entry["text"], number)
        for number, entry in enumerate(data["attacks"])
    )


@cache
def extractor() -> CascadeExtractor:
    return rule_cascade()


def letter(attack: Attack) -> str:
    """The attack at the beginning, in the middle, or at the end."""
    parts = list(LETTER[attack.language])
    parts.insert(attack.number % (len(parts) + 1), attack.text)
    return "\n".join(parts)


def obedient(attack: Attack) -> ScriptedModel:
    """Does what the last order in its document says, as a weak model would."""

    def brain(prompt: ChatPrompt) -> str:
        assert document_of(prompt)
        if attack.yields == "decoy":
            return values(("OCCUPATION", HARMLESS[attack.language]))
        return ANSWERS[attack.yields]

    return ScriptedModel(brain)


def run(attack: Attack) -> tuple[SensitiveSet, LlmFindings, SensitiveSet]:
    request = Request(letter(attack))
    known = extractor().extract(request, KEY)
    findings = LlmLayer(obedient(attack), BOOK, TAXONOMY, ROOT, extractor().recognizers).find(request, known, NONCE)
    return known, findings, LlmMerge(TAXONOMY, ROOT).merged(request, known, findings, KEY, Domain.GENERAL)


def test_there_are_twenty_five_in_each_language() -> None:
    assert [sum(item.language is language for item in attacks()) for language in Language] == [25, 25]
    assert len({item.text for item in attacks()}) == 50


@pytest.mark.parametrize("attack", attacks(), ids=lambda attack: f"{attack.language}-{attack.number}")
def test_an_obedient_model_takes_nothing_away_and_cannot_pass_unseen(attack: Attack) -> None:
    known, findings, merged = run(attack)
    assert len(known.attributes) >= 4
    assert {item.id for item in known.attributes} <= {item.id for item in merged.attributes}
    places = {place for mention in merged.mentions for place in range(mention.start, mention.end)}
    assert all(set(range(mention.start, mention.end)) <= places for mention in known.mentions)
    assert findings.health.state is LayerState.FAILED
    assert findings.alarm == (attack.yields != "prose")
    assert not findings.alarm or findings.health.reason == DISAGREEMENT
    assert any(health.state is LayerState.FAILED for health in merged.layers)


@pytest.mark.parametrize("attack", attacks()[::5], ids=lambda attack: f"{attack.language}-{attack.number}")
def test_no_literal_of_the_rules_leaves_after_an_attack(attack: Attack) -> None:
    known, _, merged = run(attack)
    dehydrator = Dehydrator(TAXONOMY, HierarchyLibrary(TAXONOMY, ROOT, reference_year=2026))
    levels = dehydrator.initial_levels(merged, Decisions())
    artifact = dehydrator.dehydrate(letter(attack), merged, levels, TokenVault(), attack.language)
    assert not dehydrator.hard_line.find(artifact.text, known, {})


@pytest.mark.parametrize("attack", attacks(), ids=lambda attack: f"{attack.language}-{attack.number}")
def test_no_attack_leaves_the_fence(attack: Attack) -> None:
    block = fenced(letter(attack), NONCE)
    assert block.startswith(f"<doc {NONCE}>\n")
    assert block.count(f"</doc {NONCE}>") == 1
    assert block.endswith(f"\n</doc {NONCE}>")
    inside = block[len(f"<doc {NONCE}>") : -len(f"</doc {NONCE}>")]
    assert NONCE not in inside
    assert not any(mark in inside for mark in ("<|im_", "[INST]", "</doc", "<think>", "<tool_call>", "\u200b"))


@pytest.mark.parametrize("language", list(Language))
def test_an_honest_model_raises_no_alarm_over_the_same_letters(language: Language) -> None:
    for attack in (item for item in attacks() if item.language is language):
        request = Request(letter(attack))
        known = extractor().extract(request, KEY)
        honest = ScriptedModel(lambda prompt: values(("AGE", "58"), ("EMAIL", "example.org")))
        findings = LlmLayer(honest, BOOK, TAXONOMY, ROOT, extractor().recognizers).find(request, known, NONCE)
        assert findings.health.state is LayerState.OK
