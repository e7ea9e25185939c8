"""Where the embedded evaluator is to be believed: per language and type, as measured by `drsl bench evaluator`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.resources import read_toml

FILE = Path("evaluator") / "calibration.toml"
LEAST_POSITIVES, LEAST_NEGATIVES = 6, 12
LEAST_SENSITIVITY = 0.8
MOST_FALSE_ALARMS = 0.05


@dataclass(frozen=True, slots=True)
class Calibrated:
    """One type in one language. `threshold`: nats of lift above which a value counts as given away.

    `sensitivity`: share of `positives` (the value stands in the text) above it; `false_alarm`: share of `negatives`
    (it does not) above it. `auc`: chance that a positive lies above a negative.
    """

    threshold: float
    sensitivity: float
    false_alarm: float
    positives: int
    negatives: int
    auc: float

    @property
    def counts(self) -> bool:
        """Whether the member may speak about this type."""
        return (
            self.positives >= LEAST_POSITIVES
            and self.negatives >= LEAST_NEGATIVES
            and self.sensitivity >= LEAST_SENSITIVITY
            and self.false_alarm <= MOST_FALSE_ALARMS
        )


@dataclass(frozen=True, slots=True)
class Calibration:
    """Measured for one model (`model`: SHA-256 of its weights) and one wording (`prompts`: its digest)."""

    model: str
    prompts: str
    types: Mapping[tuple[Language, str], Calibrated]

    def threshold(self, language: Language, type_id: str) -> float | None:
        """None where the evaluator is not counted."""
        found = self.types.get((language, type_id))
        return found.threshold if found is not None and found.counts else None

    def counted(self, language: Language) -> tuple[str, ...]:
        """Types that the evaluator may speak about."""
        return tuple(sorted(key[1] for key, item in self.types.items() if key[0] is language and item.counts))


def load_calibration(root: Path) -> Calibration:
    """Read `evaluator/calibration.toml` below `root`. Raises ResourceError."""
    data = read_toml(root / FILE)
    try:
        types = {
            (Language(code), type_id): Calibrated(
                float(entry["threshold"]),
                float(entry["sensitivity"]),
                float(entry["false_alarm"]),
                int(entry["positives"]),
                int(entry["negatives"]),
                float(entry["auc"]),
            )
            for code, entries in data["types"].items()
            for type_id, entry in entries.items()
        }
        return Calibration(str(data["model"]), str(data["prompts"]), types)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise ResourceError("resource.malformed", details={"file": FILE.name}) from error
