"""`bench cost`: the paper's procedure and ours on one modelled server, over the same generated prompts (models.md 3).

Time is modelled, not slept: tokens are counted from the real prompts and answers of both procedures. The scripted model
behind them sees what stands in a text and nothing else.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.corpora import Corpus, Row
from bench.cost_brain import CostBrain
from bench.latency import ModelledLatency, ServerProfile, VirtualServer
from bench.padding import Padding
from bench.paper_procedure import PaperVerifier, RewritingDehydrator
from bench.result import Record
from core.domain.errors import KnownError
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.request import Request
from core.domain.tokens import TokenVault
from core.engine.conversation import Conversation
from core.engine.engine import BuiltinEngine
from core.engine.local import LocalEngine, LocalOptions
from core.engine.run_utility import RunUtility
from core.llm.model import Usage
from core.llm.prompts import PromptBook
from core.loop.lexicographic import LexicographicLoop
from core.verify.attackers.llm_questions import QuestionBook
from core.verify.examination import Examination
from core.verify.local_verifier import LocalVerifier
from core.verify.model_ensemble import ModelEnsemble
from core.verify.qa import QaPlan, QaUtility
from core.verify.seeding import seeded
from core.verify.sensitivity import MemorySensitivity
from core.verify.statistics import StopRule, TwoStageRun, operating_characteristics, rule_for, two_stage, wilson

OURS, PAPER = "ours", "paper"
PLAN = QaPlan(questions=4, reference_draws=3)
LEAK = 0.05
COPYING = 0.9
"""Copying inside a bundle at which the paper's rule is shown beside the independent case (gate.md 1)."""
SIMULATED = 20_000
BAR_ATTRIBUTES, BAR_TOKENS, BAR_TEXTS = 5, 300, 8
"""The size at which the product's bar stands, and how many texts of it are measured beside the others."""
LOOKS = (1, 4, 20)
PAPER_EVALUATIONS = 3.08
"""Mean rounds of the paper's runs (its T16)."""
STAGES: Mapping[str, tuple[str, ...]] = {
    "extract": ("extract", "critique"),
    "rewrite": ("paper.rewrite",),
    "utility": ("qa_generate", "qa_reference", "qa_answer", "qa_grade", "judge"),
    "search": ("attack.enumerate", "attack.enumerate_typed", "attack.gaps", "attack.best", "attack.empty"),
    "certify": ("attack.open", "attack.other", "attack.adversarial", "attack.choice"),
    "attack": ("paper.attack",),
}


@dataclass(frozen=True, slots=True)
class Spent:
    """What one procedure took for one text, in modelled seconds. `stages`: the same by stage. `code`: of a failed run.
    `at_once`: real seconds until the built-in verdict that is shown first."""

    procedure: str
    id: str
    language: str
    attributes: int
    tokens: int
    seconds: float
    calls: int
    read: int
    written: int
    rounds: int
    verdict: str
    stages: Mapping[str, float]
    code: str = ""
    at_once: float = 0.0

    def record(self) -> Record:
        """For JSON."""
        return {
            "procedure": self.procedure,
            "id": self.id,
            "lang": self.language,
            "attributes": self.attributes,
            "text_tokens": self.tokens,
            "seconds": round(self.seconds, 3),
            "calls": self.calls,
            "tokens_read": self.read,
            "tokens_written": self.written,
            "rounds": self.rounds,
            "verdict": self.verdict,
            "stages": {name: round(value, 3) for name, value in self.stages.items()},
            "error": self.code,
            "built_in_verdict_seconds": round(self.at_once, 3),
        }


class CostBench:
    """Runs both procedures. `recall`: of the scripted model's extraction."""

    def __init__(self, root: Path, profile: ServerProfile | None = None, recall: float = 1.0) -> None:
        self._recall = recall
        self._root = root
        self._profile = profile or ServerProfile()
        self._builtin = BuiltinEngine.create(root)
        self._store = MemorySensitivity()
        self._book = PromptBook.load(root)
        builtin = self._builtin
        self._ensemble = ModelEnsemble(
            builtin.verifier, self._book, builtin.taxonomy, builtin.library, root, self._store
        )
        self.once: dict[str, float] = {}

    def measure(self, corpus: Corpus) -> list[Spent]:
        """Both procedures on every text, each with a server of its own, whose slots hold the opening that all questions
        share and nothing of another text: the offline controls, asked when a model is connected, leave them so."""
        found: list[Spent] = []
        for row in corpus.rows:
            self._controls(Language(row.language))
            found += (self._ours(row), self._papers(row))
        return found

    def _controls(self, language: Language) -> None:
        """Offline controls, once per model and language; their cost is shown apart."""
        if language.value in self.once:
            return
        model = ModelledLatency(CostBrain(self._builtin.taxonomy, self._root, self._profile.slots), self._profile)
        engine = LocalEngine(self._builtin, model, store=self._store)
        engine.measure_attackers(language)
        self.once[language.value] = model.total_seconds

    def _brain(self, row: Row, *, telling: bool = False) -> ModelledLatency:
        slots = self._profile.slots
        brain = CostBrain(self._builtin.taxonomy, self._root, slots, recall=self._recall, telling=telling)
        known = {item.id for item in self._builtin.taxonomy}
        brain.about([(span.type, row.text[span.start : span.end]) for span in row.spans if span.type in known])
        opening = self._book.get("system", Language(row.language)).part("system")
        return ModelledLatency(brain, server=VirtualServer(self._profile, opening))

    def sized(self, corpus: Corpus) -> Corpus:
        """Texts of the size at which the bar stands, made of those of `corpus`."""
        padding = Padding(self._root, self._profile.tokens)
        made = (padding.sized(row, BAR_ATTRIBUTES, BAR_TOKENS) for row in corpus.rows)
        return Corpus(f"{corpus.name}-sized", tuple(row for row in made if row is not None)[:BAR_TEXTS])

    def rejects(self, corpus: Corpus) -> list[float]:
        """Modelled seconds from a D that tells something to its refusal, for every text where the model knows a value
        that D no longer holds."""
        found: list[float] = []
        for row in corpus.rows:
            model = self._brain(row, telling=True)
            request = Request(row.text, language=Language(row.language))
            sensitive = LocalEngine(self._builtin, model, store=self._store).extract(request, Conversation())
            levels = {item.id: self._builtin.dehydrator.top(item) for item in sensitive.attributes}
            artifact = self._builtin.dehydrator.dehydrate(
                row.text, sensitive, levels, TokenVault(), Language(row.language)
            )
            verifier = LocalVerifier(self._ensemble, model)
            begun = model.total_seconds
            evidence = verifier.search(Examination(request, sensitive, artifact, STRICT))
            refused = not verifier.assess(request, evidence, STRICT).leakage_ok
            if refused and model.total_seconds > begun:
                found.append(model.total_seconds - begun)
        return found

    def _ours(self, row: Row) -> Spent:
        model = self._brain(row)
        engine = LocalEngine(
            self._builtin, model, options=LocalOptions(plan=PLAN), store=self._store, seeds=_seeds(row)
        )
        request = Request(row.text, language=Language(row.language))
        started = time.perf_counter()
        self._builtin.preview(request, Conversation(), evidence=True)
        at_once = time.perf_counter() - started
        try:
            outcome = engine.sanitize(request, Conversation())
        except KnownError as error:
            return self._spent(OURS, row, model, 0, 0, "", error.code, at_once)
        size = len(outcome.verdict.sensitive.attributes)
        return self._spent(OURS, row, model, size, outcome.verdict.rounds, outcome.verdict.kind.value, "", at_once)

    def _papers(self, row: Row) -> Spent:
        model = self._brain(row)
        builtin = self._builtin
        language = Language(row.language)
        request = Request(row.text, language=language)
        conversation = Conversation()
        # S comes from the same extraction with the same model, so that only the procedures differ.
        sensitive = LocalEngine(builtin, model, store=self._store).extract(request, conversation)
        qa = QaUtility(model, model, self._book, builtin.taxonomy, self._root, PLAN)
        utility = RunUtility(qa, request, sensitive, "paper")
        questions = QuestionBook(self._book, builtin.taxonomy)
        verifier = PaperVerifier(builtin.verifier, questions, self._book, model, utility)
        loop = LexicographicLoop(RewritingDehydrator(builtin.dehydrator, model, self._book), verifier)
        try:
            verdict = loop.run(request, sensitive, TokenVault(), STRICT, language, seed=0)
        except KnownError as error:
            return self._spent(PAPER, row, model, len(sensitive.attributes), 0, "", error.code)
        size = len(sensitive.attributes)
        return self._spent(PAPER, row, model, size, verdict.rounds, verdict.kind.value)

    def _spent(
        self,
        procedure: str,
        row: Row,
        model: ModelledLatency,
        size: int,
        rounds: int,
        verdict: str,
        code: str = "",
        at_once: float = 0.0,
    ) -> Spent:
        total = Usage()
        for usage in model.usage().values():
            total = total.plus(usage)
        return Spent(
            procedure,
            row.id,
            row.language,
            size,
            self._profile.tokens(row.text),
            model.total_seconds,
            total.calls,
            total.prompt_tokens,
            total.completion_tokens,
            rounds,
            verdict,
            _by_stage(model.seconds),
            code,
            at_once,
        )


def _seeds(row: Row) -> Callable[[], int]:
    """Certification seeds that a measurement repeats."""
    return lambda: seeded(row.id).getrandbits(32)


def _by_stage(seconds: Mapping[str, float]) -> dict[str, float]:
    stages: dict[str, float] = {}
    for purpose, spent in seconds.items():
        stage = next((name for name, own in STAGES.items() if purpose.startswith(own)), "other")
        stages[stage] = stages.get(stage, 0.0) + spent
    return stages


def summary(
    items: Sequence[Spent],
    once: Mapping[str, float],
    seed: int,
    bar: Sequence[Spent] = (),
    rejects: Sequence[float] = (),
) -> Record:
    """Means of both over texts with something to hide, their ratio, by |S| and by length; `bar`: those at the bar's
    size; `rejects`: seconds to a refusal; false-release rates under a leak planted at L = .05."""
    items = [item for item in items if item.attributes or item.code]
    whole = _means(items)
    sizes = sorted({min(item.attributes, 12) for item in items if not item.code})
    return {
        **whole,
        "by_attributes": [
            {"attributes": size, **_means([item for item in items if min(item.attributes, 12) == size])}
            for size in sizes
        ],
        "by_tokens": [
            {"tokens": f"{low}-{high}", **_means([item for item in items if low <= item.tokens < high])}
            for low, high in ((0, 100), (100, 200), (200, 400), (400, 2000))
            if any(low <= item.tokens < high for item in items)
        ],
        "controls_once_seconds": {language: round(seconds, 1) for language, seconds in once.items()},
        "built_in_verdict_seconds": _mean([item.at_once for item in items if item.procedure == OURS]),
        "at_the_bar": {"attributes": BAR_ATTRIBUTES, "tokens": BAR_TOKENS, **_means(bar)},
        "reject_seconds": {"texts": len(rejects), "mean": _mean(rejects), "most": max(rejects, default=None)},
        "false_release": false_release(seed),
    }


def _means(items: Sequence[Spent]) -> Record:
    found: Record = {}
    for procedure in (OURS, PAPER):
        own = [item for item in items if item.procedure == procedure and not item.code]
        found[procedure] = {
            "texts": len(own),
            "failed": sum(item.procedure == procedure and bool(item.code) for item in items),
            "seconds": _mean([item.seconds for item in own]),
            "calls": _mean([float(item.calls) for item in own]),
            "tokens_read": _mean([float(item.read) for item in own]),
            "tokens_written": _mean([float(item.written) for item in own]),
            "rounds": _mean([float(item.rounds) for item in own]),
            "passed": sum(item.verdict == "PASS" for item in own),
            "stages": {
                stage: _mean([item.stages.get(stage, 0.0) for item in own])
                for stage in sorted({stage for item in own for stage in item.stages})
            },
        }
    ours, paper = found[OURS]["seconds"], found[PAPER]["seconds"]
    found["ratio"] = round(paper / ours, 2) if ours and paper else None
    full = _at_the_papers_rounds([item for item in items if item.procedure == PAPER and not item.code])
    found["ratio_at_papers_rounds"] = round(full / ours, 2) if ours and full else None
    return found


def _at_the_papers_rounds(own: Sequence[Spent]) -> float | None:
    """The paper's mean seconds had each text taken the 3.08 evaluations that the paper measured: one attack more than
    evaluations, a look at utility in each, the rewritings as they were (models.md 3)."""
    found = []
    for item in own:
        bundles = item.rounds + 2
        attack = item.stages.get("attack", 0.0) / bundles
        utility = item.stages.get("utility", 0.0) / (bundles - 1)
        rest = sum(spent for stage, spent in item.stages.items() if stage not in ("attack", "utility"))
        found.append((PAPER_EVALUATIONS + 1) * attack + PAPER_EVALUATIONS * utility + rest)
    return statistics.fmean(found) if found else None


def _mean(values: Sequence[float]) -> float | None:
    return round(statistics.fmean(values), 3) if values else None


def false_release(seed: int) -> Record:
    """P(released) at true L = .05 over a whole run: exact, and by simulation with the gate's own state machine."""
    rule = rule_for(STRICT.error(1), LEAK)
    exact = operating_characteristics(lambda n, hits: two_stage(rule, n, hits), LEAK, rule.second).pass_probability
    rng = random.Random(seed)  # noqa: S311 - a simulation that can be repeated
    passed = sum(_one_run(rng) for _ in range(SIMULATED))
    single = _paper_look(rng, 0.0)
    alone = _paper_exact()
    copied = _paper_look(rng, COPYING)
    return {
        "leak": LEAK,
        "ours_exact": round(exact, 5),
        "ours_simulated": round(passed / SIMULATED, 5),
        "paper_exact_by_looks": {str(looks): round(1 - (1 - alone) ** looks, 4) for looks in LOOKS},
        "paper_by_looks": {str(looks): round(1 - (1 - single) ** looks, 4) for looks in LOOKS},
        "paper_bundled_by_looks": {str(looks): round(1 - (1 - copied) ** looks, 4) for looks in LOOKS},
    }


def _paper_exact() -> float:
    """P(the paper's rule passes once) with independent answers."""
    n = STRICT.min_probes
    passing = (hits for hits in range(n + 1) if wilson(hits, n, STRICT.confidence).upper <= STRICT.tau_l)
    return sum(math.comb(n, hits) * LEAK**hits * (1 - LEAK) ** (n - hits) for hits in passing)


def _one_run(rng: random.Random) -> bool:
    run = TwoStageRun(rule_for(STRICT.error(1), LEAK))
    while run.state is StopRule.CONTINUE:
        run.observe(rng.random() < LEAK)
    return run.state is StopRule.PASS


def _paper_look(rng: random.Random, copying: float) -> float:
    """Chance that five bundles of 15 answers, counted as 75, pass the paper's rule once."""
    attributes, times = 5, 15
    passed = 0
    for _ in range(SIMULATED):
        hits = 0
        for _ in range(attributes):
            odds = (1 - copying) / copying if copying else 0.0
            rate = rng.betavariate(LEAK * odds, (1 - LEAK) * odds) if copying else LEAK
            hits += sum(rng.random() < rate for _ in range(times))
        passed += wilson(hits, attributes * times, STRICT.confidence).upper <= STRICT.tau_l
    return passed / SIMULATED
