"""A certificate as a file: its JSON with a digest and the signature of the installation that wrote it (Ed25519).

The signature proves that nothing was changed since, and that two files come from the same installation; whose that is
people settle by comparing fingerprints. It proves nothing about the measurement itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.domain.errors import InputError, KeyStoreError, KnownError
from core.domain.secret import Secret
from core.keys.custody import KeyStore
from core.keys.signing import Signer, fingerprint, is_signed, new_signing_seed
from core.release.certificate import FORMAT

SEED = "drsl-certificate-signing"
"""Name of the key in the key store."""
LARGEST = 16 * 1024 * 1024
_DIGEST, _KEY, _SIGNATURE = "digest", "key", "signature"


@dataclass(frozen=True, slots=True)
class CheckedCertificate:
    """A file whose signature holds. `document`: the certificate as `to_json` wrote it. `fingerprint`: of the key."""

    document: Mapping[str, Any]
    digest: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class InstallationKey:
    """`kept` False: the key store would not hold it, so the next file has another fingerprint."""

    signer: Signer
    kept: bool


def installation_key(store: KeyStore) -> InstallationKey:
    """The key of this installation, made at its first certificate."""
    try:
        seed = store.get(SEED)
        if seed is not None:
            return InstallationKey(Signer.of(seed), kept=True)
    except KeyStoreError:
        return InstallationKey(Signer.of(new_signing_seed()), kept=False)
    fresh: Secret = new_signing_seed()
    try:
        store.put(SEED, fresh)
    except KeyStoreError:
        return InstallationKey(Signer.of(fresh), kept=False)
    return InstallationKey(Signer.of(fresh), kept=store.persistent)


def sealed_file(document: Mapping[str, object], signer: Signer) -> bytes:
    """The file: `document` with its digest, the public key and the signature over all of them."""
    content = {**document, _DIGEST: _digest(document), _KEY: signer.public}
    whole = {**content, _SIGNATURE: signer.sign(_canonical(content))}
    return (json.dumps(whole, ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode()


def read_file(data: bytes) -> CheckedCertificate:
    """A file, if digest and signature hold. Raises InputError `certificate_file.unreadable` (no such file, cut off, of
    another version), KnownError `certificate_file.tampered`."""
    whole = _parsed(data)
    signature, public, digest = (whole.pop(name, None) for name in (_SIGNATURE, _KEY, _DIGEST))
    if not all(isinstance(item, str) for item in (signature, public, digest)):
        raise InputError("certificate_file.unreadable")
    signed = _canonical({**whole, _DIGEST: digest, _KEY: public})
    if digest != _digest(whole) or not is_signed(str(public), str(signature), signed):
        raise KnownError("certificate_file.tampered")
    return CheckedCertificate(whole, str(digest), fingerprint(str(public)))


def check_text(checked: CheckedCertificate, text: bytes) -> None:
    """Whether the certificate is about exactly these bytes. Raises KnownError `certificate_file.other_text`."""
    if checked.document.get("sha256") != hashlib.sha256(text).hexdigest():
        raise KnownError("certificate_file.other_text")


def _parsed(data: bytes) -> dict[str, Any]:
    if len(data) > LARGEST:
        raise InputError("certificate_file.unreadable")
    try:
        whole = json.loads(data.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise InputError("certificate_file.unreadable") from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise InputError("certificate_file.unreadable")
    return whole


def _digest(document: Mapping[str, object]) -> str:
    return hashlib.sha256(_canonical(document)).hexdigest()


def _canonical(content: Mapping[str, object]) -> bytes:
    """The same for equal content, however the file is laid out. Raises InputError for what is no content of ours."""
    try:
        return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise InputError("certificate_file.unreadable") from None


def _no_constant(name: str) -> float:
    raise ValueError(name)
