"""`drsl dictionary`: a list of names is counted, imported and found again."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli import vault_access
from app.cli.dispatch import dispatch
from app.cli.terminal import Terminal
from core.domain.secret import Secret
from core.keys import recovery_key
from core.keys.custody import SessionKeyStore

PASSPHRASE = "a long enough passphrase"
RECOVERY = recovery_key.written(bytes(range(32))).reveal()
Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def drsl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    monkeypatch.setenv("DRSL_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(recovery_key, "new_recovery_key", lambda: Secret(RECOVERY))
    monkeypatch.setattr(vault_access, "open_key_store", lambda: SessionKeyStore("keys.no_backend"))

    def call(*words: str, stdin: str = "", lang: str = "en") -> tuple[int, str, str]:
        reading, writing = os.pipe()
        os.write(writing, f"{PASSPHRASE}\n".encode())
        os.close(writing)
        out, err = io.StringIO(), io.StringIO()
        try:
            line = ["--lang", lang, *words, "--passphrase-fd", str(reading)]
            code = dispatch(line, Terminal(io.BytesIO(stdin.encode()), out, err))
        finally:
            os.close(reading)
        return code, out.getvalue(), err.getvalue()

    return call


@pytest.fixture
def names(tmp_path: Path) -> str:
    path = tmp_path / "names.csv"
    path.write_bytes("编号,客户\n1,云团公司\n2,Quill Ltd\n3,quill ltd\n4,-\n".encode("gb18030"))
    return str(path)


def test_a_preview_needs_no_vault(drsl: Call, names: str) -> None:
    code, out, _ = drsl("dictionary", "preview", names, "--column", "2")
    assert code == 0
    assert "4 rows (gb18030): 2 words, 1 twice, 1 left out." in out
    assert "lines 5" in out
    seen = json.loads(drsl("dictionary", "preview", names, "--column", "2", "--json")[1])
    assert (seen["words"], seen["lines"]) == (2, [5])


def test_a_list_is_imported_and_counted(drsl: Call, names: str) -> None:
    assert drsl("vault", "init", stdin=RECOVERY.lower() + "\n")[0] == 0
    words = ("dictionary", "import", names, "--column", "2")
    assert drsl(*words, "--type", "ORGANIZATION")[:2] == (0, "2 new words, 1 known already, 1 left out.\n")
    assert json.loads(drsl("dictionary", "status", "--json")[1]) == {"hide": 2, "keep": 0, "recognizers": 0}
    assert drsl(*words, "--keep", lang="zh")[:2] == (0, "新增 2 个词，1 个已有，1 个略去。\n")
    assert drsl("dictionary", "status")[1].startswith("0 words are always hidden, 2 never")


def test_what_cannot_be_imported_says_why(drsl: Call, names: str, tmp_path: Path) -> None:
    assert drsl("vault", "init", stdin=RECOVERY.lower() + "\n")[0] == 0
    assert "no such type" in drsl("dictionary", "import", names)[2]
    assert "Name the file" in drsl("dictionary", "import")[2]
    assert drsl("dictionary", "import", str(tmp_path / "none.csv"), "--type", "DRUG")[0] != 0
    assert drsl("dictionary", "preview", names, "--column", "9")[0] != 0
