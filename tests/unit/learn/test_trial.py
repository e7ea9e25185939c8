"""A trial compares two versions text by text, says what chance explains, and adopts nothing by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from learning_cases import BADGE

from core.domain.errors import Cancelled
from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.learning import LearnedSnapshot
from core.domain.protocol import STRICT
from core.domain.taxonomy import Domain, Kind
from core.learn.materials import MarkedSpan
from core.learn.progress import LearningEvent, LearningStep
from core.learn.trial import (
    AdoptionPolicy,
    Measure,
    Runner,
    Standing,
    Trial,
    TrialMaterial,
    TrialRun,
    TrialText,
    run_trial,
    sentence,
)

OLD, NEW = LearnedSnapshot("a" * 64), LearnedSnapshot("b" * 64)
KINDS = {BADGE: Kind.EXPLICIT, "CITY": Kind.QUASI}
SPANS = (MarkedSpan(0, 4, BADGE), MarkedSpan(10, 14, "CITY"))
TEXTS = [TrialText(f"aaaa bbbb cccc {number}", Language.EN, Domain.GENERAL, SPANS) for number in range(20)]
Finding = Callable[[LearnedSnapshot, int], TrialRun]


def runner(finding: Finding) -> Runner:
    def run(version: LearnedSnapshot, text: TrialText, cancel: CancelToken) -> TrialRun:
        return finding(version, int(text.text.rpartition(" ")[2]))

    return run


def tried(finding: Finding, texts: list[TrialText] = TEXTS) -> Trial:
    return run_trial(TrialMaterial.GENERATOR, texts, OLD, NEW, runner(finding), KINDS, STRICT, 1)


def better(version: LearnedSnapshot, number: int) -> TrialRun:
    return TrialRun(SPANS if version is NEW else SPANS[:1], 0.02, 0.9, 3, 0, True)


def test_a_gain_on_every_text_is_proven() -> None:
    trial = tried(better)
    recall = trial.row(Measure.RECALL)
    assert recall is not None
    assert (recall.before, recall.after, recall.standing) == (0.5, 1.0, Standing.BETTER)
    assert recall.p < 0.01
    explicit, quasi = trial.row(Measure.RECALL_EXPLICIT), trial.row(Measure.RECALL_QUASI)
    assert explicit is not None
    assert explicit.standing is Standing.SAME
    assert quasi is not None
    assert (quasi.before, quasi.after) == (0.0, 1.0)


def test_finding_more_rightly_is_no_over_extraction() -> None:
    row = tried(better).row(Measure.OVER_EXTRACTION)
    assert row is not None
    assert (row.before, row.after, row.standing) == (0.5, 1.0, Standing.SAME)


def test_what_is_not_found_leaks_whole() -> None:
    row = tried(better).row(Measure.LEAKAGE)
    assert row is not None
    assert row.before == pytest.approx((1 + 0.02) / 2)
    assert row.after == pytest.approx(0.02)


def noisier(version: LearnedSnapshot, number: int) -> TrialRun:
    extra = (MarkedSpan(5, 9, "CITY"),) if version is NEW else ()
    return TrialRun((*SPANS, *extra))


def test_false_alarms_make_it_worse() -> None:
    trial = tried(noisier)
    row = trial.row(Measure.FALSE_ALARMS)
    assert row is not None
    assert row.standing is Standing.WORSE
    assert trial.is_worse
    assert not trial.is_better


def once(version: LearnedSnapshot, number: int) -> TrialRun:
    return TrialRun(SPANS if version is NEW and number == 3 else SPANS[:1])


def test_one_text_proves_nothing_and_the_sentence_says_so() -> None:
    row = tried(once).row(Measure.RECALL)
    assert row is not None
    assert row.standing is Standing.LIKELY_BETTER
    said = sentence(row)
    assert said.key == "learn.trial.recall.more.unproven"
    assert said.details == {"change": 2.5, "p": "1.000", "n": 20}


def test_measures_that_were_not_run_have_no_row() -> None:
    trial = tried(once)
    assert trial.row(Measure.ROUNDS) is None
    assert trial.row(Measure.LEAKAGE) is None


def test_no_texts_make_an_empty_trial_that_adopts_nothing() -> None:
    trial = tried(better, [])
    assert trial.rows == ()
    assert not AdoptionPolicy(automatic=True).adopts([trial])


def test_adoption_is_off_unless_asked_for_and_never_on_a_worse_result() -> None:
    good, bad = tried(better), tried(noisier)
    assert not AdoptionPolicy().adopts([good])
    assert AdoptionPolicy(automatic=True).adopts([good])
    assert not AdoptionPolicy(automatic=True).adopts([good, bad])
    assert not AdoptionPolicy(automatic=True).adopts([tried(once)])


@pytest.mark.parametrize("measure", list(Measure))
def test_a_fall_of_any_measure_blocks_automatic_adoption(measure: Measure) -> None:
    good = tried(better)
    fallen = tuple(replace(row, standing=Standing.LIKELY_WORSE) if row.measure is measure else row for row in good.rows)
    assert not AdoptionPolicy(automatic=True).adopts([replace(good, rows=fallen)])


def test_progress_counts_texts_and_a_stop_stops() -> None:
    seen: list[LearningEvent] = []
    token = CancelToken()

    def watch(event: LearningEvent) -> None:
        seen.append(event)
        if event.done == 2:
            token.cancel()

    with pytest.raises(Cancelled):
        run_trial(TrialMaterial.HISTORY, TEXTS, OLD, NEW, runner(better), KINDS, STRICT, 1, watch, token)
    assert seen == [LearningEvent(LearningStep.TRY, number, 20) for number in range(3)]


def test_the_evidence_names_material_and_measure() -> None:
    found = tried(better).evidence
    assert found["generator.texts"] == 20
    assert (found["generator.recall.before"], found["generator.recall.after"]) == (0.5, 1.0)
    assert found["generator.recall.p"] < 0.05


def test_every_sentence_exists_in_both_languages() -> None:
    from app.messages import Messages
    from core.resources import resource_root

    rows = [row for trial in (tried(better), tried(noisier), tried(once)) for row in trial.rows]
    for language in Language:
        messages = Messages.load(resource_root(), language)
        for row in rows:
            for standing in Standing:
                for difference in (-1.0, 1.0):
                    said = sentence(replace(row, standing=standing, difference=difference))
                    assert messages(said.key, **said.details) != said.key
