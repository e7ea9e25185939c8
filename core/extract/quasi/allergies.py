"""ALLERGY: what somebody is allergic to, cannot eat or does not tolerate."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.scan import Scan, candidate, folded
from core.extract.quasi.scores import LIKELY_TYPE, TIED
from core.extract.quasi.word_lists import words

_ALLERGY_EN = re.compile(
    r"(?<![a-z0-9_])(?:(?:severely |highly |very |deathly |mildly )?allergic to|allerg(?:y|ies) to|"
    r"intolerant (?:to|of)|allerg(?:y|ies)(?:\s*[:=]| include| are| is)|anaphyla(?:xis|"
    r"ctic reaction) (?:to|from)) ?((?:(?:all|any|the) )?[a-z][\w-]*(?: (?!and\b|or\b|but\b|which\b|"
    r"that\b|since\b|so\b|is\b|are\b|i\b|what\b|can\b|with\b|should\b|who\b|in\b|"
    r"for\b)[a-z][\w-]*){0,2}(?:(?:, | and | or |, and )(?!i\b|he\b|she\b|can\b|what\b|has\b|have\b|my\b|"
    r"should\b|we\b|need\b|am\b|take\b|is\b)[a-z][\w-]*(?=[,.;)]| and| or|$))*)"
)
_CANNOT_HAVE = re.compile(
    r"(?<![a-z])(?:i|he|she|who|[a-z]+) (?:can['’]?t|cannot|mustn['’]?t) (?:have|eat|tolerate|touch|be near) (?:any )?"
    r"(peanuts?|(?:tree )?nuts|shellfish|seafood|dairy|lactose|gluten|eggs?|iodine(?: contrast)?|penicillin|latex|"
    r"soy|wheat|"
    r"sesame|aspirin|nsaids|ibuprofen|strawberries|kiwi|milk|prawns|sulfa)(?![a-z])"
)
_ALLERGY_NOUN = re.compile(
    r"(?<![a-z0-9_])((?:[a-z]+ )?(?:peanut|nut|penicillin|latex|pollen|shellfish|seafood|milk|dairy|egg|"
    r"gluten|lactose|wheat|soy|dust(?: mite)?|cat|dog|bee|wasp|sulfa|drug|food|fish|sesame|aspirin|iodine|"
    r"mango|kiwi) (?:allergy|allergies|intolerance))(?![a-z0-9_])"
)
_ALLERGY_ZH = re.compile(
    r"(?:对)([\u4e00-\u9fffa-z、和及]{1,16}?)(?:严重|有点|有|容易|会|都|轻度|重度|比较|非常|很)*(?:过敏)|"
    r"(?<![对无否])((?:青霉素|头孢|碘?造影剂|花粉|海鲜|花生|坚果|牛奶|鸡蛋|尘螨|酒精|芒果|磺胺|乳糖|麸质|阿司匹林|"
    r"碘|虾|虾蟹|药物|食物|粉尘|紫外线|猫毛|狗毛)(?:类)?(?:过敏(?:史|者|体质)?|不耐受?))|过敏(?:史|药物|"
    r"原)?\s*[:：]\s*([^\n,，。；;]{1,16})"
)
_ASKED = frozenset(words("zh", "allergy_to_nothing"))


def detect(scan: Scan) -> Iterator[Candidate]:
    """Allergies in either language."""
    for match in scan.en(_ALLERGY_EN):
        body = match.group(1)
        yield candidate(
            match.span(1), "ALLERGY", folded(body), TIED - 0.05, "health.allergy", forms.NOUN, Layer.CONTEXT
        )
    for match in scan.en(_CANNOT_HAVE):
        yield candidate(match.span(1), "ALLERGY", folded(match.group(1)), TIED - 0.05, "health.allergy", forms.NOUN)
    for match in scan.en(_ALLERGY_NOUN):
        yield candidate(match.span(1), "ALLERGY", folded(match.group(1)), LIKELY_TYPE, "health.allergy", forms.NOUN)
    for match in scan.all(_ALLERGY_ZH):
        group = match.lastindex or 1
        body = match.group(group)
        if body in _ASKED:
            continue
        yield candidate(match.span(group), "ALLERGY", body, TIED - 0.1, "health.allergy", forms.ZH, Layer.CONTEXT)
