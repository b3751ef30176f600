"""docs/how-to/measure-a-change.md runs as it is written."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.config.programs import SHELL
from arena.config.read import read_tournament
from arena.runner.plugin import revisions
from tests.cli.test_sprt_run import PASSES
from tests.runner.called import call
from tests.runner.tables import ROOT
from tests.runner.test_revisions import git

PAGE = (ROOT / "docs" / "how-to" / "measure-a-change.md").read_text(encoding="utf-8")


def test_the_programs_of_the_page_can_be_written_so(tmp_path: Path):
    *_, programs = re.findall(r"```yaml\n(.*?)```", PAGE, flags=re.S)
    (tmp_path / "engine").mkdir()
    file = tmp_path / "here" / "match.yaml"
    file.parent.mkdir()
    file.write_text(f"name: match\n{programs}variants: [standard]\n")
    new, old = read_tournament(file).bots
    assert (new.build, new.command) == (old.build, old.command) == ((*SHELL, "make -j2"), ("./engine", "--uci"))
    assert (new.rev, old.rev) == ("", "v1.2")


def test_the_page_runs_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    [bot] = re.findall(r"```python\n(.*?)```", PAGE, flags=re.S)
    versions, rehearsal, real, _ = re.findall(r"```yaml\n(.*?)```", PAGE, flags=re.S)
    commands, line, *_ = re.findall(r"```sh\n(.*?)```", PAGE, flags=re.S)  # the others: tests/cli/test_sprt_built.py
    plans = re.findall(r"```\n(.*?)```", re.sub(r"```(python|yaml|sh)\n.*?```", "", PAGE, flags=re.S), flags=re.S)
    (tmp_path / "mybot.py").write_text(bot)
    (tmp_path / "change.yaml").write_text(rehearsal)
    (tmp_path / "arena").write_text(f"#!{sys.executable}\nfrom arena.cli.main import main\nmain()\n")
    (tmp_path / "arena").chmod(0o755)
    program = f"PATH={tmp_path}:$PATH\n{commands.replace('PYTHONPATH=.', f'PYTHONPATH=.:{ROOT}')}"
    done = subprocess.run(["sh", "-ec", program], cwd=tmp_path, capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stderr
    assert plans[0] in done.stdout
    assert "Stopped by SPRT" in done.stdout
    (tmp_path / "real.yaml").write_text(re.sub(r"stop:.*\n", real, rehearsal))
    (tmp_path / "tmp").mkdir()
    status, asked, err = call(tmp_path, "plan", "real.yaml")
    assert status == 0, err
    assert plans[1] in asked
    if shutil.which("git") is not None:
        monkeypatch.setattr(revisions, "user_cache_path", lambda name: tmp_path / "cache")
        one_line(tmp_path, bot, line, versions)


def one_line(folder: Path, bot: str, line: str, versions: str) -> None:
    """Ask in a line whether the page's bot is better than one that always passes, and by much, for that is quick."""
    git(folder, "init", "-q", "-b", "main")
    (folder / "mybot.py").write_text(PASSES)
    git(folder, "add", "mybot.py")
    git(folder, "commit", "-qm", "one")
    (folder / "mybot.py").write_text(bot)
    words = line.replace("--elo 0 5", "--elo 0 200 --board hole").split()
    status, said, err = call(folder, *words[1:])
    assert status == 0, err
    assert "### Stopped by SPRT, H1 accepted (H0: 0, H1: 200 nElo" in said
    (folder / "versions.yaml").write_text(f"name: versions\nvariants: [standard]\n{versions}")
    status, said, err = call(folder, "plan", "versions.yaml")
    assert status == 0, err
    assert "mybot.py at main" in said
