"""What would help a text that does not pass, and why a suggestion was not taken, in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.engine.outcome import Outcome
from ui.compose.viewmodels.advice import Advice, Advised, Worse
from ui.release.viewmodels.phases import AdviceState
from ui.shared.wording.wording import in_a_row, listed

NAMED = 3
"""Values of a suggestion that are named in its sentence; its popup lists all."""
_LONGEST = 30


def advice_changes(outcome: Outcome, advised: Advised) -> tuple[tuple[str, str], ...]:
    """(what stands there now, what would stand there) of every value that a suggestion changes."""
    becomes: dict[str, str] = {}
    for item in advised.artifact.replacements:
        becomes.setdefault(item.attribute_id, item.rendered.strip())
    found = []
    for name in advised.names:
        attribute = outcome.verdict.sensitive.by_id(name)
        value = attribute.mentions[0].text if attribute.mentions else attribute.value
        found.append((" ".join(value.split()), becomes.get(name, "")))
    return tuple(found)


def advice_headline(advice: Advice) -> str:
    """The verdict as long as one step may still do: what is known of that step."""
    translate = QCoreApplication.translate
    if advice.state is AdviceState.LOOKING:
        return translate("Advice", "It does not pass yet. Looking for what would help…")
    if advice.state is AdviceState.CHECKING:
        return translate("Advice", "Checking the text with more hidden…")
    return translate("Advice", "One step is missing: hide a little more, and the built-in attackers find nothing.")


def advice_detail(outcome: Outcome, advice: Advice) -> str:
    """What the suggestion would change; after a refused one why nothing was changed; "" where there is none."""
    translate = QCoreApplication.translate
    if advice.state is AdviceState.REFUSED:
        return refused_text(advice.worse)
    if advice.found is None:
        return ""
    changes = advice_changes(outcome, advice.found)
    shown = [_arrow(*change) for change in changes[:NAMED]]
    text = translate("Advice", "It would change: {values}.").replace("{values}", listed(shown))
    more = len(changes) - NAMED
    if more > 0:
        text = translate("Advice", "It would change: {values} and {count} more.")
        text = text.replace("{count}", str(more)).replace("{values}", listed(shown))
    if advice.found.passes:
        return text
    return in_a_row(text, translate("Advice", "Less would be told then, but it would not pass yet."))


def _arrow(value: str, becomes: str) -> str:
    short = value if len(value) <= _LONGEST else value[: _LONGEST - 1] + "…"
    return f"{short} → {becomes}" if becomes else short


def refused_text(worse: Worse) -> str:
    """Why a checked suggestion was not taken."""
    translate = QCoreApplication.translate
    why = {
        Worse.NOT: "",
        Worse.OTHER_VALUE: translate("Advice", "With more hidden, the check found another value."),
        Worse.EASIER: translate("Advice", "With more hidden, a value became easier to guess."),
        Worse.FEWER_PEOPLE: translate("Advice", "With more hidden, fewer people would fit what is told."),
        Worse.NO_HELP: translate("Advice", "Hiding more did not help."),
        Worse.BROKEN: translate("Advice", "The text with more hidden could not be checked."),
    }[worse]
    return in_a_row(why, translate("Advice", "So nothing was changed.")) if why else ""
