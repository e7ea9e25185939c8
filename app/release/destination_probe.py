"""Whether a destination answers. The gateway sends a fixed word, never a text of the user's."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.runtime.io_runtime import Bridge, IoRuntime
from app.runtime.work import CpuPool
from core.domain.errors import DrslError
from core.domain.release import Destination
from core.domain.secret import Secret
from core.keys.custody import KeyStore
from core.net.address import make_destination
from ui.shared.viewmodels.problems import Problem, problem_of

if TYPE_CHECKING:
    from core.release.gateway import Gateway

_NO_KEY = Secret("")


class DestinationProbe:
    """`ProbePort`. Main thread; answers come back through the bridge."""

    def __init__(self, runtime: IoRuntime, bridge: Bridge, pool: CpuPool, keys: KeyStore) -> None:
        self._runtime = runtime
        self._bridge = bridge
        self._pool = pool
        self._keys = keys
        self._gateway: Gateway | None = None

    def attach(self, gateway: Gateway) -> None:
        """From now on destinations can be tried."""
        self._gateway = gateway

    def check(self, destination: Destination) -> Problem | None:
        """Whether address and model can be used at all. Touches no network."""
        try:
            make_destination(
                destination.id,
                destination.kind,
                destination.name,
                base_url=destination.base_url,
                model=destination.model,
            )
        except DrslError as error:
            return problem_of(error)
        return None

    def probe(self, destination: Destination, key: Secret | None, done: Callable[[Problem | None], None]) -> None:
        """Ask for one word; without a gateway yet, say so."""
        gateway = self._gateway
        if gateway is None:
            done(Problem("sending.not_ready"))
            return

        def listen(results: tuple[Problem | None, ...]) -> None:
            done(results[-1])

        channel = self._bridge.channel(listen)

        async def ask(secret: Secret) -> None:
            problem: Problem | None = None
            try:
                await gateway.probe(destination, secret)
            except Exception as error:  # noqa: BLE001 - the border of the thread: shown as a problem
                problem = problem_of(error)
            channel.post(problem)

        def found(secret: Secret) -> None:
            self._runtime.submit(ask(secret))

        self._pool.submit(
            lambda _cancel, _progress: key or self._keys.get(destination.id) or _NO_KEY,
            found,
            lambda error: done(problem_of(error)),
        )
