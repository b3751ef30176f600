"""Walks a page of the documentation as its reader would: files are written, commands run, outputs compared.

A block after a line that ends in `NAME`: is written to that file; a block of ``sh`` is run in one folder; a block of
``text`` right after it is what the command prints, where ``...`` stands for anything. Of a block of ``sh in another
terminal`` that is looked at when the page is at its end. Other blocks are only read.

The only command that is not run as it stands is ``pip``: tests load nothing from anywhere. A stand-in makes a folder's
package known, as an editable installation would. ``arena`` is run by a process that has imported it (tests/forked.py).
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

from tests import forked

ROOT = Path(__file__).parents[1]
_BLOCK = re.compile(r"^```(\w*)([^\n]*)\n(.*?)^```$", re.M | re.S)
_FILE = re.compile(r"`([\w./-]+)`:\s*\Z")
_PRELUDE = """pip() { for last; do :; done; python -m tests.pages "$last" "$SITE"; }
arena() { python -I -S "$FORKED" ask "$COMMANDS" "$@"; }
"""


def blocks(page: Path) -> list[tuple[str, str, str, str]]:
    """Return the fenced blocks of a page: the text since the last one, the language, what follows it, the contents."""
    text = page.read_text(encoding="utf-8")
    found, place = [], 0
    for block in _BLOCK.finditer(text):
        found.append((text[place : block.start()], block[1], block[2].strip(), block[3]))
        place = block.end()
    return found


def walk(
    page: Path,
    folder: Path,
    served: str,
    timeout: float = 240.0,
    without: tuple[str, ...] = (),
    silent: Mapping[str, float] | None = None,
) -> int:
    """Follow a page in an empty folder; return how many commands' outputs were compared. Fails with what differed.

    served: from ``forked.commands``.
    without: blocks of commands that are left out, by their first words.
    silent: blocks with a program that never answers, by their first words, and how many seconds it is waited for.
    """
    printed, compared = None, 0
    # other terminals, what they are to print, and their first line: nobody goes on before it is there
    beside: list[tuple[subprocess.Popen[str], str, str]] = []
    with contextlib.ExitStack() as processes:
        for before, kind, more, body in blocks(page):
            named = _FILE.search(before)
            if named is not None:
                path = folder / named[1]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(body, encoding="utf-8")
            elif kind == "sh" and body.startswith(without or ("\n",)):
                printed = None
            elif kind == "sh" and more:
                process = processes.enter_context(start(body, folder, served))
                processes.callback(process.kill)
                assert process.stdout is not None
                beside.append((process, "", process.stdout.readline()))
                printed = None
            elif kind == "sh":
                seconds = next((value for first, value in (silent or {}).items() if body.startswith(first)), None)
                printed = run(body, folder, timeout, served, seconds)
            elif kind == "text" and beside and not beside[-1][1] and printed is None:
                beside[-1] = beside[-1][0], body, beside[-1][2]
            elif kind == "text" and printed is not None:
                assert fits(body, printed), f"{page.name} says:\n{body}\nbut it is:\n{printed}"
                compared, printed = compared + 1, None
        for process, shown, first in beside:
            assert process.stdout is not None
            text = first + process.stdout.read()  # what was read ahead with the first line is in it
            process.wait(timeout)
            assert process.returncode == 0, text
            assert not shown or fits(shown, text), f"{page.name} says:\n{shown}\nbut it is:\n{text}"
            compared += bool(shown)
    return compared


def _environment(**more: str) -> dict[str, str]:
    """Return the environment of a reader, with arena installed."""
    return {
        **forked.environment(),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "200",
        **more,
    }


def start(commands: str, folder: Path, served: str, silent: float | None = None) -> subprocess.Popen[str]:
    """Start commands as a shell script in a folder; its environment is that of a reader, with arena installed."""
    site = folder / ".site"
    environment = _environment(
        PYTHONPATH=os.pathsep.join([str(ROOT), str(site), *_installed(site)]),
        SITE=str(site), FORKED=forked.__file__, COMMANDS=served, **{"SILENT_AFTER": str(silent)} if silent else {},
    )  # fmt: skip
    return subprocess.Popen(
        ["bash", "-e", "-c", _PRELUDE + commands], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def run(commands: str, folder: Path, timeout: float, served: str, silent: float | None = None) -> str:
    """Run commands as a shell script and return all that they print; a status that is not told ends the test."""
    with start(commands, folder, served, silent) as process:
        try:
            text, _ = process.communicate(timeout=timeout)
        finally:
            process.kill()
    assert process.returncode == 0, f"{commands}\nended with {process.returncode}:\n{text}"
    return text


def _installed(site: Path) -> list[str]:
    return [path.read_text() for path in site.glob("*.dist-info/folder")]


def install(folder: Path, site: Path) -> None:
    """Make the package of a folder known: its name, its entry points, and where it lies."""
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    place = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    place.mkdir(parents=True)
    (place / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    points = project.get("entry-points", {}).items()
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items()) for group, entries in points
    ]
    (place / "entry_points.txt").write_text("".join(lines))
    inside = folder / "src" if (folder / "src").is_dir() else folder
    (place / "folder").write_text(str(inside.resolve()))


# What is told on a slow machine alone, while something takes long.
_MEANWHILE = re.compile(
    r"^(starting \d+ bots? on every variant, .*|\d+ of \d+ (looked at, last .*|kernels)|compil(ing|ed) .*)\n", re.M
)


def fits(shown: str, printed: str) -> bool:
    """Tell whether what was printed is what the page shows."""
    printed = _MEANWHILE.sub("", printed)
    pattern = ".*".join(re.escape(part) for part in shown.strip().split("..."))
    return re.fullmatch(pattern, printed.strip(), re.S) is not None


if __name__ == "__main__":
    install(Path(sys.argv[1]), Path(sys.argv[2]))
