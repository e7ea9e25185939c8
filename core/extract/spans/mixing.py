"""What chain and network say together: their chances multiplied, each raised to a weight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.extract.spans.coarse import Floats
from core.extract.spans.network import SILENT, VOICES, Heard

FLOOR = 1e-4
"""The least chance that either is taken to give: nobody's word is final."""
ALONE = "alone"
"""The mixing of tokens that no network read."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How much chain and network count, and from which chance of hiding a token is hidden."""

    chain: float
    network: float
    threshold: float


class Mixing:
    """The weights of each voice, and of the chain alone."""

    def __init__(self, weights: Mapping[str, Weights]) -> None:
        """`weights`: by VOICES and ALONE. Raises KeyError where one is missing."""
        self._weights = [weights[name] for name in (*VOICES, ALONE)]

    def mixed(self, chances: Floats, begins: Floats, heard: Heard) -> tuple[Floats, Floats]:
        """Chain's and network's chances of columns `[tokens, columns]` and of beginnings `[tokens]` as one."""
        total, first = chances.copy(), begins.copy()
        for number, voice in ((0, 0), (1, 1), (2, SILENT)):
            rows = np.flatnonzero(heard.voices == voice)
            if not rows.size:
                continue
            weights = self._weights[number]
            said = weights.chain * np.log(np.maximum(chances[rows], FLOOR))
            if voice != SILENT:
                said = said + weights.network * np.log(np.maximum(heard.chances[rows], FLOOR))
                share = weights.network / max(1e-6, weights.chain + weights.network)
                first[rows] = (1 - share) * begins[rows] + share * heard.begins[rows]
            raised = np.exp(said - said.max(axis=1, keepdims=True))
            total[rows] = raised / raised.sum(axis=1, keepdims=True)
        return total, first

    def thresholds(self, voices: npt.NDArray[np.int8]) -> Floats:
        """From which chance of hiding on each token is hidden."""
        return np.array([weights.threshold for weights in self._weights], dtype=np.float32)[voices]
