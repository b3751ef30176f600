"""The environment of one submission: its files and the wheels that it needs, as folders for its import path alone.

Environments are kept by the hash of all that they are made of. Wheels are unpacked once and shared: an environment is
its own folder, and those of its wheels, which nobody but who needs them has on the path.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

import msgspec
from packaging.requirements import Requirement

from arena import __version__
from arena.errors import ConfigError
from arena.runner.plugin.bytecode import compile_modules
from arena.runner.plugin.find import Plugin
from arena.runner.sandbox.orders import ModulePlace
from arena.runner.submissions.admitted import Environment
from arena.runner.submissions.archives import files_of_zip
from arena.runner.submissions.build import asked_for, built
from arena.runner.submissions.collect import Collected
from arena.runner.submissions.files import check_name
from arena.runner.submissions.kept import BEING_MADE, INSIDE, cache_of_environments, kept
from arena.runner.submissions.metadata import installed_name, requirements
from arena.runner.submissions.provided import folder_of
from arena.runner.submissions.readable import check_readable, not_readable
from arena.runner.submissions.refused import Refused
from arena.runner.submissions.shape import Shape, Unbuilt, of_wheel, shape_of
from arena.runner.submissions.walled import Walled
from arena.runner.submissions.wheelhouse import Wheel, Wheelhouse

_FORMAT = 3  # of what is kept
_ABOUT = "environment.json"
_MOST_FOR_BUILD = 100  # wheels; a keeper is told where they lie in what a pipe holds


class _About(msgspec.Struct, frozen=True):
    """What is kept of an environment beside its files. file, package: of its module, which may be a namespace.

    wheels: the files of those that it needs, in the teacher's folder, each with its name for people. unread: what was
    handed in that nobody can read as it is.
    """

    value: str
    module: str
    file: str
    package: bool
    name: str
    version: str
    wheels: tuple[tuple[str, str], ...]
    unread: tuple[str, ...] = ()


class Installer:
    """Installs submissions from a folder of wheels. May be used from several threads."""

    def __init__(self, house: Wheelhouse, walled: Walled) -> None:
        """walled: how builds are run."""
        self._house, self._walled = house, walled
        self._wheels = house.digest

    def install(self, name: str, collected: Collected, walled: Walled | None = None, chosen: str = "") -> Environment:
        """Return the environment of a bot. walled: how it is built, where not as all are. chosen: which of its bots.

        Raises Refused, RunError where the cache cannot be written.
        """
        walled = walled or self._walled
        layers = ",".join(walled.isolation.layers)  # what comes of a build depends on what it could reach
        beside = self._house.beside_digest
        whole = (str(_FORMAT), __version__, sys.version, layers, collected.digest, self._wheels, beside, chosen)
        key = hashlib.sha256("\0".join(whole).encode()).hexdigest()[:32]
        folder = kept("bots", key, lambda made: self._make(made, collected, walled, chosen))
        about = msgspec.json.decode((folder / _ABOUT).read_bytes(), type=_About)
        inside = folder / INSIDE
        shared = [self._unpacked(self._house.of_file(file)) for file, _ in about.wheels]
        place = ModulePlace(
            about.module, str(inside / about.file) if about.file else "",
            (str(inside / about.module),) if about.package else (),
        )  # fmt: skip
        plugin = Plugin(name, about.value, about.name, about.version, place, collected.commit)
        paths = (str(inside), *(str(path / INSIDE) for path in shared))
        labels = tuple(label for _, label in about.wheels)
        return Environment(plugin, paths, labels, folder, tuple(shared), about.unread)

    def _make(self, made: Path, collected: Collected, walled: Walled, chosen: str) -> None:
        """Fill a folder of the cache. Raises Refused."""
        shape = shape_of(collected, chosen)
        unread: tuple[str, ...] = ()
        if not self._house.own:
            check_readable(shape.files if isinstance(shape, Shape) else collected.files)
            unread = not_readable(collected.files)
        if isinstance(shape, Unbuilt):
            shape = self._built(shape, collected, walled, chosen)
            if not self._house.own:
                check_readable(shape.files)
        wheels = self._house.chosen(shape.requires).wheels
        write_files(shape.files, made / INSIDE)
        compile_modules(str(made / INSIDE), walled.left())
        (made / _ABOUT).write_bytes(msgspec.json.encode(_about(shape, wheels, unread)))

    def _built(self, unbuilt: Unbuilt, collected: Collected, walled: Walled, chosen: str) -> Shape:
        """Return the wheel of a package that has to be built. Raises Refused."""
        base = cache_of_environments()
        base.mkdir(parents=True, exist_ok=True)
        source = Path(tempfile.mkdtemp(prefix=BEING_MADE, dir=base))
        try:
            write_files(collected.files, source, collected.programs)
            paths = self._for_build(unbuilt.requires)
            if more := requirements(asked_for(unbuilt, str(source), paths, walled)):
                paths = self._for_build((*unbuilt.requires, *more))
            return of_wheel(files_of_zip(built(unbuilt, str(source), paths, walled), all_of_it=True), chosen)
        finally:
            shutil.rmtree(source, ignore_errors=True)

    def _for_build(self, needed: Iterable[Requirement]) -> list[str]:
        """Return where lies what a build needs: wheels, unpacked, and behind them what is installed with the arena."""
        try:
            found = self._house.chosen(needed)
        except Refused as refused:
            raise Refused(f"to be built, {refused.reason}") from None
        if len(found.wheels) > _MOST_FOR_BUILD:
            raise Refused(f"to be built, it needs more than {_MOST_FOR_BUILD} packages")
        beside = dict.fromkeys(filter(None, map(folder_of, found.beside)))
        return [*(str(self._unpacked(wheel) / INSIDE) for wheel in found.wheels), *beside]

    def _unpacked(self, wheel: Wheel) -> Path:
        """Return where a wheel of the teacher's is unpacked. Raises ConfigError where it cannot be."""
        return kept(
            "wheels", f"{wheel.name}-{wheel.version}-{wheel.digest[:16]}", lambda made: _unpack(wheel, made / INSIDE)
        )


def _about(shape: Shape, wheels: Iterable[Wheel], unread: tuple[str, ...]) -> _About:
    module = shape.value.partition(":")[0].partition(".")[0]
    package = any(name.startswith(f"{module}/") for name in shape.files)
    file = f"{module}/__init__.py" if package else f"{module}.py"
    labels = tuple((wheel.file.name, f"{wheel.name} {wheel.version}") for wheel in wheels)
    start = file if file in shape.files else ""
    return _About(shape.value, module, start, package, shape.name, shape.version, labels, unread)


def write_files(files: Mapping[str, bytes], folder: Path, programs: Collection[str] = ()) -> None:
    """Write files into a folder, of which some are ``programs``. Raises Refused for names that will not do."""
    for name, data in files.items():
        check_name(name)
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            if name in programs:
                path.chmod(0o755)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            raise Refused(f"{name} is a file and a folder") from None


def _unpack(wheel: Wheel, folder: Path) -> None:
    try:
        with zipfile.ZipFile(wheel.file) as archive:
            for info in archive.infolist():
                name = None if info.is_dir() else installed_name(info.filename)
                if name is None:
                    continue
                check_name(name)
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(info) as member, path.open("wb") as file:
                    shutil.copyfileobj(member, file)
    except (zipfile.BadZipFile, Refused, NotImplementedError, RuntimeError) as error:
        raise ConfigError(
            str(wheel.file), f"this wheel cannot be unpacked ({error})", "Put a whole one there"
        ) from None
    compile_modules(str(folder))
