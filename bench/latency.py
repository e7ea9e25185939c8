"""What a run on a local model would take, in modelled seconds: nothing is slept, every run gives the same figure.

The cost model is models.md 3: prefill and decode speeds, slots with a prefix cache each, one aggregate decode gain for
answers side by side, a fixed cost per request. `ModelledLatency` puts it around any `LanguageModel`.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.domain.events import CancelToken
from core.llm.model import (
    CallFailed,
    Capabilities,
    ChatPrompt,
    Completion,
    Continuation,
    LanguageModel,
    ModelInfo,
    ScoringModel,
    Usage,
)
from core.llm.shared_prefix import PART_MARK, nearest, prompt_text, shared_start
from core.llm.token_budget import count_cjk

SCORING_PURPOSE = "score"
_SETTLED = 1e-9


@dataclass(frozen=True, slots=True)
class ServerProfile:
    """A server on one machine; defaults are the product's reference (51 tok/s decode, 750 tok/s prefill, 4 slots).

    `gain`: decode speed of `slots` answers side by side over one alone. `prefill_share`: part of the decode speed that
    is left to others while a prompt is read. `request_seconds`: fixed cost of a request. `prefix_cache`: whether a
    slot keeps what it has read. `seed_serialises`: a seeded request runs alone (mlx_lm). `thinking_tokens`: tokens per
    answer that nobody sees. `latin_chars_per_token`, `cjk_tokens_per_char`: how texts are counted.
    """

    decode: float = 51.0
    prefill: float = 750.0
    slots: int = 4
    gain: float = 2.0
    prefill_share: float = 0.3
    request_seconds: float = 0.05
    prefix_cache: bool = True
    seed_serialises: bool = False
    thinking_tokens: int = 0
    latin_chars_per_token: float = 4.2
    cjk_tokens_per_char: float = 0.7

    def tokens(self, text: str) -> int:
        """Tokens of `text` on average; 0 for ""."""
        cjk = count_cjk(text)
        return round(cjk * self.cjk_tokens_per_char + (len(text) - cjk) / self.latin_chars_per_token)

    def decode_speed(self, answers: int) -> float:
        """Tokens per second of each of `answers` side by side."""
        spread = max(1, self.slots - 1)
        total = 1.0 + (self.gain - 1.0) * min(answers - 1, spread) / spread
        return self.decode * total / answers


@dataclass(frozen=True, slots=True)
class Job:
    """One request. `text`: the whole prompt, by which prefixes are found in a slot's cache; "" = `prompt_tokens` are
    all new. `alone`: runs with no other beside it."""

    prompt_tokens: int
    answer_tokens: int
    text: str = ""
    alone: bool = False


@dataclass(frozen=True, slots=True)
class JobTime:
    """When a job began, gave its first token and ended, in seconds on the server's clock; what its slot knew."""

    begun: float
    first: float
    ended: float
    cached_tokens: int


@dataclass(slots=True)
class _Running:
    index: int
    slot: int
    begun: float
    cached: int
    waiting: float
    reading: float
    writing: float
    first: float = 0.0

    @property
    def over(self) -> bool:
        return self.waiting <= _SETTLED and self.reading <= _SETTLED and self.writing <= _SETTLED


class VirtualServer:
    """A server whose time passes only in `run`. Slots keep their prefixes from one batch to the next."""

    def __init__(self, profile: ServerProfile, held: str = "") -> None:
        """`held`: the text that every slot has read before the clock starts."""
        self.profile = profile
        self.clock = 0.0
        self._cached = [held] * profile.slots

    def run(self, jobs: Sequence[Job]) -> tuple[JobTime, ...]:
        """Serve `jobs`, as many side by side as there are slots: the first ones in order, then after each the one
        that goes on as it began, as the client asks. The clock ends with the last of them."""
        waiting = list(range(len(jobs)))
        running: list[_Running] = []
        times: dict[int, JobTime] = {}
        ended: list[str] = []
        while waiting or running:
            while waiting:
                place = nearest([jobs[index].text for index in waiting], ended[0]) if ended else 0
                if not self._may_start(jobs[waiting[place]], running, jobs):
                    break
                running.append(self._start(waiting.pop(place), jobs, running))
                del ended[:1]
            self._advance(running)
            for done in [item for item in running if item.over]:
                running.remove(done)
                ended.append(jobs[done.index].text)
                times[done.index] = JobTime(done.begun, done.first or self.clock, self.clock, done.cached)
        return tuple(times[index] for index in range(len(jobs)))

    def _may_start(self, job: Job, running: Sequence[_Running], jobs: Sequence[Job]) -> bool:
        if any(jobs[item.index].alone for item in running) or (job.alone and running):
            return False
        return len(running) < self.profile.slots

    def _start(self, index: int, jobs: Sequence[Job], running: Sequence[_Running]) -> _Running:
        job = jobs[index]
        free = sorted(set(range(self.profile.slots)) - {item.slot for item in running})
        slot = max(free, key=lambda number: (shared_start(self._cached[number], job.text), -number))
        share = shared_start(self._cached[slot], job.text) / len(job.text) if job.text else 0.0
        # The last token is always read again: its result starts the answer.
        cached = min(job.prompt_tokens - 1, int(job.prompt_tokens * share)) if self.profile.prefix_cache else 0
        cached = max(0, cached)
        self._cached[slot] = job.text
        return _Running(
            index,
            slot,
            self.clock,
            cached,
            waiting=self.profile.request_seconds,
            reading=float(job.prompt_tokens - cached),
            writing=float(max(1, job.answer_tokens) + self.profile.thinking_tokens),
        )

    def _advance(self, running: Sequence[_Running]) -> None:
        """To the next moment at which some job changes its phase."""
        speeds = self._speeds(running)
        step = min(left / speed for left, speed in speeds if speed > 0)
        self.clock += step
        for item, (_, speed) in zip(running, speeds, strict=True):
            if item.waiting > _SETTLED:
                item.waiting -= speed * step
            elif item.reading > _SETTLED:
                item.reading -= speed * step
                if item.reading <= _SETTLED:
                    item.first = self.clock
            else:
                item.writing -= speed * step

    def _speeds(self, running: Sequence[_Running]) -> list[tuple[float, float]]:
        """(what is left of the present phase, its speed) of every job."""
        readers = [item for item in running if item.waiting <= _SETTLED and item.reading > _SETTLED]
        writers = [item for item in running if item.waiting <= _SETTLED and item.reading <= _SETTLED]
        write = self.profile.decode_speed(len(writers)) if writers else 0.0
        if readers:
            write *= self.profile.prefill_share
        speeds = []
        for item in running:
            if item.waiting > _SETTLED:
                speeds.append((item.waiting, 1.0))
            elif item.reading > _SETTLED:
                speeds.append((item.reading, self.profile.prefill if item is readers[0] else 0.0))
            else:
                speeds.append((item.writing, write))
        return speeds


class ModelledLatency:
    """A `LanguageModel` whose answers come from `model` and whose time comes from a virtual server.

    `seconds`: modelled time by purpose; a batch's time is shared out by how long each of its requests took, so that
    the sum is the server's clock. Give two models one `server` and they share its slots. Calls from several threads
    follow one another. Where `model` tells no token counts, the profile counts.
    """

    def __init__(
        self,
        model: LanguageModel,
        profile: ServerProfile | None = None,
        server: VirtualServer | None = None,
    ) -> None:
        self.server = server or VirtualServer(profile or ServerProfile())
        self._model = model
        self._ledger = _Ledger(self.server)
        scores = model.scoring
        self._scoring = _ModelledScores(scores, self._ledger) if scores is not None else None

    @property
    def info(self) -> ModelInfo:
        return self._model.info

    @property
    def capabilities(self) -> Capabilities:
        return replace(self._model.capabilities, slots=self.server.profile.slots)

    @property
    def scoring(self) -> ScoringModel | None:
        return self._scoring

    @property
    def seconds(self) -> Mapping[str, float]:
        """Modelled seconds by purpose; exact scores under "score"."""
        return self._ledger.seconds()

    @property
    def total_seconds(self) -> float:
        """The server's clock: all batches one after another, with those of other models on the same server."""
        return self.server.clock

    def usage(self) -> Mapping[str, Usage]:
        return self._ledger.usage()

    def ask(
        self, prompts: Sequence[ChatPrompt], cancel: CancelToken | None = None
    ) -> tuple[Completion | CallFailed, ...]:
        answers = self._model.ask(prompts, cancel)
        jobs = [self._job(prompt, answer) for prompt, answer in zip(prompts, answers, strict=True)]
        times = self._ledger.serve([prompt.purpose for prompt in prompts], jobs)
        return tuple(
            _timed(answer, job, time, self.server.profile)
            for answer, job, time in zip(answers, jobs, times, strict=True)
        )

    def _job(self, prompt: ChatPrompt, answer: Completion | CallFailed) -> Job:
        profile = self.server.profile
        text = prompt_text(prompt)
        alone = profile.seed_serialises and prompt.sampling.seed is not None
        if isinstance(answer, CallFailed):
            return Job(profile.tokens(text), 1, text, alone)
        return Job(
            answer.prompt_tokens or profile.tokens(text),
            answer.completion_tokens or profile.tokens(answer.text) + profile.tokens(answer.thinking),
            text,
            alone,
        )


def _timed(answer: Completion | CallFailed, job: Job, time: JobTime, profile: ServerProfile) -> Completion | CallFailed:
    if isinstance(answer, CallFailed):
        return answer
    return replace(
        answer,
        prompt_tokens=job.prompt_tokens,
        cached_tokens=time.cached_tokens,
        completion_tokens=job.answer_tokens + profile.thinking_tokens,
        seconds=time.ended - time.begun,
        first_token_seconds=time.first - time.begun,
    )


class _Ledger:
    """Runs batches one after another and keeps the accounts."""

    def __init__(self, server: VirtualServer) -> None:
        self._server = server
        self._guard = threading.Lock()
        self._seconds: dict[str, float] = {}
        self._usage: dict[str, Usage] = {}

    @property
    def profile(self) -> ServerProfile:
        return self._server.profile

    def seconds(self) -> Mapping[str, float]:
        with self._guard:
            return dict(self._seconds)

    def usage(self) -> Mapping[str, Usage]:
        with self._guard:
            return dict(self._usage)

    def serve(self, purposes: Sequence[str], jobs: Sequence[Job]) -> tuple[JobTime, ...]:
        with self._guard:
            begun = self._server.clock
            times = self._server.run(jobs)
            elapsed = self._server.clock - begun
            whole = sum(time.ended - time.begun for time in times)
            for purpose, job, time in zip(purposes, jobs, times, strict=True):
                spent = time.ended - time.begun
                self._seconds[purpose] = self._seconds.get(purpose, 0.0) + elapsed * spent / whole
                used = Usage(1, job.prompt_tokens, time.cached_tokens, job.answer_tokens, spent)
                self._usage[purpose] = self._usage.get(purpose, Usage()).plus(used)
            return times


class _ModelledScores:
    """Exact scores: one request per token of the answer, as a server with a native route is asked."""

    def __init__(self, scores: ScoringModel, ledger: _Ledger) -> None:
        self._scores = scores
        self._ledger = ledger

    @property
    def info(self) -> ModelInfo:
        return self._scores.info

    def log_probabilities(
        self, continuations: Sequence[Continuation], cancel: CancelToken | None = None
    ) -> tuple[float | None, ...]:
        found = self._scores.log_probabilities(continuations, cancel)
        jobs = [job for item in continuations for job in self._jobs(item)]
        self._ledger.serve([SCORING_PURPOSE] * len(jobs), jobs)
        return found

    def _jobs(self, item: Continuation) -> list[Job]:
        count = self._ledger.profile.tokens
        parts = (item.system, item.document, item.stage, item.opening)
        before = PART_MARK.join(part for part in parts if part)
        steps = max(1, count(item.answer))
        texts = [before + item.answer[: len(item.answer) * step // steps] for step in range(steps)]
        return [Job(max(1, count(text)), 1, text) for text in texts]
