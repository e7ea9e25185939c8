"""One certification by a model: fresh draws, one question per request, no two in equal words (gate.md 2 and 5).

Open questions: a two-stage rule for every attribute, and a bound for every family of questions. Choices: each with the
document and without it, the rise of right ones bounded on its own scale. The error is this attempt's share of alpha.
Before all that, planted values must be found on this very text, and no best guess at temperature 0 may be right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from core.domain.errors import EvaluationInvalid
from core.domain.events import CancelToken
from core.domain.evidence import (
    AttackerLevel,
    DrawnBound,
    MemberCount,
    PairedBound,
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
from core.verify.attackers.llm_members import Drawn, Finding, ModelAttackers, ModelCase, Paired, Tally, asked
from core.verify.attackers.llm_questions import (
    NOTHING_KNOWN,
    OPEN_TEMPLATES,
    Template,
)
from core.verify.certification_draws import Answered, ChoiceDraws, OpenDraws, Opening, Planted
from core.verify.controls import PositiveControls, planted_in
from core.verify.dialogues import Dialogue, DialogueBatch, server_failed
from core.verify.draw_plan import Plan, Turn, plan
from core.verify.estimates import Draws, MemberScores
from core.verify.statistics import StopRule, clopper_pearson, rule_for, two_stage

ENSEMBLE = "model"
QUESTIONS_PER_SLOT = 10
"""Draws asked together per slot of the server: few enough that a hit stops the run early, and its bound is seen."""
LEAST_TOGETHER = 8
BEST = "best"
"""Name of the answer at temperature 0 among the templates."""
CONTROL_DRAWS = 2
"""Questions about one planted value; one right answer finds it."""

Watch = Callable[[int, int, int], None]
"""Open draws and hits so far, and how many draws there will be as it looks now."""


@dataclass(frozen=True, slots=True)
class ModelSample:
    """What the model's certification drew."""

    run: SampledRun
    outcomes: tuple[ProbeOutcome, ...]
    members: tuple[MemberScores, ...]


class ModelCertifier:
    """Certifies one case with one model. `special`: types of special categories of personal data."""

    def __init__(
        self,
        model: LanguageModel,
        attackers: ModelAttackers,
        controls: PositiveControls,
        taxonomy: Taxonomy,
        special: frozenset[str] = frozenset(),
    ) -> None:
        self._model = model
        self._attackers = attackers
        self._controls = controls
        self._taxonomy = taxonomy
        self._special = special

    def certify(
        self,
        on: ModelCase,
        gated: Sequence[SensitiveAttribute],
        uses: Sequence[TemplateUse],
        protocol: Protocol,
        attempt: int,
        nonce: str,
        watch: Watch,
        cancel: CancelToken | None = None,
    ) -> ModelSample:
        """Controls, best guesses and draws, side by side. Nothing is asked any more once it has failed.

        `uses`: every template with its offline controls; `attempt`: which one of these values, from 1. Raises
        EvaluationInvalid (`verify.temperature_ignored`, `verify.control_missed`, `verify.missing_probes`), KnownError
        with the server's code, Cancelled.
        """
        if not self._model.capabilities.temperature_honoured:
            raise EvaluationInvalid("verify.temperature_ignored")
        counted = frozenset(use.template for use in uses if use.counted)
        error = protocol.error(attempt)
        planned = plan(self._attackers, on, gated, counted, self._special, protocol)
        table: DialogueBatch[Answered] = DialogueBatch(self._model, cancel)
        controls = self._planting(on, counted, protocol, nonce)
        opening = Opening(len(controls))
        for control in controls:
            opening.expect(table.join(control))
        for item in planned.asked:
            opening.expect(table.join(self._attackers.best(on, item, runners_up=False)))
        draws = OpenDraws(self._attackers, on, planned, error, protocol)
        choices = [
            ChoiceDraws(
                self._attackers, on, stream, planned.choices, protocol, error, self._least_pairs(stream, protocol)
            )
            for stream in planned.streams
        ]
        together = max(LEAST_TOGETHER, QUESTIONS_PER_SLOT * self._model.capabilities.slots)
        while True:
            failed = opening.findings or draws.failed or any(item.run.state is StopRule.FAIL for item in choices)
            if not failed:
                draws.deal(table, together)
                for stream in choices if draws.decided else ():
                    stream.deal(table, together)
            if (failed and not opening.pending) or not table.open:
                break
            for number, outcome in table.round().items():
                _told(number, outcome, opening, draws, choices)
            if draws.count():
                watch(len(draws.counted), sum(draws.hits.values()), draws.planned_draws)
            for stream in choices:
                stream.count()
        return self._sample(planned, uses, opening, draws, choices, on, protocol, attempt)

    def _least_pairs(self, stream: Sequence[SensitiveAttribute], protocol: Protocol) -> int:
        """Special categories have a least number of draws of their own."""
        return protocol.special_draws if any(item.type_id in self._special for item in stream) else 0

    def _planting(
        self, on: ModelCase, counted: frozenset[str], protocol: Protocol, nonce: str
    ) -> list[Dialogue[Answered]]:
        """Plant a sentence behind D, once per control, and ask; the prefix of the document stays as it was."""
        controls = self._controls.choose(on.case, protocol.controls, on.run)
        templates = [template for template in OPEN_TEMPLATES if template.id in counted]
        planted = planted_in(controls, self._taxonomy)
        targets = {item.id: self._attackers.grading.target(item) for item in planted}
        dialogues: list[Dialogue[Answered]] = []
        for number, (control, attribute) in enumerate(zip(controls, planted, strict=True)):
            case = replace(
                on.case,
                text=f"{on.case.text}\n{control.sentence}",
                sensitive=SensitiveSet(planted),
                levels={},
                generalizations={},
                gaps=(),
            )
            there = self._attackers.stand(case, targets, nonce, on.temperature, seeds=on.seeds, run=on.run + 1 + number)
            dialogues.append(self._control(there, attribute, templates, number))
        return dialogues

    def _control(
        self, on: ModelCase, attribute: SensitiveAttribute, templates: Sequence[Template], number: int
    ) -> Dialogue[Answered]:
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
                return Planted(True, tally)
        return Planted(False, tally)

    def _sample(
        self,
        planned: Plan,
        uses: Sequence[TemplateUse],
        opening: Opening,
        draws: OpenDraws,
        choices: Sequence[ChoiceDraws],
        on: ModelCase,
        protocol: Protocol,
        attempt: int,
    ) -> ModelSample:
        error = protocol.error(attempt)
        counts = _counts([one for _, one in draws.counted])
        attributes = tuple(_of_attribute(item, planned, draws, protocol, error) for item in planned.asked)
        families = tuple(_of_family(family, draws, protocol, error) for family in planned.families if planned.asked)
        paired = tuple(_of_choices(stream) for stream in choices)
        best = opening.findings
        pairs = [one for stream in choices for one in stream.counted]
        tallies = [*opening.tallies, *(one.tally for _, one in draws.counted), *(one.tally for one in pairs)]
        worst = max((item.upper for item in attributes), default=0.0)
        upper = max((item.upper for item in (*attributes, *families)), default=0.0)
        used = {count.template for count in counts}
        weakest = min((use.sensitivity for use in uses if use.template in used), default=0.0)
        missing = draws.missing + sum(stream.missing for stream in choices)
        held = [*(item.passed for item in (*attributes, *families)), *(item.passed for item in paired)]
        run = SampledRun(
            ensemble=ENSEMBLE,
            passed=not best and all(held),
            hits=sum(draws.hits.values()),
            n=len(draws.counted),
            clusters=len({_prompt(self._attackers, turn) for turn, _ in draws.counted}),
            requests=sum(tally.requests for tally in tallies),
            upper=upper,
            worst_upper=worst,
            corrected_upper=min(1.0, upper / weakest) if weakest > 0 else None,
            controls=replace(opening.controls, missing_probes=missing),
            refused=sum(tally.refused for tally in tallies),
            missing=missing,
            redrawn=sum(tally.redrawn for tally in tallies),
            best_guesses=len(best),
            temperature=on.temperature,
            seed_honoured=on.seeds,
            counts=(*counts, *(_best(finding) for finding in best)),
            templates=tuple(uses),
            unasked=planned.unasked,
            attempt=attempt,
            error=error,
            attributes=attributes,
            families=families,
            choices=paired,
            uncertified=self._uncertified(on, planned, attributes, paired, protocol),
        )
        outcomes = (
            *(finding.outcome for finding in best),
            *(one.outcome for _, one in draws.counted),
            *(one.outcome for one in pairs),
        )
        return ModelSample(run, outcomes, member_scores(counts, on))

    def _uncertified(
        self,
        on: ModelCase,
        planned: Plan,
        attributes: Sequence[DrawnBound],
        paired: Sequence[PairedBound],
        protocol: Protocol,
    ) -> tuple[str, ...]:
        """Gated attributes of special categories with fewer draws of their own than the protocol wants."""
        own = Counter({item.subject: item.n for item in attributes})
        for item in paired:
            if len(item.attribute_ids) == 1:
                own[item.attribute_ids[0]] += item.n
        gated = {*planned.unasked, *(item.id for item in planned.attributes)}
        return tuple(
            item.id
            for item in on.case.sensitive.attributes
            if item.id in gated and item.type_id in self._special and own[item.id] < protocol.special_draws
        )


def _told(number: int, outcome: Answered, opening: Opening, draws: OpenDraws, choices: Sequence[ChoiceDraws]) -> None:
    """Hand an outcome to whoever asked for it."""
    if opening.heard(number, outcome):
        return
    if isinstance(outcome, Drawn):
        draws.heard(number, outcome)
    elif isinstance(outcome, Paired):
        next(stream for stream in choices if number in stream.expected).heard(number, outcome)


def _prompt(attackers: ModelAttackers, turn: Turn) -> tuple[str, str, int]:
    """What makes two draws the same prompt."""
    return turn.attribute.id, turn.template.id, turn.number % attackers.questions.leads


def _bound(subject: str, drawn: Sequence[tuple[Turn, Drawn]], leads: int, error: float) -> DrawnBound:
    """Draws with their upper bound from distinct prompts: repeats of one prompt are one observation, hit if any is."""
    prompts: dict[tuple[str, str, int], bool] = {}
    hits = 0
    for turn, one in drawn:
        hit = one.outcome.result is ProbeResult.HIT
        key = turn.attribute.id, turn.template.id, turn.number % leads
        prompts[key] = prompts.get(key, False) or hit
        hits += hit
    upper = clopper_pearson(sum(prompts.values()), len(prompts), 1 - 2 * error).upper
    return DrawnBound(subject, hits, len(drawn), len(prompts), upper, passed=False)


def _of_attribute(
    item: SensitiveAttribute, planned: Plan, draws: OpenDraws, protocol: Protocol, error: float
) -> DrawnBound:
    rule, wanted = rule_for(error, protocol.tau_l), planned.draws_each(error, protocol.tau_l)
    own = [(turn, one) for turn, one in draws.counted if turn.attribute.id == item.id]
    found = _bound(item.id, own, draws.leads, error)
    passed = two_stage(rule, found.clusters, found.hits) is StopRule.PASS and len(own) >= wanted
    return replace(found, passed=passed)


def _of_family(family: Sequence[Template], draws: OpenDraws, protocol: Protocol, error: float) -> DrawnBound:
    """Judged by the first stage alone: its size was fixed before the first draw."""
    ids = {template.id for template in family}
    own = [(turn, one) for turn, one in draws.stage_one if turn.template.id in ids]
    found = _bound(family[0].member.value, own, draws.leads, error)
    return replace(found, passed=found.upper <= protocol.tau_l)


def _of_choices(stream: ChoiceDraws) -> PairedBound:
    run = stream.run
    ids = tuple(item.id for item in stream.attributes)
    return PairedBound(ids, run.n, run.told, run.blind, run.upper, run.state is StopRule.PASS)


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


def member_scores(counts: Sequence[MemberCount], on: ModelCase) -> tuple[MemberScores, ...]:
    """Draws as members of an ensemble, one per member and level."""
    found: dict[tuple[str, str], dict[str, Draws]] = {}
    for count in counts:
        own = found.setdefault((count.member, count.level.value), {})
        known = own.get(count.attribute_id, Draws())
        own[count.attribute_id] = Draws(known.hits + count.hits, known.n + count.n)
    levels = {(count.member, count.level.value): count.level for count in counts}
    priors = {item.id: on.case.generalizations[item.id][-1].posterior for item in on.case.sensitive.attributes}
    return tuple(MemberScores(key[0], levels[key], {}, priors, draws) for key, draws in found.items())
