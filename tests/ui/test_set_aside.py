"""What was found and taken for nobody's is told, shown, and hidden by one choice."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from core.domain.language import Language
from core.resources import load_taxonomy, resource_root
from tests.ui.sample_set import TEXTS, VALUES, mention
from ui.compose.views.set_aside_menu import SetAsideMenu
from ui.shared.theme.theme import Theme

TAXONOMY = load_taxonomy(resource_root())


@pytest.mark.parametrize("language", list(Language))
def test_one_entry_hides_the_value_where_it_first_stands(qtbot: QtBot, theme: Theme, language: Language) -> None:
    menu = SetAsideMenu(TAXONOMY)
    qtbot.addWidget(menu)
    assert menu.isHidden()
    text, (value, type_id) = TEXTS[language], VALUES[language][0]
    first, last = text.index(value), text.rindex(value)
    menu.show_mentions([mention(text, start, value, type_id, language) for start in (first, last)])
    assert not menu.isHidden()
    entries = menu.menu().actions()
    assert [value in entry.text() for entry in entries] == [True]
    with qtbot.waitSignal(menu.hide_asked) as asked:
        entries[0].trigger()
    assert asked.args == [first, first + len(value), type_id]
    menu.show_mentions(())
    assert menu.isHidden()
