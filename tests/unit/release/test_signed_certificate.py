"""A certificate file holds exactly as it was written."""

from __future__ import annotations

import json

import pytest

from core.domain.errors import InputError, KnownError
from core.domain.secret import Secret
from core.keys.custody import SessionKeyStore
from core.keys.signing import Signer, fingerprint
from core.release.certificate import to_json
from core.release.signed import check_text, installation_key, read_file, sealed_file
from tests.release_cases import SAFE, certificate

SIGNER = Signer.of(Secret("11" * 32))
FILE = sealed_file(to_json(certificate()), SIGNER)


def test_what_was_written_is_what_is_read() -> None:
    checked = read_file(FILE)
    assert checked.document == json.loads(json.dumps(to_json(certificate())))
    assert checked.fingerprint == fingerprint(SIGNER.public)
    relaid = json.dumps(dict(reversed(json.loads(FILE).items()))).encode()
    assert read_file(relaid).digest == checked.digest


@pytest.mark.parametrize("name", sorted(set(json.loads(FILE)) - {"format"}))
def test_no_field_can_be_changed_or_left_out(name: str) -> None:
    whole = json.loads(FILE)
    changed = {**whole, name: "00" * 32 if isinstance(whole[name], str) else "x"}
    missing = {key: value for key, value in whole.items() if key != name}
    for other in (changed, missing, {**whole, "extra": 1}):
        with pytest.raises((InputError, KnownError)):
            read_file(json.dumps(other).encode())


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", FILE[:-40], FILE.replace(b'/2"', b'/1"'), b"\xff", b'{"a": NaN}'])
def test_what_is_no_certificate_is_said_to_be_none(data: bytes) -> None:
    with pytest.raises(InputError) as raised:
        read_file(data)
    assert raised.value.code == "certificate_file.unreadable"


def test_another_key_cannot_sign_for_the_first() -> None:
    whole, other = json.loads(FILE), Signer.of(Secret("22" * 32))
    with pytest.raises(KnownError):
        read_file(json.dumps({**whole, "key": other.public}).encode())


def test_it_is_about_exactly_one_text() -> None:
    checked = read_file(FILE)
    check_text(checked, SAFE.encode())
    with pytest.raises(KnownError) as raised:
        check_text(checked, SAFE.encode() + b" ")
    assert raised.value.code == "certificate_file.other_text"


def test_an_installation_keeps_its_key() -> None:
    store = SessionKeyStore()
    first, second = installation_key(store), installation_key(store)
    assert first.signer.public == second.signer.public
    assert not first.kept
