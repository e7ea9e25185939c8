"""Into which typed set a distilled rule goes, and the changes of the library that it takes (paper 4.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.domain.language import Language
from core.domain.learning import Experience, Rule, TypedSet
from core.domain.taxonomy import Domain
from core.learn.items import ItemBody, item_for
from core.learn.library import Change, Library

SET_OF_DOMAIN: Mapping[Domain, TypedSet] = {
    Domain.MEDICAL: TypedSet.MEDICAL,
    Domain.BANKING: TypedSet.FINANCIAL,
    Domain.TRAVEL: TypedSet.TRAVEL,
    Domain.LEGAL: TypedSet.LEGAL,
    Domain.GENERAL: TypedSet.GENERAL,
}


def set_of(rule: Rule, experiences: Mapping[int, Experience]) -> TypedSet:
    """The set of the one domain that all its experiences, or the rule itself, come from; else the global baseline."""
    if rule.domain is not None:
        return SET_OF_DOMAIN[rule.domain]
    domains = {experiences[number].domain for number in rule.experiences if number in experiences}
    return SET_OF_DOMAIN[domains.pop()] if len(domains) == 1 else TypedSet.GLOBAL


def changes_for(rules: Iterable[Rule], experiences: Iterable[Experience], library: Library) -> tuple[Change, ...]:
    """One change per item that gets rules, over its latest body; a rule it has already only gains experiences."""
    known = {item.number: item for item in experiences}
    bodies: dict[tuple[str, Language], ItemBody] = {}
    for rule in rules:
        key = item_for(rule, set_of(rule, known)), rule.language
        body = bodies.get(key) or library.body(*key)
        bodies[key] = body.with_rules(rule)
    return tuple(Change(name, language, body) for (name, language), body in bodies.items())
