"""The program as a process: what it imports, what it gives away, what it prints."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from token_answers import answer_to
from unhurried import PROGRAM_SECONDS

from core.domain.language import Language
from core.resources import resource_root

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = resource_root() / "examples" / "medical.en.txt"
QT = ("PySide6", "shiboken6", "pyqtgraph", "matplotlib")
WATCHED = f"""
import json, sys
from app.main import main
for words in json.loads(sys.argv[1]):
    try:
        code = main(words)
    except SystemExit as end:
        code = end.code or 0
    loaded = sorted({{name.partition('.')[0] for name in sys.modules}} & set({QT!r}))
    print('WATCHED', json.dumps([words, code, loaded]), file=sys.stderr)
"""
COMMANDS = (
    (("--help",), 0),
    (("--version",), 0),
    (("bench", "list"), 0),
    (("restore", "-", "--run", "x"), 1),
    (("extract", str(EXAMPLE), "--json"), 0),
    (("sanitize", str(EXAMPLE), "--json"), 0),
)
"""Words, exit code; from the command that imports least to the one that imports most."""
PRIVATE = """
import os, sys
from app.hardening import harden
failed = harden()
print(failed, oct(os.umask(0)))
if sys.platform != 'win32':
    import resource
    print(resource.getrlimit(resource.RLIMIT_CORE))
if sys.platform.startswith('linux'):
    import ctypes
    print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    kept = {
        name: value for name, value in os.environ.items() if name not in {"LANG", "LC_ALL", "LC_MESSAGES", "DISPLAY"}
    }
    kept.pop("QT_QPA_PLATFORM", None)
    return {**kept, "DRSL_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT)}


def run(
    environment: dict[str, str], *words: str, code: str | None = None, stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    start = [sys.executable, "-m", "app"] if code is None else [sys.executable, "-c", code]
    return subprocess.run(
        [*start, *words],
        input=stdin,
        capture_output=True,
        env=environment,
        cwd=ROOT,
        check=False,
        timeout=PROGRAM_SECONDS,
    )


def test_no_command_loads_qt(environment: dict[str, str]) -> None:
    """One after another in one process: whichever loads it first is named."""
    done = run(environment, json.dumps([words for words, _ in COMMANDS]), code=WATCHED, stdin=b"x")
    told = [line.partition(b" ")[2] for line in done.stderr.splitlines() if line.startswith(b"WATCHED ")]
    assert [json.loads(line) for line in told] == [[list(words), code, []] for words, code in COMMANDS]


def test_the_process_is_hardened(environment: dict[str, str]) -> None:
    shown = run(environment, code=PRIVATE).stdout.decode().splitlines()
    assert shown[0] == "() 0o77"
    if sys.platform != "win32":
        assert shown[1] == "(0, 0)"
    if sys.platform.startswith("linux"):
        assert shown[2] == "0"


@pytest.mark.parametrize("name", ["medical.en", "medical.zh"])
def test_tokens_of_a_shipped_example_come_back_in_its_answer(
    environment: dict[str, str], tmp_path: Path, name: str
) -> None:
    """Every example: `test_tokens_of_every_example_come_back_in_its_answer`, without a process of its own."""
    example = resource_root() / "examples" / f"{name}.txt"
    done = run(environment, "sanitize", str(example), "--json", "--with-tokens")
    assert (done.returncode, done.stderr) == (0, b"")
    record = json.loads(done.stdout)
    assert record["verdict"] in {"PASS", "INFEASIBLE"}
    assert len(record["attributes"]) >= 5
    for attribute in record["attributes"]:
        if attribute["kind"] == "explicit":
            assert attribute["value"] not in record["text"]
    assert record["certificate"]["sha256"] == record["sha256"]
    assert {"A0", "A1", "A2", "A3"} == set(record["leakage"])
    table = tmp_path / "run.json"
    table.write_bytes(done.stdout)
    mangled, written = answer_to(record["token_table"], Language(name.partition(".")[2]))
    done = run(environment, "restore", "-", "--tokens", str(table), stdin=mangled.encode())
    assert done.returncode == 0
    assert done.stdout.decode("utf-8").splitlines() == written.splitlines()
    count = len(record["token_table"])
    assert done.stderr.startswith(f"{count} restored, {count} never issued".encode())


CRASH = """
import sys, threading
from pathlib import Path
from app.log import event_log, install_hooks
with event_log(Path(sys.argv[1])):
    install_hooks(lambda error: print('told', type(error).__name__, file=sys.stderr))
    def work():
        raise ValueError('Canary Quill')
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    try:
        work()
    except ValueError:
        sys.excepthook(*sys.exc_info())
"""


def test_uncaught_exceptions_of_every_thread_are_told_without_their_words(
    environment: dict[str, str], tmp_path: Path
) -> None:
    log = tmp_path / "events.log"
    done = run(environment, str(log), code=CRASH)
    assert done.stderr.splitlines() == [b"told ValueError", b"told ValueError"]
    written = log.read_bytes()
    assert written.count(b"crash ValueError") == 2
    assert b"Canary" not in written + done.stderr


def test_damaged_installation_is_told_in_one_line(environment: dict[str, str], tmp_path: Path) -> None:
    code = f"import sys; sys._MEIPASS = {str(tmp_path)!r}; from app.main import main; sys.exit(main(['doctor']))"
    done = run(environment, code=code)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [b"resource.unreadable (file=en.toml)"]


def test_self_test_passes_with_a_window(environment: dict[str, str]) -> None:
    pytest.importorskip("PySide6.QtWidgets", reason="the window's library is not installed")
    done = run(environment, "--self-test")
    assert done.returncode == 0, done.stdout.decode()
    assert done.stdout.decode().count("[passed]") == 4


def test_output_is_utf8_whatever_the_locale_says(environment: dict[str, str]) -> None:
    done = run({**environment, "LC_ALL": "C", "PYTHONUTF8": "0"}, "--lang", "zh", "bench", "list")
    assert "测量项目" in done.stdout.decode("utf-8")


def test_nothing_of_a_prompt_is_left_on_disk(environment: dict[str, str]) -> None:
    canary = "Canary Quillfeather"
    done = run(environment, "sanitize", stdin=f"My name is {canary}, call me at +1 202-555-0143.".encode())
    assert done.returncode == 0
    home = Path(environment["DRSL_HOME"])
    for path in home.rglob("*"):
        if path.is_file():
            assert canary.encode() not in path.read_bytes()
            assert b"Quillfeather" not in path.read_bytes()


def test_a_reader_that_stops_early_is_no_error(environment: dict[str, str]) -> None:
    rows = b"".join(json.dumps({"id": n, "text": "I am 67."}).encode() + b"\n" for n in range(400))
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "extract", "--jsonl"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        cwd=ROOT,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        process.stdin.write(rows)
        process.stdin.close()
        process.stdout.readline()
        process.stdout.close()
        errors = process.stderr.read()
    assert b"Traceback" not in errors
    assert b"Exception ignored" not in errors


def test_doctor_says_what_works(environment: dict[str, str]) -> None:
    done = run(environment, "doctor", "--json")
    answer = json.loads(done.stdout)
    states = {item["name"]: item["state"] for item in answer["findings"]}
    assert states["doctor.cipher"] == states["doctor.engine"] == states["doctor.taxonomy"] == "ok"
    assert answer["usable"] is (done.returncode == 0)
    assert answer["usable"]
