"""Plug-ins installed in every way that people install them: each is found, and can be read behind the walls.

A package with a bot and a game, each in a module beside a file of data that it reads, is installed into a virtual
environment of its own (which sees this one), and `arena bots check` lets the bot play the game.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import textwrap
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

ARENA = "from arena.cli.main import main; main()"
BOT = """
    from importlib.resources import files

    from {package} import heap  # a second module of the package


    class Quiet:
        def choose(self, view, budget):
            return next(iter(view.legal()))


    def make_bot(info, rng):
        info.allow_options()
        assert files("{package}").joinpath("opening.txt").read_text() == "take 1"  # data of the package
        assert heap.SIZE == 6
        return Quiet()
"""
GAME = """
    from arena.games.sticks import make_game as sticks

    SIZE = 6


    def make_game():
        return sticks(SIZE)
"""
SETUPTOOLS = """
    [build-system]
    requires = ["setuptools>=64"]
    build-backend = "setuptools.build_meta"

    [project]
    name = "quiet-things"
    version = "1.0"

    [project.entry-points."arena.bots"]
    quiet = "{package}.quiet:make_bot"

    [project.entry-points."arena.games"]
    heap-of-six = "{package}.heap:make_game"

    [tool.setuptools]
    packages = ["{package}"]
    package-dir = {{"" = "{inside}"}}
    package-data = {{"*" = ["*.txt"]}}
"""
HATCHLING = (
    (
        SETUPTOOLS.replace("setuptools>=64", "hatchling>=1.24").replace("setuptools.build_meta", "hatchling.build")
    ).partition("    [tool.setuptools]")[0]
    + """
    [tool.hatch.build.targets.wheel]
    packages = ["{top}"]
"""
)


@pytest.fixture(scope="module")
def python(tmp_path_factory) -> Callable[[], Path]:
    """Return what makes a virtual environment that sees this one, and returns its interpreter."""

    def make() -> Path:
        folder = tmp_path_factory.mktemp("venv")
        venv.create(folder, with_pip=False, symlinks=True)
        (own,) = folder.glob("lib/python*/site-packages")
        line = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"
        (own / "zzz_outer.pth").write_text(line)
        return folder / "bin" / "python"

    return make


def project(folder: Path, build: str, package: str = "quiet_things", inside: str = ".") -> Path:
    """Write a project and return its folder; inside: where in it the package lies."""
    place = folder / inside / package.replace(".", "/")
    place.mkdir(parents=True)
    (place / "__init__.py").touch()
    (place / "quiet.py").write_text(textwrap.dedent(BOT).format(package=package))
    (place / "heap.py").write_text(textwrap.dedent(GAME))
    (place / "opening.txt").write_text("take 1")
    top = f"{inside}/{package.partition('.')[0]}".removeprefix("./")
    (folder / "pyproject.toml").write_text(textwrap.dedent(build).format(package=package, inside=inside, top=top))
    return folder


def install(python: Path, *words: str) -> None:
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-build-isolation", "--no-deps"]
    done = subprocess.run(
        [*pip, "--no-index", "--disable-pip-version-check", *words], capture_output=True, text=True, cwd="/"
    )
    assert done.returncode == 0, done.stdout + done.stderr


def checked(python: Path, here: Path) -> None:
    here.mkdir(exist_ok=True)
    for name in ("quiet", "quiet-things:quiet"):
        done = subprocess.run(
            [str(python), "-c", ARENA, "bots", "check", name, "--game", "heap-of-six"], cwd=here, capture_output=True,
            text=True, env={**os.environ, "PYTHONPATH": ""}, timeout=200,
        )  # fmt: skip
        assert done.returncode == 0, f"{name}: {done.stdout}{done.stderr}"
        assert "nothing is wrong" in done.stdout


EDITABLE = {
    "setuptools": (SETUPTOOLS, "quiet_things", ".", ()),
    "setuptools, strict": (SETUPTOOLS, "quiet_things", ".", ("--config-settings", "editable_mode=strict")),
    "setuptools, compat": (SETUPTOOLS, "quiet_things", ".", ("--config-settings", "editable_mode=compat")),
    "setuptools, src": (SETUPTOOLS, "quiet_things", "src", ()),
    "setuptools, src, strict": (SETUPTOOLS, "quiet_things", "src", ("--config-settings", "editable_mode=strict")),
    "setuptools, another folder": (SETUPTOOLS, "quiet_things", "code/python", ()),
    "setuptools, namespace": (SETUPTOOLS, "wide.quiet_things", ".", ()),
    "setuptools, namespace, src": (SETUPTOOLS, "wide.quiet_things", "src", ()),
    "hatchling": (HATCHLING, "quiet_things", ".", ()),
    "hatchling, src": (HATCHLING, "quiet_things", "src", ()),
    "hatchling, namespace, src": (HATCHLING, "wide.quiet_things", "src", ()),
}


@pytest.mark.soak
@pytest.mark.parametrize("way", EDITABLE)
def test_an_editable_install_is_found_and_read(way, python, tmp_path):
    build, package, inside, options = EDITABLE[way]
    at = python()
    install(at, *options, "-e", str(project(tmp_path / "project", build, package, inside)))
    checked(at, tmp_path / "elsewhere")


@pytest.mark.soak
@pytest.mark.parametrize(("build", "package"), [
    (SETUPTOOLS, "quiet_things"), (SETUPTOOLS, "wide.quiet_things"), (HATCHLING, "quiet_things"),
])  # fmt: skip
def test_a_wheel_is_found_and_read(build, package, python, tmp_path):
    at = python()
    install(at, str(project(tmp_path / "project", build, package)))
    checked(at, tmp_path / "elsewhere")


@pytest.mark.soak
def test_two_installs_share_a_namespace(python, tmp_path):
    at = python()
    install(at, "-e", str(project(tmp_path / "project", SETUPTOOLS, "wide.quiet_things")))
    other = SETUPTOOLS.replace("quiet-things", "other").replace("quiet =", "loud =").replace("heap-of-six", "heap-2")
    install(at, str(project(tmp_path / "other", other, "wide.other_things")))
    checked(at, tmp_path / "elsewhere")


@pytest.mark.soak
@pytest.mark.parametrize("build", [SETUPTOOLS, HATCHLING], ids=["setuptools", "hatchling"])
@pytest.mark.parametrize("inside", [".", "src"])
def test_a_project_folder_that_shadows_its_module_does_no_harm(build, inside, python, tmp_path):
    """The project's folder bears the name of its package, and the current folder is the one that it lies in."""
    at = python()
    install(at, "-e", str(project(tmp_path / "here" / "quiet_things", build, inside=inside)))
    checked(at, tmp_path / "here")


@pytest.mark.soak
def test_a_zipped_package_is_found_and_read(python, tmp_path):
    at = python()
    wheels = tmp_path / "wheels"
    pip = [sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index", "-w", str(wheels)]
    subprocess.run([*pip, str(project(tmp_path / "project", SETUPTOOLS))], check=True, capture_output=True)
    (wheel,) = wheels.glob("*.whl")
    zipped = tmp_path / "quiet.zip"
    shutil.copy(wheel, zipped)
    assert zipfile.is_zipfile(zipped)
    (own,) = at.parents[1].glob("lib/python*/site-packages")
    (own / "quiet.pth").write_text(f"{zipped}\n")
    checked(at, tmp_path / "elsewhere")
