"""Extraction by a local model: grounded only, merged into one S, never fewer than the rules found."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest
from llm_scripted import NONCE, ScriptedModel, by_purpose, document_of, items, values
from shared_engine import rule_cascade

from core.domain.errors import Cancelled
from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.request import AddedSpan, Decisions, Request
from core.domain.sensitive import Layer, LayerState, SensitiveSet
from core.domain.taxonomy import Domain
from core.extract.cascade import CascadeExtractor
from core.extract.llm_chunks import LEAST, LONGEST, OVERLAP, chunks
from core.extract.llm_layer import DISAGREEMENT, MOST_ITEMS, LlmFindings, LlmLayer
from core.extract.llm_merge import LlmMerge
from core.llm.model import CallFailed, ChatPrompt, Completion, Ending, SchemaSupport
from core.llm.prompts import PromptBook
from core.llm.token_budget import at_most
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
def test_one_value_stays_one_attribute(language: Language) -> None:
    name = {Language.EN: "Tamsin Okoro", Language.ZH: "王建国"}[language]
    request = Request(TEXT[language])
    merged = merge(request, find(saying(("PERSON", name), ("AGE", "58")), request))
    known = rules(request.text)
    for kind in ("PERSON", "AGE", "EMAIL"):
        assert sum(item.type_id == kind for item in merged.attributes) == sum(
            item.type_id == kind for item in known.attributes
        )
    assert {item.id for item in known.attributes} <= {item.id for item in merged.attributes}


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


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("Profession", "mend lutes", "OCCUPATION"),
        ("city", "an eye patch", "LOCATION"),
        ("place name", "an eye patch", "LOCATION"),
        ("职业", "mend lutes", "OCCUPATION"),
        ("LIFE EVENT", "the ferry accident", "LIFE_EVENT"),
        ("health", "Her knee was replaced", "DISEASE"),
    ],
)
def test_unknown_type_names_go_to_the_closest_type(name: str, value: str, kind: str) -> None:
    model = ScriptedModel(
        by_purpose(extract=values(("AGE", "58"), (name, value)), critique=items()), schema=SchemaSupport.PROMPT_ONLY
    )
    findings = find(model, Request(TEXT[Language.EN]))
    assert kind in {mention.type_id for mention in findings.mentions}


def test_a_type_that_means_nothing_is_dropped_and_counted() -> None:
    model = ScriptedModel(
        by_purpose(extract=values(("AGE", "58"), ("flavour", "an eye patch")), critique=items()),
        schema=SchemaSupport.PROMPT_ONLY,
    )
    findings = find(model, Request(TEXT[Language.EN]))
    assert findings.notes["llm_unknown_type"] == 1
    assert not findings.mentions


@pytest.mark.parametrize("support", list(SchemaSupport))
def test_types_are_an_enum_only_where_the_server_holds_to_it(support: SchemaSupport) -> None:
    model = ScriptedModel(by_purpose(extract=values(("AGE", "58")), critique=items()), schema=support)
    find(model, Request(TEXT[Language.EN]))
    schema = json.dumps(model.prompts[0].schema)
    assert ("enum" in schema) == (support is SchemaSupport.JSON_SCHEMA)
    assert schema.isascii()


@pytest.mark.parametrize(
    ("text", "value", "surface"),
    [
        ("The ＬＵＴＥ　ＭＥＮＤＥＲ lives there.", "lute mender", "ＬＵＴＥ　ＭＥＮＤＥＲ"),
        ("He is a lute\r\nmender, they say.", "lute mender", "lute\r\nmender"),
        ("He is a lute\u00a0mender.", "lute mender", "lute\u00a0mender"),
        ("Plot 3,478-B was hers.", "3478 B", "3,478-B"),
        ("住在沙\u200b柳镇的人", "沙柳镇", "沙\u200b柳镇"),
        ("😀😀 𠮷野家的修琴师傅", "修琴师傅", "修琴师傅"),
        ("他是修琴师傅。", "「修琴师傅」", "修琴师傅"),
        ("汇总：董刚/13401051238/320104197006184363/6226", "320104197006184363", "320104197006184363"),
        ("电话15014294019hhh", "15014294019", "15014294019"),
        ("He mends lutes.", '"mends lutes".', "mends lutes"),
        ("他是修古琴师傅", "修\\古琴师傅", "修古琴师傅"),
        ("制 陶", "制陶", "制 陶"),
    ],
)
def test_values_are_found_under_the_normaliser(text: str, value: str, surface: str) -> None:
    findings = find(saying(("OCCUPATION", value)), Request(text), SensitiveSet(()))
    assert [text[item.start : item.end] for item in findings.mentions] == [surface]


@pytest.mark.parametrize(
    ("text", "value"),
    [("On 2024-03-12 it rained.", "12"), ("It cost 1,670.", "67"), ("It cost 1,670.", "670"), ("the cooks", "cook")],
)
def test_parts_of_numbers_and_words_are_no_values(text: str, value: str) -> None:
    findings = find(saying(("ORDER_NUMBER", value)), Request(text), SensitiveSet(()))
    assert findings.notes["llm_ungrounded"] == 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("经查，2024-03-246点40分许", "2024-03-24"),
        ("经查，2024-03-246点40分许", "6点40分"),
        ("the coopers", "cooper"),
        ("the barrel-makersguild", "makersguild"),
        ("on 2025-09-15Marchetti Law", "Marchetti"),
    ],
)
def test_longer_values_are_hidden_in_part_rather_than_not_at_all(text: str, value: str) -> None:
    findings = find(saying(("OCCUPATION", value)), Request(text), SensitiveSet(()))
    assert [mention.text for mention in findings.mentions] == [value]


def test_ideographs_of_two_clauses_are_no_value() -> None:
    findings = find(saying(("OCCUPATION", "制陶")), Request("他们控制，陶器很多"), SensitiveSet(()))
    assert findings.notes["llm_ungrounded"] == 1


def test_all_occurrences_are_hidden_but_no_parts_of_words() -> None:
    text = "The cooper met the coopers; Cooper was a cooper."
    findings = find(saying(("OCCUPATION", "cooper")), Request(text), SensitiveSet(()))
    assert [item.start for item in findings.mentions] == [text.index("cooper"), text.rindex("cooper")]


@pytest.mark.parametrize("value", ["", " ", "x", "男", "y" * 81, "a\nb\nc\nd\ne", "。，！"])
def test_what_is_no_value_is_not_looked_for(value: str) -> None:
    text = f"x 男 {'y' * 81} a\nb\nc\nd\ne 。，！"
    model = ScriptedModel(by_purpose(extract=values(("OCCUPATION", value)), critique=items()))
    findings = find(model, Request(text), SensitiveSet(()))
    assert not findings.mentions


def test_a_short_number_is_not_hidden_where_the_rules_read_something_else() -> None:
    text = "She is 58 years old and lives in flat 58."
    request = Request(text)
    merged = merge(request, find(saying(("AGE", "58")), request))
    ages = [mention.text for item in merged.attributes if item.type_id == "AGE" for mention in item.mentions]
    assert len(ages) == 1


def test_a_name_that_the_rules_saw_in_part_grows() -> None:
    text = "Our supplier is Brindle Quay Luthiers of the north. Write to Brindle Quay."
    start = text.index("Brindle Quay")
    request = Request(text, decisions=Decisions())
    rule = rules("x")
    marked = extractor().extract(
        Request(text, decisions=Decisions(added=(AddedSpan(start, start + 12, "ORGANIZATION"),))), KEY
    )
    part = replace(
        marked.attributes[0],
        mentions=tuple(replace(mention, layer=Layer.LEXICON) for mention in marked.attributes[0].mentions),
    )
    known = replace(rule, attributes=(part,))
    findings = find(saying(("ORGANIZATION", "Brindle Quay Luthiers")), request, known)
    merged = merge(request, findings, known)
    assert findings.widened[start].text == "Brindle Quay Luthiers"
    assert "Brindle Quay Luthiers" in {mention.text for mention in merged.mentions}
    assert covered(known) < covered(merged)
    grown = next(item for item in merged.attributes if "Luthiers" in item.mentions[0].text)
    assert "Brindle Quay" in grown.surfaces


def test_what_a_person_marked_does_not_grow() -> None:
    text = "Our supplier is Brindle Quay Luthiers."
    start = text.index("Brindle Quay")
    decisions = Decisions(added=(AddedSpan(start, start + 12, "ORGANIZATION"),))
    request = Request(text, decisions=decisions)
    known = extractor().extract(request, KEY)
    findings = find(saying(("ORGANIZATION", "Brindle Quay Luthiers")), request, known)
    assert not findings.widened


def test_a_longer_value_of_another_type_adds_its_rest() -> None:
    request = Request("He lost his left leg in March 2019 near the old kiln at Brindlemoor.")
    findings = find(saying(("LIFE_EVENT", "lost his left leg in March 2019")), request)
    assert [mention.text for mention in findings.mentions] == ["lost his left leg"]
    assert findings.agreed == 1


def test_what_a_person_never_hides_is_not_hidden_by_the_model() -> None:
    request = Request(TEXT[Language.EN], decisions=Decisions(never_hide=frozenset({"An eye-patch"})))
    findings = find(saying(("PHYSIQUE", "an eye patch"), ("AGE", "58")), request)
    assert "an eye patch" not in {mention.text for mention in findings.mentions}


def test_what_a_person_called_not_sensitive_stays_out() -> None:
    request = Request(TEXT[Language.EN])
    model = saying(("PHYSIQUE", "an eye patch"), ("AGE", "58"))
    added = next(item for item in merge(request, find(model, request)).attributes if item.type_id == "PHYSIQUE")
    again = replace(request, decisions=Decisions(not_sensitive=frozenset({added.id})))
    assert added.id not in {item.id for item in merge(again, find(model, again)).attributes}


@both
def test_the_model_may_add_a_combination_but_take_none(language: Language) -> None:
    request = Request(TEXT[language])
    together = [value for _, value in OURS[language]]
    model = saying(*OURS[language], ("AGE", "58"), missed=items(together=together))
    merged = merge(request, find(model, request))
    added = [item for item in merged.combinations if item.reason == "llm_combination"]
    held = [set(item.attribute_ids) for item in merged.combinations]
    ids = {
        item.id for item in merged.attributes for mention in item.mentions for value in together
        if mention.text in value or value in mention.text
    }  # fmt: skip
    assert any(ids <= known for known in held)
    assert len(added) <= 1
    plain = merge(request, find(saying(*OURS[language], ("AGE", "58")), request))
    assert {item.attribute_ids for item in plain.combinations} <= {item.attribute_ids for item in merged.combinations}


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


def test_people_of_history_are_nobodys_data() -> None:
    request = Request("Explain the work of Marie Curie to a child.")
    findings = find(saying(("PERSON", "Marie Curie")), request, SensitiveSet(()))
    assert not findings.mentions


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Einstein was born in Ulm.", (("PERSON", "Einstein"), ("LOCATION", "Ulm"))),
        ("What is the capital of France?", (("LOCATION", "France"),)),
        ("法国的首都是哪里？", (("LOCATION", "法国"),)),
        ("Write a speech in the style of Barack Obama.", (("PERSON", "Barack Obama"),)),
    ],
)
def test_general_knowledge_that_only_the_model_names_is_left_alone(
    text: str, named: tuple[tuple[str, str], ...]
) -> None:
    request = Request(text)
    assert not rules(text).attributes
    assert not merge(request, find(saying(*named), request)).attributes


def test_a_public_name_beside_a_persons_data_is_hidden() -> None:
    request = Request("My e-mail is tamsin.okoro@example.org and my neighbour is Barack Obama, says the postman.")
    merged = merge(request, find(saying(("PERSON", "Barack Obama"), ("EMAIL", "tamsin.okoro@example.org")), request))
    assert "Barack Obama" in {item.mentions[0].text for item in merged.attributes}


def test_blank_text_asks_nothing() -> None:
    model = saying()
    assert find(model, Request("  \n "), SensitiveSet(())).health.state is LayerState.OK
    assert not model.prompts
