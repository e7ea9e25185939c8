"""Words of the review, in the language of the window."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication

from core.domain.disclosure import Treatment
from core.domain.sensitive import SensitiveAttribute
from core.domain.taxonomy import Kind
from core.engine.outcome import Outcome
from core.engine.what_if import Prediction
from core.store.records import ReviewAction, ReviewDecision, ReviewOrder, ReviewState
from ui.release.viewmodels.staging import Option
from ui.release.viewmodels.submission import PARKED
from ui.review.viewmodels.crowds import Smaller
from ui.review.viewmodels.intake import ANSWERED_HERE
from ui.review.viewmodels.moves import Word
from ui.review.viewmodels.queue import Age
from ui.shared.wording.facts import moment_text
from ui.shared.wording.wording import estimated, homes_text, in_a_row, number, percent, residual_reason, treatment_name

MINUTE, HOUR, DAY = 60, 3600, 86400
FAILING = 3
"""Values of a failed check that are named beside the verdict."""
FAILING_WORDS = 60
"""Characters of the words that give a value away."""


def state_name(state: ReviewState) -> str:
    translate = QCoreApplication.translate
    return {
        ReviewState.OPEN: translate("Review", "Waits"),
        ReviewState.PARKED: translate("Review", "Set aside"),
        ReviewState.APPROVED_SENT: translate("Review", "Approved and sent"),
        ReviewState.APPROVED_COPIED: translate("Review", "Approved and copied"),
        ReviewState.ANSWERED_LOCALLY: translate("Review", "Answered locally"),
        ReviewState.RETURNED: translate("Review", "Returned to the author"),
        ReviewState.REJECTED: translate("Review", "Rejected"),
    }[state]


def order_name(order: ReviewOrder) -> str:
    translate = QCoreApplication.translate
    return {
        ReviewOrder.OLDEST: translate("Review", "Oldest first"),
        ReviewOrder.NEWEST: translate("Review", "Newest first"),
        ReviewOrder.MOST_HITS: translate("Review", "Most hits first"),
        ReviewOrder.SMALLEST_K: translate("Review", "Smallest crowd first"),
    }[order]


def age_name(age: Age) -> str:
    translate = QCoreApplication.translate
    return {
        Age.ANY: translate("Review", "Any age"),
        Age.HOUR: translate("Review", "Older than an hour"),
        Age.DAY: translate("Review", "Older than a day"),
        Age.WEEK: translate("Review", "Older than a week"),
    }[age]


def queue_reason(key: str) -> str:
    """Why an item is in the queue."""
    translate = QCoreApplication.translate
    if key == PARKED:
        return translate("Review", "Set aside by its author.")
    return residual_reason(key)


def decision_reason(reason: str) -> str:
    """A recorded reason; the program's own are keys."""
    if reason == "review.passed":
        return QCoreApplication.translate("Review", "It passed the check after the review.")
    if reason == ANSWERED_HERE:
        return QCoreApplication.translate("Review", "Answered on this computer; no cloud got it.")
    return reason


def decided_text(decision: ReviewDecision) -> str:
    """Who decided, when, and why."""
    translate = QCoreApplication.translate
    text = translate("Review", "Decided by {who}, {when}. Reason: {reason}")
    fields = {
        "{when}": moment_text(decision.at),
        "{who}": decision.reviewer,
        "{reason}": decision_reason(decision.reason) or "–",
    }
    for field, value in fields.items():
        text = text.replace(field, value, 1)
    return text


def since(moment: datetime, now: datetime) -> str:
    """How long ago, in one unit."""
    translate = QCoreApplication.translate
    seconds = max(0, int((now - moment).total_seconds()))
    if seconds < MINUTE:
        return translate("Review", "just now")
    if seconds < HOUR:
        return translate("Review", "{0} min").format(seconds // MINUTE)
    if seconds < DAY:
        return translate("Review", "{0} h").format(seconds // HOUR)
    return translate("Review", "{0} d").format(seconds // DAY)


def value_text(attribute: SensitiveAttribute) -> str:
    """The value as it was written."""
    return attribute.mentions[0].text if attribute.mentions else attribute.value


def failing_texts(outcome: Outcome) -> tuple[str, ...]:
    """Each value that a check found to tell too much, with the words of the text that give it away; a few of them, then
    how many more."""
    translate = QCoreApplication.translate
    verdict = outcome.verdict
    known = {item.id: item for item in verdict.sensitive.attributes}
    text, told = verdict.artifact.text, []
    for name, item in {item.attribute_id: item for item in reversed(verdict.residual.items)}.items():
        value = value_text(known[name]) if name in known else translate("Review", "a value without a card")
        words = " ".join(text[item.start : item.end].split()) if 0 <= item.start < item.end else ""
        line = (
            translate("Review", "{value}: given away by “{words}”.")
            if words
            else translate("Review", "{value}: nowhere in particular.")
        )
        told.append(line.replace("{value}", value).replace("{words}", words[:FAILING_WORDS]))
    told.reverse()
    more = len(told) - FAILING
    if more > 0:
        rest = translate("Review", "And {count} more; each has its card.").replace("{count}", str(more))
        return (*told[:FAILING], rest)
    return tuple(told)


def undo_text(word: Word) -> str:
    """What an undo is about to take back out of sight, or has taken back."""
    translate = QCoreApplication.translate
    return {
        Word.NONE: "",
        Word.ELSEWHERE: translate("Review", "Your last step was in another item. Undo again takes it back there."),
        Word.DECISION: translate("Review", "Your last step was a decision. Undo again lets the item wait once more."),
        Word.TAKEN_BACK: translate("Review", "Taken back."),
    }[word]


def choice_text(option: Option) -> str:
    """What a choice does, in one line."""
    translate = QCoreApplication.translate
    match option.choice.action:
        case ReviewAction.REMOVE:
            return _becomes(treatment_name(Treatment.HIDE), option)
        case ReviewAction.KEEP:
            return _becomes(translate("Review", "Tell…"), option)
        case ReviewAction.NOT_SENSITIVE:
            return _becomes(translate("Review", "Not sensitive…"), option)
    return _becomes(treatment_name(Treatment.HIDE if option.hides else Treatment.COARSEN), option)


def _becomes(choice: str, option: Option) -> str:
    shown = option.rendered.strip()
    return f"{choice} → {shown}" if shown else choice


def chosen_text(action: ReviewAction) -> str:
    """What was chosen, beside the value."""
    translate = QCoreApplication.translate
    return {
        ReviewAction.KEEP: translate("Review", "leaves as it is"),
        ReviewAction.LEVEL: translate("Review", "generalised"),
        ReviewAction.REMOVE: translate("Review", "removed"),
        ReviewAction.NOT_SENSITIVE: translate("Review", "not sensitive"),
        ReviewAction.EDIT: translate("Review", "edited by hand"),
        ReviewAction.MARK: translate("Review", "marked by hand"),
    }[action]


def crowd(k: float | None) -> str:
    """k as a plain figure, a dash where none was counted."""
    if k is None:
        return "–"
    return estimated(k) if k >= 10 else number(k, 1)


def figures(found: Prediction) -> tuple[str, str, str]:
    """L, U and the crowd of a prediction, in people; a dash for what was not measured, or is not known."""
    useful = number(found.utility) if found.measured else "–"
    return percent(found.leakage), useful, crowd(found.people)


def identifies(attribute: SensitiveAttribute, option: Option) -> bool:
    """Whether the choice lets something leave that names or reaches somebody by itself: no crowd hides that."""
    return option.choice.needs_reason and attribute.kind is Kind.EXPLICIT


def uncounted(attribute: SensitiveAttribute, option: Option) -> bool:
    """Whether the choice tells something of the value that the number of people says nothing about."""
    tells = (option.choice.needs_reason or not option.hides) and not identifies(attribute, option)
    found = option.prediction
    return tells and found.people is not None and attribute.id not in found.counts


def people_cell(attribute: SensitiveAttribute, option: Option) -> str:
    """The crowd of a choice, as it stands beside it."""
    if identifies(attribute, option):
        return QCoreApplication.translate("Review", "identifies")
    people = crowd(option.prediction.people)
    return f"{people} *" if uncounted(attribute, option) else people


def effect_text(attribute: SensitiveAttribute, option: Option) -> str:
    """What a choice does to the value and to the verdict, in words."""
    translate = QCoreApplication.translate
    passes = option.prediction.passes
    if not option.choice.needs_reason:
        good = translate("Review", "would pass the built-in checks")
        return good if passes else translate("Review", "would not pass")
    if identifies(attribute, option):
        return translate("Review", "leaves as it is and identifies by itself; nothing looks for it any more")
    good = translate("Review", "leaves as it is by your decision; the rest would pass")
    return good if passes else translate("Review", "leaves as it is by your decision; the rest would not pass")


def smaller_text(why: Smaller) -> str:
    """Why fewer people fit although more is hidden, in one sentence; "" where it is not so."""
    translate = QCoreApplication.translate
    return {
        Smaller.NOT: "",
        Smaller.POPULATION: translate("Review", "Fewer people although more is hidden: another population is counted."),
        Smaller.GROUP: translate(
            "Review", "Fewer people although more is hidden: the smallest group is now counted by other traits."
        ),
        Smaller.VALUE: translate(
            "Review", "Fewer people although more is hidden: the wider value is estimated from another table."
        ),
    }[why]


def sum_text(found: Prediction, *, untouched: bool) -> str:
    """The sentence at the foot: what all choices together lead to, in plain words."""
    translate = QCoreApplication.translate
    if untouched:
        passes = translate("Review", "As proposed: nobody guessed anything, so it would pass the built-in checks.")
        fails = translate("Review", "As proposed: something can still be guessed, so it would not pass.")
    else:
        passes = translate(
            "Review", "After your choices: nobody guessed anything, so it would pass the built-in checks."
        )
        fails = translate("Review", "After your choices: something can still be guessed, so it would not pass.")
    return passes if found.passes else fails


def fits_text(found: Prediction, counted: str = "") -> str:
    """How many people what is told fits, of which told things that is said (`counted_text`), and how many households;
    "" where nobody was counted."""
    text = QCoreApplication.translate("Review", "What is told fits about {0} people.")
    people = in_a_row(text.format(crowd(found.people)), counted) if found.people is not None else ""
    return in_a_row(people, homes_text(found.homes))


def figures_text(found: Prediction) -> str:
    """The same in the paper's figures, for those who open the details."""
    leakage, utility, people = figures(found)
    translate = QCoreApplication.translate
    body = translate("Review", "Leakage (L) {l}, people who fit (k) {k}, utility (U) {u}")
    homes = ""
    if found.homes is not None:
        body = translate("Review", "Leakage (L) {l}, people who fit (k) {k}, households that fit {h}, utility (U) {u}")
        homes = crowd(found.homes)
    return body.replace("{l}", leakage).replace("{k}", people).replace("{h}", homes).replace("{u}", utility)


def blocked_text(key: str) -> str:
    """Why something cannot be done now; empty for no reason."""
    translate = QCoreApplication.translate
    return {
        "": "",
        "no_item": translate("Review", "Choose an item first."),
        "decided": translate("Review", "This item is decided. Undo takes the decision back, unless it was sent."),
        "sending": translate("Review", "On its way."),
        "claimed": translate("Review", "Somebody else is at this item. Claim it first (C)."),
        "engine_loading": translate("Review", "The engine is starting. You can read meanwhile."),
        "checking": translate("Review", "Checking the choices."),
        "own_submission": translate("Review", "You submitted it: somebody else must release it."),
        "no_local": translate("Review", "Answer locally needs a local model: connect one (Ctrl+Shift+M)."),
        "answering": translate("Review", "The local model writes. Esc stops it."),
        "reason_missing": translate("Review", "Give a reason first (W)."),
        "confirm_first": translate("Review", "Tick the box first."),
        "key_missing": translate("Review", "Give the API key first."),
        "evaluator_running": translate("Review", "Waiting for the embedded evaluator."),
        "evaluator_failed": translate("Review", "Let the evaluator look again, or do without it."),
        "conversation_busy": translate("Review", "Another text of this conversation is on its way from Compose."),
        "nothing_to_undo": translate("Review", "Nothing to take back."),
        "nothing_to_redo": translate("Review", "Nothing to do again."),
        "no_suggestion": translate("Review", "There is no suggestion for it."),
        "no_words": translate("Review", "Select the words in the text first."),
        "no_choice": translate("Review", "Choose something for this value first."),
        "no_queue": translate("Review", "The queue is locked."),
    }[key]
