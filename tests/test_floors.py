"""The house keeps its floors: imports go down, or sideways where the table says so, and never up.

The table here is the one of docs/architecture.md, which is checked against it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CELLAR = {"errors", "contract", "printable", "board", "lexicon", "boardlang", "jit", "cache"}
GROUND = {"scrabble", "engine", "notation", "games", "solver", "ratings"}

# room -> the rooms it may import besides itself, errors and contract
TABLE: dict[str, set[str]] = {
    "errors": set(),
    "contract": set(),
    "printable": set(),
    "cache": set(),
    "parallel": set(),
    "jit": {"cache"},
    "board": set(),
    "lexicon": {"jit"},
    "boardlang": {"board", "jit"},
    "scrabble": {"board", "lexicon", "boardlang"},
    "engine": {"board", "lexicon", "boardlang", "jit", "scrabble"},
    "notation": {"board", "lexicon", "boardlang", "scrabble", "engine"},
    "games": {"jit"},
    "solver": {"jit"},
    "ratings": set(),
    "bot": {"scrabble", "games", "board", "lexicon", "engine"},
    "config": set(),
    "referee": {"printable"},
    "records": {"printable"},
    "schedule": {"config", "ratings"},
    "variants": {"config", "boardlang", "board", "lexicon", "scrabble", "engine", "notation", "games"},
    "wire": {"printable", "board", "scrabble"},
    "runner": {"printable", "cache", "jit", "bot", "config", "schedule", "referee", "variants", "records", "wire"},
    "training": {"scrabble", "engine", "parallel"},
    "cluster": {"config", "schedule", "variants", "records", "runner"},
    "words": {"board", "scrabble", "engine", "notation", "config", "variants"},
    "small_games": {"games", "solver", "variants"},
    "report": {"printable", "parallel", "board", "scrabble", "engine", "records", "ratings", "solver", "variants"},
    "serve": {
        "printable", "board", "lexicon", "boardlang", "scrabble", "notation", "games", "wire", "config", "schedule",
        "referee", "ratings", "variants", "runner", "records", "report", "words", "small_games",
    },
    "cli": {
        *CELLAR, *GROUND, "bot", "config", "schedule", "referee", "variants", "wire",
        "parallel", "training", "runner", "cluster", "records", "report", "serve", "results", "words", "small_games",
        "tournament",
    },
    "results": {"records", "report", "ratings", "variants"},
    "tournament": {"config", "variants", "runner", "cluster", "records", "report", "results"},
    "bots": {"bot", *CELLAR, *GROUND},
}  # fmt: skip

# What touches the world outside the process, by module name.
WORLD = {
    "os", "sys", "socket", "subprocess", "time", "threading", "multiprocessing", "multiprocess", "selectors",
    "signal", "concurrent", "resource", "shutil", "tempfile", "pathlib", "io", "sqlite3", "yaml", "asyncio", "fcntl",
    "mmap", "ctypes", "importlib", "urllib", "http", "ssl", "random", "secrets", "uuid", "datetime", "getpass",
    "platform",
}  # fmt: skip

# room, or room/file -> the modules of WORLD that it may use, with the reason
DOORS: dict[str, tuple[set[str], str]] = {
    "cli": (WORLD, "the roof talks to the terminal"),
    "serve": (WORLD, "sockets and pages"),
    "runner": (WORLD, "processes and clocks"),
    "cluster": (WORLD, "other machines"),
    "parallel.py": ({"multiprocess", "multiprocessing", "signal", "sys"}, "processes that share work of our own"),
    "results.py": ({"pathlib"}, "folders of results"),
    "tournament/tournament.py": ({"os", "pathlib"}, "tournament files by name"),
    "tournament/played.py": ({"pathlib"}, "the folder of results"),
    "records/store.py": (WORLD, "result files"),
    "records/schema.py": ({"sqlite3"}, "the tables of result files"),
    "records/results.py": (WORLD, "result files that are read"),
    "records/doctor.py": (WORLD, "damaged result files"),
    "records/kept_sums.py": ({"sqlite3", "pathlib"}, "sums beside result files"),
    "records/watch.py": (WORLD, "whether result files are still there"),
    "report/season/table.py": ({"datetime"}, "dates of games as text"),
    "report/site/folder.py": ({"fcntl", "os", "pathlib", "shutil"}, "the folder of a site"),
    "report/site/pseudonym_file.py": ({"fcntl", "os", "pathlib", "secrets"}, "who is who, drawn and kept"),
    "report/site/site.py": ({"pathlib"}, "names of the two"),
    "config/read.py": ({"yaml", "pathlib"}, "tournament files"),
    "config/given_file.py": ({"os", "sys", "pathlib"}, "files that somebody names, pipes among them"),
    "variants/load.py": (WORLD, "boards, tiles, rule books and lexica by name or path"),
    "variants/load_lexicon.py": ({"pathlib", "importlib", "io"}, "word lists"),
    "variants/paths.py": ({"os", "pathlib"}, "what names stand for as files"),
    "variants/graph_cache.py": ({"os", "pathlib", "tempfile", "mmap"}, "packed graphs on disk"),
    "variants/plugins.py": ({"importlib"}, "installed games by entry point"),
    "variants/samples.py": ({"os", "pathlib"}, "where the shipped files lie"),
    "variants/position_file.py": ({"pathlib"}, "the folder that a position's paths begin in"),
    "variants/position_cgp.py": ({"pathlib"}, "the same, for a CGP"),
    "variants/gcg_table.py": ({"pathlib"}, "the same, for a GCG record"),
    "variants/openings.py": ({"pathlib"}, "books of openings, and records that are some"),
    "words/ranking.py": ({"os"}, "leave tables that somebody names"),
    "words/analysis.py": ({"os", "pathlib"}, "records that somebody names"),
    "words/checking.py": ({"os", "pathlib"}, "records that somebody names"),
    "words/reading.py": ({"os", "pathlib"}, "positions and records that somebody names"),
    "cache": ({"os", "sys", "pathlib", "importlib"}, "which folder is whose, by the sources and the machine"),
    "jit": ({"os", "sys", "tempfile", "pathlib", "importlib", "ctypes"}, "compiled kernels on disk, and their linker"),
    "jit/ahead.py": ({"socket", "signal"}, "processes that compile, and that end with whoever asked for them"),
    "engine/leaf_files.py": ({"pathlib"}, "leave tables that somebody names, and the one that is shipped"),
    "engine/kept_anagrams.py": (
        {"os", "pathlib", "sys", "tempfile"},
        "indexes of words beside the kernels that fill them",
    ),
    "lexicon/commonness.py": ({"importlib"}, "how common the words of the shipped list are"),
    "training/kept.py": ({"os", "pathlib"}, "trainings that were interrupted"),
    "training/run.py": ({"time"}, "how often what was learned is written"),
    "engine/parallel.py": ({"threading"}, "threads at one search, none of which outlives its generator"),
    "engine/simulation/rollouts.py": ({"concurrent"}, "threads at one simulation, which end with it"),
    "contract/chance.py": ({"random"}, "the one place that makes generators"),
}


def files() -> list[tuple[str, Path]]:
    """Return (room, file) for every Python file of the house and the garden."""
    found = []
    for path in sorted((ROOT / "arena").rglob("*.py")):
        parts = path.relative_to(ROOT / "arena").with_suffix("").parts
        if parts != ("__init__",):
            found.append((parts[0], path))
    found += [("bots", path) for path in sorted((ROOT / "bots").rglob("*.py"))]
    return found


@cache
def imports(path: Path) -> list[tuple[int, str]]:
    """Return (line, dotted name) for every import of a file, also those inside functions."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write the import in full"
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
    return found


def test_every_room_has_a_floor():
    rooms = {room for room, _ in files()}
    assert rooms <= TABLE.keys(), f"rooms without a row in the table: {sorted(rooms - TABLE.keys())}"


def test_imports_go_down_or_sideways_where_the_table_says_so():
    wrong = []
    for room, path in files():
        allowed = TABLE[room] | {room, "errors", "contract", "__version__"}
        for line, name in imports(path):
            parts = name.split(".")
            if parts[0] == "arena_bots":
                wrong.append(f"{path}:{line}: our bots are imported by nobody, each stands on its own")
            if parts[0] != "arena" or len(parts) < 2:
                continue
            if parts[1] not in allowed:
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {room} may not import {parts[1]}")
    assert not wrong, "\n".join(wrong)


def test_private_modules_are_for_siblings_only():
    wrong = []
    for _, path in files():
        package = ".".join(path.relative_to(ROOT).parent.parts)
        for line, name in imports(path):
            parts = name.split(".")
            for index, part in enumerate(parts):
                private = part.startswith("_") and not part.startswith("__")
                home = ".".join(parts[:index])
                if parts[0] in {"arena", "arena_bots"} and private and not f"{package}.".startswith(f"{home}."):
                    own = path.relative_to(ROOT).with_suffix("").parts == tuple(parts[:index])
                    if not own:
                        wrong.append(f"{path.relative_to(ROOT)}:{line}: {name} is private")
    assert not wrong, "\n".join(wrong)


def test_only_doors_touch_the_world():
    wrong = []
    for room, path in files():
        inside = path.relative_to(ROOT / ("arena" if room != "bots" else "")).as_posix()
        allowed = DOORS.get(room, (set(), ""))[0] | DOORS.get(inside, (set(), ""))[0]
        if room == "bots":
            continue  # guests are held by their process, not by this test
        for line, name in imports(path):
            module = name.split(".")[0]
            if module in WORLD and module not in allowed:
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {inside} is no door, but imports {module}")
    assert not wrong, "\n".join(wrong)


def test_the_architecture_page_lists_every_room():
    page = ROOT / "docs" / "architecture.md"
    if not page.exists():
        pytest.fail("docs/architecture.md is missing")
    listed = set(re.findall(r"^\| `([a-z_]+)` \|", page.read_text(encoding="utf-8"), flags=re.M))
    assert listed == {room for room, _ in files()} | {"bots"} - {""}


def modules() -> dict[str, Path]:
    """Return dotted name -> file for every module of the package."""
    found = {}
    for path in sorted((ROOT / "arena").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def circles(edges: dict[str, set[str]]) -> list[list[str]]:
    """Return the groups of two or more that lead to each other, by taking away again and again what leads nowhere."""
    left = {name: set(to) & edges.keys() - {name} for name, to in edges.items()}
    for turned in (False, True):
        while idle := {name for name, to in left.items() if not to}:
            left = {name: to - idle for name, to in left.items() if name not in idle}
        if not turned:
            left = {name: {other for other, to in left.items() if name in to} for name in left}
    return [sorted(left)] if left else []


def test_circles_are_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": set(), "d": {"a"}}) == []
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == [["b", "c"]]


def imports_of_modules() -> dict[str, set[str]]:
    """Return module -> the modules of ours that it imports, also inside functions and for types."""
    files = modules()
    edges = {}
    for module, path in files.items():
        named = {name for _, name in imports(path)}
        edges[module] = {name if name in files else name.rpartition(".")[0] for name in named} & files.keys()
    return edges


def test_no_imports_go_in_a_circle_not_even_those_inside_functions_and_for_types():
    assert circles(imports_of_modules()) == []


def reached(starts: Collection[str], edges: dict[str, set[str]]) -> set[str]:
    """Return the modules that imports lead to from some, these included, each with the packages that it lies in."""
    found: set[str] = set()
    left = list(starts)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += edges.get(name, set())
            left += [name.rpartition(".")[0]] if "." in name else []
    return found


def test_whoever_speaks_with_bots_reads_no_pickles():
    """Not through any import either, one inside a function included: a pickle from a bot is code."""
    edges = imports_of_modules()
    assert "arena.parallel" in reached(["arena.report.regret"], edges)
    speak = ("runner", "serve", "wire", "bot", "referee", "games", "scrabble", "engine")
    starts = [module for module in edges if module.split(".")[1:2] and module.split(".")[1] in speak]
    assert {module.split(".")[1] for module in starts} == set(speak)
    assert "arena.parallel" not in reached(starts, edges)
    pickles = {"pickle", "dill", "multiprocess", "cloudpickle", "shelve", "marshal"}
    found = {
        path.relative_to(ROOT).as_posix()
        for _, path in files()
        if any(name.split(".")[0] in pickles for _, name in imports(path))
    }
    assert found == {"arena/parallel.py"}


def test_no_folder_is_crowded():
    folders: dict[Path, int] = {}
    for path in modules().values():
        folders[path.parent] = folders.get(path.parent, 0) + 1
    assert {folder: count for folder, count in folders.items() if count > 26} == {}  # 25, and __init__.py


def test_no_function_takes_more_than_twelve_parameters():
    crowded = []
    for path in modules().values():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                given = node.args
                if len(given.posonlyargs) + len(given.args) + len(given.kwonlyargs) > 12:
                    crowded.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name}")
    assert crowded == []
