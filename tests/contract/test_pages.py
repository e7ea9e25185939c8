"""What holds for every page of the window: one record, one widget, help, words and keys of its own."""

from __future__ import annotations

import pytest

pytest.importorskip("PySide6.QtCore", reason="the window is not installed here")

from core.domain.language import Language
from core.resources import resource_root
from ui.shared.actions.catalogue import COMMANDS
from ui.shared.actions.pages import COMPOSE, PAGES, Page
from ui.window.viewmodels.help_texts import page_help
from ui.window.views.main_window import MARKED, PARTS


def test_every_page_is_made_once_and_nothing_else_is() -> None:
    assert list(PARTS) == [page.id for page in PAGES]
    assert COMPOSE in PARTS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.id)
def test_a_page_has_its_command_with_keys_words_and_an_icon(page: Page) -> None:
    assert page.command in COMMANDS
    assert page.command.page == ""
    assert page.shortcut
    assert page.title_source
    assert page.hint_source
    assert (resource_root() / "icons" / f"{page.icon}.svg").exists()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.id)
def test_a_page_is_marked_in_the_rail(page: Page) -> None:
    buttons = {item.id for item in PAGES if not item.behind}
    assert MARKED[page.id] in buttons
    assert not (page.at_foot and page.behind)


@pytest.mark.parametrize("language", list(Language))
def test_help_tells_of_every_page_and_of_no_other(language: Language) -> None:
    assert set(page_help(resource_root(), language)) == {page.id for page in PAGES}
