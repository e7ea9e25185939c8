"""SEC-15: only tokens issued for this conversation are put back, however the cloud writes and cuts them."""

from __future__ import annotations

import pytest
from release_cases import REMOTE_KINDS, GatewayHarness, destination_at, gather, verdict
from servers import mangling, replies

from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute
from core.domain.taxonomy import Kind
from core.domain.tokens import TokenVault
from core.net.answers import Delta
from core.resources import load_taxonomy, resource_root
from core.restore.pieces import UnresolvedToken
from core.restore.restorer import AnswerRestorer

TAXONOMY = load_taxonomy(resource_root())


def vault(*names):
    issued = TokenVault()
    for index, name in enumerate(names):
        attribute = SensitiveAttribute(f"s{index}", "PERSON", Kind.EXPLICIT, name, ())
        issued.token_for(attribute, TAXONOMY["PERSON"], Language.EN)
    return issued


def through_the_cloud(scripted_server, prompt, reply, issued, kind):
    harness = GatewayHarness()
    parcel = harness.pack(destination_at(scripted_server(reply).url, kind), verdict(text=prompt))
    restorer = AnswerRestorer(issued.entries(), TAXONOMY)
    pieces = []
    for event in gather(harness.gateway.send(harness.approved(parcel), parcel)):
        if isinstance(event, Delta):
            pieces += restorer.feed(event.text)
    return [*pieces, *restorer.finish()]


def text(pieces):
    return "".join(piece.text for piece in pieces)


@pytest.mark.parametrize("kind", REMOTE_KINDS)
@pytest.mark.parametrize("size", [1, 2, 5, 0])
def test_tokens_cut_anywhere_come_back(scripted_server, kind, size):
    issued = vault("Ines Ferro", "Tomas Ferro")
    reply = replies.echo(size=size, delta=1 if size else 3)
    pieces = through_the_cloud(scripted_server, "Ask [PERSON_2], then [PERSON_1].", reply, issued, kind)
    assert text(pieces) == "Ask Tomas Ferro, then Ines Ferro."


@pytest.mark.parametrize("change", mangling.PARAPHRASES)
def test_paraphrased_tokens_come_back(scripted_server, change):
    reply = replies.echo(size=3, change=mangling.PARAPHRASES[change])
    pieces = through_the_cloud(scripted_server, "Ask [PERSON_1] now.", reply, vault("Ines Ferro"), REMOTE_KINDS[0])
    assert "Ines Ferro" in text(pieces)
    assert not any(isinstance(piece, UnresolvedToken) for piece in pieces)


HOSTILE = [
    "[PERSON_9]",
    "[PERSON_0]",
    "[PERSON_01234567]",
    "[PERSON_2",
    "PERSON_2]",
    "[[PERSON_2",
    "[PERSON_]",
    "[EMAIL_1]",
    "[NO_SUCH_LABEL_1]",
    "[PERSON_[PERSON_9]]",
]


@pytest.mark.parametrize("forged", HOSTILE)
def test_what_was_never_issued_stays_as_written(scripted_server, forged):
    issued = vault("Ines Ferro")
    pieces = through_the_cloud(
        scripted_server, "Hi", replies.streamed(f"See {forged} there.", size=2), issued, REMOTE_KINDS[0]
    )
    assert text(pieces) == f"See {forged} there."


def test_tokens_of_another_conversation_stay_as_written(scripted_server):
    other = vault("Ines Ferro", "Tomas Ferro")
    mine = vault("Rosa Lind")
    assert {entry.token for entry in mine.entries()} < {entry.token for entry in other.entries()}
    pieces = through_the_cloud(
        scripted_server, "Hi", replies.streamed("[PERSON_1] and [PERSON_2]"), mine, REMOTE_KINDS[0]
    )
    assert text(pieces) == "Rosa Lind and [PERSON_2]"
    assert [piece.text for piece in pieces if isinstance(piece, UnresolvedToken)] == ["[PERSON_2]"]
