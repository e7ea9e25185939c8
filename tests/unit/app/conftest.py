"""A small engine with fixed answers, and a way to run one command line against it."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from shared_engine import engine_at_hand

try:
    import PySide6  # noqa: F401
except ImportError:
    pass
else:
    from same_application import same_application  # noqa: F401

from app.cli.dispatch import Ports, dispatch
from app.cli.terminal import Terminal
from core.domain.artifact import Artifact, Replacement
from core.domain.errors import EvaluationInvalid
from core.domain.events import CancelToken, Progress, ignore_progress
from core.domain.evidence import (
    AttackerLevel,
    AttributeLeakage,
    CombinationCount,
    ControlReport,
    Evidence,
    LeakageEstimate,
    Metric,
    RestorationScore,
    UtilityEstimate,
    UtilityItem,
)
from core.domain.language import Language
from core.domain.protocol import STRICT, Protocol
from core.domain.release import EngineInfo
from core.domain.request import Request
from core.domain.sensitive import (
    Combination,
    Explanation,
    Layer,
    LayerHealth,
    LayerState,
    Mention,
    SensitiveAttribute,
    SensitiveSet,
)
from core.domain.taxonomy import Domain, Kind
from core.domain.verdict import LoopStep, ResidualItem, ResidualReport, StepKind, Verdict, VerdictKind
from core.engine.conversation import Conversation
from core.engine.input_checks import check_text
from core.engine.outcome import Outcome
from core.release.certificate import issue
from core.resources import load_taxonomy, resource_root

NAME = "Ada Quill"
AGE = "67"


class FixedEngine:
    """Finds one name and one age by plain search; INFEASIBLE for a text that says so, invalid likewise."""

    def __init__(self) -> None:
        self.taxonomy = load_taxonomy(resource_root())
        self.info = EngineInfo("fixed", {"fixed": "1"}, ("reader",), ("ner",))
        self.requests: list[tuple[Request, Protocol]] = []
        self.builtin = self
        self.texts: Path | None = None

    def use_texts(self, folder: Path | None) -> None:
        self.texts = folder

    def close(self) -> None:
        """There is no connection."""

    def extract(
        self,
        request: Request,
        conversation: Conversation,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> SensitiveSet:
        check_text(request.text)
        found = []
        for type_id, value in (("PERSON", NAME), ("AGE", AGE)):
            start = request.text.find(value)
            if start >= 0:
                why = Explanation("fixed", 0.9, 0.9)
                mention = Mention(start, start + len(value), value, type_id, value, Language.EN, Layer.PATTERN, why)
                kind = self.taxonomy[type_id].kind
                found.append(
                    SensitiveAttribute(f"id-{type_id}", type_id, kind, value, (mention,), (), kind is Kind.QUASI)
                )
        both = (Combination(tuple(item.id for item in found), "localiser_and_demographic"),) if len(found) > 1 else ()
        off = LayerHealth(Layer.NER, LayerState.OFF, "ner.not_configured")
        return SensitiveSet(tuple(found), both, (off,))

    def sanitize(
        self,
        request: Request,
        conversation: Conversation,
        protocol: Protocol = STRICT,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Outcome:
        self.requests.append((request, protocol))
        if "invalid" in request.text:
            raise EvaluationInvalid("verify.control_missed")
        if "broken" in request.text:
            raise ValueError(request.text)
        sensitive = self.extract(request, conversation)
        artifact = self._artifact(request.text, sensitive, conversation)
        kind = VerdictKind.INFEASIBLE if "infeasible" in request.text else VerdictKind.PASS
        items = tuple(
            ResidualItem(item.id, AttackerLevel.A1, 0.5, 0.1, "posterior_above_cap", 0, 2)
            for item in sensitive.attributes
            if kind is VerdictKind.INFEASIBLE
        )
        report = ResidualReport(items, (*(item.id for item in sensitive.attributes), "reader"))
        steps = (LoopStep(0, StepKind.START, "", 0, 0, True, 0.0, 1.0),)
        verdict = Verdict(kind, sensitive, artifact, _evidence(sensitive), report, steps, 1)
        certificate = issue(
            verdict,
            protocol=protocol,
            engine=self.info,
            taxonomy=self.taxonomy,
            overrides={},
            now=datetime(2026, 1, 2, tzinfo=UTC),
            identifier="c" * 32,
        )
        return Outcome(request, verdict, certificate, Language.EN, Domain.GENERAL, 0.001, {})

    def _artifact(self, text: str, sensitive: SensitiveSet, conversation: Conversation) -> Artifact:
        replaced, levels = [], {}
        for item in sensitive.attributes:
            entry = conversation.vault.token_for(item, self.taxonomy[item.type_id], Language.EN)
            shown = entry.token if item.kind is Kind.EXPLICIT else "in the sixties"
            start = text.index(item.value)
            text = text.replace(item.value, shown, 1)
            token = shown if item.kind is Kind.EXPLICIT else ""
            mention = item.mentions[0]
            replaced.append(
                Replacement(item.id, mention.start, mention.end, start, start + len(shown), 1, shown, "n", token)
            )
            levels[item.id] = 1
        return Artifact(text, tuple(replaced), levels)


def _evidence(sensitive: SensitiveSet) -> Evidence:
    attributes = tuple(
        AttributeLeakage(item.id, 0.02, 0.01, "llm_open", 0, 86, 0.0, 0.042) for item in sensitive.attributes
    )
    after = LeakageEstimate(AttackerLevel.A0, ("reader", "llm_open"), attributes)
    before = LeakageEstimate(AttackerLevel.A0, ("reader",))
    exact = LeakageEstimate(AttackerLevel.A1, ("prior",))
    return Evidence(
        {AttackerLevel.A0: after, AttackerLevel.A1: exact},
        {AttackerLevel.A0: before},
        UtilityEstimate(Metric.STRUCTURED_PROXY, 0.9, 0.8, 1.0, (UtilityItem("which?", 0.9),)),
        RestorationScore(0.5),
        (CombinationCount(("id-AGE",), float("inf"), ("age",), "fixed"),),
        ControlReport(3, 3),
        True,
        review_flags=("non_monotone",),
    )


@dataclass(frozen=True, slots=True)
class Ran:
    code: int
    out: str
    err: str


@pytest.fixture
def fixed_engine() -> FixedEngine:
    return FixedEngine()


@pytest.fixture
def drsl(fixed_engine: FixedEngine, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Runs `drsl WORDS` with bytes on standard input; `root` replaces the resource folder."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)

    def run(*words: str, stdin: bytes = b"", root: Path | None = None) -> Ran:
        out, err = io.StringIO(), io.StringIO()
        ports = Ports(lambda folder: fixed_engine, root or resource_root())
        code = dispatch(words, Terminal(io.BytesIO(stdin), out, err), ports)
        return Ran(code, out.getvalue(), err.getvalue())

    return run


@pytest.fixture
def at_hand() -> Iterator[None]:
    """Commands that build the real engine have it at hand."""
    with engine_at_hand():
        yield
