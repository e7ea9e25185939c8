"""Colours, sizes and fonts as frozen data read from resources/theme.toml. No Qt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from core.domain.errors import ResourceError
from core.domain.taxonomy import Family
from core.resources import read_toml

_COLOR = re.compile(r"#[0-9A-F]{6}")


class Scheme(StrEnum):
    """What is painted."""

    LIGHT = "light"
    DARK = "dark"


class SchemeChoice(StrEnum):
    """What a person chose."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class DiffSet(StrEnum):
    """Green and red, or blue and orange for colour-blind readers."""

    STANDARD = "standard"
    COLOUR_BLIND = "colour_blind"


@dataclass(frozen=True, slots=True)
class FamilyColors:
    """One hue: `soft` behind text, `line` for underlines and marks, `ink` for tags on `soft`."""

    soft: str
    line: str
    ink: str


@dataclass(frozen=True, slots=True)
class DiffColors:
    """Behind and on inserted and deleted words."""

    add_soft: str
    add_ink: str
    del_soft: str
    del_ink: str


@dataclass(frozen=True, slots=True)
class Palette:
    """All colours of one scheme as `#RRGGBB`."""

    colors: Mapping[str, str]
    families: Mapping[Family, FamilyColors]
    diffs: Mapping[DiffSet, DiffColors]


@dataclass(frozen=True, slots=True)
class Metrics:
    """`base_px`: body text at 100 % and 96 dpi. `spacing` in device-independent pixels, small to large."""

    base_px: float
    line_height: float
    spacing: tuple[int, ...]
    radius: int
    target: int
    motion_ms: int


@dataclass(frozen=True, slots=True)
class ContrastRule:
    """Every colour of `fg` is shown on every colour of `on`."""

    on: tuple[str, ...]
    fg: tuple[str, ...]

    def pairs(self) -> Iterator[tuple[str, str]]:
        """(foreground name, background name)."""
        for background in self.on:
            for foreground in self.fg:
                yield foreground, background


@dataclass(frozen=True, slots=True)
class Tokens:
    """The whole of theme.toml."""

    metrics: Metrics
    scale: Mapping[str, float]
    fonts: Mapping[str, tuple[str, ...]]
    palettes: Mapping[Scheme, Palette]
    text_rules: tuple[ContrastRule, ...]
    graphics_rules: tuple[ContrastRule, ...]


def _color(value: str) -> str:
    if not _COLOR.fullmatch(value):
        raise ValueError("colour")
    return value


def _palette(data: Mapping[str, Any]) -> Palette:
    return Palette(
        colors={name: _color(value) for name, value in data["colors"].items()},
        families={
            family: FamilyColors(**{name: _color(value) for name, value in data["family"][family.value].items()})
            for family in Family
        },
        diffs={
            chosen: DiffColors(**{name: _color(value) for name, value in data["diff"][chosen.value].items()})
            for chosen in DiffSet
        },
    )


def _rules(data: list[dict[str, list[str]]]) -> tuple[ContrastRule, ...]:
    return tuple(ContrastRule(tuple(rule["on"]), tuple(rule["fg"])) for rule in data)


def load_tokens(root: Path) -> Tokens:
    """Read `theme.toml` below the resource root. Raises ResourceError when it does not fit."""
    path = root / "theme.toml"
    data = read_toml(path)
    try:
        metrics = data["metrics"]
        return Tokens(
            metrics=Metrics(
                base_px=float(metrics["base_px"]),
                line_height=float(metrics["line_height"]),
                spacing=tuple(metrics["spacing"]),
                radius=int(metrics["radius"]),
                target=int(metrics["target"]),
                motion_ms=int(metrics["motion_ms"]),
            ),
            scale={name: float(value) for name, value in data["scale"].items()},
            fonts={name: tuple(families) for name, families in data["fonts"].items()},
            palettes={scheme: _palette(data[scheme.value]) for scheme in Scheme},
            text_rules=_rules(data["contrast"]["text"]),
            graphics_rules=_rules(data["contrast"]["graphics"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ResourceError("resource.malformed", details={"file": path.name}) from error
