"""Exact probabilities of a person's own model: measured first, counted where that passes, a falsifier from then on."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from verify_fakes import ROOT, taxonomy

from core.domain.events import CancelToken
from core.domain.evidence import Evidence
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.llm.model import Continuation, ModelInfo
from core.llm.prompts import PromptBook
from core.verify.attackers.lift import SERVER_ID, LiftReader
from core.verify.gate import LIFT
from core.verify.lift_controls import FOREIGN, POSITIVES, LiftControls
from core.verify.local_verifier import LocalVerifier
from core.verify.sensitivity import MemorySensitivity, SensitivityBench
from tests.attacker_brain import AttackerBrain, BrainModel
from tests.unit.verify.test_local_verifier import Bench, artifact_of
from tests.verify_fakes import FakeLibrary

everywhere = pytest.mark.parametrize("language", list(Language))
SEEN, UNSEEN = math.log(0.5), math.log(1e-4)


class Scores:
    """Finds what stands in a document probable; and `through` where `words` do."""

    info = ModelInfo("brain", "scripted", "digest")

    def __init__(self, *, blind: bool = False) -> None:
        self.blind = blind
        self.through = ("", "")
        self.asked = 0

    def log_probabilities(
        self, continuations: Sequence[Continuation], cancel: CancelToken | None = None
    ) -> tuple[float | None, ...]:
        self.asked += len(continuations)
        return tuple(SEEN if self._sees(item.document, item.answer.strip()) else UNSEEN for item in continuations)

    def _sees(self, document: str, answer: str) -> bool:
        words, value = self.through
        return not self.blind and (answer in document or bool(words and words in document and answer in value))


def controls(store: MemorySensitivity) -> LiftControls:
    bench = SensitivityBench(taxonomy(), FakeLibrary(), ROOT, store)
    return LiftControls(taxonomy(), bench.canaries, store)


def reader(scores: Scores) -> LiftReader:
    return LiftReader(scores, PromptBook.load(ROOT), taxonomy())


@everywhere
def test_a_model_that_sees_is_counted_and_a_blind_one_is_not(language: Language) -> None:
    for scores, counts in ((Scores(), True), (Scores(blind=True), False)):
        known, lifts = MemorySensitivity(), reader(scores)
        assert controls(known).calibration(lifts).counted(language) == ()
        controls(known).measure(lifts, language)
        found = controls(known).calibration(lifts)
        assert bool(found.counted(language)) is counts
        assert all(
            item.positives <= POSITIVES and item.negatives <= FOREIGN * POSITIVES for item in found.types.values()
        )


def test_what_is_known_is_not_measured_again() -> None:
    known, scores = MemorySensitivity(), Scores()
    controls(known).measure(reader(scores), Language.EN)
    before = scores.asked
    controls(known).measure(reader(scores), Language.EN)
    assert scores.asked == before


def searched(language: Language, scores: Scores, *, measured: bool) -> tuple[Evidence, bool]:
    model = BrainModel(AttackerBrain())
    model.scoring = scores
    bench = Bench(language, model=model)
    if measured:
        bench.ensemble.measure(model, language, STRICT)
    bench.verifier = LocalVerifier(bench.ensemble, model)
    evidence = bench.search(artifact_of(language))
    return evidence, bench.passes(evidence)


@everywhere
def test_a_value_that_its_probabilities_give_away_is_refused(language: Language) -> None:
    person = {Language.EN: "Vera Quill", Language.ZH: "顾清和"}[language]
    scores = Scores()
    clean, good = searched(language, scores, measured=True)
    assert good
    members = next(iter(clean.leakage.values())).members
    assert SERVER_ID in members
    scores.through = (artifact_of(language).text[:4], person)
    evidence, good = searched(language, scores, measured=True)
    assert not good
    flagged = [item.attribute_id for item in evidence.lifts if item.flagged]
    assert [item for item in flagged if item.startswith("person")] == flagged
    assert flagged


@everywhere
def test_before_it_is_measured_it_says_nothing(language: Language) -> None:
    scores = Scores()
    scores.through = (artifact_of(language).text[:4], "Vera Quill 顾清和")
    evidence, good = searched(language, scores, measured=False)
    assert good
    assert not evidence.lifts
    assert LIFT not in str(evidence)
