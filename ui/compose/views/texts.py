"""Short sentences of the compose workspace: reasons under a disabled button, verdict headlines, figures."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.domain.evidence import AttackerLevel
from core.domain.release import DestinationKind
from core.engine.outcome import Outcome
from ui.compose.viewmodels.dropped_files import Dropped, Refused
from ui.release.viewmodels.turns import Leaving, Turn, TurnState
from ui.shared.evidence.texts import Figure, figures
from ui.shared.wording.facts import byte_text, destination_name


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
        "writing": translate("Compose", "The local model writes. Esc stops it."),
        "testing": translate("Compose", "The destination's model reads it. Esc stops it."),
        "advising": translate("Compose", "Looking for what would help."),
        "infeasible": translate("Compose", "A person must decide first: hide more, edit, or queue it for review."),
        "packing": translate("Compose", "Putting together what would be sent."),
        "refused": translate("Compose", "It cannot be sent this way; see what stands in the way."),
        "confirm_first": translate("Compose", "Tick the box first."),
        "key_missing": translate("Compose", "Give the API key first."),
        "evaluator_running": translate("Compose", "Waiting for the embedded evaluator."),
        "evaluator_failed": translate("Compose", "Let the evaluator look again, or do without it."),
        "conversation_busy": translate("Compose", "Another text of this conversation is on its way from Review."),
        "edit_first": translate("Compose", "Check the edited text, or discard the changes."),
        "paste_first": translate("Compose", "Paste the answer into the box above."),
    }[reason]


def command_reason(key: str) -> str:
    """Why a command cannot be run now."""
    translate = QCoreApplication.translate
    return {
        "judged": translate("Compose", "The text is checked already; approve it or change it."),
        "not_judged": translate("Compose", "There is no verdict yet."),
        "idle": translate("Compose", "Nothing is running."),
        "running": translate("Compose", "Not while something is running."),
        "no_undo": translate("Compose", "Nothing to take back."),
        "no_redo": translate("Compose", "Nothing to do again."),
        "no_answer": translate("Compose", "There is no answer yet."),
        "locked": translate("Compose", "The program is locked."),
        "no_vault": translate("Compose", "There is no vault yet; set one up first."),
    }[key]


def left_text(why: Leaving) -> tuple[str, str]:
    """(what has gone from the screen, what the button says) after a person left something."""
    translate = QCoreApplication.translate
    undo = translate("Compose", "Undo")
    return {
        Leaving.NEW: (translate("Compose", "A new conversation has begun."), undo),
        Leaving.OPENED: (translate("Compose", "Another conversation is open."), undo),
        Leaving.EXAMPLE: (translate("Compose", "The example has taken the place of your text."), undo),
        Leaving.SET_ASIDE: (translate("Compose", "Set aside; nothing was sent. A new conversation has begun."), undo),
        Leaving.TAKEN_BACK: (translate("Compose", "The draft that was set aside is back."), undo),
        Leaving.RELEASED: (translate("Compose", "Marked as not sensitive."), undo),
        Leaving.DISCARDED: (translate("Compose", "Your edits by hand are discarded."), undo),
        Leaving.HIDDEN_MORE: (translate("Compose", "More is hidden now."), undo),
        Leaving.QUEUED: (
            translate(
                "Compose",
                "Queued: it waits under Review until a person decides. Nothing was sent. A new conversation has begun.",
            ),
            translate("Compose", "Open Review"),
        ),
        Leaving.RETURNED: (translate("Compose", "A reviewer returned this prompt to you."), ""),
    }[why]


def dropped_text(file: Dropped) -> str:
    """What came of a file that was dropped on the prompt."""
    translate = QCoreApplication.translate
    text = {
        None: translate("Compose", "{name}: its text stands in your prompt now."),
        Refused.KIND: translate("Compose", "{name}: refused. Only .txt and .md are read; save it as plain text first."),
        Refused.SIZE: translate("Compose", "{name}: refused. It holds more than a prompt may."),
        Refused.UNREADABLE: translate("Compose", "{name}: refused. It cannot be read as text (UTF-8)."),
    }[file.refused]
    return text.replace("{name}", file.name)


def verdict_figures(outcome: Outcome) -> tuple[Figure, ...]:
    """The figures of the one-line summary: what attacked, leakage at the strongest level, crowd."""
    evidence, protocol = outcome.verdict.evidence, outcome.certificate.protocol
    levels = [level for level in AttackerLevel if level in evidence.leakage]
    depth, *shown = figures(evidence, protocol)
    strongest = max(
        range(len(levels)),
        key=lambda place: evidence.leakage[levels[place]].advantage,
        default=None,
    )
    leakage = (shown[strongest],) if strongest is not None else ()
    behind = len(levels) + len(evidence.runs)
    return (depth, *leakage, shown[behind])


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
        TurnState.WRITING: translate("Compose", "{model} writes; no cloud gets the text"),
        TurnState.LOCAL: translate("Compose", "answered by {model}; no cloud got the text"),
    }[turn.state]
    if turn.state is TurnState.ANSWERED and turn.destination.kind is DestinationKind.MANUAL:
        text = translate("Compose", "{size} copied; you carried it by hand and pasted the answer")
    return text.replace("{size}", size).replace("{name}", name).replace("{model}", turn.model)
