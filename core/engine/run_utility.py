"""Utility of one run: questions prepared beside the extraction, asked beside the search, judged beside the draws."""

from __future__ import annotations

from core.domain.artifact import Artifact
from core.domain.events import CancelToken
from core.domain.evidence import UtilityEstimate
from core.domain.language import Language
from core.domain.protocol import Protocol
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.llm.model import LanguageModel
from core.verify.judge import SemanticJudge
from core.verify.qa import QaSet, QaUtility


class RunUtility:
    """Utility of one X by questions, and by a judge of the D that is certified. Not shared between runs."""

    def __init__(
        self,
        qa: QaUtility | None,
        request: Request,
        sensitive: SensitiveSet | None,
        nonce: str,
        judge: SemanticJudge | None = None,
    ) -> None:
        """`sensitive`: the S of the run, None while it is not known. `qa`, `judge`: None where not wanted."""
        self._qa = qa
        self._request = request
        self._sensitive = sensitive
        self._nonce = nonce
        self._judge = judge
        self._probes: QaSet | None = None
        self._ratings: dict[str, tuple[UtilityEstimate, ...]] = {}

    def prepare(
        self,
        found: SensitiveSet,
        language: Language,
        protocol: Protocol,
        model: LanguageModel,
        cancel: CancelToken | None,
    ) -> None:
        """Questions while S is still being completed: `found` is what the rules saw."""
        if self._qa is not None and found.attributes:
            qa = self._qa.asking(model)
            self._probes = qa.prepare(self._request, found, language, protocol, self._nonce, cancel)

    def settle(self, sensitive: SensitiveSet) -> None:
        """S is complete: questions that hold more of it than the rules saw go; new ones are asked if none stands."""
        self._sensitive = sensitive
        if self._qa is not None and self._probes is not None:
            kept = self._qa.screened(self._probes, sensitive)
            self._probes = kept if kept.questions or not self._probes.questions else None

    def measure(
        self,
        artifact: Artifact,
        language: Language,
        protocol: Protocol,
        cancel: CancelToken | None,
        model: LanguageModel | None = None,
    ) -> tuple[UtilityEstimate, ...]:
        """U of D by questions; nothing for a text that nothing was taken from."""
        if self._qa is None or self._sensitive is None or not self._sensitive.attributes:
            return ()
        qa = self._qa if model is None else self._qa.asking(model)
        if self._probes is None:
            self._probes = qa.prepare(self._request, self._sensitive, language, protocol, self._nonce, cancel)
        return (qa.measure(self._probes, artifact, language, protocol, self._nonce, cancel),)

    def judged(
        self, artifact: Artifact, language: Language, cancel: CancelToken | None, model: LanguageModel | None = None
    ) -> tuple[UtilityEstimate, ...]:
        """U_sem of D, once per text."""
        if self._judge is None or self._sensitive is None or not self._sensitive.attributes:
            return ()
        if artifact.sha256 not in self._ratings:
            judge = self._judge if model is None else self._judge.asking(model)
            rating = judge.measure(self._request, artifact, language, self._nonce, cancel)
            self._ratings[artifact.sha256] = (rating,)
        return self._ratings[artifact.sha256]
