"""Title and hint of the commands of the library, in the language of the window."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication


def library_titles() -> Mapping[str, tuple[str, str]]:
    """Command id -> (title, hint)."""
    translate = QCoreApplication.translate
    return {
        "library.learning": (
            translate("Commands", "Experiences and rules"),
            translate("Commands", "What went wrong so far, and what can be learned from it"),
        ),
        "library.distil": (
            translate("Commands", "Distil now"),
            translate("Commands", "Turn experiences into rules; nothing holds before you adopt it"),
        ),
        "library.trial": (
            translate("Commands", "Try old against new"),
            translate("Commands", "Run the proposed rules against what is in force, on the same texts"),
        ),
        "library.adopt": (
            translate("Commands", "Adopt"),
            translate("Commands", "What was proposed or tried holds from the next run on"),
        ),
        "library.discard": (
            translate("Commands", "Discard the proposals"),
            translate("Commands", "Forget proposals and trial; experiences stay"),
        ),
        "library.stop": (
            translate("Commands", "Stop the distillation or trial"),
            translate("Commands", "What was there before stays"),
        ),
        "library.back": (
            translate("Commands", "Roll back to the version on show"),
            translate("Commands", "Makes a new version that repeats it; it can be undone"),
        ),
        "library.undo": (
            translate("Commands", "Take the last step in the library back"),
            translate("Commands", "Again a new version; the history keeps every one"),
        ),
        "library.hide": (
            translate("Commands", "Words to hide always"),
            translate("Commands", "Names of customers, projects, products"),
        ),
        "library.keep": (
            translate("Commands", "Words to hide never"),
            translate("Commands", "Words that are marked for nothing"),
        ),
        "library.recognizers": (
            translate("Commands", "Own recognisers"),
            translate("Commands", "Numbers and codes of your own, with a box to try them"),
        ),
    }
