"""Marked text for tests of dehydration: `{surface|TYPE|form|value}`, `*` behind the type = task-relevant."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.dehydrate.dehydrator import Dehydrator
from core.dehydrate.library import HierarchyLibrary
from core.domain.language import Language
from core.domain.request import Decisions
from core.domain.sensitive import Explanation, Layer, Mention, SensitiveAttribute, SensitiveSet
from core.resources import load_taxonomy, resource_root

REFERENCE_YEAR = 2026
ROOT = resource_root()
TAXONOMY = load_taxonomy(ROOT)
LIBRARY = HierarchyLibrary(TAXONOMY, ROOT, reference_year=REFERENCE_YEAR)
DEHYDRATOR = Dehydrator(TAXONOMY, LIBRARY)
_MARK = re.compile(r"\{([^|{}]+)\|([A-Z_]+)(\*?)(?:\|([^|{}]*))?(?:\|([^{}]*))?\}")


@dataclass(frozen=True)
class Marked:
    text: str
    sensitive: SensitiveSet
    language: Language


def language_of(text: str) -> Language:
    return Language.ZH if re.search(r"[\u4e00-\u9fff]", text) else Language.EN


def mention(
    surface: str, type_id: str, form: str = "", value: str = "", start: int = 0, language: Language | None = None
) -> Mention:
    return Mention(
        start=start,
        end=start + len(surface),
        text=surface,
        type_id=type_id,
        value=value or surface,
        language=language or language_of(surface),
        layer=Layer.PATTERN,
        explanation=Explanation("test", 1.0, 1.0),
        form=form,
    )


def attribute(mentions: list[Mention], *, relevant: bool = False, aliases: tuple[str, ...] = ()) -> SensitiveAttribute:
    first = mentions[0]
    return SensitiveAttribute(
        id=f"{first.type_id}:{first.value}",
        type_id=first.type_id,
        kind=TAXONOMY[first.type_id].kind,
        value=first.value,
        mentions=tuple(mentions),
        aliases=aliases,
        task_relevant=relevant,
    )


def read_marked(marked: str) -> Marked:
    """The plain text and S of a marked text."""
    text = ""
    position = 0
    groups: dict[tuple[str, str], list[Mention]] = {}
    relevant: set[tuple[str, str]] = set()
    for match in _MARK.finditer(marked):
        text += marked[position : match.start()]
        surface, type_id, star, form, value = match.groups()
        found = mention(surface, type_id, form or "", value or "", len(text), language_of(marked))
        groups.setdefault((type_id, found.value), []).append(found)
        if star:
            relevant.add((type_id, found.value))
        text += surface
        position = match.end()
    text += marked[position:]
    attributes = tuple(attribute(found, relevant=key in relevant) for key, found in groups.items())
    return Marked(text, SensitiveSet(attributes), language_of(marked))


def initial(marked: Marked) -> dict[str, int]:
    return DEHYDRATOR.initial_levels(marked.sensitive, Decisions())
