"""Mentions of one value are one attribute."""

from __future__ import annotations

import hashlib
import hmac

from core.domain.sensitive import Mention, SensitiveAttribute
from core.domain.taxonomy import Taxonomy
from core.text.normalize import NormalizedText


def group(
    mentions: tuple[Mention, ...], normalized: NormalizedText, key: bytes, taxonomy: Taxonomy
) -> tuple[SensitiveAttribute, ...]:
    """Attributes in order of their first mention; the id is a keyed hash of type and canonical value."""
    groups: dict[tuple[str, str], list[Mention]] = {}
    for mention in sorted(mentions, key=lambda item: item.start):
        groups.setdefault((mention.type_id, mention.value), []).append(mention)
    return tuple(
        SensitiveAttribute(
            id=hmac.new(key, f"{type_id}\0{value}".encode(), hashlib.sha256).hexdigest()[:16],
            type_id=type_id,
            kind=taxonomy[type_id].kind,
            value=value,
            mentions=tuple(members),
        )
        for (type_id, value), members in groups.items()
    )
