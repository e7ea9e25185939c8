"""What the library consists of: named items with a canonical body, addressed by its digest (paper 4.4)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any

from core.domain.errors import InputError
from core.domain.language import Language
from core.domain.learning import LibraryItem, Rule, RuleKind, TypedSet
from core.domain.taxonomy import Domain

MOST_BODY_BYTES = 400_000
SHORT_DIGEST = 12
_SEPARATOR = "/"


class ItemKind(StrEnum):
    """The middle part of a name."""

    PROMPTS = "prompts"
    RULES = "rules"
    LEVELS = "levels"

    @property
    def rule_kind(self) -> RuleKind:
        """The one kind of rules that items of this kind hold."""
        return _RULE_KINDS[self]


_RULE_KINDS = {
    ItemKind.PROMPTS: RuleKind.INSTRUCTION,
    ItemKind.RULES: RuleKind.CUE,
    ItemKind.LEVELS: RuleKind.START_LEVEL,
}
EXTRACTION, START = "extraction", "start"


@dataclass(frozen=True, slots=True, order=True)
class ItemName:
    """`<set>/<kind>/<name>`; `str` is that text."""

    typed_set: TypedSet
    kind: ItemKind
    name: str

    def __str__(self) -> str:
        return _SEPARATOR.join((self.typed_set, self.kind, self.name))

    @classmethod
    def parse(cls, text: str) -> ItemName:
        """Raises InputError `library.no_item` for what is no name."""
        parts = text.split(_SEPARATOR)
        try:
            typed_set, kind, name = parts
            return cls(TypedSet(typed_set), ItemKind(kind), name)
        except ValueError:
            raise InputError("library.no_item") from None


def prompt_item(prompt: str, typed_set: TypedSet = TypedSet.GLOBAL) -> str:
    """Name of the item that holds a prompt, or a typed set's additions to it."""
    return str(ItemName(typed_set, ItemKind.PROMPTS, prompt))


def extraction_item(typed_set: TypedSet = TypedSet.GLOBAL) -> str:
    """Name of the item that holds a set's CUE rules."""
    return str(ItemName(typed_set, ItemKind.RULES, EXTRACTION))


def levels_item(typed_set: TypedSet = TypedSet.GLOBAL) -> str:
    """Name of the item that holds a set's START_LEVEL rules."""
    return str(ItemName(typed_set, ItemKind.LEVELS, START))


def item_for(rule: Rule, typed_set: TypedSet) -> str:
    """Name of the item of `typed_set` that a rule belongs into."""
    if rule.kind is RuleKind.INSTRUCTION:
        return prompt_item(rule.prompt, typed_set)
    return extraction_item(typed_set) if rule.kind is RuleKind.CUE else levels_item(typed_set)


def versioned(name: str, language: Language) -> str:
    """The key under which a snapshot names an item's version: `name@en`."""
    return f"{name}@{language}"


@dataclass(frozen=True, slots=True)
class ItemBody:
    """`parts`: part name -> text (of a prompt), `rules`: ordered by id."""

    parts: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()

    def with_rules(self, *added: Rule) -> ItemBody:
        """With rules added; one of the same id is replaced, its experiences joined."""
        known = {rule.id: rule for rule in self.rules}
        for rule in map(identified, added):
            before = known.get(rule.id)
            if before is not None:
                joined = tuple(sorted({*before.experiences, *rule.experiences}))
                rule = replace(rule, experiences=joined)
            known[rule.id] = rule
        return ItemBody(self.parts, _ordered(known.values()))

    def without_rules(self, *identifiers: str) -> ItemBody:
        return ItemBody(self.parts, tuple(rule for rule in self.rules if rule.id not in identifiers))


def identified(rule: Rule) -> Rule:
    """The rule under its content address: what it steers, not what it came from, makes its id."""
    plain = {key: value for key, value in _plain_rule(rule).items() if key not in ("id", "experiences")}
    return replace(rule, id=hashlib.sha256(_json(plain).encode()).hexdigest()[:SHORT_DIGEST])


def dump_body(body: ItemBody) -> str:
    """The canonical text: the same for equal bodies."""
    rules = [_plain_rule(rule) for rule in _ordered(body.rules)]
    return _json({"parts": dict(body.parts), "rules": rules})


def read_body(text: str) -> ItemBody:
    """What `dump_body` wrote. Raises InputError `library.body` for anything else."""
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BODY_BYTES:
        raise InputError("library.body")
    try:
        found = json.loads(text)
        parts, rules = found["parts"], found["rules"]
        if set(found) != {"parts", "rules"} or not isinstance(rules, list) or not _are_texts(parts):
            raise InputError("library.body")
        body = ItemBody(dict(parts), tuple(map(_rule, rules)))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InputError("library.body") from None
    if len({rule.id for rule in body.rules}) != len(body.rules) or dump_body(body) != text:
        raise InputError("library.body")
    return body


def digest_of(body: str) -> str:
    """Content address of a canonical body: SHA-256, 64 hexadecimal digits."""
    return hashlib.sha256(body.encode()).hexdigest()


def library_item(name: str, language: Language, body: ItemBody) -> LibraryItem:
    text = dump_body(body)
    return LibraryItem(name, language, text, digest_of(text))


def _ordered(rules: Any) -> tuple[Rule, ...]:
    return tuple(sorted(rules, key=lambda rule: rule.id))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


_TEXTS = frozenset({"id", "type_id", "shape", "prompt", "text"})
_NUMBERS = frozenset({"reach", "level"})
_EMPTY: Mapping[str, Any] = {
    "type_id": "", "shape": "", "cues": (), "reach": 0, "after": False, "domain": None, "level": None, "prompt": "",
    "text": "", "experiences": (),
}  # fmt: skip


def _plain_rule(rule: Rule) -> dict[str, Any]:
    """Only what says something, so that a later field changes no digest."""
    plain = {name.name: getattr(rule, name.name) for name in fields(Rule)}
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in plain.items()
        if key not in _EMPTY or value != _EMPTY[key]
    }


def _rule(plain: Any) -> Rule:
    """Raises ValueError, KeyError, TypeError."""
    if not isinstance(plain, dict):
        raise TypeError
    given = dict(plain)
    made: dict[str, Any] = {"kind": RuleKind(given.pop("kind")), "language": Language(given.pop("language"))}
    for key, value in given.items():
        made[key] = _field(key, value)
    return Rule(**made)


def _field(key: str, value: Any) -> Any:
    if key in _TEXTS and isinstance(value, str):
        return value
    if key in _NUMBERS and type(value) is int:
        return value
    if key == "after" and isinstance(value, bool):
        return value
    if key == "domain" and isinstance(value, str):
        return Domain(value)
    if key == "cues" and isinstance(value, list) and all(isinstance(cue, str) for cue in value):
        return tuple(value)
    if key == "experiences" and isinstance(value, list) and all(type(number) is int for number in value):
        return tuple(value)
    raise TypeError


def _are_texts(parts: Any) -> bool:
    return isinstance(parts, dict) and all(isinstance(text, str) for text in parts.values())
