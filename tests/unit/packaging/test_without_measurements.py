"""The program is whole without the measurements: nothing of it imports them, the bundle leaves them and their data out,
and `drsl bench` says where they are."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from unhurried import PROGRAM_SECONDS

from app.messages import Messages
from core.domain.language import Language
from core.resources import resource_root

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = ("app", "core", "ui")
BY_NAME = {"app/cli/bench.py"}
"""The one place that asks for the measurements, by their name and only when they are wanted."""
NAMED = re.compile(r"bench|PACKAGE")
SPEC = ast.parse((ROOT / "packaging" / "drsl.spec").read_text(encoding="utf-8"))
EVERY_MODULE = """
import importlib, pkgutil, sys
import app.cli, core
for package in (core, app.cli):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
from app.library.texts import GeneratedTexts
print(core.__file__, len(sys.modules), "bench" in sys.modules)
"""
FOUND_ONCE = """
import sys
sys.path.insert(0, sys.argv[1])
import app.main, core, ui
sys.path.remove(sys.argv[1])
sys.exit(app.main.main(["bench", "list", "--json"]))
"""


def sources() -> list[Path]:
    return [path for folder in PROGRAM for path in sorted((ROOT / folder).rglob("*.py"))]


def asks_for_measurements(source: str) -> bool:
    """Whether a module imports `bench`, or loads a module by a name that speaks of it."""
    if not any(word in source for word in ("bench", "import_module", "__import__")):
        return False
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import) and any(item.name.split(".")[0] == "bench" for item in node.names):
            return True
        if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").split(".")[0] == "bench":
            return True
        called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if called.endswith(("import_module", "__import__")) and NAMED.search(ast.unparse(node)):
            return True
    return False


def left_out() -> list[Path]:
    """What `measured_with` of the specification names."""
    made = next(node for node in SPEC.body if isinstance(node, ast.Assign) and _name(node) == "measured_with")
    names: dict[str, object] = {"root": ROOT}
    exec(compile(ast.Module([made], []), "drsl.spec", "exec"), names)
    found = names["measured_with"]
    assert isinstance(found, list)
    return found


def shipped() -> set[str]:
    """Files of resources/ that the specification puts into the bundle."""
    made = next(node for node in SPEC.body if isinstance(node, ast.FunctionDef) and node.name == "shipped_resources")
    names: dict[str, object] = {"root": ROOT, "measured_with": left_out()}
    exec(compile(ast.Module([made], []), "drsl.spec", "exec"), names)
    call = names["shipped_resources"]
    assert callable(call)
    return {Path(file).relative_to(ROOT).as_posix() for file, _ in call()}


def _name(node: ast.Assign) -> str:
    return node.targets[0].id if isinstance(node.targets[0], ast.Name) else ""


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program's packages and the data that is shipped, and nothing beside them."""
    folder = tmp_path_factory.mktemp("program")
    for package in PROGRAM:
        shutil.copytree(ROOT / package, folder / package)
    for name in shipped():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(ROOT / name)
    return folder


def run(alone: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "DRSL_HOME": str(alone / "home"), "PYTHONPATH": str(alone)}
    return subprocess.run(
        [sys.executable, *words], cwd=alone, env=environment, capture_output=True, check=False, timeout=PROGRAM_SECONDS
    )


@pytest.mark.slow
@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", ["list", "speed"])
def test_the_program_alone_says_where_measurements_are(alone: Path, language: Language, name: str) -> None:
    done = run(alone, "-m", "app", "bench", name, "--lang", language.value)
    said = Messages.load(resource_root(), language)("bench.absent")
    assert "bootstrap.py run bench list" in said
    assert (done.returncode, done.stdout.decode(), done.stderr.decode().splitlines()) == (2, "", [said])


@pytest.mark.slow
def test_the_engine_and_the_command_line_alone_import_all_of_themselves(alone: Path) -> None:
    done = run(alone, "-c", EVERY_MODULE)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    place, _, loaded = done.stdout.decode().split()
    assert Path(place).is_relative_to(alone)
    assert loaded == "False"


@pytest.mark.slow
def test_a_checkout_has_them_whatever_folder_is_current(tmp_path: Path) -> None:
    """An editable installation names the program's packages and no other."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-P", "-c", FOUND_ONCE, str(ROOT)],
        cwd=tmp_path,
        env={**environment, "DRSL_HOME": str(tmp_path / "home")},
        capture_output=True,
        check=False,
        timeout=PROGRAM_SECONDS,
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    assert b'"attackers"' in done.stdout


def test_only_one_place_of_the_program_asks_for_measurements() -> None:
    asking = {path for path in sources() if asks_for_measurements(path.read_text(encoding="utf-8"))}
    assert {path.relative_to(ROOT).as_posix() for path in asking} == BY_NAME


@pytest.mark.parametrize(
    "source",
    [
        "import bench",
        "def f():\n    import bench.gate as gate",
        "from bench.result import BenchResult",
        "from importlib import import_module\nimport_module('bench.command')",
        "import importlib\nimportlib.import_module(f'{PACKAGE}.gate')",
    ],
)
def test_asking_is_noticed(source: str) -> None:
    assert asks_for_measurements(source)


@pytest.mark.parametrize("source", ["from app.cli.bench import run", "import core.bench_of_work", "bench = 1"])
def test_other_words_are_not(source: str) -> None:
    assert not asks_for_measurements(source)


def test_the_bundle_excludes_the_package() -> None:
    call = next(node for node in ast.walk(SPEC) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Analysis")
    excludes = next(item.value for item in call.keywords if item.arg == "excludes")
    hidden = next(item.value for item in call.keywords if item.arg == "hiddenimports")
    assert isinstance(excludes, ast.List)
    assert "bench" in {item.value for item in excludes.elts if isinstance(item, ast.Constant)}
    assert "bench" not in ast.unparse(hidden)


def test_the_bundle_leaves_out_what_only_measurements_read() -> None:
    kept = shipped()
    assert {"resources/taxonomy.toml", "resources/generator/splits.toml", "resources/corpus/en.jsonl"} <= kept
    gone = [file for place in left_out() for file in ([place] if place.is_file() else sorted(place.rglob("*")))]
    assert len(gone) > 10
    assert kept.isdisjoint(file.relative_to(ROOT).as_posix() for file in gone)
    program = "\n".join(path.read_text(encoding="utf-8") for path in sources())
    assert [file.name for file in gone if file.name != "README.md" and file.name in program] == []


def test_an_installation_brings_the_program_alone() -> None:
    found = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert found["tool"]["setuptools"]["packages"]["find"]["include"] == [f"{name}*" for name in PROGRAM]
