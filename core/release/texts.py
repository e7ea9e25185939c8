"""The fixed texts of a release, from resources/release/texts.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.resources import read_toml

ByLanguage = Mapping[Language, str]


@dataclass(frozen=True, slots=True)
class ReleaseTexts:
    """`system`: line for remote models. `simulation*`: parts of a dry run's answer. `omitted`: see resource.
    `retest`: line for a model that attacks the text; `retest_caveat`: what a person is told before it does."""

    system: ByLanguage
    simulation: ByLanguage
    simulation_tokens: ByLanguage
    simulation_quote: ByLanguage
    omitted: ByLanguage
    retest: ByLanguage
    retest_caveat: ByLanguage

    @classmethod
    def load(cls, root: Path) -> ReleaseTexts:
        """Raises ResourceError when the file is missing or lacks a text in either language."""
        path = root / "release" / "texts.toml"
        data = read_toml(path)
        try:
            parts = {
                name: {language: str(data[name][language.value]) for language in Language}
                for name in cls.__dataclass_fields__
            }
        except KeyError as error:
            raise ResourceError(
                "resource.malformed", details={"file": path.name, "entry": str(error.args[0])}
            ) from None
        return cls(**parts)
