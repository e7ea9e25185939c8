"""SEC-12: TLS is verified, whatever the settings and the environment say."""

from __future__ import annotations

import ast
import os
import ssl
import sys
from pathlib import Path

import pytest
from release_cases import REMOTE_KINDS, GatewayHarness, connector, destination_at, gather, text_of
from servers import replies
from servers.tls import Authority

from core.domain.errors import BugError, DestinationError
from core.domain.secret import Secret
from core.net.http import system_trust

CORE = Path(__file__).resolve().parents[2] / "core"
SWITCHES = (
    "PYTHONHTTPSVERIFY",
    "SSL_NO_VERIFY",
    "NODE_TLS_REJECT_UNAUTHORIZED",
    "CURL_CA_BUNDLE",
    "REQUESTS_CA_BUNDLE",
)
KEY = Secret("sk-fictional")


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("tls"))


def send(server, trust, kind=REMOTE_KINDS[0]):
    harness = GatewayHarness(remote=connector(trust=trust))
    parcel = harness.pack(destination_at(server.url, kind))
    return gather(harness.gateway.send(harness.approved(parcel), parcel, KEY))


@pytest.mark.parametrize("kind", REMOTE_KINDS)
def test_a_good_certificate_is_accepted(scripted_server, authority, kind):
    server = scripted_server(replies.echo(), tls=authority.server())
    assert "[PERSON_1]" in text_of(send(server, authority.trusting, kind))


BAD = {
    "expired": {"expired": True},
    "wrong host": {"host": "cloud.example"},
    "wrong address": {"host": "127.0.0.2"},
    "self-signed": {"self_signed": True},
}


@pytest.mark.parametrize("case", BAD)
def test_bad_certificates_are_refused_before_anything_is_sent(scripted_server, authority, case):
    server = scripted_server(replies.echo(), tls=authority.server(**BAD[case]))
    with pytest.raises(DestinationError) as caught:
        send(server, authority.trusting)
    assert caught.value.code == "destination.tls"
    assert caught.value.details["sent"] == "no"
    assert not caught.value.retryable
    assert server.wire == b""


def test_an_authority_that_the_system_does_not_know_is_refused(scripted_server, authority):
    server = scripted_server(replies.echo(), tls=authority.server())
    with pytest.raises(DestinationError) as caught:
        send(server, system_trust)
    assert caught.value.code == "destination.tls"
    assert server.wire == b""


@pytest.mark.parametrize("variable", SWITCHES)
@pytest.mark.parametrize("value", ["0", ""])
def test_no_variable_turns_it_off(scripted_server, authority, monkeypatch, variable, value):
    monkeypatch.setenv(variable, value)
    server = scripted_server(replies.echo(), tls=authority.server(self_signed=True))
    with pytest.raises(DestinationError) as caught:
        send(server, system_trust)
    assert caught.value.code == "destination.tls"


@pytest.mark.skipif(sys.platform != "linux", reason="how OpenSSL systems name their bundle")
def test_an_authority_that_the_system_knows_is_accepted(scripted_server, authority, monkeypatch):
    nowhere = ssl.DefaultVerifyPaths(None, None, "", "", "", "")
    monkeypatch.setattr("truststore._openssl.ssl.get_default_verify_paths", lambda: nowhere)
    monkeypatch.setattr("truststore._openssl._CA_FILE_CANDIDATES", [str(authority.bundle)])
    server = scripted_server(replies.echo(), tls=authority.server())
    assert "[PERSON_1]" in text_of(send(server, system_trust))


def test_session_keys_are_not_written_out(scripted_server, authority, monkeypatch, tmp_path):
    monkeypatch.setenv("SSLKEYLOGFILE", str(tmp_path / "keys.log"))
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.bundle))
    assert system_trust().keylog_filename is None
    server = scripted_server(replies.echo(), tls=authority.server())
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SSLKEYLOGFILE")
        context = authority.trusting()
    send(server, lambda: context)
    assert os.listdir(tmp_path) == []


def _unverified():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _any_host():
    context = ssl.create_default_context()
    context.check_hostname = False
    return context


@pytest.mark.parametrize("trust", [_unverified, _any_host])
def test_a_context_that_does_not_verify_is_our_mistake(scripted_server, authority, trust):
    server = scripted_server(replies.echo(), tls=authority.server())
    with pytest.raises(BugError):
        send(server, trust)
    assert server.connections == 0


def test_a_plain_server_behind_https_gets_nothing(scripted_server, authority):
    server = scripted_server(replies.echo())
    harness = GatewayHarness(remote=connector(trust=authority.trusting, connect=0.5))
    parcel = harness.pack(destination_at(server.url.replace("http://", "https://")))
    with pytest.raises(DestinationError) as caught:
        gather(harness.gateway.send(harness.approved(parcel), parcel, KEY))
    assert caught.value.details["sent"] == "no"
    assert b"PERSON" not in server.wire


def test_no_code_of_ours_weakens_tls():
    for path in sorted(CORE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "verify":
                assert not isinstance(node.value, ast.Constant), path.name
            if isinstance(node, ast.Attribute):
                assert node.attr not in {"CERT_NONE", "CERT_OPTIONAL", "_create_unverified_context"}, path.name


@pytest.mark.parametrize("variable", ["SSL_CERT_FILE", "SSL_CERT_DIR"])
def test_no_variable_of_the_environment_names_an_authority(scripted_server, authority, monkeypatch, tmp_path, variable):
    if variable == "SSL_CERT_FILE":
        monkeypatch.setenv(variable, str(authority.bundle))
    else:
        (tmp_path / authority.hashed_name).write_bytes(authority.bundle.read_bytes())
        monkeypatch.setenv(variable, str(tmp_path))
    server = scripted_server(replies.echo(), tls=authority.server())
    with pytest.raises(DestinationError) as caught:
        send(server, system_trust)
    assert caught.value.code == "destination.tls"
    assert variable not in os.environ
