"""What the commands of the review do, and why they cannot be done when they cannot."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ui.review.viewmodels.reasons import DeskAction
from ui.review.viewmodels.review import ReviewDesk
from ui.review.views.page import ReviewPage
from ui.review.views.texts import blocked_text
from ui.shared.actions.registry import ActionRegistry

CHOICES = range(1, 10)


class ReviewCommands:
    """Looks the page up when a command runs: a change of language replaces it."""

    def __init__(self, page: Callable[[], ReviewPage], registry: ActionRegistry, desk: ReviewDesk) -> None:
        self._page = page
        self._registry = registry
        self._desk = desk
        self._handle()
        desk.changed.connect(self.refresh)
        desk.item_changed.connect(self.refresh)
        self.refresh()

    def _handle(self) -> None:
        desk, page, handle = self._desk, self._page, self._registry.handle
        for name, run in (
            ("accept", desk.accept),
            ("accept_item", desk.accept_item),
            ("remove", desk.remove),
            ("hide", lambda: page().text.hide_selected()),
            ("edit", desk.begin_edit),
            ("skip", desk.skip),
            ("next_card", lambda: self._step(1)),
            ("previous_card", lambda: self._step(-1)),
            ("next_item", lambda: desk.go(1, undecided=True)),
            ("previous_item", lambda: desk.go(-1)),
            ("level", lambda: page().cards.open_menu()),
            ("undo", desk.undo),
            ("redo", desk.redo),
            ("same", desk.plan_identical),
            ("claim", lambda: page().toggle_claim()),
            ("reason", lambda: page().bar.focus_reason()),
            ("keys", lambda: page().show_keys()),
            ("passing", desk.plan_passing),
            ("approve", lambda: page().bar.press()),
            ("copy", lambda: page().bar.press_copy()),
            ("local", desk.answer_locally),
            ("return", desk.return_to_author),
            ("reject", desk.reject),
        ):
            handle(f"review.{name}", run)
        for number in CHOICES:
            handle(f"review.choice_{number}", partial(self._choose, number))

    def _choose(self, number: int) -> None:
        self._page().cards.choose(number)

    def _step(self, step: int) -> None:
        """In the list to the next item, in texts and cards to the next value."""
        if self._page().queue.view.hasFocus():
            self._desk.go(step)
        else:
            self._desk.go_card(self._desk.card + step)

    def refresh(self) -> None:
        """Tell the registry what cannot be done now."""
        desk, say = self._desk, self._registry.set_reason
        reasons = {
            "approve": DeskAction.SEND,
            "copy": DeskAction.COPY,
            "local": DeskAction.LOCAL,
            "return": DeskAction.RETURN,
            "reject": DeskAction.REJECT,
            "undo": DeskAction.UNDO,
            "redo": DeskAction.REDO,
        }
        for name, action in reasons.items():
            say(f"review.{name}", blocked_text(desk.why_not(action)))
        choose = blocked_text(desk.why_not(DeskAction.CHOOSE))
        current = desk.current
        for name in ("remove", "hide", "edit", "level", *(f"choice_{number}" for number in CHOICES)):
            say(f"review.{name}", choose)
        hint = current is not None and current.suggested is not None
        say("review.accept", choose or ("" if hint else blocked_text("no_suggestion")))
        chosen = current is not None and current.chosen is not None
        say("review.same", choose or ("" if chosen else blocked_text("no_choice")))
        nothing = blocked_text("" if desk.available else "no_queue")
        for name in ("skip", "next_card", "previous_card", "next_item", "previous_item", "passing"):
            say(f"review.{name}", nothing)
        for name in ("claim", "reason"):
            say(f"review.{name}", blocked_text("" if desk.case is not None else "no_item"))
        say("review.accept_item", choose)
