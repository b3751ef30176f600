"""Walks a page of the documentation as its reader would: files are written, commands run, outputs compared.

A block after a line that ends in `NAME`: is written to that file; a block of ``sh`` is run in one folder; a block of
``text`` right after it is what the command prints, where ``...`` stands for anything. Other blocks are only read.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
_FILE = re.compile(r"`([\w./-]+)`:\s*\Z")


def walk(page: Path, folder: Path, timeout: float = 240.0) -> int:
    """Follow a page in an empty folder; return how many commands' outputs were compared. Fails with what differed."""
    text = page.read_text(encoding="utf-8")
    place, printed, compared = 0, None, 0
    for block in _BLOCK.finditer(text):
        before, place = text[place : block.start()], block.end()
        kind, body = block[1], block[2]
        named = _FILE.search(before)
        if named is not None:
            path = folder / named[1]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(body, encoding="utf-8")
        elif kind == "sh":
            printed = run(body, folder, timeout)
        elif kind == "text" and printed is not None:
            assert fits(body, printed), f"{page.name} says:\n{body}\nbut it is:\n{printed}"
            compared, printed = compared + 1, None
    return compared


def run(commands: str, folder: Path, timeout: float) -> str:
    """Run commands as a shell script and return all that they print; a status that is not told ends the test."""
    environment = {
        **{name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"},  # as a reader has it
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "COLUMNS": "200",
    }
    done = subprocess.run(
        ["bash", "-e", "-c", commands], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, timeout=timeout,
    )  # fmt: skip
    assert done.returncode == 0, f"{commands}\nended with {done.returncode}:\n{done.stdout}"
    return done.stdout


def fits(shown: str, printed: str) -> bool:
    """Tell whether what was printed is what the page shows."""
    pattern = ".*".join(re.escape(part) for part in shown.strip().split("..."))
    return re.fullmatch(pattern, printed.strip(), re.S) is not None
