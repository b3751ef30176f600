"""A real wheel in a clean virtual environment, and the README's commands as they stand: they load packages by pip."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages import ROOT, blocks

pytestmark = [pytest.mark.soak, pytest.mark.timeout(7200)]


def sh(commands: str, folder: Path, venv: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    environment["PATH"] = f"{venv / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-e", "-c", commands], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=3600,
    )  # fmt: skip
    assert done.returncode == 0, f"{commands}\n{done.stdout}"
    return done.stdout


def new_venv(folder: Path) -> Path:
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True, timeout=600)
    return folder / "venv"


def test_a_wheel_brings_the_samples_and_finds_them_by_name(tmp_path: Path):
    venv = new_venv(tmp_path)
    sh(f"pip wheel -q --no-deps -w dist {ROOT} && pip install -q dist/*.whl", tmp_path, venv)
    place = tmp_path / "elsewhere"
    place.mkdir()
    where = Path(sh('python -c "import arena; print(arena.__file__)"', place, venv).strip())
    assert where.is_relative_to(venv)
    assert "greedy" in sh("arena bots", place, venv)
    assert "copied to samples/configs and samples/examples" in sh("arena init samples", place, venv)
    for folder in ("configs", "examples"):
        ours = {path.relative_to(ROOT): path for path in (ROOT / folder).rglob("*") if path.is_file()}
        ours = {path: file for path, file in ours.items() if "__pycache__" not in path.parts}
        for path, file in ours.items():
            copy = place / "samples" / path
            assert copy.read_bytes() == file.read_bytes()
            assert os.access(copy, os.X_OK) == os.access(file, os.X_OK), path
    assert "bot.sh" in sh("arena plan foreign", place, venv)  # its programs are where it says
    assert "STANDINGS" in sh("arena run quickstart", place, venv)
    assert "quickstart" in sh("arena results", place, venv)


def test_the_readme_runs_as_it_is_written(tmp_path: Path):
    left_out = shutil.ignore_patterns(".*", "__pycache__", "results", "*.egg-info")
    copy = tmp_path / "arena"
    shutil.copytree(ROOT, copy, ignore=left_out)
    venv = new_venv(tmp_path)
    ran = 0
    for _, kind, _, body in blocks(copy / "README.md"):
        if kind == "sh" and body != "pytest\n":  # that is this suite
            sh(body, copy, venv)
            ran += 1
    assert ran == 2
