"""Certificate, approval, ticket: what must exist before a byte leaves (DESIGN 5.4, 5.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from core.domain.disclosure import EMPTY_PLAN, DisclosurePlan
from core.domain.evidence import Depth, Evidence
from core.domain.protocol import Protocol
from core.domain.verdict import VerdictKind


@dataclass(frozen=True, slots=True)
class ModelReport:
    """The language model behind a run. `facts`: what the handshake saw (schema, thinking_off, logprobs, slots, ...).
    `ignored`: parameters that were sent and had no effect."""

    id: str
    server: str
    digest: str
    seed_honoured: bool
    ignored: tuple[str, ...]
    facts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """Which engine ran and what it consisted of: `versions` maps component -> version. `models`: language models by
    role (`model`, `judge`), none for the built-in engine. `off_reasons`: layer that is off -> message key."""

    name: str
    versions: Mapping[str, str]
    members: tuple[str, ...]
    layers_off: tuple[str, ...]
    models: Mapping[str, ModelReport] = field(default_factory=dict)
    off_reasons: Mapping[str, str] = field(default_factory=dict)


class Purpose(StrEnum):
    """What a release is for. A yes to one is no yes to the other."""

    SEND = "send"
    RETEST = "retest"


class RetestPolicy(StrEnum):
    """Whether a model at the destination has to attack the exact text before it is used there."""

    OFF = "off"
    ASK = "ask"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class RetestReport:
    """What a model of the destination's trust class read out of the exact bytes with `sha256`.

    `answered`: it gave the list it was asked for; without one nothing was tested. `found`: attribute ids it named.
    `listed`: values in its list. The bytes have been at `destination_id` from then on, whatever the result.
    """

    destination_id: str
    model: str
    sha256: str
    answered: bool
    found: tuple[str, ...]
    listed: int
    at: datetime

    @property
    def passed(self) -> bool:
        return self.answered and not self.found


@dataclass(frozen=True, slots=True)
class Certificate:
    """Evidence for exactly the bytes with `sha256`. Issued for PASS and, for a reviewer, for INFEASIBLE.

    `does_not_say`: message keys of what the certificate does not cover. `overrides`: attribute id -> reason
    for every attribute that a person kept. `attribute_types`: attribute id -> type id (no values). `retest`: by the
    destination itself, None when it was not asked. `overruled`: attribute id -> type id of every identifier that a
    person called not sensitive; its reason stands in `overrides`.
    """

    id: str
    verdict: VerdictKind
    sha256: str
    byte_count: int
    issued_at: datetime
    protocol: Protocol
    engine: EngineInfo
    evidence: Evidence
    rounds: int
    attribute_types: Mapping[str, str]
    overrides: Mapping[str, str]
    does_not_say: tuple[str, ...]
    retest: RetestReport | None = None
    plan: DisclosurePlan = EMPTY_PLAN
    overruled: Mapping[str, str] = field(default_factory=dict)

    @property
    def depth(self) -> Depth:
        """The strongest of what attacked these bytes, the destination's own model included."""
        return Depth.DESTINATION if self.retest is not None and self.retest.answered else self.evidence.depth


class DestinationKind(StrEnum):
    """How a destination is spoken to: the protocol of its server, by a person's hand, or not at all."""

    DRY_RUN = "dry_run"
    MANUAL = "manual"
    OPENAI = "openai"
    ANTHROPIC = "anthropic"

    @property
    def remote(self) -> bool:
        """Whether a server is spoken to. A new kind is, so that everything that guards the wire holds for it."""
        return self not in (DestinationKind.DRY_RUN, DestinationKind.MANUAL)


@dataclass(frozen=True, slots=True)
class Destination:
    """Where an artifact may go. `base_url` has scheme, host and optional port and path; empty for dry run
    and manual. `id` also names the API key in the OS key store."""

    id: str
    kind: DestinationKind
    name: str
    base_url: str = ""
    model: str = ""
    account: str = ""


@dataclass(frozen=True, slots=True)
class Approval:
    """A person's consent to send exactly the bytes with `sha256` to this destination for this purpose."""

    certificate_id: str
    sha256: str
    destination: Destination
    approved_by: str
    approved_at: datetime
    reason: str = ""
    purpose: Purpose = Purpose.SEND


@dataclass(frozen=True, slots=True)
class ReleaseTicket:
    """The right to send once. It is bound to the bytes, the destination and the certificate of its approval, and it
    expires."""

    id: str
    approval: Approval
    byte_count: int
    expires_at: datetime


class SendState(StrEnum):
    """draft -> approved -> sending -> sent | failed | unknown; recorded before the socket is touched.

    `failed` means that provably nothing left; `unknown` is never repeated by itself.
    """

    DRAFT = "draft"
    APPROVED = "approved"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    UNKNOWN = "unknown"
