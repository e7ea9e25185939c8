"""Certificates for TLS tests, made on the spot: a private authority and good, expired, wrong-host, self-signed ones."""

from __future__ import annotations

import ipaddress
import ssl
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

YEAR = timedelta(days=365)


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


class Authority:
    """A certificate authority that exists for one test folder. `bundle`: its certificate as PEM."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        now = datetime.now(UTC)
        name = _name("Scripted Authority")
        usage = x509.KeyUsage(True, False, False, False, False, True, True, False, False)
        self._certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(self._key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - YEAR * 2)
            .not_valid_after(now + YEAR)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .add_extension(usage, critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(self._key.public_key()), critical=False)
            .sign(self._key, hashes.SHA256())
        )
        self.bundle = folder / "authority.pem"
        self.bundle.write_bytes(self._certificate.public_bytes(serialization.Encoding.PEM))

    @property
    def hashed_name(self) -> str:
        """The name under which OpenSSL looks for the authority in a folder."""
        found = subprocess.run(
            ["openssl", "x509", "-noout", "-subject_hash", "-in", str(self.bundle)], capture_output=True, check=True
        )
        return f"{found.stdout.decode().strip()}.0"

    def trusting(self) -> ssl.SSLContext:
        """A client context that trusts this authority and verifies everything."""
        return ssl.create_default_context(cafile=str(self.bundle))

    def server(self, *, host: str = "127.0.0.1", expired: bool = False, self_signed: bool = False) -> ssl.SSLContext:
        """A server context with a certificate for `host` (name or address)."""
        now = datetime.now(UTC)
        key = ec.generate_private_key(ec.SECP256R1())
        name = _name(host)
        try:
            alternative: x509.GeneralName = x509.IPAddress(ipaddress.ip_address(host))
        except ValueError:
            alternative = x509.DNSName(host)
        certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name if self_signed else self._certificate.subject)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - YEAR)
            .not_valid_after(now - timedelta(days=1) if expired else now + YEAR)
            .add_extension(x509.SubjectAlternativeName([alternative]), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(
                    key.public_key() if self_signed else self._key.public_key()
                ),
                critical=False,
            )
            .sign(key if self_signed else self._key, hashes.SHA256())
        )
        stem = self._folder / f"server-{host.replace(':', '_')}-{expired:d}{self_signed:d}"
        stem.with_suffix(".crt").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        stem.with_suffix(".key").write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(stem.with_suffix(".crt"), stem.with_suffix(".key"))
        return context
