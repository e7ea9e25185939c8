"""A person's own folder of texts: what is read of it, what is refused by name, and what the search makes of it."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from core.domain.errors import InputError
from core.domain.language import Language
from core.domain.request import Request
from core.domain.sensitive import Mention, SensitiveAttribute, SensitiveSet
from core.extract.cascade import CascadeExtractor
from core.verify.attackers.own_texts import Limits, OwnTexts, cut, read_folder
from core.verify.attackers.retrieval import RetrievalAttacker
from core.verify.case import Case, ladders
from core.verify.grading import GradingTable
from tests.dehydration import LIBRARY, ROOT, TAXONOMY, mention

LIMITS = Limits.load(ROOT)
GRADING = GradingTable.load(ROOT)
KNOWN = {"Marlow Quince": "PERSON", "秦若溪": "PERSON"}
NOTES = {
    Language.EN: ("Marlow Quince", "Marlow Quince won the village quilting contest with a cobalt sampler again."),
    Language.ZH: ("秦若溪", "秦若溪凭钴蓝色的拼布又拿下了村里的绗缝比赛。"),
}
ASKED = {
    Language.EN: "[PERSON_1] asks how to wash the cobalt sampler that won the village quilting contest.",
    Language.ZH: "[姓名_1]想知道怎么清洗村里绗缝比赛获奖的钴蓝色拼布。",
}


class Names(CascadeExtractor):
    """Finds the names of this page and nothing else."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def extract(self, request: Request, *_rest: object, **_more: object) -> SensitiveSet:
        self.read.append(request.text)
        found = [self._found(name, type_id) for name, type_id in KNOWN.items() if name in request.text]
        return SensitiveSet(tuple(found))

    def _found(self, name: str, type_id: str) -> SensitiveAttribute:
        seen: Mention = mention(name, type_id, "", name)
        return SensitiveAttribute(name, type_id, TAXONOMY[type_id].kind, name, (seen,))


def write(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return folder


def code(folder: Path, limits: Limits = LIMITS) -> str:
    with pytest.raises(InputError) as caught:
        read_folder(folder, limits)
    assert str(folder) not in str(caught.value)
    return caught.value.code


def test_text_files_of_the_folder_itself_are_read_in_order(tmp_path: Path) -> None:
    write(tmp_path, b_txt="second", a_MD="first\n\nstill first", c_pdf="no text", d="none")
    (tmp_path / "below").mkdir()
    write(tmp_path / "below", e_txt="not here")
    (tmp_path / "link.txt").symlink_to(tmp_path / "below" / "e.txt")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.txt")
    before = sorted(tmp_path.rglob("*"))
    assert read_folder(tmp_path, LIMITS).passages == ("first", "still first", "second")
    assert sorted(tmp_path.rglob("*")) == before


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    assert code(tmp_path / "nowhere") == "texts.no_folder"
    assert code(tmp_path) == "texts.none"
    write(tmp_path, a_txt="four", b_txt="five!")
    assert code(tmp_path / "a.txt") == "texts.no_folder"
    assert code(tmp_path, replace(LIMITS, files=1)) == "texts.too_many"
    assert code(tmp_path, replace(LIMITS, characters=8)) == "texts.too_long"
    assert len(read_folder(tmp_path, replace(LIMITS, characters=9)).passages) == 2
    (tmp_path / "b.txt").write_bytes("绗缝".encode("gb18030"))
    assert code(tmp_path) == "texts.not_utf8"


@pytest.mark.parametrize("text", ["One. Two! Three 3.5 four? " * 9, "一句话。第二句！三？" * 9, "x" * 95, " \n\n "])
def test_passages_are_short_and_hold_the_whole_text(text: str) -> None:
    passages = list(cut(text, 20))
    assert all(0 < len(item) <= 20 for item in passages)
    assert "".join("".join(passages).split()) == "".join(text.split())


@pytest.mark.parametrize("language", Language)
def test_who_searches_finds_there_who_is_hidden(language: Language, tmp_path: Path) -> None:
    name, note = NOTES[language]
    write(tmp_path, note_txt=note, other_md="Nothing of the kind.\n\n别的事情。")
    item = SensitiveAttribute("1", "PERSON", TAXONOMY["PERSON"].kind, name, (mention(name, "PERSON", "", name),))
    sensitive = SensitiveSet((item,))
    steps = ladders(sensitive, LIBRARY, language)
    case = Case(ASKED[language], language, sensitive, {"1": len(steps["1"]) - 1}, steps)
    extractor = Names()
    attacker = RetrievalAttacker(LIBRARY, GRADING, ROOT, extractor)
    targets = GRADING.targets(sensitive)
    before = attacker.scores(case, targets)["1"]
    assert attacker.read(tmp_path)
    assert not attacker.read(tmp_path)
    found = attacker.scores(case, targets)["1"]
    assert found > 10 * before
    assert attacker.scores(replace(case, text=""), targets)["1"] == before
    attacker.forget()
    assert attacker.scores(case, targets)["1"] == found
    assert attacker.read(None)
    assert attacker.scores(case, targets)["1"] == before
    assert OwnTexts().digest == ""
    assert note in extractor.read
