"""Whatever signs a password has, a connection string keeps everything but user, password and host, to the byte."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_engine import builtin_engine

from core.dehydrate.signs import Signs
from core.domain.artifact import Artifact
from core.domain.language import Language
from core.domain.request import Request
from core.domain.tokens import LONGEST_CLASS, TOKEN_PATTERN
from core.engine.conversation import Conversation
from core.extract.technical.settled import Technical
from core.resources import load_taxonomy, read_toml, resource_root
from core.restore.restorer import restore

TAXONOMY = load_taxonomy(resource_root())
TECHNICAL = Technical.load(resource_root())
SIGNS = Signs.read(read_toml(resource_root() / "hierarchies" / "forms.toml")["signs"])
DRAWN = "@#/?:!$%^&*()+=~_-"
FORMS = {
    Language.EN: (
        "why does it refuse me?\nDB_URL={scheme}://{user}:{secret}@{host}:5433/crm?pool=5\nPORT=8080",
        "psql '{scheme}://{user}:{secret}@{host}/crm' says no, and I am lost.",
    ),
    Language.ZH: (
        "帮我看看为啥连不上：\nDB_URL={scheme}://{user}:{secret}@{host}:5433/crm?pool=5\n本地正常。",
        "连接串是 {scheme}://{user}:{secret}@{host}/crm ，密码没错吧？",
    ),
}
schemes = st.sampled_from(["postgres", "postgresql+asyncpg", "mysql", "redis", "amqp", "mongodb+srv", "jdbc:mysql"])
users = st.from_regex(r"[a-z]{3,6}_[a-z]{3,6}[0-9]{2}", fullmatch=True)
secrets = st.builds(
    "{}{}{}".format,
    st.from_regex(r"[A-Z][a-z]{2,5}[0-9]{2}", fullmatch=True),
    st.text(st.sampled_from(DRAWN), min_size=0, max_size=3),
    st.from_regex(r"[a-z]{2,5}[0-9]{2}", fullmatch=True),
)
hosts = st.sampled_from(["db2.kvist-lind.example", "10.41.8.23", "rm-7q1z.kvist.example", "203.0.113.86"])
languages = st.sampled_from(list(Language))


def undone(artifact: Artifact, text: str) -> str:
    """D with every replacement taken back to its source in X."""
    parts, last = [], 0
    for item in artifact.replacements:
        parts += (artifact.text[last : item.start], text[item.source_start : item.source_end])
        last = item.end
    return "".join((*parts, artifact.text[last:]))


@settings(max_examples=300, deadline=None)
@given(schemes, users, secrets, hosts, languages, st.integers(0, 1))
def test_the_grammar_hides_three_values_and_nothing_else(
    scheme: str, user: str, secret: str, host: str, language: Language, form: int
) -> None:
    text = FORMS[language][form].format(scheme=scheme, user=user, secret=secret, host=host)
    found = TECHNICAL.settled((), text, TAXONOMY)
    assert [text[item.start : item.end] for item in found] == [user, secret, host]


@settings(max_examples=25, deadline=None)
@given(schemes, users, secrets, hosts, languages, st.integers(0, 1))
def test_the_prompt_keeps_its_form_and_comes_back(
    scheme: str, user: str, secret: str, host: str, language: Language, form: int
) -> None:
    text = FORMS[language][form].format(scheme=scheme, user=user, secret=secret, host=host)
    conversation = Conversation()
    engine = builtin_engine()
    artifact = engine.preview(Request(text), conversation).artifact
    assert undone(artifact, text) == text
    assert all(value not in artifact.text for value in (user, secret, host))
    head, tail = FORMS[language][form].split("{user}")[0].format(scheme=scheme), text.rpartition(host)[2]
    assert artifact.text.startswith(head)
    assert artifact.text.endswith(tail)
    assert restore(artifact.text, conversation.vault.entries(), engine.taxonomy).text == text


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from(string.printable + "密码，！é"), max_size=40), languages)
def test_signs_say_no_letter_and_no_digit(secret: str, language: Language) -> None:
    told = SIGNS.of(secret, language)
    assert len(told) <= LONGEST_CLASS
    assert not any(map(str.isdigit, told))
    assert not set(told) & set("[]\"'\n\\")
    assert not told or TOKEN_PATTERN.fullmatch(f"[PASSWORD_1: {told}]")
    shuffled = "".join(sorted(secret))
    if "%" not in secret and told:
        assert SIGNS.of(shuffled + shuffled, language) == told


@pytest.mark.parametrize(
    ("secret", "english", "chinese"),
    [
        ("Xiong@20#19", "with # and @", "含#和@"),
        ("Lagoon77%23fish", "with %-escaped #", "含%转义的#"),
        ('a"b[c]12', "with double quote and square bracket", "含双引号和方括号"),
        ("Plain-77_x.y~z", "", ""),
        ("50%off！", "with % and full-width sign", "含%和全角符号"),
        ("!!a1", "", ""),
    ],
)
def test_signs_are_told_in_both_languages(secret: str, english: str, chinese: str) -> None:
    assert (SIGNS.of(secret, Language.EN), SIGNS.of(secret, Language.ZH)) == (english, chinese)
