"""Thresholds, rates and the shipped file of `bench evaluator`, on a scripted scorer."""

import math
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bench.evaluator import (
    LEAST_LIFT,
    MARGIN,
    MOST_PER_TYPE,
    Measured,
    Treated,
    as_toml,
    auc,
    calibrate,
    measure,
    rows,
    summary,
    threshold,
)
from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute
from core.domain.taxonomy import Kind
from core.llm.model import Continuation, ModelInfo
from core.llm.prompts import PromptBook
from core.resources import load_taxonomy, resource_root
from core.verify.attackers.lift import LiftReader
from core.verify.attackers.lift_calibration import FILE, load_calibration

ROOT = resource_root()
TAXONOMY = load_taxonomy(ROOT)
EN, ZH = Language.EN, Language.ZH


class Scorer:
    """Blind for Chinese."""

    info = ModelInfo("scripted", "test")

    def log_probabilities(
        self, continuations: Sequence[Continuation], cancel: CancelToken | None = None
    ) -> tuple[float | None, ...]:
        return tuple(
            math.log(0.5) if item.answer.strip() in item.document and item.document.isascii() else math.log(1e-4)
            for item in continuations
        )


def person(number: int, language: Language) -> Treated:
    value = str(20 + number)
    item = SensitiveAttribute(f"{language}-{number}", "AGE", Kind.QUASI, value, ())
    words = ("They are", "years old.") if language is EN else ("他今年", "岁。")
    return Treated(language, f"{words[0]} {value} {words[1]}", f"{words[0]} [AGE] {words[1]}", (item,))


def measured(count: int = 20) -> list[Measured]:
    reader = LiftReader(Scorer(), PromptBook.load(ROOT), TAXONOMY)
    prompts = [person(number, language) for number in range(count) for language in Language]
    found, timings = measure(prompts, reader, seed=1)
    assert len(timings) == 2 * MOST_PER_TYPE
    return found


def test_positives_and_negatives_are_lifts_of_raw_dehydrated_and_foreign() -> None:
    english = [item for item in measured() if item.language is EN]
    assert len(english) == MOST_PER_TYPE
    assert all(item.raw == pytest.approx(math.log(0.5) - math.log(1e-4)) for item in english)
    assert all(item.dehydrated == pytest.approx(0) for item in english)
    assert all(item.foreign == pytest.approx(0) for item in english)


def test_a_stop_leaves_what_whole_prompts_have_given() -> None:
    cancel = CancelToken()
    seen: list[tuple[int, int]] = []

    def watch(done: int, total: int) -> None:
        seen.append((done, total))
        if done == 3:
            cancel.cancel()

    reader = LiftReader(Scorer(), PromptBook.load(ROOT), TAXONOMY)
    prompts = [person(number, EN) for number in range(9)]
    found, timings = measure(prompts, reader, 1, watch, cancel)
    assert len(found) == len(timings) == 3
    assert seen[-1] == (3, 9)


def test_a_language_that_the_model_cannot_read_is_not_counted() -> None:
    calibration = calibrate(measured(), "m", "p")
    assert calibration.counted(EN) == ("AGE",)
    assert calibration.counted(ZH) == ()
    assert calibration.types[ZH, "AGE"].sensitivity == 0
    told = summary(measured(), calibration, [])
    assert told["en"]["sensitivity"]["rate"] == 1.0
    assert told["en"]["false_alarm_dehydrated"]["rate"] == 0.0
    assert (told["zh"]["types_counted"], told["zh"]["types"]) == (0, 1)
    assert [row["counted"] for row in rows(measured(), calibration)] == [True, False]


def test_a_threshold_lies_above_every_negative_and_above_a_coincidence() -> None:
    assert threshold([-1.0, 0.5]) == pytest.approx(LEAST_LIFT)
    assert threshold([1.0, 5.0]) == pytest.approx(5.0 * MARGIN)


def test_auc_counts_ties_half() -> None:
    assert auc([2.0, 3.0], [1.0]) == 1.0
    assert auc([1.0], [1.0, 2.0]) == 0.25


def test_what_is_left_in_the_text_is_no_negative() -> None:
    left = replace(person(1, EN), artifact="They are 21 years old.")
    reader = LiftReader(Scorer(), PromptBook.load(ROOT), TAXONOMY)
    assert measure([left], reader, seed=1) == ([], [])


def test_the_written_file_is_read_back_as_it_was_measured(tmp_path: Path) -> None:
    calibration = calibrate(measured(), "a" * 64, "b" * 64)
    text = as_toml(calibration, "calibration", 42)
    folder = tmp_path / FILE.parent
    folder.mkdir()
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert load_calibration(tmp_path) == calibration
    assert tomllib.loads(text)["split"] == "calibration"
