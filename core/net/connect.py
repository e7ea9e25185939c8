"""From a destination to its adapter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from core.domain.errors import BugError
from core.domain.release import Destination, DestinationKind
from core.domain.secret import Secret
from core.net.adapter import DestinationAdapter
from core.net.address import parse_base_url
from core.net.anthropic_messages import AnthropicMessages
from core.net.exchange import Wire
from core.net.http import Channel, Trust, system_trust
from core.net.limits import Timeouts
from core.net.openai_chat import OpenAiChat

Connect = Callable[[Destination, Secret], DestinationAdapter]


@dataclass(frozen=True, slots=True)
class RemoteConnector:
    """Makes adapters for destinations behind a network. `proxy`: canonical URL from `parse_proxy`, or empty."""

    proxy: str = ""
    timeouts: Timeouts = field(default_factory=Timeouts)
    wire: Wire = field(default_factory=Wire)
    trust: Trust = system_trust

    def __call__(self, destination: Destination, key: Secret) -> DestinationAdapter:
        """Raises InputError when the destination's address does not pass `parse_base_url`."""
        base = parse_base_url(destination.base_url)
        channel = Channel(base.origin, timeouts=self.timeouts, proxy=self.proxy, trust=self.trust)
        match destination.kind:
            case DestinationKind.OPENAI:
                return OpenAiChat(channel, base, destination, key, self.wire)
            case DestinationKind.ANTHROPIC:
                return AnthropicMessages(channel, base, destination, key, self.wire)
            case _:
                raise BugError("destination.not_remote", details={"kind": destination.kind.value})
