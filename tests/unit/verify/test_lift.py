"""Member E6 on a scripted scorer: lifts, spellings, windows, what counts, what fails."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from verify_fakes import ROOT, attribute, in_text, taxonomy

from core.domain.events import CancelToken
from core.domain.evidence import (
    AttackerLevel,
    AttributeLeakage,
    AttributeLift,
    Evidence,
    LeakageEstimate,
    Metric,
    RestorationScore,
    UtilityEstimate,
)
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.llm.model import Continuation, ModelInfo
from core.llm.prompts import PromptBook
from core.verify.attackers.base import LiftingAttacker
from core.verify.attackers.lift import MOST_WINDOWS, WINDOW, LiftAttacker, LiftReader, spellings, split
from core.verify.attackers.lift_calibration import Calibrated, Calibration, load_calibration
from core.verify.case import Case
from core.verify.estimates import MemberScores, joined_estimates
from core.verify.gate import LIFT, assess

EN = Language.EN
SEEN, UNSEEN = math.log(0.5), math.log(0.001)


class Scorer:
    """Finds an answer probable where it stands in the document; `silent` answers get no score."""

    info = ModelInfo("scripted", "test")

    def __init__(self, silent: str = "") -> None:
        self.silent = silent
        self.asked: list[Continuation] = []

    def log_probabilities(
        self, continuations: Sequence[Continuation], cancel: CancelToken | None = None
    ) -> tuple[float | None, ...]:
        self.asked += continuations
        return tuple(self._score(item) for item in continuations)

    def _score(self, item: Continuation) -> float | None:
        if self.silent and self.silent in item.answer:
            return None
        return SEEN if item.answer.strip() in item.document else UNSEEN


PASSED = Calibrated(3.0, 1.0, 0.0, 20, 40, 1.0)
CALIBRATION = Calibration("m", "p", {(EN, "AGE"): PASSED, (EN, "PERSON"): replace(PASSED, sensitivity=0.5)})
AGE = attribute("AGE", "47")
PERSON = attribute("PERSON", "Vera Quill")


def reader(scorer: Scorer) -> LiftReader:
    return LiftReader(scorer, PromptBook.load(ROOT), taxonomy())


def case(text: str, *items: SensitiveAttribute, levels: Mapping[str, int] | None = None) -> Case:
    return Case(text, EN, SensitiveSet(items), levels or {item.id: 1 for item in items}, {})


def test_the_lift_is_the_rise_over_the_null_document() -> None:
    attacker = LiftAttacker(reader(Scorer()), CALIBRATION)
    (found,) = attacker.lifts(case("They are 47 now.", AGE))
    assert found.lift == pytest.approx(SEEN - UNSEEN)
    assert found.flagged
    (silent,) = attacker.lifts(case("They are [AGE_1] now.", AGE))
    assert silent.lift == pytest.approx(0.0)
    assert not silent.flagged


def test_posteriors_are_exact_and_the_null_document_gives_the_prior() -> None:
    attacker = LiftAttacker(reader(Scorer()), CALIBRATION)
    told = case("They are 47 now.", AGE)
    targets = {AGE.id: None}
    assert attacker.scores(told, targets)[AGE.id] == pytest.approx(0.5)  # type: ignore[arg-type]
    assert attacker.scores(told.blanked(), targets)[AGE.id] == pytest.approx(0.001)  # type: ignore[arg-type]
    assert isinstance(attacker, LiftingAttacker)
    assert attacker.level is AttackerLevel.A0


def test_a_type_whose_calibration_failed_is_not_asked_and_says_so() -> None:
    scorer = Scorer()
    attacker = LiftAttacker(reader(scorer), CALIBRATION)
    found = {item.attribute_id: item for item in attacker.lifts(case("Vera Quill, 47.", AGE, PERSON))}
    assert found[PERSON.id] == AttributeLift(PERSON.id, None, None, PERSON.type_id)
    assert found[AGE.id].counted
    assert not found[PERSON.id].counted
    assert not found[PERSON.id].flagged
    assert not any("Vera" in item.answer for item in scorer.asked)
    assert attacker.scores(case("Vera Quill", PERSON), {PERSON.id: None})[PERSON.id] == 0.0  # type: ignore[dict-item]


def test_a_value_that_was_left_as_it_is_costs_nothing() -> None:
    scorer = Scorer()
    (found,) = LiftAttacker(reader(scorer), CALIBRATION).lifts(case("They are 47.", AGE, levels={AGE.id: 0}))
    assert found.lift is None
    assert not any(item.document for item in scorer.asked)


def test_a_missing_score_is_missing_and_never_a_low_value() -> None:
    (found,) = LiftAttacker(reader(Scorer(silent="47")), CALIBRATION).lifts(case("They are 47.", AGE))
    assert found.lift is None
    assert found.threshold == PASSED.threshold


def test_what_was_read_once_is_not_read_again() -> None:
    scorer = Scorer()
    attacker = LiftAttacker(reader(scorer), CALIBRATION)
    told = case("They are 47.", AGE)
    attacker.lifts(told)
    count = len(scorer.asked)
    attacker.lifts(told)
    attacker.scores(told, {AGE.id: None})  # type: ignore[dict-item]
    assert len(scorer.asked) == count


def test_spellings_are_added_and_none_begins_another() -> None:
    words = SensitiveAttribute("a", "AGE", AGE.kind, "47", (), ("aged 47", "47 years old", "forty-seven", "47岁"))
    assert spellings(words, EN) == ("47", "forty-seven")
    told = case("47 or forty-seven", words)
    found = reader(Scorer()).read(told.text, EN, [words])["a"]
    assert found.highest == pytest.approx(1.0)


def test_a_name_is_scored_as_it_was_written_and_by_a_shorter_form() -> None:
    name = replace(in_text("Vera Quill asks.", "PERSON", "Vera Quill"), aliases=("Quill", "Ms Quill", "V. Quill"))
    assert spellings(name, EN) == ("Vera Quill", "Quill")


def test_long_values_are_scored_by_their_beginning() -> None:
    long = SensitiveAttribute("a", "ADDRESS", AGE.kind, "53 Larkspur Lane, Atlanta 38544", ())
    assert spellings(long, EN) == ("53 Larkspur Lane,",)
    assert spellings(replace(long, value="江苏省南京市鼓楼区"), Language.ZH) == ("江苏省南京市",)


def test_a_long_text_is_read_in_windows_and_the_strongest_counts() -> None:
    scorer = Scorer()
    text = "x" * (WINDOW[EN] + 500) + " 47 "
    found = reader(scorer).read(text, EN, [AGE])[AGE.id]
    assert found.highest == pytest.approx(0.5)
    assert len({item.document for item in scorer.asked}) == 2
    assert all(len(window) <= WINDOW[EN] for window in split(text, EN))


def test_a_text_beyond_all_windows_is_not_measured() -> None:
    scorer = Scorer()
    found = reader(scorer).read("x" * WINDOW[EN] * (MOST_WINDOWS + 1), EN, [AGE])
    assert found[AGE.id].logs is None
    assert not scorer.asked


def test_the_fence_of_a_text_is_its_own_and_holds_no_digit() -> None:
    scorer = Scorer()
    for text in ("They are old.", "They are young.", "They are old."):
        reader(scorer).read(text, EN, [AGE])
    documents = [item.document for item in scorer.asked]
    assert len(set(documents)) == 2
    assert not any(char.isdigit() for document in documents for char in document)


def test_every_question_about_one_text_shares_its_beginning() -> None:
    scorer = Scorer()
    reader(scorer).read("They are 47.", EN, [AGE, PERSON])
    assert len({(item.system, item.document, item.stage) for item in scorer.asked}) == 1
    assert len({item.opening for item in scorer.asked}) == 4


def _evidence(*lifts: AttributeLift) -> Evidence:
    items = (AttributeLeakage(AGE.id, 0.01, 0.01, "prior"),)
    estimate = LeakageEstimate(AttackerLevel.A0, ("literal",), items)
    return Evidence(
        leakage={AttackerLevel.A0: estimate},
        before={},
        utility=UtilityEstimate(Metric.STRUCTURED_PROXY, 1.0, 1.0, 1.0),
        restoration=RestorationScore(0.0),
        combinations=(),
        controls=None,
        certified=False,
        lifts=lifts,
    )


def test_one_flagged_lift_fails_the_gate_unless_a_person_keeps_the_value() -> None:
    evidence = _evidence(AttributeLift(AGE.id, 6.0, 3.0))
    gate = assess(evidence, frozenset(), frozenset(), STRICT)
    assert not gate.leakage_ok
    (violation,) = gate.violations
    assert (violation.reason, violation.attribute_id) == (LIFT, AGE.id)
    assert violation.excess == pytest.approx(0.5)
    assert gate.contributions[AGE.id] == pytest.approx(0.5)
    assert assess(evidence, frozenset({AGE.id}), frozenset(), STRICT).leakage_ok


@pytest.mark.parametrize("lift", [AttributeLift(AGE.id, 2.9, 3.0), AttributeLift(AGE.id, None, 3.0)])
def test_a_lift_under_its_threshold_or_none_at_all_fails_nothing(lift: AttributeLift) -> None:
    assert assess(_evidence(lift), frozenset(), frozenset(), STRICT).leakage_ok


def test_a_joined_member_can_only_raise_what_an_estimate_says() -> None:
    known = _evidence().leakage
    member = MemberScores("lift", AttackerLevel.A0, {AGE.id: 0.6}, {AGE.id: 0.1})
    joined = joined_estimates(known, member, STRICT)[AttackerLevel.A0]
    assert joined.advantage == pytest.approx(0.5)
    assert joined.members == ("literal", "lift")
    assert joined.attributes[0].attacker == "lift"
    quiet = joined_estimates(known, MemberScores("lift", AttackerLevel.A0, {}, {}), STRICT)[AttackerLevel.A0]
    assert quiet.attributes == known[AttackerLevel.A0].attributes


def test_a_calibration_counts_only_what_was_measured_often_and_well() -> None:
    assert PASSED.counts
    assert not replace(PASSED, positives=5).counts
    assert not replace(PASSED, negatives=11).counts
    assert not replace(PASSED, sensitivity=0.79).counts
    assert not replace(PASSED, false_alarm=0.06).counts


def test_the_shipped_calibration_is_of_the_shipped_questions() -> None:
    shipped = load_calibration(ROOT)
    assert shipped.prompts == reader(Scorer()).digest
    assert len(shipped.model) == 64
    assert shipped.counted(EN)
    assert all(type_id in taxonomy() for _, type_id in shipped.types)
