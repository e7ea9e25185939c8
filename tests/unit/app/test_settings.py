"""Settings: private, replaced in one step, versioned, and never a place for a key."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from app.paths import replace_file, standard_paths
from app.settings import VERSION, DestinationSetting, Settings, SettingsStore
from core.domain.errors import KnownError
from core.domain.release import Destination, DestinationKind

CLOUD = Destination("d1", DestinationKind.OPENAI, "Example", "https://api.example.com", "m1", "me")


def test_defaults_without_a_file(tmp_path: Path) -> None:
    assert SettingsStore(tmp_path / "none" / "settings.json").load() == Settings()


def test_round_trip_in_a_private_place(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "config" / "settings.json")
    chosen = Settings(
        language="zh", scheme="dark", destinations=(DestinationSetting.from_domain(CLOUD),), destination="d1"
    )
    store.save(chosen)
    assert store.load() == chosen
    assert store.load().destinations[0].to_domain() == CLOUD
    assert [path.name for path in store.path.parent.iterdir()] == ["settings.json"]
    if sys.platform != "win32":
        assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
        assert stat.S_IMODE(store.path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("name", ["key", "api_key", "token", "password"])
def test_no_field_can_hold_a_key(name: str) -> None:
    with pytest.raises(ValidationError):
        Settings.model_validate({name: "sk-1"})
    with pytest.raises(ValidationError):
        DestinationSetting.model_validate({"id": "d", "kind": "openai", "name": "n", name: "sk-1"})
    fields = {*Settings.model_fields, *DestinationSetting.model_fields}
    assert not any("key" in field or "secret" in field or "token" in field for field in fields)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "settings.malformed"),
        (b"[]", "settings.malformed"),
        (b'{"version": "1"}', "settings.malformed"),
        (b'{"version": 0}', "settings.malformed"),
        (b'{"version": 1, "language": "fr"}', "settings.malformed"),
        (b'{"version": 1, "api_key": "sk"}', "settings.malformed"),
        (b"{" + b" " * 300_000 + b"}", "settings.malformed"),
        (b'{"version": 99}', "settings.newer"),
    ],
)
def test_damaged_and_newer_files_are_refused_and_left_alone(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    with pytest.raises(KnownError) as caught:
        SettingsStore(path).load()
    assert caught.value.code == code
    assert path.read_bytes() == content


def test_older_files_are_brought_up_step_by_step(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"version": 0, "theme": "dark"}), encoding="utf-8")

    def renamed(data: dict[str, Any]) -> dict[str, Any]:
        return {"version": VERSION, "scheme": data["theme"]}

    assert SettingsStore(path, {0: renamed}).load().scheme == "dark"


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SettingsStore(tmp_path / "settings.json")
    store.save(Settings(language="zh"))

    def full(descriptor: int) -> None:
        raise OSError(28, "no space")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(KnownError) as caught:
        store.save(Settings(language="en"))
    assert caught.value.code == "settings.unwritable"
    assert store.load().language == "zh"
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]


def test_replacing_a_file_does_not_narrow_a_folder_of_the_user(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    replace_file(tmp_path / "certificate.json", b"{}")
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_one_variable_moves_everything(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DRSL_HOME", str(tmp_path))
    paths = standard_paths()
    assert paths.settings_file.is_relative_to(tmp_path)
    assert paths.log_file.is_relative_to(tmp_path)
