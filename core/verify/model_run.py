"""One certification by a model: fresh draws, one question per request, over attribute x template x seed (LLM.md 5, 7).

The rule is the curtailed two-stage one; the number of certifications is fixed in advance by the protocol. Before the
draws, planted values must be found on this very text, and no best guess at temperature 0 may be right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from core.domain.events import CancelToken
from core.domain.evidence import (
    AttackerLevel,
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
    NOTHING_KNOWN,
    OPEN_TEMPLATES,
    Template,
)
from core.verify.certification_draws import Answered, Opening, Planted, RuledDraws
from core.verify.controls import PositiveControls, planted_in
from core.verify.dialogues import Dialogue, Table, server_failed
from core.verify.draw_plan import Plan, plan
from core.verify.estimates import Draws, MemberScores
from core.verify.gate import rule_passes, upper_bound
from core.verify.runs import worst_upper

ENSEMBLE = "model"
QUESTIONS_PER_SLOT = 10
"""Draws asked together per slot of the server: few enough that a hit stops the run early, and its bound is seen."""
LEAST_TOGETHER = 8
BEST = "best"
"""Name of the answer at temperature 0 among the templates."""
CONTROL_DRAWS = 2
"""Questions about one planted value; one right answer finds it."""

Watch = Callable[[int, int], None]
"""Draws and hits so far."""


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
        """Controls, best guesses and draws, side by side.

        `uses`: every template with its offline controls. Raises EvaluationInvalid (`verify.control_missed`,
        `verify.missing_probes`), KnownError with the server's code, Cancelled.
        """
        counted = frozenset(use.template for use in uses if use.counted)
        planned = plan(self._attackers, on, gated, counted, protocol)
        table: Table[Answered] = Table(self._model, cancel)
        controls = self._planting(on, counted, protocol, nonce)
        opening = Opening(len(controls))
        for control in controls:
            opening.expect(table.join(control))
        for item in planned.attributes:
            if not self._attackers.guessable(on.case, item, protocol):
                opening.expect(table.join(self._attackers.best(on, item, runners_up=False)))
        draws = RuledDraws(self._attackers, on, planned, protocol)
        together = max(LEAST_TOGETHER, QUESTIONS_PER_SLOT * self._model.capabilities.slots)
        while table.open or draws.wanted(opening):
            if draws.wanted(opening):
                draws.deal(table, together)
            for number, outcome in table.round().items():
                if not opening.heard(number, outcome):
                    draws.heard(number, outcome)
            if draws.count():
                watch(draws.run.n, draws.run.hits)
            if draws.decided and not opening.pending:
                break
        draws.check()
        return self._sample(planned, uses, opening, draws.counted, on, protocol)

    def _planting(self, on: Stand, counted: frozenset[str], protocol: Protocol, nonce: str) -> list[Dialogue[Answered]]:
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
                rungs={},
                gaps=(),
            )
            there = self._attackers.stand(case, targets, nonce, on.temperature, seeds=on.seeds, run=on.run + 1 + number)
            dialogues.append(self._control(there, attribute, templates, number))
        return dialogues

    def _control(
        self, on: Stand, attribute: SensitiveAttribute, templates: Sequence[Template], number: int
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
        drawn: Sequence[Drawn],
        on: Stand,
        protocol: Protocol,
    ) -> ModelSample:
        counts = _counts(drawn)
        hits, n = sum(count.hits for count in counts), sum(count.n for count in counts)
        best = opening.findings
        tallies = [*opening.tallies, *(one.tally for one in drawn)]
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
        )
        outcomes = (*(finding.outcome for finding in best), *(one.outcome for one in drawn))
        return ModelSample(run, outcomes, member_scores(counts, on))


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
