"""Rivals run in their own interpreter; what they answer is not trusted."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import bench.commands.rivals as rivals
from bench.commands.rivals import RivalSettings, known_rivals, running
from bench.corpora import Row
from core.domain.errors import KnownError
from core.domain.taxonomy import Kind
from core.resources import resource_root

SETTINGS = RivalSettings("fake", frozenset({"en"}), frozenset({"AGE"}), frozenset({"PRONOUN"}))
ROW = Row("7", "Ada is 67", "en", ())
READY = 'print(\'{"ready": true, "version": "1.2"}\', flush=True)\n'


def adapter(path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    script = path / "adapter.py"
    script.write_text(body, encoding="utf-8")
    monkeypatch.setattr(rivals, "ADAPTER", script)


def test_known_rivals_are_those_of_the_adapter() -> None:
    assert {settings.name for settings in known_rivals(resource_root())} == {"presidio", "argus-redact"}


def test_answers_become_spans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = (
        "import json, sys\n"
        + READY
        + "for line in sys.stdin:\n"
        + "    row = json.loads(line)\n"
        + "    spans = [{'start': 0, 'end': 3, 'type': 'PERSON'}, {'start': 7, 'end': 9, 'type': 'AGE'},\n"
        + "             {'start': 4, 'end': 6, 'type': 'PRONOUN'}]\n"
        + "    print(json.dumps({'id': row['id'], 'spans': spans, 'seconds': 0.5, 'network': 2}), flush=True)\n"
    )
    adapter(tmp_path, monkeypatch, body)
    with running(SETTINGS, Path(sys.executable)) as rival:
        assert rival is not None
        assert rival.version == "1.2"
        for _ in range(3):
            spans, seconds = rival.predict(ROW)
        assert [(span.type, span.kind) for span in spans] == [("PERSON", Kind.EXPLICIT), ("AGE", Kind.QUASI)]
        assert (seconds, rival.refused) == (0.5, 2)


def test_one_that_is_not_ready_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    adapter(tmp_path, monkeypatch, 'print(\'{"ready": false, "reason": "ImportError"}\')\n')
    with running(SETTINGS, Path(sys.executable)) as rival:
        assert rival is None


@pytest.mark.parametrize("body", ["", "print('no json')\n", "print('[1]')\n"])
def test_one_that_says_nonsense_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    adapter(tmp_path, monkeypatch, body)
    with pytest.raises(KnownError, match=r"bench\.rival_stopped"), running(SETTINGS, Path(sys.executable)):
        pass


def test_one_that_stops_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    adapter(tmp_path, monkeypatch, READY)
    with running(SETTINGS, Path(sys.executable)) as rival:
        assert rival is not None
        with pytest.raises(KnownError, match=r"bench\.rival_stopped"):
            rival.predict(ROW)


def test_no_interpreter(tmp_path: Path) -> None:
    with pytest.raises(KnownError, match=r"bench\.rival_python"), running(SETTINGS, tmp_path / "python"):
        pass


def test_the_adapter_refuses_every_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = (
        f"import json, runpy, socket, sys\nmodule = runpy.run_path({str(rivals.ADAPTER)!r})\n"
        "sys.addaudithook(module['block_network'])\n"
        "try:\n    socket.create_connection(('192.0.2.1', 9), timeout=1)\n    said = 'open'\n"
        "except OSError as error:\n    said = str(error)\n"
        "print(json.dumps({'ready': True, 'version': said}))\n"
    )
    adapter(tmp_path, monkeypatch, body)
    with running(SETTINGS, Path(sys.executable)) as rival:
        assert rival is not None
        assert rival.version == "no network while measuring"
