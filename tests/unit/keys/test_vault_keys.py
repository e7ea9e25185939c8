"""Custody of the database key: three ways in, each proven, none by accident."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vault_cases import RememberingStore

from core.domain.errors import InputError, KeyStoreError, StoreError
from core.domain.secret import Secret
from core.keys import recovery_key, wrapping
from core.keys.backup_keys import new_backup_keys, open_backup_keys, wants_passphrase
from core.keys.custody import SessionKeyStore
from core.keys.key_header import Custody, HeaderFile, parse, render
from core.keys.vault_keys import VaultKeys, account

PASSPHRASE = Secret("correct horse battery")
WRONG = Secret("incorrect horse battery")


def keys_in(folder, store):
    return VaultKeys(HeaderFile(folder / "vault.keys.json"), store, lambda: "2026-03-01T09:30:00+00:00")


def made(keys, passphrase=None):
    plan = keys.plan(passphrase)
    confirmed = plan.confirm(plan.recovery.reveal())
    return keys.establish(confirmed), plan.recovery, confirmed


def refused(work):
    with pytest.raises((KeyStoreError, InputError, StoreError)) as caught:
        work()
    assert PASSPHRASE.reveal() not in repr(caught.value)
    return caught.value.code


@given(st.binary(min_size=32, max_size=32))
def test_a_recovery_key_reads_back(raw):
    text = recovery_key.written(raw).reveal()
    assert len(text.split("-")) == 14
    assert recovery_key.read(text) == raw
    assert recovery_key.read(f"  {text.lower().replace('-', ' ')} ") == raw
    assert recovery_key.read(text.replace("0", "O").replace("1", "l")) == raw
    wide = "".join(chr(ord(char) + 0xFEE0) if char.isalnum() else "－" for char in text)
    assert recovery_key.read(wide) == raw


@given(st.binary(min_size=32, max_size=32), st.integers(0, 55), st.sampled_from(recovery_key.ALPHABET))
def test_one_wrong_character_is_noticed(raw, place, character):
    digits = list(recovery_key.written(raw).reveal().replace("-", ""))
    if digits[place] == character:
        return
    digits[place] = character
    assert refused(lambda: recovery_key.read("".join(digits))) == "recovery.checksum"


@given(st.binary(min_size=32, max_size=32), st.integers(0, 54))
def test_two_characters_that_changed_places_are_noticed(raw, place):
    digits = list(recovery_key.written(raw).reveal().replace("-", ""))
    if digits[place] == digits[place + 1]:
        return
    digits[place], digits[place + 1] = digits[place + 1], digits[place]
    assert refused(lambda: recovery_key.read("".join(digits))) == "recovery.checksum"


@pytest.mark.parametrize("text", ["", "0000", "é" * 56, "U" * 56, "0" * 57])
def test_what_is_no_recovery_key_is_refused(text):
    assert refused(lambda: recovery_key.read(text)) in {"recovery.length", "recovery.checksum"}


def test_a_key_in_the_store_opens_without_a_word(tmp_path):
    store = RememberingStore()
    keys = keys_in(tmp_path, store)
    key, _, _ = made(keys)
    again = keys_in(tmp_path, store)
    assert [item.key.reveal() for item in again.from_store()] == [key.reveal()]
    assert again.header().custody is Custody.OS_STORE
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert key.reveal().encode() not in content
    assert bytes.fromhex(key.reveal()) not in content


def test_without_a_store_only_a_passphrase_will_do(tmp_path):
    keys = keys_in(tmp_path, SessionKeyStore("keys.no_backend"))
    assert keys.passphrase_needed
    assert refused(keys.plan) == "keys.passphrase_needed"
    assert refused(lambda: keys.plan(Secret("short"))) == "keys.passphrase_short"
    key, _, _ = made(keys, PASSPHRASE)
    assert keys.from_passphrase(PASSPHRASE)[0].key.reveal() == key.reveal()
    assert refused(lambda: keys.from_passphrase(WRONG)) == "keys.wrong_passphrase"
    assert refused(keys.from_store) == "keys.passphrase_needed"


def test_a_passphrase_is_the_same_from_every_keyboard(tmp_path):
    keys = keys_in(tmp_path, RememberingStore())
    made(keys, Secret("ｐａｓｓ密码passphrase"))
    assert keys.from_passphrase(Secret("pass密码passphrase"))


def test_a_plan_needs_its_recovery_key_typed_back(tmp_path):
    keys = keys_in(tmp_path, RememberingStore())
    plan = keys.plan()
    assert refused(lambda: plan.confirm(recovery_key.new_recovery_key().reveal())) == "recovery.differs"
    assert refused(lambda: plan.confirm("")) == "recovery.length"
    assert not keys.exists
    assert plan.recovery.reveal() not in repr(plan)


def test_the_recovery_key_opens_on_a_second_machine(tmp_path):
    key, recovery, _ = made(keys_in(tmp_path, RememberingStore()))
    second = keys_in(tmp_path, RememberingStore("other.backend"))
    assert second.from_recovery(recovery.reveal().lower())[0].key.reveal() == key.reveal()
    other = recovery_key.new_recovery_key().reveal()
    assert refused(lambda: second.from_recovery(other)) == "keys.wrong_recovery"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda store: store.entries.clear(), "keys.entry_lost"),
        (lambda store: store.entries.update(dict.fromkeys(store.entries, "garbage")), "keys.entry_lost"),
        (lambda store: setattr(store, "name", "another.backend"), "keys.backend_changed"),
        (lambda store: setattr(store, "persistent", False), "keys.store_gone"),
        (lambda store: setattr(store, "broken", "keys.locked"), "keys.locked"),
    ],
)
def test_a_store_that_lost_or_changed_is_said_and_recovery_helps(tmp_path, change, code):
    store = RememberingStore()
    keys = keys_in(tmp_path, store)
    key, recovery, _ = made(keys)
    change(store)
    assert refused(keys.from_store) == code
    found = keys.from_recovery(recovery.reveal())[0]
    assert found.key.reveal() == key.reveal()
    store.broken = ""
    if store.persistent:
        keys.settle(found)
        assert keys.from_store()[0].key.reveal() == key.reveal()


def test_a_store_that_forgets_is_noticed_before_anything_is_made(tmp_path):
    class Forgetful(RememberingStore):
        def put(self, identifier, key):
            pass

    keys = keys_in(tmp_path, Forgetful())
    assert refused(lambda: made(keys)) == "keys.round_trip"
    assert not keys.exists


@pytest.mark.parametrize(
    "change", [{"memory_kib": 1024}, {"passes": 1}, {"lanes": 1}, {"kdf": "pbkdf2"}, {"salt": b""}]
)
def test_a_lowered_parameter_is_an_attack(tmp_path, change):
    keys = keys_in(tmp_path, RememberingStore())
    made(keys, PASSPHRASE)
    file = HeaderFile(tmp_path / "vault.keys.json")
    header = file.load()
    weak = replace(header.current.passphrase, **change)
    file.save(replace(header, current=replace(header.current, passphrase=weak)))
    assert refused(lambda: keys.from_passphrase(PASSPHRASE)) == "keys.downgrade"


def test_parameters_beyond_reason_are_refused_before_they_cost_anything():
    wrap = wrapping.wrap_with_passphrase(Secret("0f" * 32), PASSPHRASE, "x")
    for change in ({"memory_kib": 2**31}, {"passes": 10**6}, {"lanes": 255}):
        assert refused(lambda given=change: wrapping.open_with_passphrase(replace(wrap, **given), PASSPHRASE, "x")) == (
            "keys.downgrade"
        )


def test_a_wrap_opens_only_where_it_was_made():
    wrap = wrapping.wrap_with_recovery(Secret("0f" * 32), b"r" * 32, "vault one")
    assert wrapping.open_with_recovery(wrap, b"r" * 32, "vault one").reveal() == "0f" * 32
    assert refused(lambda: wrapping.open_with_recovery(wrap, b"r" * 32, "vault two")) == "keys.wrong_recovery"
    changed = replace(wrap, sealed=wrap.sealed[:-1] + bytes([wrap.sealed[-1] ^ 1]))
    assert refused(lambda: wrapping.open_with_recovery(changed, b"r" * 32, "vault one")) == "keys.wrong_recovery"


def test_the_passphrase_changes_and_the_key_stays(tmp_path):
    keys = keys_in(tmp_path, SessionKeyStore())
    key, recovery, _ = made(keys, PASSPHRASE)
    new = Secret("另一个足够长的口令短语")
    keys.set_passphrase(keys.from_passphrase(PASSPHRASE)[0], new)
    assert refused(lambda: keys.from_passphrase(PASSPHRASE)) == "keys.wrong_passphrase"
    assert keys.from_passphrase(new)[0].key.reveal() == key.reveal()
    assert keys.from_recovery(recovery.reveal())[0].key.reveal() == key.reveal()
    assert (
        refused(lambda: keys.set_passphrase(keys.from_passphrase(new)[0], Secret("short"))) == "keys.passphrase_short"
    )


def test_the_header_survives_damage_of_one_copy_and_admits_damage_of_both(tmp_path):
    store = RememberingStore()
    keys = keys_in(tmp_path, store)
    key, _, _ = made(keys)
    (tmp_path / "vault.keys.json").write_bytes(b"{}")
    assert keys.from_store()[0].key.reveal() == key.reveal()
    (tmp_path / "vault.keys.json.copy").write_bytes(b"\xff")
    assert refused(keys.from_store) == "keys.header_damaged"
    for path in tmp_path.iterdir():
        path.unlink()
    assert refused(keys.from_store) == "keys.header_missing"


def test_header_text_round_trip_and_strictness(tmp_path):
    keys = keys_in(tmp_path, RememberingStore())
    made(keys, PASSPHRASE)
    header = keys.header()
    assert parse(render(header)) == header
    for change in ({"format": "x"}, {"vault": "../../x"}, {"custody": "file"}, {"current": None}):
        document = json.loads(render(header)) | change
        with pytest.raises((ValueError, KeyError, TypeError)):
            parse(json.dumps(document).encode())


def test_a_change_of_keys_leaves_both_everywhere_until_it_is_settled(tmp_path):
    store = RememberingStore()
    keys = keys_in(tmp_path, store)
    old, old_recovery, _ = made(keys)
    plan = keys.plan_change()
    new = keys.begin_change(plan.confirm(plan.recovery.reveal()))
    assert [item.key.reveal() for item in keys.from_store()] == [new.reveal(), old.reveal()]
    assert keys.from_recovery(plan.recovery.reveal())[0].key.reveal() == new.reveal()
    assert keys.from_recovery(old_recovery.reveal())[0].key.reveal() == old.reveal()
    keys.settle(keys.from_store()[0])
    assert [item.key.reveal() for item in keys.from_store()] == [new.reveal()]
    assert refused(lambda: keys.from_recovery(old_recovery.reveal())) == "keys.wrong_recovery"
    assert old.reveal() not in store.entries[account(keys.header().vault_id)]


def test_a_change_that_did_not_happen_is_taken_back(tmp_path):
    store = RememberingStore()
    keys = keys_in(tmp_path, store)
    old, old_recovery, _ = made(keys, PASSPHRASE)
    assert refused(keys.plan_change) == "keys.passphrase_needed"
    plan = keys.plan_change(PASSPHRASE)
    keys.begin_change(plan.confirm(plan.recovery.reveal()))
    found = keys.from_passphrase(PASSPHRASE)
    assert len(found) == 2
    keys.settle(found[1])
    assert keys.header().following is None
    assert [item.key.reveal() for item in keys.from_passphrase(PASSPHRASE)] == [old.reveal()]
    assert refused(lambda: keys.from_recovery(plan.recovery.reveal())) == "keys.wrong_recovery"
    assert keys.from_recovery(old_recovery.reveal())


def test_backups_have_keys_of_their_own():
    with_passphrase = new_backup_keys(PASSPHRASE)
    assert wants_passphrase(with_passphrase.header)
    assert with_passphrase.printed is None
    assert open_backup_keys(with_passphrase.header, PASSPHRASE).reveal() == with_passphrase.key.reveal()
    assert refused(lambda: open_backup_keys(with_passphrase.header, WRONG)) == "keys.wrong_passphrase"
    printed = new_backup_keys()
    assert not wants_passphrase(printed.header)
    assert open_backup_keys(printed.header, printed.printed).reveal() == printed.key.reveal()
    assert refused(lambda: open_backup_keys(printed.header, recovery_key.new_recovery_key())) == "keys.wrong_recovery"
    assert refused(lambda: open_backup_keys(b"{}", PASSPHRASE)) == "store.not_a_backup"
    assert refused(lambda: new_backup_keys(Secret("short"))) == "keys.passphrase_short"
