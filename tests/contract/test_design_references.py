"""Whatever code, tests, resources and pages cite stands in this repository: sections, results, requirements, paths."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DESIGN = ROOT / "docs" / "design"
FOLDERS = ("app", "bench", "core", "docs", "packaging", "resources", "tests", "ui")
SUFFIXES = frozenset({".md", ".py", ".toml"})

SECTIONS = r"(\d+(?:\.\d+)?(?:(?:,| and| to) \d+(?:\.\d+)?)*)(?![\d%])"
NUMBERED = {
    "contracts.md": re.compile(rf"\bDESIGN(?: sections?)? {SECTIONS}"),
    "paper.md": re.compile(rf"(?:\bpaper(?:'s)? sections?|\bpaper|论文) {SECTIONS}"),
    "gate.md": re.compile(rf"\bgate\.md(?: sections?)? {SECTIONS}"),
    "models.md": re.compile(rf"\bmodels\.md(?: sections?)? {SECTIONS}"),
}
"""Page -> how a numbered section of it is cited."""
RESULTS = re.compile(r"(?:\bpaper|论文)[^();:\n]{0,30}?\b([TP]\d{1,2}\b(?:(?:,| and| to|[ 与]+) ?[TP]\d{1,2}\b)*)")
TERMS = re.compile(
    r"\b(Algorithm \d'?|Definition \d|(?:Theorem|Proposition) [a-z]+|Hypothesis H\d|[Aa]ppendix [A-C](?=\W))"
)
REQUIREMENTS = re.compile(r"\b(UI|SEC)-(\d\d)\b(?: to (?:UI|SEC)-(\d\d)\b)?")
NAMED_TESTS = re.compile(r"def test_(ui|sec)_(\d\d)_")
PROMISES = re.compile(r"DESIGN [\d.]+, promise (\d)")
MEMBERS = re.compile(r"(?:\bmember|\bfalsifier|gate\.md 5,) (E\d)\b")
PAGES = re.compile(r"(?<![\w*{/.-])(?:\.\./)*([\w./-]*\w\.md)\b")
PATHS = re.compile(rf"(?<![\w./-])((?:{'|'.join(FOLDERS)})/[\w./*-]*[\w*])(?![{{<])")
MODULES = re.compile(r"(?<![\w./-])((?:app|bench|core|ui)(?:\.[A-Za-z_]\w*)+)(?!\w|\.\w)")
LINKS = re.compile(r"\]\(([^)\s]+)\)")
COMMENTS = re.compile(r"(?:^|(?<=\s))#( .*(?:\n[ \t]*# .*)*)", re.MULTILINE)
FOREIGN = re.compile(r"\.tex\b|(?<![\w.])/(?:home|root|srv|mnt)/\w")
"""Places and pages that are not part of the project."""
BARE_SECTION = re.compile(r"(?<!\bDESIGN )(?<!\bpaper )(?<!\bpaper's )(?<!\bHTML, )[Ss]ections? \d+(?:\.\d+)?")
"""A section of nothing that was named; the HTML standard has sections of its own."""


@cache
def files() -> tuple[Path, ...]:
    """What a person wrote, in the order of its path."""
    found = [path for path in ROOT.iterdir() if path.suffix in SUFFIXES]
    for folder in FOLDERS:
        found.extend(path for path in (ROOT / folder).rglob("*") if path.suffix in SUFFIXES)
    return tuple(sorted(path for path in found if path != Path(__file__) and "golden" not in path.parts))


@cache
def everything() -> frozenset[str]:
    """Paths of all files and folders, from the root."""
    inside = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts)
    return frozenset(path.relative_to(ROOT).as_posix() for path in (*ROOT.iterdir(), *inside))


def prose(text: str, suffix: str, name: str = "") -> str:
    """What of a file speaks to a reader: all of a page, docstrings and comments of a module, comments of a table (of
    messages: all), each as one line."""
    if suffix == ".md" or name.startswith("messages/"):
        text = re.sub(r"(?<=\S)\n(?=[^\s|#-])", " ", text)
    else:
        comments = [re.sub(r"\n[ \t]*#", "", block) for block in COMMENTS.findall(text)]
        text = "\n".join((*(_docstrings(text) if suffix == ".py" else ()), *comments))
    return text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


def _docstrings(source: str) -> Iterator[str]:
    """Strings that stand by themselves, each as one line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield re.sub(r"\s+", " ", node.value.value)


@cache
def spoken() -> Mapping[Path, str]:
    """File -> its prose."""
    kept = {}
    for path in files():
        name = path.relative_to(ROOT / "resources").as_posix() if "resources" in path.parts else ""
        kept[path] = prose(path.read_text("utf-8"), path.suffix, name)
    return kept


@cache
def page(name: str) -> str:
    return (DESIGN / name).read_text("utf-8")


@cache
def numbers_of(name: str) -> frozenset[str]:
    """Numbers of the headings of a page."""
    return frozenset(re.findall(r"^#+ (\d+(?:\.\d+)?)\.? ", page(name), re.MULTILINE))


@cache
def anchors_of(path: Path) -> frozenset[str]:
    """Anchors that a forge makes of the headings of a page."""
    headings = re.findall(r"^#+ (.*)", path.read_text("utf-8"), re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)


@cache
def requirement_rows() -> tuple[str, ...]:
    return tuple(re.findall(r"^\| ((?:UI|SEC)-\d\d) \|", page("requirements.md"), re.MULTILINE))


def rows(name: str, pattern: str) -> frozenset[str]:
    """First cells of the tables of a page."""
    return frozenset(re.findall(rf"^\| ({pattern}) \|", page(name), re.MULTILINE))


def dangling_numbers(text: str) -> Iterator[str]:
    for name, pattern in NUMBERED.items():
        for cited in pattern.findall(text):
            yield from (f"{name} {number}" for number in re.findall(r"\d+(?:\.\d+)?", cited)
                        if number not in numbers_of(name))  # fmt: skip


def dangling_terms(text: str) -> Iterator[str]:
    results = rows("paper.md", r"[TP]\d+")
    for cited in RESULTS.findall(text):
        yield from (item for item in re.findall(r"[TP]\d+", cited) if item not in results)
    bold = set(re.findall(r"\*\*([^*]+)\*\*", page("paper.md")))
    yield from (term for term in TERMS.findall(text) if term[0].upper() + term[1:] not in bold)
    yield from (member for member in MEMBERS.findall(text) if member not in rows("gate.md", r"E\d"))
    promises = re.findall(r"^(\d)\. ", page("contracts.md"), re.MULTILINE)
    yield from (f"promise {number}" for number in PROMISES.findall(text) if number not in promises)


def dangling_requirements(text: str) -> Iterator[str]:
    for kind, first, last in REQUIREMENTS.findall(text):
        for number in range(int(first), int(last or first) + 1):
            if f"{kind}-{number:02}" not in requirement_rows():
                yield f"{kind}-{number:02}"


def dangling_places(text: str) -> Iterator[str]:
    known = everything()
    for name in PAGES.findall(text):
        if not any(path == name or path.endswith(f"/{name}") for path in known):
            yield name
    for path in PATHS.findall(text):
        written = (path, f"{path}.py", f"resources/{path}")
        if known.isdisjoint(written) and not ("*" in path and any(ROOT.glob(path))):
            yield path
    yield from (module for module in MODULES.findall(text) if not _is_module(module) and module not in codes())
    yield from FOREIGN.findall(text)


@cache
def codes() -> frozenset[str]:
    """Codes of sentences and how they begin: those of `bench` read like its modules."""
    keys = tomllib.loads((ROOT / "resources" / "messages" / "en.toml").read_text("utf-8"))
    parts = [re.split(r"[.-]", key) for key in keys]
    return frozenset(".".join(key[:length]) for key in parts for length in range(2, len(key) + 1))


def _is_module(dotted: str) -> bool:
    """Whether it names a package, a module, or what stands in one."""
    parts = dotted.split(".")
    for length in range(len(parts), 1, -1):
        path = "/".join(parts[:length])
        if path in everything():
            return length == len(parts) or _holds(f"{path}/__init__.py", parts[length])
        if f"{path}.py" in everything():
            return length == len(parts) or _holds(f"{path}.py", parts[length])
    return False


def _holds(path: str, name: str) -> bool:
    return path in everything() and re.search(rf"\b{name}\b", (ROOT / path).read_text("utf-8")) is not None


def without_owner(text: str) -> list[str]:
    """Sections that are cited without saying of what."""
    return BARE_SECTION.findall(text)


def dangling(text: str) -> list[str]:
    """Everything that a text cites and that is not there."""
    cited = LINKS.sub("", text).replace("[", "").replace("]", "")
    checks = (dangling_numbers, dangling_terms, dangling_requirements, dangling_places)
    return [item for check in checks for item in check(cited)]


def test_everything_that_is_cited_is_there() -> None:
    found = {str(path.relative_to(ROOT)): dangling(text) for path, text in spoken().items()}
    assert {path: items for path, items in found.items() if items} == {}


def test_a_section_says_of_which_page_it_is() -> None:
    code = {path: text for path, text in spoken().items() if path.suffix != ".md"}
    found = {str(path.relative_to(ROOT)): without_owner(text) for path, text in code.items()}
    assert {path: items for path, items in found.items() if items} == {}


def test_every_link_between_pages_leads_to_a_file_and_a_heading() -> None:
    broken = []
    for path in files():
        if path.suffix != ".md":
            continue
        for target in LINKS.findall(path.read_text("utf-8")):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            there = (path.parent / name).resolve() if name else path
            if not there.exists() or (anchor and anchor not in anchors_of(there)):
                broken.append(f"{path.relative_to(ROOT)}: {target}")
    assert broken == []


def test_requirements_are_numbered_without_gaps_and_each_has_a_test() -> None:
    expected = [f"UI-{number:02}" for number in range(1, 41)] + [f"SEC-{number:02}" for number in range(1, 26)]
    assert list(requirement_rows()) == expected
    tested = set()
    for path in files():
        if "tests" not in path.relative_to(ROOT).parts:
            continue
        for kind, first, last in REQUIREMENTS.findall(spoken()[path]):
            tested |= {f"{kind}-{number:02}" for number in range(int(first), int(last or first) + 1)}
        if path.suffix == ".py":
            tested |= {f"{kind.upper()}-{number}" for kind, number in NAMED_TESTS.findall(path.read_text("utf-8"))}
    assert tested == set(expected)


def test_every_page_of_the_design_is_listed() -> None:
    listed = set(LINKS.findall(page("README.md")))
    assert {path.name for path in DESIGN.glob("*.md")} - {"README.md"} == listed


@pytest.mark.parametrize(
    "text",
    [
        "Merged (DESIGN 5.9).",
        "Merged (DESIGN 5.0, 5.8).",
        "As in DESIGN section 12.",
        "The gateway (DESIGN 5.5, promise 9).",
        "The loop (paper 3.9).",
        "The loop (paper section 8).",
        "The re-test (paper T99).",
        "Trial (paper 6.9, T13 and T88).",
        "论文 9.9",
        "Algorithm 7 with a model.",
        "Theorem nobody at its boundary.",
        "Proved in paper appendix B, Proposition nothing.",
        "Draws (gate.md 19).",
        "Shapes (models.md 14).",
        "Member of the ensemble: member E9.",
        "An offset map (UI-41).",
        "Custody (SEC-24 to SEC-27).",
        "See docs/taxonomies.md.",
        "Read GUIDE_TO_NOWHERE.md first.",
        "The rule stands in core/verify/caps_of_all.py.",
        "The rule stands in core.verify.caps.no_such_function.",
        "Raises InputError `bench.no_such_sentence`; read from `bench/no_such_table.toml`.",
        "As in /srv/notes and in dr-sl.tex.",
    ],
)
def test_what_is_not_there_is_noticed(text: str) -> None:
    assert dangling(prose(f'"""{text}"""', ".py")) != []


@pytest.mark.parametrize(
    "text",
    [
        "Merged (DESIGN 1, 5.3). What (DESIGN 5.0 and 5.2), where (DESIGN 5.5, promise 1).",
        "The search (paper 3.3 to 3.5; gate.md 2 and 5), Algorithm 2' (paper T18), paper appendix C, Theorem fano.",
        "The paper's 3.08 rounds, 203 seconds in the paper, 75 % of them attacks.",
        "Custody (SEC-03 to SEC-07, UI-26); core/verify/caps.py, core.verify.caps, core.verify.caps.posterior_cap.",
    ],
)
def test_what_is_there_resolves(text: str) -> None:
    assert dangling(text) == []


def test_comments_and_docstrings_are_read_and_data_is_not() -> None:
    source = '"""Says\nDESIGN 5.1."""\nPROMPT = "section 21 of DESIGN 77"\n# why: DESIGN\n# 5.2\n'
    read = prose(source, ".py")
    assert "DESIGN 5.1" in read
    assert "DESIGN 5.2" in read
    assert "77" not in read


def test_a_section_of_nothing_is_noticed() -> None:
    assert without_owner("The libraries of section 4.4 (section 4.2).") == ["section 4.4", "section 4.2"]
    assert without_owner("DESIGN section 5, paper section 4, WHATWG HTML, section 9.2") == []
