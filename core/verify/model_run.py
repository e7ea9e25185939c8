"""One certification by a model: fresh draws, one question per request, over attribute x template x seed (LLM.md 5, 7).

The rule is the curtailed two-stage one; the number of certifications is fixed in advance by the protocol. Before the
draws, planted values must be found on this very text, and no best guess at temperature 0 may be right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from core.domain.errors import EvaluationInvalid
from core.domain.events import CancelToken
from core.domain.evidence import (
    AttackerLevel,
    ControlReport,
    MemberCount,
    ProbeOutcome,
    ProbeResult,
    SampledRun,
    TemplateUse,
)
from core.domain.protocol import Protocol
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.llm.model import ChatPrompt, LanguageModel
from core.verify.attackers.llm_answers import ANSWERLESS, Kind, answer_of
from core.verify.attackers.llm_members import Drawn, Finding, ModelAttackers, Stand, Tally, asked
from core.verify.attackers.llm_questions import (
    CHOICE_A0,
    CHOICE_A1,
    CHOICE_A2,
    NOTHING_KNOWN,
    OPEN_TEMPLATES,
    Knowledge,
    Template,
)
from core.verify.controls import PositiveControls, planted_in
from core.verify.dialogues import Dialogue, converse, server_failed
from core.verify.drawing import seeded
from core.verify.estimates import Draws, MemberScores
from core.verify.gate import rule_passes, upper_bound
from core.verify.runs import worst_upper
from core.verify.statistics import StopRule, TwoStageRun

ENSEMBLE = "model"
QUESTIONS_PER_SLOT = 10
"""Draws asked together per slot of the server: few enough that a hit stops the run early, and its bound is seen."""
LEAST_TOGETHER = 8
CHOICE_CYCLE = (CHOICE_A0, CHOICE_A1, CHOICE_A0, CHOICE_A2)
"""Turns of the forced choice: passages are dear to read, and every level has its draws."""
BEST = "best"
"""Name of the answer at temperature 0 among the templates."""
CONTROL_DRAWS = 2
"""Questions about one planted value; one right answer finds it."""

Watch = Callable[[int, int], None]
"""Draws and hits so far."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which templates ask about which attribute, fixed before the first draw. `unasked`: attributes that can only be
    guessed at and for which there are no decoys."""

    templates: Mapping[str, tuple[Template, ...]]
    unasked: tuple[str, ...]
    attributes: tuple[SensitiveAttribute, ...]


def plan(
    attackers: ModelAttackers,
    on: Stand,
    gated: Sequence[SensitiveAttribute],
    counted: Collection[str],
    protocol: Protocol,
) -> Plan:
    """Open questions and choices about what nobody can guess, choices alone about what anyone may."""
    templates: dict[str, tuple[Template, ...]] = {}
    for attribute in gated:
        own: tuple[Template, ...] = ()
        if not attackers.guessable(on.case, attribute, protocol):
            own = tuple(template for template in OPEN_TEMPLATES if template.id in counted)
        if attackers.choosable(on.case, attribute, on.targets[attribute.id]):
            own += tuple(template for template in CHOICE_CYCLE if template.id in counted)
        if own:
            templates[attribute.id] = own
    return Plan(
        templates,
        tuple(item.id for item in gated if item.id not in templates),
        tuple(item for item in gated if item.id in templates),
    )


def schedule(planned: Plan, seed: int) -> Iterator[tuple[SensitiveAttribute, Template]]:
    """Endless rounds over all attributes in a fresh order; every attribute meets its templates in turn, from a place
    of its own."""
    rng = seeded(seed, "schedule")
    offsets = {item.id: rng.randrange(len(planned.templates[item.id])) for item in planned.attributes}
    turn = 0
    while planned.attributes:
        for item in rng.sample(planned.attributes, len(planned.attributes)):
            own = planned.templates[item.id]
            yield item, own[(offsets[item.id] + turn) % len(own)]
        turn += 1


@dataclass(frozen=True, slots=True)
class ModelSample:
    """What the model's certification drew."""

    run: SampledRun
    outcomes: tuple[ProbeOutcome, ...]
    members: tuple[MemberScores, ...]


class ModelCertifier:
    """Certifies one case with one model."""

    def __init__(
        self, model: LanguageModel, attackers: ModelAttackers, controls: PositiveControls, taxonomy: Taxonomy
    ) -> None:
        self._model = model
        self._attackers = attackers
        self._controls = controls
        self._taxonomy = taxonomy

    def certify(
        self,
        on: Stand,
        gated: Sequence[SensitiveAttribute],
        uses: Sequence[TemplateUse],
        protocol: Protocol,
        nonce: str,
        watch: Watch,
        cancel: CancelToken | None = None,
    ) -> ModelSample:
        """Controls, best guesses, then the draws.

        `uses`: every template with its offline controls. Raises EvaluationInvalid (`verify.control_missed`,
        `verify.missing_probes`), KnownError with the server's code, Cancelled.
        """
        counted = frozenset(use.template for use in uses if use.counted)
        planned = plan(self._attackers, on, gated, counted, protocol)
        controls, spent, best, first = self._before(on, planned, counted, protocol, nonce, cancel)
        drawn: list[Drawn] = []
        if not first and planned.attributes:
            drawn = self._draw(on, planned, protocol, watch, cancel)
        return self._sample(planned, uses, controls, [*spent, *best], first, drawn, on, protocol)

    def _before(
        self,
        on: Stand,
        planned: Plan,
        counted: frozenset[str],
        protocol: Protocol,
        nonce: str,
        cancel: CancelToken | None,
    ) -> tuple[ControlReport, list[Tally], list[Tally], list[Finding]]:
        """Before the first draw, side by side: the controls, and one answer at temperature 0 about every attribute
        that nobody can guess. (report, what the controls took, what clean guesses took, right guesses)."""
        controls = self._planting(on, counted, protocol, nonce)
        asked_about = [item for item in planned.attributes if not self._attackers.guessable(on.case, item, protocol)]
        dialogues: list[Dialogue[tuple[bool, Tally] | Finding | Tally]] = [*controls]
        dialogues += [self._attackers.best(on, item, runners_up=False) for item in asked_about]
        answers = converse(self._model, dialogues, cancel)
        planted = [item for item in answers if isinstance(item, tuple)]
        report = ControlReport(len(planted), sum(hit for hit, _ in planted))
        if not report.valid:
            details = {"planted": report.planted, "found": report.found}
            raise EvaluationInvalid("verify.control_missed", details=details, retryable=True)
        findings = [item for item in answers if isinstance(item, Finding)]
        tallies = [item for item in answers if isinstance(item, Tally)]
        unanswered = [tally.code for tally in tallies if tally.code]
        if unanswered:
            if unanswered[0] not in ANSWERLESS:
                raise server_failed(unanswered[0])
            raise _missing(len(unanswered), len(asked_about))
        return report, [tally for _, tally in planted], tallies, findings

    def _planting(
        self, on: Stand, counted: frozenset[str], protocol: Protocol, nonce: str
    ) -> list[Dialogue[tuple[bool, Tally]]]:
        """Plant a sentence behind D, once per control, and ask; the prefix of the document stays as it was."""
        controls = self._controls.choose(on.case, protocol.controls, on.run)
        templates = [template for template in OPEN_TEMPLATES if template.id in counted]
        planted = planted_in(controls, self._taxonomy)
        targets = {item.id: self._attackers.grading.target(item) for item in planted}
        dialogues: list[Dialogue[tuple[bool, Tally]]] = []
        for number, (control, attribute) in enumerate(zip(controls, planted, strict=True)):
            case = replace(
                on.case,
                text=f"{on.case.text}\n{control.sentence}",
                sensitive=SensitiveSet(planted),
                levels={},
                rungs={},
                gaps=(),
            )
            there = self._attackers.stand(case, targets, nonce, on.temperature, seeds=on.seeds, run=on.run + 1 + number)
            dialogues.append(self._control(there, attribute, templates, number))
        return dialogues

    def _control(
        self, on: Stand, attribute: SensitiveAttribute, templates: Sequence[Template], number: int
    ) -> Dialogue[tuple[bool, Tally]]:
        tally = Tally()
        for draw in range(CONTROL_DRAWS):
            template = templates[(number + draw) % len(templates)]

            def prompt(attempt: int, template: Template = template, draw: int = draw) -> ChatPrompt:
                kind, language = attribute.type_id, on.case.language
                sampling = on.sampling(draw, attempt)
                return self._attackers.questions.draw(template, on.document, kind, language, NOTHING_KNOWN, sampling)

            reply = yield from asked(prompt, tally)
            if reply.kind is not Kind.ANSWER and tally.code not in ANSWERLESS:
                raise server_failed(tally.code)
            target = on.targets[attribute.id]
            answer = answer_of(reply) if reply.kind is Kind.ANSWER else ""
            if answer and self._attackers.grading.grade(target, answer) is ProbeResult.HIT:
                return True, tally
        return False, tally

    def _draw(
        self, on: Stand, planned: Plan, protocol: Protocol, watch: Watch, cancel: CancelToken | None
    ) -> list[Drawn]:
        """Batches under the rule. Answers of a batch that come after the decision are not counted."""
        rule = protocol.two_stage
        run = TwoStageRun(rule)
        together = max(LEAST_TOGETHER, QUESTIONS_PER_SLOT * self._model.capabilities.slots)
        knowledge: dict[str, Knowledge] = {}
        turns = enumerate(schedule(planned, on.run))
        drawn: list[Drawn] = []
        missing = 0
        while run.state is StopRule.CONTINUE:
            needed = (rule.second if run.hits else rule.first) - run.n
            dialogues = []
            for number, (item, template) in islice(turns, min(needed, together)):
                if item.id not in knowledge:
                    knowledge[item.id] = self._attackers.knowledge(on.case, item, on.targets[item.id])
                dialogues.append(self._attackers.draw(on, item, template, number + 1, knowledge[item.id]))
            for one in converse(self._model, dialogues, cancel):
                drawn.append(one)
                if one.outcome.result is not ProbeResult.MALFORMED:
                    if run.observe(one.outcome.result is ProbeResult.HIT) is not StopRule.CONTINUE:
                        break
                    continue
                missing += 1
                if one.tally.code not in ANSWERLESS:
                    raise server_failed(one.tally.code)
                if missing > protocol.max_missing * rule.second:
                    raise _missing(missing, len(drawn))
            watch(run.n, run.hits)
        if missing > protocol.max_missing * len(drawn):
            raise _missing(missing, len(drawn))
        return drawn

    def _sample(
        self,
        planned: Plan,
        uses: Sequence[TemplateUse],
        controls: ControlReport,
        spent: Sequence[Tally],
        best: Sequence[Finding],
        drawn: Sequence[Drawn],
        on: Stand,
        protocol: Protocol,
    ) -> ModelSample:
        counts = _counts(drawn)
        hits, n = sum(count.hits for count in counts), sum(count.n for count in counts)
        tallies = [*spent, *(one.tally for one in drawn)]
        upper = upper_bound(hits, n, protocol)
        used = {count.template for count in counts}
        weakest = min((use.sensitivity for use in uses if use.template in used), default=0.0)
        missing = sum(one.outcome.result is ProbeResult.MALFORMED for one in drawn)
        run = SampledRun(
            ensemble=ENSEMBLE,
            passed=not planned.attributes or (not best and rule_passes(hits, n, protocol)),
            hits=hits,
            n=n,
            clusters=n,
            requests=sum(tally.requests for tally in tallies),
            upper=upper,
            worst_upper=worst_upper(counts, protocol),
            corrected_upper=min(1.0, upper / weakest) if weakest > 0 else None,
            controls=replace(controls, missing_probes=missing),
            refused=sum(tally.refused for tally in tallies),
            missing=missing,
            redrawn=sum(tally.redrawn for tally in tallies),
            best_guesses=len(best),
            temperature=on.temperature,
            seed_honoured=on.seeds,
            counts=(*counts, *(_best(finding) for finding in best)),
            templates=tuple(uses),
            unasked=planned.unasked,
        )
        outcomes = (*(finding.outcome for finding in best), *(one.outcome for one in drawn))
        return ModelSample(run, outcomes, member_scores(counts, on))


def _missing(missing: int, asked_in_all: int) -> EvaluationInvalid:
    details = {"missing": missing, "asked": asked_in_all}
    return EvaluationInvalid("verify.missing_probes", details=details, retryable=True)


def _best(finding: Finding) -> MemberCount:
    return MemberCount(finding.outcome.probe.attribute_id, finding.member, BEST, AttackerLevel.A0, 1, 1)


def _counts(drawn: Sequence[Drawn]) -> tuple[MemberCount, ...]:
    """Hits, misses and answers of "unknown" per attribute and template."""
    hits, n, unknown = Counter[object](), Counter[object](), Counter[object]()
    cells: dict[object, tuple[str, Template]] = {}
    for one in drawn:
        result = one.outcome.result
        if result is ProbeResult.MALFORMED:
            continue
        key = one.outcome.probe.attribute_id, one.template.id
        cells[key] = (one.outcome.probe.attribute_id, one.template)
        n[key] += 1
        hits[key] += result is ProbeResult.HIT
        unknown[key] += result is ProbeResult.REFUSED
    return tuple(
        MemberCount(owner, template.member, template.id, template.level, hits[key], n[key], unknown[key])
        for key, (owner, template) in cells.items()
    )


def member_scores(counts: Sequence[MemberCount], on: Stand) -> tuple[MemberScores, ...]:
    """Draws as members of an ensemble, one per member and level."""
    found: dict[tuple[str, str], dict[str, Draws]] = {}
    for count in counts:
        own = found.setdefault((count.member, count.level.value), {})
        known = own.get(count.attribute_id, Draws())
        own[count.attribute_id] = Draws(known.hits + count.hits, known.n + count.n)
    levels = {(count.member, count.level.value): count.level for count in counts}
    priors = {item.id: on.case.rungs[item.id][-1].posterior for item in on.case.sensitive.attributes}
    return tuple(MemberScores(key[0], levels[key], {}, priors, draws, ENSEMBLE) for key, draws in found.items())
