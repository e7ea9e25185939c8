"""Parts and forms of one person's name: full name, surname with title, given name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from core.extract.explicit.lexicons import read_set
from core.resources import read_toml, resource_root

_IDEOGRAPHS = re.compile(r"[\u3400-\u9fff\U00020000-\U0002fa1f·]+")
_COMPOUND = frozenset(
    "欧阳 司马 上官 诸葛 夏侯 东方 皇甫 尉迟 公孙 慕容 长孙 宇文 司徒 司空 令狐 端木 轩辕 百里 东郭 南宫 "
    "西门 呼延 独孤 澹台 公冶 宗政 濮阳 太史 申屠 仲孙 钟离 闾丘 拓跋 赫连 第五 万俟 闻人 淳于 单于 左丘".split()
)
_TITLES = (
    "先生 女士 小姐 太太 夫人 老师 医生 大夫 教授 律师 经理 总 总监 主任 院长 校长 局长 处长 科长 部长 "
    "书记 厂长 店长 师傅 警官 法官 工 阿姨 叔叔 叔 姨 哥 姐 爷爷 奶奶 大爷 大妈 同学 同志 博士 护士 会计"
).split()
_TITLE_END = re.compile("(?:" + "|".join(sorted(_TITLES, key=len, reverse=True)) + ")$")
_NICK = re.compile(r"^[老小阿](.)$")
LEAST_PART = 3
"""Letters of the shortest part of a Latin name that is looked for by itself."""
_PARTICLES = frozenset(
    "van von der den de del della di da dos das du la le al el bin ibn ter ten and the of jr sr junior senior".split()
)


@lru_cache(maxsize=1)
def _called() -> re.Pattern[str]:
    """How people are called before their name: titles and kin of many languages that nobody is named."""
    root = resource_root()
    titles = read_toml(root / "lexicons" / "person_latin.toml")
    others = read_toml(root / "recognizers" / "weighing.toml")["nobody"]["words"]
    names = read_set(root, "given_names_latin.txt") | read_set(root, "surnames_latin.txt")
    small = read_set(root, "small_words.en.txt")
    words = {*titles["hard_titles"], *({*titles["titles"], *others} - names - small)}
    return re.compile(rf"^(?:(?:{'|'.join(sorted(words, key=len, reverse=True))})\b\.?\s*)+", re.IGNORECASE)


def is_chinese(name: str) -> bool:
    """Written in ideographs only."""
    return bool(_IDEOGRAPHS.fullmatch(name))


def surname_length(name: str) -> int:
    """Ideographs of the family name."""
    return 2 if name[:2] in _COMPOUND and len(name) > 2 else 1


def bare(name: str) -> str:
    """Without Western honorifics and possessive ending."""
    stripped = _called().sub("", name.strip())
    return re.sub(r"[’']s$", "", stripped).strip(" .,")


def surname_of_title(name: str) -> str:
    """Family name in a form like 周先生, 老周; empty for anything else."""
    nick = _NICK.match(name)
    if nick:
        return nick.group(1)
    stripped = _TITLE_END.sub("", name)
    if stripped != name and (len(stripped) == 1 or stripped in _COMPOUND):
        return stripped
    return name if name in _COMPOUND else ""


def tokens(name: str) -> tuple[str, ...]:
    """Lower-case parts of a Latin name that can stand for it."""
    return tuple(
        part for part in re.split(r"[\s,]+", bare(name).lower()) if len(part.strip(".")) > 1 and part not in _PARTICLES
    )


@dataclass(frozen=True, slots=True)
class NameForm:
    """A name taken apart once. `family`: surname of a form like 周先生; `parts`: of a Latin name; `titled`: Mr, Dr."""

    name: str
    chinese: bool
    family: str
    parts: tuple[str, ...]
    titled: bool

    @classmethod
    def of(cls, name: str) -> NameForm:
        """Linear in the length of the name."""
        if is_chinese(name):
            return cls(name, True, surname_of_title(name), (), False)
        return cls(name, False, "", tokens(name), _called().match(name) is not None)

    @property
    def keys(self) -> tuple[str, ...]:
        """What a shorter form of this name holds at least one of."""
        if not self.chinese:
            return tuple(dict.fromkeys(self.parts))
        length = surname_length(self.name)
        return self.name[:length], self.name[length:]

    @property
    def asks(self) -> tuple[str, ...]:
        """Keys that a longer name, of which this may be a form, has all of."""
        if self.chinese and "某" in self.name[1:-1]:
            return (self.name[0],)
        return (self.family or self.name,) if self.chinese else self.parts

    def belongs_to(self, full: NameForm) -> bool:
        """Whether this may be a form of the longer name `full`; a name with 某 only where both its ends fit."""
        if self.chinese and full.chinese and "某" in self.name[1:-1] and "某" not in full.name:
            return self.name[0] == full.name[0] and self.name[-1] == full.name[-1] != "某"
        if "某" in self.name or "某" in full.name or self.chinese != full.chinese:
            return False
        if self.chinese:
            length = surname_length(full.name)
            if self.family:
                return full.name[:length] == self.family
            longer = len(self.name) < len(full.name) and len(full.name) > length + 1
            return longer and self.name == full.name[length:]
        if not self.parts or len(full.parts) < 2 or len(self.parts) >= len(full.parts):
            return False
        if len(self.parts) == 1 and self.titled:
            return self.parts[0] in (full.parts[-1], full.parts[0])
        return all(part in full.parts for part in self.parts)


def is_particle(word: str) -> bool:
    """Whether a word of a Latin name says nothing alone: van, de, Jr."""
    return word.lower() in _PARTICLES


def without_title(name: str) -> str:
    """A Chinese name without the title or kin word behind it, one of a single sign only behind a surname alone; the
    name itself where nothing would be left."""
    match = _TITLE_END.search(name)
    if match is None or not match.start() or (len(match.group()) == 1 and match.start() > 1):
        return name
    return name[: match.start()]


def is_title(text: str) -> bool:
    """Whether Chinese text is a title or kin word and nothing else: 阿姨 is nobody's whose surname is 阿."""
    return text in _TITLES


def title_forms(family: str, given: str) -> Iterator[str]:
    """Chinese forms of address: the family name with a title, 老 or 小; a given name of two characters with a title."""
    yield from (family + title for title in _TITLES)
    if len(family) == 1:
        yield from ("老" + family, "小" + family)
    if len(given) >= 2:
        yield from (given + title for title in ("先生", "女士", "老师", "同学"))


def belongs(short: str, full: str) -> bool:
    """Whether `short` may be a form of the longer name `full`."""
    return NameForm.of(short).belongs_to(NameForm.of(full))


def part_forms(full: str) -> Iterator[str]:
    """Shorter and turned forms of a Latin name to look for besides its parts; with their capitals."""
    if is_chinese(full):
        return
    words = [word.strip(",.") for word in bare(full).split()]
    if len(words) >= 2:
        yield f"{words[0]} {words[-1]}"
        yield f"{words[0][0]}. {words[-1]}"
        yield f"{words[-1]}, {words[0]}"
        yield f"{words[-1]} {words[0]}"
