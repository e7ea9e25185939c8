"""Title and hint of the commands of the review, in the language of the window."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication


# Long: a list, one entry a command; lupdate finds only sentences that stand in a call.
def review_titles() -> Mapping[str, tuple[str, str]]:
    """Command id -> (title, hint)."""
    translate = QCoreApplication.translate
    numbered = translate("Commands", "Choice {0}"), translate("Commands", "Take choice {0} for this value")
    choices = {
        f"review.choice_{place}": (numbered[0].format(place), numbered[1].format(place)) for place in range(1, 10)
    }
    return {
        **choices,
        "review.accept": (
            translate("Commands", "Accept the suggestion"),
            translate("Commands", "Take what the program suggests for this value and go on"),
        ),
        "review.accept_item": (
            translate("Commands", "Accept all suggestions of this item"),
            translate("Commands", "Take every suggestion for this item, as one step"),
        ),
        "review.remove": (
            translate("Commands", "Remove this value"),
            translate("Commands", "The question can do without it"),
        ),
        "review.hide": (
            translate("Commands", "Hide the selected words"),
            translate("Commands", "A value that nothing found: hide it wherever it stands in this text"),
        ),
        "review.edit": (
            translate("Commands", "Edit the proposal by hand"),
            translate("Commands", "Change what would leave; it is tested again"),
        ),
        "review.skip": (
            translate("Commands", "Next undecided value"),
            translate("Commands", "After the last one the next item"),
        ),
        "review.next_card": (translate("Commands", "Next value"), translate("Commands", "Go to the value below")),
        "review.previous_card": (
            translate("Commands", "Previous value"),
            translate("Commands", "Go to the value above"),
        ),
        "review.next_item": (
            translate("Commands", "Next item"),
            translate("Commands", "Open the next item of the queue that waits"),
        ),
        "review.previous_item": (translate("Commands", "Previous item"), translate("Commands", "Open the item above")),
        "review.level": (
            translate("Commands", "All choices for this value"),
            translate("Commands", "Open the menu of levels and other choices"),
        ),
        "review.undo": (
            translate("Commands", "Undo in the review"),
            translate("Commands", "Take back the last choice, edit, bulk action or decision; not a send"),
        ),
        "review.redo": (
            translate("Commands", "Redo in the review"),
            translate("Commands", "Do again what was taken back"),
        ),
        "review.same": (
            translate("Commands", "Same choice elsewhere"),
            translate("Commands", "Apply this choice to the same value in other items"),
        ),
        "review.claim": (
            translate("Commands", "Claim or let go"),
            translate("Commands", "Say that you are at this item, or that others may have it"),
        ),
        "review.reason": (
            translate("Commands", "Write the reason"),
            translate("Commands", "Move the keyboard to the reason of the decision"),
        ),
        "review.keys": (
            translate("Commands", "Keys of the review"),
            translate("Commands", "Show the keys that work in the panes"),
        ),
        "review.passing": (
            translate("Commands", "Accept everything that would pass"),
            translate("Commands", "Look for items whose suggestions would pass, count them, then ask"),
        ),
        "review.approve": (
            translate("Commands", "Approve and send"),
            translate("Commands", "Test the choices; once they pass, send exactly that text"),
        ),
        "review.copy": (
            translate("Commands", "Approve and copy"),
            translate("Commands", "Test the choices; once they pass, copy exactly that text"),
        ),
        "review.local": (
            translate("Commands", "Answer locally"),
            translate("Commands", "A model on this computer answers; nothing leaves"),
        ),
        "review.return": (
            translate("Commands", "Return to the author"),
            translate("Commands", "Back to Compose as a draft"),
        ),
        "review.reject": (translate("Commands", "Reject"), translate("Commands", "It does not leave")),
    }
