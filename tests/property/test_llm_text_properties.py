"""Whatever a model writes: spliced phrases and smoothed texts keep provenance, values and the hard line."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from dehydration import DEHYDRATOR, ROOT, Marked, read_marked
from hypothesis import given, settings
from hypothesis import strategies as st
from llm_scripted import ScriptedModel
from shared_engine import rule_cascade

from core.dehydrate.allowed_words import AllowedWords
from core.dehydrate.edit_list import EditPlan, Phrase, PhrasedDehydrator
from core.dehydrate.fidelity import Fidelity
from core.dehydrate.smoothing import Smoother, aligned
from core.domain.artifact import Artifact
from core.domain.request import Decisions, Request
from core.domain.sensitive import SensitiveSet
from core.domain.tokens import TOKEN_PATTERN, TokenVault
from core.extract.llm_grounding import Grounding
from core.llm.prompts import PromptBook
from core.text.normalize import comparison_key, normalize

WORDS = AllowedWords.load(ROOT)
CASES = tuple(
    read_marked(text)
    for text in (
        "My patient, {Vera Quill|PERSON}, is {67 years old|AGE*|year-old|67} and lives in {Bristol|LOCATION*}. "
        "She does not take {aspirin|DRUG*}. {Quill|PERSON||Vera Quill} pays $400. What should I do?",
        "{Bristol|LOCATION*}, {Bath|LOCATION*}: {aspirin|DRUG}, {aspirin|DRUG}. In the United Kingdom it rains.",
        "患者{顾清和|PERSON}，{67岁|AGE*||67}，住在{南京|LOCATION*}，没有{糖尿病|DISEASE*}。{顾清和|PERSON}付了400元。怎么办？",
    )
)
VALUES = ("Vera Quill", "Quill", "67", "67 years old", "Bristol", "Bath", "aspirin", "顾清和", "67岁", "南京", "糖尿病")
PIECES = (
    *VALUES, "[PERSON_1]", "[PERSON_2]", "[姓名_1]", "the United Kingdom", "我国东部", "六十多岁", "a", "of", "not",
    "no", "400", "five", "没", "，", ",", ".", "?", "？", " ", "\n", "\u202e", "\x00", "Baxter", "cancer", "的",
    "a sixty-something", "An", "<doc>",
)  # fmt: skip


def artifacts(case: Marked, level: int) -> Artifact:
    levels = {item.id: min(level, DEHYDRATOR.top(item)) for item in case.sensitive.attributes}
    return DEHYDRATOR.dehydrate(case.text, case.sensitive, levels, TokenVault(), case.language)


@cache
def smoother() -> Smoother:
    fidelity = Fidelity(DEHYDRATOR, rule_cascade(), ROOT)
    return Smoother(ScriptedModel(lambda prompt: ""), PromptBook.load(ROOT), fidelity)


def outside(artifact: Artifact) -> list[str]:
    """The text between the replacements."""
    ends = [0, *(item.end for item in artifact.replacements)]
    starts = [*(item.start for item in artifact.replacements), len(artifact.text)]
    return [artifact.text[end:start] for end, start in zip(ends, starts, strict=True)]


def check_provenance(artifact: Artifact) -> None:
    position = 0
    for item in artifact.replacements:
        assert position <= item.start <= item.end
        assert artifact.text[item.start : item.end] == item.rendered
        position = item.end


phrases = st.one_of(
    st.sampled_from(PIECES), st.lists(st.sampled_from(PIECES), max_size=4).map(" ".join), st.text(max_size=20)
)


@settings(max_examples=150)
@given(st.sampled_from(CASES), st.integers(1, 5), st.lists(phrases, min_size=5, max_size=5), st.integers(1, 5))
def test_phrases_change_small_words_of_replacements_and_nothing_else(
    case: Marked, level: int, texts: list[str], at: int
) -> None:
    plan = EditPlan(
        levels={item.id: level for item in case.sensitive.attributes},
        phrases={item.id: Phrase(at, text) for item, text in zip(case.sensitive.attributes, texts, strict=False)},
    )
    dehydrator = PhrasedDehydrator(DEHYDRATOR, plan, WORDS)
    levels = {item.id: min(level, DEHYDRATOR.top(item)) for item in case.sensitive.attributes}
    base = artifacts(case, level)
    changed = dehydrator.dehydrate(case.text, case.sensitive, levels, TokenVault(), case.language)
    check_provenance(changed)
    assert outside(changed) == outside(base)
    assert changed.levels == base.levels
    assert not DEHYDRATOR.violations(changed, case.sensitive)
    for one, other in zip(base.replacements, changed.replacements, strict=True):
        assert (one.attribute_id, one.level, one.node, one.token) == (
            other.attribute_id,
            other.level,
            other.node,
            other.token,
        )
        assert one.rendered == other.rendered or WORDS.same(other.rendered, one.rendered)
    initial = dehydrator.initial_levels(case.sensitive, Decisions())
    assert all(initial[item.id] >= 1 for item in case.sensitive.attributes)


@st.composite
def edited(draw: st.DrawFn, text: str) -> str:
    """A text after a few edits of any kind."""
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        text = text[:start] + draw(st.sampled_from((*PIECES, ""))) + text[end:]
    return text


@settings(max_examples=250)
@given(st.data(), st.sampled_from(CASES), st.integers(1, 4))
def test_a_smoothed_text_is_faithful_or_refused(data: st.DataObject, case: Marked, level: int) -> None:
    artifact = artifacts(case, level)
    answer = data.draw(edited(artifact.text))
    smoothed = smoother().accept(Request(case.text), case.sensitive, artifact, answer)
    if not smoothed.accepted:
        assert smoothed.artifact == artifact
        assert smoothed.reason
        return
    text = smoothed.artifact.text
    assert text.strip() == answer.strip()
    check_provenance(smoothed.artifact)
    assert not DEHYDRATOR.violations(smoothed.artifact, case.sensitive)
    assert Counter(TOKEN_PATTERN.findall(text)) == Counter(TOKEN_PATTERN.findall(artifact.text))
    assert sorted(re.findall(r"\d+", text)) == sorted(re.findall(r"\d+", artifact.text))
    assert [item.rendered.lower() for item in smoothed.artifact.replacements] == [
        item.rendered.lower() for item in artifact.replacements
    ]
    assert text.count("?") + text.count("？") == artifact.text.count("?") + artifact.text.count("？")
    assert "\x00" not in text
    assert "\u202e" not in text


@given(st.sampled_from(CASES), st.integers(1, 4), st.text(max_size=60))
def test_alignment_finds_every_rendering_or_gives_up(case: Marked, level: int, answer: str) -> None:
    artifact = artifacts(case, level)
    found = aligned(artifact, answer)
    if found is not None:
        check_provenance(Artifact(answer, found, artifact.levels))
    assert aligned(artifact, artifact.text) == artifact.replacements


@settings(max_examples=200)
@given(st.text(max_size=80), st.integers(0, 80), st.integers(1, 20))
def test_a_value_that_stands_in_the_text_is_found_and_nothing_else_is(text: str, start: int, width: int) -> None:
    normalized = normalize(text)
    grounding = Grounding(normalized)
    value = text[start : start + width]
    for left, right in grounding.find(value):
        source_start, source_end = normalized.to_original(left, right)
        assert 0 <= source_start < source_end <= len(text)
        assert comparison_key(normalized.text[left:right]) == comparison_key(value.strip())
    stranger = f"\U00020000{value}\U00020001"
    assert grounding.find(stranger) == () or "\U00020000" in text


def test_an_empty_set_keeps_the_text() -> None:
    artifact = PhrasedDehydrator(DEHYDRATOR, EditPlan(), WORDS).dehydrate(
        "Nothing here.", SensitiveSet(()), {}, TokenVault(), CASES[0].language
    )
    assert artifact.text == "Nothing here."
