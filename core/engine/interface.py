"""What every engine can be asked for, with a local model or without: the one interface of windows and command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from typing import Protocol as Interface

from core.dehydrate.generalization import Generalization
from core.domain.events import CancelToken, Progress
from core.domain.language import Language
from core.domain.learning import LearnedSnapshot
from core.domain.protocol import Protocol
from core.domain.release import EngineInfo
from core.domain.request import Decisions, Request
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Domain, Taxonomy
from core.engine.conversation import Conversation
from core.engine.outcome import Outcome, Preview

if TYPE_CHECKING:
    # What a window is drawn with imports this module; an engine and what it reads would delay it by seconds.
    from core.engine.engine import BuiltinEngine
    from core.engine.what_if import WhatIf
    from core.extract.user_words import UserWords
    from core.llm.model import LanguageModel


class Engine(Interface):
    """From X to an outcome with its certificate. Every method blocks and may be called from any thread; one that takes
    a `cancel` raises Cancelled. What each raises further is said where `core.engine` implements it."""

    @property
    def info(self) -> EngineInfo:
        """The engine as a certificate names it."""
        ...

    @property
    def taxonomy(self) -> Taxonomy: ...

    @property
    def builtin(self) -> BuiltinEngine:
        """The engine without a model that gives a first verdict at once: this one, or the one that it stands on."""
        ...

    @property
    def models(self) -> tuple[LanguageModel | None, LanguageModel | None]:
        """The language model that it asks, and the second one that judges; None where there is none."""
        ...

    # A run

    def extract(
        self,
        request: Request,
        conversation: Conversation,
        progress: Progress = ...,
        cancel: CancelToken | None = ...,
    ) -> SensitiveSet:
        """S of one request."""
        ...

    def preview(
        self,
        request: Request,
        conversation: Conversation,
        *,
        evidence: bool = ...,
        protocol: Protocol = ...,
        cancel: CancelToken | None = ...,
    ) -> Preview:
        """The first proposal, without a search; with `evidence` also what the attackers of the search say of it."""
        ...

    def sanitize(
        self,
        request: Request,
        conversation: Conversation,
        protocol: Protocol = ...,
        progress: Progress = ...,
        cancel: CancelToken | None = ...,
    ) -> Outcome:
        """The whole path up to the certificate."""
        ...

    def recheck(
        self,
        outcome: Outcome,
        edited: str,
        conversation: Conversation,
        progress: Progress = ...,
        cancel: CancelToken | None = ...,
    ) -> Outcome:
        """A person edited D: exactly that text is verified."""
        ...

    def decide(
        self,
        outcome: Outcome,
        decisions: Decisions,
        conversation: Conversation,
        progress: Progress = ...,
        cancel: CancelToken | None = ...,
    ) -> Outcome:
        """A reviewer has decided: D at exactly these levels, certified once."""
        ...

    def deepen(
        self,
        outcome: Outcome,
        conversation: Conversation,
        progress: Progress = ...,
        cancel: CancelToken | None = ...,
    ) -> Outcome:
        """The embedded evaluator's word on an outcome; the outcome as it is where there is no evaluator."""
        ...

    # What a person may choose

    def ladder(self, attribute: SensitiveAttribute, language: Language) -> tuple[Generalization, ...]:
        """Every level of a value, exact first, suppressed last."""
        ...

    def coarse_level(self, attribute: SensitiveAttribute) -> int:
        """The level at which the plan would coarsen a value."""
        ...

    def what_if(self) -> WhatIf:
        """Predictions of what a choice would do."""
        ...

    # What it works with

    def warm(self, cancel: CancelToken | None = ...) -> None:
        """Read now what the first text would wait for."""
        ...

    def use(self, snapshot: LearnedSnapshot, pinned: Mapping[Domain, LearnedSnapshot] | None = ...) -> None:
        """From the next run on, start from this version of the prompt library."""
        ...

    def use_words(self, words: UserWords) -> None:
        """From the next run on, a person's own dictionary and recognisers."""
        ...

    def measure_attackers(self, language: Language, cancel: CancelToken | None = ...) -> None:
        """Measure now how well the attackers of its model see; nothing where it has no model."""
        ...

    def forget(self) -> None:
        """Drop what is remembered of texts and their values."""
        ...

    def close(self) -> None:
        """End the connections to models; without any, nothing."""
        ...
