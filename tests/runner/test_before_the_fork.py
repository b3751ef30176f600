"""What a launcher works out for its bots' processes before it forks one, and that it keeps to itself as it was."""

from __future__ import annotations

import importlib.util
import os
import resource
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.config.model import Limits
from arena.runner.inside.guest_imports import ModuleSearch, remember_folders
from arena.runner.sandbox.limits import apply_limits, process_limits
from arena.runner.sandbox.orders import ModulePlace, PluginPlan

PLACE = ModulePlace("a_plugin", "/nowhere/a_plugin.py")


def in_a_child(look: Callable[[], bool]) -> bool:
    """Return what ``look`` finds in a process of its own."""
    pid = os.fork()
    if pid == 0:
        found = False
        try:
            found = look()
        finally:
            os._exit(0 if found else 1)
    return os.waitpid(pid, 0)[1] == 0


@pytest.mark.parametrize("apart", [False, True])
def test_a_search_is_in_force_where_it_begins_and_nowhere_before(apart: bool):
    paths, finders = list(sys.path), list(sys.meta_path)
    search = ModuleSearch(PluginPlan("a_plugin:make_bot", ("/nowhere", sys.path[-1]), Limits(), PLACE, apart=apart))
    assert (sys.path, sys.meta_path) == (paths, finders)

    def begun() -> bool:
        search.begin()
        spec = sys.meta_path[0].find_spec("a_plugin", None)
        at = sys.path.index("/nowhere")
        where = at < len(paths) if apart else at == len(paths)
        return spec is not None and spec.origin == PLACE.file and where and set(paths) <= set(sys.path)

    assert in_a_child(begun)
    assert (sys.path, sys.meta_path) == (paths, finders)


def test_a_path_that_is_searched_already_is_not_searched_twice():
    search = ModuleSearch(PluginPlan("a_plugin:make_bot", (sys.path[-1], "/nowhere", "/nowhere"), Limits()))

    def begun() -> bool:
        before = list(sys.path)
        search.begin()
        return sys.path == [*before, "/nowhere"]

    assert in_a_child(begun)


def test_limits_are_those_asked_for_or_the_lower_ones_of_who_starts():
    def found() -> bool:
        resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))
        asked = Limits(memory=1 << 40, open_files=5000, file_size=1 << 20, cpu_time=1.5)
        limits = dict(process_limits(asked))
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        told = resource.getrlimit(resource.RLIMIT_NOFILE) == (100, 100) and before != (1 << 20, 1 << 20)
        apply_limits(list(limits.items()))
        return (
            told
            and limits[resource.RLIMIT_NOFILE] == 100
            and resource.getrlimit(resource.RLIMIT_FSIZE) == (1 << 20, 1 << 20)
            and resource.getrlimit(resource.RLIMIT_CPU) == (2, 2)
            and resource.getrlimit(resource.RLIMIT_CORE) == (0, 0)
        )

    assert in_a_child(found)


def test_no_limit_is_set_where_none_is_asked_for():
    asked = Limits(memory=None, processes=None, open_files=None, file_size=None, cpu_time=None)
    assert process_limits(asked) == [(resource.RLIMIT_CORE, 0)]


def test_modules_of_a_package_that_were_compiled_ahead_are_found_so_though_its_folder_was_remembered(tmp_path: Path):
    package = tmp_path / "a_plugin"
    package.mkdir()
    for name in ("__init__", "part"):
        (package / f"{name}.py").write_text("")
    place = ModulePlace("a_plugin", str(package / "__init__.py"), (str(package),))
    plan = PluginPlan("a_plugin.part:make_bot", (), Limits(), place, compiled=str(tmp_path / "compiled"))
    search = ModuleSearch(plan)

    def begun() -> bool:
        remember_folders(place.folders)
        search.begin()
        spec = importlib.util.find_spec("a_plugin.part")
        return spec is not None and type(spec.loader).__name__ == "Precompiled"

    assert in_a_child(begun)
