"""The canary run: 200 generated prompts, each with unique values, through the whole path and back.

No canary occurs in any byte that the cloud received, in any spelling the normaliser folds; every canary that was
replaced by a token stands in the restored answer, whatever the cloud did to the tokens.
"""

from __future__ import annotations

import contextlib
import random
from dataclasses import dataclass

import pytest
from release_cases import REMOTE_KINDS, GatewayHarness, destination_at, gather
from servers import mangling, replies
from shared_engine import builtin_engine

from core.dehydrate.hard_line import HardLine
from core.domain.errors import EvaluationInvalid
from core.domain.language import Language
from core.domain.request import AddedSpan, Decisions, Request
from core.engine.conversation import Conversation, SentTurn
from core.net.answers import Delta
from core.release.approval import approve
from core.restore.restorer import AnswerRestorer
from core.text.normalize import comparison_key

PROMPTS = 200
BATCHES = 10
TURNS = 2
ATTEMPTS = 4
SEED = 20_260_301

GIVEN = ("Imogen", "Caspian", "Thessaly", "Leopold", "Marisol", "Octavian", "Ragnhild", "Bartholomew")
FAMILY = ("Quillfeather", "Vandermolen", "Okonjo", "Strandberg", "Winterbourne", "Azevedo", "Karlsdottir")
SURNAMES = "欧阳 司马 诸葛 慕容 端木 皇甫".split()
GIVEN_ZH = "秋实 梓萱 浩轩 芷若 景行 望舒 清和 云舟".split()

TEMPLATES = {
    Language.EN: (
        "I am {name}, reach me at {mail} or {phone}. My card is {card}. Which shoes for a long walk?",
        "Hello, {name} here ({mail}). Please write a short note to my landlord; my number is {phone}, card {card}.",
        "{name} wrote from {mail}: card {card} was charged twice, call {phone}. {name} wants a refund. Draft a reply.",
    ),
    Language.ZH: (
        "我叫{name}，电话{phone}，邮箱{mail}，银行卡号{card}。请帮我写一份请假条。",
        "客户{name}（{phone}，{mail}）说银行卡{card}被重复扣款，{name}要求退款，请拟一份回复。",
        "{name}的联系方式：手机{phone}，邮箱 {mail}。卡号{card}。请推荐适合散步的鞋子。",
    ),
}


@dataclass(frozen=True)
class Canary:
    """One prompt and the values that must not leave, with their types."""

    text: str
    language: Language
    values: dict[str, str]


def _luhn(digits: str) -> str:
    total = 0
    for index, digit in enumerate(reversed(digits)):
        doubled = int(digit) * (2 if index % 2 == 0 else 1)
        total += doubled - 9 if doubled > 9 else doubled
    return digits + str(-total % 10)


def _canary(number: int) -> Canary:
    chance = random.Random(SEED + number)
    language = list(Language)[number % 2]
    if language is Language.EN:
        name = f"{chance.choice(GIVEN)} {chance.choice(FAMILY)}{chance.choice(('', 'son', 'ova', 'berg'))}"
    else:
        name = chance.choice(SURNAMES) + chance.choice(GIVEN_ZH)
    values = {
        "PERSON": name,
        "EMAIL": f"canary{number}.{chance.randrange(10**6)}@post.example",
        "PHONE": f"1{chance.choice('3578')}{chance.randrange(10**9):09d}",
        "BANK_CARD": _luhn(f"622202{chance.randrange(10**12):012d}"),
    }
    template = chance.choice(TEMPLATES[language])
    text = template.format(name=values["PERSON"], mail=values["EMAIL"], phone=values["PHONE"], card=values["BANK_CARD"])
    return Canary(text, language, values)


@pytest.fixture(scope="module")
def engine():
    return builtin_engine()


def _spans(canary: Canary) -> tuple[AddedSpan, ...]:
    """A person marks what they see: the run measures the path behind S, not the extractor's recall."""
    return tuple(
        AddedSpan(start, start + len(value), type_id)
        for type_id, value in canary.values.items()
        if (start := canary.text.find(value)) >= 0
    )


def _sanitized(engine, canary, conversation):
    """An evaluation that missed a control is neither PASS nor INFEASIBLE: a person runs it again."""
    request = Request(canary.text, decisions=Decisions(added=_spans(canary)))
    for _ in range(ATTEMPTS - 1):
        with contextlib.suppress(EvaluationInvalid):
            return engine.sanitize(request, conversation)
    return engine.sanitize(request, conversation)


def _one_turn(engine, harness, server, canary, conversation, kind, change):
    """Sanitize, approve, send, restore; returns the outcome and the restored answer."""
    server.script = [replies.echo(size=11, change=change)]
    outcome = _sanitized(engine, canary, conversation)
    verdict, certificate = outcome.verdict, outcome.certificate
    parcel = harness.gateway.pack(
        verdict.artifact,
        verdict.sensitive,
        certificate,
        destination_at(server.url, kind),
        outcome.language,
        conversation.turns,
    )
    approval = approve(
        certificate, verdict.artifact, parcel.destination, "canary run", harness.clock(), "reviewed for the canary run"
    )
    ticket = harness.gateway.admit(parcel, approval)
    restorer = AnswerRestorer(conversation.vault.entries(), engine.taxonomy)
    answer, restored = "", ""
    for event in gather(harness.gateway.send(ticket, parcel)):
        if isinstance(event, Delta):
            answer += event.text
            restored += "".join(piece.text for piece in restorer.feed(event.text))
    restored += "".join(piece.text for piece in restorer.finish())
    conversation.record(SentTurn(verdict.sensitive, verdict.artifact, answer))
    return outcome, restored


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_canary_leaves_and_every_canary_returns(engine, scripted_server, batch):
    server = scripted_server(replies.echo())
    harness = GatewayHarness(finder=HardLine(engine.taxonomy))
    changes = [None, *mangling.PARAPHRASES.values()]
    size = PROMPTS // BATCHES
    lost: list[int] = []
    sent: list[Canary] = []
    for number in range(batch * size, (batch + 1) * size):
        if number % TURNS == 0:
            conversation = Conversation()
        canary = _canary(number)
        kind = REMOTE_KINDS[number % len(REMOTE_KINDS)]
        outcome, restored = _one_turn(
            engine, harness, server, canary, conversation, kind, changes[number % len(changes)]
        )
        sent.append(canary)
        assert server.received[-1].user.encode() == outcome.verdict.artifact.payload
        lost += [number for value in canary.values.values() if value not in restored]
    received = server.wire.decode("utf-8", "replace")
    folded = comparison_key(received)
    for canary in sent:
        for value in canary.values.values():
            assert value not in received
            assert comparison_key(value) not in folded
    assert len(server.received) == size
    assert lost == []


def test_canaries_are_unique_and_stand_in_their_prompts():
    canaries = [_canary(number) for number in range(PROMPTS)]
    for type_id in ("EMAIL", "PHONE", "BANK_CARD"):
        assert len({canary.values[type_id] for canary in canaries}) == PROMPTS
    assert all(value in canary.text for canary in canaries for value in canary.values.values())
