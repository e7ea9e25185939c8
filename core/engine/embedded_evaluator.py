"""The embedded evaluator on a finished outcome: a second opinion, some seconds behind the first (DESIGN 1, 5.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol as Interface

from core.domain.errors import EvaluationInvalid, KnownError
from core.domain.events import CancelToken, Progress, Stage, StageEvent, StageState
from core.domain.language import Language
from core.domain.protocol import Protocol
from core.domain.release import EngineInfo
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.engine.outcome import EVALUATOR, NOT_ASKED
from core.llm.embedded import load_evaluator
from core.llm.model import ScoringModel
from core.llm.prompts import PromptBook
from core.verify.attackers.lift import ID, LiftAttacker, LiftReader
from core.verify.attackers.lift_calibration import Calibration, load_calibration
from core.verify.case import Case
from core.verify.controls import PositiveControls, planted_in

NOT_CALIBRATED = "evaluator.not_calibrated"


class LoadableScorer(ScoringModel, Interface):
    """A scoring model that can be made ready before the first question."""

    def load(self) -> None: ...


class InstalledEvaluator:
    """The evaluator of one installation. Reads its weights at the first text. Safe from any thread."""

    def __init__(self, model: LoadableScorer, taxonomy: Taxonomy, root: Path) -> None:
        """Raises ResourceError."""
        self.model = model
        self.reader = LiftReader(model, PromptBook.load(root), taxonomy)
        self.calibration: Calibration = load_calibration(root)
        self._controls = PositiveControls(taxonomy, root)
        self._taxonomy = taxonomy

    def ready(self) -> None:
        """Load, and see that the calibration is of these weights and questions. Raises KnownError `evaluator.*`."""
        self.model.load()
        if (self.model.info.digest, self.reader.digest) != (self.calibration.model, self.calibration.prompts):
            raise KnownError(NOT_CALIBRATED)

    def attacker(self, progress: Progress, cancel: CancelToken | None) -> LiftAttacker:
        """Member E6 for one run."""

        def watch(done: int, total: int) -> None:
            progress(StageEvent(Stage.VERIFY, StageState.RUNNING, done, total, "evaluator.running"))

        return LiftAttacker(self.reader, self.calibration, cancel, watch)

    def check(self, case: Case, protocol: Protocol, cancel: CancelToken | None) -> None:
        """Values planted behind the text must be seen, else its silence means nothing.

        Raises EvaluationInvalid `verify.control_missed`, KnownError `evaluator.not_calibrated` where no control is of
        a type that is counted, Cancelled.
        """
        known = self._controls.of(case.language)
        usable = [item for item in known if self.calibration.threshold(case.language, item.type_id) is not None]
        if not usable:
            raise KnownError(NOT_CALIBRATED)
        chosen = usable[: protocol.controls]
        planted = planted_in(chosen, self._taxonomy)
        text = f"{case.text}\n{' '.join(item.sentence for item in chosen)}"
        trial = replace(
            case, text=text, sensitive=SensitiveSet(planted), levels={}, generalizations={}, gaps=(), turns=()
        )
        seen = sum(item.flagged for item in LiftAttacker(self.reader, self.calibration, cancel).lifts(trial))
        if seen < len(planted):
            raise EvaluationInvalid("verify.control_missed", details={"planted": len(planted), "found": seen})

    def counted(self, language: Language) -> tuple[str, ...]:
        """Types that the evaluator may speak about in one language; for everything else it is blind."""
        return self.calibration.counted(language)


@dataclass(frozen=True, slots=True)
class EvaluatorState:
    """`evaluator`: None where the evaluator is off, with `reason`, a message key."""

    evaluator: InstalledEvaluator | None
    reason: str = ""


def open_evaluator(taxonomy: Taxonomy, root: Path) -> EvaluatorState:
    """What this installation has; a visible "off" where something is missing. Raises ResourceError."""
    found = load_evaluator()
    if found.model is None:
        return EvaluatorState(None, found.reason)
    return EvaluatorState(InstalledEvaluator(found.model, taxonomy, root))


def with_evaluator(info: EngineInfo, evaluator: InstalledEvaluator, language: Language) -> EngineInfo:
    """The engine with E6 as a member; the types that it speaks about are named, the rest it does not see."""
    versions = {
        **info.versions,
        EVALUATOR: f"{evaluator.model.info.id} {evaluator.model.info.digest}",
        f"{EVALUATOR}.types": " ".join(evaluator.counted(language)) or "none",
    }
    return replace(
        info,
        versions=versions,
        members=(*info.members, ID),
        layers_off=tuple(layer for layer in info.layers_off if layer != EVALUATOR),
        off_reasons={layer: reason for layer, reason in info.off_reasons.items() if layer != EVALUATOR},
    )


def without_evaluator(info: EngineInfo, reason: str) -> EngineInfo:
    """The engine with the evaluator visibly off."""
    return replace(
        info,
        layers_off=(*info.layers_off, EVALUATOR),
        off_reasons={**info.off_reasons, EVALUATOR: reason or NOT_ASKED},
    )
