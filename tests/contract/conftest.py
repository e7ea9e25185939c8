"""A local server and its model for the contract tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
    opened: list[tuple[LocalModelServer, LocalModel]] = []

    def start(
        kind: LocalKind,
        brain: Callable[[Question], str | Said] = good,
        *,
        patience: Patience = QUICK,
        seen: dict[str, object] | None = None,
        **options: object,
    ) -> tuple[LocalModelServer, LocalModel]:
        server = LocalModelServer(kind, brain, **options)  # type: ignore[arg-type]
        server.start()
        model = open_model(examine(server.url), patience=patience, cache=Known(known(kind, **(seen or {}))))
        opened.append((server, model))
        return server, model

    yield start
    for server, model in opened:
        model.close()
        server.stop()
