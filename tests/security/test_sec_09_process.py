"""SEC-09: a process that leaves no core dump and no file for others to read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from unhurried import PROGRAM_SECONDS

ROOT = Path(__file__).resolve().parents[2]

HARDENED = """
import os, resource, sys
from app.hardening import harden
failed = harden()
descriptor = os.open(sys.argv[1], os.O_CREAT | os.O_WRONLY, 0o666)
os.mkdir(sys.argv[1] + ".d", 0o777)
print(failed, resource.getrlimit(resource.RLIMIT_CORE), oct(os.fstat(descriptor).st_mode & 0o777),
      oct(os.stat(sys.argv[1] + ".d").st_mode & 0o777))
if sys.platform == "linux":
    import ctypes
    print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))
"""


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions and limits")
def test_no_core_dumps_and_private_files(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", HARDENED, str(tmp_path / "new")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PROGRAM_SECONDS,
        check=True,
    )
    lines = done.stdout.split("\n")
    assert lines[0] == "() (0, 0) 0o600 0o700"
    if sys.platform == "linux":
        assert lines[1] == "0"
