"""`drsl audit`: whether the trail is what was written, and a copy of it."""

from __future__ import annotations

import argparse

from app.cli.session import Session
from app.cli.terminal import EXIT_FAILED, EXIT_OK
from app.cli.vault_access import opened
from app.paths import replace_file
from core.domain.errors import KnownError
from core.store.audit_records import AuditReport

VERIFY, EXPORT, ACCEPT = "verify", "export", "accept"
ACTIONS = (VERIFY, EXPORT, ACCEPT)


def run(options: argparse.Namespace, session: Session) -> int:
    """Exit code 0 when the chain is intact (or was exported), 1 when it is not. Raises KnownError."""
    with opened(options, session) as vault:
        if options.action == EXPORT:
            lines: list[str] = []
            head = vault.audit.export(lines.append)
            _write(options, session, "".join(lines))
            session.terminal.note(session.messages("audit.exported", rows=head.count, head=head.head))
            return EXIT_OK
        report = vault.audit.accept() if options.action == ACCEPT else vault.audit.verify()
    if options.json:
        session.terminal.record(as_record(report), indent=2)
    else:
        _tell(report, session)
    return EXIT_OK if report.intact else EXIT_FAILED


def as_record(report: AuditReport) -> dict[str, object]:
    """A verification as plain JSON types."""
    return {
        "intact": report.intact,
        "rows": report.rows,
        "anchored": report.anchored,
        "head": report.head,
        "findings": [{"flaw": finding.flaw.value, "row": finding.seq} for finding in report.findings],
    }


def _tell(report: AuditReport, session: Session) -> None:
    messages = session.messages
    session.terminal.out(messages("audit.intact" if report.intact else "audit.broken"))
    session.terminal.out(messages("audit.head", rows=report.rows, anchored=report.anchored, head=report.head))
    for finding in report.findings:
        session.terminal.out(messages(f"audit.flaw.{finding.flaw.value}", row=finding.seq))


def _write(options: argparse.Namespace, session: Session, content: str) -> None:
    if options.file is None:
        session.terminal.stdout.write(content)
        return
    try:
        replace_file(options.file, content.encode())
    except OSError as error:
        raise KnownError("output.unwritable") from error
