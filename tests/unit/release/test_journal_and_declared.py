"""The state machine of a release, what is declared over turns, local destinations, fixed texts."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from release_cases import AGE, NAME, SAFE, START, PlainFinder, attribute, gather, sensitive_set, text_of

from core.domain.errors import BugError, ResourceError
from core.domain.language import Language
from core.domain.release import SendState
from core.net.answers import Delta, Finished, FinishReason, Sent, Started, Transmission
from core.net.envelope import Envelope
from core.net.limits import ReplyLimits
from core.release.declared import Declared, harmonised, literal_spans, union, without_literals
from core.release.journal import FOLLOWING, MemorySendJournal, SendRecord, check_transition
from core.release.local_destinations import QUOTE_LENGTH, ByHand, DryRun, pasted_answer
from core.release.texts import ReleaseTexts
from core.resources import resource_root

FINAL = {SendState.SENT, SendState.FAILED, SendState.UNKNOWN}


def record(state, release_id="r"):
    return SendRecord(release_id, state, START, "c", "0" * 64, "d", 3, 9)


@pytest.mark.parametrize("last", sorted(FINAL))
def test_final_states_stay(last):
    journal = MemorySendJournal()
    for state in (SendState.DRAFT, SendState.APPROVED, SendState.SENDING, last):
        journal.record(record(state))
    for state in SendState:
        with pytest.raises(BugError):
            journal.record(record(state))
    assert journal.state("r") is last


@pytest.mark.parametrize(("before", "after"), list(itertools.product([None, *SendState], SendState)))
def test_only_known_steps(before, after):
    if after in FOLLOWING[before]:
        check_transition(before, after)
    else:
        with pytest.raises(BugError):
            check_transition(before, after)


def test_nothing_is_sent_without_approval():
    assert SendState.SENDING not in FOLLOWING[SendState.DRAFT] | FOLLOWING[None]


def test_releases_do_not_mix():
    journal = MemorySendJournal()
    journal.record(record(SendState.DRAFT, "one"))
    journal.record(record(SendState.DRAFT, "two"))
    assert journal.state("three") is None
    assert len(journal.records()) == 2


def test_the_latest_word_on_a_value_holds_for_all_turns():
    first = Declared(sensitive_set(attribute("a1", "PERSON", NAME), attribute("a2", "AGE", AGE)), {"a1": 1, "a2": 2})
    second = Declared(sensitive_set(attribute("a2", "AGE", AGE)), {"a2": 0})
    then, now = harmonised([first, second])
    assert then.levels == {"a1": 1, "a2": 0}
    assert now.levels["a2"] == 0
    text = f"{NAME}, {AGE}"
    assert literal_spans(PlainFinder(), text, union([then, now])) == ((0, len(NAME)),)
    assert literal_spans(PlainFinder(), text, union(harmonised([second, first]))) == (
        (0, len(NAME)),
        (len(text) - 2, len(text)),
    )


def test_every_spelling_of_every_turn_is_forbidden():
    first = Declared(sensitive_set(replace(attribute("a1", "PERSON", NAME), aliases=("Ms Quist",))), {"a1": 1})
    second = Declared(sensitive_set(replace(attribute("a1", "PERSON", NAME), aliases=("Orlita",))), {"a1": 1})
    together = union(harmonised([first, second]))
    assert set(together.sensitive.by_id("a1").surfaces) == {NAME, "Ms Quist", "Orlita"}
    assert len(literal_spans(PlainFinder(), f"Orlita, Ms Quist, {NAME}", together)) == 3


@given(st.text(alphabet="ab 好", max_size=40), st.text(alphabet="ab好", min_size=1, max_size=3))
def test_blanking_leaves_no_literal_and_keeps_the_rest(text, value):
    declared = Declared(sensitive_set(attribute("a1", "PERSON", value, text)), {"a1": 1})
    spans = literal_spans(PlainFinder(), text, declared)
    assert all(before[1] < after[0] for before, after in itertools.pairwise(spans))
    blanked, count = without_literals(PlainFinder(), text, declared, "…")
    assert count == len(spans)
    assert blanked.count("…") == count
    kept = "".join(character for index, character in enumerate(text) if not any(s <= index < e for s, e in spans))
    assert blanked.replace("…", "") == kept


@pytest.fixture(scope="module")
def texts():
    return ReleaseTexts.load(resource_root())


def test_a_missing_text_is_named(tmp_path):
    (tmp_path / "release").mkdir()
    (tmp_path / "release" / "texts.toml").write_text('[system]\nen = "a"\nzh = "b"\n', encoding="utf-8")
    with pytest.raises(ResourceError) as caught:
        ReleaseTexts.load(tmp_path)
    assert caught.value.details["entry"] == "simulation"


def test_every_fixed_text_exists_in_both_languages(texts):
    for name in ReleaseTexts.__dataclass_fields__:
        for language in Language:
            assert getattr(texts, name)[language].strip()


@pytest.mark.parametrize("language", list(Language))
def test_a_dry_run_touches_nothing(texts, language):
    transmission = Transmission()
    adapter = DryRun(texts, language)
    prompt = SAFE + " 很长" * QUOTE_LENGTH
    events = gather(adapter.exchange(adapter.body(Envelope(prompt)), transmission))
    assert transmission.sent is Sent.NO
    assert events[0] == Started()
    assert events[-1] == Finished(FinishReason.SIMULATED)
    answer = text_of(events)
    assert answer.endswith("…")
    assert "[PERSON_1]" in answer
    assert "{" not in answer
    assert answer.startswith("SIMULATION" if language is Language.EN else "模拟")


def test_a_dry_run_without_tokens_says_nothing_of_them(texts):
    answer = DryRun(texts, Language.EN).answer(b"What is the capital of France?")
    assert "labels" not in answer


def test_braces_of_the_prompt_are_not_fields(texts):
    assert '{"a": {bytes}}' in DryRun(texts, Language.EN).answer(b'{"a": {bytes}}')


def test_copied_out_counts_as_sent():
    transmission = Transmission()
    gather(ByHand().exchange(SAFE.encode(), transmission))
    assert transmission.sent is Sent.YES


def test_a_pasted_answer_is_plain_and_bounded():
    started, delta, finished = pasted_answer("Hi\r\n[PERSON_1]\x07\x1b[0m")
    assert started == Started()
    assert delta == Delta("Hi\r\n[PERSON_1]\ufffd\ufffd[0m")
    assert finished == Finished(FinishReason.STOP)
    assert pasted_answer("abcdef", ReplyLimits(answer_chars=3))[1:] == (Delta("abc"), Finished(FinishReason.LENGTH))
