"""A model behind another: whoever stands between asks in its own way and is the same model in everything else."""

from __future__ import annotations

from core.llm.model import Capabilities, LanguageModel, ModelInfo, ScoringModel


class DelegatingModel:
    """What a `LanguageModel` that wraps another tells of itself."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def info(self) -> ModelInfo:
        return self._model.info

    @property
    def capabilities(self) -> Capabilities:
        return self._model.capabilities

    @property
    def scoring(self) -> ScoringModel | None:
        return self._model.scoring
