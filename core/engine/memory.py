"""What a conversation hid once stays hidden, also where a later text repeats it without any cue (DESIGN 5.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.dehydrate.hard_line import HardLine, LiteralHit
from core.domain.request import Decisions, Disclosure
from core.domain.sensitive import Explanation, Layer, Mention, SensitiveAttribute, SensitiveSet
from core.extract.user_words import UserWords

RECOGNIZER = "conversation.memory"


def recall(
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
    attributes = {attribute.id: attribute for attribute in sensitive.attributes}
    for turn in earlier:
        for hit in hard_line.find(text, turn.sensitive, turn.artifact.levels):
            if hit.attribute_id in decisions.not_sensitive or text[hit.start : hit.end] in decisions.never_hide:
                continue
            if words is not None and not words.allows(text[hit.start : hit.end]):
                continue
            origin = turn.sensitive.by_id(hit.attribute_id)
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
