"""Short sentences of the compose workspace: reasons under a disabled button, verdict headlines, figures."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from core.domain.evidence import AttackerLevel, Evidence
from core.domain.release import Destination, DestinationKind
from core.engine.outcome import Outcome
from ui.viewmodels.phases import Primary, PrimaryKind
from ui.viewmodels.turns import Turn, TurnState
from ui.widgets.wording import metric_name, number, percent


def destination_name(destination: Destination) -> str:
    """Name for people; the two that need no set-up are named by the program."""
    translate = QCoreApplication.translate
    if destination.kind is DestinationKind.DRY_RUN:
        return translate("Compose", "Dry run (nothing leaves)")
    if destination.kind is DestinationKind.MANUAL:
        return translate("Compose", "By hand (copy and paste)")
    return destination.name


def destination_host(destination: Destination) -> str:
    """Host and port of the base address, as typed."""
    return destination.base_url.partition("://")[2].partition("/")[0] or destination.base_url


def byte_text(count: int) -> str:
    """A byte count in the window's locale."""
    text = QCoreApplication.translate("Compose", "%n byte(s)", "", count)
    return text.replace("%n", QLocale().toString(count))


def primary_text(primary: Primary, destination: Destination, byte_count: int) -> str:
    """What the one button will do, and to whom."""
    translate = QCoreApplication.translate
    size = byte_text(byte_count)
    match primary.kind:
        case PrimaryKind.SANITIZE:
            return translate("Compose", "Sanitize && Send")
        case PrimaryKind.DRY_RUN:
            return translate("Compose", "Finish the dry run: {size}, nothing leaves").replace("{size}", size)
        case PrimaryKind.COPY:
            return translate("Compose", "Copy {size} for pasting").replace("{size}", size)
        case PrimaryKind.RESTORE:
            return translate("Compose", "Restore the pasted answer")
        case PrimaryKind.SEND:
            text = translate("Compose", "Send {size} to {host}").replace("{size}", size)
            return text.replace("{host}", destination_host(destination).replace("&", "&&"))


def reason_text(reason: str) -> str:
    """Why the primary action is disabled; empty for no reason."""
    translate = QCoreApplication.translate
    return {
        "": "",
        "engine_loading": translate("Compose", "The engine is starting. You can write meanwhile."),
        "engine_failed": translate("Compose", "The engine could not start, so nothing can be checked or sent."),
        "empty_prompt": translate("Compose", "Write or paste a prompt first."),
        "too_large": translate("Compose", "The prompt is larger than one million bytes."),
        "working": translate("Compose", "Checking. Esc stops it."),
        "sending": translate("Compose", "On its way. Esc stops it."),
        "infeasible": translate("Compose", "A person must decide first: hide more, edit, or set aside."),
        "packing": translate("Compose", "Putting together what would be sent."),
        "refused": translate("Compose", "It cannot be sent this way; see what stands in the way."),
        "confirm_first": translate("Compose", "Tick the box above first."),
        "edit_first": translate("Compose", "Check the edited text, or discard the changes."),
        "paste_first": translate("Compose", "Paste the answer into the box above."),
    }[reason]


def verdict_figures(outcome: Outcome) -> list[tuple[str, str]]:
    """(figure, what it means) in one line each: hits, bound, k, utility."""
    evidence = outcome.verdict.evidence
    figures = []
    sampled = [estimate for estimate in evidence.leakage.values() if estimate.n]
    if sampled:
        worst = max(sampled, key=lambda estimate: estimate.upper)
        figures.append(_hits(worst.hits, worst.n, worst.upper))
    else:
        figures.append(_exact(evidence, outcome))
    figures.append(_crowd(evidence, outcome))
    figures.append(_utility(evidence, outcome))
    return figures


def _hits(hits: int, n: int, upper: float) -> tuple[str, str]:
    translate = QCoreApplication.translate
    text = translate("Compose", "{hits} hits of {n}, bound {upper}")
    meaning = translate(
        "Compose",
        "The attackers asked {n} independent questions and named a hidden value {hits} times. With this many "
        "questions the true rate is below the bound in 95 of 100 cases. It says what these attackers found, "
        "not that nothing can be found.",
    )
    filled = []
    for part in (text, meaning):
        part = part.replace("{hits}", str(hits)).replace("{n}", str(n)).replace("{upper}", percent(upper))
        filled.append(part)
    return filled[0], filled[1]


def _exact(evidence: Evidence, outcome: Outcome) -> tuple[str, str]:
    translate = QCoreApplication.translate
    worst = max((estimate.mean for estimate in evidence.leakage.values()), default=0.0)
    text = translate("Compose", "leakage {mean} (limit {limit})")
    meaning = translate(
        "Compose",
        "How much better the built-in attackers guess the hidden values with the text than without it, averaged "
        "over the items, at their strongest level. It is computed, not sampled, and covers these attackers only: "
        "reader, frequencies, public texts, population.",
    )
    limit = outcome.certificate.protocol.tau_l
    return text.replace("{mean}", percent(worst)).replace("{limit}", percent(limit)), meaning


def _crowd(evidence: Evidence, outcome: Outcome) -> tuple[str, str]:
    translate = QCoreApplication.translate
    meaning = translate(
        "Compose",
        "How many people of a synthetic population fit what the text still tells (k). The limit is k* = {limit}. "
        "The population is drawn from published statistics; it is not the real one.",
    ).replace("{limit}", str(outcome.certificate.protocol.k_star))
    if evidence.k is None:
        return translate("Compose", "k not counted"), meaning
    return translate("Compose", "k ≈ {k}").replace("{k}", number(evidence.k, 0)), meaning


def _utility(evidence: Evidence, outcome: Outcome) -> tuple[str, str]:
    translate = QCoreApplication.translate
    utility = evidence.utility
    text = translate("Compose", "utility {mean} ({metric})")
    meaning = translate(
        "Compose",
        "How well the question can still be answered, from 0 to 1; the gate is {limit}. A proxy compares structured "
        "facts before and after; it does not read the question as a person would.",
    ).replace("{limit}", number(outcome.certificate.protocol.tau_u))
    if not utility.items:
        return translate("Compose", "utility not measurable here"), meaning
    return text.replace("{mean}", number(utility.mean)).replace("{metric}", metric_name(utility.metric)), meaning


def strongest_level(evidence: Evidence) -> AttackerLevel | None:
    """The level with the largest mean leakage."""
    return max(evidence.leakage, key=lambda level: evidence.leakage[level].mean, default=None)


def turn_state_text(turn: Turn) -> str:
    """What became of a turn."""
    translate = QCoreApplication.translate
    name = destination_name(turn.destination)
    size = byte_text(turn.byte_count)
    text = {
        TurnState.SENDING: translate("Compose", "sending {size} to {name}"),
        TurnState.STREAMING: translate("Compose", "{size} sent to {name}, answer arriving"),
        TurnState.AWAITING: translate("Compose", "{size} copied, waiting for the answer you paste"),
        TurnState.ANSWERED: translate("Compose", "{size} sent to {name}"),
        TurnState.DRY_RUN: translate("Compose", "dry run: {size} would have been sent, nothing left"),
        TurnState.CUT: translate("Compose", "{size} sent to {name}, answer incomplete"),
        TurnState.UNKNOWN: translate("Compose", "{size} may have been sent to {name}"),
    }[turn.state]
    return text.replace("{size}", size).replace("{name}", name)
