"""The two languages of the product."""

from __future__ import annotations

from enum import StrEnum


class Language(StrEnum):
    """BCP 47 primary subtags; `zh` means Simplified Chinese."""

    EN = "en"
    ZH = "zh"
