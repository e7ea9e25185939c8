"""Extraction by a local model: two passes that fail closed, in pieces that fit, never fewer than the rules found."""

from __future__ import annotations

import json

import pytest
from llm_layer_cases import (
    OURS,
    TEXT,
    both,
    covered,
    find,
    layer,
    merge,
    rules,
    saying,
)
from llm_scripted import NONCE, ScriptedModel, by_purpose, document_of, items, values

from core.domain.errors import Cancelled
from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.request import Request
from core.domain.sensitive import Layer, LayerState, SensitiveSet
from core.extract.llm_chunks import LEAST, LONGEST, OVERLAP, chunks
from core.extract.llm_layer import DISAGREEMENT, MOST_ITEMS
from core.llm.model import CallFailed, ChatPrompt, Completion, Ending, SchemaSupport
from core.llm.token_budget import at_most


@both
def test_new_values_become_mentions_with_offsets_and_explanation(language: Language) -> None:
    request = Request(TEXT[language])
    findings = find(saying(*OURS[language], ("AGE", "58")), request)
    merged = merge(request, findings)
    assert findings.health.state is LayerState.OK
    for kind, value in OURS[language]:
        mention = next(item for item in merged.mentions if value in item.text or item.text in value)
        assert request.text[mention.start : mention.end] == mention.text
        assert mention.layer is Layer.LLM or mention in rules(request.text).mentions
        if mention.layer is Layer.LLM:
            assert mention.type_id == kind
            assert mention.explanation.recognizer == "llm.extract"
    assert any(mention.layer is Layer.LLM for mention in merged.mentions)
    assert covered(rules(request.text)) <= covered(merged)


@both
def test_values_that_the_text_does_not_hold_are_dropped_and_counted(language: Language) -> None:
    request = Request(TEXT[language])
    invented = (("PERSON", "Orlando Vexley"), ("PHONE", "+44 20 7946 0018"), ("LOCATION", "海市蜃楼市"))
    findings = find(saying(*OURS[language], *invented), request)
    assert findings.notes["llm_ungrounded"] == 3
    assert findings.notes["llm_proposed"] == 6
    merged = merge(request, findings)
    assert merged.notes["llm_ungrounded"] == 3
    assert all(value not in {item.value for item in merged.attributes} for _, value in invented)


@both
def test_the_second_pass_sees_the_first_and_adds_what_was_missed(language: Language) -> None:
    first, *rest = OURS[language]
    model = saying(first, missed=values(*rest))
    findings = find(model, Request(TEXT[language]))
    critique = model.asked("critique")[0]
    assert len(critique.earlier) == 1
    assert json.loads(critique.earlier[0].answer)["items"] == [{"type": first[0], "value": first[1]}]
    rules_used = {mention.explanation.recognizer for mention in findings.mentions}
    assert rules_used == {"llm.extract", "llm.critique"}


def test_the_stages_share_their_prefix_byte_for_byte() -> None:
    model = saying(*OURS[Language.EN])
    find(model, Request(TEXT[Language.EN]))
    extract, critique = model.asked("extract")[0], model.asked("critique")[0]
    assert (extract.system, extract.document) == (critique.system, critique.document)
    assert critique.earlier[0].stage == extract.stage
    assert NONCE in extract.document


@both
def test_nothing_found_where_the_rules_found_something_blocks(language: Language) -> None:
    request = Request(TEXT[language])
    findings = find(saying(), request)
    assert findings.alarm
    assert findings.health.state is LayerState.FAILED
    assert findings.health.reason == DISAGREEMENT
    merged = merge(request, findings)
    assert merged.attributes == rules(request.text).attributes
    assert any(health.state is LayerState.FAILED for health in merged.layers)


def test_seeing_only_other_things_than_the_rules_blocks_too() -> None:
    findings = find(saying(("PHYSIQUE", "an eye patch")), Request(TEXT[Language.EN]))
    assert findings.notes["llm_grounded"] == 1
    assert findings.agreed == 0
    assert findings.alarm


@pytest.mark.parametrize(
    ("text", "seen", "alarm"),
    [
        ("Reach me at tamsin.okoro@example.org about the ferry accident.", "the ferry accident", True),
        ("Reach me at tamsin.okoro@example.org about the ferry accident.", "tamsin.okoro@example.org", False),
        ("I am 58 years old and saw the ferry accident.", "the ferry accident", False),
    ],
)
def test_an_identifier_that_the_model_does_not_see_raises_the_alarm(text: str, seen: str, alarm: bool) -> None:
    assert 1 <= len(rules(text).attributes) < 3
    assert find(saying(("LIFE_EVENT", seen)), Request(text)).alarm is alarm


@both
def test_nothing_found_by_anybody_is_fine(language: Language) -> None:
    text = {Language.EN: "What is the boiling point of water?", Language.ZH: "水的沸点是多少？"}[language]
    findings = find(saying(), Request(text), SensitiveSet(()))
    assert findings.health.state is LayerState.OK
    assert not findings.mentions


@pytest.mark.parametrize(
    "reply",
    [
        CallFailed("llm.unreachable"),
        "I cannot help with that.",
        "",
        "{",
        '{"items": [{"type": "PERSON"',
        '{"answer": []}',
        '{"items": "none"}',
        Completion(items(), Ending.LENGTH),
        Completion("", Ending.REFUSED),
    ],
)
@pytest.mark.parametrize("purpose", ["extract", "critique"])
def test_a_pass_that_fails_blocks_and_changes_nothing(reply: str | Completion | CallFailed, purpose: str) -> None:
    request = Request(TEXT[Language.EN])
    other = {"extract": "critique", "critique": "extract"}[purpose]
    model = ScriptedModel(by_purpose(**{purpose: reply, other: values(("AGE", "58"))}))
    findings = find(model, request)
    assert findings.health.state is LayerState.FAILED
    assert findings.health.reason.startswith("llm.")
    assert merge(request, findings).attributes == rules(request.text).attributes


@pytest.mark.parametrize("wrapped", ["```json\n{}\n```", "Here you are:\n{}", "<think>hm</think>{}"])
def test_an_answer_with_talk_around_it_is_read(wrapped: str) -> None:
    said = wrapped.replace("{}", values(*OURS[Language.EN], ("AGE", "58")))
    findings = find(ScriptedModel(by_purpose(extract=said, critique=items())), Request(TEXT[Language.EN]))
    assert findings.health.state is LayerState.OK
    assert findings.mentions


@pytest.mark.parametrize("support", list(SchemaSupport))
def test_types_are_an_enum_only_where_the_server_holds_to_it(support: SchemaSupport) -> None:
    model = ScriptedModel(by_purpose(extract=values(("AGE", "58")), critique=items()), schema=support)
    find(model, Request(TEXT[Language.EN]))
    schema = json.dumps(model.prompts[0].schema)
    assert ("enum" in schema) == (support is SchemaSupport.JSON_SCHEMA)
    assert schema.isascii()


@both
def test_long_texts_are_read_in_overlapping_pieces(language: Language) -> None:
    filler = {Language.EN: "Nothing else happened on that day. ", Language.ZH: "那一天没有发生别的事情。"}[language]
    kind, value = OURS[language][0]
    text = filler * 300 + TEXT[language] + filler * 300

    def brain(prompt: ChatPrompt) -> str:
        assert len(document_of(prompt)) <= LONGEST + OVERLAP
        seen = value in document_of(prompt)
        return values(*((kind, value), ("AGE", "58"))) if seen and prompt.purpose == "extract" else items()

    model = ScriptedModel(brain)
    request = Request(text)
    findings = find(model, request)
    assert len(model.asked("extract")) > 3
    assert [text[item.start : item.end] for item in findings.mentions if item.type_id == kind] == [value]
    assert findings.health.state is LayerState.OK


@both
@pytest.mark.parametrize("room", [200, 600, 5000])
def test_pieces_fit_and_leave_nothing_out(language: Language, room: int) -> None:
    text = (TEXT[language] * 7 + "\n\n") * 9 + TEXT[language] * 40
    pieces = chunks(text, room)
    position = 0
    for piece in pieces:
        assert len(piece) <= LEAST + OVERLAP or at_most(piece) <= room
        found = text.find(piece, max(0, position - OVERLAP))
        assert 0 <= found <= position
        position = found + len(piece)
    assert position == len(text)


def test_a_small_context_gets_smaller_pieces() -> None:
    text = "Nothing else happened on that day. " * 80
    small = ScriptedModel(by_purpose(extract=items(), critique=items()), context=4096)
    find(small, Request(text), SensitiveSet(()))
    large = ScriptedModel(by_purpose(extract=items(), critique=items()), context=32768)
    find(large, Request(text), SensitiveSet(()))
    assert len(small.asked("extract")) > len(large.asked("extract"))


def test_a_text_beyond_all_bounds_blocks_without_a_call() -> None:
    model = saying()
    findings = find(model, Request("word " * 200_000), SensitiveSet(()))
    assert findings.health.state is LayerState.FAILED
    assert not model.prompts


def test_a_full_second_pass_is_asked_once_more() -> None:
    many = values(*(("OCCUPATION", f"trade number {index}") for index in range(MOST_ITEMS)))
    model = ScriptedModel(by_purpose(extract=items(), critique=many))
    find(model, Request("A text about trades."), SensitiveSet(()))
    assert len(model.asked("critique")) == 2


def test_cancelled_before_the_first_call() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        layer(saying()).find(Request(TEXT[Language.EN]), SensitiveSet(()), NONCE, token)


def test_blank_text_asks_nothing() -> None:
    model = saying()
    assert find(model, Request("  \n "), SensitiveSet(())).health.state is LayerState.OK
    assert not model.prompts
