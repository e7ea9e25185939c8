"""Names of shops, services, medicines and authorities are nobody's while nobody is certain that they are somebody's."""

from __future__ import annotations

import pytest

from core.domain.disclosure import DisclosureRole
from core.domain.language import Language
from core.extract.explicit.lexicons import fold_latin, read_lines, read_set
from core.resources import resource_root
from tests.weighing_cases import TAXONOMY, WEIGHING, WHERE, WHO, Said, in_text, ruled, shown

THINGS = WEIGHING.settings.things
LEAST = {Language.EN: 1200, Language.ZH: 900}
INITIALS = 3


def held(text: str, name: str) -> bool:
    start = text.index(name)
    return THINGS.hold(text, start, start + len(name))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("4.2k on klarna n zilch, 11k to my brother in law", "klarna n zilch"),
        ("self excluded w/ gamstop", "gamstop"),
        ("the cash machine outside the Spar", "the Spar"),
        ("Tesco's new terms", "Tesco's"),
        ("a coca cola a day", "coca cola"),
        ("PrEP (Truvada)", "Truvada"),
        ("a Foley catheter was put in", "Foley"),
        ("Chase Bank wrote", "Chase"),
        ("顺丰的单号", "顺丰"),
        ("順豐的單號", "順豐"),
        ("史蒂諾斯 半顆", "史蒂諾斯"),
        ("部署到阿里云之后一直报错", "阿里云之后"),
        ("部署到阿里雲之後一直報錯", "阿里雲之後"),
        ("有个自称农行客服的小伙子", "农行客服"),
        ("留置Foley导尿管一根", "Foley"),
    ],
)
def test_a_listed_name_is_a_thing_in_either_script(text: str, name: str) -> None:
    assert held(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("the Amazon depot in Corby", "Amazon depot"),
        ("the Amazon depot in Corby", "Amazon"),
        ("我在招商银行合肥政务区支行贷的款", "招商银行"),
        ("我在招商銀行合肥政務區分行貸的款", "招商銀行"),
        ("Mrs Foley was put on the ward", "Foley"),
        ("old Mr T, flat 3", "T"),
        ("Ann Wells. Fargo is cold.", "Wells"),
        ("Io's student number", "Io"),
        ("工商银行光谷支行的柜员", "工商银行光谷支行"),
        ("工商銀行光谷支行的櫃員", "工商銀行光谷支行"),
        ("我叫顺小丰", "顺小丰"),
    ],
)
def test_what_holds_one_or_is_a_piece_of_another_word_is_none(text: str, name: str) -> None:
    assert not held(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a rumour at the Co-op where I work", "Co-op"),
        ("my brother works at Greggs", "Greggs"),
        ("我在富士康上夜班", "富士康"),
        ("我在鴻海上班", "鴻海"),
    ],
)
def test_where_somebody_works_is_no_mere_name(text: str, name: str) -> None:
    assert not held(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [("I owe Klarna 300", "Klarna"), ("欠花呗三千", "花呗"), ("欠螢石雲三千", "螢石雲")],
)
@pytest.mark.parametrize(("role", "group"), [(WHO, "name"), (WHERE, "organisation"), (WHERE, "place")])
def test_only_what_is_certain_is_hidden(text: str, name: str, role: DisclosureRole, group: str) -> None:
    certain = WEIGHING.settings.certain
    assert shown(text, in_text(text, name, role, group, chance=certain - 0.01)) == []
    assert shown(text, in_text(text, name, role, group, chance=certain)) == [name]


@pytest.mark.parametrize(
    ("text", "thing", "firm"),
    [("Klarna and Elmhurst Lets wrote", "Klarna", "Elmhurst Lets"), ("花呗和鑫隆烟酒", "花呗", "鑫隆烟酒")],
)
def test_a_firm_that_a_rule_found_is_weighed_alike(text: str, thing: str, firm: str) -> None:
    class Doubtful(Said):
        def weigh(self, start: int, end: int) -> dict[DisclosureRole | None, float]:
            return {WHERE: 0.6, None: 0.4}

    found = [ruled(text, name, "ORGANIZATION") for name in (thing, firm)]
    seen = tuple(in_text(text, name, WHERE, "organisation") for name in (thing, firm))
    standing = WEIGHING.settle(found, Doubtful(seen), text, TAXONOMY).standing  # type: ignore[arg-type]
    assert [text[item.start : item.end] for item in standing] == [firm]


@pytest.mark.parametrize("language", Language)
def test_the_lists_hold_each_name_once_and_nobodys_own(language: Language) -> None:
    root = resource_root()
    names = read_lines(root, f"public_things.{language}.txt")
    assert len(names) == len(set(names)) >= LEAST[language]
    folded = {fold_latin(name) for name in names}
    assert not folded & read_set(root, "given_names_latin.txt")
    assert not [name for name in folded if name.isascii() and name.isalpha() and len(name) <= INITIALS]
