"""What ``arena bots new`` and ``arena games new`` have in common: which names will do, and the files of a package."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import keyword
import os
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from arena.config.naming import alike
from arena.errors import ConfigError
from arena.variants.paths import shown

_NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")
_LONGEST = 64  # as names in tournament files
_RESERVED = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]")  # no file names on Windows
_FILES = frozenset({"setup", "conftest"})  # what other tools take for theirs

_PYPROJECT = """\
[build-system]
requires = ["hatchling>=1.24"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "0.1.0"
description = "A {kind} for arena"
requires-python = ">=3.11"
dependencies = ["bot-arena"]

[project.entry-points."arena.{kind}s"]
{name} = "{module}:make_{kind}"

[tool.hatch.build.targets.wheel]
only-include = ["{module}.py"]
"""


class Texts(NamedTuple):
    """The files of a package but its pyproject.toml, with places for ``{name}``, ``{module}`` and ``{type}``."""

    module: str
    test: str
    readme: str


def check_name(name: str, kind: str, command: str, registered: Iterable[str]) -> str:
    """Return the module of a new package called ``name``; raise ConfigError for a name that would not do.

    kind: "bot" or "game". registered: the names of its kind that are taken.
    """

    def refuse(problem: str, remedy: str = "Choose another name") -> ConfigError:
        return ConfigError(command, problem, remedy)

    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        remedy = f"Write small letters, digits and -, {_LONGEST} at most: my-{kind}"
        raise refuse(f"{shown(name)!r} cannot be the name of a package", remedy)
    module = name.replace("-", "_")
    if keyword.iskeyword(module) or keyword.issoftkeyword(module):
        raise refuse(f"{name!r} is a keyword of Python, so no module can have that name")
    if "-vs-" in name or _RESERVED.fullmatch(name) or module in _FILES:
        raise refuse(f"{name!r} cannot be a name in a tournament file, or of a file")
    taken = next((other for other in registered if alike(other) == alike(name)), None)
    if taken is not None:
        more = "" if taken == name else f", and {name} differs from it in case or - and _ alone"
        raise refuse(f"{taken} is the name of an installed {kind}{more}")
    if module in sys.stdlib_module_names:
        raise refuse(f"the module {module!r} belongs to Python itself, and one of the two would be hidden")
    package = next((installed for installed in _distributions() if alike(installed) == alike(name)), None)
    if package is not None:
        raise refuse(f"a package {package} is installed, and pip takes {name} for the same")
    there = _importable(module)
    if there is not None:
        raise refuse(f"the module {module!r} can be imported already ({there}), and one of the two would be hidden")
    return module


def _distributions() -> set[str]:
    """Return the names of all installed packages, and of the modules that they bring."""
    packages = {distribution.metadata["Name"] or "" for distribution in importlib.metadata.distributions()}
    return packages | set(importlib.metadata.packages_distributions())


def _importable(module: str) -> str | None:
    """Say where a module is found, "" where that cannot be said; None where there is none.

    A folder of the current one that merely has this name is no module of anybody.
    """
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return "it is loaded"
    if spec is None:
        return None
    if spec.origin is None and spec.submodule_search_locations is not None:
        here = os.path.realpath(os.getcwd())
        places = [os.path.realpath(place) for place in spec.submodule_search_locations]
        return None if all(os.path.dirname(place) == here for place in places) else places[0]
    return str(spec.origin)


def new_package(name: str, kind: str, into: Path, registered: Iterable[str], texts: Texts) -> Path:
    """Write the package of a new bot or game into a folder of its name and return the folder.

    kind, registered: as for ``check_name``. Raises ConfigError where the name will not do, or the folder is there.
    """
    command = f"arena {kind}s new"
    module = check_name(name, kind, command, registered)
    written = {
        "pyproject.toml": _PYPROJECT, f"{module}.py": texts.module, f"test_{module}.py": texts.test,
        "README.md": texts.readme,
    }  # fmt: skip
    words = {
        "name": name, "module": module, "kind": kind,
        "type": "".join(part.capitalize() for part in re.split("[-_]", name)),
    }  # fmt: skip
    folder = into / name
    _write_files(folder, {path: text.format(**words) for path, text in written.items()}, command)
    return folder


def _write_files(folder: Path, files: Mapping[str, str], command: str) -> None:
    """Make a folder with these files in it; raise ConfigError where it is there, or cannot be written."""
    try:
        folder.mkdir(parents=True)
        for path, text in files.items():
            (folder / path).write_text(text, encoding="utf-8")
    except FileExistsError:
        raise ConfigError(command, f"{shown(folder)} already exists", "Choose another name") from None
    except OSError as error:
        raise ConfigError(command, f"{shown(folder)} cannot be written ({error.strerror})") from error
