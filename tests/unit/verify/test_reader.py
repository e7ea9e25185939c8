from __future__ import annotations

import pytest

from core.domain.artifact import Artifact, Replacement
from core.domain.language import Language
from core.domain.sensitive import SensitiveSet
from core.verify.attackers.reader import GAP, SAME_TYPE, ReaderAttacker
from core.verify.case import Case, case_of_artifact, ladders
from core.verify.grading import GradingTable
from tests.verify_fakes import ROOT, FakeExtractor, FakeLibrary, attribute, in_text, mention

GRADING = GradingTable.load(ROOT)
LIBRARY = FakeLibrary()


def reader() -> ReaderAttacker:
    return ReaderAttacker(FakeExtractor(), GRADING, ROOT)


def case(text: str, sensitive: SensitiveSet, *replacements: Replacement, language: Language = Language.EN) -> Case:
    levels = {item.id: 1 for item in sensitive.attributes}
    artifact = Artifact(text, replacements, levels)
    return case_of_artifact(sensitive, artifact, ladders(sensitive, LIBRARY, language), language)


def score(text: str, sensitive: SensitiveSet, *replacements: Replacement, language: Language = Language.EN) -> float:
    found = reader().scores(case(text, sensitive, *replacements, language=language), GRADING.targets(sensitive))
    return max(found.values())


def replaced(item_id: str, text: str, rendered: str) -> Replacement:
    start = text.index(rendered)
    return Replacement(item_id, 0, 1, start, start + len(rendered), 1, rendered)


@pytest.mark.parametrize(
    ("type_id", "value", "text"),
    [
        ("PERSON", "Vera Quill", "[PERSON_1] called. Tell Quill about it."),
        ("PERSON", "Vera Quill", "The note is signed by Vera."),
        ("PHONE", "+12025550143", "My line is 202 555 0143 as before."),
        ("BANK_CARD", "6222020000000009123", "The card ends in 9123, please block it."),
        ("AGE", "47", "She turned forty-seven, I mean 47 years old."),
        ("PERSON", "顾清和", "联系人仍是顾清和。"),
        ("MEDICAL_RECORD", "ZX0048213", "The file ZX0048213 is attached."),
    ],
)
def test_finds_what_was_left(type_id: str, value: str, text: str) -> None:
    assert score(text, SensitiveSet((attribute(type_id, value, mention(type_id, value, 0)),))) > 0


@pytest.mark.parametrize(
    ("type_id", "value", "text"),
    [
        ("PERSON", "Vera Quill", "[PERSON_1] asks for advice on exercise."),
        ("AGE", "47", "A person in their forties asks for advice."),
        ("BANK_CARD", "6222020000000009123", "The card [CARD_1] was charged in 2026."),
        ("PERSON", "顾清和", "[姓名_1]想请教术后运动。"),
    ],
)
def test_finds_nothing_in_a_clean_text(type_id: str, value: str, text: str) -> None:
    assert score(text, SensitiveSet((attribute(type_id, value, mention(type_id, value, 0)),))) == 0.0


def test_gap_filling_sees_what_a_careless_replacement_left_beside_it() -> None:
    text = "contact vera [PERSON_1] tomorrow"
    item = in_text("Vera Quill", "PERSON", "Vera Quill")
    sensitive = SensitiveSet((item,))
    told = reader().distribution(case(text, sensitive, replaced(item.id, text, "[PERSON_1]")), item, GAP)
    assert "vera" in [answer.text for answer in told.answers]
    chinese = "请联系清和[姓名_1]。"
    item = in_text("顾清和", "PERSON", "顾清和")
    found = case(chinese, SensitiveSet((item,)), replaced(item.id, chinese, "[姓名_1]"), language=Language.ZH)
    assert "清和" in [answer.text for answer in reader().distribution(found, item, GAP).answers]


def test_a_close_type_weighs_less_than_the_asked_one() -> None:
    text = "Aged 47 years old, living in Ohio."
    item = in_text(text, "AGE", "47 years old")
    told = reader().distribution(case(text, SensitiveSet((item,))), item, SAME_TYPE)
    assert [answer.text for answer in told.answers] == ["47 years old"]
    assert told.weights.sum() == pytest.approx(1.0)


def test_extracts_once_per_text() -> None:
    extractor = FakeExtractor()
    attacker = ReaderAttacker(extractor, GRADING, ROOT)
    text = "Vera Quill is 47 years old."
    sensitive = SensitiveSet((in_text(text, "PERSON", "Vera Quill"), in_text(text, "AGE", "47 years old", "47")))
    shown = case(text, sensitive)
    for _ in range(3):
        attacker.scores(shown, GRADING.targets(sensitive))
    assert extractor.calls == 1


def test_says_nothing_about_an_empty_text() -> None:
    item = in_text("Vera Quill", "PERSON", "Vera Quill")
    assert not reader().distribution(case("", SensitiveSet((item,))), item, SAME_TYPE).answers
