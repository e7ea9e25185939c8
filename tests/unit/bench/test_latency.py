"""The cost model gives the figures it is built from, and the same ones every time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from bench.latency import Job, ModelledLatency, ServerProfile, VirtualServer
from core.domain.events import CancelToken
from core.llm.model import (
    CallFailed,
    Capabilities,
    ChatPrompt,
    Completion,
    Continuation,
    ModelInfo,
    Sampling,
    SchemaSupport,
    ScoringModel,
    Usage,
)
from core.llm.shared_prefix import prompt_text

ONE = ServerProfile(slots=1, gain=1.0)
FOUR = ServerProfile()
DOCUMENT = "The visit took place in a small town near the lake. " * 24


class Saying:
    """Answers everything with the same words; a stage "fail" fails."""

    def __init__(self, text: str = "word " * 8, scoring: ScoringModel | None = None) -> None:
        self.text = text
        self.info = ModelInfo("saying", "test")
        self.capabilities = Capabilities(SchemaSupport.JSON_SCHEMA, True, False, True, False, True, 1, 8192)
        self.scoring = scoring

    def ask(
        self, prompts: Sequence[ChatPrompt], cancel: CancelToken | None = None
    ) -> tuple[Completion | CallFailed, ...]:
        return tuple(
            CallFailed("llm.cut") if prompt.stage == "fail" else Completion(self.text, completion_tokens=7)
            for prompt in prompts
        )

    def usage(self) -> Mapping[str, Usage]:
        return {}


class Sure:
    info = ModelInfo("sure", "test")

    def log_probabilities(
        self, continuations: Sequence[Continuation], cancel: CancelToken | None = None
    ) -> tuple[float | None, ...]:
        return (-1.0,) * len(continuations)


def prompt(stage: str, purpose: str = "probe", seed: int | None = None, document: str = DOCUMENT) -> ChatPrompt:
    return ChatPrompt("You read documents.", document, stage, Sampling(1.0, 32, seed=seed), purpose)


def alone(new: int, out: int) -> float:
    server = VirtualServer(ONE)
    server.run([Job(new, out)])
    return server.clock


def test_one_request_costs_reading_writing_and_itself() -> None:
    assert alone(750, 51) == pytest.approx(1 + 1 + 0.05)


@pytest.mark.parametrize(("rounds", "seconds"), [(3.08, 203.6), (4.0, 245.6)])
def test_the_paper_s_procedure_takes_what_the_paper_measured(rounds: float, seconds: float) -> None:
    """models.md 3: 300 tokens, |S| = 5, 75 answers in one completion, four questions of utility."""
    attack = alone(300 + 300 + 14 * 75, 27 * 75)
    utility = alone(80 + 100 + 300, (27 + 12) * 4)
    rewrite = alone(400 + 300, 300)
    assert attack == pytest.approx(41.9, rel=0.01)
    assert (rounds + 1) * attack + rounds * utility + 3 * rewrite == pytest.approx(seconds, rel=0.02)


@pytest.mark.parametrize(("profile", "seconds"), [(ONE, 17.0), (FOUR, 9.3)])
def test_certification_by_single_questions(profile: ServerProfile, seconds: float) -> None:
    """models.md 3: 73 questions, 30 new tokens behind a document of 300, 7 tokens of answer."""
    server = VirtualServer(profile)
    shared = "d" * 1200
    server.run([Job(330, 7, shared + f"{index:02d}" * 60) for index in range(73)])
    assert server.clock == pytest.approx(seconds, rel=0.05)


def test_four_at_a_time_gain_what_the_profile_says() -> None:
    serial, parallel = VirtualServer(ONE), VirtualServer(FOUR)
    for server in (serial, parallel):
        server.run([Job(1, 510)] * 4)
    assert serial.clock / parallel.clock == pytest.approx(2.0, rel=0.01)


def test_a_slot_does_not_read_a_prefix_twice() -> None:
    cached, forgetful = VirtualServer(ONE), VirtualServer(replace(ONE, prefix_cache=False))
    jobs = [Job(330, 7, "d" * 1200 + f"{index:02d}" * 60) for index in range(10)]
    times = cached.run(jobs)
    forgetful.run(jobs)
    assert times[0].cached_tokens == 0
    assert times[1].cached_tokens == pytest.approx(300, abs=2)
    assert forgetful.clock - cached.clock == pytest.approx(9 * 300 / 750, rel=0.02)


def test_prefixes_stay_from_batch_to_batch_and_slots_are_chosen_by_them() -> None:
    server = VirtualServer(replace(FOUR, slots=2))
    server.run([Job(300, 5, "a" * 1200), Job(300, 5, "b" * 1200)])
    (second,) = server.run([Job(310, 5, "b" * 1200 + "c" * 40)])
    assert second.cached_tokens == pytest.approx(300, abs=2)


def test_a_model_that_thinks_pays_for_it() -> None:
    thinking = VirtualServer(replace(ONE, thinking_tokens=510))
    thinking.run([Job(1, 1)])
    assert thinking.clock > 10


def test_seeds_cost_the_batch_where_a_server_works_so() -> None:
    profile = replace(FOUR, seed_serialises=True)
    free, seeded = ModelledLatency(Saying(), profile), ModelledLatency(Saying(), profile)
    free.ask([prompt(str(index), document="") for index in range(8)])
    seeded.ask([prompt(str(index), seed=index, document="") for index in range(8)])
    assert seeded.total_seconds > 1.8 * free.total_seconds


def test_seconds_by_purpose_sum_up_to_the_clock() -> None:
    model = ModelledLatency(Saying())
    model.ask([prompt("a", "extract"), prompt("b", "attack.open"), prompt("c", "attack.open")])
    model.ask([prompt("fail", "judge")])
    assert set(model.seconds) == {"extract", "attack.open", "judge"}
    assert sum(model.seconds.values()) == pytest.approx(model.total_seconds)
    assert model.usage()["attack.open"].calls == 2
    assert model.usage()["attack.open"].completion_tokens == 14


def test_answers_keep_their_words_and_get_their_times() -> None:
    model = ModelledLatency(Saying("yes"), ONE)
    first, second = model.ask([prompt("a"), prompt("b")])
    assert isinstance(first, Completion)
    assert isinstance(second, Completion)
    assert first.text == "yes"
    assert 0 < first.first_token_seconds < first.seconds
    assert second.cached_tokens > 200
    assert second.seconds < first.seconds


def test_failed_calls_stay_failed_and_cost_their_reading() -> None:
    model = ModelledLatency(Saying())
    assert model.ask([prompt("fail")]) == (CallFailed("llm.cut"),)
    assert model.total_seconds > 0.3


def test_exact_scores_cost_one_request_per_token() -> None:
    model = ModelledLatency(Saying(scoring=Sure()), ONE)
    assert model.scoring is not None
    item = Continuation("You read documents.", DOCUMENT, "Where?", "The place is", " near the old harbour")
    assert model.scoring.log_probabilities([item]) == (-1.0,)
    assert model.usage()["score"].calls == ONE.tokens(" near the old harbour")
    assert model.seconds["score"] == pytest.approx(model.total_seconds)


def test_two_models_of_one_server_share_its_clock() -> None:
    server = VirtualServer(FOUR)
    writer, judge = ModelledLatency(Saying(), server=server), ModelledLatency(Saying(), server=server)
    writer.ask([prompt("a")])
    judge.ask([prompt("b")])
    assert writer.total_seconds == judge.total_seconds == server.clock
    assert sum(writer.seconds.values()) < server.clock


def test_the_same_run_takes_the_same_time() -> None:
    clocks = []
    for _ in range(2):
        model = ModelledLatency(Saying())
        model.ask([prompt(str(index)) for index in range(20)])
        clocks.append(model.total_seconds)
    assert clocks[0] == clocks[1]


def test_chinese_counts_by_the_character() -> None:
    assert FOUR.tokens("") == 0
    assert FOUR.tokens("他住在南京市的一个小区里" * 10) == pytest.approx(84, abs=1)


def test_prompts_about_one_document_share_their_beginning() -> None:
    first, second = prompt_text(prompt("one")), prompt_text(prompt("two"))
    assert first[: len(DOCUMENT)] == second[: len(DOCUMENT)]
