"""What a learned body may be at all: bounds, fields, kinds. Whatever does not fit never becomes a version."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from core.domain.errors import InputError
from core.domain.language import Language
from core.domain.learning import Rule, RuleKind, TypedSet
from core.domain.taxonomy import Kind
from core.learn.baseline import Baseline, Bounds
from core.learn.items import ItemBody, ItemKind, ItemName, identified
from core.llm.prompts import field_names
from core.text.shapes import parse

_STEERING_SIGNS = frozenset("{}<>`\\")
"""Signs of which field marks, fences and tags are made; a sentence needs none of them."""


def check_body(name: str, language: Language, body: ItemBody, baseline: Baseline) -> None:
    """Raises InputError: `library.no_item`, `library.fixed` (the item takes part in the release decision),
    `library.parts`, `library.fields`, `library.part_long`, `library.rules_many`, `library.rule`, `library.rule_kind`,
    `library.explicit_level`, `shape.malformed`."""
    parsed = ItemName.parse(name)
    shipped = baseline.bodies.get((name, language))
    if shipped is None:
        raise InputError("library.no_item")
    if baseline.is_fixed(name):
        raise InputError("library.fixed", details={"item": name})
    _check_parts(parsed, body.parts, shipped.parts, baseline.bounds)
    if len(body.rules) > baseline.bounds.rules:
        raise InputError("library.rules_many", details={"limit": baseline.bounds.rules})
    for rule in body.rules:
        _check_rule(rule, parsed, language, baseline)


def _check_parts(name: ItemName, parts: Mapping[str, str], shipped: Mapping[str, str], bounds: Bounds) -> None:
    if set(parts) != set(shipped) or (parts != shipped and name.kind is not ItemKind.PROMPTS):
        raise InputError("library.parts", details={"item": str(name)})
    for part, text in parts.items():
        if text == shipped[part]:
            continue
        if not 0 < len(text.strip()) <= len(text) <= bounds.part or "\0" in text:
            raise InputError("library.part_long", details={"limit": bounds.part})
        if field_names(text) != field_names(shipped[part]):
            raise InputError("library.fields", details={"item": str(name), "part": part})


def _check_rule(rule: Rule, name: ItemName, language: Language, baseline: Baseline) -> None:
    if rule.kind is not name.kind.rule_kind or rule.language is not language or rule != identified(rule):
        raise InputError("library.rule_kind", details={"item": str(name)})
    if rule.type_id and rule.type_id not in baseline.taxonomy:
        raise InputError("library.rule", details={"item": str(name)})
    if not all(number >= 0 for number in rule.experiences):
        raise InputError("library.rule", details={"item": str(name)})
    {RuleKind.CUE: _check_cue, RuleKind.START_LEVEL: _check_level, RuleKind.INSTRUCTION: _check_instruction}[rule.kind](
        rule, name, baseline
    )


def _check_cue(rule: Rule, name: ItemName, baseline: Baseline) -> None:
    bounds = baseline.bounds
    parse(rule.shape)
    plain = rule.domain is None and rule.level is None and not rule.prompt and not rule.text
    cues = all(_is_cue(cue, bounds.cue) for cue in rule.cues)
    if not (plain and rule.type_id and cues and 0 < len(rule.cues) <= bounds.cues and 0 <= rule.reach <= bounds.reach):
        raise InputError("library.rule", details={"item": str(name)})


def _is_cue(cue: str, longest: int) -> bool:
    """A word of letters at least; one Latin letter alone stands everywhere."""
    least = 1 if cue and not cue.isascii() else 2
    return least <= len(cue) <= longest and cue == cue.strip().lower() and any(map(str.isalpha, cue)) and _plain(cue)


def _check_level(rule: Rule, name: ItemName, baseline: Baseline) -> None:
    plain = not rule.shape and not rule.cues and not rule.reach and not rule.after and not rule.prompt and not rule.text
    level = rule.level
    if not plain or not rule.type_id or level is None or not 1 <= level <= baseline.bounds.level:
        raise InputError("library.rule", details={"item": str(name)})
    if baseline.taxonomy[rule.type_id].kind is Kind.EXPLICIT:
        raise InputError("library.explicit_level", details={"type": rule.type_id})


def _check_instruction(rule: Rule, name: ItemName, baseline: Baseline) -> None:
    plain = not rule.shape and not rule.cues and not rule.reach and not rule.after and rule.level is None
    text = rule.text
    sized = 0 < len(text) <= baseline.bounds.instruction and text == text.strip() and _plain(text)
    if not plain or not sized or rule.prompt != name.name or _STEERING_SIGNS & set(text):
        raise InputError("library.rule", details={"item": str(name)})
    if name.name not in (baseline.learnable if name.typed_set is TypedSet.GLOBAL else baseline.typed):
        raise InputError("library.fixed", details={"item": str(name)})


def _plain(text: str) -> bool:
    """One line of characters that people see."""
    return not any(unicodedata.category(char)[0] == "C" or char in "\u2028\u2029" for char in text)
