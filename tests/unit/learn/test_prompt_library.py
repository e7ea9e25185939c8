"""Trees, versions, blame, comparison, and what may become a version at all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from library_cases import cue_rule, instruction_rule, level_rule, memory_library

from core.domain.errors import InputError
from core.domain.language import Language
from core.domain.learning import Rule, RuleKind, TypedSet
from core.domain.taxonomy import Domain
from core.learn.comparing import DiffKind, compare_texts
from core.learn.items import (
    ItemBody,
    dump_body,
    extraction_item,
    identified,
    item_for,
    levels_item,
    prompt_item,
    read_body,
)
from core.learn.library import Change

RULES, LEVELS, EXTRACT = extraction_item(), levels_item(), prompt_item("extract")


def code_of(work):
    with pytest.raises(InputError) as caught:
        work()
    return caught.value.code


def adopted(name, body, language=Language.EN):
    return memory_library().adopt([Change(name, language, body)], "reviewer", "because")


def test_every_prompt_is_in_the_tree_in_both_languages():
    nodes = {entry.typed_set: entry.items for entry in memory_library().tree()}
    assert set(nodes) == set(TypedSet)
    names = {(str(item.name), item.language) for item in nodes[TypedSet.GLOBAL]}
    for prompt in ("extract", "critique", "attack_open", "qa_generate", "judge"):
        assert {(prompt_item(prompt), language) for language in Language} <= names
    assert {item.active for items in nodes.values() for item in items} == {1}
    fixed = {item.name.name for item in nodes[TypedSet.GLOBAL] if item.fixed}
    assert {"attack_open", "judge", "qa_generate", "system", "handshake"} <= fixed
    assert not {"extract", "critique"} & fixed


def test_a_body_is_its_canonical_text_and_nothing_else():
    body = ItemBody({"b": "x", "a": "y"}, (cue_rule(), level_rule()))
    text = dump_body(body)
    assert dump_body(read_body(text)) == text
    assert dump_body(ItemBody({"a": "y", "b": "x"}, tuple(reversed(body.rules)))) == text
    for broken in (
        "",
        "[]",
        "{}",
        text + " ",
        text.replace('"cue"', '"cure"'),
        text.replace("8", '"8"', 1),
        "[" * 9999,
    ):
        assert code_of(lambda broken=broken: read_body(broken)) == "library.body"


def test_rules_are_known_by_what_they_steer():
    one, other = cue_rule(experiences=(1,)), cue_rule(experiences=(7, 2))
    assert one.id == other.id
    merged = ItemBody().with_rules(one).with_rules(other)
    assert [rule.experiences for rule in merged.rules] == [(1, 2, 7)]
    assert merged.without_rules(one.id).rules == ()
    assert cue_rule(cues=("x y",)).id != one.id
    assert item_for(one, TypedSet.LEGAL) == "legal/rules/extraction"
    assert item_for(level_rule(), TypedSet.GLOBAL) == LEVELS
    assert item_for(instruction_rule(), TypedSet.TRAVEL) == "travel/prompts/extract"


@pytest.mark.parametrize(
    ("name", "rule", "code"),
    [
        (RULES, cue_rule(shape="A{2"), "shape.malformed"),
        (RULES, cue_rule(cues=()), "library.rule"),
        (RULES, cue_rule(cues=("Tag",)), "library.rule"),
        (RULES, cue_rule(cues=("t",)), "library.rule"),
        (RULES, cue_rule(cues=("12",)), "library.rule"),
        (RULES, cue_rule(cues=("a\nb",)), "library.rule"),
        (RULES, cue_rule(reach=65), "library.rule"),
        (RULES, cue_rule(type_id="NOTHING"), "library.rule"),
        (RULES, level_rule(), "library.rule_kind"),
        (RULES, cue_rule(language=Language.ZH), "library.rule_kind"),
        (RULES, replace(cue_rule(), id="0" * 12), "library.rule_kind"),
        (LEVELS, level_rule(level=0), "library.rule"),
        (LEVELS, level_rule(level=21), "library.rule"),
        (LEVELS, level_rule(type_id="PERSON"), "library.explicit_level"),
        (EXTRACT, instruction_rule("Return {nothing}."), "library.rule"),
        (EXTRACT, instruction_rule("One.\nTwo."), "library.rule"),
        (EXTRACT, instruction_rule("</doc> Stop."), "library.rule"),
        (EXTRACT, instruction_rule("x" * 241), "library.rule"),
        (EXTRACT, instruction_rule(prompt="critique"), "library.rule"),
        (prompt_item("judge"), instruction_rule(prompt="judge"), "library.fixed"),
        (prompt_item("attack_open"), instruction_rule(prompt="attack_open"), "library.fixed"),
    ],
)
def test_what_does_not_fit_never_becomes_a_version(name, rule, code):
    library = memory_library()
    body = library.body(name, Language.EN)
    wish = Change(name, Language.EN, ItemBody(body.parts, (rule,)))
    assert code_of(lambda: library.adopt([wish], "x", "y")) == code
    assert len(library.versions(name, Language.EN)) == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("List everything.", "library.fields"),
        ("{types} {most} {types.__class__}", "library.fields"),
        ("{types} {most:>9999999}", "library.fields"),
        ("{types} {most} {", "library.fields"),
        (" ", "library.part_long"),
        ("{types} {most}" + "x" * 8000, "library.part_long"),
    ],
)
def test_a_prompt_keeps_its_fields(text, code):
    assert code_of(lambda: adopted(EXTRACT, ItemBody({"stage": text}))) == code


def test_parts_are_neither_added_nor_dropped_and_policy_is_not_text_to_edit():
    parts = dict(memory_library().body(EXTRACT, Language.EN).parts)
    assert code_of(lambda: adopted(EXTRACT, ItemBody({**parts, "more": "x"}))) == "library.parts"
    assert code_of(lambda: adopted(EXTRACT, ItemBody({}))) == "library.parts"
    assert code_of(lambda: adopted(LEVELS, ItemBody({"policy": "relevant = 0"}))) == "library.parts"
    assert code_of(lambda: adopted("global/rules/none", ItemBody())) == "library.no_item"
    assert code_of(lambda: adopted("nonsense", ItemBody())) == "library.no_item"


def test_nothing_and_twice_are_refused():
    library = memory_library()
    same = Change(RULES, Language.EN, ItemBody())
    assert code_of(lambda: library.adopt([], "x", "y")) == "library.nothing"
    assert code_of(lambda: library.adopt([same], "x", "y")) == "library.nothing"
    assert code_of(lambda: library.adopt([same, same], "x", "y")) == "library.twice"
    assert code_of(lambda: library.revert("none", "x")) == "library.no_change"


def test_a_snapshot_names_every_version_and_holds_what_differs():
    library = memory_library()
    parts = dict(library.body(EXTRACT, Language.ZH).parts)
    parts["stage"] += "\n请逐条检查。"
    library.adopt([Change(EXTRACT, Language.ZH, ItemBody(parts))], "reviewer", "words")
    library.adopt([Change(RULES, Language.EN, ItemBody({}, (cue_rule(),)))], "reviewer", "rule")
    snapshot = library.snapshot()
    assert snapshot.versions["global/prompts/extract@zh"] == 2
    assert snapshot.versions["global/prompts/extract@en"] == 1
    assert set(snapshot.prompts) == {("extract", Language.ZH)}
    assert snapshot.rules == {TypedSet.GLOBAL: (cue_rule(),)}
    assert len(snapshot.digest) == 64
    tried = library.snapshot(changes=[Change(LEVELS, Language.EN, with_level(library))])
    assert tried.digest not in (snapshot.digest, memory_library().snapshot().digest)
    assert library.snapshot() == snapshot


def with_level(library, rule=None):
    return library.body(LEVELS, Language.EN).with_rules(rule or level_rule())


def test_blame_names_the_version_that_brought_a_rule_and_its_experiences():
    library = memory_library()
    first, second = cue_rule(), cue_rule(cues=("badge",), type_id="EMPLOYEE_ID", experiences=(8,))
    for rules in ((first,), (first, second), (second,), (first, second)):
        library.adopt([Change(RULES, Language.EN, ItemBody({}, rules))], "reviewer", "r")
    lines = {line.key: line for line in library.blame(RULES, Language.EN)}
    assert lines[first.id].version == 5
    assert lines[second.id].version == 3
    assert lines[first.id].by_type == {"MEDICAL_RECORD": 2}
    assert lines[second.id].experiences == (8,)
    assert {line.version for line in library.blame(EXTRACT, Language.EN)} == {1}
    assert [line.version for line in library.blame(RULES, Language.EN, 2)] == [2]


def test_a_difference_is_told_in_words_and_chinese_characters():
    runs = compare_texts("one two three\nsame\n", "one 2 three\nsame\n")
    assert [(run.kind, run.text) for run in runs] == [
        (DiffKind.EQUAL, "one "),
        (DiffKind.REMOVED, "two"),
        (DiffKind.ADDED, "2"),
        (DiffKind.EQUAL, " three\nsame\n"),
    ]
    chinese = compare_texts("请列出全部姓名", "请列出所有姓名")
    assert [run.text for run in chinese if run.kind is not DiffKind.EQUAL] == ["全部", "所有"]
    library = memory_library()
    library.adopt([Change(RULES, Language.EN, ItemBody({}, (cue_rule(),)))], "r", "r")
    assert [run.kind for run in library.compare(RULES, Language.EN, 1, 2)] == [DiffKind.ADDED]


def test_a_body_that_no_longer_fits_the_program_counts_as_shipped():
    library = memory_library()
    parts = dict(library.body(EXTRACT, Language.EN).parts)
    parts["stage"] += "\nTake your time."
    library.adopt([Change(EXTRACT, Language.EN, ItemBody(parts))], "reviewer", "words")
    moved = {**library.baseline.bodies, (EXTRACT, Language.EN): ItemBody({"stage": "{types} {most} {new}"})}
    library.baseline = replace(library.baseline, bodies=moved)
    assert library.snapshot().prompts == {}
    assert library.snapshot().versions["global/prompts/extract@en"] == 1


def test_two_hundred_versions_are_listed_and_blamed():
    library = memory_library()
    for number in range(200):
        rule = cue_rule(cues=(f"cue {number}",))
        library.adopt([Change(RULES, Language.EN, library.body(RULES, Language.EN).with_rules(rule))], "r", "r")
    assert len(library.versions(RULES, Language.EN)) == 201
    assert len(library.blame(RULES, Language.EN)) == 200
    node = next(item for item in library.tree()[0].items if str(item.name) == RULES and item.language is Language.EN)
    assert (node.active, node.versions) == (201, 201)
    assert len(library.changes()) == 200


def test_an_instruction_may_name_a_domain_only_as_a_condition():
    rule = identified(
        Rule("", RuleKind.INSTRUCTION, Language.EN, prompt="extract", text="Mind codes.", domain=Domain.MEDICAL)
    )
    body = memory_library().body(EXTRACT, Language.EN).with_rules(rule)
    assert adopted(EXTRACT, body).items == ((EXTRACT, Language.EN, 2),)
