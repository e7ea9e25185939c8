"""Results for people: S, what would be sent, the evidence and what it does not say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.cli.terminal import cell, table
from app.messages import Messages
from core.domain.artifact import EXACT_LEVEL, Artifact
from core.domain.disclosure import DisclosureRole, PlanItem, Treatment
from core.domain.evidence import AttackerLevel, CombinationCount, Depth, LeakageEstimate
from core.domain.protocol import Profile
from core.domain.release import Certificate
from core.domain.sensitive import LayerState, SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Kind, Taxonomy
from core.domain.verdict import ResidualItem, Verdict, VerdictKind
from core.engine.outcome import Outcome
from core.extract.cascade import BY_DICTIONARY
from core.restore.neutral import neutralise

_MILLISECONDS = 1000
_VALUE_COLUMNS = 40
_NOTHING = "–"

_GROUPS = (Treatment.HIDE, Treatment.COARSEN, Treatment.TELL)


def extract_report(sensitive: SensitiveSet, taxonomy: Taxonomy, messages: Messages, seconds: float) -> Iterator[str]:
    """Lines for `drsl extract`."""
    yield from _overruled(sensitive, taxonomy, messages)
    if not sensitive.attributes and not sensitive.overruled:
        yield messages("report.nothing_found")
    elif sensitive.attributes:
        yield messages("report.found", n=len(sensitive.attributes))
        rows = [
            [
                cell(mention.text, _VALUE_COLUMNS),
                taxonomy[mention.type_id].labels[messages.language],
                messages(f"kind.{taxonomy[mention.type_id].kind.value}"),
                f"{mention.start}–{mention.end}",
                messages(f"layer.{mention.layer.value}"),
                mention.explanation.recognizer,
                f"{mention.explanation.score:.2f}",
            ]
            for mention in sensitive.mentions
        ]
        yield from table(messages("report.head.mentions").split("|"), rows)
    yield from _set_aside(sensitive, taxonomy, messages)
    yield from _combinations(sensitive, taxonomy, messages)
    yield from _layers(sensitive, messages)
    yield messages("report.time", ms=f"{seconds * _MILLISECONDS:.0f}")


def _overruled(sensitive: SensitiveSet, taxonomy: Taxonomy, messages: Messages) -> Iterator[str]:
    """Identifiers that were found and are told because a person said so: types and reasons, no values."""
    if sensitive.overruled:
        yield messages("report.told_by_decision", n=len(sensitive.overruled))
        for item in sensitive.overruled:
            reason = messages(item.reason) if item.reason == BY_DICTIONARY else item.reason
            yield f"  {taxonomy[item.type_id].labels[messages.language]}: {reason}"


def _set_aside(sensitive: SensitiveSet, taxonomy: Taxonomy, messages: Messages) -> Iterator[str]:
    """What is told because nobody is behind it, so that a person can disagree."""
    if sensitive.set_aside:
        yield messages("report.set_aside", n=len(sensitive.set_aside))
        seen = {(mention.text, mention.type_id): mention for mention in sensitive.set_aside}
        for mention in seen.values():
            yield f"  {cell(mention.text, _VALUE_COLUMNS)}  {taxonomy[mention.type_id].labels[messages.language]}"


def sanitize_report(outcome: Outcome, taxonomy: Taxonomy, messages: Messages, seconds: float) -> Iterator[str]:
    """Lines for `drsl sanitize`."""
    verdict = outcome.verdict
    yield from _heading(messages("report.sensitive"))
    yield from _attributes(outcome, taxonomy, messages)
    yield from _set_aside(verdict.sensitive, taxonomy, messages)
    yield from _combinations(verdict.sensitive, taxonomy, messages)
    yield from _layers(verdict.sensitive, messages)
    yield from _heading(messages("report.would_send", bytes=len(verdict.artifact.payload)))
    for line in neutralise(verdict.artifact.text).splitlines() or [""]:
        yield f"  {line}"
    yield f"  SHA-256 {verdict.artifact.sha256}"
    yield from _heading(messages("report.depth"))
    yield from _depth(outcome.certificate, taxonomy, messages)
    yield from _heading(messages("report.leakage", confidence=f"{outcome.certificate.protocol.confidence:.0%}"))
    yield from _leakage(verdict, taxonomy, messages)
    yield from _measures(outcome, taxonomy, messages)
    yield from _heading(messages("report.verdict"))
    yield from _verdict(outcome, taxonomy, messages)
    yield from _heading(messages("report.does_not_say"))
    for key in outcome.certificate.does_not_say:
        yield f"  - {messages(key)}"
    yield ""
    yield messages("report.nothing_was_sent")
    yield messages("report.time", ms=f"{seconds * _MILLISECONDS:.0f}")


def _heading(text: str) -> tuple[str, str]:
    return "", text


def _attributes(outcome: Outcome, taxonomy: Taxonomy, messages: Messages) -> Iterator[str]:
    sensitive, artifact = outcome.verdict.sensitive, outcome.verdict.artifact
    yield from _overruled(sensitive, taxonomy, messages)
    if not sensitive.attributes:
        if not sensitive.overruled:
            yield "  " + messages("report.nothing_found")
        return
    rendered: dict[str, str] = {}
    for item in artifact.replacements:
        rendered[item.attribute_id] = rendered.get(item.attribute_id) or item.rendered
    yield "  " + messages(f"report.task.{outcome.plan.task.value}")
    for treatment in _GROUPS:
        rows = [
            [
                taxonomy[attribute.type_id].labels[messages.language] + ("" if attribute.sure else " ?"),
                messages(f"role.{planned.role.value}"),
                cell(attribute.mentions[0].text if attribute.mentions else attribute.value, _VALUE_COLUMNS),
                str(len(attribute.mentions)),
                cell(rendered.get(attribute.id, ""), _VALUE_COLUMNS) or _NOTHING,
                messages(f"disclosure.{planned.reason}"),
            ]
            for attribute in sensitive.attributes
            if (planned := outcome.plan.item(attribute.id) or unplanned(attribute, artifact)).treatment is treatment
        ]
        if rows:
            yield "  " + messages(f"report.group.{treatment.value}", n=len(rows))
            yield from table(messages("report.head.attributes").split("|"), rows)
    if any(not attribute.sure for attribute in sensitive.attributes):
        yield "  " + messages("report.questions")


def unplanned(attribute: SensitiveAttribute, artifact: Artifact) -> PlanItem:
    """What is seen to be done with an attribute in a run that kept no plan."""
    level = artifact.levels.get(attribute.id, EXACT_LEVEL)
    explicit = attribute.kind is Kind.EXPLICIT
    role = DisclosureRole.IDENTIFIES if explicit else DisclosureRole.TOPIC
    hidden = any(item.token == item.rendered for item in artifact.replacements if item.attribute_id == attribute.id)
    treatment = Treatment.TELL if level == EXACT_LEVEL else Treatment.HIDE if hidden else Treatment.COARSEN
    return PlanItem(attribute.id, role, treatment, level, role.value)


def _combinations(sensitive: SensitiveSet, taxonomy: Taxonomy, messages: Messages) -> Iterator[str]:
    names = {item.id: taxonomy[item.type_id].labels[messages.language] for item in sensitive.attributes}
    for item in sensitive.combinations:
        joined = " + ".join(names.get(identifier, "?") for identifier in item.attribute_ids)
        yield "  " + messages("report.combination", names=joined, reason=messages(item.reason))


def _layers(sensitive: SensitiveSet, messages: Messages) -> Iterator[str]:
    for health in sensitive.layers:
        if health.state is not LayerState.OK:
            layer = messages(f"layer.{health.layer.value}")
            reason = messages(health.reason, recognizers=", ".join(health.recognizers))
            yield "  " + messages(f"report.layer_{health.state.value}", layer=layer, reason=reason)


def _depth(certificate: Certificate, taxonomy: Taxonomy, messages: Messages) -> Iterator[str]:
    """What attacked the text, before any figure."""
    evidence, retest = certificate.evidence, certificate.retest
    yield "  " + messages("depth.computed")
    if evidence.evaluated_types:
        types = ", ".join(taxonomy[type_id].labels[messages.language] for type_id in evidence.evaluated_types)
        yield "  " + messages("depth.evaluator", types=types)
    if evidence.depth is Depth.MODEL:
        models = ", ".join(model.id for model in certificate.engine.models.values()) or "?"
        yield "  " + messages("depth.local_model", models=models)
    if retest is not None and retest.answered:
        yield "  " + messages("depth.destination", model=retest.model)
    if certificate.depth is Depth.COMPUTED:
        yield "  " + messages("depth.no_model")


def _leakage(verdict: Verdict, taxonomy: Taxonomy, messages: Messages) -> Iterator[str]:
    evidence = verdict.evidence
    types = {item.id: taxonomy[item.type_id].labels[messages.language] for item in verdict.sensitive.attributes}
    levels = [level for level in AttackerLevel if level in evidence.leakage or level in evidence.before]
    rows = []
    for level in levels:
        before, after = evidence.before.get(level), evidence.leakage.get(level)
        rows.append(
            [
                f"{level.value} {messages(f'attacker.{level.value}')}",
                _NOTHING if before is None else f"{before.advantage:.3f}",
                *_after(after, types, messages),
            ]
        )
    yield from table(messages("report.head.leakage").split("|"), rows)
    yield "  " + messages("report.leakage_meaning")
    for run in evidence.runs:
        yield "  " + messages(
            "report.attempt",
            attempt=run.attempt,
            hits=run.hits,
            n=run.n,
            clusters=run.clusters,
            upper=f"{run.upper:.3f}",
            error=f"{run.error:.4f}",
            result=messages("report.attempt.passed" if run.passed else "report.attempt.failed"),
        )
    for flag in evidence.review_flags:
        yield "  ! " + messages(flag)


def _after(estimate: LeakageEstimate | None, types: dict[str, str], messages: Messages) -> Sequence[str]:
    """The worst attribute, whose word it is, and how it came to it."""
    if estimate is None:
        return messages("report.not_computed"), _NOTHING, _NOTHING, _NOTHING
    worst = estimate.worst
    if worst is None:
        return f"{0:.3f}", _NOTHING, _NOTHING, messages("report.exact")
    how = messages("report.exact")
    if worst.n:
        how = messages(
            "report.drawn", hits=worst.hits, n=worst.n, lower=f"{worst.lower or 0:.3f}", upper=f"{worst.upper or 0:.3f}"
        )
    return f"{worst.advantage:.3f}", types.get(worst.attribute_id, _NOTHING), messages(worst.attacker), how


def _measures(outcome: Outcome, taxonomy: Taxonomy, messages: Messages) -> Iterator[str]:
    evidence, protocol = outcome.verdict.evidence, outcome.certificate.protocol
    utility = evidence.utility
    key = utility.metric.value if utility.computed else "not_measured"
    yield "  " + messages(
        f"report.utility.{key}",
        mean=f"{utility.mean:.2f}",
        lower=f"{utility.lower:.2f}",
        upper=f"{utility.upper:.2f}",
        n=len(utility.items),
        tau=f"{protocol.tau_u:g}",
    )
    if evidence.k is None:
        yield "  " + messages("report.k_not_counted")
    else:
        smallest = min(evidence.combinations, key=lambda item: item.k)
        counted = {"population": smallest.population, "columns": counted_columns(smallest, taxonomy, messages)}
        if protocol.profile is Profile.STRICT:
            yield "  " + messages("report.k", k=f"{evidence.k:.1f}", star=protocol.k_star, **counted)
        else:
            people = f"{evidence.crowd or 0:,.0f}"
            yield "  " + messages("report.people", people=people, least=f"{protocol.crowd:,}", **counted)
    if evidence.homes is not None:
        smallest = min(evidence.households, key=lambda item: item.people)
        columns = counted_columns(smallest, taxonomy, messages)
        yield "  " + messages(
            "report.households", homes=f"{evidence.homes:,.1f}", star=protocol.k_star, columns=columns
        )
    yield "  " + messages("report.restoration", r=f"{evidence.restoration.score:.2f}")
    controls = evidence.controls
    if controls is not None:
        yield "  " + messages("report.controls", found=controls.found, planted=controls.planted)


def counted_columns(counted: CombinationCount, taxonomy: Taxonomy, messages: Messages) -> str:
    """What was counted, each once: columns of the population, and types that are taken as independent of them."""
    names: dict[str, str] = {}
    for label in counted.dimensions:
        plain = label.removesuffix("*")
        of = next((kind for kind in taxonomy if plain in (kind.dimension, kind.id.lower())), None)
        name = of.labels[messages.language] if of is not None else plain
        names[label] = name if plain == label else messages("report.independent", name=name)
    return messages("report.and").join(names.values())


def _verdict(outcome: Outcome, taxonomy: Taxonomy, messages: Messages) -> Iterator[str]:
    verdict = outcome.verdict
    passed = verdict.kind is VerdictKind.PASS
    yield "  " + messages(f"depth.reached.{outcome.certificate.depth.value}")
    yield f"  {verdict.kind.value}: " + messages("report.pass" if passed else "report.infeasible", n=verdict.rounds)
    if verdict.sensitive.overruled:
        yield "  " + messages("report.told_by_decision", n=len(verdict.sensitive.overruled))
    if verdict.residual.reason:
        yield "  " + messages(verdict.residual.reason)
    types = {item.id: taxonomy[item.type_id].labels[messages.language] for item in verdict.sensitive.attributes}
    if verdict.residual.items:
        rows = [_residual_row(item, types, messages) for item in verdict.residual.items]
        yield from table(messages("report.head.residual").split("|"), rows)
    if verdict.residual.checked:
        checked = ", ".join(dict.fromkeys(types.get(key) or messages(key) for key in verdict.residual.checked))
        yield "  " + messages("report.checked", checked=checked)


def _residual_row(item: ResidualItem, types: dict[str, str], messages: Messages) -> Sequence[str]:
    place = _NOTHING if item.start < 0 else f"{item.start}–{item.end}"
    return (
        types.get(item.attribute_id, _NOTHING),
        item.level.value,
        messages(f"residual.{item.reason}"),
        f"{item.posterior:.3f}",
        f"{item.prior:.3f}",
        place,
    )
