"""A fictional S for widget tests, in both languages."""

from __future__ import annotations

from core.domain.language import Language
from core.domain.sensitive import Explanation, Layer, Mention, SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Taxonomy

TEXTS = {
    Language.EN: "I am Iris Kettle, 67, seen at Brook Clinic. Iris Kettle can be reached at 202-555-0143.",
    Language.ZH: "我叫白石溪，今年67岁，在青溪医院看过病，电话13900001234。白石溪敬上。",
}
VALUES = {
    Language.EN: (("Iris Kettle", "PERSON"), ("67", "AGE"), ("Brook Clinic", "HOSPITAL"), ("202-555-0143", "PHONE")),
    Language.ZH: (("白石溪", "PERSON"), ("67岁", "AGE"), ("青溪医院", "HOSPITAL"), ("13900001234", "PHONE")),
}


def mention(text: str, start: int, value: str, type_id: str, language: Language) -> Mention:
    return Mention(
        start,
        start + len(value),
        text[start : start + len(value)],
        type_id,
        value,
        language,
        Layer.PATTERN,
        Explanation("sample.rule", 0.9, 0.6, True, ("phone",)),
    )


def sample(taxonomy: Taxonomy, language: Language) -> tuple[str, SensitiveSet]:
    text = TEXTS[language]
    attributes = []
    for number, (value, type_id) in enumerate(VALUES[language]):
        found: list[Mention] = []
        start = text.find(value)
        while start >= 0:
            found.append(mention(text, start, value, type_id, language))
            start = text.find(value, start + 1)
        attributes.append(SensitiveAttribute(f"a{number}", type_id, taxonomy[type_id].kind, value, tuple(found)))
    return text, SensitiveSet(tuple(attributes))
