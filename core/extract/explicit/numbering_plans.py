"""Whether digits without a country code are a number of some country's plan, by one expression per country.

phonenumbers parses a number anew for every country that is tried, a millisecond for twenty countries; its metadata
holds the same plans as expressions, and those are asked here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import phonenumbers

_KINDS = (
    "fixed_line",
    "mobile",
    "toll_free",
    "premium_rate",
    "shared_cost",
    "personal_number",
    "voip",
    "pager",
    "uan",
    "voicemail",
)


@dataclass(frozen=True, slots=True)
class NumberingPlan:
    """`prefix` is dialled before the `national` number inside the country."""

    national: re.Pattern[str]
    prefix: re.Pattern[str] | None

    @classmethod
    def of(cls, region: str) -> NumberingPlan:
        """The plan of a region (ISO 3166-1). Raises KeyError for one that phonenumbers does not know."""
        metadata = phonenumbers.PhoneMetadata.metadata_for_region(region, None)
        if metadata is None:
            raise KeyError(region)
        described = [getattr(metadata, kind, None) for kind in _KINDS]
        patterns = dict.fromkeys(
            item.national_number_pattern for item in described if item is not None and item.national_number_pattern
        )
        prefix = metadata.national_prefix_for_parsing or metadata.national_prefix
        return cls(
            re.compile("|".join(f"(?:{pattern})" for pattern in patterns)), re.compile(prefix) if prefix else None
        )

    def has(self, digits: str) -> bool:
        """True for a number of the plan, with or without the prefix."""
        if self.national.fullmatch(digits):
            return True
        prefix = self.prefix.match(digits) if self.prefix is not None else None
        return prefix is not None and self.national.fullmatch(digits, prefix.end()) is not None


class NumberingPlans:
    """The plans of several regions."""

    def __init__(self, regions: Iterable[str]) -> None:
        self._plans = tuple(NumberingPlan.of(region) for region in regions)

    def have(self, digits: str) -> bool:
        """True when one of the plans has the number; `digits` without an extension."""
        return any(plan.has(digits) for plan in self._plans)
