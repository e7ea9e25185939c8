"""The service of an open vault: what is typed is proved, and a wipe takes along what a restore put aside."""

from __future__ import annotations

import pytest
from vault_cases import RememberingStore, conversation

from app.vault.service import VaultService, VaultState
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
    service = VaultService(tmp_path, RememberingStore())
    plan = service.plan(PASSPHRASE)
    service.create(plan.confirm(plan.recovery.reveal())).conversations.save(conversation())
    yield service, plan.recovery.reveal()
    service.lock()


def test_an_open_vault_still_asks_for_the_right_passphrase(opened):
    service, _ = opened
    assert code_of(lambda: service.unlock_with_passphrase(OTHER)) == "keys.wrong_passphrase"
    assert service.unlock_with_passphrase(PASSPHRASE) is service.vault
    assert service.state is VaultState.OPEN


def test_an_open_vault_still_asks_for_the_right_recovery_key(opened):
    service, recovery = opened
    assert code_of(lambda: service.unlock_with_recovery(new_recovery_key().reveal(), OTHER)) == "keys.wrong_recovery"
    assert service.unlock_with_passphrase(PASSPHRASE) is service.vault, "a refused key changes no passphrase"
    assert service.unlock_with_recovery(recovery, OTHER) is service.vault
    assert code_of(lambda: service.unlock_with_passphrase(PASSPHRASE)) == "keys.wrong_passphrase"
    assert service.unlock_with_passphrase(OTHER) is service.vault


def test_a_wipe_takes_the_vaults_that_were_put_aside(opened, tmp_path):
    service, _ = opened
    backup = tmp_path / "kept.drslvault"
    service.back_up(backup, PASSPHRASE)
    plan = service.plan(PASSPHRASE)
    service.restore(backup, PASSPHRASE, plan.confirm(plan.recovery.reveal()), aside=True)
    assert list(tmp_path.glob("replaced-*"))
    assert (service.stock().put_aside, service.stock().conversations) == (1, 1)
    assert service.wipe().put_aside == 1
    assert list(tmp_path.glob("replaced-*")) == []
    assert (service.stock().put_aside, service.stock().conversations) == (0, 0)
    assert backup.exists(), "what a person wrote elsewhere stays"
    assert service.unlock_with_passphrase(PASSPHRASE) is service.vault
