"""docs/how-to/measure-a-change.md runs as it is written."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.runner.called import call
from tests.runner.tables import ROOT

PAGE = (ROOT / "docs" / "how-to" / "measure-a-change.md").read_text(encoding="utf-8")


def test_the_page_runs_as_written(tmp_path: Path):
    [bot] = re.findall(r"```python\n(.*?)```", PAGE, flags=re.S)
    rehearsal, real = re.findall(r"```yaml\n(.*?)```", PAGE, flags=re.S)
    [commands] = re.findall(r"```sh\n(.*?)```", PAGE, flags=re.S)
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
