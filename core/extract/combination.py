"""What identifies a person in combination (paper 3.2, layer (c), DetectCombinable)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.sensitive import Combination, SensitiveAttribute
from core.domain.taxonomy import Kind, Role, Taxonomy
from core.resources import read_toml

FILE = "combination.toml"


@dataclass(frozen=True, slots=True)
class CombinationRules:
    """Which sets are put before the k test (resources/recognizers/combination.toml).

    `rare_types`: demographics that describe few people by themselves; `rare_age`: whole years from which an age alone
    leaves a small crowd; `many`: demographics of different types that need no place; `largest`: attributes of one
    combination at most.
    """

    rare_types: frozenset[str]
    rare_age: int
    many: int
    largest: int

    @classmethod
    def load(cls, root: Path) -> CombinationRules:
        """From the resource folder. Raises ResourceError."""
        data = read_toml(root / "recognizers" / FILE)
        try:
            return cls(frozenset(data["rare_types"]), int(data["rare_age"]), int(data["many"]), int(data["largest"]))
        except (KeyError, TypeError, ValueError) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error


def detect(
    attributes: tuple[SensitiveAttribute, ...], taxonomy: Taxonomy, rules: CombinationRules
) -> tuple[Combination, ...]:
    """Combinations for the combination probes and the k test, the most telling first.

    - `localiser_and_demographic`: all localisers with all demographics (one combination);
    - `localiser_and_rare`: a place with a circumstance or matter that few people there share;
    - `many_demographics`: many different types of demographics;
    - `rare_demographic`: one attribute that is rare by itself.
    An attribute occurs in a combination once; the same set is never listed twice.
    """
    localisers = [item for item in attributes if taxonomy[item.type_id].role is Role.LOCALISER]
    demographics = [item for item in attributes if taxonomy[item.type_id].role is Role.DEMOGRAPHIC]
    matters = [item for item in attributes if _narrowing(item, taxonomy)]
    found: list[Combination] = []
    if localisers and demographics:
        found.append(_combine((*localisers, *demographics), "localiser_and_demographic", rules))
    elif localisers and matters:
        found.append(_combine((*localisers, *matters), "localiser_and_rare", rules))
    if not localisers and len({item.type_id for item in demographics}) >= rules.many:
        found.append(_combine(tuple(demographics), "many_demographics", rules))
    found.extend(Combination((item.id,), "rare_demographic") for item in demographics if _rare(item, rules))
    return tuple(dict.fromkeys(found))


def _combine(items: tuple[SensitiveAttribute, ...], reason: str, rules: CombinationRules) -> Combination:
    return Combination(tuple(dict.fromkeys(item.id for item in items[: rules.largest])), reason)


def _narrowing(item: SensitiveAttribute, taxonomy: Taxonomy) -> bool:
    """A quasi-identifier of no role that still narrows the people of one place: a disease, a case, a date."""
    kind = taxonomy[item.type_id]
    return kind.kind is Kind.QUASI and kind.role is Role.NONE


def _rare(item: SensitiveAttribute, rules: CombinationRules) -> bool:
    if item.type_id in rules.rare_types:
        return True
    return item.type_id == "AGE" and item.value.isdecimal() and int(item.value) >= rules.rare_age
