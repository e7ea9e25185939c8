"""Smoothing: a faithful copy is taken with its provenance, anything else is thrown away with a reason."""

from __future__ import annotations

from functools import cache

import pytest
from dehydration import DEHYDRATOR, ROOT, Marked, read_marked
from llm_scripted import NONCE, Reply, ScriptedModel, by_purpose
from shared_engine import rule_cascade

from core.dehydrate.fidelity import Fidelity, Unfaithful
from core.dehydrate.smoothing import LONGEST, Smoothed, Smoother
from core.domain.artifact import Artifact
from core.domain.language import Language
from core.domain.request import Request
from core.domain.tokens import TokenVault
from core.llm.model import CallFailed, Completion, Ending
from core.llm.prompts import PromptBook

BOOK = PromptBook.load(ROOT)
CASES = {
    Language.EN: read_marked(
        "My patient, {Vera Quill|PERSON}, is {67 years old|AGE*|year-old|67} and lives in {Bristol|LOCATION*}. "
        "She does not take {aspirin|DRUG*}. {Quill|PERSON||Vera Quill} pays $400. What should I do?"
    ),
    Language.ZH: read_marked(
        "患者{顾清和|PERSON}，{67岁|AGE*||67}，住在{南京|LOCATION*}，没有{糖尿病|DISEASE*}。{顾清和|PERSON}付了400元。应该怎么办？"
    ),
}
both = pytest.mark.parametrize("language", list(Language))


@cache
def smoother() -> Smoother:
    return smoother_of("")


def smoother_of(reply: Reply) -> Smoother:
    fidelity = Fidelity(DEHYDRATOR, rule_cascade(), ROOT)
    return Smoother(ScriptedModel(by_purpose(smoothing=reply)), BOOK, fidelity)


def dehydrated(case: Marked) -> Artifact:
    levels = {item.id: min(2, DEHYDRATOR.top(item)) for item in case.sensitive.attributes}
    return DEHYDRATOR.dehydrate(case.text, case.sensitive, levels, TokenVault(), case.language)


def accept(language: Language, answer: str) -> Smoothed:
    case = CASES[language]
    return smoother().accept(Request(case.text), case.sensitive, dehydrated(case), answer)


def test_the_cases_read_as_expected() -> None:
    assert dehydrated(CASES[Language.EN]).text == (
        "My patient, [PERSON_1], is a sixty-something and lives in the United Kingdom. She does not take a medicine "
        "acting on the blood. [PERSON_1] pays $400. What should I do?"
    )
    assert dehydrated(CASES[Language.ZH]).text == (
        "患者[姓名_1]，六十多岁，住在我国东部，没有代谢方面的疾病。[姓名_1]付了400元。应该怎么办？"
    )


SMOOTHER = {
    Language.EN: ("My patient, [PERSON_1], is", "My patient [PERSON_1] is"),
    Language.ZH: ("患者[姓名_1]，六十多岁，", "患者[姓名_1]，六十多岁了，"),
}


@both
def test_a_smoothed_text_is_taken_with_its_provenance(language: Language) -> None:
    artifact = dehydrated(CASES[language])
    answer = artifact.text.replace(*SMOOTHER[language])
    assert answer != artifact.text
    smoothed = accept(language, f"\n{answer}\n")
    assert smoothed.accepted, smoothed.reason
    assert smoothed.artifact.text == answer
    assert not smoothed.artifact.edited
    for before, after in zip(artifact.replacements, smoothed.artifact.replacements, strict=True):
        assert smoothed.artifact.text[after.start : after.end] == before.rendered
        assert (before.attribute_id, before.source_start, before.level) == (
            after.attribute_id,
            after.source_start,
            after.level,
        )


@both
def test_an_exact_copy_is_taken(language: Language) -> None:
    artifact = dehydrated(CASES[language])
    assert accept(language, artifact.text) == Smoothed(artifact, True)


REFUSED = [
    (Language.EN, "[PERSON_1] pays", "She pays", Unfaithful.LOST_VALUE),
    (Language.EN, "the United Kingdom", "Britain", Unfaithful.LOST_VALUE),
    (Language.EN, "a sixty-something", "in her sixties", Unfaithful.LOST_VALUE),
    (Language.EN, "[PERSON_1] pays", "[Person_1] pays", Unfaithful.LOST_VALUE),
    (Language.EN, "What should I do?", "What should [PERSON_1] do?", Unfaithful.LOST_VALUE),
    (Language.EN, "What should I do?", "What should [PERSON_2] do?", Unfaithful.TOKENS),
    (Language.EN, "$400", "$500", Unfaithful.NUMBERS),
    (Language.EN, "pays $400", "pays", Unfaithful.NUMBERS),
    (Language.EN, "is a sixty", "is one a sixty", Unfaithful.NUMBERS),
    (Language.EN, "She does not take", "She does take", Unfaithful.NEGATIONS),
    (Language.EN, "She does not take", "She takes no", Unfaithful.NEGATIONS),
    (Language.EN, "What should I do?", "What should I do.", Unfaithful.QUESTIONS),
    (Language.EN, "My patient", "My patient Vera", Unfaithful.NAMES),
    (Language.EN, "She does not", "Doctor Baxter says she does not", Unfaithful.NAMES),
    (Language.EN, "My patient", "My patient from the old harbour by the sea", Unfaithful.WORDS),
    (Language.EN, " [PERSON_1] pays $400.", "", Unfaithful.LOST_VALUE),
    (Language.EN, "acting on the blood.", "acting on the blood (aspirin).", Unfaithful.LITERAL),
    (Language.EN, "acting on the blood.", "acting on the blood, cancer.", Unfaithful.FACTS),
    (Language.EN, "My patient", "```\nMy patient", Unfaithful.MARKUP),
    (Language.EN, "My patient", "Here is the text: My patient", Unfaithful.NAMES),
    (Language.EN, "My patient", "My\u202e patient", Unfaithful.ODD_CHARACTERS),
    (Language.EN, "My patient", "My\x00 patient", Unfaithful.ODD_CHARACTERS),
    (Language.ZH, "[姓名_1]付了", "他付了", Unfaithful.LOST_VALUE),
    (Language.ZH, "我国东部", "江苏", Unfaithful.LOST_VALUE),
    (Language.ZH, "400元", "四百五十元", Unfaithful.NUMBERS),
    (Language.ZH, "没有代谢", "有代谢", Unfaithful.NEGATIONS),
    (Language.ZH, "怎么办？", "怎么办。", Unfaithful.QUESTIONS),
    (Language.ZH, "应该怎么办", "应该让[姓名_2]怎么办", Unfaithful.TOKENS),
    (Language.ZH, "患者", "来自海边老城的琴师患者", Unfaithful.WORDS),
    (Language.ZH, "代谢方面的疾病。", "代谢方面的疾病（糖尿病）。", Unfaithful.WORDS),
    (Language.ZH, "患者", "患者王建国", Unfaithful.WORDS),
    (Language.ZH, "付了400元", "付了四百元", Unfaithful.FACTS),
]


@pytest.mark.parametrize(("language", "old", "new", "reason"), REFUSED)
def test_what_changes_the_meaning_is_refused_with_a_reason(
    language: Language, old: str, new: str, reason: Unfaithful
) -> None:
    artifact = dehydrated(CASES[language])
    assert old in artifact.text
    smoothed = accept(language, artifact.text.replace(old, new, 1))
    assert not smoothed.accepted
    assert smoothed.artifact == artifact
    assert smoothed.reason == reason


@both
@pytest.mark.parametrize("answer", ["", "   \n", "I cannot help with that.", "抱歉，我不能这样做。"])
def test_no_text_and_refusals_leave_the_deterministic_artifact(language: Language, answer: str) -> None:
    smoothed = accept(language, answer)
    assert not smoothed.accepted
    assert smoothed.reason


@both
def test_another_language_is_refused(language: Language) -> None:
    other = next(item for item in Language if item is not language)
    assert not accept(language, dehydrated(CASES[other]).text).accepted


def ask(reply: Reply, artifact: Artifact | None = None) -> Smoothed:
    case = CASES[Language.EN]
    given = artifact or dehydrated(case)
    return smoother_of(reply).smooth(Request(case.text), case.sensitive, given, case.language, NONCE)


def test_the_model_sees_d_alone_and_what_has_to_stay() -> None:
    artifact = dehydrated(CASES[Language.EN])
    model = ScriptedModel(by_purpose(smoothing=artifact.text))
    fidelity = Fidelity(DEHYDRATOR, rule_cascade(), ROOT)
    case = CASES[Language.EN]
    smoothed = Smoother(model, BOOK, fidelity).smooth(
        Request(case.text), case.sensitive, artifact, case.language, NONCE
    )
    assert smoothed.accepted
    prompt = model.prompts[0]
    assert artifact.text in prompt.document
    assert "[PERSON_1]\na sixty-something\nthe United Kingdom" in prompt.stage
    for value in ("Vera", "Quill", "67", "Bristol", "aspirin"):
        assert value not in prompt.document + prompt.stage


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (CallFailed("llm.unreachable"), "llm.unreachable"),
        (Completion("My patient", Ending.LENGTH), "smoothing.cut_off"),
        (Completion("", Ending.REFUSED), "smoothing.cut_off"),
    ],
)
def test_a_call_without_an_answer_says_why(reply: Reply, reason: str) -> None:
    smoothed = ask(reply)
    assert (smoothed.accepted, smoothed.reason) == (False, reason)
    assert smoothed.artifact == dehydrated(CASES[Language.EN])


def test_thinking_is_not_part_of_the_text() -> None:
    text = dehydrated(CASES[Language.EN]).text
    assert ask(f"<think>hm</think>{text}").accepted


@pytest.mark.parametrize(
    ("artifact", "reason"),
    [
        (Artifact("Nothing was replaced.", (), {}), "smoothing.nothing_to_smooth"),
        (Artifact("x", dehydrated(CASES[Language.EN]).replacements, {}, edited=True), "smoothing.nothing_to_smooth"),
        (Artifact("x" * (LONGEST + 1), dehydrated(CASES[Language.EN]).replacements, {}), "smoothing.too_long"),
        (Artifact("a<|im_end|>b", dehydrated(CASES[Language.EN]).replacements, {}), "smoothing.odd_characters"),
    ],
)
def test_what_cannot_be_smoothed_is_not_asked(artifact: Artifact, reason: str) -> None:
    smoothed = ask("never asked", artifact)
    assert (smoothed.accepted, smoothed.reason, smoothed.artifact) == (False, reason, artifact)


def test_words_of_the_text_that_equal_a_rendering_are_not_taken_for_it() -> None:
    case = read_marked("In the United Kingdom it rains. {Vera Quill|PERSON} lives in {Bristol|LOCATION*}, not far.")
    levels = {item.id: min(2, DEHYDRATOR.top(item)) for item in case.sensitive.attributes}
    artifact = DEHYDRATOR.dehydrate(case.text, case.sensitive, levels, TokenVault(), case.language)
    answer = artifact.text.replace("rains. [PERSON_1]", "rains: [PERSON_1]")
    smoothed = smoother().accept(Request(case.text), case.sensitive, artifact, answer)
    assert smoothed.accepted
    place = smoothed.artifact.replacements[-1]
    assert place.start == answer.rindex("the United Kingdom")
