"""Finding: what a decided item showed was not what had left, and the number on the button not that of the request."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot
from review_bench import Bench
from review_cases import ENGLISH, engine
from vault_cases import TickingClock, open_vault

from app.review.store import VaultReviewStore
from core.domain.language import Language
from core.domain.release import Destination, DestinationKind
from core.domain.taxonomy import Kind
from core.net.envelope import EarlierTurn
from core.resources import resource_root
from core.store.records import ReviewAction, ReviewState
from ui.release.viewmodels.choices import Choice
from ui.release.viewmodels.phases import Primary, PrimaryKind
from ui.release.views.retest_row import RetestCaveat
from ui.release.views.texts import contents_text, primary_text
from ui.review.viewmodels.memory_store import MemoryReviewStore
from ui.review.viewmodels.release import ReleasePhase
from ui.review.views.decision_bar import DecisionBar
from ui.review.views.page import ReviewPage
from ui.review.views.texts import decided_text
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.ports import Brought, HandedOver, ReviewStorePort
from ui.shared.wording.facts import byte_text, moment_text
from ui.shared.wording.sentences import Sentences

CLOUD = Destination("c", DestinationKind.OPENAI, "Cloud", "https://api.example.com/v1", "model-1", "me")
SYSTEM = "Tokens stand for real values."
EARLIER = (EarlierTurn("Früher gefragt.", "早先的回答。"),)


@pytest.fixture(params=["memory", "vault"])
def queue(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], ReviewStorePort]]:
    """The same queue again each time it is asked for."""
    if request.param == "memory":
        memory = MemoryReviewStore()
        yield lambda: memory
        return
    vault = open_vault(tmp_path, create=True, clock=TickingClock())
    yield lambda: VaultReviewStore(vault)
    vault.close()


def settle(bench: Bench) -> None:
    bench.run()
    QCoreApplication.sendPostedEvents()


def keep_all(bench: Bench) -> None:
    for card in bench.review.cards:
        if card.attribute.kind is not Kind.EXPLICIT:
            bench.review.choose(Choice(ReviewAction.KEEP, 0, "public"), card.attribute.id)
            settle(bench)


def copied(bench: Bench) -> str:
    """The open item approved and copied; what left."""
    keep_all(bench)
    bench.review.approve(copy=True)
    settle(bench)
    bench.review.set_reason("checked with care")
    bench.review.approve(copy=True)
    settle(bench)
    parcel = bench.review.release.parcel
    assert parcel is not None
    bench.sender.play(HandedOver(parcel.artifact.text))
    settle(bench)
    return parcel.artifact.text


def page_of(bench: Bench, theme: Theme, qtbot: QtBot) -> ReviewPage:
    sentences = Sentences(resource_root(), lambda: Language.EN)
    page = ReviewPage(theme, engine().taxonomy, bench.review, sentences, RetestCaveat(resource_root(), Language.EN))
    qtbot.addWidget(page)
    return page


def test_a_decided_item_shows_what_left_who_decided_when_and_why(
    queue: Callable[[], ReviewStorePort], theme: Theme, qtbot: QtBot
) -> None:
    bench = Bench(queue())
    bench.put(ENGLISH)
    assert bench.review.case is not None
    proposed = bench.review.case.outcome.verdict.artifact.text
    text, identifier = copied(bench), bench.review.case.item.id
    bench.review.shut_down()
    assert text != proposed
    again = Bench(queue())
    again.review.select(identifier)
    settle(again)
    page, case = page_of(again, theme, qtbot), again.review.case
    assert case is not None
    assert case.item.state is ReviewState.APPROVED_COPIED
    assert page.text.diff.result.after == text == again.review.proposal
    assert byte_text(len(text.encode())) in page.text.state.text()
    assert case.decision is not None
    told = decided_text(case.decision)
    assert all(word in told for word in ("reviewer", moment_text(case.decision.at), "checked with care"))
    assert told in page.bar.detail.text()
    again.review.shut_down()


def test_an_item_that_was_turned_down_shows_who_and_why_and_that_nothing_left(
    queue: Callable[[], ReviewStorePort], theme: Theme, qtbot: QtBot
) -> None:
    bench = Bench(queue())
    bench.put(ENGLISH)
    page = page_of(bench, theme, qtbot)
    bench.review.set_reason("off topic")
    bench.review.reject()
    settle(bench)
    case = bench.review.case
    assert case is not None
    assert case.left == ""
    assert "off topic" in page.bar.detail.text()
    assert "bytes" not in page.text.state.text()
    bench.review.undo()
    bench.review.undo()
    settle(bench)
    assert bench.review.case is not None
    assert bench.review.case.decision is None
    bench.review.shut_down()


def test_the_send_button_names_the_whole_request(theme: Theme, qtbot: QtBot) -> None:
    bench = Bench()
    bench.sender.system, bench.sender.earlier = SYSTEM, EARLIER
    bench.put(ENGLISH)
    bench.review.release.set_destination(CLOUD)
    sentences = Sentences(resource_root(), lambda: Language.EN)
    bar = DecisionBar(theme, engine().taxonomy, bench.review, sentences, RetestCaveat(resource_root(), Language.EN))
    qtbot.addWidget(bar)
    keep_all(bench)
    bench.review.check()
    settle(bench)
    assert bench.review.release.phase is ReleasePhase.READY
    parcel = bench.review.release.parcel
    assert parcel is not None
    text = parcel.artifact.text
    whole = sum(len(part.encode()) for part in (text, SYSTEM, EARLIER[0].prompt, EARLIER[0].answer))
    assert parcel.body_bytes == whole > len(text.encode())
    assert bar.primary.text() == f"Send {byte_text(whole)} to api.example.com"
    for count in (len(text.encode()), len(SYSTEM), parcel.envelope.earlier_bytes):
        assert byte_text(count) in contents_text(parcel)
    bench.review.shut_down()


def test_a_request_that_is_not_put_together_yet_has_no_number() -> None:
    assert primary_text(Primary(PrimaryKind.SEND), CLOUD, 0) == "Send to api.example.com"


def test_the_answer_to_a_copied_text_is_pasted_where_it_was_copied(
    queue: Callable[[], ReviewStorePort], theme: Theme, qtbot: QtBot
) -> None:
    bench = Bench(queue())
    bench.put(ENGLISH)
    page = page_of(bench, theme, qtbot)
    text = copied(bench)
    assert bench.review.awaits_answer
    assert page.text.paste.isVisibleTo(page)
    case = bench.review.case
    assert case is not None
    entry = next(item for item in case.conversation.vault.entries() if item.token in text)
    came: list[tuple[str, Brought]] = []
    bench.review.brought.connect(came.append)
    assert not page.text.bring.isEnabled()
    page.text.paste.setPlainText(f"Dear {entry.token}, \u202edrink water.")
    page.text.bring.click()
    settle(bench)
    assert page.text.answer.text() == f"Dear {entry.original}, \ufffddrink water."
    assert not page.text.paste.isVisibleTo(page)
    assert page.text.paste.toPlainText() == ""
    assert [item[1].restored for item in came] == [page.text.answer.text()]
    identifier = case.item.id
    bench.review.shut_down()
    again = Bench(queue())
    again.review.select(identifier)
    settle(again)
    assert again.review.case is not None
    assert again.review.case.restored == came[0][1].restored
    assert again.review.case.conversation.turns[-1].cloud_answer == f"Dear {entry.token}, \ufffddrink water."
    assert not again.review.awaits_answer
    again.review.shut_down()
