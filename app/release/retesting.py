"""The external re-test as the window asks for it: a release of its own, whose answer is read and never followed."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from app.release.journal import CurrentJournal
from core.dehydrate.hard_line import HardLine
from core.domain.errors import DrslError
from core.domain.release import Purpose
from core.domain.secret import Secret
from core.engine.outcome import Outcome
from core.net.answers import Delta
from core.release.approval import approve
from core.release.gateway import Gateway
from core.release.parcel import Parcel
from core.release.retest import after_retest, read_retest
from core.verify.grading import GradingTable
from ui.shared.viewmodels.ports import Delivery


@dataclass(frozen=True, slots=True)
class Retester:
    """Packs, approves, sends and reads one re-test. Any thread."""

    gateway: Gateway
    journal: CurrentJournal
    grading: GradingTable
    hard_line: HardLine

    def pack(self, delivery: Delivery) -> Parcel:
        """Raises ReleaseRefused, InputError as `Gateway.pack_retest`."""
        outcome = delivery.outcome
        verdict = outcome.verdict
        return self.gateway.pack_retest(
            verdict.artifact, verdict.sensitive, outcome.certificate, delivery.destination, outcome.language
        )

    async def run(self, delivery: Delivery, parcel: Parcel, key: Secret, by: str) -> Outcome:
        """The outcome after the test. `by`: who said yes. Raises as `Gateway.admit` and `Gateway.send`.

        An answer that breaks off is a finding if it has named something by then, and no test otherwise.
        """
        now = datetime.now(UTC)
        approval = approve(parcel.certificate, parcel.artifact, parcel.destination, by, now, purpose=Purpose.RETEST)
        ticket = self.gateway.admit(parcel, approval)
        self.journal.approved(parcel.id, approval, ticket)
        parts: list[str] = []
        try:
            async with aclosing(self.gateway.send(ticket, parcel, key)) as events:
                async for event in events:
                    match event:
                        case Delta(text=text):
                            parts.append(text)
        except DrslError:
            judged = await self._judged(delivery, "".join(parts))
            if judged.certificate.retest is not None and judged.certificate.retest.found:
                return judged
            raise
        return await self._judged(delivery, "".join(parts))

    async def _judged(self, delivery: Delivery, answer: str) -> Outcome:
        return await asyncio.to_thread(self._read, delivery, answer)

    def _read(self, delivery: Delivery, answer: str) -> Outcome:
        outcome = delivery.outcome
        verdict = outcome.verdict
        report = read_retest(
            answer,
            verdict.artifact,
            verdict.sensitive,
            delivery.destination,
            self.grading,
            self.hard_line,
            datetime.now(UTC),
        )
        judged, certificate = after_retest(verdict, outcome.certificate, report)
        return replace(outcome, verdict=judged, certificate=certificate)
