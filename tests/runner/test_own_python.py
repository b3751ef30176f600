"""Our own processes run nothing that a package, a folder or the environment puts beside the interpreter."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RAN = "import os, sys; open({file!r}, 'a').write({who!r} + ' ' + sys.argv[0] + chr(10))"
OUTER = """
import os, subprocess, sys
from arena.runner.sandbox.own_python import own_command, own_environment
print("outer", flush=True)
subprocess.run(own_command("tests.runner.started", "hello"), env=own_environment(), check=True)
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory) -> tuple[Path, Path]:
    """Return an interpreter whose packages run code at every start, and the file that they write to."""
    folder = tmp_path_factory.mktemp("python")
    ran = folder / "ran.txt"
    venv.create(folder / "venv", symlinks=True)
    (packages,) = (folder / "venv" / "lib").glob("python*/site-packages")
    paths = [ROOT, *(path for path in sys.path if path.endswith("site-packages"))]
    (packages / "paths.pth").write_text("".join(f"{path}\n" for path in paths))
    (packages / "code.pth").write_text(RAN.format(file=str(ran), who="pth") + "\n")
    (packages / "sitecustomize.py").write_text(RAN.format(file=str(ran), who="sitecustomize") + "\n")
    (packages / "json.py").write_text(RAN.format(file=str(ran), who="json of site-packages") + "\n")
    return folder / "venv" / "bin" / "python", ran


def test_code_beside_the_interpreter_does_not_run_in_our_processes(python, tmp_path):
    interpreter, ran = python
    (tmp_path / "json.py").write_text(RAN.format(file=str(ran), who="json of a folder") + "\n")
    startup = tmp_path / "startup.py"
    startup.write_text(RAN.format(file=str(ran), who="startup") + "\n")
    environment = os.environ | {"PYTHONSTARTUP": str(startup)}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    subprocess.run([interpreter, "-c", "pass"], cwd=tmp_path, env=environment, check=True, timeout=120)
    alone = ran.read_text()
    assert "pth" in alone
    which = [interpreter, "-c", "import sitecustomize; print(sitecustomize.__file__)"]
    found = subprocess.run(which, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120).stdout
    if str(interpreter.parents[1]) in found:  # some systems have one of their own, which goes before
        assert "sitecustomize" in alone
    ran.write_text("")
    done = subprocess.run(
        [interpreter, "-c", OUTER], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "outer" and lines[1].startswith("started hello")
    assert ran.read_text() == alone  # by the outer process, which is none of ours


def test_every_process_of_the_runner_is_started_so():
    """Only what runs a guest's code starts an interpreter otherwise: a bot's, or a build, behind walls."""
    plain = {"own_python.py", "places.py", "build.py", "programs.py"}
    sources = (ROOT / "arena" / "runner").rglob("*.py")
    found = {path.name for path in sources if re.search(r"\[\s*sys\.executable", path.read_text())}
    assert found == plain
