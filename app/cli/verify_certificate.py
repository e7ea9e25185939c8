"""`drsl verify-certificate FILE`: whether a certificate is as an installation of this program wrote it."""

from __future__ import annotations

import argparse

from app.cli.session import Session
from app.cli.terminal import EXIT_OK
from core.domain.errors import InputError
from core.release.signed import LARGEST, check_text, read_file


def run(options: argparse.Namespace, session: Session) -> int:
    """Prints what the file certifies and whose key signed it. Raises InputError, KnownError where it does not hold."""
    checked = read_file(_read(str(options.file)))
    if options.text is not None:
        check_text(checked, _read(str(options.text)))
    document = checked.document
    facts = {
        "verdict": document.get("verdict"),
        "depth": document.get("depth", {}).get("reached"),
        "sha256": document.get("sha256"),
        "bytes": document.get("bytes"),
        "issued_at": document.get("issued_at"),
        "digest": checked.digest,
        "fingerprint": checked.fingerprint,
        "text": "given" if options.text is not None else "not_given",
    }
    if options.json:
        session.terminal.record({"holds": True, **facts}, indent=2)
        return EXIT_OK
    session.terminal.out(session.messages("verify_certificate.holds"))
    for name, value in facts.items():
        if name != "text":
            session.terminal.out("  " + session.messages(f"verify_certificate.{name}", value=str(value)))
    session.terminal.out(session.messages(f"verify_certificate.text.{facts['text']}"))
    return EXIT_OK


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as stream:
            return stream.read(LARGEST + 1)
    except OSError as error:
        raise InputError("certificate_file.unreadable") from error
