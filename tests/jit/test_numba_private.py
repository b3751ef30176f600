"""What leans on private parts of numba stands in one file, for the versions that it was tried with."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from arena.jit.numba_private import TRIED

ROOT = Path(__file__).parents[2]
PUBLIC = {"numba", "numba.core.types", "numba.core.event", "numba.extending"}  # modules that numba documents
FILES = [path for folder in ("arena", "bots", "bench", "examples") for path in sorted((ROOT / folder).rglob("*.py"))]
PRIVATE = re.compile(
    r"[\"'._](_nrt|_can_compile|_cache_file|_index_key|targetctx|cpu_target|_dynfunc|_helperlib|_HAVE_BLAS"
    r"|cache_misses|resolve_value_type|llvm_cpython_wrapper_name|llvm_func_name|get_compile_result|call_conv)\b"
)


def number(text: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", text)[:3]))


def modules_of_numba(text: str) -> set[str]:
    """Return the modules of numba that a source imports from."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.module in ("numba", "numba.core"):
            found |= {f"{node.module}.{alias.name}" if node.module == "numba.core" else "numba" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return {name for name in found if name.split(".")[0] == "numba"}


def private_parts(text: str) -> set[str]:
    return (modules_of_numba(text) - PUBLIC) | {found[1] for found in PRIVATE.finditer(text)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_private_parts_of_numba_are_touched_in_one_file(path: Path):
    found = private_parts(path.read_text(encoding="utf-8"))
    assert (found != set()) == (path.name == "numba_private.py"), found


@pytest.mark.parametrize(("text", "found"), [
    ("from numba.core import registry", {"numba.core.registry"}),
    ("import numba.np.arraymath", {"numba.np.arraymath"}),
    ("from numba import njit, types\nfrom numba.core import types", set()),
    ("kernel._can_compile = True", {"_can_compile"}),
    ("options['_nrt'] = False", {"_nrt"}),
])  # fmt: skip
def test_what_is_private_is_noticed(text: str, found: set[str]):
    assert private_parts(text) == found


def test_the_package_admits_the_versions_that_were_tried_and_this_is_one_of_them():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [line] = [line for line in project["dependencies"] if line.startswith("numba")]
    bounds = re.fullmatch(r"numba>=([\d.]+),<([\d.]+)", line)
    assert bounds, line
    oldest, newest = map(number, TRIED)
    assert oldest[:2] == number(bounds[1])
    assert newest[0] == number(bounds[2])[0] and newest[1] + 1 == number(bounds[2])[1]
    assert oldest <= number(version("numba")) <= newest
