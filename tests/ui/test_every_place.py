"""What holds wherever a person can come: every page in every state, every dialog, both languages, usual and double
size of text on the smallest screens that the window is made for (UI-19, UI-25)."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from every_place import Look, Tour
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shared_engine import own_engine
from test_nothing_is_cut import cut
from vault_start import Start

from ui.shared.viewmodels.preferences import LanguageChoice

pytestmark = [pytest.mark.qt_log_ignore("does not support"), pytest.mark.slow]
LOOKS = (Look(1024, 700, 1.0), Look(1280, 720, 2.0))


def wrong(look: Look, place: QWidget, window: QWidget) -> list[str]:
    """Texts that are cut, and a page that is wider than the screen or a dialog that is larger."""
    found = cut(place)
    needed = place.minimumSizeHint()
    if place is window:
        needed = window.shade.minimumSizeHint()
        if needed.width() > look.width:
            found.append(f"page asks for {needed.width()} of {look.width}")
    elif place.width() > look.width or place.height() > look.height:
        found.append(f"{type(place).__name__} is {place.size().toTuple()}")
    return found


@pytest.mark.parametrize("language", [LanguageChoice.EN, LanguageChoice.ZH])
def test_ui_19_no_text_is_cut_wherever_a_person_comes(
    start: Start, qtbot: QtBot, tmp_path: Path, language: LanguageChoice
) -> None:
    tour = Tour(start(own_engine), qtbot, tmp_path, language)
    found = {}
    for name, look, place in tour.through(LOOKS):
        found[name, look.scale] = wrong(look, place, tour.window)
    lines = [f"{name} at {scale:.0%}: {text}" for (name, scale), texts in found.items() for text in texts]
    assert not lines, "\n".join(lines)
