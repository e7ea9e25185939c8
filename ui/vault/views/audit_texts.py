"""The audit trail in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.domain.language import Language
from core.domain.release import SendState
from core.domain.verdict import VerdictKind
from core.store.audit_records import AuditFinding, AuditFlaw, AuditKind, AuditReport, AuditRow
from core.store.records import ReviewAction, ReviewState
from ui.shared.wording.wording import listed, named


def kind_name(kind: AuditKind) -> str:
    """What a row records."""
    translate = QCoreApplication.translate
    return {
        AuditKind.VAULT_CREATED: translate("Audit", "Vault made"),
        AuditKind.VAULT_UNCLEAN: translate("Audit", "Opened after a crash"),
        AuditKind.VAULT_MIGRATED: translate("Audit", "Vault brought up to date"),
        AuditKind.VAULT_RESTORED: translate("Audit", "Restored from a backup"),
        AuditKind.VAULT_WIPED: translate("Audit", "Everything deleted"),
        AuditKind.KEY_ROTATED: translate("Audit", "Key changed"),
        AuditKind.BACKUP_MADE: translate("Audit", "Backup made"),
        AuditKind.CONVERSATION_SAVED: translate("Audit", "Conversation saved"),
        AuditKind.CONVERSATION_DELETED: translate("Audit", "Conversation deleted"),
        AuditKind.CONVERSATION_EXPIRED: translate("Audit", "Conversation expired"),
        AuditKind.RUN_SAVED: translate("Audit", "Run kept"),
        AuditKind.SEND_STATE: translate("Audit", "State of a send"),
        AuditKind.APPROVAL: translate("Audit", "Approved by a person"),
        AuditKind.TICKET_ISSUED: translate("Audit", "Ticket issued"),
        AuditKind.SEND_ACKNOWLEDGED: translate("Audit", "Unknown send acknowledged"),
        AuditKind.REVIEW_QUEUED: translate("Audit", "Queued for review"),
        AuditKind.REVIEW_STEP: translate("Audit", "Step of a review"),
        AuditKind.REVIEW_UNDONE: translate("Audit", "Review step undone"),
        AuditKind.REVIEW_REDONE: translate("Audit", "Review step redone"),
        AuditKind.REVIEW_DECIDED: translate("Audit", "Review decided"),
        AuditKind.EXPERIENCE: translate("Audit", "Experience noted"),
        AuditKind.PROMPT_VERSION: translate("Audit", "Prompt version"),
        AuditKind.CALIBRATION: translate("Audit", "Calibration"),
        AuditKind.SETTING: translate("Audit", "Setting changed"),
    }[kind]


def fact_name(name: str) -> str:
    """What a stored fact is about; one that a later version stores is shown as it is."""
    translate = QCoreApplication.translate
    return {
        "action": translate("Audit", "choice"),
        "after": translate("Audit", "after"),
        "attributes": translate("Audit", "sensitive items"),
        "before": translate("Audit", "before"),
        "body_bytes": translate("Audit", "bytes of the request"),
        "bytes": translate("Audit", "bytes"),
        "certificate": translate("Audit", "certificate"),
        "code": translate("Audit", "code"),
        "follows": translate("Audit", "in place of"),
        "language": translate("Audit", "language"),
        "number": translate("Audit", "number"),
        "release": translate("Audit", "send"),
        "residual": translate("Audit", "left to decide"),
        "rounds": translate("Audit", "rounds"),
        "run": translate("Audit", "run"),
        "schema": translate("Audit", "format of the file"),
        "sha256": translate("Audit", "SHA-256"),
        "state": translate("Audit", "state"),
        "ticket": translate("Audit", "ticket"),
        "tokens": translate("Audit", "tokens"),
        "turns": translate("Audit", "turns"),
        "verdict": translate("Audit", "verdict"),
        "version": translate("Audit", "version"),
        "calibrations": translate("Audit", "calibrations"),
        "conversations": translate("Audit", "conversations"),
        "copies": translate("Audit", "copies"),
        "drafts": translate("Audit", "drafts"),
        "experiences": translate("Audit", "experiences"),
        "prompts": translate("Audit", "prompt versions"),
        "put_aside": translate("Audit", "earlier vaults"),
        "releases": translate("Audit", "sends"),
        "reviews": translate("Audit", "review items"),
        "runs": translate("Audit", "runs"),
        "settings": translate("Audit", "settings"),
        "words": translate("Audit", "words"),
    }.get(name, name)


def body_text(row: AuditRow) -> str:
    """The facts of a row; hashes are shortened for reading."""
    return listed(named(fact_name(name), value_text(name, value)) for name, value in row.body.items() if value != "")


def value_text(name: str, value: int | str) -> str:
    """A stored value as a person reads it: states, verdicts, choices and languages in words, hashes shortened; one that
    a later version stores is shown as it is."""
    said = {"state": _state, "verdict": _verdict, "action": _action, "language": _language}.get(name)
    return (said(str(value)) if said is not None else "") or _short(value)


def _state(value: str) -> str:
    """Of a send or of an item of the review."""
    translate = QCoreApplication.translate
    said: dict[str, str] = {
        SendState.DRAFT: translate("Audit", "draft"),
        SendState.APPROVED: translate("Audit", "approved"),
        SendState.SENDING: translate("Audit", "being sent"),
        SendState.SENT: translate("Audit", "sent"),
        SendState.FAILED: translate("Audit", "failed, nothing left"),
        SendState.UNKNOWN: translate("Audit", "may have been sent"),
        ReviewState.OPEN: translate("Audit", "waits"),
        ReviewState.PARKED: translate("Audit", "set aside"),
        ReviewState.APPROVED_SENT: translate("Audit", "approved and sent"),
        ReviewState.APPROVED_COPIED: translate("Audit", "approved and copied"),
        ReviewState.ANSWERED_LOCALLY: translate("Audit", "answered locally"),
        ReviewState.RETURNED: translate("Audit", "returned to the author"),
        ReviewState.REJECTED: translate("Audit", "rejected"),
    }
    return said.get(value, "")


def _verdict(value: str) -> str:
    translate = QCoreApplication.translate
    passed, decide = translate("Audit", "passed"), translate("Audit", "a person must decide")
    said: dict[str, str] = {VerdictKind.PASS: passed, VerdictKind.INFEASIBLE: decide}
    return said.get(value, "")


def _action(value: str) -> str:
    translate = QCoreApplication.translate
    said: dict[str, str] = {
        ReviewAction.KEEP: translate("Audit", "let leave as it is"),
        ReviewAction.LEVEL: translate("Audit", "coarsened"),
        ReviewAction.REMOVE: translate("Audit", "hidden"),
        ReviewAction.NOT_SENSITIVE: translate("Audit", "marked as not sensitive"),
        ReviewAction.EDIT: translate("Audit", "edited by hand"),
        ReviewAction.MARK: translate("Audit", "marked by hand"),
    }
    return said.get(value, "")


def _language(value: str) -> str:
    translate = QCoreApplication.translate
    said: dict[str, str] = {Language.EN: translate("Audit", "English"), Language.ZH: translate("Audit", "Chinese")}
    return said.get(value, "")


def _short(value: int | str) -> str:
    text = str(value)
    return f"{text[:12]}…" if len(text) > 40 else text


def report_text(report: AuditReport) -> str:
    """The result of a verification in one sentence."""
    translate = QCoreApplication.translate
    if report.intact:
        text = translate(
            "Audit", "The chain holds: {rows} rows, none edited, none missing; the anchor vouches for {anchored}."
        )
    else:
        text = translate("Audit", "The chain does not hold. {rows} rows were read; see below what is wrong.")
    return text.replace("{rows}", str(report.rows)).replace("{anchored}", str(report.anchored))


def finding_text(finding: AuditFinding) -> str:
    """One flaw and where it is."""
    translate = QCoreApplication.translate
    text = {
        AuditFlaw.EDITED: translate("Audit", "Row {row} was edited."),
        AuditFlaw.GAP: translate("Audit", "Before row {row} something is missing."),
        AuditFlaw.BROKEN_LINK: translate("Audit", "Row {row} does not follow the one before it."),
        AuditFlaw.TRUNCATED: translate("Audit", "Rows after row {row} are missing."),
        AuditFlaw.ANCHOR_MISMATCH: translate("Audit", "The anchor outside the file names another end than row {row}."),
        AuditFlaw.ANCHOR_MISSING: translate("Audit", "There is no anchor outside the file to compare with."),
        AuditFlaw.CLOCK_BACK: translate("Audit", "At row {row} the clock was set back; that alone is no flaw."),
    }[finding.flaw]
    return text.replace("{row}", str(finding.seq))
