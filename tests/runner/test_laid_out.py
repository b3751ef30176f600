"""Modules that a launcher has laid out come to the same as Python's own import; their code is not run before."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from arena.runner.inside import precompiled

LOOKED_AT = "('__name__', '__package__', '__file__', '__cached__', '__doc__')"


FINDER = """
import sys
class Finder:
    @staticmethod
    def find_spec(name, path, target=None):
        print("asked for", name)
sys.meta_path.insert(0, Finder)
"""


def told(folder: Path, value: str) -> list[list[str]]:
    """What is printed where a plug-in of ``folder`` is imported as it was laid out, and where Python imports it."""
    top = value.partition(":")[0].partition(".")[0]
    package = folder / top
    file, folders = (package / "__init__.py", (str(package),)) if package.is_dir() else (folder / f"{top}.py", ())
    where = str(file) if file.is_file() else ""
    program = f"""
        import sys, importlib
        from arena.config.model import Limits
        from arena.runner.inside.guest_imports import ModuleSearch
        from arena.runner.sandbox.orders import ModulePlace, PluginPlan
        place = ModulePlace({top!r}, {where!r}, {folders!r})
        search = ModuleSearch(PluginPlan({value!r}, ({str(folder)!r},), Limits(), place))
        print("laid out")
        search.begin()
        name = {value!r}.partition(":")[0]
        try:
            module = IMPORT
        except Exception as error:
            print(f"{{type(error).__name__}}: {{error}}")
        else:
            print(module is sys.modules[name], *(getattr(module, key, "") for key in {LOOKED_AT}))
            spec = getattr(module, "__spec__", None)
            print(spec and (type(spec.loader).__name__, spec.submodule_search_locations))
            parent, _, child = name.rpartition(".")
            print(not parent or getattr(sys.modules[parent], child, None) is module)
        """
    lines = []
    for way in ("search.plugin()", "importlib.import_module(name)"):
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(program).replace("IMPORT", way)], capture_output=True, text=True,
            check=True,
        )  # fmt: skip
        lines.append(done.stdout.splitlines())
    return lines


@pytest.mark.parametrize(
    "files",
    [
        {"mine": "print('run')\n'A doc.'"},
        {"mine/__init__": "print('package')", "mine/bot": "print('bot')"},
        {"mine/__init__": "", "mine/inner/__init__": "print('inner')", "mine/inner/bot": "from mine import inner"},
        {"mine/__init__": "from mine.bot import make_bot", "mine/bot": "make_bot = 1"},  # imports it itself
        {"mine/__init__": "__path__.insert(0, __path__[0] + '/other')", "mine/bot": "", "mine/other/bot": "'Other.'"},
        {"mine/__init__": "import sys, types\nsys.modules['mine.bot'] = types.ModuleType('x')", "mine/bot": "1 / 0"},
        {"mine/bot": "'In a package without a file.'"},
        {"mine/__init__": "", "mine/bot": "import sys, types\nsys.modules[__name__] = types.SimpleNamespace()"},
        {"mine/__init__": "", "mine/bot": "raise ValueError('not today')"},
        {"mine/__init__": ""},
        {"mine/__init__": FINDER, "mine/bot": ""},
    ],
    ids=["file", "package", "inner", "by-itself", "path", "put-there", "namespace", "replaced", "raises", "missing",
         "finder"],
)  # fmt: skip
def test_what_is_laid_out_is_imported_as_python_imports_it(tmp_path: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    value = {"mine": "mine", "mine/inner/bot": "mine.inner.bot"}.get(list(files)[-1], "mine.bot")
    laid_out, imported = told(tmp_path, f"{value}:make_bot")
    assert laid_out == imported
    assert laid_out[0] == "laid out"  # and nothing was run before


def test_an_extension_module_is_not_laid_out_for_that_would_run_it(tmp_path: Path) -> None:
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "__init__.py").write_text("")
    (tmp_path / "mine" / f"bot{suffix}").write_bytes(b"no library")
    laid_out, imported = told(tmp_path, "mine.bot:make_bot")
    assert laid_out == imported
    assert laid_out[1].startswith("ImportError")


@pytest.fixture(autouse=True)
def compiled_modules_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)  # what `arena ask` sets stays, where it ran in this process


def test_a_module_that_was_compiled_beside_its_source_goes_by_time_and_size(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("ANSWER = 1\n")
    loader = precompiled.loader_with("")("mine", str(path))
    for _ in range(2):  # compiled where it was not, then read
        code = loader.get_code("mine")
        assert code is not None
        assert code.co_consts[0] == 1
    compiled = Path(importlib.util.cache_from_source(str(path)))
    compiled.write_bytes(compiled.read_bytes()[:16])  # nobody falls back: damaged is damaged
    with pytest.raises(EOFError):
        loader.get_code("mine")
    path.write_text("ANSWER = 22\n")
    again = loader.get_code("mine")
    assert again is not None
    assert again.co_consts[0] == 22


def test_a_module_under_another_name_says_that_name(tmp_path: Path) -> None:
    (tmp_path / "real.py").write_text("ANSWER = 1\n")
    (tmp_path / "mine.py").symlink_to(tmp_path / "real.py")
    for _ in range(2):
        code = precompiled.loader_with("")("mine", str(tmp_path / "mine.py")).get_code("mine")
        assert code is not None
        assert code.co_filename == str(tmp_path / "mine.py")
