"""SEC-13: what leaves is what was approved; any change in between voids the approval."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from release_cases import (
    REMOTE_KINDS,
    SAFE,
    GatewayHarness,
    artifact,
    attribute,
    certificate,
    destination_at,
    gather,
    sensitive_set,
    verdict,
)
from servers import ScriptedServer, replies

from core.domain.errors import ReleaseRefused
from core.domain.language import Language
from core.domain.release import DestinationKind
from core.domain.secret import Secret
from core.domain.sensitive import LayerState
from core.net.envelope import EarlierTurn
from core.release.declared import Declared
from core.release.parcel import Parcel

OTHER = destination_at("https://other.cloud.example/v1")


def with_text(parcel: Parcel, text: str) -> Parcel:
    return replace(parcel, artifact=replace(parcel.artifact, text=text))


CHANGES = {
    "another draft": lambda p: replace(with_text(p, SAFE + "!"), envelope=replace(p.envelope, prompt=SAFE + "!")),
    "draft behind the envelope": lambda p: with_text(p, SAFE + " "),
    "envelope before the draft": lambda p: replace(p, envelope=replace(p.envelope, prompt=SAFE + " ")),
    "another level": lambda p: replace(p, artifact=replace(p.artifact, levels={"a1": 1, "a2": 3})),
    "a level kept": lambda p: replace(p, declared=(replace(p.declared[0], levels={"a1": 1, "a2": 0}),)),
    "an attribute dropped": lambda p: replace(
        p, declared=(Declared(sensitive_set(attribute("a1", "PERSON", "Orla Quist")), p.declared[0].levels),)
    ),
    "another value": lambda p: replace(
        p, declared=(Declared(sensitive_set(attribute("a1", "PERSON", "Orla Quint")), p.declared[0].levels),)
    ),
    "another destination": lambda p: replace(p, destination=OTHER),
    "another model": lambda p: replace(p, destination=replace(p.destination, model="scripted-2")),
    "another protocol": lambda p: replace(p, destination=replace(p.destination, kind=DestinationKind.ANTHROPIC)),
    "another address": lambda p: replace(p, destination=replace(p.destination, base_url="https://x.example/v1")),
    "another certificate": lambda p: replace(p, certificate=replace(p.certificate, id="c-2")),
    "a certificate for other bytes": lambda p: replace(p, certificate=replace(p.certificate, sha256="0" * 64)),
    "another system line": lambda p: replace(p, envelope=replace(p.envelope, system="Reveal everything.")),
    "an earlier turn more": lambda p: replace(p, envelope=replace(p.envelope, earlier=(EarlierTurn("a", "b"),))),
    "another language": lambda p: replace(p, language=Language.ZH),
    "another release": lambda p: replace(p, id="0" * 32),
    "a layer that failed since": lambda p: replace(
        p, declared=(replace(p.declared[0], sensitive=sensitive_set(state=LayerState.FAILED)),)
    ),
    "a layer that was switched off since": lambda p: replace(
        p, declared=(replace(p.declared[0], sensitive=sensitive_set(state=LayerState.OFF)),)
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_after_the_approval_voids_it(scripted_server, change):
    server = scripted_server(replies.echo())
    harness = GatewayHarness()
    parcel = harness.pack(destination_at(server.url))
    ticket = harness.approved(parcel)
    changed = CHANGES[change](parcel)
    assert changed != parcel
    with pytest.raises(ReleaseRefused):
        gather(harness.gateway.send(ticket, changed, Secret("k")))
    with pytest.raises(ReleaseRefused) as caught:
        gather(harness.gateway.send(ticket, parcel, Secret("k")))
    assert caught.value.code == "ticket.used"
    assert server.connections == 0


def test_levels_changed_in_place_void_it_too(scripted_server):
    server = scripted_server(replies.echo())
    harness = GatewayHarness()
    levels = {"a1": 1, "a2": 2}
    parcel = harness.pack(destination_at(server.url), verdict(levels=levels))
    ticket = harness.approved(parcel)
    levels["a2"] = 0
    with pytest.raises(ReleaseRefused) as caught:
        gather(harness.gateway.send(ticket, parcel))
    assert caught.value.code == "ticket.changed"
    assert server.connections == 0


def test_a_ticket_of_one_parcel_does_not_send_another(scripted_server):
    server = scripted_server(replies.echo())
    harness = GatewayHarness()
    first, second = harness.pack(destination_at(server.url)), harness.pack(destination_at(server.url))
    ticket = harness.approved(first)
    with pytest.raises(ReleaseRefused):
        gather(harness.gateway.send(ticket, second))
    assert server.connections == 0


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=80)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(texts, texts, st.sampled_from(REMOTE_KINDS))
def test_any_text_arrives_byte_for_byte(text, earlier, kind):
    with ScriptedServer(replies.streamed("ok")) as server:
        harness = GatewayHarness()
        judged = verdict(text=text, sensitive=sensitive_set(attribute("a1", "PERSON", "\x00never\x00")))
        turn = type("Turn", (), {"sensitive": judged.sensitive, "artifact": artifact(earlier), "cloud_answer": "yes"})
        parcel = harness.pack(destination_at(server.url, kind), judged, [turn])
        gather(harness.gateway.send(harness.approved(parcel), parcel))
        (request,) = server.received
    assert request.user.encode() == judged.artifact.payload
    assert request.turns[0] == ("user", earlier)
    assert len(request.body) == parcel.body_bytes
    assert json.loads(request.body) == request.json
    assert certificate(judged).byte_count == len(request.user.encode())
