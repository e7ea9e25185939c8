"""The external re-test: a release with its own purpose; what it names blocks, what it does not say changes nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from release_cases import (
    NAME,
    SAFE,
    START,
    GatewayHarness,
    PlainFinder,
    certificate,
    destination_at,
    gather,
    text_of,
    verdict,
)
from servers import replies

from core.domain.errors import ReleaseRefused
from core.domain.language import Language
from core.domain.release import DestinationKind, Purpose, RetestPolicy, RetestReport
from core.domain.verdict import VerdictKind
from core.net.address import make_destination
from core.release.approval import approve
from core.release.certificate import to_json
from core.release.gateway import Gateway
from core.release.journal import MemorySendJournal
from core.release.retest import after_retest, caveat, check_retest, read_retest
from core.release.texts import ReleaseTexts
from core.resources import resource_root
from core.verify.grading import GradingTable

GRADING = GradingTable.load(resource_root())
CLOUD = destination_at("https://cloud.example")
TEXTS = ReleaseTexts.load(resource_root())


def report_on(answer: str) -> RetestReport:
    judged = verdict()
    return read_retest(answer, judged.artifact, judged.sensitive, CLOUD, GRADING, PlainFinder(), START)


def packed(harness: GatewayHarness, url: str):
    judged = verdict()
    issued = certificate(judged)
    return harness.gateway.pack_retest(judged.artifact, judged.sensitive, issued, destination_at(url), Language.EN)


def yes(parcel, purpose: Purpose):
    return approve(parcel.certificate, parcel.artifact, parcel.destination, "reviewer", START, purpose=purpose)


@pytest.mark.parametrize(
    ("answer", "answered", "found"),
    [
        ("LIST\nEND", True, ()),
        ("Here it is:\n\nLIST\n- job: nurse\nEND\n", True, ()),
        (f"LIST\nname: {NAME}\nEND", True, ("a1",)),
        (f"LIST\n姓名：{NAME}\nEND", True, ("a1",)),
        ("LIST\nage: 67 years\nEND", True, ("a2",)),
        (f"I would buy soft shoes, {NAME}.", False, ("a1",)),
        ("I would buy soft shoes.", False, ()),
        ("LIST\nname: unknown", False, ()),
        ("", False, ()),
        ("LIST\n" + "x: y\n" * 500 + "END", False, ()),
    ],
)
def test_only_a_list_is_a_test_and_only_a_true_value_a_finding(
    answer: str, answered: bool, found: tuple[str, ...]
) -> None:
    report = report_on(answer)
    assert report.answered is answered
    assert report.found == found
    assert report.passed is (answered and not found)


def test_a_value_that_a_person_keeps_is_no_finding() -> None:
    judged = verdict(levels={"a1": 0, "a2": 2})
    answer = f"LIST\nname: {NAME}\nEND"
    report = read_retest(answer, judged.artifact, judged.sensitive, CLOUD, GRADING, PlainFinder(), START)
    assert report.found == ()


def test_a_finding_blocks_and_goes_to_a_person() -> None:
    judged = verdict()
    failed, issued = after_retest(judged, certificate(judged), report_on(f"LIST\nname: {NAME}\nEND"))
    assert failed.kind is VerdictKind.INFEASIBLE
    assert issued.verdict is VerdictKind.INFEASIBLE
    assert failed.residual.reason == "retest_hit"
    assert [item.attribute_id for item in failed.residual.items] == ["a1"]
    with pytest.raises(ReleaseRefused) as raised:
        approve(issued, failed.artifact, CLOUD, "reviewer", START)
    assert raised.value.code == "approval.reason_required"
    assert approve(issued, failed.artifact, CLOUD, "reviewer", START, "agreed").reason == "agreed"
    document = to_json(issued)
    assert document["retest"]["found"] == ("a1",) or document["retest"]["found"] == ["a1"]
    assert NAME not in str(document)


def test_nothing_found_changes_no_verdict() -> None:
    judged = verdict()
    same, issued = after_retest(judged, certificate(judged), report_on("LIST\nEND"))
    assert same is judged
    assert issued.retest is not None
    assert issued.retest.passed
    with pytest.raises(ReleaseRefused, match=r"retest\.wrong_bytes"):
        after_retest(judged, certificate(judged), replace(report_on("LIST\nEND"), sha256="0" * 64))


def test_the_policy_always_asks_for_a_list_from_this_destination() -> None:
    issued = certificate()
    check_retest(RetestPolicy.OFF, issued, CLOUD)
    check_retest(RetestPolicy.ASK, issued, CLOUD)
    dry = make_destination("dry", DestinationKind.DRY_RUN, "Dry run")
    check_retest(RetestPolicy.ALWAYS, issued, dry)
    good = replace(issued, retest=report_on("LIST\nEND"))
    check_retest(RetestPolicy.ALWAYS, good, CLOUD)
    for bad in (issued, replace(issued, retest=report_on("no list"))):
        with pytest.raises(ReleaseRefused, match=r"retest\.required"):
            check_retest(RetestPolicy.ALWAYS, bad, CLOUD)
    with pytest.raises(ReleaseRefused, match=r"retest\.required"):
        check_retest(RetestPolicy.ALWAYS, good, replace(CLOUD, id="another"))
    with pytest.raises(ReleaseRefused, match=r"retest\.failed"):
        check_retest(RetestPolicy.OFF, replace(issued, retest=report_on(f"LIST\nx: {NAME}\nEND")), CLOUD)


def test_it_goes_through_the_gateway_with_the_exact_bytes_and_another_instruction(scripted_server) -> None:
    server = scripted_server(replies.streamed("LIST\nEND"))
    harness = GatewayHarness()
    parcel = packed(harness, server.url)
    ticket = harness.gateway.admit(parcel, yes(parcel, Purpose.RETEST))
    events = gather(harness.gateway.send(ticket, parcel))
    (request,) = server.received
    assert request.user == SAFE
    assert request.system == TEXTS.retest[Language.EN]
    assert text_of(events) == "LIST\nEND"
    assert harness.states(parcel) == ["draft", "approved", "sending", "sent"]


def test_a_yes_to_the_re_test_is_no_yes_to_the_release(scripted_server) -> None:
    server = scripted_server(replies.echo())
    harness = GatewayHarness()
    retest, send = packed(harness, server.url), harness.pack(destination_at(server.url))
    for parcel, purpose in ((send, Purpose.RETEST), (retest, Purpose.SEND)):
        with pytest.raises(ReleaseRefused, match=r"approval\.mismatch"):
            harness.gateway.admit(parcel, yes(parcel, purpose))
    ticket = harness.gateway.admit(retest, yes(retest, Purpose.RETEST))
    with pytest.raises(ReleaseRefused):
        gather(harness.gateway.send(ticket, send))
    assert server.connections == 0


def test_always_admits_nothing_untested(scripted_server) -> None:
    server = scripted_server(replies.echo())
    harness = GatewayHarness()
    strict = Gateway(TEXTS, PlainFinder(), journal=MemorySendJournal(), retest=RetestPolicy.ALWAYS)
    parcel = harness.pack(destination_at(server.url))
    with pytest.raises(ReleaseRefused, match=r"retest\.required"):
        strict.admit(parcel, yes(parcel, Purpose.SEND))
    assert server.connections == 0


def test_only_a_model_can_be_asked() -> None:
    harness, judged = GatewayHarness(), verdict()
    for kind in (DestinationKind.DRY_RUN, DestinationKind.MANUAL):
        with pytest.raises(ReleaseRefused, match=r"retest\.no_model"):
            harness.gateway.pack_retest(
                judged.artifact, judged.sensitive, certificate(judged), make_destination("x", kind, "X"), Language.EN
            )


@pytest.mark.parametrize("language", list(Language))
def test_the_caveat_names_the_destination_and_what_it_cannot_undo(language: Language) -> None:
    text = caveat(TEXTS.retest_caveat[language], CLOUD)
    assert CLOUD.name in text
    assert "{" not in text
    assert ("first sending" in text) or ("第一次发送" in text)
