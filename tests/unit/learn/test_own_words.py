"""Lists of names from files, and the dictionary that they end in."""

from __future__ import annotations

import codecs
from functools import cache

import pytest
from library_cases import Minutes

from core.domain.errors import Cancelled, InputError
from core.domain.events import CancelToken
from core.extract.own_recognizers import OwnRecognizer
from core.learn.in_memory import InMemorySettings, InMemoryWords
from core.learn.own_words import RECOGNIZERS, ImportResult, OwnWords
from core.learn.word_files import open_words, preview
from core.resources import load_taxonomy, resource_root
from core.store.records import WordList

HIDE, KEEP = WordList.HIDE, WordList.KEEP


@cache
def taxonomy():
    return load_taxonomy(resource_root())


class Kept:
    """Own words with what they are kept in, and everything that was put in force."""

    def __init__(self) -> None:
        self.words, self.settings, self.seen = InMemoryWords(), InMemorySettings(), []
        self.own = self.again()

    def again(self) -> OwnWords:
        return OwnWords(self.words, self.settings, taxonomy(), Minutes(), self.seen.append)

    def hits(self, text: str) -> list[tuple[str, str]]:
        return [(text[item.start : item.end], item.type_id) for item in self.own.compiled.find(text, text.lower())]


def code_of(work) -> str:
    with pytest.raises(InputError) as caught:
        work()
    return caught.value.code


@pytest.fixture
def written(tmp_path):
    def write(content: str | bytes, encoding: str = "utf-8"):
        path = tmp_path / "list.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
        return path

    return write


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_encodings(written, encoding):
    file = open_words(written("客户名称,城市\n沈澜公司,某市\n云团,另一市\n", encoding))
    assert file.columns == ("客户名称", "城市")
    assert file.heading
    assert file.head == (("沈澜公司", "某市"), ("云团", "另一市"))
    assert [row for _, row in file.rows()] == list(file.head)


@pytest.mark.parametrize(
    ("content", "columns"),
    [
        ("a,b\nc,d\n", ("1", "2")),
        ("Name;City\nQuill;Leeds\n", ("Name", "City")),
        ("Name\tCity\nQuill, Ltd\tLeeds\n", ("Name", "City")),
        ("Quill\nMossby\n", ("1",)),
        ('"Quill, Ltd",x\n"Moss ""by""",y\n', ("1", "2")),
        ("公司，城市\n云团，某市\n", ("公司", "城市")),
    ],
)
def test_delimiters_and_headings(written, content, columns):
    assert open_words(written(content)).columns == columns


def test_a_person_says_whether_there_is_a_heading(written):
    path = written("Name\nQuill\n")
    assert [row for _, row in open_words(path, heading=False).rows()] == [("Name",), ("Quill",)]
    assert list(open_words(path, heading=True).cells(0)) == [(2, "Quill")]


def test_a_preview_counts_what_an_import_would_do(written):
    lines = ["name,x", "Quill,1", "QUILL ,2", ",3", "a,4", "x" * 61 + ",5", "--,6", "Mossby,7"]
    file = open_words(written("\n".join(lines)))
    seen = preview(file, 0)
    assert (seen.rows, seen.words, seen.twice) == (7, 2, 1)
    assert (seen.blank, seen.too_short, seen.too_long, seen.skipped) == (2, 1, 1, 4)
    assert seen.lines == (4, 5, 6, 7)
    assert code_of(lambda: preview(file, 2)) == "wordfile.column"


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        (b"", "wordfile.empty", None),
        (b"\n \n,\n", "wordfile.empty", None),
        (b"good\nbad \xff\xff\n", "wordfile.encoding", 2),
        (b"good\nno\0thing\n", "wordfile.encoding", 2),
        (codecs.BOM_UTF8 + b"good\n\n\xff", "wordfile.encoding", 3),
        (b"ok\n" + b"x" * 100_001, "wordfile.row", 2),
        (b"," * 300, "wordfile.row", 1),
    ],
)
def test_files_that_cannot_be_used_name_the_line(written, content, code, line):
    with pytest.raises(InputError) as caught:
        open_words(written(content))
    assert caught.value.code == code
    assert caught.value.details.get("line") == line


def test_a_file_that_is_not_there(tmp_path):
    assert code_of(lambda: open_words(tmp_path / "none.csv")) == "wordfile.unreadable"
    assert code_of(lambda: open_words(tmp_path)) == "wordfile.unreadable"


def test_an_import_is_in_force_and_found_again(written):
    kept = Kept()
    kept.own.keep(["Mossby"])
    file = open_words(written("name\nQuill\nMossby\nquill\n-\n沈澜\n"))
    counted: list[int] = []
    result = kept.own.take_in(HIDE, file, 0, "ORGANIZATION", counted.append)
    assert result == ImportResult(added=3, known=1, skipped=1)
    assert counted == [5]
    assert kept.hits("Quill and 沈澜 met Mossby") == [
        ("Quill", "ORGANIZATION"),
        ("沈澜", "ORGANIZATION"),
        ("Mossby", "ORGANIZATION"),
    ]
    assert kept.own.count(KEEP) == 0
    assert kept.seen[-1] is kept.own.compiled
    kept.own = kept.again()
    kept.own.open()
    assert len(kept.hits("Quill and 沈澜")) == 2
    assert kept.own.take_in(HIDE, file, 0, "ORGANIZATION").added == 0
    assert code_of(lambda: kept.own.take_in(HIDE, file, 0, "NOTHING")) == "recognizer.type"


@pytest.mark.parametrize(
    "content",
    [
        "word,kind\nQuill,organization\nMossby,Person name\nZephyr,\n",
        "词语,类型\nQuill,单位或组织\nMossby,姓名\nZephyr,\n",
        "PERSON,Mossby\nORGANIZATION,Quill\n,Zephyr\n",
    ],
    ids=["en", "zh", "types first, no heading"],
)
def test_a_column_that_names_types_gives_each_word_its_own(written, content):
    kept = Kept()
    file = open_words(written(content))
    words = 1 - kept.own.types_in(file)
    assert words in (0, 1)
    assert kept.own.take_in(HIDE, file, words, "LOCATION").added == 3
    kinds = dict(kept.hits("Quill met Mossby and Zephyr"))
    assert (kinds["Quill"], kinds["Mossby"]) == ("ORGANIZATION", "PERSON")
    assert kinds["Zephyr"] not in ("ORGANIZATION", "PERSON"), "what names no type is what the person chose"


@pytest.mark.parametrize(
    ("content", "heading"),
    [
        ("Quill,ORGANIZATION\nMossby,PERSON\n", False),
        ("Quill,ORGANIZATION\n", False),
        ("name,type\nQuill,ORGANIZATION\n", True),
        ("姓名,类型\n沈澜,姓名\n", True),
        ("客户,城市\n沈澜公司,某市\n", True),
    ],
)
def test_the_first_row_is_a_heading_only_where_it_names_columns(written, content, heading):
    own = Kept().own
    assert own.opened(written(content)).heading is heading
    assert own.opened(written(content), not heading).heading is not heading, "a person knows better"


@pytest.mark.parametrize("content", ["Quill,Oslo\nMossby,Graz\n", "person\norganization\n", "a,person\nb,tall\n"])
def test_other_columns_name_no_types(written, content):
    assert Kept().own.types_in(open_words(written(content))) == -1


def test_an_import_that_is_stopped_says_so(written):
    kept, token = Kept(), CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        kept.own.take_in(KEEP, open_words(written("Quill\n")), 0, cancel=token)
    assert kept.own.count(KEEP) == 0


def test_words_move_between_the_lists():
    kept = Kept()
    assert kept.own.hide([("Quill", "ORGANIZATION"), ("quill", "HANDLE")]) == 1
    assert kept.hits("Quill") == [("Quill", "HANDLE")]
    assert kept.own.keep(["QUILL"]) == 1
    assert kept.hits("Quill") == []
    assert not kept.own.compiled.allows("Quill")
    assert kept.own.hide([("Quill", "ORGANIZATION")]) == 1
    assert kept.own.compiled.allows("Quill")
    assert kept.own.remove(HIDE, ["quill", "none"]) == 1
    assert kept.hits("Quill") == []
    assert code_of(lambda: kept.own.hide([("x", "HANDLE")])) == "dictionary.too_short"
    assert code_of(lambda: kept.own.hide([("Quill", "NOTHING")])) == "recognizer.type"


def test_pages():
    kept = Kept()
    kept.own.hide([(f"Name {number}", "PERSON") for number in range(5)])
    assert [word.surface for word in kept.own.page(HIDE, "NAME", 1, 2)] == ["Name 1", "Name 2"]
    assert kept.own.count(HIDE, "e 3") == 1


def test_recognisers_are_kept_tried_and_put_in_force():
    kept = Kept()
    one = OwnRecognizer("r1", "ORDER_NUMBER", shape="A{2}-9{3}", cues=("parcel",), name="Parcels")
    kept.own.save_recognizer(one)
    kept.own.save_recognizer(OwnRecognizer("r2", "HANDLE", pattern="q+z"))
    assert kept.hits("parcel QX-204, qqz") == [("QX-204", "ORDER_NUMBER"), ("qqz", "HANDLE")]
    assert kept.own.try_recognizer(one, "parcel QX-204").spans == ((7, 13),)
    kept.own.delete_recognizer("r2")
    kept.own.delete_recognizer("none")
    kept.own = kept.again()
    kept.own.open()
    assert kept.own.recognizers() == (one,)
    assert kept.hits("parcel QX-204, qqz") == [("QX-204", "ORDER_NUMBER")]
    assert code_of(lambda: kept.own.save_recognizer(OwnRecognizer("r3", "HANDLE", pattern="("))) == "pattern.bracket"


def test_odd_settings_are_left_out():
    kept = Kept()
    good = {"id": "r", "type_id": "HANDLE", "pattern": "ab", "shape": "", "name": "", "cues": [], "reach": 3}
    odd = [1, {}, {**good, "enabled": "yes"}, {**good, "enabled": True, "pattern": "("}, {**good, "enabled": True}]
    kept.settings.put(RECOGNIZERS, odd, Minutes()())
    assert [item.pattern for item in kept.own.recognizers()] == ["(", "ab"]
    kept.own.open()
    assert kept.hits("ab") == [("ab", "HANDLE")]
