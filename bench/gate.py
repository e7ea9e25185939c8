"""False release by the real gate over whole runs: presses, edits, leakage, dependence of answers (DESIGN 5.3).

A scripted attacker stands behind the certifier that the product runs, with all shipped templates. How often it names a
value is drawn once per distinct prompt from a beta distribution with the given mean and intra-cluster correlation: at
1, a prompt always names the value or never does, however often it is repeated.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.dehydrate.library import HierarchyLibrary
from core.domain.attempts import AttemptLedger
from core.domain.events import CancelToken
from core.domain.evidence import SampledRun, TemplateUse
from core.domain.language import Language
from core.domain.protocol import STRICT, Protocol
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.llm.model import CallFailed, Capabilities, ChatPrompt, Completion, ModelInfo, SchemaSupport, Usage
from core.llm.prompts import PromptBook
from core.resources import load_taxonomy, resource_root
from core.verify.attackers.corpus import Corpus
from core.verify.attackers.decoys import DecoyBook
from core.verify.attackers.llm_members import ModelAttackers
from core.verify.attackers.llm_questions import TEMPLATES, QuestionBook
from core.verify.case import Case, ladders
from core.verify.controls import PositiveControls
from core.verify.grading import GradingTable, Target
from core.verify.model_certification import ModelCertifier
from core.verify.statistics import clopper_pearson

LANGUAGE = Language.EN
TEXT = "Card <A>, number <B>, account <C>, address <D>, machine <E>. What should I do?"
TRUTHS: Mapping[str, str] = {
    "BANK_CARD": "4000 1234 5678 9010",
    "ID_CARD": "11010119900307001X",
    "BANK_ACCOUNT": "GB82WEST12345698765439",
    "IP_ADDRESS": "203.0.113.77",
    "MAC_ADDRESS": "00:00:5E:00:53:AF",
}
"""Hidden values that nobody can guess: fictional, of types that every language has."""
LEAKS = (0.05, 0.10)
CORRELATIONS = (0.0, 0.3, 1.0)
PRESSES = (1, 5, 10)
EDITS = 9
PROMISE = 0.025
RUNS = 400


@dataclass(frozen=True, slots=True)
class Scene:
    """`leak`: mean chance of naming the leaking value; `correlation`: of answers to one prompt. `presses`:
    certifications of the same text; `edits`: of texts that each hide one value more. `all_leak` False: one value leaks
    and the others do not."""

    leak: float
    correlation: float
    presses: int = 1
    edits: int = 0
    all_leak: bool = False

    @property
    def attempts(self) -> int:
        return self.presses + self.edits


@dataclass(frozen=True, slots=True)
class Row:
    """What came of `runs` whole runs of a scene."""

    scene: Scene
    runs: int
    released: int
    draws: float

    @property
    def rate(self) -> float:
        return self.released / self.runs

    @property
    def kept(self) -> bool:
        """Whether the promise is inside what was seen: its one-sided 97.5 % lower bound is not above it."""
        return clopper_pearson(self.released, self.runs, 0.95).lower <= PROMISE


class LeakingModel:
    """Finds what is planted; names hidden values as the scene says; keeps silent at temperature 0, so that only the
    rules over the draws speak. Choices are right as often with the document as without it, but for the leak."""

    info = ModelInfo("leaking", "scripted")
    scoring = None
    capabilities = Capabilities(SchemaSupport.JSON_SCHEMA, True, False, False, False, True, 4, 8192)

    def __init__(self, scene: Scene, bench: Bench, seed: int) -> None:
        self._scene = scene
        self._bench = bench
        self._rng = random.Random(seed)  # noqa: S311 - a simulation that can be repeated
        self._rates: dict[tuple[str, str], float] = {}

    def ask(
        self, prompts: Sequence[ChatPrompt], cancel: CancelToken | None = None
    ) -> tuple[Completion | CallFailed, ...]:
        return tuple(Completion(json.dumps({"answer": self._answer(prompt)})) for prompt in prompts)

    def usage(self) -> Mapping[str, Usage]:
        return {}

    def _answer(self, prompt: ChatPrompt) -> str | int:
        for value in self._bench.planted:
            if value in prompt.document:
                return value
        if prompt.purpose == "attack.empty" or prompt.sampling.temperature == 0:
            return "UNKNOWN"
        type_id = next(kind for label, kind in self._bench.labels if label in prompt.stage)
        named = self._rng.random() < self._rate(type_id, prompt)
        if "choice" in prompt.purpose:
            options = [line.partition(". ")[2] for line in prompt.stage.splitlines() if line[:1].isdigit()]
            right = next((place for place, text in enumerate(options, 1) if text == TRUTHS[type_id]), 1)
            return right if named and prompt.document else self._rng.randint(1, max(1, len(options)))
        return TRUTHS[type_id] if named else "UNKNOWN"

    def _rate(self, type_id: str, prompt: ChatPrompt) -> float:
        scene = self._scene
        if not scene.all_leak and type_id != next(iter(TRUTHS)):
            return 0.0
        if scene.correlation <= 0:
            return scene.leak
        key = prompt.purpose, prompt.stage
        if key not in self._rates:
            if scene.correlation >= 1:
                self._rates[key] = float(self._rng.random() < scene.leak)
            else:
                odds = (1 - scene.correlation) / scene.correlation
                self._rates[key] = self._rng.betavariate(scene.leak * odds, (1 - scene.leak) * odds)
        return self._rates[key]


class Bench:
    """The product's certifier and all it needs, without a model."""

    def __init__(self, root: Path, protocol: Protocol = STRICT, special: frozenset[str] = frozenset()) -> None:
        """`special`: types that count as special categories. Raises ResourceError."""
        taxonomy = load_taxonomy(root)
        library, grading = HierarchyLibrary(taxonomy, root), GradingTable.load(root)
        decoys = DecoyBook(taxonomy, library, grading, root)

        @lru_cache
        def corpus(language: Language) -> Corpus:
            return Corpus.load(root, language)

        self.attackers = ModelAttackers(QuestionBook(PromptBook.load(root), taxonomy), decoys, grading, library, corpus)
        self.protocol = protocol
        self.special = special
        self.controls = PositiveControls(taxonomy, root)
        self.planted = tuple(control.value for control in self.controls.of(LANGUAGE))
        self.labels = tuple(
            (taxonomy[type_id].labels[language], type_id) for type_id in TRUTHS for language in Language
        )
        self._taxonomy = taxonomy
        self.values = tuple(
            SensitiveAttribute(type_id, type_id, taxonomy[type_id].kind, value, (), (value,))
            for type_id, value in TRUTHS.items()
        )
        self._ladders = ladders(SensitiveSet(self.values), library, LANGUAGE)
        self._subjects: dict[int, tuple[Case, Mapping[str, Target]]] = {}
        self._uses = tuple(
            TemplateUse(template.id, template.member, "", 60, 60, 0.94, counted=True) for template in TEMPLATES
        )

    def certified(self, model: LeakingModel, seed: int, attempts: AttemptLedger, size: int = 0) -> SampledRun:
        """One certification of the first `size` values (0: all) with fresh draws."""
        values = self.values[: size or None]
        case, targets = self._subject(len(values))
        on = self.attackers.stand(case, targets, "bench", 1.0, seeds=False, run=seed)  # the model draws by itself
        certifier = ModelCertifier(model, self.attackers, self.controls, self._taxonomy, self.special)
        attempt = attempts.spend(item.id for item in values)
        return certifier.certify(on, values, self._uses, self.protocol, attempt, "bench", lambda *_: None).run

    def _subject(self, size: int) -> tuple[Case, Mapping[str, Target]]:
        """The case of the first `size` values with its targets: no draw changes them."""
        if size not in self._subjects:
            values = self.values[:size]
            sensitive = SensitiveSet(values)
            generalizations = {item.id: self._ladders[item.id] for item in values}
            case = Case(
                TEXT,
                LANGUAGE,
                sensitive,
                {item.id: len(generalizations[item.id]) - 1 for item in values},
                generalizations,
            )
            self._subjects[size] = case, self.attackers.grading.targets(sensitive)
        return self._subjects[size]

    def released(self, scene: Scene, seed: int) -> tuple[bool, int]:
        """Whether any attempt of one whole run passes, and the draws it took. Rates belong to prompts, so they stay the
        same from press to press."""
        model, attempts, drawn = LeakingModel(scene, self, seed), AttemptLedger(), 0
        for number in range(scene.attempts):
            size = 1 + number % len(self.values) if number >= scene.presses else 0
            run = self.certified(model, seed * 1000 + number, attempts, size)
            drawn += run.n
            if run.passed:
                return True, drawn
        return False, drawn


@lru_cache(maxsize=1)
def _bench() -> Bench:
    return Bench(resource_root())


def _one(job: tuple[Scene, int]) -> tuple[bool, int]:
    return _bench().released(*job)


def scenes() -> tuple[Scene, ...]:
    """Presses at both leaks and all correlations, with one value leaking and with all; edits."""
    found = [
        Scene(leak, icc, presses, 0, all_leak)
        for leak in LEAKS
        for icc in CORRELATIONS
        for presses in PRESSES
        for all_leak in (False, True)
    ]
    return (*found, *(Scene(leak, icc, 1, EDITS) for leak in LEAKS for icc in CORRELATIONS))


def measure(runs: int = RUNS, workers: int = 1, chosen: Sequence[Scene] = ()) -> Iterator[Row]:
    """One row per scene."""
    with ProcessPoolExecutor(workers) as pool:
        for scene in chosen or scenes():
            jobs = [(scene, seed) for seed in range(runs)]
            results = list(pool.map(_one, jobs, chunksize=max(1, runs // (4 * workers))))
            released = sum(passed for passed, _ in results)
            yield Row(scene, runs, released, sum(drawn for _, drawn in results) / runs)
