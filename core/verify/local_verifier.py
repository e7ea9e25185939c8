"""The verifier with a local model: the built-in ensemble always, the model's attackers on top (DESIGN 5.3).

One object serves one run. Search asks the cheapest falsifier first and stops at the first that names a value; the model
is asked nothing about a text that the built-in members have already refused. Certification happens on the frozen bytes,
with fresh draws; it is asked of the built-in reader first, because that costs no time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol as Interface

from core.domain.artifact import Artifact
from core.domain.attempts import AttemptLedger
from core.domain.events import CancelToken, Progress, ignore_progress
from core.domain.evidence import AttackerLevel, Evidence, LeakageEstimate, TemplateUse, UtilityEstimate
from core.domain.language import Language
from core.domain.protocol import Protocol
from core.domain.request import Request
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.llm.combined_work import run_together
from core.llm.fence import new_nonce
from core.llm.model import LanguageModel
from core.verify.attackers.lift import LiftAttacker
from core.verify.attackers.llm_members import ModelCase
from core.verify.attackers.llm_questions import Member
from core.verify.case import Case
from core.verify.estimates import MemberScores
from core.verify.examination import Examination
from core.verify.gate import GateResult, assess
from core.verify.model_certification import ModelCertifier, Watch
from core.verify.model_ensemble import ModelEnsemble
from core.verify.model_evidence import as_members, calibration_inputs, run_flags, screen_flags
from core.verify.model_search import ModelSearch, SearchFindings
from core.verify.run_meter import Meter, certifying, measuring
from core.verify.verifier import Found, kept_by_person

SEARCH_RUN = 0


class UtilityMeter(Interface):
    """Utility with a model, prepared on one X (core.verify.qa); None where it could not be measured."""

    def measure(
        self,
        artifact: Artifact,
        language: Language,
        protocol: Protocol,
        cancel: CancelToken | None,
        model: LanguageModel | None = None,
    ) -> tuple[UtilityEstimate, ...]:
        """The gating estimate first, further metrics behind it. `model`: through which the run's model is asked."""
        ...

    def judged(
        self, artifact: Artifact, language: Language, cancel: CancelToken | None, model: LanguageModel | None = None
    ) -> tuple[UtilityEstimate, ...]:
        """Further metrics of the D that is certified."""
        ...


class LocalVerifier:
    """One run; the same methods as BuiltinVerifier. Not shared between threads."""

    def __init__(
        self,
        ensemble: ModelEnsemble,
        model: LanguageModel,
        nonce: str = "",
        utility: UtilityMeter | None = None,
        attempts: AttemptLedger | None = None,
    ) -> None:
        """`nonce`: of the run's fence, a new one when empty. `utility`: None = the structured proxy. `attempts`: the
        conversation's, a new one when None."""
        self._attempts = AttemptLedger() if attempts is None else attempts
        self._ensemble = ensemble
        self._model = model
        self._nonce = nonce or new_nonce()
        self._utility = utility
        self._lift: LiftAttacker | None = None
        self._clean: dict[str, int] = {}
        self._searched: dict[tuple[str, tuple[tuple[str, int], ...]], Evidence] = {}
        self._measured: dict[str, tuple[UtilityEstimate, ...]] = {}
        self._rated: dict[str, tuple[UtilityEstimate, ...]] = {}

    @property
    def members(self) -> tuple[str, ...]:
        """Ids of the ensemble."""
        return self._ensemble.members

    @property
    def falsifiers(self) -> frozenset[str]:
        """Members that read values out of the text, and those that ask a model."""
        return self._ensemble.builtin.falsifiers | {member.value for member in Member}

    def baseline(
        self, request: Request, sensitive: SensitiveSet, protocol: Protocol
    ) -> Mapping[AttackerLevel, LeakageEstimate]:
        """The built-in attackers on X: the values stand there, no model is needed to see that."""
        return self._ensemble.builtin.baseline(request, sensitive, protocol)

    def search(self, subject: Examination, cancel: CancelToken | None = None) -> Evidence:
        """Falsifiers, cheapest first. Raises KnownError with the server's code, Cancelled."""
        if cancel is not None:
            cancel.check()
        key = subject.artifact.sha256, tuple(sorted(subject.artifact.levels.items()))
        if key not in self._searched:
            self._searched[key] = self._search(subject, cancel)
        return self._searched[key]

    def _search(self, subject: Examination, cancel: CancelToken | None) -> Evidence:
        request, artifact, protocol = subject.request, subject.artifact, subject.protocol
        builtin = self._ensemble.builtin
        case = builtin.case(request, subject.sensitive, artifact, protocol)
        found = builtin.searched(request, case)
        evidence = builtin.evidence(subject, case, found)
        gated = self._gated(request, subject)
        if not gated or not self.assess(request, evidence, protocol).leakage_ok:
            return evidence
        on = self._stand(case, protocol, SEARCH_RUN)
        screened, utility = self._screened(on, gated, artifact, protocol, cancel)
        if screened.findings:
            utility = ()
            for finding in screened.findings:
                self._clean.pop(finding.outcome.probe.attribute_id, None)
        else:
            self._clean.update({item.id: artifact.levels.get(item.id, 0) for item in gated})
        named = tuple(finding.outcome for finding in screened.findings)
        seen = Found(as_members(screened, case), named, utility=utility, flags=screen_flags(screened))
        if not screened.findings:
            seen = seen.and_also(self._computed(case, cancel))
        return builtin.evidence(subject, case, found.and_also(seen))

    def _computed(self, case: Case, cancel: CancelToken | None) -> Found:
        """What the model's exact probabilities say, where its server tells them and its controls were passed."""
        if self._lift is None:
            self._lift = self._ensemble.lift(self._model, cancel)
        attacker = self._lift
        if attacker is None:
            return Found(())
        targets = self._ensemble.builtin.grading.targets(case.sensitive)
        null = attacker.scores(case.blanked(), targets)
        member = MemberScores(attacker.id, attacker.level, attacker.scores(case, targets), null)
        return Found((member,), lifts=attacker.lifts(case))

    def _screened(
        self,
        on: ModelCase,
        gated: Sequence[SensitiveAttribute],
        artifact: Artifact,
        protocol: Protocol,
        cancel: CancelToken | None,
    ) -> tuple[SearchFindings, tuple[UtilityEstimate, ...]]:
        """First the lists, which look at everything at once; on what they leave clean attribute by attribute, and
        beside that the questions about utility."""
        lists = ModelSearch(self._model, self._ensemble.attackers).lists(on, gated, protocol, cancel)
        if lists.findings:
            return lists, ()
        touched = self._open_again(artifact, gated)
        single, utility = run_together(
            self._model,
            lambda model: ModelSearch(model, self._ensemble.attackers).single(on, gated, touched, protocol, cancel),
            lambda model: self._usefulness(artifact, on.case.language, protocol, cancel, model)[0],
        )
        return lists.then(single), utility

    def certify(
        self,
        subject: Examination,
        seed: int,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Evidence:
        """Once on the frozen bytes. Raises EvaluationInvalid (controls, missing draws, a model that finds too little),
        KnownError with the server's code, Cancelled."""
        builtin = self._ensemble.builtin
        request, artifact, protocol = subject.request, subject.artifact, subject.protocol
        case = builtin.case(request, subject.sensitive, artifact, protocol)
        found = builtin.controlled(request, case, protocol, seed)
        gated = self._gated(request, subject)
        if gated:
            meter = Meter.start(self._model)
            uses = self._ensemble.sensitivity.uses(
                self._model, self._ensemble.attackers, case.language, protocol, measuring(progress, meter), cancel
            )
            on = self._stand(case, protocol, seed)
            watch = certifying(progress, protocol, meter)
            (utility, judged), drawn = run_together(
                self._model,
                lambda model: self._usefulness(artifact, case.language, protocol, cancel, model),
                lambda model: self._drawn(model, on, gated, uses, protocol, watch, cancel),
            )
            found = found.and_also(drawn).and_also(self._computed(case, cancel))
        else:
            utility, judged = self._usefulness(artifact, case.language, protocol, cancel, self._model)
        found = found.and_also(Found((), utility=utility))
        evidence = builtin.evidence(subject, case, found, certified=True)
        further = (*evidence.further_utility, *judged)
        return replace(evidence, calibration=calibration_inputs(found.runs), further_utility=further)

    def _drawn(
        self,
        model: LanguageModel,
        on: ModelCase,
        gated: Sequence[SensitiveAttribute],
        uses: Sequence[TemplateUse],
        protocol: Protocol,
        watch: Watch,
        cancel: CancelToken | None,
    ) -> Found:
        special = self._ensemble.builtin.special
        certifier = ModelCertifier(
            model, self._ensemble.attackers, self._ensemble.controls, self._ensemble.taxonomy, special
        )
        attempt = self._attempts.spend(item.id for item in gated)
        drawn = certifier.certify(on, gated, uses, protocol, attempt, self._nonce, watch, cancel)
        runs = (drawn.run,) if drawn.run.n or drawn.run.choices or drawn.run.best_guesses else ()
        return Found(drawn.members, drawn.outcomes, runs, flags=run_flags(drawn.run, protocol))

    def assess(self, request: Request, evidence: Evidence, protocol: Protocol) -> GateResult:
        """The release gate on this verifier's evidence."""
        return assess(evidence, kept_by_person(request), self.falsifiers, protocol)

    def support(
        self, request: Request, sensitive: SensitiveSet, artifact: Artifact, attribute_id: str
    ) -> Mapping[str, float]:
        """What other attributes' replacements give away of one attribute, as the built-in members see it."""
        return self._ensemble.builtin.support(request, sensitive, artifact, attribute_id)

    def _gated(self, request: Request, subject: Examination) -> list[SensitiveAttribute]:
        kept = kept_by_person(request) | subject.artifact.told
        return [item for item in subject.sensitive.attributes if item.id not in kept]

    def _stand(self, case: Case, protocol: Protocol, run: int) -> ModelCase:
        targets = self._ensemble.builtin.grading.targets(case.sensitive)
        seeds = self._model.capabilities.seed_honoured
        temperature = protocol.certificate_temperature
        return self._ensemble.attackers.stand(case, targets, self._nonce, temperature, seeds=seeds, run=run)

    def _open_again(self, artifact: Artifact, gated: Sequence[SensitiveAttribute]) -> frozenset[str]:
        """Attributes that a step touched since they were last found clean, and those that were never."""
        return frozenset(item.id for item in gated if self._clean.get(item.id) != artifact.levels.get(item.id, 0))

    def _usefulness(
        self,
        artifact: Artifact,
        language: Language,
        protocol: Protocol,
        cancel: CancelToken | None,
        model: LanguageModel,
    ) -> tuple[tuple[UtilityEstimate, ...], tuple[UtilityEstimate, ...]]:
        """(utility, further metrics) of one D, each measured once, side by side."""
        if self._utility is None:
            return (), ()
        meter, key = self._utility, artifact.sha256
        if key not in self._measured:
            # The judge's long question goes first: behind the short ones it would be waited for alone.
            judged, measured = run_together(
                model,
                lambda model: meter.judged(artifact, language, cancel, model),
                lambda model: meter.measure(artifact, language, protocol, cancel, model),
            )
            self._measured[key], self._rated[key] = measured, judged
        return self._measured[key], self._rated[key]
