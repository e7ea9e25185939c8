"""Where shipped data lives, and typed access to what several packages need."""

from __future__ import annotations

import csv
import sys
import tomllib
from pathlib import Path
from typing import Any

from core.domain.disclosure import DisclosureRole
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.taxonomy import AttributeType, Domain, Family, Kind, Role, Taxonomy


def resource_root() -> Path:
    """Folder `resources`: beside the packages in a checkout, inside the bundle when frozen."""
    bundle = getattr(sys, "_MEIPASS", None)
    base = Path(bundle) if bundle else Path(__file__).resolve().parent.parent
    return base / "resources"


def read_toml(path: Path) -> dict[str, Any]:
    """Parse one TOML resource. Raises ResourceError naming the file (not its content)."""
    try:
        with path.open("rb") as stream:
            return tomllib.load(stream)
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ResourceError("resource.unreadable", details={"file": path.name}) from error


def read_csv(path: Path) -> list[dict[str, str]]:
    """Rows of one table by the names of its columns. Raises ResourceError naming the file (not its content)."""
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ResourceError("resource.unreadable", details={"file": path.name}) from error


def load_taxonomy(root: Path) -> Taxonomy:
    """Read `taxonomy.toml` below `root`. Raises ResourceError when an entry does not fit its schema."""
    path = root / "taxonomy.toml"
    data = read_toml(path)
    types: dict[str, AttributeType] = {}
    for type_id, entry in data["types"].items():
        try:
            types[type_id] = AttributeType(
                id=type_id,
                kind=Kind(entry["kind"]),
                family=Family(entry["family"]),
                tag=entry["tag"],
                labels={Language(code): label for code, label in entry["labels"].items()},
                token={Language(code): label for code, label in entry["token"].items()},
                hierarchy=entry.get("hierarchy"),
                domain_size=int(entry["domain_size"]),
                relevant_in=frozenset(Domain(name) for name in entry["relevant_in"]),
                role=Role(entry["role"]),
                dimension=entry.get("dimension"),
                does=DisclosureRole(entry["does"]),
                token_forms={
                    form: {Language(code): label for code, label in words.items()}
                    for form, words in entry.get("token_forms", {}).items()
                },
            )
        except (KeyError, ValueError) as error:
            raise ResourceError("resource.malformed", details={"file": path.name, "entry": type_id}) from error
    return Taxonomy(version=str(data["version"]), types=types)
