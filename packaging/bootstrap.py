"""Set up, run, test and build DR-SL Desktop from a machine that has only Python 3.11 or newer.

    python3 packaging/bootstrap.py run [WORDS...]     open the window, or run `drsl WORDS...`
    python3 packaging/bootstrap.py test [WORDS...]    the whole suite, headless; WORDS go to pytest
    python3 packaging/bootstrap.py test --quick       an inner loop: the quick unit tests, nothing else
    python3 packaging/bootstrap.py test-core          the engine's tests where PySide6 is not installed
    python3 packaging/bootstrap.py test-window        the tests that test-core leaves out
    python3 packaging/bootstrap.py check              lint, types, import contracts
    python3 packaging/bootstrap.py build              frozen bundle in dist/drsl, then its self-test

Standard library only. Every package comes from a hash-pinned lock beside this file.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = Path(__file__).resolve().parent / "lock"
WINDOWS = sys.platform == "win32"
LINUX = sys.platform.startswith("linux")
WINDOW_TESTS = ("tests/ui", "tests/e2e")
QUICK = "--quick"
NOT_QUICK = ("app", "bench", "engine", "ui")
QUICK_TESTS = (
    "tests/unit",
    *(f"--ignore=tests/unit/{folder}" for folder in NOT_QUICK),
    "-m",
    "not slow and not needs_model",
)
# "auto": a worker per core, and none where a debugger is asked for. More than eight cost memory and no longer pay.
SIDE_BY_SIDE = ("--numprocesses=auto", "--maxprocesses=8", "--dist=worksteal")
OLDEST_PYTHON = (3, 11)
EXAMPLES = ROOT / "resources" / "examples"

# shared library -> (Debian and Ubuntu package, Fedora package); what the Qt wheel links against but does not carry
QT_LIBRARIES = {
    "libEGL.so.1": ("libegl1", "libglvnd-egl"),
    "libGL.so.1": ("libgl1", "libglvnd-glx"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig"),
    "libfreetype.so.6": ("libfreetype6", "freetype"),
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs"),
}
X11_LIBRARIES = {
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11"),
    "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor"),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm"),
    "libxcb-image.so.0": ("libxcb-image0", "xcb-util-image"),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms"),
    "libxcb-randr.so.0": ("libxcb-randr0", "libxcb"),
    "libxcb-render-util.so.0": ("libxcb-render-util0", "xcb-util-renderutil"),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb"),
    "libxcb-xkb.so.1": ("libxcb-xkb1", "libxcb"),
}


class SetupError(Exception):
    """What stands in the way, with a remedy, in one message."""


class Environment:
    """A virtual environment that is filled once per content of its locks."""

    def __init__(self, folder: str, locks: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
        self.folder = ROOT / folder
        self.locks = tuple(LOCKS / name for name in locks)
        self.optional = tuple(LOCKS / name for name in optional)

    @property
    def python(self) -> Path:
        return self.folder / ("Scripts/python.exe" if WINDOWS else "bin/python")

    def _stamp(self, lock: Path) -> Path:
        return self.folder / f"installed-{lock.stem}"

    def _fingerprint(self, lock: Path) -> str:
        digest = hashlib.sha256(lock.read_bytes())
        digest.update((ROOT / "pyproject.toml").read_bytes())
        digest.update(f"{sys.version_info[:2]} {ROOT}".encode())
        return digest.hexdigest()

    def _installed(self, lock: Path) -> bool:
        stamp = self._stamp(lock)
        return stamp.is_file() and stamp.read_text() == self._fingerprint(lock)

    def ensure(self) -> Path:
        """The environment's interpreter, after installing what is missing. Raises SetupError."""
        if not self.python.is_file():
            say(f"Creating {self.folder.name} ...")
            created = subprocess.run([sys.executable, "-m", "venv", str(self.folder)], check=False)
            if created.returncode != 0 or not self.python.is_file():
                package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
                raise SetupError(
                    "Python could not create a virtual environment. "
                    f"On Debian and Ubuntu the package {package} (or python3-venv) brings what is missing."
                )
        for lock in self.locks:
            if not self._installed(lock):
                self._install(lock)
        for lock in self.optional:
            if not self._installed(lock):
                self._try_to_install(lock)
        return self.python

    def _install(self, lock: Path) -> None:
        started = time.monotonic()
        say(f"Installing {lock.stem} packages into {self.folder.name} (once; a minute or two) ...")
        pip = [str(self.python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        self._run_pip([*pip, "--require-hashes", "--no-deps", "--only-binary", ":all:", "--requirement", str(lock)])
        # The lock brings setuptools, so the project's own entry point needs nothing from outside.
        self._run_pip([*pip, "--no-deps", "--no-build-isolation", "--no-index", "--editable", str(ROOT)])
        self._stamp(lock).write_text(self._fingerprint(lock))
        say(f"Installed in {time.monotonic() - started:.0f} s.")

    def _try_to_install(self, lock: Path) -> None:
        """Prebuilt packages or none: a machine without them does without, and the program shows the part as off."""
        say(f"Installing {lock.stem} packages into {self.folder.name} (once) ...")
        pip = [str(self.python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        command = [*pip, "--require-hashes", "--no-deps", "--only-binary", ":all:", "--requirement", str(lock)]
        if subprocess.run(command, check=False).returncode == 0:
            self._stamp(lock).write_text(self._fingerprint(lock))
        else:
            say(f"Not installed: {lock.stem}. The program works without it and says so.")

    def _run_pip(self, command: list[str]) -> None:
        if subprocess.run(command, check=False).returncode != 0:
            raise SetupError(
                "Installing packages failed; the lines above say why. Nothing else was changed. "
                "Check the network connection or proxy and run the same command again."
            )


EVALUATOR = ("evaluator.txt",)
RUN = Environment(".venv", ("run.txt",), EVALUATOR)
DEVELOP = Environment(".venv", ("run.txt", "develop.txt"), EVALUATOR)
CORE = Environment(".venv-core", ("core.txt",), EVALUATOR)


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def missing_libraries(table: dict[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """The part of `table` that the dynamic linker cannot find."""
    missing = {}
    for library, packages in table.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            missing[library] = packages
    return missing


def require_libraries(table: dict[str, tuple[str, str]]) -> None:
    """Raises SetupError that names each missing library's package; passes on other systems than Linux."""
    missing = missing_libraries(table) if LINUX else {}
    if missing:
        debian = " ".join(sorted({packages[0] for packages in missing.values()}))
        fedora = " ".join(sorted({packages[1] for packages in missing.values()}))
        raise SetupError(
            f"System libraries are missing: {', '.join(sorted(missing))}.\n"
            f"  Debian, Ubuntu:  sudo apt-get install {debian}\n"
            f"  Fedora:          sudo dnf install {fedora}"
        )


def has_display() -> bool:
    if not LINUX:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("QT_QPA_PLATFORM"))


def compile_translations(python: str) -> None:
    """They are not committed; `drsl.spec` and the window do the same where nobody did before. Raises SetupError."""
    if subprocess.run([python, "-m", "app.window.translations"], cwd=ROOT, check=False).returncode != 0:
        raise SetupError("The window's translations are not compiled; the lines above say why.")


def plain_memory() -> dict[str, str]:
    """The caller's environment for tests. Development mode (`-X dev`) also fills and checks every block of memory, a
    fifth of the run's time, for faults of extension modules; none of them is ours. PYTHONMALLOC=debug brings it back.
    """
    return {"PYTHONMALLOC": "pymalloc", **os.environ}


def headless(environment: dict[str, str] | None = None) -> dict[str, str]:
    return {**(os.environ if environment is None else environment), "QT_QPA_PLATFORM": "offscreen"}


def hand_over(command: list[str], environment: dict[str, str] | None = None) -> int:
    """Run `command` in the caller's folder until it ends; its exit code."""
    try:
        return subprocess.run(command, env=environment, check=False).returncode
    except KeyboardInterrupt:
        return 130


def run(words: list[str]) -> int:
    python = str(RUN.ensure())
    if words:
        return hand_over([python, "-m", "app", *words])
    if has_display():
        require_libraries(QT_LIBRARIES)
        if os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
            require_libraries(X11_LIBRARIES)
        compile_translations(python)
        return hand_over([python, "-m", "app"])
    language = "zh" if os.environ.get("LANG", "").startswith("zh") else "en"
    example = EXAMPLES / f"medical.{language}.txt"
    say("No display was found, so the window cannot open. The same path, on a shipped example, in the terminal:")
    say(f"  drsl sanitize {example.relative_to(ROOT).as_posix()}\n")
    return hand_over([python, "-m", "app", "sanitize", str(example)])


def test(words: list[str]) -> int:
    python = str(DEVELOP.ensure())
    require_libraries(QT_LIBRARIES)
    compile_translations(python)
    os.chdir(ROOT)
    if QUICK in words:
        words = [*QUICK_TESTS, *(word for word in words if word != QUICK)]
        say(
            "The quick unit tests. Left out: whole runs of the engine, measurements, the window, the command line, "
            "tests from end to end, security, contracts, properties, the packaged models, and what is marked slow."
        )
    return hand_over([*pytest(python), *words], headless(plain_memory()))


def pytest(python: str) -> list[str]:
    """The command that runs tests, strict as they are meant to be."""
    return [python, "-X", "dev", "-m", "pytest", *SIDE_BY_SIDE]


def test_core(words: list[str]) -> int:
    python = str(CORE.ensure())
    os.chdir(ROOT)
    probe = "import importlib.util as u, sys; sys.exit(u.find_spec('PySide6') is not None)"
    if hand_over([python, "-c", probe]) != 0:
        raise SetupError("PySide6 is installed in .venv-core; delete that folder and run again.")
    elsewhere = [f"--ignore={path}" for path in WINDOW_TESTS]
    return hand_over([*pytest(python), *elsewhere, *words], plain_memory())


def test_window(words: list[str]) -> int:
    """With test-core this is the whole suite, every test once."""
    python = str(DEVELOP.ensure())
    require_libraries(QT_LIBRARIES)
    compile_translations(python)
    os.chdir(ROOT)
    elsewhere = sorted(
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("test_*.py")
        if not path.is_relative_to(ROOT / WINDOW_TESTS[0])
        and not path.is_relative_to(ROOT / WINDOW_TESTS[1])
        and 'importorskip("PySide6' in path.read_text(encoding="utf-8")
    )
    return hand_over([*pytest(python), *WINDOW_TESTS, *elsewhere, *words], headless(plain_memory()))


def check(words: list[str]) -> int:
    python = str(DEVELOP.ensure())
    compile_translations(python)
    os.chdir(ROOT)
    scripts = Path(python).parent
    steps = (
        [python, "-m", "ruff", "check", "."],
        [python, "-m", "ruff", "format", "--check", "."],
        [python, "-m", "mypy", *words],
        [str(scripts / "lint-imports")],
    )
    return max(hand_over(step) for step in steps)


def build(words: list[str]) -> int:
    python = str(DEVELOP.ensure())
    require_libraries(QT_LIBRARIES)
    os.chdir(ROOT)
    command = [python, "-m", "PyInstaller", "--noconfirm", "--distpath", "dist", "--workpath", "build"]
    code = hand_over([*command, *words, "packaging/drsl.spec"], headless())
    if code != 0:
        return code
    program = ROOT / "dist" / "drsl" / ("drsl.exe" if WINDOWS else "drsl")
    say(f"Built {program.relative_to(ROOT)}; running its self-test ...")
    return hand_over([str(program), "--self-test"], headless())


COMMANDS = {
    "run": run,
    "test": test,
    "test-core": test_core,
    "test-window": test_window,
    "check": check,
    "build": build,
}


def main(words: list[str]) -> int:
    if sys.version_info < OLDEST_PYTHON:
        say(f"DR-SL Desktop needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
        return 2
    if not words or words[0] not in COMMANDS:
        say((__doc__ or "").strip())
        return 0 if words and words[0] in {"-h", "--help", "help"} else 2
    try:
        return COMMANDS[words[0]](words[1:])
    except SetupError as error:
        say(f"\n{error}")
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
