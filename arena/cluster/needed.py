"""What a plug-in imports besides the arena: packages that are installed, and modules that lie on the search path.

Nothing of any of them is run. A package is found by what the plug-in's own package says that it needs, and by the
imports that stand in its files, in functions too; what these packages need in turn, they say themselves.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.metadata
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError

from arena.cluster.facts import LIBRARIES
from arena.runner.plugin.contents import digest_of, files_in
from arena.runner.plugin.find import place_of

_OURS = ("arena", "arena_bots")
_COMPARED = ("bot-arena", *LIBRARIES)  # with what every machine tells of itself


def imported_in(root: str) -> set[str]:
    """Return the top-level modules that the Python files of a file or folder import, but for those of its own."""
    found = set[str]()
    for name, file in files_in(root):
        if name.endswith(".py"):
            try:
                tree = ast.parse(file.read_bytes())
            except (OSError, SyntaxError, ValueError, RecursionError):  # whoever imports it is told
                continue
            found.update(_imports(tree))
    own = {name.partition("/")[0].partition(".")[0] for name, _ in files_in(root)}
    return found - own - sys.stdlib_module_names - {*_OURS}


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module.partition(".")[0]


def packages_of(modules: Iterable[str], distribution: str) -> tuple[set[str], set[str]]:
    """Return the installed packages that modules belong to, or that a package needs; and the modules of none.

    distribution: the package, "" for none; it is no part of what it needs. Of the packages, by their canonical names,
    those are left out that are compared on every machine anyway.
    """
    from packaging.utils import canonicalize_name  # here: every run imports this file, and few are on a cluster

    known: Mapping[str, list[str]] = _distributions()
    loose = {module for module in modules if not known.get(module)}
    waiting = [name for module in modules for name in known.get(module, ())]
    waiting += _required_by(distribution) if distribution else []
    found = {str(canonicalize_name(distribution))}
    while waiting:
        name = str(canonicalize_name(waiting.pop()))
        if name not in found and _installed(name) is not None:
            found.add(name)
            waiting += _required_by(name)
    return found - {canonicalize_name(name) for name in (distribution, *_COMPARED)}, loose


@cache
def _distributions() -> Mapping[str, list[str]]:
    return importlib.metadata.packages_distributions()


def _installed(name: str) -> Distribution | None:
    try:
        return importlib.metadata.distribution(name)
    except PackageNotFoundError:
        return None


def _required_by(name: str) -> list[str]:
    """Return what an installed package needs on this machine, without extras."""
    from packaging.requirements import InvalidRequirement, Requirement

    there = _installed(name)
    needed = []
    for line in (there.requires or ()) if there is not None and name not in _COMPARED else ():
        try:
            requirement = Requirement(line)
        except InvalidRequirement:
            continue
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            needed.append(requirement.name)
    return needed


def package_digest(name: str) -> str:
    """Return the sha256 over a package: its Python files, and what its installation says of all others; "" for none.

    Of a package that somebody works in (an editable install): over all files of its modules.
    """
    there = _installed(name)
    if there is None:
        return ""
    if _editable(there):
        modules = (module for module, names in _distributions().items() if there.metadata["Name"] in names)
        return digest_of(place_of(f"{module}:") for module in sorted(modules))
    whole = hashlib.sha256()
    for file in sorted(there.files or (), key=str):
        if file.parts[0] == ".." or file.parts[0].endswith(".dist-info") or file.suffix == ".pyc":
            continue  # scripts and notes of whoever installed it
        if file.suffix == ".py":
            try:
                data = file.read_binary()
            except OSError:
                data = b""
        else:
            data = f"{file.size} {file.hash.value if file.hash else ''}".encode()
        whole.update(f"{file}\0{len(data)}\0".encode() + data)
    return whole.hexdigest()


def _editable(there: Distribution) -> bool:
    try:
        return bool(json.loads(there.read_text("direct_url.json") or "{}").get("dir_info", {}).get("editable"))
    except (ValueError, AttributeError):
        return False
