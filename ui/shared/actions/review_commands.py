"""The commands of the review page."""

from __future__ import annotations

from ui.shared.actions.command import QT_TRANSLATE_NOOP, Command, Group
from ui.shared.actions.pages import REVIEW


def _pane(
    name: str, title: str, hint: str, shortcut: str, icon: str = "", *also: str, number: int | None = None
) -> Command:
    return Command(f"review.{name}", Group.REVIEW, title, hint, shortcut, icon, REVIEW, also, True, number)


REVIEW_COMMANDS: tuple[Command, ...] = (
    _pane(
        "accept",
        QT_TRANSLATE_NOOP("Commands", "Accept the suggestion"),
        QT_TRANSLATE_NOOP("Commands", "Take what the program suggests for this value and go on"),
        "A",
        "check",
    ),
    _pane(
        "accept_item",
        QT_TRANSLATE_NOOP("Commands", "Accept all suggestions of this item"),
        QT_TRANSLATE_NOOP("Commands", "Take every suggestion for this item, as one step"),
        "Shift+A",
        "check",
    ),
    _pane(
        "remove",
        QT_TRANSLATE_NOOP("Commands", "Remove this value"),
        QT_TRANSLATE_NOOP("Commands", "The question can do without it"),
        "X",
        "cross",
    ),
    _pane(
        "hide",
        QT_TRANSLATE_NOOP("Commands", "Hide the selected words"),
        QT_TRANSLATE_NOOP("Commands", "A value that nothing found: hide it wherever it stands in this text"),
        "H",
        "hide",
    ),
    _pane(
        "edit",
        QT_TRANSLATE_NOOP("Commands", "Edit the proposal by hand"),
        QT_TRANSLATE_NOOP("Commands", "Change what would leave; it is tested again"),
        "E",
        "pencil",
    ),
    _pane(
        "skip",
        QT_TRANSLATE_NOOP("Commands", "Next undecided value"),
        QT_TRANSLATE_NOOP("Commands", "After the last one the next item"),
        "Space",
        "down",
    ),
    _pane(
        "next_card",
        QT_TRANSLATE_NOOP("Commands", "Next value"),
        QT_TRANSLATE_NOOP("Commands", "Go to the value below"),
        "J",
        "down",
    ),
    _pane(
        "previous_card",
        QT_TRANSLATE_NOOP("Commands", "Previous value"),
        QT_TRANSLATE_NOOP("Commands", "Go to the value above"),
        "K",
        "up",
    ),
    _pane(
        "next_item",
        QT_TRANSLATE_NOOP("Commands", "Next item"),
        QT_TRANSLATE_NOOP("Commands", "Open the next item of the queue that waits"),
        "N",
        "down",
    ),
    _pane(
        "previous_item",
        QT_TRANSLATE_NOOP("Commands", "Previous item"),
        QT_TRANSLATE_NOOP("Commands", "Open the item above"),
        "P",
        "up",
    ),
    _pane(
        "level",
        QT_TRANSLATE_NOOP("Commands", "All choices for this value"),
        QT_TRANSLATE_NOOP("Commands", "Open the menu of levels and other choices"),
        "L",
        "target",
    ),
    *(
        _pane(
            f"choice_{number}",
            QT_TRANSLATE_NOOP("Commands", "Choice {0}"),
            QT_TRANSLATE_NOOP("Commands", "Take choice {0} for this value"),
            str(number),
            number=number,
        )
        for number in range(1, 10)
    ),
    _pane(
        "undo",
        QT_TRANSLATE_NOOP("Commands", "Undo in the review"),
        QT_TRANSLATE_NOOP("Commands", "Take back the last choice, edit, bulk action or decision; not a send"),
        "Z",
        "undo",
        "Ctrl+Z",
    ),
    _pane(
        "redo",
        QT_TRANSLATE_NOOP("Commands", "Redo in the review"),
        QT_TRANSLATE_NOOP("Commands", "Do again what was taken back"),
        "Shift+Z",
        "redo",
        "Ctrl+Shift+Z",
    ),
    _pane(
        "same",
        QT_TRANSLATE_NOOP("Commands", "Same choice elsewhere"),
        QT_TRANSLATE_NOOP("Commands", "Apply this choice to the same value in other items"),
        "S",
        "copy",
    ),
    _pane(
        "claim",
        QT_TRANSLATE_NOOP("Commands", "Claim or let go"),
        QT_TRANSLATE_NOOP("Commands", "Say that you are at this item, or that others may have it"),
        "C",
        "lock",
    ),
    _pane(
        "reason",
        QT_TRANSLATE_NOOP("Commands", "Write the reason"),
        QT_TRANSLATE_NOOP("Commands", "Move the keyboard to the reason of the decision"),
        "W",
        "pencil",
    ),
    _pane(
        "keys",
        QT_TRANSLATE_NOOP("Commands", "Keys of the review"),
        QT_TRANSLATE_NOOP("Commands", "Show the keys that work in the panes"),
        "?",
        "help",
    ),
    Command(
        "review.passing",
        Group.REVIEW,
        QT_TRANSLATE_NOOP("Commands", "Accept everything that would pass"),
        QT_TRANSLATE_NOOP("Commands", "Look for items whose suggestions would pass, count them, then ask"),
        "Ctrl+Shift+G",
        "check",
        REVIEW,
    ),
    Command(
        "review.approve",
        Group.REVIEW,
        QT_TRANSLATE_NOOP("Commands", "Approve and send"),
        QT_TRANSLATE_NOOP("Commands", "Test the choices; once they pass, send exactly that text"),
        "Ctrl+Return",
        "send",
        REVIEW,
    ),
    Command(
        "review.copy",
        Group.REVIEW,
        QT_TRANSLATE_NOOP("Commands", "Approve and copy"),
        QT_TRANSLATE_NOOP("Commands", "Test the choices; once they pass, copy exactly that text"),
        "Ctrl+Shift+Return",
        "copy",
        REVIEW,
    ),
    Command(
        "review.local",
        Group.REVIEW,
        QT_TRANSLATE_NOOP("Commands", "Answer locally"),
        QT_TRANSLATE_NOOP("Commands", "A model on this computer answers; nothing leaves"),
        "Ctrl+Shift+O",
        "answer",
        REVIEW,
    ),
    Command(
        "review.return",
        Group.REVIEW,
        QT_TRANSLATE_NOOP("Commands", "Return to the author"),
        QT_TRANSLATE_NOOP("Commands", "Back to Compose as a draft"),
        "Ctrl+Shift+B",
        "undo",
        REVIEW,
    ),
    Command(
        "review.reject",
        Group.REVIEW,
        QT_TRANSLATE_NOOP("Commands", "Reject"),
        QT_TRANSLATE_NOOP("Commands", "It does not leave"),
        "Ctrl+Shift+X",
        "cross",
        REVIEW,
    ),
)
