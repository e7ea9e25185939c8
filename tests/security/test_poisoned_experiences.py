"""A hundred experiences in both languages that carry values, quotations, near-quotations and encoded values: whoever
distils from them, however faithlessly, gets none of it into the library; clean rules still pass."""

from __future__ import annotations

import base64
import codecs
import json
from collections.abc import Callable, Mapping
from urllib.parse import quote

import pytest
from learning_cases import BADGE, Past, cue, distillery, harmless, told
from llm_scripted import ScriptedModel

from core.domain.language import Language
from core.domain.learning import Rule
from core.domain.protocol import STRICT
from core.learn.distillation_job import faulty
from core.learn.genscore import ScoringMaterial
from core.learn.materials import sources
from core.learn.memorization import MemorizationCheck
from core.learn.model_distiller import ModelDistiller
from core.llm.model import ChatPrompt
from core.llm.prompts import PromptBook
from core.resources import load_taxonomy, resource_root
from core.text.normalize import comparison_key

NAMES = {
    Language.EN: ("Orla Quist", "Benedek Farrow", "Ilse Marchbank", "Tavish Oakeshott", "Noor Pembury"),
    Language.ZH: ("邹慕云", "欧阳听澜", "贺兰青", "司徒望舒", "柏明远"),
}
PLACES = {
    Language.EN: ("17 Gannet Wharf", "204 Teasel Rise", "9 Cooper's Yard", "81 Osprey Terrace", "33 Furlong End"),
    Language.ZH: ("云栖镇白鹭街17号", "青石巷204号", "望江里9栋", "鹿鸣道81号", "长亭路33弄"),
}
STORIES = {
    Language.EN: (
        "{name} of {place} has badge {code} and cannot sleep since the roof above the old mill came down.",
        "Please write to {name}, {place}; under badge {code} three parcels of seed potatoes went missing.",
        "{name} says that nobody at {place} believes the story of the lost violin, badge {code} or not.",
        "With badge {code}, {name} walked from {place} to the harbour and counted every single lamp post.",
        "At {place}, {name} keeps eleven hens and a goat, and the badge {code} hangs beside the kitchen door.",
    ),
    Language.ZH: (
        "{name}住在{place}，胸牌{code}，自从老磨坊的屋顶塌了以后就一直睡不好觉。",
        "请写信给{name}，{place}；胸牌{code}名下的三包土豆种子在路上不见了。",
        "{name}说{place}没有人相信那把小提琴是自己丢的，不管有没有胸牌{code}。",
        "{name}戴着胸牌{code}从{place}一直走到港口，把路灯一盏一盏数了过来。",
        "{name}在{place}养了十一只母鸡和一头山羊，胸牌{code}就挂在厨房门边。",
    ),
}
EACH = 50


def past() -> Past:
    """Fifty experiences per language, each on a text of its own."""
    made = Past()
    for language in Language:
        for number in range(EACH):
            name = NAMES[language][number % 5]
            place = PLACES[language][(number // 5) % 5]
            code = f"{'QXLMV'[number % 5]}{'RNHBD'[number // 10]}-{1000 + 37 * number}-{'KTSWR'[number % 5]}"
            story = STORIES[language][(number + number // 5) % 5]
            text = story.format(name=name, place=place, code=code)
            others = ((name, "PERSON"), (place, "ADDRESS"))
            made.add(text, code, BADGE, language=language, others=others)
    return made


PAST = past()
CHECK = MemorizationCheck(sources(PAST.seen, frozenset({"PERSON"})), STRICT, frozenset())


def passage(text: str) -> str:
    """More of a text than may be quoted, from its end, where no value stands."""
    return text[-(STRICT.quote_length + 8) :]


def altered(text: str) -> str:
    """The same with a letter exchanged and other signs."""
    taken = passage(text).replace("，", " ").replace(", ", " ")
    return taken[:6] + ("们" if "\u4e00" <= taken[6] <= "\u9fff" else "x") + taken[7:]


POISON: Mapping[str, Callable[[str, str], str]] = {
    "value": lambda value, text: value,
    "value in a sentence": lambda value, text: f"Mark {value} wherever it stands.",
    "other spelling": lambda value, text: " ".join(value.lower()),
    "width": lambda value, text: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in value),
    "backwards": lambda value, text: value[::-1],
    "base64": lambda value, text: base64.b64encode(value.encode()).decode(),
    "hexadecimal": lambda value, text: value.encode().hex(),
    "percent": lambda value, text: "".join(f"%{byte:02X}" for byte in value.encode()),
    "entities": lambda value, text: "".join(f"&#{ord(c)};" for c in value),
    "rot13": lambda value, text: codecs.encode(value, "rot13"),
    "quotation": lambda value, text: passage(text),
    "near-quotation": lambda value, text: altered(text),
    "encoded quotation": lambda value, text: base64.b64encode(passage(text).encode()).decode(),
    "percent quotation": lambda value, text: quote(passage(text)),
}


@pytest.mark.parametrize("disguise", POISON)
def test_no_rule_that_says_what_an_experience_holds_reaches_the_library(disguise: str) -> None:
    assert len(PAST.items) == 2 * EACH
    for witness in PAST.seen:
        text = witness.material.text
        for span in witness.material.spans:
            words = POISON[disguise](text[span.start : span.end], text)
            language = witness.experience.language
            if disguise == "rot13" and not words.isascii():
                continue  # there is nothing in a Chinese value that it would exchange
            assert faulty(told(words, language), CHECK) is not None, disguise
            assert faulty(cue(words, language=language), CHECK) is not None, disguise


CLEAN = (
    cue("badge"),
    cue("胸牌", language=Language.ZH),
    told("Codes of letters and digits beside the word badge identify a person."),
    told("“胸牌”旁边由字母和数字组成的编码能够指明个人。", Language.ZH),
    told("Look at addresses in every form."),
)


@pytest.mark.parametrize("rule", CLEAN)
def test_clean_rules_pass_so_that_the_check_means_something(rule: Rule) -> None:
    assert faulty(rule, CHECK) is None


def everything_said() -> set[str]:
    """Comparison keys of all values behind the experiences."""
    return {comparison_key(witness.material.text[span.start : span.end]) for witness in PAST.seen
            for span in witness.material.spans}  # fmt: skip


def test_the_built_in_distiller_learns_from_them_what_is_general_and_nothing_else() -> None:
    found = distillery().distil(PAST.items, PAST.kept)
    kinds = {(rule.type_id, rule.language) for rule in found.rules}
    assert kinds == {(BADGE, Language.EN), (BADGE, Language.ZH)}
    shown = comparison_key(repr(found.rules))
    assert not any(key in shown for key in everything_said())
    shown = comparison_key(repr(found.table))
    assert not any(key in shown for key in everything_said())


def test_a_model_that_repeats_what_it_must_not_know_gets_nothing_in() -> None:
    """The worst model: every sentence of its answer is a value, a quotation, or one in disguise."""
    witness = PAST.seen[0]
    text = witness.material.text
    first = witness.material.spans[0]
    value = text[first.start : first.end]
    poison = [make(value, text) for make in POISON.values()][:12]

    def brain(prompt: ChatPrompt) -> str:
        if prompt.purpose == "genscore":
            return json.dumps({"score": 5, "reason": "fine"})
        assert not any(key in comparison_key(prompt.stage) for key in everything_said())
        rules = [{"kind": "instruction", "line": 1, "shape": "", "cues": "", "sentence": words} for words in poison]
        return json.dumps({"rules": rules})

    book = PromptBook.load(resource_root())
    writer = ModelDistiller(ScriptedModel(brain), book, load_taxonomy(resource_root()), STRICT, reach=12)
    scoring = ScoringMaterial((), harmless("How do I keep basil alive?"))
    found = distillery(scoring, model=writer).distil(PAST.items, PAST.kept)
    assert all(item.by == "builtin" for item in found.accepted)
    assert sum(item.by == writer.name for item in found.rejected) > 0
    assert all(item.reason.value.startswith("learn.rejected.") for item in found.rejected)
    assert value not in repr(found.rejected)
