"""Offline controls: what share of planted values each template makes a model find (gate.md 6).

Measured once per model, template and language, on canary documents that hold one fictional value each. A template whose
lower bound stays under the protocol's is not counted in a certificate: its silence says nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from typing import Protocol as Interface

from core.dehydrate.library import HierarchyLibrary
from core.domain.errors import EvaluationInvalid, ResourceError
from core.domain.events import CancelToken
from core.domain.evidence import ProbeResult, TemplateUse
from core.domain.language import Language
from core.domain.protocol import Protocol
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.llm.model import LanguageModel
from core.resources import read_toml
from core.verify.attackers.llm_answers import ANSWERLESS
from core.verify.attackers.llm_members import ModelAttackers
from core.verify.attackers.llm_questions import NOTHING_KNOWN, OPEN_A0, TEMPLATES, Template, wording
from core.verify.case import Case, ladder_of
from core.verify.dialogues import converse, server_failed
from core.verify.statistics import clopper_pearson

TOGETHER = 16
_RUN = 1
"""Seed of the canaries: they are the same for every model."""


@dataclass(frozen=True, slots=True)
class Measured:
    """`found` of `planted` values; `planted` less than the protocol's when it was given up early."""

    found: int
    planted: int


class SensitivityStore(Interface):
    """Keeps what was measured. Keys name model, digest, language and wording: nothing of anybody's."""

    def get(self, key: str) -> Measured | None: ...

    def put(self, key: str, measured: Measured) -> None: ...


class MemorySensitivity:
    """Forgets with the process. Safe from any thread."""

    def __init__(self) -> None:
        self._known: dict[str, Measured] = {}
        self._lock = threading.Lock()

    def get(self, key: str) -> Measured | None:
        with self._lock:
            return self._known.get(key)

    def put(self, key: str, measured: Measured) -> None:
        with self._lock:
            self._known[key] = measured


Told = Callable[[int, int], None]
"""Canaries asked so far, and in all."""


class SensitivityBench:
    """Measures a model's templates. Safe from any thread."""

    def __init__(
        self, taxonomy: Taxonomy, library: HierarchyLibrary, root: Path, store: SensitivityStore | None = None
    ) -> None:
        """Raises ResourceError."""
        self._taxonomy = taxonomy
        self._library = library
        self.store = store or MemorySensitivity()
        data = read_toml(root / "questions" / "canaries.toml")
        values = read_toml(root / "questions" / "decoys.toml")
        try:
            self.canaries = {Language(code): tuple(_canaries(entry, values[code])) for code, entry in data.items()}
        except (KeyError, ValueError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": "canaries.toml"}) from error

    def uses(
        self,
        model: LanguageModel,
        attackers: ModelAttackers,
        language: Language,
        protocol: Protocol,
        told: Told = lambda done, total: None,
        cancel: CancelToken | None = None,
    ) -> tuple[TemplateUse, ...]:
        """Every template with its controls. The variants of a wording that only add knowledge share its measure.

        Raises EvaluationInvalid `verify.attacker_too_weak` when not even the plain open question finds enough;
        KnownError with the server's code; Cancelled.
        """
        measured: dict[str, Measured] = {}
        for template in TEMPLATES:
            base = wording(template)
            if base.id not in measured:
                measured[base.id] = self._known(model, attackers, base, language, protocol, told, cancel)
            if base is OPEN_A0 and _bound(measured[base.id], protocol) < protocol.sensitivity:
                details = {"found": measured[base.id].found, "planted": measured[base.id].planted}
                raise EvaluationInvalid("verify.attacker_too_weak", details=details)
        found = []
        for template in TEMPLATES:
            result = measured[wording(template).id]
            bound = _bound(result, protocol)
            found.append(
                TemplateUse(
                    template.id,
                    template.member,
                    attackers.questions.digest(template, language),
                    result.found,
                    result.planted,
                    bound,
                    bound >= protocol.sensitivity,
                )
            )
        return tuple(found)

    def _known(
        self,
        model: LanguageModel,
        attackers: ModelAttackers,
        template: Template,
        language: Language,
        protocol: Protocol,
        told: Told,
        cancel: CancelToken | None,
    ) -> Measured:
        info = model.info
        wanted = f"{protocol.canaries}\0{protocol.certificate_temperature}"
        digest = attackers.questions.digest(template, language)
        key = "\0".join((info.server, info.id, info.digest, language, digest, wanted))
        known = self.store.get(key)
        if known is None:
            known = self._measure(model, attackers, template, language, protocol, told, cancel)
            self.store.put(key, known)
        return known

    def _measure(
        self,
        model: LanguageModel,
        attackers: ModelAttackers,
        template: Template,
        language: Language,
        protocol: Protocol,
        told: Told,
        cancel: CancelToken | None,
    ) -> Measured:
        """Stops as soon as the bound cannot be reached any more."""
        canaries = self.canaries[language]
        wanted = [canaries[index % len(canaries)] for index in range(protocol.canaries)]
        found = asked = 0
        while asked < len(wanted):
            batch = wanted[asked : asked + TOGETHER]
            dialogues = []
            for number, canary in enumerate(batch, asked):
                attribute = self._attribute(canary)
                on = attackers.stand(
                    self._case(canary, attribute, language),
                    {attribute.id: attackers.grading.target(attribute)},
                    "canary",
                    protocol.certificate_temperature,
                    seeds=model.capabilities.seed_honoured,
                    run=_RUN,
                )
                on = replace(on, blind=False)
                dialogues.append(attackers.draw(on, attribute, template, number, NOTHING_KNOWN))
            for one in converse(model, dialogues, cancel):
                if one.outcome.result is ProbeResult.MALFORMED and one.tally.code not in ANSWERLESS:
                    raise server_failed(one.tally.code)
                found += one.outcome.result is ProbeResult.HIT
            asked += len(batch)
            told(asked, len(wanted))
            best = clopper_pearson(found + len(wanted) - asked, len(wanted), protocol.confidence).lower
            if best < protocol.sensitivity:
                break
        return Measured(found, asked)

    def _attribute(self, canary: Canary) -> SensitiveAttribute:
        kind = self._taxonomy[canary.type_id].kind
        return SensitiveAttribute("canary", canary.type_id, kind, canary.value, (), (canary.value,))

    def _case(self, canary: Canary, attribute: SensitiveAttribute, language: Language) -> Case:
        generalizations = {attribute.id: ladder_of(attribute, self._library, language)}
        return Case(canary.text, language, SensitiveSet((attribute,)), {}, generalizations)


@dataclass(frozen=True, slots=True)
class Canary:
    """One document with one planted value."""

    type_id: str
    value: str
    text: str


def _bound(measured: Measured, protocol: Protocol) -> float:
    return clopper_pearson(measured.found, measured.planted, protocol.confidence).lower


def _canaries(entry: Mapping[str, Any], values: Mapping[str, Sequence[str]]) -> Iterator[Canary]:
    """All documents of a language: types in turn, so that any number of them is a mix."""
    sentences: Mapping[str, str] = entry["sentences"]
    pools = {type_id: list(entry["numbers"].get(type_id, values.get(type_id, ()))) for type_id in sentences}
    if not all(pools.values()):
        raise ValueError("a type without values")
    number = 0
    for turn in range(max(map(len, pools.values()))):
        for type_id, sentence in sentences.items():
            if turn >= len(pools[type_id]):
                continue
            lead = entry["leads"][number % len(entry["leads"])]
            request = entry["requests"][number % len(entry["requests"])]
            value = pools[type_id][turn]
            yield Canary(type_id, value, f"{lead} {sentence.format(value=value)} {request}")
            number += 1
