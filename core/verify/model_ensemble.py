"""The ensemble of attackers with a language model: what all runs share, whichever model they ask."""

from __future__ import annotations

from copy import copy
from pathlib import Path

from core.dehydrate.library import HierarchyLibrary
from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.protocol import Protocol
from core.domain.taxonomy import Taxonomy
from core.llm.model import LanguageModel
from core.llm.prompts import PromptBook
from core.verify.attackers.corpus import Corpus
from core.verify.attackers.decoys import DecoyBook
from core.verify.attackers.lift import SERVER_ID, LiftAttacker, LiftReader
from core.verify.attackers.llm_members import ModelAttackers
from core.verify.attackers.llm_questions import Member, QuestionBook
from core.verify.controls import PositiveControls
from core.verify.lift_controls import LiftControls
from core.verify.sensitivity import SensitivityBench, SensitivityStore
from core.verify.verifier import BuiltinVerifier


class ModelEnsemble:
    """The built-in members, those that ask a model, and their controls. Safe from any thread."""

    def __init__(
        self,
        builtin: BuiltinVerifier,
        prompts: PromptBook,
        taxonomy: Taxonomy,
        library: HierarchyLibrary,
        root: Path,
        store: SensitivityStore | None = None,
    ) -> None:
        """Raises ResourceError."""
        self.builtin = builtin
        self.taxonomy = taxonomy
        self.controls = PositiveControls(taxonomy, root)
        self.sensitivity = SensitivityBench(taxonomy, library, root, store)
        self._prompts = prompts
        self.lifts = LiftControls(taxonomy, self.sensitivity.canaries, self.sensitivity.store)
        self._corpora: dict[Language, Corpus] = {}
        self._root = root
        decoys = DecoyBook(taxonomy, library, builtin.grading, root)
        self.attackers = ModelAttackers(QuestionBook(prompts, taxonomy), decoys, builtin.grading, library, self._corpus)

    def with_builtin(self, builtin: BuiltinVerifier) -> ModelEnsemble:
        """The same with other built-in members, for one run."""
        other = copy(self)
        other.builtin = builtin
        return other

    def reader(self, model: LanguageModel) -> LiftReader | None:
        """Reads exact probabilities of `model`; None where its server does not tell them."""
        return LiftReader(model.scoring, self._prompts, self.taxonomy) if model.scoring is not None else None

    def lift(self, model: LanguageModel, cancel: CancelToken | None) -> LiftAttacker | None:
        """The exact member over `model` for one run, counted for what its controls have shown; None where it could
        say nothing."""
        reader = self.reader(model)
        if reader is None:
            return None
        calibration = self.lifts.calibration(reader)
        counted = any(calibration.counted(language) for language in Language)
        return LiftAttacker(reader, calibration, cancel, identifier=SERVER_ID) if counted else None

    def measure(
        self, model: LanguageModel, language: Language, protocol: Protocol, cancel: CancelToken | None = None
    ) -> None:
        """Offline controls of a model, those of its exact scores behind those of its answers. Raises EvaluationInvalid
        `verify.attacker_too_weak`, KnownError with the server's code, Cancelled."""
        self.sensitivity.uses(model, self.attackers, language, protocol, cancel=cancel)
        reader = self.reader(model)
        if reader is not None:
            self.lifts.measure(reader, language, cancel=cancel)

    @property
    def members(self) -> tuple[str, ...]:
        """Ids of the whole ensemble."""
        return (*self.builtin.members, *(member.value for member in Member))

    def _corpus(self, language: Language) -> Corpus:
        known = self._corpora.get(language)
        if known is None:
            known = self._corpora[language] = Corpus.load(self._root, language)
        return known
