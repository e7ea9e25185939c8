"""`--protocol FILE`: thresholds of one run from TOML or JSON, on top of a named profile."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from core.domain.errors import InputError
from core.domain.protocol import DEFAULT, PROFILES, Profile, Protocol

BASE = "base"
MAX_FILE_BYTES = 100_000
_NAME = re.compile(r"[\w .\-]{1,40}")
_FIELD = re.compile(r"[a-z_]{1,40}")


@dataclass(frozen=True, slots=True)
class Range:
    """Closed range of a field and whether it counts (int) or measures (float)."""

    least: float
    most: float
    whole: bool = False


_SHARE = Range(0.0, 1.0)
_COUNT = Range(1, 100_000, whole=True)
_RANGES: Mapping[str, Range] = {
    "tau_l": _SHARE,
    "tau_u": _SHARE,
    "tau_u_semantic": _SHARE,
    "tau_r": _SHARE,
    "delta": _SHARE,
    "quote_length": _COUNT,
    "genscore": _SHARE,
    "distil_every": _COUNT,
    "distil_materials": _COUNT,
    "k_star": _COUNT,
    "eps": Range(0.0, 10.0),
    "eps_special": Range(0.0, 10.0),
    "min_probes": _COUNT,
    "budget_per_attribute": Range(0, 1_000, whole=True),
    "budget_base": Range(0, 1_000, whole=True),
    "no_progress_rounds": _COUNT,
    "max_missing": _SHARE,
    "controls": Range(1, 1_000, whole=True),
    "canaries": Range(1, 1_000, whole=True),
    "sensitivity": _SHARE,
    "certificate_temperature": Range(0.0, 2.0),
    "procedure_temperature": Range(0.0, 2.0),
    "cannot_determine": _SHARE,
    "confidence": Range(0.5, 0.9999),
    "tau_choice": Range(0.001, 1.0),
    "choices": Range(1, 100_000, whole=True),
    "special_draws": _COUNT,
    "least_needs": _COUNT,
    "crowd": Range(1, 1_000_000_000, whole=True),
    "exposure": Range(0.0, 1_000.0),
    "needless": _SHARE,
    "singled_out": _SHARE,
}


def load_protocol(path: Path) -> Protocol:
    """A profile by its name where there is no such file, else the protocol of a file.

    A file holds fields of `Protocol`, all optional, over `base = "minimise" | "strict" | "balanced"`.

    Raises InputError: `protocol.unreadable`, `protocol.malformed`, `protocol.unknown_field`,
    `protocol.out_of_range`, each with the field's name where there is one.
    """
    if str(path) in PROFILES and not path.exists():
        return PROFILES[str(path)]
    data = _read(path)
    wanted = data.pop(BASE, DEFAULT.name)
    base = PROFILES.get(wanted) if isinstance(wanted, str) else None
    if base is None:
        raise InputError("protocol.out_of_range", details={"field": BASE})
    changes: dict[str, Any] = {"name": "custom"}
    known = {field.name for field in fields(Protocol)}
    for name, value in data.items():
        if name not in known:
            raise InputError("protocol.unknown_field", details={"field": name if _FIELD.fullmatch(name) else "?"})
        changes[name] = _value(name, value)
    return replace(base, **changes)


def _read(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise InputError("protocol.unreadable") from error
    if len(raw) > MAX_FILE_BYTES:
        raise InputError("protocol.malformed")
    try:
        text = raw.decode("utf-8-sig")
        data = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError):
        raise InputError("protocol.malformed") from None
    if not isinstance(data, dict):
        raise InputError("protocol.malformed")
    return data


def _value(name: str, value: Any) -> Any:
    if name == "name":
        if isinstance(value, str) and _NAME.fullmatch(value):
            return value
    elif name == "profile":
        if isinstance(value, str) and value in frozenset(Profile):
            return Profile(value)
    else:
        number = _number(value, _RANGES[name])
        if number is not None:
            return number
    raise InputError("protocol.out_of_range", details={"field": name})


def _number(value: Any, allowed: Range) -> float | int | None:
    if isinstance(value, bool) or not isinstance(value, int if allowed.whole else (int, float)):
        return None
    if not allowed.least <= value <= allowed.most:
        return None
    return value if allowed.whole else float(value)
