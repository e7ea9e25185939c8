"""GenScore is measured on texts that no rule comes from: a rule that is narrow, noisy or unmeasured does not pass."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from learning_cases import BADGE, QUIET, Past, cue, harmless, told

from core.domain.language import Language
from core.domain.learning import Action, FailureMode, Rule, RuleKind
from core.domain.protocol import STRICT
from core.domain.taxonomy import Domain
from core.learn.genscore import BuiltinScorer, ScoreSettings, ScoringMaterial, held_apart, value_of
from core.learn.items import identified
from core.learn.materials import MarkedSpan
from core.learn.rule_matches import LabelledText, fire_alone
from core.resources import resource_root
from core.text.shapes import parse

SETTINGS = ScoreSettings.load(resource_root())


def scorer(
    *labelled: LabelledText, quiet: tuple[LabelledText, ...] = QUIET, mended: Past | None = None
) -> BuiltinScorer:
    items = tuple(mended.items) if mended is not None else ()
    return BuiltinScorer(SETTINGS, ScoringMaterial(labelled, quiet, items), fire_alone)


def labelled(text: str, value: str = "", type_id: str = BADGE) -> LabelledText:
    start = text.index(value) if value else 0
    spans = (MarkedSpan(start, start + len(value), type_id),) if value else ()
    return LabelledText(text, Language.EN, spans)


@pytest.mark.parametrize("rule", [cue("badge"), cue("胸牌", language=Language.ZH)])
def test_a_general_rule_finds_planted_values_in_other_sentences(rule: Rule) -> None:
    found = scorer().score(rule)
    assert found.planted
    assert found.places == SETTINGS.planted
    assert found.score is not None
    assert found.score >= STRICT.genscore


def test_a_rule_that_reaches_nowhere_is_narrow() -> None:
    narrow = identified(replace(cue("badge"), reach=1))
    found = scorer().score(narrow)
    assert found.score is not None
    assert found.score < STRICT.genscore


def test_labelled_places_count_where_there_are_enough() -> None:
    texts = [labelled(f"badge {value} here", value) for value in ("AB-1234-C", "DE-5678-F", "GH-9012-J")]
    missed = labelled("badge, which fell down between two seats, KL-3456-M", "KL-3456-M")
    far = scorer(*texts, missed).score(cue("badge"))
    assert (far.planted, far.places, far.recall) == (False, 3, 1.0)


def test_what_it_finds_wrongly_lowers_the_score() -> None:
    wrong = [labelled(f"badge AB-12{number}4-C is a film") for number in range(3)]
    right = [labelled(f"badge {value} here", value) for value in ("AB-1234-C", "DE-5678-F", "GH-9012-J")]
    found = scorer(*right, *wrong).score(cue("badge"))
    assert found.precision == pytest.approx(0.5)
    assert found.score == pytest.approx(0.5)


def test_hiding_something_sensitive_of_another_type_is_no_false_alarm() -> None:
    found = scorer(labelled("badge AB-1234-C here", "AB-1234-C", "PASSPORT")).score(cue("badge"))
    assert found.precision == 1.0


def test_a_rule_that_fires_in_harmless_texts_scores_nothing() -> None:
    found = scorer(quiet=harmless("The badge AB-1234-C is a part number of a lamp.")).score(cue("badge"))
    assert found.alarms == 1.0
    assert found.score == 0.0


def test_a_sentence_cannot_be_measured() -> None:
    assert scorer().score(told("Look twice.")).score is None


def level(number: int) -> Rule:
    return identified(Rule("", RuleKind.START_LEVEL, Language.EN, "AGE", domain=Domain.MEDICAL, level=number))


def mended(*levels: int) -> Past:
    past = Past()
    for value in levels:
        past.add(
            "Somewhere.", "", "AGE", mode=FailureMode.STRENGTHENING_FAILED, action=Action.STRENGTHENED,
            domain=Domain.MEDICAL, level=value,
        )  # fmt: skip
    return past


def test_a_starting_level_is_held_against_others_that_were_kept_aside() -> None:
    assert scorer(mended=mended(3, 3, 2, 3)).score(level(3)).score == pytest.approx(0.75)
    assert scorer(mended=mended(3, 3)).score(level(2)).score == 1.0


def test_a_starting_level_that_nothing_else_speaks_for_is_not_judged() -> None:
    assert scorer().score(level(3)).score is None
    own = identified(replace(level(3), experiences=(1, 2)))
    assert scorer(mended=mended(3, 3)).score(own).score is None


def test_what_is_kept_aside_is_the_same_each_time_and_rounded_down() -> None:
    names = [f"c{number}" for number in range(8)]
    assert held_apart(names, 0.25, 3) == held_apart(reversed(names), 0.25, 3)
    assert len(held_apart(names, 0.25, 3)) == 2
    assert held_apart(names[:3], 0.25, 3) == frozenset()


def test_drawn_values_have_their_shape() -> None:
    rng = random.Random(1)
    for notation in ("A{2}-9{4}-A", "a{3}9{4}/9", "汉{2,4}", "o{3} 9"):
        assert parse(notation).matches(value_of(notation, SETTINGS.alphabets, rng))
