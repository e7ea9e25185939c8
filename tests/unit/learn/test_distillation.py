"""The built-in distiller: patterns that several materials share become rules, single instances never do."""

from __future__ import annotations

from dataclasses import replace

import pytest
from learning_cases import BADGE, ENGLISH, Past, distiller, limits

from core.domain.errors import Cancelled
from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.learning import Action, FailureMode, RuleKind
from core.domain.protocol import STRICT
from core.domain.taxonomy import Domain
from core.extract.learned import cue_spans
from core.learn.cues import cues_near
from core.learn.distillation import aggregates
from core.learn.materials import sources


def test_a_word_beside_values_of_one_shape_becomes_a_rule_in_each_language() -> None:
    found = distiller().propose(Past().badges().badges(Language.ZH).seen)
    rules = {rule.language: rule for rule in found.rules}
    assert rules[Language.EN].cues == ("badge",)
    assert rules[Language.ZH].cues == ("胸牌",)
    for rule in rules.values():
        assert (rule.kind, rule.type_id, rule.shape) == (RuleKind.CUE, BADGE, "A{2}-9{4}-A")
    assert rules[Language.EN].experiences == (1, 2, 3, 4, 5)
    assert cue_spans(rules[Language.EN], "My badge, ZZ-0001-A, is new.")
    assert cue_spans(rules[Language.ZH], "新的胸牌是ZZ-0001-A。")


def test_fewer_materials_than_the_protocol_asks_for_teach_nothing() -> None:
    few = Past().badges(count=STRICT.distil_materials - 1)
    assert distiller().propose(few.seen).rules == ()
    assert aggregates(few.seen, limits(), STRICT) == ()


def test_one_value_in_many_texts_is_one_instance() -> None:
    past = Past()
    for sentence, _ in ENGLISH:
        past.add(sentence.replace("{v}", "QX-1187-R"), "QX-1187-R")
    assert distiller().propose(past.seen).rules == ()


def test_many_turns_of_one_conversation_are_one_material() -> None:
    past = Past()
    for sentence, value in ENGLISH:
        past.add(sentence.replace("{v}", value), value, conversation="the only one")
    assert distiller().propose(past.seen).rules == ()


def test_the_same_text_in_many_conversations_is_one_material() -> None:
    past = Past()
    for _ in range(5):
        past.add("Badge QX-1187-R was refused.", "QX-1187-R")
    assert len({witness.source for witness in past.seen}) == 1


def test_what_was_deleted_teaches_nothing_any_more() -> None:
    past = Past().badges()
    past.kept.materials.clear()
    assert past.seen == ()


def test_a_place_outside_of_its_text_is_left_out() -> None:
    past = Past().badges(count=1)
    past.kept.materials["r1"] = replace(past.kept.materials["r1"], text="short")
    assert past.seen == ()


def test_lengths_that_differ_make_a_range() -> None:
    past = Past()
    for number, value in enumerate(("AB-12", "CDE-345", "FG-6789")):
        past.add(f"The crate {value} came on day {number} of the fair.", value)
    assert [rule.shape for rule in distiller().propose(past.seen).rules] == ["A{2,3}-9{2,4}"]


def test_a_word_that_follows_the_value_makes_a_rule_that_looks_back() -> None:
    past = Past()
    for value, tail in (("QX-11", "on top"), ("LM-22", "by night"), ("VD-33", "too late")):
        past.add(f"{value} crate {tail}", value)
    rule = distiller().propose(past.seen).rules[0]
    assert rule.after
    assert rule.cues == ("crate",)
    assert cue_spans(rule, "ZZ-99 crate again")


def test_words_that_may_not_be_said_are_not_chosen() -> None:
    rules = distiller().propose(Past().badges().seen, permitted=lambda words: words != "badge").rules
    assert all("badge" not in rule.cues for rule in rules)


def test_words_inside_other_values_are_no_cues() -> None:
    past = Past()
    past.add("Orla Quist, QX-1187-R", "QX-1187-R", others=(("Orla Quist", "PERSON"),))
    assert cues_near(past.seen[0], limits(), STRICT.quote_length) == ()


def test_words_of_another_line_or_sentence_are_no_cues() -> None:
    past = Past()
    past.add("A crate came.\nQX-1187-R\nThe harbour is near.", "QX-1187-R")
    assert cues_near(past.seen[0], limits(), STRICT.quote_length) == ()


def test_over_extraction_becomes_a_suggestion_and_no_rule() -> None:
    past = Past()
    for number in range(4):
        past.add(
            f"The Ebbford rule, take {number}.", "Ebbford", "LOCATION", mode=FailureMode.OVER_EXTRACTED,
            action=Action.UNMARKED,
        )  # fmt: skip
    found = distiller().propose(past.seen)
    assert found.rules == ()
    assert [(item.surface, item.times) for item in found.suggestions] == [("Ebbford", 4)]


def mended(levels: list[int], type_id: str = "AGE") -> Past:
    past = Past()
    for number, level in enumerate(levels):
        past.add(
            f"Text number {number}.", "", type_id, mode=FailureMode.STRENGTHENING_FAILED, action=Action.STRENGTHENED,
            domain=Domain.MEDICAL, level=level,
        )  # fmt: skip
    return past


def test_a_starting_level_is_one_that_most_ended_at_or_above() -> None:
    rules = distiller().propose(mended([2, 3, 3, 3, 3]).seen).rules
    assert [(rule.kind, rule.type_id, rule.domain, rule.level) for rule in rules] == [
        (RuleKind.START_LEVEL, "AGE", Domain.MEDICAL, 3)
    ]
    assert distiller().propose(mended([2, 2, 3, 3, 3]).seen).rules[0].level == 2


def test_no_starting_level_for_what_always_starts_at_its_token_or_from_too_few() -> None:
    assert distiller().propose(mended([1, 1, 1, 1], "PHONE").seen).rules == ()
    assert distiller().propose(mended([3, 3]).seen).rules == ()
    assert distiller().propose(mended([0, 0, 0, 0]).seen).rules == ()


def test_the_table_says_words_and_shapes_that_several_materials_share() -> None:
    rows = aggregates(Past().badges().seen, limits(), STRICT)
    assert [(row.count, row.materials, row.type_id) for row in rows] == [(5, 5, BADGE)]
    assert dict(rows[0].cues) == {"badge": 5}
    assert rows[0].shapes == (("A{2}-9{4}-A", 5),)


def test_sources_hold_every_value_and_words_of_names() -> None:
    past = Past()
    past.add("Orla Quist, badge QX-1187-R", "QX-1187-R", others=(("Orla Quist", "PERSON"),))
    found = sources(past.seen, frozenset({"PERSON"}))
    assert found[0].values == ("Orla Quist", "QX-1187-R")
    assert found[0].names == ("Orla Quist",)


def test_a_cancelled_distillation_stops() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        distiller().propose(Past().badges().seen, cancel=token)


def test_a_name_that_nobody_marked_is_no_cue() -> None:
    past = Past()
    for number, (_, value) in enumerate(ENGLISH):
        past.add(f"Orvella's badge {value} came back on day {number}.", value)
    found = distiller().propose(past.seen)
    assert [rule.cues for rule in found.rules] == [("badge",)]
    assert "orvella" not in repr(aggregates(past.seen, limits(), STRICT)).lower()


def test_an_organisations_own_word_counts_where_it_is_no_name() -> None:
    past = Past()
    for number, (_, value) in enumerate(ENGLISH):
        past.add(f"Day {number}: it went to zorbline {value}.", value)
    assert [rule.cues for rule in distiller().propose(past.seen).rules] == [("zorbline",)]


def test_the_same_text_with_other_signs_is_the_same_material() -> None:
    past = Past()
    for signs in (".", "!", " .", "\n"):
        past.add(f"Badge QX-1187-R was refused{signs}", "QX-1187-R")
    assert len({witness.source for witness in past.seen}) == 1
