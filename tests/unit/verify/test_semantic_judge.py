"""U_sem: the frozen rubric, two attempts, then missing."""

from __future__ import annotations

import tomllib

import pytest
from dehydration import DEHYDRATOR, ROOT, read_marked
from llm_scripted import NONCE, Reply, ScriptedModel

from core.domain.artifact import Artifact
from core.domain.evidence import Metric, UtilityEstimate
from core.domain.language import Language
from core.domain.request import Request
from core.domain.tokens import TokenVault
from core.llm.model import CallFailed, Completion, Ending
from core.llm.prompts import PromptBook
from core.verify.judge import SAME_JUDGE, SemanticJudge, read_score

BOOK = PromptBook.load(ROOT)
CASES = {
    Language.EN: read_marked(
        "My patient {Vera Quill|PERSON} is {67 years old|AGE*|year-old|67} and takes {aspirin|DRUG*} twice a day. "
        "She tried physiotherapy before. Should she stop it before an operation?"
    ),
    Language.ZH: read_marked(
        "患者{顾清和|PERSON}，{67岁|AGE*||67}，每天服用{阿司匹林|DRUG*}两次，之前做过理疗。手术前应该停药吗？"
    ),
}
both = pytest.mark.parametrize("language", list(Language))


def dehydrated(language: Language) -> Artifact:
    case = CASES[language]
    levels = DEHYDRATOR.initial_levels(case.sensitive, Request(case.text).decisions)
    return DEHYDRATOR.dehydrate(case.text, case.sensitive, levels, TokenVault(), language)


def judged(*replies: Reply, language: Language = Language.EN) -> tuple[UtilityEstimate, ScriptedModel]:
    queue = iter(replies)
    judge = ScriptedModel(lambda prompt: next(queue), name="judge")
    made = SemanticJudge(judge, BOOK, ScriptedModel(lambda prompt: "").info)
    request = Request(CASES[language].text)
    return made.measure(request, dehydrated(language), language, NONCE), judge


@both
@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
def test_the_judge_scores_on_the_frozen_scale(language: Language, score: float) -> None:
    estimate, judge = judged(f'{{"score": {score}, "reason": "because"}}', language=language)
    assert estimate.metric is Metric.SEMANTIC
    assert (estimate.mean, estimate.computed, estimate.missing) == (score, True, 0)
    assert estimate.items[0].reason == "because"
    assert len(judge.prompts) == 1
    assert CASES[language].text in judge.prompts[0].stage
    assert dehydrated(language).text in judge.prompts[0].stage


@pytest.mark.parametrize(
    "first",
    [
        "no",
        '{"score": 0.7, "reason": ""}',
        '{"score": true}',
        '{"score": null}',
        '"score": 0.5 or "score": 1.0',
        "",
        CallFailed("llm.unreachable"),
        Completion("", Ending.REFUSED),
        Completion('{"score": 1.0, "reason": "lo', Ending.LENGTH),
    ],
)
def test_two_attempts_then_missing(first: Reply) -> None:
    mended, judge = judged(first, '{"score": 0.5, "reason": "x"}')
    assert mended.mean == 0.5
    assert judge.prompts[1].stage.startswith(judge.prompts[0].stage)
    assert judge.prompts[1].stage != judge.prompts[0].stage
    missing, judge = judged(first, first, '{"score": 1.0}')
    assert (missing.computed, missing.missing) == (False, 1)
    assert len(judge.prompts) == 2


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ('I think "score": 0.5 fits.', 0.5),
        ('{"score": 1, "reason": "a "quoted" word"}', 1.0),
        ('{"score": 0.5, "reason": 无}', 0.5),
        ('"score": 0.55', None),
        ('"score": 10', None),
        ("score 1.0", None),
    ],
)
def test_scores_in_broken_json(text: str, score: float | None) -> None:
    found = read_score(Completion(text))
    assert (found[0] if found else None) == score


def test_a_judge_of_its_own_rewriting_is_noted() -> None:
    judge = ScriptedModel(lambda prompt: '{"score": 1.0, "reason": ""}')
    case = CASES[Language.EN]
    for rewriter, notes in ((judge.info, (SAME_JUDGE,)), (ScriptedModel(lambda p: "", name="b").info, ()), (None, ())):
        made = SemanticJudge(judge, BOOK, rewriter)
        assert made.measure(Request(case.text), dehydrated(Language.EN), Language.EN, NONCE).notes == notes


def test_the_chinese_rubric_is_the_papers_word_for_word() -> None:
    rubric = tomllib.loads((ROOT / "prompts" / "judge.toml").read_text(encoding="utf-8"))["zh"]
    assert rubric["system"].splitlines() == [
        "你是咨询材料质量评审员。你会看到同一咨询的【原始材料】和【处理后材料】。"
        "请判断：仅凭处理后材料，AI 助手能否给出与原始材料几乎同样有用、有针对性且正确的答复？",
        "评分标准：",
        "1.0 = 请求所需关键信息全部保留（允许以区间/档位/类别等泛化形式存在，且泛化后仍足以支撑同样的建议）；",
        "0.5 = 关键信息部分缺失或过度模糊，建议有用性明显受限但仍有价值；",
        "0.0 = 关键信息缺失、被占位符替代、或被篡改为与原值不符的内容（错误值会导致错误建议，按缺失处理）。",
        '只输出 JSON：{"score": 1.0 或 0.5 或 0.0, "reason": "一句话理由"}。不要输出其他内容。',
    ]
    assert rubric["stage"].format(original="X", processed="D") == "原始材料：\nX\n\n处理后材料：\nD"
