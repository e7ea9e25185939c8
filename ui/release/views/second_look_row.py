"""The line under a verdict that says what a slower look does: the embedded evaluator, or the local model."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from ui.release.viewmodels.second_look import DRY_RUN, STOPPED, SWITCHED_OFF, LookState, Revision, SecondLook
from ui.shared.theme.theme import Theme
from ui.shared.widgets.telling_row import TellingRow
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.wording import in_a_row, listed

STEP = 5
"""Seconds in which the time left is told."""


@dataclass(frozen=True, slots=True)
class LookSituation:
    """`judged`: a verdict stands. `quiet`: something more important is to be said. `revision`: what a slower look has
    changed; `moved`: the values, as written, that it put at another level."""

    judged: bool
    quiet: bool
    passed: bool
    revision: Revision
    moved: tuple[str, ...] = ()


class SecondLookRow(TellingRow):
    """Text and what can be done about it; `now` tells the situation at every refresh."""

    def __init__(
        self,
        theme: Theme,
        look: SecondLook,
        now: Callable[[], LookSituation],
        sentences: Sentences,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self._look = look
        self._now = now
        self._sentences = sentences
        self.again = self.act(self.tr("Look again"), look.retry, "link")
        self.stop = self.act(self.tr("Stop"), look.stop, "link")
        look.moved.connect(self.refresh)
        self.skip = self.act(self.tr("Do without it this time"), look.skip, "link")

    def refresh(self) -> None:
        """Bring the line up to the situation."""
        text, role = self.words()
        self.tell(text, role)
        judged = self._now().judged
        self.again.setVisible(judged and self._look.state in (LookState.FAILED, LookState.SPARED))
        again = self.tr("Ask it all the same") if self._look.state is LookState.SPARED else self.tr("Look again")
        self.again.setText(again)
        self.again.setAccessibleName(again)
        self.stop.setVisible(judged and self._look.state is LookState.RUNNING)
        self.skip.setVisible(judged and self._look.waits)
        self.setVisible(bool(text))

    def words(self) -> tuple[str, str]:
        """(text, role); no text when there is nothing to say."""
        now, look = self._now(), self._look
        if not now.judged or now.quiet:
            return "", "muted"
        changed = self._revised(now)
        reason = self._sentences(look.code) if look.code else ""
        match look.state:
            case LookState.RUNNING if look.total:
                text = self.tr("The embedded evaluator reads the result: {done} of {total}. Sending waits for it.")
                text = text.replace("{done}", str(look.done)).replace("{total}", str(look.total))
                return in_a_row(text, self._left(look.seconds_left)), "accent"
            case LookState.RUNNING:
                return self.tr("The embedded evaluator is still reading the result. Sending waits for it."), "accent"
            case LookState.FAILED if look.code == STOPPED:
                return self.tr("You stopped the embedded evaluator. Sending waits for it."), "warn"
            case LookState.FAILED:
                text = self.tr("The embedded evaluator could not judge: {reason} Sending waits for it.")
                return text.replace("{reason}", _ended(reason)), "warn"
            case LookState.SPARED if look.code == DRY_RUN:
                return self.tr("A dry run sends nothing, so the embedded evaluator was not asked."), "muted"
            case LookState.SPARED:
                return self.tr("It does not pass anyway, so the embedded evaluator was not asked."), "muted"
            case LookState.SKIPPED:
                return self.tr("Without the embedded evaluator; the certificate says so."), "warn"
            case LookState.OFF:
                if look.code == SWITCHED_OFF:
                    return self.tr("You switched the embedded evaluator off, so it did not read this."), "muted"
                return self.tr("Evaluator off: {reason}").replace("{reason}", reason), "muted"
            case LookState.DONE:
                return changed or self.tr("The embedded evaluator saw nothing more."), "warn" if changed else "muted"
            case _:
                return changed, "warn"

    def _left(self, left: float | None) -> str:
        """How long it will take at most, in steps that do not flicker."""
        if left is None:
            return ""
        seconds = max(STEP, math.ceil(left / STEP) * STEP)
        return self.tr("About %n s left.", "", seconds).replace("%n", str(seconds))

    def _revised(self, now: LookSituation) -> str:
        """What is different from the verdict that was shown first."""
        return {
            Revision.NONE: "",
            Revision.TEXT: in_a_row(
                self.tr("A slower look saw more: what will be sent has been made vaguer. Read it again."),
                self.tr("Changed: {0}.").replace("{0}", listed(now.moved)) if now.moved else "",
            ),
            Revision.VERDICT: self.tr("A slower look came to another verdict than the first one. Read it again.")
            if now.passed
            else self.tr("A slower look saw something that the first did not: a person must decide now."),
        }[now.revision]


def _ended(sentence: str) -> str:
    return sentence if not sentence or sentence[-1] in ".。!?！？" else f"{sentence}."
