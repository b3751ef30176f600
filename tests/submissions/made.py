"""Submissions and wheels that tests make up."""

from __future__ import annotations

import io
import os
import subprocess
import zipfile
from collections.abc import Mapping
from pathlib import Path

BOT = """
class First:
    def choose(self, view, budget):
        return next(iter(view.legal()))


def make_bot(info, rng):
    return First()
"""
BACKEND = """
import zipfile


def build_wheel(folder, config_settings=None, metadata_directory=None):
    {before}
    name = "built-1-py3-none-any.whl"
    with zipfile.ZipFile(folder + "/" + name, "w") as wheel:
        wheel.writestr("built.py", open("source.txt").read())
        wheel.writestr("built-1.dist-info/METADATA", "Metadata-Version: 2.1\\nName: built\\nVersion: 1\\n")
        wheel.writestr("built-1.dist-info/entry_points.txt", "[arena.bots]\\nbuilt = built:make_bot\\n")
        wheel.writestr("built-1.dist-info/WHEEL", "Wheel-Version: 1.0\\nTag: py3-none-any\\n")
    return name
"""
BUILT = '[project]\nname = "built"\ndynamic = ["entry-points"]\n[build-system]\nrequires = []\nbuild-backend = "own"\n'


def project(name: str, module: str, needs: tuple[str, ...] = ()) -> str:
    """Return a pyproject.toml that registers ``module:make_bot``."""
    needed = ", ".join(f'"{need}"' for need in needs)
    return (
        f'[project]\nname = "{name}"\nversion = "1.0"\ndependencies = [{needed}]\n'
        f'[project.entry-points."arena.bots"]\n{name} = "{module}:make_bot"\n'
    )


def zip_of(files: Mapping[str, str | bytes]) -> bytes:
    """Return a zip file, deflated."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return data.getvalue()


def wheel_files(
    name: str, version: str, files: Mapping[str, str], needs: tuple[str, ...] = (), bots: str = ""
) -> dict[str, str]:
    """Return the files of a wheel. bots: module:factory that it registers under its own name."""
    info = f"{name}-{version}.dist-info"
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {name}",
        f"Version: {version}",
        *(f"Requires-Dist: {need}" for need in needs),
    ]
    made = {
        **files,
        f"{info}/METADATA": "\n".join(lines) + "\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nTag: py3-none-any\n",
    }
    return {**made, f"{info}/entry_points.txt": f"[arena.bots]\n{name} = {bots}\n"} if bots else made


def wheel(
    folder: Path, name: str, version: str, files: Mapping[str, str], needs: tuple[str, ...] = (), bots: str = ""
) -> Path:
    """Write a wheel into a folder, and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{version}-py3-none-any.whl"
    path.write_bytes(zip_of(wheel_files(name, version, files, needs, bots)))
    return path


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files into a folder, and return it."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    return folder


def commit(folder: Path) -> str:
    """Commit all that is in a folder, as a new git repository, and return the commit."""
    surroundings = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
    for words in (["init", "-q"], ["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one"]):
        subprocess.run(["git", *words], cwd=folder, check=True, env=surroundings)
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=folder, check=True, capture_output=True, env=surroundings)
    return done.stdout.decode().strip()
