"""Tickets work once, for a while, for one thing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from release_cases import START, Clock, artifact, certificate, destination_at, dry_run

from core.domain.errors import ReleaseRefused
from core.release.approval import approve
from core.release.ticket import LIFETIME, TicketRegistry

SEAL = "5ea1"


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def office(clock):
    return TicketRegistry(clock)


@pytest.fixture
def ticket(office):
    approval = approve(certificate(), artifact(), dry_run(), "Ana", START)
    return office.issue(approval, SEAL, 69)


def refusal(office, ticket, seal=SEAL):
    with pytest.raises(ReleaseRefused) as caught:
        office.redeem(ticket, seal)
    return caught.value.code


def test_it_works_once(office, ticket):
    office.redeem(ticket, SEAL)
    assert refusal(office, ticket) == "ticket.used"


def test_it_works_until_it_expires(office, ticket, clock):
    clock.advance(LIFETIME - timedelta(seconds=1))
    office.redeem(ticket, SEAL)


def test_it_expires(office, ticket, clock):
    clock.advance(LIFETIME)
    assert refusal(office, ticket) == "ticket.expired"


def test_an_old_one_is_forgotten(office, ticket, clock):
    clock.advance(3 * LIFETIME)
    office.issue(ticket.approval, SEAL, 69)
    assert refusal(office, ticket) == "ticket.unknown"


def test_a_changed_release_voids_it(office, ticket):
    assert refusal(office, ticket, "0ther") == "ticket.changed"
    assert refusal(office, ticket) == "ticket.used"


@pytest.mark.parametrize(
    "altered",
    [
        lambda ticket: replace(ticket, id="0" * 32),
        lambda ticket: replace(ticket, byte_count=70),
        lambda ticket: replace(ticket, expires_at=ticket.expires_at + timedelta(days=1)),
        lambda ticket: replace(
            ticket, approval=replace(ticket.approval, destination=destination_at("https://other.example"))
        ),
        lambda ticket: replace(ticket, approval=replace(ticket.approval, sha256="0" * 64)),
        lambda ticket: replace(ticket, approval=replace(ticket.approval, reason="made up")),
    ],
)
def test_an_altered_ticket_is_unknown(office, ticket, altered):
    assert refusal(office, altered(ticket)) == "ticket.unknown"
    office.redeem(ticket, SEAL)


def test_a_ticket_of_another_office_is_unknown(ticket, clock):
    assert refusal(TicketRegistry(clock), ticket) == "ticket.unknown"


def test_a_voided_ticket_is_used(office, ticket):
    office.void(ticket)
    assert refusal(office, ticket) == "ticket.used"


def test_only_one_of_many_threads_gets_through(office, ticket):
    def attempt(_number):
        try:
            office.redeem(ticket, SEAL)
        except ReleaseRefused:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(attempt, range(64))) == 1
