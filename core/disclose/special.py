"""Which types of values belong to a special category of personal data."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from core.domain.errors import ResourceError
from core.resources import read_toml

FILE = "special.toml"


class Special(StrEnum):
    """Special categories, in the order in which they are listed."""

    HEALTH = "health"
    FAITH = "faith"
    ORIGIN = "origin"
    POLITICS = "politics"
    SEXUALITY = "sexuality"
    OFFENCES = "offences"


def special_categories(root: Path) -> Mapping[str, Special]:
    """Type id -> category, from the resource folder `root`. Raises ResourceError."""
    data = read_toml(root / "disclose" / FILE)
    try:
        return {str(kind): Special(name) for name, kinds in data["categories"].items() for kind in kinds}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ResourceError("resource.malformed", details={"file": FILE}) from error
