"""Title and hint of every command, in the language of the window."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from ui.shared.actions.library_titles import library_titles
from ui.shared.actions.review_titles import review_titles


# Long: a list, one entry a command; lupdate finds only sentences that stand in a call.
def texts() -> Mapping[str, tuple[str, str]]:
    """Command id -> (title, hint)."""
    translate = QCoreApplication.translate
    return {
        **review_titles(),
        **library_titles(),
        "prompt.sanitize": (
            translate("Commands", "Sanitize & Send"),
            translate("Commands", "Test what would leave, then ask you before it is sent"),
        ),
        "prompt.approve": (
            translate("Commands", "Send what was approved"),
            translate("Commands", "Send exactly the tested text to the chosen destination"),
        ),
        "prompt.cancel": (
            translate("Commands", "Cancel"),
            translate("Commands", "Stop what is running; text and decisions stay"),
        ),
        "prompt.edit": (
            translate("Commands", "Edit what will be sent"),
            translate("Commands", "Change the proposal by hand; it is tested again"),
        ),
        "prompt.queue": (
            translate("Commands", "Queue for review"),
            translate("Commands", "Set the prompt aside for a person to decide"),
        ),
        "prompt.new": (
            translate("Commands", "New conversation"),
            translate("Commands", "Start again with new tokens; Undo brings this one back"),
        ),
        "prompt.paste": (
            translate("Commands", "Paste and scan"),
            translate("Commands", "Replace the prompt with the plain text of the clipboard"),
        ),
        "prompt.destination": (
            translate("Commands", "Choose the destination"),
            translate("Commands", "Where an approved text is sent"),
        ),
        "prompt.certificate": (
            translate("Commands", "Show the certificate"),
            translate("Commands", "What was tested, and what that does not say"),
        ),
        "item.hide": (
            translate("Commands", "Hide the selection"),
            translate("Commands", "Add the selected text to what is hidden"),
        ),
        "item.release": (
            translate("Commands", "Not sensitive"),
            translate("Commands", "Take the selected item out of what is hidden"),
        ),
        "item.undo": (
            translate("Commands", "Undo"),
            translate("Commands", "Take back what you did last: typing, a decision, an edit, leaving a draft"),
        ),
        "item.redo": (translate("Commands", "Redo"), translate("Commands", "Do again what was undone")),
        "text.previous_change": (
            translate("Commands", "Previous change"),
            translate("Commands", "Go to the change before this one"),
        ),
        "text.next_change": (
            translate("Commands", "Next change"),
            translate("Commands", "Go to the change after this one"),
        ),
        "text.compare": (
            translate("Commands", "Show the changes"),
            translate("Commands", "Compare your prompt with what will be sent"),
        ),
        "text.side_by_side": (
            translate("Commands", "Inline or side by side"),
            translate("Commands", "Switch the way changes are shown"),
        ),
        "text.ignore_spaces": (
            translate("Commands", "Ignore spaces in changes"),
            translate("Commands", "Treat all white space as equal"),
        ),
        "answer.cloud": (
            translate("Commands", "What the cloud saw"),
            translate("Commands", "Switch between the restored answer and what crossed the wire"),
        ),
        "answer.copy": (
            translate("Commands", "Copy the answer"),
            translate("Commands", "Copy the restored answer; clipboard histories are asked not to keep it"),
        ),
        "view.compose": (
            translate("Commands", "Compose"),
            translate("Commands", "Write a prompt and see what would leave"),
        ),
        "view.review": (
            translate("Commands", "Review"),
            translate("Commands", "Decide what could not be decided automatically"),
        ),
        "view.library": (
            translate("Commands", "Library"),
            translate("Commands", "Prompts, rules and dictionaries with their versions"),
        ),
        "view.history": (translate("Commands", "History"), translate("Commands", "Past runs, replayed step by step")),
        "view.insights": (translate("Commands", "Insights"), translate("Commands", "Curves and rates over many runs")),
        "view.engine": (
            translate("Commands", "Engine and local model"),
            translate("Commands", "Which engine works; find and choose a model on this computer"),
        ),
        "view.settings": (
            translate("Commands", "Settings"),
            translate("Commands", "Thresholds, destinations, appearance, language"),
        ),
        "view.inspector": (
            translate("Commands", "Show or hide the inspector"),
            translate("Commands", "Items, evidence and risks beside the text"),
        ),
        "view.items": (
            translate("Commands", "Go to the sensitive items"),
            translate("Commands", "Move the keyboard to the list of items"),
        ),
        "view.editor": (
            translate("Commands", "Go to the prompt"),
            translate("Commands", "Move the keyboard to the editor"),
        ),
        "view.larger": (translate("Commands", "Larger text"), translate("Commands", "Enlarge all text")),
        "view.smaller": (translate("Commands", "Smaller text"), translate("Commands", "Reduce all text")),
        "view.normal": (translate("Commands", "Normal text size"), translate("Commands", "Back to 100 %")),
        "view.scheme": (translate("Commands", "Light, dark or system"), translate("Commands", "Switch the colours")),
        "program.palette": (
            translate("Commands", "Command palette"),
            translate("Commands", "Find any command by name"),
        ),
        "program.lock": (
            translate("Commands", "Lock"),
            translate("Commands", "Blank all windows until you unlock them"),
        ),
        "program.audit": (
            translate("Commands", "Audit trail"),
            translate("Commands", "What was kept, approved and sent, row by row"),
        ),
        "program.setup": (
            translate("Commands", "First steps"),
            translate("Commands", "Language, what leaves this computer, a local model, the vault"),
        ),
        "program.help": (translate("Commands", "Keyboard help"), translate("Commands", "All commands with their keys")),
        "program.quit": (
            translate("Commands", "Quit"),
            translate("Commands", "Close the window; drafts are kept in the vault"),
        ),
    }
