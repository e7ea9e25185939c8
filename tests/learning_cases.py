"""Experiences of made-up texts in both languages: staff badges of a company that no recogniser was told about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from core.domain.language import Language
from core.domain.learning import Action, Cause, Experience, FailureMode, MaterialRef, Rule, RuleKind
from core.domain.protocol import STRICT, Protocol
from core.domain.taxonomy import Domain
from core.learn.cues import CueLimits
from core.learn.distillation import BuiltinDistiller, DistillationSettings
from core.learn.distillation_job import DistillationJob
from core.learn.genscore import ScoreSettings, ScoringMaterial
from core.learn.items import identified
from core.learn.materials import LocatedExperience, MarkedSpan, Material, located_experiences
from core.learn.rule_matches import LabelledText, fire_alone
from core.resources import load_taxonomy, resource_root

BEGIN = datetime(2026, 5, 4, 9, tzinfo=UTC)
BADGE = "EMPLOYEE_ID"
ENGLISH = (
    ("The gate refused badge {v} this morning.", "QX-1187-R"),
    ("Could you look at badge {v} before noon?", "LM-4420-T"),
    ("Badge: {v}", "VD-9031-K"),
    ("I have lost my badge {v} somewhere on the stairs.", "HB-2756-S"),
    ("They sent badge {v} to the wrong house.", "RN-6604-W"),
)
CHINESE = (
    ("今早闸机不认胸牌{v}，我在门口等了很久。", "QX-1187-R"),
    ("中午之前能看一下胸牌{v}吗？", "LM-4420-T"),
    ("胸牌：{v}", "VD-9031-K"),
    ("我在楼梯上把胸牌{v}弄丢了。", "HB-2756-S"),
    ("他们把胸牌{v}寄错了地方。", "RN-6604-W"),
)


@dataclass(slots=True)
class Kept:
    """Materials by run; `core.learn.materials.Materials`."""

    materials: dict[str, Material] = field(default_factory=dict)

    def read(self, reference: MaterialRef) -> Material | None:
        return self.materials.get(reference.run_id)


@dataclass(slots=True)
class Past:
    """Experiences as they would have been kept, with their materials."""

    kept: Kept = field(default_factory=Kept)
    items: list[Experience] = field(default_factory=list)

    def add(
        self,
        text: str,
        value: str = "",
        type_id: str = BADGE,
        language: Language = Language.EN,
        mode: FailureMode = FailureMode.MISSED,
        action: Action = Action.ADDED,
        domain: Domain = Domain.GENERAL,
        level: int | None = None,
        conversation: str = "",
        others: Sequence[tuple[str, str]] = (),
    ) -> Experience:
        """One experience on a text of its own. `others`: further values of S, as (surface, type)."""
        number = len(self.items) + 1
        run = f"r{number}"
        start = text.index(value) if value else 0
        spans = [(text.index(surface), surface, kind) for surface, kind in others]
        if value and action is not Action.UNMARKED:
            spans.append((start, value, type_id))
        marked = tuple(MarkedSpan(place, place + len(surface), kind) for place, surface, kind in sorted(spans))
        self.kept.materials[run] = Material(text, marked)
        reference = MaterialRef(conversation or f"c{number}", run, start, start + len(value))
        item = Experience(
            reference, Cause(mode, type_id), action, domain, language, BEGIN + timedelta(minutes=number), level, number
        )
        self.items.append(item)
        return item

    def badges(self, language: Language = Language.EN, count: int = 5) -> Past:
        for sentence, value in (ENGLISH if language is Language.EN else CHINESE)[:count]:
            self.add(sentence.replace("{v}", value), value, language=language)
        return self

    @property
    def seen(self) -> tuple[LocatedExperience, ...]:
        return located_experiences(self.items, self.kept)


def limits() -> CueLimits:
    return CueLimits.load(resource_root())


def settings() -> DistillationSettings:
    return DistillationSettings.load(resource_root())


def distiller(protocol: Protocol = STRICT) -> BuiltinDistiller:
    return BuiltinDistiller(settings(), protocol, load_taxonomy(resource_root()), fire_alone)


def harmless(*texts: str, language: Language = Language.EN) -> tuple[LabelledText, ...]:
    return tuple(LabelledText(text, language) for text in texts)


QUIET = (
    *harmless("How do I keep basil alive?", "Which badge does a scout earn first?", "Explain AB-testing."),
    *harmless("罗勒怎么养？", "童子军先得到哪种胸牌？", language=Language.ZH),
)


def distillery(scoring: ScoringMaterial | None = None, **changes: object) -> DistillationJob:
    given: dict[str, object] = {
        "builtin": distiller(),
        "settings": settings(),
        "score_settings": ScoreSettings.load(resource_root()),
        "scoring": scoring or ScoringMaterial((), QUIET),
        "protocol": STRICT,
        **changes,
    }
    return DistillationJob(**given)  # type: ignore[arg-type]


def cue(words: str, shape: str = "A{2}-9{4}-A", language: Language = Language.EN, type_id: str = BADGE) -> Rule:
    return identified(Rule("", RuleKind.CUE, language, type_id, shape, (words,), 12))


def told(text: str, language: Language = Language.EN, type_id: str = "") -> Rule:
    return identified(Rule("", RuleKind.INSTRUCTION, language, type_id, prompt="extract", text=text))
