"""Builders of mentions and attributes for the extraction tests."""

from __future__ import annotations

from core.domain.language import Language
from core.domain.sensitive import Explanation, Layer, Mention, SensitiveAttribute
from core.extract.coreference import attribute_id
from core.resources import load_taxonomy, resource_root

KEY = b"k" * 32
_TAXONOMY = load_taxonomy(resource_root())


def mention(type_id: str, value: str, start: int, text: str = "") -> Mention:
    """A mention of `text` (default: the value itself) at `start`."""
    surface = text or value
    return Mention(
        start, start + len(surface), surface, type_id, value, Language.EN, Layer.PATTERN, Explanation("test", 0.9, 0.9)
    )


def attribute(type_id: str, value: str, start: int, text: str = "") -> SensitiveAttribute:
    """An attribute with one mention."""
    return SensitiveAttribute(
        attribute_id(KEY, type_id, value),
        type_id,
        _TAXONOMY[type_id].kind,
        value,
        (mention(type_id, value, start, text),),
    )
