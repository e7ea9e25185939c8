"""`drsl vault`, `drsl audit`, `drsl restore --run` on a vault behind a passphrase."""

from __future__ import annotations

import io
import json
import os
from dataclasses import replace

import pytest
from vault_cases import RememberingStore, conversation, run, turn

from app.cli import vault_access
from app.cli.dispatch import dispatch
from app.cli.terminal import Terminal
from app.vault.service import VaultService
from core.domain.secret import Secret
from core.keys import recovery_key
from core.keys.custody import SessionKeyStore

PASSPHRASE = "a long enough passphrase"
RECOVERY = recovery_key.written(bytes(range(32))).reveal()


@pytest.fixture
def store(monkeypatch):
    """No key store here; a test may put one in its place."""
    holder = {"store": SessionKeyStore("keys.no_backend")}
    monkeypatch.setattr(vault_access, "open_key_store", lambda: holder["store"])
    return holder


@pytest.fixture
def drsl(tmp_path, monkeypatch, store):
    """Runs `drsl WORDS`; words of `secrets` come through file descriptors of their own."""
    monkeypatch.setenv("DRSL_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(recovery_key, "new_recovery_key", lambda: Secret(RECOVERY))

    def call(*words, stdin="", **secrets):
        opened = []
        options = []
        for name, secret in secrets.items():
            reading, writing = os.pipe()
            os.write(writing, f"{secret}\n".encode())
            os.close(writing)
            opened.append(reading)
            options += [f"--{name.replace('_', '-')}-fd", str(reading)]
        out, err = io.StringIO(), io.StringIO()
        try:
            code = dispatch(["--lang", "en", *words, *options], Terminal(io.BytesIO(stdin.encode()), out, err))
        finally:
            for descriptor in opened:
                os.close(descriptor)
        return code, out.getvalue(), err.getvalue()

    return call


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "home" / "data"


def made(drsl, folder):
    code, _, err = drsl("vault", "init", stdin=RECOVERY.lower() + "\n", passphrase=PASSPHRASE)
    assert code == 0, err
    service = VaultService(folder, SessionKeyStore())
    vault = service.unlock_with_passphrase(Secret(PASSPHRASE))
    vault.conversations.save(conversation(turns=(turn(),)))
    vault.runs.save(run())
    service.lock()


def test_without_a_vault_it_is_said(drsl, folder):
    assert drsl("vault", "status") == (0, "There is no vault yet. `drsl vault init` makes one.\n", "")
    code, out, err = drsl("restore", "-", "--run", "run1", stdin="[PERSON_1]")
    assert (code, out) == (1, "")
    assert "no vault yet" in err
    assert drsl("audit", "verify")[0] == 1
    assert not folder.exists()


def test_a_vault_is_made_only_with_its_recovery_key_typed_back(drsl, folder):
    code, out, err = drsl("vault", "init", stdin="something else\n", passphrase=PASSPHRASE)
    assert code == 2
    assert RECOVERY in err
    assert RECOVERY not in out
    assert not (folder / "vault.db").exists()
    assert drsl("vault", "init", stdin=RECOVERY + "\n", passphrase="short")[0] == 2
    assert drsl("vault", "init", stdin=RECOVERY + "\n")[0] == 2
    made(drsl, folder)
    assert drsl("vault", "init", stdin=RECOVERY + "\n", passphrase=PASSPHRASE)[0] == 1
    status = json.loads(drsl("vault", "status", "--json")[1])
    assert (status["state"], status["custody"], status["has_passphrase"]) == ("locked", "passphrase", True)


def test_a_run_of_the_vault_restores_an_answer(drsl, folder):
    made(drsl, folder)
    code, out, err = drsl("restore", "-", "--run", "run1", stdin="Dear [person_1]!", passphrase=PASSPHRASE)
    assert (code, out) == (0, "Dear Orla Quist!\n")
    assert err.startswith("1 restored")
    assert drsl("restore", "-", "--run", "none", stdin="x", passphrase=PASSPHRASE)[0] == 1
    code, out, err = drsl("restore", "-", "--run", "run1", stdin="x", passphrase="not the right one")
    assert (code, out) == (1, "")
    assert "does not open the vault" in err
    assert drsl("restore", "-", stdin="x")[0] == 1


def test_a_key_store_opens_without_a_passphrase(drsl, folder, store):
    store["store"] = RememberingStore()
    assert drsl("vault", "init", stdin=RECOVERY + "\n")[0] == 0
    code, out, _ = drsl("audit", "verify", "--json")
    assert (code, json.loads(out)["intact"]) == (0, True)
    store["store"].entries.clear()
    code, _, err = drsl("audit", "verify")
    assert code == 1
    assert "recovery key opens it" in err


def test_the_audit_trail_is_verified_and_exported(drsl, folder, tmp_path):
    made(drsl, folder)
    code, out, _ = drsl("audit", "verify", passphrase=PASSPHRASE)
    assert code == 0
    assert out.startswith("The audit trail is intact.")
    target = tmp_path / "trail.jsonl"
    assert drsl("audit", "export", str(target), passphrase=PASSPHRASE)[0] == 0
    lines = [json.loads(line) for line in target.read_text().splitlines()]
    assert lines[0]["rows"] == len(lines) - 1
    assert "Orla" not in target.read_text()
    (folder / "vault.anchor").write_text('[1, "00", "00"]')
    code, out, _ = drsl("audit", "verify", "--json", passphrase=PASSPHRASE)
    assert code == 1
    assert json.loads(out)["findings"][-1]["flaw"] == "anchor_mismatch"


def test_backup_and_restore(drsl, folder, tmp_path):
    made(drsl, folder)
    target = tmp_path / "kept.drslbak"
    assert drsl("vault", "backup", passphrase=PASSPHRASE)[0] == 2
    code, out, err = drsl("vault", "backup", str(target), passphrase=PASSPHRASE)
    assert (code, out) == (0, "")
    assert RECOVERY in err
    words = ("vault", "restore", str(target))
    secrets = {"backup_passphrase": RECOVERY, "passphrase": "another good passphrase"}
    assert drsl(*words, stdin=RECOVERY + "\n", **secrets)[0] == 1
    code, _, err = drsl(*words, "--aside", stdin=RECOVERY + "\n", **secrets)
    assert code == 0, err
    code, out, _ = drsl("restore", "-", "--run", "run1", stdin="[PERSON_1]", passphrase="another good passphrase")
    assert (code, out) == (0, "Orla Quist\n")


def test_a_new_key(drsl, folder):
    made(drsl, folder)
    code, _, err = drsl("vault", "rotate", stdin=RECOVERY + "\n", passphrase=PASSPHRASE)
    assert code == 0, err
    assert drsl("restore", "-", "--run", "run1", stdin="[PERSON_1]", passphrase=PASSPHRASE)[1] == "Orla Quist\n"


def test_no_command_takes_a_passphrase_as_a_word(drsl):
    for word in ("--passphrase", "--password", "--key"):
        assert drsl("vault", "status", word, "x")[0] == 2


def test_the_tokens_are_those_of_the_conversation(drsl, folder):
    made(drsl, folder)
    service = VaultService(folder, SessionKeyStore())
    vault = service.unlock_with_passphrase(Secret(PASSPHRASE))
    vault.conversations.save(conversation("c2", tokens=()))
    vault.runs.save(replace(run("run2", "c2")))
    service.lock()
    code, out, err = drsl("restore", "-", "--run", "run2", stdin="[PERSON_1]", passphrase=PASSPHRASE)
    assert (code, out) == (0, "[PERSON_1]\n")
    assert "1 never issued" in err


@pytest.mark.usefixtures("at_hand")
def test_a_kept_run_restores_and_a_hard_one_waits_for_a_reviewer(drsl, folder):
    assert drsl("sanitize", "-", "--keep", stdin="I am Ada Quill, mail ada@post.example.")[0] == 1
    made(drsl, folder)
    words = ("sanitize", "-", "--keep", "--json")
    code, out, err = drsl(*words, stdin="I am Ada Quill, mail ada@post.example.", passphrase=PASSPHRASE)
    assert code == 0, err
    record = json.loads(out)
    assert record["run"] in err
    token = next(item["token"] for item in record["replacements"] if item["token"])
    code, out, _ = drsl("restore", "-", "--run", record["run"], stdin=f"Hello {token}", passphrase=PASSPHRASE)
    assert out in {"Hello Ada Quill\n", "Hello ada@post.example\n"}
    assert drsl("sanitize", "-", "--keep", "--jsonl", stdin="{}")[0] == 2
    service = VaultService(folder, SessionKeyStore())
    vault = service.unlock_with_passphrase(Secret(PASSPHRASE))
    assert vault.runs.load(record["run"]).request.text.startswith("I am Ada")
    assert len(vault.reviews.list()) == (record["verdict"] == "INFEASIBLE")
    service.lock()
