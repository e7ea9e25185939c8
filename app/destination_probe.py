"""Whether a destination answers. A fixed word is sent, never a text of the user's, so no certificate is needed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from typing import TYPE_CHECKING

from app.io_runtime import Bridge, IoRuntime
from app.work import CpuPool
from core.domain.errors import DrslError
from core.domain.release import Destination
from core.domain.secret import Secret
from core.keys.custody import KeyStore
from core.net.address import make_destination
from core.net.answers import Delta, Finished, Transmission
from core.net.envelope import Envelope
from ui.viewmodels.problems import Problem, problem_of

if TYPE_CHECKING:
    from core.net.connect import Connect

PROBE = Envelope("ping")
_NO_KEY = Secret("")


class DestinationProbe:
    """`ProbePort`. Main thread; answers come back through the bridge."""

    def __init__(
        self, runtime: IoRuntime, bridge: Bridge, pool: CpuPool, keys: KeyStore, connect: Connect | None = None
    ) -> None:
        self._runtime = runtime
        self._bridge = bridge
        self._pool = pool
        self._keys = keys
        self._connect = connect

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
        """Send the fixed word; the first piece of an answer is enough."""

        def listen(results: tuple[Problem | None, ...]) -> None:
            done(results[-1])

        channel = self._bridge.channel(listen)

        async def ask(secret: Secret) -> None:
            problem: Problem | None = None
            try:
                adapter = (self._connect or _remote())(destination, secret)
                async with aclosing(adapter.exchange(adapter.body(PROBE), Transmission())) as events:
                    async for event in events:
                        if isinstance(event, Delta | Finished):
                            break
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


def _remote() -> Connect:
    """Imported at first use: the HTTP library would delay the window."""
    from core.net.connect import RemoteConnector

    return RemoteConnector()
