"""A local server and its model for the contract tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from local_cases import (
    QUICK,
    Known,
    good,
    known,
)
from servers.local import LocalKind, LocalModelServer, Question, Said

from core.llm.client import LocalModel
from core.llm.connect import open_model
from core.llm.discovery import examine
from core.llm.server_link import Patience


@pytest.fixture
def connect() -> Iterator[Callable[..., tuple[LocalModelServer, LocalModel]]]:
    """A running server and its model without a handshake; both end with the test."""
    closing = ExitStack()

    def start(
        kind: LocalKind,
        brain: Callable[[Question], str | Said] = good,
        *,
        patience: Patience = QUICK,
        seen: dict[str, object] | None = None,
        **options: object,
    ) -> tuple[LocalModelServer, LocalModel]:
        server = LocalModelServer(kind, brain, **options)  # type: ignore[arg-type]
        closing.enter_context(server)  # before anything that may fail
        model = open_model(examine(server.url), patience=patience, cache=Known(known(kind, **(seen or {}))))
        closing.callback(model.close)
        return server, model

    with closing:
        yield start
