"""`drsl learn` on a vault behind a passphrase: what was corrected, distilled, tried, adopted and taken back."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from learning_cases import BEGIN
from servers.local import LocalKind, LocalModelServer, Question
from vault_cases import conversation, run

from app.cli import vault_access
from app.cli.dispatch import dispatch
from app.cli.terminal import Terminal
from app.vault.service import VaultService
from core.domain.language import Language
from core.domain.learning import Action, Cause, Experience, FailureMode, MaterialRef
from core.domain.request import Request
from core.domain.secret import Secret
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Domain
from core.keys import recovery_key
from core.keys.custody import SessionKeyStore
from core.learn.experience import Experiences
from core.store.vault import Vault

pytestmark = pytest.mark.usefixtures("at_hand")
PASSPHRASE = "a long enough passphrase"
RECOVERY = recovery_key.written(bytes(range(32))).reveal()
SENTENCES = (
    ("My membership is {v} since spring.", "qel7351/4"),
    ("They stopped membership {v} by mistake.", "tov2208/9"),
    ("Membership: {v}", "wim9467/1"),
    ("Is membership {v} still good?", "hap3075/6"),
)
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


def made(drsl: Call, tmp_path: Path, fill: Callable[[Vault], None]) -> None:
    assert drsl("vault", "init", stdin=RECOVERY.lower() + "\n")[0] == 0
    service = VaultService(tmp_path / "home" / "data", SessionKeyStore())
    fill(service.unlock_with_passphrase(Secret(PASSPHRASE)))
    service.lock()


def corrected(vault: Vault) -> None:
    """Four conversations in which a person marked what was missed."""
    store = Experiences(vault.experiences)
    for number, (sentence, value) in enumerate(SENTENCES):
        text, start = sentence.replace("{v}", value), sentence.index("{v}")
        name, kept = f"c{number}", run()
        vault.conversations.save(conversation(name))
        verdict = replace(kept.verdict, sensitive=SensitiveSet(()))
        vault.runs.save(replace(kept, id=f"r{number}", conversation_id=name, request=Request(text), verdict=verdict))
        material = MaterialRef(name, f"r{number}", start, start + len(value))
        cause = Cause(FailureMode.MISSED, "HANDLE")
        store.add(Experience(material, cause, Action.ADDED, Domain.GENERAL, Language.EN, BEGIN))


def test_a_vault_without_experiences_says_so_in_both_languages(drsl: Call, tmp_path: Path) -> None:
    made(drsl, tmp_path, lambda vault: None)
    assert drsl("learn", "status")[1].startswith("0 experiences")
    assert drsl("learn", "status", lang="zh")[1].startswith("经验 0 条")
    assert drsl("learn", "log") == (0, "Nothing was learned yet.\n", "")
    assert json.loads(drsl("learn", "status", "--json")[1])["experiences"] == 0


def test_a_rollback_needs_the_change_it_takes_back(drsl: Call, tmp_path: Path) -> None:
    made(drsl, tmp_path, lambda vault: None)
    assert drsl("learn", "rollback")[0] == 2
    assert drsl("learn", "rollback", "a0123")[0] == 2


def test_without_a_vault_it_is_said(drsl: Call) -> None:
    code, out, err = drsl("learn", "status")
    assert (code, out) == (1, "")
    assert "no vault yet" in err


WRITER, JUDGE = "qwen3-8b", "llama-3-8b"
SENTENCE = "Codes of letters and digits beside the word membership identify a person."
TOLD = {"rules": [{"kind": "instruction", "line": 1, "sentence": SENTENCE}]}


def judged(score: int) -> Callable[[Question], str]:
    """One model proposes a sentence, the other one judges it."""

    def brain(question: Question) -> str:
        writes = question.body["model"] == WRITER
        return json.dumps(TOLD if writes else {"score": score, "reason": "so"})

    return brain


@pytest.mark.slow
@pytest.mark.parametrize(
    ("family", "score", "reason"),
    [("llama", 5, ""), ("llama", 3, "learn.rejected.genscore"), ("qwen2", 5, "learn.rejected.no_scorer")],
)
def test_a_models_sentence_needs_a_second_model_of_another_family(
    drsl: Call, tmp_path: Path, family: str, score: int, reason: str
) -> None:
    made(drsl, tmp_path, corrected)
    with LocalModelServer(LocalKind.LMSTUDIO, judged(score), models=(WRITER, JUDGE)) as server:
        server.families[JUDGE] = family
        code, out, err = drsl("learn", "distil", "--json", "--engine", "local", "--server", server.url)
        asked = "".join(question.prompt for question in server.questions)
    assert code == 0, err
    found = json.loads(out)
    assert found["distiller"] == WRITER
    assert found["notes"] == []
    assert [item["text"] for item in found["accepted"] if item["kind"] == "instruction"] == [SENTENCE] * (not reason)
    assert found["rejected"] == ({reason: 1} if reason else {})
    assert not any(value in asked for _, value in SENTENCES)


@pytest.mark.slow
def test_a_model_without_a_usable_answer_takes_nothing_from_a_distillation(drsl: Call, tmp_path: Path) -> None:
    made(drsl, tmp_path, corrected)
    with LocalModelServer(LocalKind.LMSTUDIO, lambda question: "I would rather not.", models=(WRITER,)) as server:
        code, out, err = drsl("learn", "distil", "--engine", "local", "--server", server.url)
    assert code == 0
    assert "HANDLE [en] membership" in out
    assert len(err.splitlines()) == 1


def test_a_server_is_named_with_its_engine(drsl: Call, tmp_path: Path) -> None:
    made(drsl, tmp_path, lambda vault: None)
    assert drsl("learn", "distil", "--server", "http://127.0.0.1:1")[0] == 2


@pytest.mark.slow
def test_what_was_corrected_is_adopted_and_taken_back(drsl: Call, tmp_path: Path) -> None:
    made(drsl, tmp_path, corrected)
    status = json.loads(drsl("learn", "status", "--json")[1])
    assert (status["experiences"], status["by_mode"], status["changes"]) == (4, {"missed": 4}, 0)

    code, out, err = drsl("learn", "adopt", "--even-if-worse")
    assert code == 0, err
    assert "HANDLE [en] membership" in out
    assert not any(value in out + err for _, value in SENTENCES)

    acts = [json.loads(line) for line in drsl("learn", "log", "--json")[1].splitlines()]
    assert [act["rollback"] for act in acts] == [False]
    assert acts[0]["evidence"]["generator.texts"] > 0
    assert json.loads(drsl("learn", "status", "--json")[1])["library"] != status["library"]

    assert drsl("learn", "rollback", acts[0]["id"])[0] == 0
    again = json.loads(drsl("learn", "status", "--json")[1])
    assert (again["library"], again["changes"]) == (status["library"], 2)
