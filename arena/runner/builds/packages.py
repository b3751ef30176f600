"""Plug-ins that cannot be taken as they lie: built into a wheel, or installed with wheels, as what is handed in is."""

from __future__ import annotations

from pathlib import Path

from arena.config.model import BotEntry
from arena.runner.builds.built import Built, failure
from arena.runner.builds.sources import sources_at
from arena.runner.submissions.environment import Installer
from arena.runner.submissions.refused import Refused
from arena.runner.submissions.shape import Unbuilt, shape_of
from arena.runner.submissions.walled import Walled
from arena.runner.submissions.wheelhouse import Wheelhouse

_PROJECT = "pyproject.toml"
_PROJECTS = (_PROJECT, "setup.py")


def place_of_package(entry: BotEntry) -> tuple[Path, str] | None:
    """Return the folder of a package that a path names, and which of its bots; None for all other paths."""
    path, _, chosen = entry.path.partition(":")
    return None if not path or entry.command or path.endswith(".py") else (Path(path).expanduser(), chosen)


def has_to_be_built(entry: BotEntry, house: Wheelhouse, where: str) -> bool:
    """Tell whether a plug-in by path needs an environment of its own. Raises BotError where its needs are not met.

    It does where a build has to make some of it, and where it needs a wheel of the folder.
    """
    place = place_of_package(entry)
    if place is None or (not entry.rev and not place[0].is_dir()):
        return False
    sources = sources_at(place[0], entry.rev, where, only=_PROJECT)
    if not any(name in sources.collected.files for name in _PROJECTS):
        return False
    try:
        shape = shape_of(sources.collected, place[1])
        return isinstance(shape, Unbuilt) or bool(house.chosen(shape.requires).wheels)
    except Refused as refused:
        raise failure(where, refused) from None


def build_package(entry: BotEntry, installer: Installer, walled: Walled, where: str) -> Built:
    """Return a plug-in that was built and installed. Raises BotError, RunError where the cache cannot be written."""
    place = place_of_package(entry)
    assert place is not None
    sources = sources_at(place[0], entry.rev, where)
    try:
        environment = installer.install(entry.name, sources.collected, walled, place[1])
    except Refused as refused:
        raise failure(where, refused, sources.lacking) from None
    plugin = environment.plugin
    facts = {"path": entry.path, "value": plugin.value, "built": "wheel", **sources.facts(entry.rev)}
    facts |= {"distribution": plugin.distribution, "version": plugin.version}
    facts["wheels"] = ", ".join(path.name for path in environment.shared)
    named = f"{plugin.distribution} {plugin.version}".strip() or plugin.value
    return Built(
        entry.name, facts, f"{named} {sources.label}", plugin, environment.paths,
        keeps=(environment.folder, *environment.shared), lacking=sources.lacking,
    )  # fmt: skip
