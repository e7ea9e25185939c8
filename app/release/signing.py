"""The certificate as a signed file, for the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from app.paths import replace_file
from core.engine.outcome import Outcome
from core.keys.custody import KeyStore
from core.release.certificate import to_json
from core.release.signed import installation_key, sealed_file


class CertificateSigner:
    """Writes signed certificates with the key of this installation; may wait for the key store."""

    def __init__(self, store: KeyStore) -> None:
        self._store = store

    def __call__(self, outcome: Outcome, path: Path) -> bool:
        """Write the file; whether the key store keeps the key. The words that a person typed as reasons are left out:
        they may quote a value. Raises OSError, KeyStoreError `keys.signing`."""
        key = installation_key(self._store)
        certificate = outcome.certificate
        wordless = replace(certificate, overrides=dict.fromkeys(certificate.overrides, ""))
        replace_file(path, sealed_file(to_json(wordless), key.signer))
        return key.kept
