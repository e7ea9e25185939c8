"""`drsl doctor`: what works on this machine. Exit code 0 = usable."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from app.cli.session import Session
from app.cli.terminal import EXIT_FAILED, EXIT_OK
from app.installed import DISTRIBUTION, installed
from core.domain.errors import DrslError
from core.engine.outcome import evaluator_off
from core.llm.discovery import UsualPort, discover, usual_ports
from core.llm.metadata import ServedModel
from core.resources import load_taxonomy

SHOWN_MODELS = 5
FONT_PROBE_SECONDS = 60
PACKAGES = {
    "PySide6-Essentials": "PySide6",
    "httpx": "httpx",
    "pydantic": "pydantic",
    "sqlcipher3": "sqlcipher3",
    "keyring": "keyring",
    "cryptography": "cryptography",
    "numpy": "numpy",
    "rapidfuzz": "rapidfuzz",
    "google-re2": "re2",
    "protobuf": "google.protobuf",
}
"""Distribution -> module; a frozen build carries modules without their distribution's metadata."""


class State(StrEnum):
    """BROKEN makes the program unusable; MISSING takes something away that it says so about."""

    OK = "ok"
    MISSING = "missing"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `detail` is a version or a count; `message` a key that explains."""

    name: str
    state: State
    detail: str = ""
    message: str = ""


def run(options: argparse.Namespace, session: Session) -> int:
    """Exit code 0 when nothing is broken, else 1."""
    findings = examine(session)
    usable = all(item.state is not State.BROKEN for item in findings)
    if options.json:
        session.terminal.record({"usable": usable, "findings": [asdict(item) for item in findings]}, indent=2)
        return EXIT_OK if usable else EXIT_FAILED
    messages = session.messages
    for item in findings:
        name = messages(item.name) if item.name in messages else item.name
        words = "  ".join(part for part in (item.detail, messages(item.message) if item.message else "") if part)
        session.terminal.out(f"[{messages(f'doctor.state.{item.state.value}')}] {name}: {words}".rstrip(": "))
    session.terminal.out(messages("doctor.usable" if usable else "doctor.unusable"))
    return EXIT_OK if usable else EXIT_FAILED


def examine(session: Session) -> tuple[Finding, ...]:
    """Every check in turn; one that fails does not stop the others."""
    checks: tuple[tuple[str, Callable[[], tuple[Finding, ...]]], ...] = (
        ("doctor.versions", _versions),
        ("doctor.resources", lambda: _resources(session)),
        ("doctor.engine", lambda: _engine(session)),
        ("doctor.cipher", _cipher),
        ("doctor.keys", _keys),
        ("doctor.servers", lambda: _servers(usual_ports(session.root))),
        ("doctor.fonts", _fonts),
    )
    findings: list[Finding] = []
    for name, check in checks:
        try:
            findings.extend(check())
        except DrslError as error:
            findings.append(Finding(name, State.BROKEN, message=error.code))
        except Exception as error:  # noqa: BLE001 - a broken installation is what this command is for
            findings.append(Finding(name, State.BROKEN, detail=type(error).__name__))
    return tuple(findings)


def _versions() -> tuple[Finding, ...]:
    own = installed(DISTRIBUTION)
    findings = [
        Finding("doctor.program", State.OK if own else State.MISSING, own),
        Finding("doctor.python", State.OK, f"{platform.python_version()}, {platform.system()} {platform.machine()}"),
    ]
    for package, module in PACKAGES.items():
        there = importlib.util.find_spec(module) is not None
        findings.append(Finding(package, State.OK if there else State.MISSING, installed(package)))
    return tuple(findings)


def _resources(session: Session) -> tuple[Finding, ...]:
    taxonomy = load_taxonomy(session.root)
    return (Finding("doctor.taxonomy", State.OK, f"{taxonomy.version} ({len(taxonomy.types)})"),)


def _engine(session: Session) -> tuple[Finding, ...]:
    """Building the engine reads every hierarchy, lexicon, population and corpus it needs."""
    engine = session.make_engine(session.root)
    shown = ", ".join(f"{name} {number}" for name, number in sorted(engine.info.versions.items()))
    ner_off = "ner" in engine.info.layers_off
    reason = evaluator_off(engine.info)
    evaluator = State.MISSING if reason else State.OK
    return (
        Finding("doctor.engine", State.OK, shown),
        Finding("doctor.attackers", State.OK, ", ".join(engine.info.members)),
        Finding("doctor.ner", State.MISSING if ner_off else State.OK, message="doctor.ner_off" if ner_off else ""),
        Finding("doctor.evaluator", evaluator, message=reason),
    )


def _cipher() -> tuple[Finding, ...]:
    from core.store.encrypted_connection import round_trip  # the cipher library loads only where it is used

    with tempfile.TemporaryDirectory(prefix="drsl-") as folder:
        return (Finding("doctor.cipher", State.OK, f"SQLCipher {round_trip(Path(folder))}"),)


def _keys() -> tuple[Finding, ...]:
    from core.keys.os_store import open_key_store  # backends load D-Bus and the like

    store = open_key_store()
    if store.persistent:
        return (Finding("doctor.keys", State.OK, store.name),)
    return (Finding("doctor.keys", State.MISSING, message="doctor.keys_session"),)


def _servers(ports: Sequence[UsualPort]) -> tuple[Finding, ...]:
    """What answers on these ports of this computer, by its metadata alone; where it may be remote, that is said too."""
    findings: list[Finding] = []
    for found in discover(ports):
        name = found.dialect.name if found.kind else "doctor.servers"
        models = ", ".join(_model(model) for model in found.models[:SHOWN_MODELS])
        detail = "  ".join(part for part in (str(found.address.origin), models) if part)
        findings.append(Finding(name, State.OK if found.usable else State.MISSING, detail, found.state.code))
        notices = (*found.notices, "doctor.localhost_is_no_proof")
        findings += [Finding(name, State.OK, message=notice) for notice in notices if found.kind]
    return tuple(findings) or (Finding("doctor.servers", State.MISSING, message="doctor.no_server"),)


def _model(model: ServedModel) -> str:
    return f"{model.id} ({model.context})" if model.context else model.id


def _fonts() -> tuple[Finding, ...]:
    """Asked in a process of its own: this one never loads Qt."""
    if importlib.util.find_spec("PySide6") is None:
        return (Finding("doctor.fonts", State.MISSING, message="doctor.no_qt"),)
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "app"]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    if not getattr(sys, "frozen", False):
        environment["PYTHONPATH"] = str(Path(__file__).resolve().parents[2])
    probe = subprocess.run(  # noqa: S603 - our own program
        [*program, "--probe-fonts"],
        env=environment,
        capture_output=True,
        timeout=FONT_PROBE_SECONDS,
        check=False,
    )
    if probe.returncode != 0:
        return (Finding("doctor.fonts", State.MISSING, message="doctor.qt_unusable"),)
    answer: Mapping[str, int] = json.loads(probe.stdout)
    chinese = answer["chinese"] > 0
    state = State.OK if answer["families"] and chinese else State.MISSING
    message = "" if chinese else "doctor.no_chinese_font"
    return (Finding("doctor.fonts", state, f"{answer['families']} / {answer['chinese']}", message),)


def probe_fonts(session: Session) -> int:
    """Print how many font families Qt sees, and how many of them can write Chinese. Loads Qt."""
    from PySide6.QtGui import QFontDatabase, QGuiApplication  # only this process needs Qt

    application = QGuiApplication.instance() or QGuiApplication([])
    families = QFontDatabase.families()
    chinese = QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese)
    session.terminal.record({"families": len(families), "chinese": len(chinese)})
    del application
    return EXIT_OK
