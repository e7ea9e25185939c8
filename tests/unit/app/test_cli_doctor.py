"""`drsl doctor` tells what is broken, what is missing, and never mistakes one for the other."""

from __future__ import annotations

import io
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from servers import ScriptedServer, replies
from servers.local import LocalKind, LocalModelServer

from app.cli import doctor
from app.cli.dispatch import Ports, dispatch
from app.cli.terminal import Terminal
from core.domain.errors import ResourceError
from core.llm.discovery import UsualPort

Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def fonts_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The font probe starts a program of its own; here it answers at once."""

    def answer(words: list[str], **options: object) -> subprocess.CompletedProcess[bytes]:
        assert words[-1] == "--probe-fonts"
        return subprocess.CompletedProcess(words, 0, b'{"families": 3, "chinese": 0}', b"")

    monkeypatch.setattr(doctor.subprocess, "run", answer)
    monkeypatch.setattr(doctor.importlib.util, "find_spec", lambda name: object())


def test_missing_things_do_not_make_it_unusable(drsl: Run) -> None:
    ran = drsl("doctor", "--json")
    answer = json.loads(ran.out)
    states = {item["name"]: item["state"] for item in answer["findings"]}
    assert (ran.code, answer["usable"]) == (0, True)
    assert states["doctor.ner"] == "missing"
    assert states["doctor.fonts"] == "missing"
    assert states["doctor.cipher"] == "ok"


def test_text_has_no_message_keys(drsl: Run) -> None:
    for language in ("en", "zh"):
        out = drsl("--lang", language, "doctor").out
        assert "doctor." not in out
        assert "keys." not in out


def test_a_broken_engine_is_told_and_the_rest_still_looked_at() -> None:
    def broken(root: Path) -> Any:
        raise ResourceError("resource.malformed", details={"file": "x.toml"})

    out = io.StringIO()
    code = dispatch(("doctor",), Terminal(io.BytesIO(), out, io.StringIO()), Ports(broken))
    assert code == 1
    assert "[BROKEN] Built-in engine" in out.getvalue()
    assert "SQLCipher" in out.getvalue()
    assert "Not usable" in out.getvalue()


def test_servers_are_told_with_their_models_and_their_limits() -> None:
    with (
        LocalModelServer(LocalKind.LMSTUDIO, models=("qwen3-4b",)) as server,
        ScriptedServer(replies.as_page()) as other,
    ):
        ports = [UsualPort("one", server.port), UsualPort("two", other.port)]
        told = doctor._servers(ports)
    ready, notices, wrong = told[0], told[1:3], told[3]
    assert (ready.name, ready.state, ready.message) == ("LM Studio", doctor.State.OK, "llm.server_ready")
    assert "qwen3-4b (8192)" in ready.detail
    assert {item.message for item in notices} == {"llm.lmlink", "doctor.localhost_is_no_proof"}
    assert (wrong.state, wrong.message) == (doctor.State.MISSING, "llm.server_wrong_service")


def test_no_server_is_no_fault() -> None:
    (told,) = doctor._servers([])
    assert (told.state, told.message) == (doctor.State.MISSING, "doctor.no_server")


@pytest.mark.expects_log("drsl.app")
def test_self_test_reports_each_step_and_fails_honestly(drsl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_cipher(folder: Path) -> str:
        raise ResourceError("resource.unreadable", details={"file": "cipher"})

    monkeypatch.setattr("core.store.encrypted_connection.round_trip", no_cipher)
    monkeypatch.setattr("app.cli.selftest._window", lambda session: "1x1")
    ran = drsl("--self-test")
    assert ran.code == 1
    assert ran.out.count("[passed]") == 3
    assert "[FAILED] encrypted database: A shipped file cannot be read" in ran.out
    assert "Self-test FAILED" in ran.out
