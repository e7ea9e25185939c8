"""Nothing slips: copies of declared values, as parts, behind unseen and look-alike characters, in encodings, tables and
spelled digits, all mixed; none is left in D, and D with its replacements undone is the text.

DRSL_SLIP_CASES sets the number of cases (100000 for the bar), DRSL_SLIP_SEED where they begin.
"""

from __future__ import annotations

import base64
import html
import json
import os
import random
import unicodedata
from collections import Counter
from collections.abc import Callable
from urllib.parse import quote

from core.dehydrate.number_reading import english_words
from core.domain.sensitive import SensitiveSet
from core.domain.tokens import TokenVault
from core.text.characters import ignorable, lookalikes
from tests.dehydration import DEHYDRATOR, attribute, language_of, mention

CASES = int(os.environ.get("DRSL_SLIP_CASES", "2000"))
SEED = int(os.environ.get("DRSL_SLIP_SEED", "20261122"))
SHORTEST_RUN = 4
"""Letters of the shortest copy in base64 or hex; a shorter run is any word or colour (docs/security.md)."""
HAN_DIGITS = "零一二三四五六七八九"

FIRST = ["Margaret", "Daniel", "Ngozi", "Zoë", "Priyanka", "Yannick", "José", "Aisha", "Bartholomew", "Ian"]
LAST = ["Whitmore", "Okonkwo", "Hartmann", "Åkesson", "Lindqvist", "Oyelaran", "Demirbilek", "Kowalczyk"]
HAN = ["林秀兰", "周明远", "沈国栋", "欧阳明慧", "陈佩妍", "逯思思", "司马青云", "黎靖怡"]
HOUSES = {
    "Blue Harbor Logistics Ltd": ["Blue Harbor", "BHL", "#BlueHarbor"],
    "Kestrelway Holdings": ["kestrelway_data"],
}
HOUSES_ZH = {"杭州蓝鲸数据科技有限公司": ["蓝鲸数据"], "宁波恒川机械有限公司": ["恒川机械"]}
STREETS = {"42 Harbour Lane, Springfield": ["Harbour Lane"], "杭州市西湖区文三路478号": ["文三路"]}

Spell = Callable[[random.Random, str], str]
UNSEEN = sorted(char for char in ignorable() if unicodedata.category(char) != "Cn")
LIKE = {}
for _letter, _like in lookalikes().items():
    if _like.isascii() and _like.isalpha() and unicodedata.normalize("NFKC", _letter) == _letter:
        LIKE.setdefault(_like, []).append(_letter)


def value_and_copy(rng: random.Random) -> tuple[str, str, str, bool]:
    """Type, declared value, a copy of it or of a part of it in plain letters, and whether the copy is a part."""
    kind = rng.randrange(8)
    if kind == 0:
        first, last = rng.choice(FIRST), rng.choice(LAST)
        name = f"{first} {last}"
        part = rng.choice(
            [
                last,
                f"{last}s",
                f"{last}'s",
                last.lower(),
                f"#{last}Law",
                f"{last.lower()}_id",
                f"{last.lower()}_texts.zip",
            ]
        )
        copy, is_part = rng.choice([(name, False), (f"{last} {first}", False), (name.upper(), False), (part, True)])
        return "PERSON", name, copy, is_part
    if kind == 1:
        name = rng.choice(HAN)
        family = 2 if name[:2] in ("欧阳", "司马") else 1
        copy, is_part = rng.choice([(name, False), (name[:family] + "女士", True), (f"{name[family:]}老师", True)])
        return "PERSON", name, copy, is_part
    if kind in (2, 3):
        number = str(rng.randrange(1, 10)) + "".join(rng.choice("0123456789") for _ in range(rng.choice((8, 10, 14))))
        return rng.choice(("PHONE", "BANK_ACCOUNT", "MEDICAL_RECORD")), number, number, False
    if kind == 4:
        box, house = f"{rng.choice(FIRST)}.{rng.choice(LAST)}".lower(), rng.choice(("blueharbor", "kestrelway"))
        mail = unicodedata.normalize("NFKD", f"{box}@{house}.com").encode("ascii", "ignore").decode()
        copy, is_part = rng.choice(
            [(mail, False), (mail.upper(), False), (f"{house}.com", True), (mail.split("@")[0], True)]
        )
        return "EMAIL", mail, copy, is_part
    if kind in (5, 6):
        table = HOUSES if kind == 5 else HOUSES_ZH
        name = rng.choice(list(table))
        copy, is_part = rng.choice([(name, False), (rng.choice(table[name]), True)])
        return "ORGANIZATION", name, copy, is_part
    street = rng.choice(list(STREETS))
    copy, is_part = rng.choice([(street, False), (rng.choice(STREETS[street]), True)])
    return "ADDRESS", street, copy, is_part


def unseen(rng: random.Random, text: str) -> str:
    return "".join(char + (rng.choice(UNSEEN) if rng.random() < 0.4 else "") for char in text)


def look_alike(rng: random.Random, text: str) -> str:
    """Single letters of other scripts; one letter stays Latin, so that the word is no word of another language."""
    places = [place for place, char in enumerate(text) if char in LIKE]
    chosen = set(rng.sample(places, rng.randrange(1, len(places)))) if len(places) > 1 else set()
    return "".join(rng.choice(LIKE[char]) if place in chosen else char for place, char in enumerate(text))


def overlaid(rng: random.Random, text: str) -> str:
    return "".join(char + "\u0336" if char.isascii() and char.isalpha() else char for char in text)


def wide(_rng: random.Random, text: str) -> str:
    return "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text)


def broken(rng: random.Random, text: str) -> str:
    return text.replace(" ", rng.choice(["\u00a0", "  ", "\u2009", "\n"]))


def plain(_rng: random.Random, text: str) -> str:
    return text


def spelled(rng: random.Random, text: str) -> str:
    if not text.isdigit():
        return text
    half = rng.randrange(3, len(text) - 3)
    ways = [
        text[:half] + " " + " ".join(english_words(int(char)) for char in text[half:]),
        "".join(HAN_DIGITS[int(char)] for char in text[:half]) + text[half:],
        " ".join(english_words(int(char)) for char in text),
        ", ".join(english_words(int(char)).upper() for char in text),
        "".join(HAN_DIGITS[int(char)] for char in text),
        "-".join(text[place : place + 3] for place in range(0, len(text), 3)),
        text.translate(str.maketrans("01", "Ol")) if text.strip("01") else text,
        "".join(chr(0x0660 + int(char)) for char in text),
    ]
    return rng.choice(ways)


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def units(text: str) -> list[bytes]:
    """UTF-16 units, big-endian."""
    raw = text.encode("utf-16-be")
    return [raw[place : place + 2] for place in range(0, len(raw), 2)]


DISGUISES: list[Spell] = [plain, unseen, look_alike, overlaid, wide, broken, spelled, spelled]
WRAPPINGS: list[Spell] = [
    lambda _, text: text,
    lambda _, text: text,
    lambda _, text: quote(text, safe=""),
    lambda _, text: "".join(f"%{byte:02X}" for byte in text.encode()),
    lambda _, text: json.dumps(text),
    lambda _, text: json.dumps(json.dumps({"v": text})),
    lambda _, text: html.escape(text).replace(" ", "&nbsp;"),
    lambda _, text: "".join(f"&#{ord(char)};" for char in text),
    lambda _, text: "".join(f"\\u{unit.hex()}" for unit in units(text)),
    lambda rng, text: b64(f"{rng.choice(('', 'user:', 'name='))}{text}{rng.choice(('', ':secret', ' x'))}"),
    lambda _, text: f"0x{text.encode().hex()}",
    lambda _, text: quote(b64(text), safe=""),
]
PLACES: list[Spell] = [
    lambda _, text: f"We met {text} there.",
    lambda _, text: f"（{text}）",
    lambda _, text: f"其中 {text} 也在内",
    lambda _, text: f"a,b,c\n1,{text},x\n2,{text},y\n",
    lambda _, text: f"| a | b |\n|---|---|\n| 1 | {text} |\n",
    lambda _, text: f"id\tv\n7\t{text}\n",
    lambda _, text: f"INSERT INTO t (a, v) VALUES ('x', '{text}'), ('y', '{text}');",
    lambda _, text: f"https://crm.example/find?q={text}&x=2",
    lambda _, text: f'{{"v": "{text}", "w": 2}}',
    lambda _, text: f"X-Note: {text}\r\nHost: crm.example\r\n",
    lambda _, text: f"payload={text} failed",
]


def case(rng: random.Random) -> tuple[str, SensitiveSet, str, str]:
    """A text, what is declared of it, the disguised copy in it, and how it was made."""
    type_id, value, copy, is_part = value_and_copy(rng)
    # A part is found as a word: what changes its words changes whether it is one.
    disguises = [plain, unseen, look_alike, overlaid, wide] if is_part else DISGUISES
    disguise, wrapping, place = rng.choice(disguises), rng.choice(WRAPPINGS), rng.choice(PLACES)
    if len(copy) < SHORTEST_RUN:
        wrapping = rng.choice(WRAPPINGS[:9])
    wrapped = wrapping(rng, disguise(rng, copy))
    head = rng.choice(("My contact is ", "我叫", "Note: ", ""))
    text = f"{head}{value}. {place(rng, wrapped)}"
    found = mention(value, type_id, "", value, len(head), language_of(text))
    name = f"{type_id} {disguise.__name__} wrapping {WRAPPINGS.index(wrapping)} place {PLACES.index(place)}"
    return text, SensitiveSet((attribute([found]),)), wrapped, f"{name}{' part' if is_part else ''}"


def test_no_copy_of_a_declared_value_slips() -> None:
    rng = random.Random(SEED)
    failures: Counter[str] = Counter()
    for _ in range(CASES):
        text, sensitive, wrapped, name = case(rng)
        artifact = DEHYDRATOR.dehydrate(text, sensitive, {}, TokenVault(), language_of(text))
        if DEHYDRATOR.violations(artifact, sensitive) or wrapped in artifact.text:
            failures[name] += 1
        back, position = "", 0
        for item in artifact.replacements:
            back += artifact.text[position : item.start] + text[item.source_start : item.source_end]
            position = item.end
        assert back + artifact.text[position:] == text
    assert not failures, failures.most_common(40)
