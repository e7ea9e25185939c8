"""API keys: a store that proves itself, or memory (SEC-03)."""

from __future__ import annotations

import keyring.backends.chainer
import keyring.backends.fail
import keyring.backends.null
import keyring.errors
import pytest
from keyring.backend import KeyringBackend

from core.domain.errors import InputError, KeyStoreError
from core.domain.secret import Secret
from core.keys.custody import SessionKeyStore, checked_key
from core.keys.os_store import ACCEPTED_BACKENDS, PROBE_ACCOUNT, OsKeyStore, find_backends, open_key_store

KEY = Secret("sk-fictional-42")


class HonestBackend(KeyringBackend):
    """Behaves as a system's store does."""

    priority = 5

    def __init__(self):
        super().__init__()
        self.kept = {}

    def get_password(self, service, username):
        return self.kept.get((service, username))

    def set_password(self, service, username, password):
        self.kept[service, username] = password

    def delete_password(self, service, username):
        if (service, username) not in self.kept:
            raise keyring.errors.PasswordDeleteError
        del self.kept[service, username]


class ForgetfulBackend(HonestBackend):
    def set_password(self, service, username, password):
        self.kept[service, username] = None


class LyingBackend(HonestBackend):
    def get_password(self, service, username):
        return "something else"


class LockedBackend(HonestBackend):
    def set_password(self, service, username, password):
        raise keyring.errors.KeyringLocked("the collection holds sk-fictional-42")


class ExplodingBackend(HonestBackend):
    def get_password(self, service, username):
        raise RuntimeError("bus said: sk-fictional-42")


def accepting(*kinds):
    return frozenset((kind.__module__, kind.__qualname__) for kind in kinds)


def test_an_honest_store_keeps_keys():
    backend = HonestBackend()
    store = OsKeyStore(backend, accepted=accepting(HonestBackend))
    assert store.persistent
    assert not backend.kept
    assert store.get("cloud") is None
    store.put("cloud", KEY)
    assert store.get("cloud").reveal() == KEY.reveal()
    store.remove("cloud")
    store.remove("cloud")
    assert store.get("cloud") is None


REFUSED = [
    keyring.backends.fail.Keyring,
    keyring.backends.null.Keyring,
    keyring.backends.chainer.ChainerBackend,
    HonestBackend,
    type("Keyring", (HonestBackend,), {"__module__": "keyring.backends.file"}),
]


@pytest.mark.parametrize("kind", REFUSED, ids=lambda kind: kind.__module__)
def test_backends_outside_the_list_are_refused(kind):
    with pytest.raises(KeyStoreError) as caught:
        OsKeyStore(kind())
    assert caught.value.code == "keys.backend_refused"


def test_a_subclass_of_an_accepted_backend_is_not_accepted():
    with pytest.raises(KeyStoreError):
        OsKeyStore(ForgetfulBackend(), accepted=accepting(HonestBackend))


@pytest.mark.parametrize("kind", [ForgetfulBackend, LyingBackend, LockedBackend, ExplodingBackend])
def test_a_store_that_does_not_give_back_what_it_got_is_refused(kind):
    with pytest.raises(KeyStoreError) as caught:
        OsKeyStore(kind(), accepted=accepting(kind))
    assert caught.value.code == "keys.round_trip"
    assert KEY.reveal() not in f"{caught.value!r} {caught.value.__cause__}"


def test_errors_later_on_show_no_key(monkeypatch):
    backend = HonestBackend()
    store = OsKeyStore(backend, accepted=accepting(HonestBackend))
    monkeypatch.setattr(backend, "set_password", LockedBackend().set_password)
    with pytest.raises(KeyStoreError) as caught:
        store.put("cloud", KEY)
    assert caught.value.code == "keys.locked"
    assert caught.value.retryable
    monkeypatch.setattr(backend, "get_password", ExplodingBackend().get_password)
    with pytest.raises(KeyStoreError) as caught:
        store.get("cloud")
    assert caught.value.code == "keys.unusable"
    assert KEY.reveal() not in f"{caught.value!r}"


def test_without_a_store_keys_live_for_the_session():
    store = open_key_store(lambda: ())
    assert isinstance(store, SessionKeyStore)
    assert store.reason == "keys.no_backend"
    assert not store.persistent
    store.put("cloud", KEY)
    assert store.get("cloud").reveal() == KEY.reveal()
    store.remove("cloud")
    store.remove("cloud")
    assert store.get("cloud") is None


def test_looking_for_a_store_never_fails():
    def explode():
        raise OSError("no bus")

    assert open_key_store(explode).reason == "keys.unusable"
    assert open_key_store(lambda: (keyring.backends.null.Keyring(),)).reason == "keys.backend_refused"


def test_the_environment_cannot_name_a_backend(monkeypatch):
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    identities = {(type(item).__module__, type(item).__qualname__) for item in find_backends()}
    assert identities <= ACCEPTED_BACKENDS


def test_the_probe_does_not_touch_keys_of_people():
    backend = HonestBackend()
    OsKeyStore(backend, accepted=accepting(HonestBackend)).put("cloud", KEY)
    OsKeyStore(backend, accepted=accepting(HonestBackend))
    assert [account for _, account in backend.kept] == ["cloud"]
    assert PROBE_ACCOUNT != "cloud"


@pytest.mark.parametrize("text", ["", "  ", "a b", "a\nb", "ключ", "x" * 5000, "a\x00"])
def test_keys_that_no_header_can_carry_are_refused(text):
    with pytest.raises(InputError) as caught:
        checked_key(text)
    assert caught.value.code == "keys.characters"
    assert not text.strip() or text.strip() not in str(caught.value)
    with pytest.raises(InputError):
        SessionKeyStore().put("cloud", Secret(text))


def test_a_pasted_key_loses_its_surrounding_space():
    assert checked_key("  sk-1\n").reveal() == "sk-1"


def test_nothing_shows_a_key():
    store = SessionKeyStore()
    store.put("cloud", KEY)
    assert KEY.reveal() not in f"{store!r} {vars(store)!r}"
