"""Every attacker that may run has a name in both languages on the command line."""

from __future__ import annotations

import pytest
from shared_engine import builtin_engine

from app.messages import Messages
from core.domain.language import Language
from core.resources import resource_root
from core.verify.attackers.lift import SERVER_ID


@pytest.mark.parametrize("language", Language)
def test_every_member_of_the_ensemble_has_a_name(language: Language) -> None:
    messages = Messages.load(resource_root(), language)
    members = (*builtin_engine().verifier.members, "replay", SERVER_ID)
    assert [member for member in members if member not in messages] == []
