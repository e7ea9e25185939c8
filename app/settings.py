"""What a person chose about the program, between starts. No API key and nothing of a prompt is ever in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from app.paths import write_private
from core.domain.errors import KnownError
from core.domain.protocol import DEFAULT
from core.domain.release import Destination, DestinationKind, RetestPolicy

VERSION = 1
MAX_FILE_BYTES = 256_000


class DestinationSetting(BaseModel):
    """A destination that a person added. Its key lives in the OS key store under `id`, or nowhere."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(max_length=200)
    kind: DestinationKind
    name: str = Field(max_length=200)
    base_url: str = Field(default="", max_length=500)
    model: str = Field(default="", max_length=200)
    account: str = Field(default="", max_length=200)

    def to_domain(self) -> Destination:
        return Destination(self.id, self.kind, self.name, self.base_url, self.model, self.account)

    @classmethod
    def from_domain(cls, destination: Destination) -> DestinationSetting:
        return cls(
            id=destination.id,
            kind=destination.kind,
            name=destination.name,
            base_url=destination.base_url,
            model=destination.model,
            account=destination.account,
        )


class LocalSetting(BaseModel):
    """The model server that was chosen last. Its key lives in the OS key store, or nowhere."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool = False
    address: str = Field(default="", max_length=500)
    model: str = Field(default="", max_length=200)
    judge: str = Field(default="", max_length=200)
    unreliable: bool = False


class TrustedSetting(BaseModel):
    """A model server on another computer that a person confirmed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    origin: str = Field(max_length=500)
    confirmed_at: AwareDatetime


class FrameSetting(BaseModel):
    """Where the window stood when it was closed, in device-independent pixels."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    x: int = Field(ge=-100_000, le=100_000)
    y: int = Field(ge=-100_000, le=100_000)
    width: int = Field(ge=1, le=100_000)
    height: int = Field(ge=1, le=100_000)
    full: bool = False


class Settings(BaseModel):
    """One version of the settings file. Unknown fields are refused, so a key can never slip in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1] = 1
    language: Literal["system", "en", "zh"] = "system"
    scheme: Literal["system", "light", "dark"] = "system"
    diff: str = Field(default="standard", max_length=40, pattern=r"^[a-z_-]+$")
    profile: str = Field(default=DEFAULT.name, max_length=40, pattern=r"^[a-z_-]+$")
    destinations: tuple[DestinationSetting, ...] = Field(default=(), max_length=100)
    destination: str = Field(default="dry-run", max_length=200)
    local: LocalSetting = LocalSetting()
    trusted: tuple[TrustedSetting, ...] = Field(default=(), max_length=20)
    evaluator: bool = True
    texts: str = Field(default="", max_length=4096)
    retest: RetestPolicy = RetestPolicy.OFF
    welcomed: int = Field(default=0, ge=0, le=4)
    text_scale: float = Field(default=1.0, ge=0.5, le=3.0)
    frame: FrameSetting | None = None
    shortcuts: dict[str, str] = Field(default_factory=dict, max_length=200)


Migration = Callable[[dict[str, Any]], dict[str, Any]]
MIGRATIONS: Mapping[int, Migration] = {}
"""Version -> step to the next one; empty while version 1 is the only one."""


@dataclass(frozen=True, slots=True)
class SettingsStore:
    """Reads and writes one settings file (0600, in a folder of 0700, replaced in one step)."""

    path: Path
    migrations: Mapping[int, Migration] = field(default_factory=lambda: MIGRATIONS)

    def load(self) -> Settings:
        """The settings, or the defaults when there is no file.

        Raises KnownError: `settings.newer` (written by a newer version: left untouched), `settings.malformed`,
        `settings.unreadable`.
        """
        try:
            with self.path.open("rb") as stream:
                raw = stream.read(MAX_FILE_BYTES + 1)
        except FileNotFoundError:
            return Settings()
        except OSError as error:
            raise KnownError("settings.unreadable") from error
        return self._parse(raw)

    def _parse(self, raw: bytes) -> Settings:
        try:
            data = json.loads(raw) if len(raw) <= MAX_FILE_BYTES else None
        except (ValueError, RecursionError):
            data = None
        version = data.get("version") if isinstance(data, dict) else None
        if not isinstance(data, dict) or not isinstance(version, int):
            raise KnownError("settings.malformed")
        if version > VERSION:
            raise KnownError("settings.newer", details={"version": version})
        for step in range(version, VERSION):
            if step not in self.migrations:
                raise KnownError("settings.malformed", details={"version": version})
            data = self.migrations[step](data)
        try:
            return Settings.model_validate(data)
        except ValidationError as error:
            raise KnownError("settings.malformed", details={"fields": error.error_count()}) from None

    def save(self, settings: Settings) -> None:
        """Replace the file. Raises KnownError `settings.unwritable`; the old file then still stands."""
        content = settings.model_dump_json(indent=2).encode() + b"\n"
        try:
            write_private(self.path, content)
        except OSError as error:
            raise KnownError("settings.unwritable") from error
