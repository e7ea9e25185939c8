"""SEC-14: no original value leaves, exact, folded, spaced or as Chinese numerals; real dehydrator, real gateway."""

from __future__ import annotations

import string

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from release_cases import REMOTE_KINDS, GatewayHarness, certificate, destination_at, evidence, gather
from servers import ScriptedServer, replies

from core.dehydrate.dehydrator import Dehydrator
from core.dehydrate.hard_line import HardLine
from core.dehydrate.library import HierarchyLibrary
from core.domain.errors import ReleaseRefused
from core.domain.language import Language
from core.domain.request import Decisions
from core.domain.sensitive import (
    Explanation,
    Layer,
    LayerHealth,
    LayerState,
    Mention,
    SensitiveAttribute,
    SensitiveSet,
)
from core.domain.tokens import TokenVault
from core.domain.verdict import ResidualReport, Verdict, VerdictKind
from core.resources import load_taxonomy, resource_root
from core.text.normalize import comparison_key

ROOT = resource_root()
TAXONOMY = load_taxonomy(ROOT)
DEHYDRATOR = Dehydrator(TAXONOMY, HierarchyLibrary(TAXONOMY, ROOT))
HARD_LINE = HardLine(TAXONOMY)
WHY = Explanation("fixture", 0.9, 0.9)
CHINESE_DIGITS = str.maketrans("0123456789", "零一二三四五六七八九")
FROM_CHINESE = str.maketrans("零〇一二三四五六七八九幺", "001234567891")
FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}

latin = st.text(string.ascii_lowercase, min_size=4, max_size=9).map(str.title)
names = st.tuples(latin, latin).map(" ".join)
chinese_names = st.tuples(
    st.sampled_from("欧阳 司马 王 李 秦 柳".split()), st.text("秋实梓萱浩轩芷若", min_size=2, max_size=2)
).map("".join)
phones = st.integers(13000000000, 19999999999).map(str)
accounts = st.integers(10**15, 10**16 - 1).map(str)
emails = st.tuples(latin.map(str.lower), latin.map(str.lower)).map(lambda parts: f"{parts[0]}@{parts[1]}.example")

SPELLINGS = {
    "plain": lambda value: value,
    "full width": lambda value: value.translate(FULL_WIDTH),
    "upper": str.upper,
    "spaced": " ".join,
    "dashed": lambda value: "-".join(value[start : start + 4] for start in range(0, len(value), 4)),
    "zero width": "\u200b".join,
    "Chinese numerals": lambda value: value.translate(CHINESE_DIGITS),
    "bold": lambda value: f"**{value}**",
    "combined": lambda value: "\u2060".join(value.translate(FULL_WIDTH)),
}
TEMPLATES = {
    Language.EN: "Please ask {0} about this. Earlier I wrote {1}, then {2}. What now?",
    Language.ZH: "请联系{0}处理，之前写作{1}，又写成{2}。现在怎么办？",
}


def declared(text: str, value: str, type_id: str, language: Language) -> SensitiveSet:
    """S with one mention, as an extractor leaves it that missed the other spellings."""
    start = text.index(value)
    mention = Mention(start, start + len(value), value, type_id, value, language, Layer.PATTERN, WHY)
    attribute = SensitiveAttribute("s1", type_id, TAXONOMY[type_id].kind, value, (mention,))
    return SensitiveSet((attribute,), layers=(LayerHealth(Layer.PATTERN, LayerState.OK),))


def judged(text: str, sensitive: SensitiveSet, language: Language) -> Verdict:
    levels = DEHYDRATOR.initial_levels(sensitive, Decisions())
    artifact = DEHYDRATOR.dehydrate(text, sensitive, levels, TokenVault(), language)
    return Verdict(VerdictKind.PASS, sensitive, artifact, evidence(), ResidualReport((), ()), (), 1)


def keys_of(payload: str) -> tuple[str, str]:
    return comparison_key(payload), comparison_key(payload.translate(FROM_CHINESE))


cases = (
    st.tuples(names, st.just("PERSON"))
    | st.tuples(chinese_names, st.just("PERSON"))
    | st.tuples(phones, st.just("PHONE"))
    | st.tuples(accounts, st.just("BANK_CARD"))
    | st.tuples(emails, st.just("EMAIL"))
)
spellings = st.sampled_from(sorted(SPELLINGS))


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(cases, spellings, spellings, st.sampled_from(list(Language)), st.sampled_from(REMOTE_KINDS))
def test_no_spelling_of_a_declared_value_reaches_the_wire(case, second, third, language, kind):
    value, type_id = case
    text = TEMPLATES[language].format(value, SPELLINGS[second](value), SPELLINGS[third](value))
    verdict = judged(text, declared(text, value, type_id, language), language)
    with ScriptedServer(replies.echo()) as server:
        harness = GatewayHarness(finder=HARD_LINE)
        parcel = harness.gateway.pack(
            verdict.artifact, verdict.sensitive, certificate(verdict), destination_at(server.url, kind), language
        )
        gather(harness.gateway.send(harness.approved(parcel), parcel))
        (request,) = server.received
    assert request.user.encode() == verdict.artifact.payload
    for key in keys_of(request.user):
        assert comparison_key(value) not in key


@settings(max_examples=60)
@given(cases, spellings, st.sampled_from(list(Language)))
def test_the_gateway_stops_what_a_dehydrator_would_have_missed(case, spelling, language):
    """The same text, released untouched: the second line must hold alone."""
    value, type_id = case
    text = TEMPLATES[language].format(value, "it", "them")
    sensitive = declared(text, value, type_id, language)
    leaking = TEMPLATES[language].format("[TOKEN_1]", SPELLINGS[spelling](value), "them")
    clean = judged(text, sensitive, language)
    artifact = type(clean.artifact)(leaking, (), clean.artifact.levels, edited=True)
    verdict = Verdict(VerdictKind.PASS, sensitive, artifact, evidence(), ResidualReport((), ()), (), 1)
    with ScriptedServer(replies.echo()) as server:
        harness = GatewayHarness(finder=HARD_LINE)
        parcel = harness.pack(destination_at(server.url), verdict)
        with pytest.raises(ReleaseRefused) as caught:
            gather(harness.gateway.send(harness.approved(parcel), parcel))
        assert server.connections == 0
    assert caught.value.code == "release.literal_found"
    assert value not in str(caught.value)
