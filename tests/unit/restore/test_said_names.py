"""Chinese names in English text: Pinyin where surname, given name and readings are certain, else the characters."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.domain.language import Language
from core.domain.taxonomy import Taxonomy
from core.domain.tokens import TokenEntry
from core.resources import read_toml, resource_root
from core.restore.labels import RestoreRules
from core.restore.restorer import restore
from core.restore.saying import names
from core.restore.saying.names import NameReader, library_reader

NAMES = NameReader.load(resource_root(), read_toml(resource_root() / "restore" / "said.toml")["names"])
READINGS = dict(
    zip(
        "王小明张伟欧阳修吕晓安李娜陈建国曾华单芳仇英任静解查翟朴区尉迟",
        "wáng xiǎo míng zhāng wěi ōu yáng xiū lǚ xiǎo ān lǐ nà chén jiàn guó céng huá dān fāng chóu yīng rèn jìng jiě "
        "chá dí pǔ qū wèi chí".split(),
        strict=True,
    )
)


def reader(char: str) -> str:
    return READINGS.get(char, "")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("王小明", "Wang Xiaoming"),
        ("张伟", "Zhang Wei"),
        ("王", "Wang"),
        ("欧阳修", "Ouyang Xiu"),
        ("吕晓安", "Lü Xiao'an"),
        ("曾建国", "Zeng Jianguo"),
        ("单芳", "Shan Fang"),
        ("仇英", "Qiu Ying"),
        ("任静", "Ren Jing"),
        ("解建国", "Xie Jianguo"),
        ("查英", "Zha Ying"),
        ("翟英", "Zhai Ying"),
        ("朴英", "Piao Ying"),
        ("区英", "Ou Ying"),
        ("尉迟明", "Yuchi Ming"),
    ],
)
def test_surname_and_given_name(name: str, expected: str) -> None:
    assert NAMES.said(name, reader) == expected


@pytest.mark.parametrize(
    "name",
    [
        "覃明",  # Qin or Tan
        "王乐",  # Le or Yue
        "王行",
        "小明",  # no surname
        "老王",
        "王总",
        "李医生",
        "王某",
        "马克",
        "田中",
        "王小明明",
        "陳建國",  # whoever writes so spells the name otherwise
        "阿卜杜拉",
        "王·明",
        "王 Ming",
        "Wang Ming",
        "王龘",  # no reading
        "",
    ],
)
def test_what_is_not_certain_stays(name: str) -> None:
    assert NAMES.said(name, reader) == ""


def entry(original: str) -> TokenEntry:
    return TokenEntry("[姓名_1]", "姓名", 1, "PERSON", "a1", original, Language.ZH)


@pytest.fixture
def forgotten() -> Iterator[None]:
    library_reader.cache_clear()
    yield
    library_reader.cache_clear()


@pytest.mark.usefixtures("forgotten")
def test_without_the_library_names_stay(taxonomy: Taxonomy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "PACKAGE", "no_such_package_here")
    rules = RestoreRules.load(resource_root())
    assert restore("Dear [姓名_1], hello.", (entry("王小明"),), taxonomy, rules).text == "Dear 王小明, hello."


@pytest.mark.usefixtures("forgotten")
def test_with_the_library_they_are_said(taxonomy: Taxonomy) -> None:
    pytest.importorskip("pypinyin")
    rules = RestoreRules.load(resource_root())
    for original, expected in (("王小明", "Wang Xiaoming"), ("单田芳", "Shan Tianfang"), ("陆奇", "Lu Qi")):
        assert restore("Dear [姓名_1], hello.", (entry(original),), taxonomy, rules).text == f"Dear {expected}, hello."
    assert restore("尊敬的[姓名_1]，您好。", (entry("王小明"),), taxonomy, rules).text == "尊敬的王小明，您好。"
