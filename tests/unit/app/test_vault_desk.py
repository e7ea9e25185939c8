"""The desk of an open vault: what is typed is proved, and a wipe takes along what a restore put aside."""

from __future__ import annotations

import pytest
from vault_cases import RememberingStore, conversation

from app.vault.service import VaultDesk, VaultState
from core.domain.errors import DrslError
from core.domain.secret import Secret
from core.keys.recovery_key import new_recovery_key

PASSPHRASE = Secret("a long enough passphrase")
OTHER = Secret("quite another passphrase")


def code_of(work):
    with pytest.raises(DrslError) as caught:
        work()
    return caught.value.code


@pytest.fixture
def opened(tmp_path):
    desk = VaultDesk(tmp_path, RememberingStore())
    plan = desk.plan(PASSPHRASE)
    desk.create(plan.confirm(plan.recovery.reveal())).conversations.save(conversation())
    yield desk, plan.recovery.reveal()
    desk.lock()


def test_an_open_vault_still_asks_for_the_right_passphrase(opened):
    desk, _ = opened
    assert code_of(lambda: desk.unlock_with_passphrase(OTHER)) == "keys.wrong_passphrase"
    assert desk.unlock_with_passphrase(PASSPHRASE) is desk.vault
    assert desk.state is VaultState.OPEN


def test_an_open_vault_still_asks_for_the_right_recovery_key(opened):
    desk, recovery = opened
    assert code_of(lambda: desk.unlock_with_recovery(new_recovery_key().reveal(), OTHER)) == "keys.wrong_recovery"
    assert desk.unlock_with_passphrase(PASSPHRASE) is desk.vault, "a refused key changes no passphrase"
    assert desk.unlock_with_recovery(recovery, OTHER) is desk.vault
    assert code_of(lambda: desk.unlock_with_passphrase(PASSPHRASE)) == "keys.wrong_passphrase"
    assert desk.unlock_with_passphrase(OTHER) is desk.vault


def test_a_wipe_takes_the_vaults_that_were_put_aside(opened, tmp_path):
    desk, _ = opened
    backup = tmp_path / "kept.drslvault"
    desk.back_up(backup, PASSPHRASE)
    plan = desk.plan(PASSPHRASE)
    desk.restore(backup, PASSPHRASE, plan.confirm(plan.recovery.reveal()), aside=True)
    assert list(tmp_path.glob("replaced-*"))
    assert (desk.stock().put_aside, desk.stock().conversations) == (1, 1)
    assert desk.wipe().put_aside == 1
    assert list(tmp_path.glob("replaced-*")) == []
    assert (desk.stock().put_aside, desk.stock().conversations) == (0, 0)
    assert backup.exists(), "what a person wrote elsewhere stays"
    assert desk.unlock_with_passphrase(PASSPHRASE) is desk.vault
