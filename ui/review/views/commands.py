"""What the commands of the review do, and why they cannot be done when they cannot."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ui.review.viewmodels.reasons import ReviewOperation
from ui.review.viewmodels.review import ReviewViewModel
from ui.review.views.page import ReviewPage
from ui.review.views.texts import blocked_text
from ui.shared.actions.registry import ActionRegistry

CHOICES = range(1, 10)


class ReviewCommands:
    """Looks the page up when a command runs: a change of language replaces it."""

    def __init__(self, page: Callable[[], ReviewPage], registry: ActionRegistry, review: ReviewViewModel) -> None:
        self._page = page
        self._registry = registry
        self._review = review
        self._handle()
        review.changed.connect(self.refresh)
        review.item_changed.connect(self.refresh)
        self.refresh()

    def _handle(self) -> None:
        review, page, handle = self._review, self._page, self._registry.handle
        for name, run in (
            ("accept", review.accept),
            ("accept_item", review.accept_item),
            ("remove", review.remove),
            ("hide", lambda: page().text.hide_selected()),
            ("edit", review.begin_edit),
            ("skip", review.skip),
            ("next_card", lambda: self._step(1)),
            ("previous_card", lambda: self._step(-1)),
            ("next_item", lambda: review.go(1, undecided=True)),
            ("previous_item", lambda: review.go(-1)),
            ("level", lambda: page().cards.open_menu()),
            ("undo", review.undo),
            ("redo", review.redo),
            ("same", review.plan_identical),
            ("claim", lambda: page().toggle_claim()),
            ("reason", lambda: page().bar.focus_reason()),
            ("keys", lambda: page().show_keys()),
            ("passing", review.plan_passing),
            ("approve", lambda: page().bar.press()),
            ("copy", lambda: page().bar.press_copy()),
            ("local", review.answer_locally),
            ("return", review.return_to_author),
            ("reject", review.reject),
        ):
            handle(f"review.{name}", run)
        for number in CHOICES:
            handle(f"review.choice_{number}", partial(self._choose, number))

    def _choose(self, number: int) -> None:
        self._page().cards.choose(number)

    def _step(self, step: int) -> None:
        """In the list to the next item, in texts and cards to the next value."""
        if self._page().queue.view.hasFocus():
            self._review.go(step)
        else:
            self._review.go_card(self._review.card + step)

    def refresh(self) -> None:
        """Tell the registry what cannot be done now."""
        review, say = self._review, self._registry.set_reason
        reasons = {
            "approve": ReviewOperation.SEND,
            "copy": ReviewOperation.COPY,
            "local": ReviewOperation.LOCAL,
            "return": ReviewOperation.RETURN,
            "reject": ReviewOperation.REJECT,
            "undo": ReviewOperation.UNDO,
            "redo": ReviewOperation.REDO,
        }
        for name, action in reasons.items():
            say(f"review.{name}", blocked_text(review.why_not(action)))
        choose = blocked_text(review.why_not(ReviewOperation.CHOOSE))
        current = review.current
        for name in ("remove", "hide", "edit", "level", *(f"choice_{number}" for number in CHOICES)):
            say(f"review.{name}", choose)
        hint = current is not None and current.suggested is not None
        say("review.accept", choose or ("" if hint else blocked_text("no_suggestion")))
        chosen = current is not None and current.chosen is not None
        say("review.same", choose or ("" if chosen else blocked_text("no_choice")))
        nothing = blocked_text("" if review.available else "no_queue")
        for name in ("skip", "next_card", "previous_card", "next_item", "previous_item", "passing"):
            say(f"review.{name}", nothing)
        for name in ("claim", "reason"):
            say(f"review.{name}", blocked_text("" if review.case is not None else "no_item"))
        say("review.accept_item", choose)
