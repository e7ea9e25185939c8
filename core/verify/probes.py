"""The wording, for a reviewer, of what the reading attacker asks. It is shown on this machine and never sent."""

from __future__ import annotations

from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.taxonomy import Taxonomy
from core.resources import read_toml


class ProbeTexts:
    """Wording of the questions (local evidence only)."""

    def __init__(self, taxonomy: Taxonomy, root: Path) -> None:
        """Raises ResourceError."""
        self._taxonomy = taxonomy
        data = read_toml(root / "questions" / "probes.toml")
        try:
            self._texts = {Language(code): dict(entry) for code, entry in data.items()}
        except (ValueError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": "probes.toml"}) from error

    def question(self, type_id: str, template: str, language: Language) -> str:
        """The question of one template about one type."""
        pattern = str(self._texts[language].get(template, "{label}"))
        return pattern.format(label=self._taxonomy[type_id].labels[language])
