"""Make the golden vault of the present schema. Run once per schema, from the root of the checkout:

PYTHONPATH=.:tests python tests/golden/vault/make.py
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from release_cases import START
from vault_cases import (
    KEY,
    TickingClock,
    chinese_run,
    conversation,
    infeasible_run,
    review_item,
    run,
    send_record,
    turn,
)

from core.domain.release import SendState
from core.store.records import Draft
from core.store.schema import MIGRATIONS
from core.store.vault import Vault

TARGET = Path(__file__).parent / f"schema-{MIGRATIONS[-1].number}.db"


def main() -> int:
    if TARGET.exists():
        sys.stderr.write(f"{TARGET.name} is there already: a released schema never changes\n")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vault.db"
        vault = Vault.open(path, KEY, create=True, clock=TickingClock())
        vault.conversations.save(conversation())
        vault.runs.save(run())
        vault.runs.save(chinese_run())
        vault.runs.save(infeasible_run("run2"))
        vault.reviews.add(review_item(run_id="run2"))
        for state in (SendState.DRAFT, SendState.APPROVED, SendState.SENDING, SendState.SENT):
            vault.releases.record(send_record(state))
        vault.conversations.save(conversation(turns=(turn(),)))
        vault.drafts.save(Draft("d1", "c1", "half a sentence", "", START))
        vault.experiences.append("hit", {"type": "CITY", "n": 2}, START)
        vault.settings.put("place", {"item": "item1"}, START)
        vault.close()
        shutil.copy(path, TARGET)
    return 0


if __name__ == "__main__":
    sys.exit(main())
