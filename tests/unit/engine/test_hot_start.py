"""What a run starts from: typed sets by signature, learned rules in place, and named in preview and certificate."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from library_cases import cue_rule, instruction_rule, level_rule
from shared_engine import rules_engine

from core.domain.errors import InputError
from core.domain.events import StageEvent
from core.domain.language import Language
from core.domain.learning import BASELINE, ContextStructure, LearnedSnapshot, TypedSet
from core.domain.protocol import STRICT
from core.domain.request import Decision, Decisions, Request
from core.domain.sensitive import Layer
from core.domain.taxonomy import Domain
from core.engine.conversation import Conversation
from core.engine.engine import BuiltinEngine
from core.engine.hot_start import LIBRARY, MESSAGE, SETS, Signature
from core.llm.prompts import PromptBook
from core.resources import resource_root

TAG = cue_rule("A{2}-9{3}", ("locker tag",), reach=6)
TEXT = "I am 34 and live in Leeds. My locker tag QX-204 is lost. What can I do?"
DIGEST = "ab" * 32


@cache
def engine() -> BuiltinEngine:
    return rules_engine()


@pytest.fixture
def using():
    yield engine().use
    engine().use(BASELINE)


def snapshot(*rules, typed_set=TypedSet.GLOBAL, **more) -> LearnedSnapshot:
    return LearnedSnapshot(DIGEST, rules={typed_set: rules}, **more)


def signed(domain=Domain.GENERAL, types=(), structure=ContextStructure.PROSE):
    return engine().hot_starts.sets(Signature(domain, frozenset(types), frozenset({structure})))


def test_sets_by_signature():
    assert signed() == (TypedSet.GLOBAL, TypedSet.GENERAL)
    assert signed(Domain.MEDICAL) == (TypedSet.GLOBAL, TypedSet.MEDICAL)
    assert signed(Domain.LEGAL, ("DISEASE", "DRUG")) == (TypedSet.GLOBAL, TypedSet.MEDICAL, TypedSet.LEGAL)
    assert signed(Domain.TRAVEL, ("DISEASE",)) == (TypedSet.GLOBAL, TypedSet.TRAVEL)
    assert TypedSet.CREDENTIAL in signed(types=("API_KEY",))
    assert TypedSet.FINANCIAL in signed(types=("AMOUNT", "INCOME"))
    assert TypedSet.DIALOGUE in signed(structure=ContextStructure.DIALOGUE)


def test_a_learned_rule_shows_in_preview_and_certificate(using):
    conversation = Conversation()
    plain = engine().preview(Request(TEXT), conversation)
    assert (plain.library, plain.sets) == ("", (TypedSet.GLOBAL,))
    assert engine().info.versions[LIBRARY] == "shipped"
    using(snapshot(TAG, versions={"global/rules/extraction@en": 3, "legal/rules/extraction@en": 2}))
    seen = engine().preview(Request(TEXT), conversation)
    assert "QX-204" in TEXT
    assert "QX-204" not in seen.artifact.text
    assert seen.library == DIGEST
    assert seen.sets[0] is TypedSet.GLOBAL
    events: list[StageEvent] = []
    outcome = engine().sanitize(Request(TEXT), conversation, progress=events.append)
    assert MESSAGE in {event.message for event in events}
    versions = outcome.certificate.engine.versions
    assert versions[LIBRARY] == DIGEST[:12]
    assert versions[SETS].split()[0] == "global"
    assert outcome.prompt_versions == {"global/rules/extraction@en": "3"}
    again = engine().recheck(outcome, outcome.verdict.artifact.text, conversation)
    assert again.certificate.engine.versions[LIBRARY] == DIGEST[:12]
    assert again.prompt_versions == outcome.prompt_versions


def test_rules_of_another_set_rest(using):
    using(snapshot(TAG, typed_set=TypedSet.TRAVEL))
    assert "QX-204" in engine().preview(Request(TEXT, domain=Domain.MEDICAL), Conversation()).artifact.text
    assert "QX-204" not in engine().preview(Request(TEXT, domain=Domain.TRAVEL), Conversation()).artifact.text


def test_a_pinned_domain_starts_from_its_own(using):
    using(snapshot(TAG), {Domain.MEDICAL: replace(snapshot(), digest="cd" * 32)})
    assert "QX-204" in engine().preview(Request(TEXT, domain=Domain.MEDICAL), Conversation()).artifact.text
    assert "QX-204" not in engine().preview(Request(TEXT, domain=Domain.LEGAL), Conversation()).artifact.text


def level_of(type_id: str, decisions: Decisions | None = None) -> int:
    request = Request(TEXT, decisions=decisions or Decisions())
    preview = engine().preview(request, Conversation(), protocol=STRICT)
    attribute = next(item for item in preview.sensitive.attributes if item.type_id == type_id)
    return preview.artifact.levels[attribute.id]


def age_id() -> str:
    sensitive = engine().preview(Request(TEXT), CONVERSATION).sensitive
    return next(item.id for item in sensitive.attributes if item.type_id == "AGE")


CONVERSATION = Conversation()


def test_a_learned_level_raises_and_never_lowers(using):
    before = level_of("AGE")
    using(snapshot(level_rule("AGE", before + 1)))
    assert level_of("AGE") == before + 1
    using(snapshot(level_rule("AGE", 1)))
    assert level_of("AGE") == before
    using(snapshot(level_rule("AGE", 20)))
    raised = level_of("AGE")
    assert raised > before
    using(snapshot(level_rule("AGE", before + 1, Language.ZH)))
    assert level_of("AGE") == before


def test_a_person_decides_over_a_learned_level(using):
    using(snapshot(level_rule("AGE", 20)))
    chosen = Decisions(levels={age_id(): Decision(1)})
    preview = engine().preview(Request(TEXT, decisions=chosen), CONVERSATION)
    assert preview.artifact.levels[age_id()] == 1


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (LearnedSnapshot(DIGEST, prompts={("judge", Language.EN): {"stage": "x"}}), "library.fixed"),
        (LearnedSnapshot(DIGEST, prompts={("extract", Language.EN): {"stage": "no fields"}}), "library.fields"),
        (LearnedSnapshot(DIGEST, prompts={("extract", Language.EN): {"other": "x"}}), "library.fields"),
        (snapshot(instruction_rule(prompt="attack_open")), "library.rule"),
        (snapshot(instruction_rule("x" * 500)), "library.rule"),
        (snapshot(level_rule("NOTHING")), "library.rule"),
        (snapshot(replace(TAG, reach=9999)), "library.rule"),
        (snapshot(replace(TAG, shape="{")), "shape.malformed"),
    ],
)
def test_what_may_not_steer_is_refused_and_changes_nothing(bad, code, using):
    using(snapshot(TAG))
    with pytest.raises(InputError) as caught:
        engine().use(bad)
    assert caught.value.code == code
    assert engine().steering.digest == DIGEST


def test_an_explicit_type_has_no_starting_level(using):
    text = "My name is Margaret Olsen and my phone is +1 202-555-0143."
    before = engine().preview(Request(text), CONVERSATION).artifact
    using(snapshot(level_rule("PERSON", 1), level_rule("PHONE", 1)))
    assert engine().preview(Request(text), CONVERSATION).artifact.text == before.text


def test_sentences_join_the_stage_before_its_last_line():
    book = PromptBook.load(resource_root())
    key = ("extract", Language.EN)
    learned = book.learned({}, {key: ("Mind braces {x}.", "Second.")})
    fields = {"types": "AGE", "most": 3}
    plain, longer = (item.get(*key).part("stage", **fields).split("\n") for item in (book, learned))
    assert longer == [*plain[:-1], "Mind braces {x}.", "Second.", plain[-1]]
    assert learned.digest != book.digest
    assert learned.get("judge", Language.EN) is book.get("judge", Language.EN)
    assert book.learned({}, {}).digest == book.digest


def test_a_layer_of_learned_rules_is_told_in_the_health_of_s(using):
    using(snapshot(TAG))
    layers = {item.layer for item in engine().extract(Request(TEXT), Conversation()).layers}
    assert Layer.LEARNED in layers
