"""What a conversation hid once stays hidden, also where a later text repeats it without any cue (DESIGN 5.5)."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from core.dehydrate.hard_line import HardLine, LiteralHit
from core.domain.artifact import EXACT_LEVEL
from core.domain.request import Decisions, Disclosure
from core.domain.sensitive import Explanation, Layer, Mention, SensitiveAttribute, SensitiveSet
from core.extract.aliases import Called, alias_targets
from core.extract.namesakes import apart, of_others
from core.extract.user_words import UserWords

PERSON = "PERSON"
_SURNAME = re.compile(r" ([A-Z][a-z\u00df-\u024f]{2,}(?:[-'’][A-Z][a-z\u00df-\u024f]+)?)(?!\w)")
RECOGNIZER = "conversation.memory"


def hidden_earlier(
    text: str,
    sensitive: SensitiveSet,
    earlier: Sequence[Disclosure],
    decisions: Decisions,
    hard_line: HardLine,
    words: UserWords | None = None,
) -> SensitiveSet:
    """`sensitive` with every value that an earlier turn hid and that `text` repeats.

    A repeated value keeps the id of its attribute, and so its token, also where the extractor saw only a part
    of it (a given name alone). What a person called not sensitive, now or for ever (`words`), is left alone.
    """
    sensitive = _same_people(text, sensitive, earlier)
    attributes = {attribute.id: attribute for attribute in sensitive.attributes}
    for turn in earlier:
        hits = hard_line.find(text, turn.sensitive, turn.artifact.levels)
        for hit, origin in _whole_names(hits, turn.sensitive, text):
            if hit.attribute_id in decisions.not_sensitive or text[hit.start : hit.end] in decisions.never_hide:
                continue
            if words is not None and not words.allows(text[hit.start : hit.end]):
                continue
            inside = _inside(attributes.values(), hit, origin.type_id)
            if not inside and _touched(attributes.values(), hit):
                continue
            for owner in inside:
                left = tuple(mention for mention in owner.mentions if not _covers(hit, mention))
                attributes[owner.id] = replace(owner, mentions=left)
            known = attributes.get(origin.id) or replace(origin, mentions=())
            attributes[origin.id] = _with_mention(known, origin, hit, text)
    found = [attribute for attribute in attributes.values() if attribute.mentions]
    if found == list(sensitive.attributes):
        return sensitive
    ids = {attribute.id for attribute in found}
    combinations = tuple(item for item in sensitive.combinations if ids.issuperset(item.attribute_ids))
    ordered = tuple(sorted(found, key=lambda attribute: attribute.mentions[0].start))
    return replace(sensitive, attributes=ordered, combinations=combinations)


def _same_people(text: str, sensitive: SensitiveSet, earlier: Sequence[Disclosure]) -> SensitiveSet:
    """A person whom an earlier turn knew under another form of the name keeps the id that they had there first: Ngozi,
    then Ngozi Okonkwo. Who may be several of them, or a relative of one, gets none of theirs."""
    known: dict[str, str] = {}
    for turn in earlier:
        for item in turn.sensitive.attributes:
            if item.type_id == PERSON and turn.artifact.levels.get(item.id, EXACT_LEVEL + 1) > EXACT_LEVEL:
                known.setdefault(item.value, item.id)
    fresh = {item.value: item.id for item in sensitive.attributes if item.type_id == PERSON}
    fresh = {value: identifier for value, identifier in fresh.items() if identifier not in known.values()}
    if not known or not fresh:
        return sensitive
    people = {(PERSON, item.value): item.mentions for item in sensitive.attributes if item.type_id == PERSON}
    two = apart(people, text) | of_others(people, [(PERSON, value) for value in known], text)
    targets = alias_targets({(PERSON, value): Called.of(value) for value in (*known, *fresh)}, two)
    joined: dict[str, str] = {}
    for (_, short), (_, full) in targets.items():
        for mine, theirs in ((short, full), (full, short)):
            if mine in fresh and theirs in known:
                joined.setdefault(fresh[mine], known[theirs])
    names = {identifier: value for value, identifier in known.items()}
    return _renamed(sensitive, joined, names) if joined else sensitive


def _renamed(sensitive: SensitiveSet, ids: Mapping[str, str], names: Mapping[str, str]) -> SensitiveSet:
    """S with other ids; attributes that come to have the same one become one. A part of a name is a form of the whole,
    which is in `names`, and of no other part: Adaeze, and then Okonkwo."""
    found: dict[str, SensitiveAttribute] = {}
    for item in sensitive.attributes:
        known = names.get(ids.get(item.id, ""), "")
        item = replace(item, id=ids.get(item.id, item.id), person=ids.get(item.person, item.person))
        item = replace(item, value=max(known, item.value, key=lambda name: Called.of(name).rank))
        other = found.get(item.id)
        if other is not None:
            first, second = sorted((other, item), key=lambda each: -len(each.value))
            mentions = tuple(sorted((*first.mentions, *second.mentions), key=lambda mention: mention.start))
            aliases = tuple(dict.fromkeys((*first.aliases, *second.aliases)))
            item = replace(first, mentions=mentions, aliases=aliases)
        found[item.id] = item
    combinations = tuple(
        replace(item, attribute_ids=tuple(dict.fromkeys(ids.get(each, each) for each in item.attribute_ids)))
        for item in sensitive.combinations
    )
    ordered = tuple(sorted(found.values(), key=lambda item: item.mentions[0].start))
    return replace(sensitive, attributes=ordered, combinations=combinations)


def _whole_names(
    hits: Sequence[LiteralHit], sensitive: SensitiveSet, text: str
) -> Iterator[tuple[LiteralHit, SensitiveAttribute]]:
    """Hits with the attribute that they repeat. A known first name before a surname that nobody knew covers both; where
    it stands before several surnames these are several people, and none of them is the one who was known."""
    longer: dict[tuple[str, str], list[LiteralHit]] = {}
    for hit in hits:
        origin = sensitive.by_id(hit.attribute_id)
        after = _SURNAME.match(text, hit.end) if origin.type_id == PERSON else None
        if after is None or after[1].casefold() in origin.value.casefold() or not text[hit.start].isupper():
            yield hit, origin
        else:
            hit = replace(hit, end=after.end())
            longer.setdefault((origin.id, text[hit.start : hit.end]), []).append(hit)
    several = Counter(identifier for identifier, _ in longer)
    for (identifier, name), found in longer.items():
        origin = sensitive.by_id(identifier)
        if several[identifier] > 1:
            digest = hashlib.sha256(f"{identifier}\0{name}".encode()).hexdigest()[: len(identifier)]
            origin = replace(origin, id=digest, value=name, aliases=())
        yield from ((replace(hit, attribute_id=origin.id), origin) for hit in found)


def _inside(attributes: Iterable[SensitiveAttribute], hit: LiteralHit, type_id: str) -> list[SensitiveAttribute]:
    """Other attributes of the type with a mention that is nothing but a part of the repeated value."""
    return [
        attribute
        for attribute in attributes
        if attribute.type_id == type_id
        and attribute.id != hit.attribute_id
        and any(_covers(hit, mention) for mention in attribute.mentions)
    ]


def _covers(hit: LiteralHit, mention: Mention) -> bool:
    return hit.start <= mention.start and mention.end <= hit.end


def _touched(attributes: Iterable[SensitiveAttribute], hit: LiteralHit) -> bool:
    return any(
        hit.start < mention.end and mention.start < hit.end
        for attribute in attributes
        for mention in attribute.mentions
    )


def _with_mention(
    attribute: SensitiveAttribute, origin: SensitiveAttribute, hit: LiteralHit, text: str
) -> SensitiveAttribute:
    mention = Mention(
        start=hit.start,
        end=hit.end,
        text=text[hit.start : hit.end],
        type_id=origin.type_id,
        value=origin.value,
        language=origin.mentions[0].language,
        layer=Layer.COREFERENCE,
        explanation=Explanation(RECOGNIZER, 1.0, 1.0),
    )
    mentions = sorted((*attribute.mentions, mention), key=lambda item: item.start)
    return replace(attribute, mentions=tuple(mentions))
