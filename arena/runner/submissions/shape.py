"""What a submission is: a wheel, a package to be taken as it lies, one that has to be built, or plain Python files.

All of it is read as text; nothing of a submission is run here.
"""

from __future__ import annotations

import ast
import codecs
import platform
import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from packaging.requirements import Requirement
from packaging.tags import sys_tags

from arena.runner.plugin.by_path import FACTORY, is_taken, registered_in
from arena.runner.plugin.find import GROUP
from arena.runner.submissions.collect import Collected
from arena.runner.submissions.files import named
from arena.runner.submissions.metadata import installed_name, metadata_of, python_of, requirements, tags_of
from arena.runner.submissions.refused import Refused

_LONGEST = 1 << 20  # bytes of a requirements.txt
# Reading TOML takes time that grows with the square of a name's dots; reading Python, hundreds of times its bytes.
_LONGEST_PROJECT = 64 << 10  # bytes
_MOST_DOTS = 20
_MOST_PATHS, _LONGEST_PATH = 10, 200  # a keeper is told them in what a pipe holds
_LONGEST_SOURCE = 256 << 10  # bytes of a Python file in which a bot is looked for
_MOST_SOURCE = 1 << 20  # of all of them together
_NAME = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+"""
_DOTTED = re.compile(rf"(?<![A-Za-z0-9_-])(?:{_NAME}\.[ \t]*+){{{_MOST_DOTS + 1}}}")
_PLAIN = frozenset(
    {"setuptools", "hatchling", "flit_core", "poetry", "pdm", "uv_build"}
)  # take Python files as they are
_LEGACY = ("setuptools.build_meta:__legacy__", "setuptools")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_EXAMPLE = f'[project.entry-points."{GROUP}"]'


@dataclass(frozen=True, slots=True)
class Shape:
    """What is installed. value: module:factory. files: where they belong in the environment -> contents.

    requires: what it needs. name, version: of the package, "" for plain files.
    """

    value: str
    files: Mapping[str, bytes]
    requires: tuple[Requirement, ...] = ()
    name: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True)
class Unbuilt:
    """A package of which a wheel has to be built. backend, paths: as in PEP 517. requires: what the build needs."""

    backend: str
    requires: tuple[Requirement, ...]
    paths: tuple[str, ...] = field(default=())


def shape_of(collected: Collected, chosen: str = "") -> Shape | Unbuilt:
    """Return what was handed in. chosen: which bot of several that it registers, "" for the only one.

    Raises Refused for what is no bot.
    """
    files = collected.files
    if collected.wheel:
        return of_wheel(files, chosen)
    project = _project(files)
    if project is None:
        return _plain(files)
    table = project.get("project")
    if isinstance(table, dict) and (shape := _as_it_lies(files, project, table, chosen)) is not None:
        return shape
    return _unbuilt(project)


def of_wheel(files: Mapping[str, bytes], chosen: str = "") -> Shape:
    """Return what the files of a wheel are. chosen: which of its bots, "" for the only one.

    Raises Refused where it is for others, or registers no such bot.
    """
    metadata = metadata_of(files)
    tags = tags_of(files)
    if tags and not tags & set(sys_tags()):
        raise Refused(f"its wheel is for another system ({min(map(str, tags))})")
    _check_python(str(metadata.python))
    value = _single(metadata.bots, "its wheel", chosen)
    placed = {place: data for name, data in files.items() if (place := installed_name(name)) is not None}
    placed = {place: data for place, data in placed.items() if not _is_compiled(place, placed)}
    top = _top(value)
    if f"{top}.py" not in placed and not any(name.startswith((f"{top}/", f"{top}.")) for name in placed):
        raise Refused(f"its wheel registers {value}, and has no module {top}")
    return Shape(value, placed, metadata.requires, str(metadata.name), str(metadata.version))


def _is_compiled(name: str, files: Collection[str]) -> bool:
    """Tell whether a file is what some Python made of a source that is there: it could be another program's.

    Python does not compare it with the source where the file itself says that it need not.
    """
    return "__pycache__" in name.split("/") or (name.endswith(".pyc") and name[:-1] in files)


def _project(files: Mapping[str, bytes]) -> dict[str, object] | None:
    """Return the contents of a package's pyproject.toml, empty for one with a setup.py alone; None for no package."""
    data = files.get("pyproject.toml")
    if data is None:
        return {} if "setup.py" in files else None
    try:
        if len(data) > _LONGEST_PROJECT:
            raise Refused(f"its pyproject.toml has more than {_LONGEST_PROJECT >> 10} KiB")
        _check_utf8("pyproject.toml", data)
        text = data.decode()
        if _DOTTED.search(text):
            raise Refused(f"its pyproject.toml has a name with more than {_MOST_DOTS} dots")
        project = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # of TOML, of UTF-8, of numbers with thousands of digits
        raise Refused(f"its pyproject.toml cannot be read ({error})") from None
    packaged = "project" in project or "build-system" in project or "setup.py" in files or "setup.cfg" in files
    return project if packaged else None  # settings of tools alone make no package


def _as_it_lies(
    files: Mapping[str, bytes], project: dict[str, object], table: dict[str, object], chosen: str
) -> Shape | None:
    """Return a package of plain Python whose files need no building, None for one that does."""
    system = _table(project, "build-system")
    backend = str(system.get("build-backend", "setuptools")).partition(".")[0]
    extensions = "ext-modules" in _table(_table(project, "tool"), "setuptools")
    dynamic = table.get("dynamic", [])
    unknown = not isinstance(dynamic, list) or {"dependencies", "entry-points"} & set(map(str, dynamic))
    if "setup.py" in files or backend not in _PLAIN or "backend-path" in system or extensions or unknown:
        return None
    registered = registered_in(project)
    if not registered:
        raise Refused(f'its pyproject.toml registers no bot; write {_EXAMPLE} and under it NAME = "module:make_bot"')
    value = _single(registered, "its pyproject.toml", chosen)
    top = _top(value)
    for below in ("src/", ""):
        if any(name == f"{below}{top}.py" or name.startswith(f"{below}{top}/") for name in files):
            placed = {name[len(below) :]: data for name, data in files.items() if name.startswith(below)}
            needed = table.get("dependencies", [])
            if not isinstance(needed, list) or not all(isinstance(text, str) for text in needed):
                raise Refused("dependencies of its pyproject.toml is no list of texts")
            _check_python(str(table.get("requires-python", "")))
            name, version = str(table.get("name", ""))[:100], str(table.get("version", ""))[:100]
            return Shape(value, placed, requirements(needed), name, version)
    return None


def _unbuilt(project: dict[str, object]) -> Unbuilt:
    """Return how a package is built. Raises Refused."""
    system = _table(project, "build-system")
    if not system:
        return Unbuilt(_LEGACY[0], (Requirement(_LEGACY[1]),))
    needed, paths = system.get("requires", []), system.get("backend-path", [])
    for texts in (needed, paths):
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise Refused("the build-system of its pyproject.toml is no table of lists of texts")
    assert isinstance(needed, list) and isinstance(paths, list)
    if any(path.startswith("/") or ".." in path.split("/") or "\\" in path for path in paths):
        raise Refused("backend-path of its pyproject.toml leads out of its folder")
    backend = str(system.get("build-backend", _LEGACY[0]))
    if len(paths) > _MOST_PATHS or any(len(text) > _LONGEST_PATH for text in (backend, *paths)):
        problem = f"more than {_MOST_PATHS} paths in its backend-path, or longer names than {_LONGEST_PATH} characters"
        raise Refused(f"the build-system of its pyproject.toml has {problem}")
    return Unbuilt(backend, requirements(needed), tuple(paths))


def _plain(files: Mapping[str, bytes]) -> Shape:
    """Return plain files with a bot among them: the one module at the top with a make_bot, or bot.py of several."""
    modules = [name for name in files if name.endswith(".py") and "/" not in name]
    if not modules:
        raise Refused(f"it has neither a pyproject.toml nor a Python file at its top ({named(files)})")
    long = [name for name in modules if len(files[name]) > _LONGEST_SOURCE]
    looked = [name for name in modules if name not in long and FACTORY.encode() in files[name]]
    if sum(len(files[name]) for name in looked) > _MOST_SOURCE:
        raise Refused(f"its Python files with a {FACTORY} have more than {_MOST_SOURCE >> 10} KiB together")
    makers = [name for name in looked if _makes_bots(files[name], name)]
    if not makers:
        for name in modules:
            _check_utf8(name, files[name])  # in such a file no make_bot is found
        unread = f"; longer than {_LONGEST_SOURCE >> 10} KiB, so not looked at: {named(long)}" if long else ""
        raise Refused(f"no Python file at its top has a {FACTORY} ({named(modules)}){unread}")
    if len(makers) > 1 and "bot.py" not in makers:
        raise Refused(f"{named(makers)} each have a {FACTORY}: call the one that plays bot.py")
    chosen = makers[0] if len(makers) == 1 else "bot.py"
    module = chosen.removesuffix(".py")
    if not module.isidentifier():  # bot-1.py, as platforms rename what is handed in again: nothing can import it
        if "bot.py" in files or "bot" in {name.partition("/")[0] for name in files}:
            problem = f"{chosen} is no name of a Python module, and bot is taken: use letters, digits and _ alone"
            raise Refused(problem)
        module = "bot"
        files = {"bot.py" if name == chosen else name: data for name, data in files.items()}
    _check_module(module)
    needed = requirements(_listed(files.get("requirements.txt", b"")))
    return Shape(f"{module}:{FACTORY}", files, needed)


def _check_utf8(name: str, data: bytes) -> None:
    """Raise Refused for a file that some editors and shells of Windows save in two bytes a letter."""
    if data.startswith(_UTF_16):
        raise Refused(f"{name} is written in UTF-16: save it in UTF-8")


def _makes_bots(data: bytes, name: str) -> bool:
    """Return whether a file has a make_bot at its top. Raises Refused for a file that Python cannot read."""
    try:
        tree = ast.parse(data, name)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Refused(f"{name} cannot be read as Python: {error}") from None
    for node in tree.body:
        names: list[str] = []
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names = [node.name]
        elif isinstance(node, ast.Assign):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.ImportFrom):
            names = [alias.asname or alias.name for alias in node.names]
        if FACTORY in names:
            return True
    return False


def _listed(data: bytes) -> list[str]:
    """Return the requirements of a requirements.txt. Raises Refused for options, which are for pip."""
    if len(data) > _LONGEST:
        raise Refused("its requirements.txt is too long")
    text = data.decode("utf-16" if data.startswith(_UTF_16) else "utf-8-sig", errors="replace")  # as pip reads it
    lines = [line.partition(" #")[0].strip() for line in text.splitlines()]
    wanted = [line for line in lines if line and not line.startswith("#")]
    options = [line for line in wanted if line.startswith("-")]
    if options:
        raise Refused(f"its requirements.txt has {options[0][:80]!r}: only names and versions of packages are read")
    return wanted


def _single(registered: Mapping[str, str], what: str, chosen: str) -> str:
    """Return the one bot that is registered, or the one that is ``chosen``, as module:factory. Raises Refused."""
    if not registered:
        raise Refused(f"{what} registers no bot under {_EXAMPLE}")
    if chosen and chosen not in registered:
        raise Refused(f"{what} registers no bot {chosen!r}, only {named(registered)}")
    if chosen:
        registered = {chosen: registered[chosen]}
    if len(registered) > 1:
        raise Refused(f"{what} registers {named(registered)}: one bot is handed in, not several")
    (value,) = registered.values()
    module, _, factory = value.partition(":")
    if not all(part.isidentifier() for part in (*module.split("."), *factory.split("."))):
        raise Refused(f"{what} registers {value[:80]!r}, which is no module:factory")
    _check_module(_top(value))
    return value


def _check_module(module: str) -> None:
    if is_taken(module):
        raise Refused(f"its module is called {module}, as one that Python or the arena has; give it another name")


def _check_python(text: str) -> None:
    """Raise Refused for a bot that is for other versions of Python than this one."""
    here = platform.python_version()
    if not python_of(text).contains(here, prereleases=True):
        raise Refused(f"it is for Python {text}, and this is {here}")


def _top(value: str) -> str:
    return value.partition(":")[0].partition(".")[0]


def _table(of: Mapping[str, object], key: str) -> dict[str, object]:
    found = of.get(key)
    return found if isinstance(found, dict) else {}
