"""What the commands of the library do, and why they cannot be done when they cannot."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication

from ui.library.viewmodels.library import LEARNING
from ui.library.views.page import LibraryModels, LibraryPage
from ui.library.views.tree import HIDE, KEEP, RECOGNIZERS, Place
from ui.shared.actions.registry import ActionRegistry


class LibraryCommands:
    """Looks the page up when a command runs: a change of language replaces it."""

    def __init__(self, page: Callable[[], LibraryPage], registry: ActionRegistry, models: LibraryModels) -> None:
        self._page = page
        self._registry = registry
        self._models = models
        self._handle()
        library, learning = models.library, models.learning
        for signal in (
            library.items_changed,
            library.shown_changed,
            library.undo_changed,
            learning.lines_changed,
            learning.going_changed,
            learning.proposals_changed,
            learning.report_changed,
        ):
            signal.connect(self.refresh)
        self.refresh()

    def _handle(self) -> None:
        library, learning, handle = self._models.library, self._models.learning, self._registry.handle
        for name, panel in (("learning", LEARNING), ("hide", HIDE), ("keep", KEEP), ("recognizers", RECOGNIZERS)):
            handle(f"library.{name}", partial(self._go, panel))
        handle("library.distil", learning.distil)
        handle("library.trial", learning.trial)
        handle("library.adopt", learning.adopt)
        handle("library.discard", learning.discard)
        handle("library.stop", learning.cancel)
        handle("library.back", lambda: library.roll_back(library.shown))
        handle("library.undo", library.take_back)

    def _go(self, panel: str) -> None:
        self._page().go(Place(panel))

    def refresh(self) -> None:
        """Tell the registry what cannot be done now."""
        library, learning, say = self._models.library, self._models.learning, self._registry.set_reason
        closed = "" if library.available else _reason("closed")
        busy = closed or (_reason("running") if learning.running else "")
        proposed = learning.proposals is not None and bool(learning.proposals.accepted)
        tried = learning.tried is not None and learning.report is not None
        anything = learning.proposals is not None or learning.report is not None
        for name in ("learning", "hide", "keep", "recognizers"):
            say(f"library.{name}", closed)
        say("library.distil", busy or ("" if learning.total else _reason("nothing_learned")))
        say("library.trial", busy or ("" if proposed else _reason("no_rules")))
        say("library.adopt", busy or ("" if proposed or tried else _reason("no_rules")))
        say("library.discard", busy or ("" if anything else _reason("no_rules")))
        say("library.stop", "" if learning.running else _reason("idle"))
        other = bool(library.versions) and library.shown != library.active
        say("library.back", closed or ("" if other else _reason("is_active")))
        say("library.undo", closed or ("" if library.undo is not None else _reason("no_step")))


def _reason(key: str) -> str:
    translate = QCoreApplication.translate
    return {
        "closed": translate("Library", "There is no open vault that it could be kept in."),
        "running": translate("Library", "Not while something is running."),
        "idle": translate("Library", "Nothing is running."),
        "nothing_learned": translate("Library", "There are no experiences yet."),
        "no_rules": translate("Library", "There is no rule that may be adopted."),
        "is_active": translate("Library", "The version on show is the active one."),
        "no_step": translate("Library", "There is no step to take back."),
    }[key]
