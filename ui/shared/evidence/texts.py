"""What each figure of the evidence says, by whom it was measured, and what it does not say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication, QLocale

from core.domain.evidence import AttackerLevel, Depth, Evidence, LeakageEstimate, Metric, SampledRun, UtilityEstimate
from core.domain.protocol import Profile, Protocol
from ui.shared.widgets.popover import Explained, paragraphs
from ui.shared.wording.wording import (
    attacker_name,
    bound_name,
    checked_name,
    column_name,
    depth_text,
    estimated,
    homes_figure,
    homes_text,
    in_a_row,
    listed,
    metric_name,
    number,
    percent,
    population_name,
    utility_note,
)


@dataclass(frozen=True, slots=True)
class Figure:
    """One line: `name`, `value`; `explained` opens beside it. `passes` None = no threshold applies. `note`: what the
    value must not be read without."""

    name: str
    value: str
    passes: bool | None
    explained: Explained
    note: str = ""


def figures(evidence: Evidence, protocol: Protocol, counted: str = "") -> tuple[Figure, ...]:
    """Depth, leakage per level, k, utility, R, bounds: in the order in which they are read. `counted`: which told
    things k rests on (`counted_text`)."""
    return tuple(_all(evidence, protocol, counted))


def plain_figures(evidence: Evidence, protocol: Protocol, counted: str = "") -> tuple[Figure, ...]:
    """What was found in words that need no symbol: who tried, whether anybody guessed, how many people fit, whether the
    question still stands. Each opens the same explanation as the figure that it rests on."""
    translate = QCoreApplication.translate
    found = [_depth(evidence)]
    strongest = max(evidence.leakage.values(), key=lambda item: item.advantage, default=None)
    if strongest is not None:
        figure = _leakage(strongest, evidence, protocol)
        name, nobody = translate("Evidence", "Guessed"), translate("Evidence", "nobody guessed it")
        share = translate("Evidence", "{0} in 100 more than by chance").format(
            QLocale().toString(round(100 * strongest.advantage))
        )
        found.append(Figure(name, nobody if figure.passes else share, figure.passes, figure.explained))
    crowd = _crowd(evidence, protocol)
    fits = translate("Evidence", "What is told fits")
    if evidence.crowd:
        value = translate("Evidence", "about {0} people").format(estimated(evidence.crowd))
    else:
        value = crowd.value
    found.append(Figure(fits, value, crowd.passes, crowd.explained, counted))
    found += _homes(evidence, protocol, translate("Evidence", "Taken together fits"))
    needs = _utility(evidence.utility, protocol)
    words = {
        True: translate("Evidence", "what the answer needs"),
        False: translate("Evidence", "less than the answer needs"),
        None: needs.value,
    }
    found.append(Figure(translate("Evidence", "Keeps"), words[needs.passes], needs.passes, needs.explained))
    return tuple(found)


def _all(evidence: Evidence, protocol: Protocol, counted: str) -> Iterator[Figure]:
    yield _depth(evidence)
    for level in AttackerLevel:
        found = evidence.leakage.get(level)
        if found is not None:
            yield _leakage(found, evidence, protocol)
    for run in evidence.runs:
        yield _run(run, evidence)
    yield replace(_crowd(evidence, protocol), note=counted)
    yield from _homes(evidence, protocol, QCoreApplication.translate("Evidence", "Households (k)"))
    yield _utility(evidence.utility, protocol)
    for further in evidence.further_utility:
        yield _utility(further, protocol)
    yield _restoration(evidence, protocol)
    for key, value in evidence.bounds.items():
        name, meaning = bound_name(key)
        yield Figure(name, number(value), None, _explained(name, what=meaning, by=_tr_computed()))


def _tr_computed() -> str:
    return QCoreApplication.translate("Evidence", "computed from the figures above, not measured")


def _explained(title: str, *, what: str, by: str, count: str = "", interval: str = "", unsaid: str = "") -> Explained:
    translate = QCoreApplication.translate
    rows = (
        (translate("Evidence", "Measured"), what),
        (translate("Evidence", "By whom"), by),
        (translate("Evidence", "How often"), count),
        (translate("Evidence", "Interval"), interval),
        (translate("Evidence", "Does not say"), unsaid),
    )
    return Explained(title, paragraphs(rows))


def _depth(evidence: Evidence) -> Figure:
    """What attacked, before any figure."""
    translate = QCoreApplication.translate
    name = translate("Evidence", "Attacked by")
    told = depth_text(evidence.depth, len(evidence.evaluated_types))
    members = dict.fromkeys(member for estimate in evidence.leakage.values() for member in estimate.members)
    by = listed(checked_name(member) for member in members)
    unsaid = translate("Evidence", "Only these attackers were tried. Others, or later ones, may find more.")
    short = {
        Depth.COMPUTED: translate("Evidence", "no language model"),
        Depth.EVALUATOR: translate("Evidence", "embedded evaluator"),
        Depth.MODEL: translate("Evidence", "your local model"),
        Depth.DESTINATION: translate("Evidence", "the destination's model"),
    }[evidence.depth]
    return Figure(name, short, None, _explained(name, what=told, by=by, unsaid=unsaid))


def _leakage(found: LeakageEstimate, evidence: Evidence, protocol: Protocol) -> Figure:
    translate = QCoreApplication.translate
    name = translate("Evidence", "Leakage (L), {0}").format(found.level.value)
    title = translate("Evidence", "Leakage, {0}").format(attacker_name(found.level))
    worst, count, interval = found.worst, translate("Evidence", "computed for every item; nothing was drawn"), ""
    value = translate("Evidence", "{0}, computed").format(percent(found.advantage))
    if worst is not None and worst.n:
        value = translate("Evidence", "{0} hits of {1}, bound {2}").format(
            worst.hits, worst.n, percent(worst.upper or 0.0)
        )
        count = translate("Evidence", "{0} draws by one attacker about one item").format(worst.n)
        interval = translate("Evidence", "{0} to {1} at {2} confidence").format(
            percent(worst.lower or 0.0), percent(worst.upper or 0.0), percent(protocol.confidence, 0)
        )
    before = evidence.before.get(found.level)
    what = translate(
        "Evidence", "How much more often than by guessing an attacker names a true value, at the worst item."
    )
    if before is not None:
        what = in_a_row(
            what, translate("Evidence", "On your prompt as written: {0}.").format(percent(before.advantage))
        )
    unsaid = translate("Evidence", "Only these attackers were tried. Others, or later ones, may find more.")
    by = checked_name(worst.attacker) if worst is not None else listed(checked_name(member) for member in found.members)
    explained = _explained(title, what=what, by=by, count=count, interval=interval, unsaid=unsaid)
    return Figure(name, value, _within(found, protocol), explained)


def _within(found: LeakageEstimate, protocol: Protocol) -> bool:
    """Whether every attacker of the level stays below what the protocol tolerates of each item."""
    return all(item.hits <= 1 if item.n else item.cap is None or item.posterior <= item.cap for item in found.words)


def _run(run: SampledRun, evidence: Evidence) -> Figure:
    """A certification by draws: its own line, with the attempt that it is."""
    translate = QCoreApplication.translate
    name = translate("Evidence", "Local model, attempt {0}").format(run.attempt)
    value = translate("Evidence", "{0} hits of {1}, at most {2} of any item").format(
        run.hits, run.n, percent(run.upper)
    )
    what = translate(
        "Evidence", "How often the local model names an item, the worst item and the worst kind of question."
    )
    count = translate("Evidence", "{0} distinct questions, {1} choices with and without the text").format(
        run.clusters, sum(item.n for item in run.choices)
    )
    interval = translate("Evidence", "bounds at an error of {0}: every attempt has half of the one before").format(
        percent(run.error, 2)
    )
    unsaid = translate("Evidence", "Another model, or other questions, may find more.")
    by = translate("Evidence", "your local model")
    explained = _explained(name, what=what, by=by, count=count, interval=interval, unsaid=unsaid)
    return Figure(name, value, run.passed, explained)


def _crowd(evidence: Evidence, protocol: Protocol) -> Figure:
    translate = QCoreApplication.translate
    name = translate("Evidence", "Crowd (k)")
    what = translate("Evidence", "How many people of the reference population fit what the text still tells.")
    unsaid = translate("Evidence", "An estimate: the population is drawn from published totals and is no register.")
    k = evidence.k
    if k is None:
        return Figure(
            name,
            translate("Evidence", "not counted"),
            None,
            _explained(
                name, what=what, by=translate("Evidence", "no combination of items could be counted"), unsaid=unsaid
            ),
        )
    if protocol.profile is not Profile.STRICT:
        return _people(evidence, protocol, name, what, unsaid)
    smallest = min(evidence.combinations, key=lambda item: item.k)
    by = translate("Evidence", "population {0}, columns {1}").format(
        population_name(smallest.population), listed(column_name(item) for item in smallest.dimensions)
    )
    count = translate("Evidence", "{0} combinations counted").format(len(evidence.combinations))
    value = translate("Evidence", "about {0}").format(estimated(k))
    return Figure(name, value, k >= protocol.k_star, _explained(name, what=what, by=by, count=count, unsaid=unsaid))


def _people(evidence: Evidence, protocol: Protocol, name: str, what: str, unsaid: str) -> Figure:
    """Where values are told on purpose the limit counts people, not records."""
    translate = QCoreApplication.translate
    smallest = min(evidence.combinations, key=lambda item: item.people)
    by = translate("Evidence", "population {0}, columns {1}").format(
        population_name(smallest.population), listed(column_name(item) for item in smallest.dimensions)
    )
    count = translate("Evidence", "{0} combinations counted").format(len(evidence.combinations))
    value = translate("Evidence", "about {0} people").format(estimated(smallest.people))
    passes = smallest.people >= protocol.crowd
    return Figure(name, value, passes, _explained(name, what=what, by=by, count=count, unsaid=unsaid))


def _homes(evidence: Evidence, protocol: Protocol, name: str) -> tuple[Figure, ...]:
    """The line of the household; none where facts of fewer than two of its people are told."""
    translate = QCoreApplication.translate
    smallest = min(evidence.households, key=lambda item: item.people, default=None)
    if smallest is None:
        return ()
    what = translate(
        "Evidence",
        "How many households of the reference population fit what the text tells of several people of one household, "
        "taken together.",
    )
    unsaid = translate(
        "Evidence",
        "An estimate: facts of different people of it count as independent. Members of one family are more alike than "
        "strangers, so really more households fit.",
    )
    by = translate("Evidence", "population {0}, columns {1}").format(
        population_name(smallest.population), listed(dict.fromkeys(map(column_name, smallest.dimensions)))
    )
    homes = evidence.homes
    if homes is None:
        unknown = translate("Evidence", "a place lies outside the countries whose population is modelled")
        return (Figure(name, translate("Evidence", "not counted"), None, _explained(name, what=what, by=unknown)),)
    passes = homes >= protocol.k_star
    explained = _explained(name, what=in_a_row(what, homes_text(homes)), by=by, unsaid=unsaid)
    return (Figure(name, homes_figure(homes), passes, explained),)


def _utility(found: UtilityEstimate, protocol: Protocol) -> Figure:
    translate = QCoreApplication.translate
    name = translate("Evidence", "Utility (U), {0}").format(metric_name(found.metric))
    proxy = found.metric is Metric.STRUCTURED_PROXY
    what = translate("Evidence", "Whether questions about the task get the same answer from the changed text.")
    notes = in_a_row(*(utility_note(note) for note in found.notes))
    if found.metric is Metric.NEEDS:
        return _needs(found, protocol)
    if not found.computed:
        unsaid = translate("Evidence", "A measurement that failed has no figure, and passes no limit.")
        by = translate("Evidence", "a local language model")
        explained = _explained(name, what=what, by=by, count=notes, unsaid=unsaid)
        return Figure(name, translate("Evidence", "not computed"), False, explained)
    if not found.items:
        return Figure(
            name,
            translate("Evidence", "nothing to ask"),
            None,
            _explained(name, what=what, by=translate("Evidence", "no question could be formed")),
        )
    by = translate("Evidence", "fixed questions about each item, without a language model")
    other = translate("Evidence", "a local language model")
    interval = translate("Evidence", "{0} to {1}").format(number(found.lower), number(found.upper))
    unsaid = translate("Evidence", "A proxy: it does not read the answer of the cloud model.")
    tau = protocol.tau_u_semantic if found.metric is Metric.SEMANTIC else protocol.tau_u
    explained = _explained(
        name,
        what=what,
        by=by if proxy else other,
        count=_asked(found),
        interval=interval,
        unsaid=unsaid if proxy else notes,
    )
    return Figure(name, number(found.mean), found.mean >= tau, explained)


def _needs(found: UtilityEstimate, protocol: Protocol) -> Figure:
    """Read off the text. Too few values: nothing is said, and no limit is missed."""
    translate = QCoreApplication.translate
    name = translate("Evidence", "Utility (U), {0}").format(metric_name(found.metric))
    what = translate("Evidence", "How much of what the answer needs is told, coarser, or comes back by itself.")
    by = translate("Evidence", "read off the text; no language model was asked")
    notes = in_a_row(*(utility_note(note) for note in found.notes))
    values = translate("Evidence", "{0} values that the answer needs").format(len(found.items))
    unsaid = translate("Evidence", "It does not read the answer of the cloud model.")
    if not found.computed:
        explained = _explained(name, what=what, by=by, count=values, unsaid=notes)
        return Figure(name, translate("Evidence", "not measured"), None, explained)
    interval = translate("Evidence", "{0} to {1}").format(number(found.lower), number(found.upper))
    explained = _explained(name, what=what, by=by, count=values, interval=interval, unsaid=unsaid)
    return Figure(name, number(found.mean), found.mean >= protocol.tau_u, explained)


def _asked(found: UtilityEstimate) -> str:
    translate = QCoreApplication.translate
    count = translate("Evidence", "{0} questions").format(len(found.items))
    if not found.missing:
        return count
    left_out = translate("Evidence", "{0} without a grade were left out, not guessed").format(found.missing)
    return listed((count, left_out))


def _restoration(evidence: Evidence, protocol: Protocol) -> Figure:
    translate = QCoreApplication.translate
    name = translate("Evidence", "Restoration (R), diagnostic")
    what = translate("Evidence", "How close the text rebuilt on this computer comes to what you wrote.")
    unsaid = translate("Evidence", "Nothing about leakage: only this computer holds the values. It never decides.")
    by = translate("Evidence", "literal comparison")
    if evidence.restoration.score < protocol.tau_r:
        below = translate("Evidence", "Coarser values do not come back by themselves: it is below {0}.")
        what = in_a_row(what, below.format(number(protocol.tau_r)))
    fallback = evidence.restoration.fallback
    if fallback is not None:
        what = in_a_row(what, translate("Evidence", "By meaning instead of words it is {0}.").format(number(fallback)))
    return Figure(name, number(evidence.restoration.score), None, _explained(name, what=what, by=by, unsaid=unsaid))
