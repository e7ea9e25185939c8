"""SEC-24: pinned by hash, no shadowed packages, a Qt that keeps its references; who may import what."""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CALLS = 10_000
NETWORK_MODULES = frozenset(
    "socket ssl http urllib urllib3 httpx httpcore requests aiohttp ftplib smtplib telnetlib xmlrpc".split()
)
MAY_USE = {
    "core/net/http.py": {"socket", "ssl", "httpx"},
    "core/net/address.py": {"urllib"},
    "core/net/exchange.py": {"http"},
    "core/net/refusals.py": {"http"},
    "core/net/loopback.py": {"httpx"},
    "core/llm/chat_stream.py": {"http"},
    "core/llm/discovery.py": {"http"},
    "core/llm/server_link.py": {"http"},
    "core/learn/value_readings.py": {"urllib"},
}
"""Parsing an address, naming a status code and undoing percent signs touch no socket; `http.py` (destinations) and
`loopback.py` (servers on this machine) are the ones that do."""


def _sources(*folders):
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


@cache
def _used(path):
    """The modules that a file imports, and the names that it calls."""
    imported, called = set(), set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            imported.add(node.module)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called.add(node.func.id)
    return imported, called


def _imports(path):
    return _used(path)[0]


def test_packaging_is_no_package():
    assert (ROOT / "packaging").is_dir()
    assert not (ROOT / "packaging" / "__init__.py").exists()


@pytest.mark.parametrize("lock", sorted((ROOT / "packaging" / "lock").glob("*.txt")), ids=lambda path: path.name)
def test_every_requirement_of_a_lock_is_pinned_by_hash(lock):
    text = re.sub(r"\\\n", " ", lock.read_text(encoding="utf-8"))
    rows = [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert rows[0] == "--only-binary :all:", "a source archive runs code when it is installed"
    assert len(rows) > 1
    for row in rows[1:]:
        assert re.match(r"[A-Za-z0-9._-]+(\[[a-z,]+\])?==\S+", row), row.split()[0]
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", row), row.split()[0]


def test_only_the_network_room_can_reach_a_network():
    for path in _sources("core", "app", "ui", "bench"):
        name = path.relative_to(ROOT).as_posix()
        used = {module.split(".")[0] for module in _imports(path)} & NETWORK_MODULES
        assert used <= MAY_USE.get(name, set()), name


def test_view_models_know_no_widgets():
    folders = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("ui/*/viewmodels"))
    assert "ui/compose/viewmodels" in folders
    for path in _sources(*folders):
        assert not {"PySide6.QtWidgets", "PySide6.QtGui"} & set(_imports(path)), path.name


MAY_REACH_OUT = {"core/llm/native.py": {"ctypes"}, "bench/commands/rivals.py": {"subprocess"}}
"""The first binds the evaluator's C library, whose functions take numbers and text and run no code of ours; the second
starts the interpreter that a person names for a rival program, without a shell."""


def test_nothing_is_evaluated_unpickled_or_shelled_out():
    for path in _sources("core", "ui", "bench"):
        name = path.relative_to(ROOT).as_posix()
        modules = {module.split(".")[0] for module in _imports(path)}
        refused = {"pickle", "marshal", "shelve", "subprocess", "ctypes", "dill"} - MAY_REACH_OUT.get(name, set())
        assert not modules & refused, name
        assert not _used(path)[1] & {"eval", "exec", "compile", "__import__"}, path.name


def test_qt_keeps_its_references_to_none(qapp):
    widgets = pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")
    label = widgets.QLabel()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        label.setText("x")
    after = sys.getrefcount(None)
    label.deleteLater()
    assert abs(after - before) < CALLS // 10


@pytest.fixture
def qapp():
    widgets = pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")
    return widgets.QApplication.instance() or widgets.QApplication([])
