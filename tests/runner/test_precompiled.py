"""Where a bot lies nothing is written: its compiled modules are kept in the user's cache, and read from there."""

from __future__ import annotations

import importlib.util
import marshal
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from arena.cli.main import main
from arena.runner.inside.guest_imports import ModuleSearch
from arena.runner.inside.precompiled import compiled_file, loader_with
from arena.runner.plugin import bytecode
from arena.runner.plugin.by_path import plugin_at

BOT = """
class First:
    def choose(self, view, budget):
        return next(iter(view.legal()))

def make_bot(info, rng):
    return First()
"""
RUN = "name: small\nseed: 1\npairs: 1\nbots: [{name: mine, path: PATH}, first]\n"
RUN += "variants: [{name: sticks, game: sticks}]\n"
COMMANDS = {
    "check": ["bots", "check", "PATH", "--game", "sticks"],
    "run": ["run", "small.yaml", "--workers", "1"],
    "shared": ["run", "small.yaml", "--workers", "1"],
    "ask": ["ask", "mine", "small/sticks/first-vs-mine/0001/1", "0"],
}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of compiled modules in a cache of this test's own."""
    monkeypatch.setattr(bytecode, "user_cache_path", lambda name: tmp_path / "cache")
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    bytecode.compiled_apart.cache_clear()
    return tmp_path / "cache" / "compiled"


def written(tmp_path: Path, shape: str) -> Path:
    """Write a bot, and return its path: of a file, or of a package with a module inside."""
    folder = tmp_path / "author"
    (folder / "mine" / "inner").mkdir(parents=True)
    if shape == "file":
        (folder / "mine.py").write_text(BOT)
        return folder / "mine.py"
    (folder / "pyproject.toml").write_text('[project.entry-points."arena.bots"]\nmine = "mine:make_bot"\n')
    (folder / "mine" / "__init__.py").write_text("from mine.inner.bot import make_bot\n")
    (folder / "mine" / "inner" / "__init__.py").write_text("")
    (folder / "mine" / "inner" / "bot.py").write_text(BOT)
    return folder


@pytest.mark.parametrize("shape", ["file", "package"])
def test_no_command_writes_where_a_bot_lies(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], shape: str
) -> None:
    path = written(tmp_path, shape)
    before = sorted((tmp_path / "author").rglob("*"))
    monkeypatch.chdir(tmp_path)
    for name, words in COMMANDS.items():
        more = "process: shared\nisolation: none\noutput: results/shared\n" if name == "shared" else ""
        (tmp_path / "small.yaml").write_text(RUN.replace("PATH", str(path)) + more)
        with pytest.raises(SystemExit) as stop:
            main([str(path) if word == "PATH" else word for word in words])
        assert stop.value.code == 0, (name, capsys.readouterr())
        assert sorted((tmp_path / "author").rglob("*")) == before, name
    (its,) = cache.glob("mine-*")  # our own bot's modules may be beside it, where Python has not compiled them itself
    kept = {file.name.partition(".")[0] for file in its.rglob("*.pyc")}
    assert kept == ({"mine"} if shape == "file" else {"__init__", "bot"})


CHANGED = 'ANSWER = "compiled"\n'
SOURCE = 'ANSWER = "written"\n'  # as long


def test_what_was_compiled_is_what_a_bots_process_imports(tmp_path: Path, cache: Path) -> None:
    path = written(tmp_path, "package")
    module = path / "mine" / "inner" / "bot.py"
    (path / "mine" / "__init__.py").write_text("from mine.inner.bot import ANSWER\n")
    module.write_text(SOURCE)
    place = plugin_at(str(path)).plugin.place
    assert place is not None
    folder = bytecode.compiled_apart(str(path / "mine"))
    compiled = Path(compiled_file(str(module), folder))
    head = compiled.read_bytes()[:16]
    compiled.write_bytes(head + marshal.dumps(compile(CHANGED, str(module), "exec")))

    def answer(folder: str) -> str:
        lies = f"ModulePlace({place.module!r}, {place.file!r}, {place.folders!r})"
        ask = (
            f"from {ModuleSearch.__module__} import ModuleSearch\nfrom arena.config.model import Limits\n"
            "from arena.runner.sandbox.orders import ModulePlace, PluginPlan\n"
            f"plan = PluginPlan('mine', (), Limits(), {lies}, compiled={folder!r})\n"
            "ModuleSearch(plan).begin()\nimport mine\nprint(mine.ANSWER)"
        )
        return subprocess.run([sys.executable, "-B", "-c", ask], capture_output=True, text=True, check=True).stdout

    assert answer(folder) == "compiled\n"
    assert answer("") == "written\n"
    module.write_text(SOURCE + "\n")  # saved since
    assert answer(folder) == "written\n"


def test_modules_that_python_has_compiled_itself_are_not_compiled_again(tmp_path: Path, cache: Path) -> None:
    path = written(tmp_path, "file")
    bytecode.compile_modules(str(path))
    assert Path(importlib.util.cache_from_source(str(path))).is_file()
    assert bytecode.compiled_apart(str(path)) == ""
    assert not cache.exists()


def test_a_module_that_changed_is_compiled_again(tmp_path: Path, cache: Path) -> None:
    path = written(tmp_path, "file")
    folder = bytecode.compiled_apart(str(path))
    compiled = Path(compiled_file(str(path), folder))
    before = compiled.read_bytes()
    path.write_text(BOT + "\nMORE = 1\n")
    bytecode.compiled_apart.cache_clear()
    assert bytecode.compiled_apart(str(path)) == folder
    assert compiled.read_bytes() != before


def test_modules_that_lead_out_of_a_bots_folder_are_not_compiled_for_it(tmp_path: Path, cache: Path) -> None:
    """What its author links to, the user could read and the bot could not: it would find it compiled."""
    path = written(tmp_path, "package") / "mine"
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "secret.py").write_text('KEY = "told to nobody"\n')
    (path / "inner" / "stolen.py").symlink_to(tmp_path / "other" / "secret.py")
    (path / "inner" / "again.py").symlink_to(path / "inner" / "bot.py")  # leads nowhere else
    bytecode.compile_modules(str(path / "inner"))
    folder = bytecode.compiled_apart(str(path))
    kept = [*Path(folder).rglob("*.pyc"), *path.rglob("*.pyc")]
    assert {file.name.partition(".")[0] for file in kept} == {"__init__", "bot", "again"}
    assert not any(b"told to nobody" in file.read_bytes() for file in kept)


def test_nobody_waits_for_a_bots_pipe(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for one in the place of a source, which never ends, nor of what was compiled, which never opens."""
    path = written(tmp_path, "package") / "mine"
    os.mkfifo(path / "inner" / "endless.py")
    beside = Path(importlib.util.cache_from_source(str(path / "inner" / "bot.py")))
    beside.parent.mkdir()
    os.mkfifo(beside)
    compiled: list[str] = []
    monkeypatch.setattr(bytecode, "_compile", lambda sources, folder, seconds: compiled.extend(sources))
    bytecode.compiled_apart(str(path))
    assert compiled == [str(path / "__init__.py"), str(path / "inner" / "__init__.py"), str(path / "inner" / "bot.py")]


def test_modules_of_a_strict_editable_install_are_found_compiled(tmp_path: Path, cache: Path) -> None:
    """Its folder is one of links into the project, which a bot may read."""
    project = tmp_path / "project"
    linked = project / "build" / "__editable__.mine-1" / "mine"
    (project / "src").mkdir(parents=True)
    linked.mkdir(parents=True)
    (project / "src" / "bot.py").write_text(BOT)
    (linked / "__init__.py").symlink_to(project / "src" / "bot.py")
    folder = bytecode.compiled_apart(str(linked))
    module = loader_with(folder)("mine", str(linked / "__init__.py"))
    assert module.get_data(importlib.util.cache_from_source(module.path)).startswith(importlib.util.MAGIC_NUMBER)


def test_a_packages_own_compiled_files_are_its_own(tmp_path: Path, cache: Path) -> None:
    path = written(tmp_path, "file")
    (path.parent / "table.pyc").write_bytes(b"numbers")
    loader = loader_with(bytecode.compiled_apart(str(path)))("mine", str(path))
    assert loader.get_data(str(path.parent / "table.pyc")) == b"numbers"


def test_a_module_that_keeps_its_time_and_size_is_compiled_again(tmp_path: Path, cache: Path) -> None:
    """Saved twice in a second, or replaced by one whose time is kept: time and size do not tell."""
    path = written(tmp_path, "file")
    path.write_text("ANSWER = 1\n")
    when = path.stat().st_mtime_ns
    folder = bytecode.compiled_apart(str(path))
    path.write_text("ANSWER = 2\n")
    os.utime(path, ns=(when, when))

    def answer() -> int:
        module = ModuleType("mine")
        exec(loader_with(folder)("mine", str(path)).get_code("mine"), module.__dict__)
        found: int = module.ANSWER
        return found

    assert answer() == 2  # also before anybody compiles it
    bytecode.compiled_apart.cache_clear()
    assert bytecode.compiled_apart(str(path)) == folder
    compiled = marshal.loads(Path(compiled_file(str(path), folder)).read_bytes()[16:])
    assert 2 in compiled.co_consts
    assert answer() == 2


def test_what_is_compiled_beside_its_source_goes_by_time_even_where_builds_are_to_be_repeatable(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the source's hash it would be taken for fresh for ever, and be of no use after an edit."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    path = written(tmp_path, "file")
    bytecode.compile_modules(str(path))
    assert Path(importlib.util.cache_from_source(str(path))).read_bytes()[4:8] == bytes(4)


def test_many_plug_ins_are_compiled_by_one_start_and_each_by_itself(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = "".join(f"{' ' * level}try:\n{' ' * level} a\n{' ' * level}finally:\n" for level in range(1, 20))
    endless = f"def f():\n{tries}{' ' * 20}b\n"  # of which a compiler makes twice as much with each level
    files = {"ann": BOT, "eve": endless, "fay": BOT}
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(text)
    places = {name: str(tmp_path / f"{name}.py") for name in files}
    started = list[list[str]]()
    run = subprocess.run

    def noted(words: list[str], **how: Any) -> object:
        started.append(words)
        return run(words, **how)

    monkeypatch.setattr(bytecode.subprocess, "run", noted)  # type: ignore[attr-defined]
    monkeypatch.setattr(bytecode, "_LONGEST", 3.0)
    bytecode.compile_all_apart(places.values())
    compiled = {
        name: Path(compiled_file(place, bytecode.compiled_folder(place))).is_file() for name, place in places.items()
    }
    assert compiled == {"ann": True, "eve": False, "fay": True}
    assert len(started) == 1
    bytecode.compile_all_apart([places["ann"], places["fay"]])
    assert bytecode.compiled_apart(places["ann"]) == bytecode.compiled_folder(places["ann"])
    assert len(started) == 1  # nothing is stale
