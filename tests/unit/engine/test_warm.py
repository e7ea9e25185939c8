"""Reading ahead what the first text would wait for."""

from __future__ import annotations

import pytest

from core.domain.errors import Cancelled
from core.domain.events import CancelToken
from core.domain.request import Request
from core.engine.conversation import Conversation
from core.engine.engine import BuiltinEngine


def test_a_warm_engine_says_the_same() -> None:
    request = Request("I am 67 and live in Boston.")
    cold, warm = BuiltinEngine.create(), BuiltinEngine.create()
    warm.warm()
    results = [engine.preview(request, Conversation(key=bytes(32)), evidence=True) for engine in (cold, warm)]
    assert results[0].artifact == results[1].artifact
    assert results[0].evidence == results[1].evidence


def test_warming_heeds_the_token() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        BuiltinEngine.create().warm(token)
