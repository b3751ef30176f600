"""Every Python that a page shows, and every package that a command writes, passes ``mypy --strict``; so do our bots.

A block after a line that ends in `NAME.py`: is that file, another one goes on with the one before it on its page. What
pages import of their own files is found beside them. Sessions at Python's prompt are no files, and are left out.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from arena.bot import GameInfo, Play
from arena.cli.bots.new_bot import write_package
from arena.cli.games.new_game import write_game
from arena.contract.budget import ClockedBudget
from arena.scrabble.rules import WordGame
from tests.pages import ROOT, blocks
from tests.scrabble.tables import table

PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
_FILE = re.compile(r"`(?:[\w-]+/)*(\w+)\.py`:\s*\Z")


def modules_of(page: Path) -> dict[str, str]:
    """Return the modules of a page, by name: what its blocks of Python come to."""
    found: dict[str, str] = {}
    name = "page"
    for before, kind, _, body in blocks(page):
        if kind == "python" and not body.startswith(">>> "):
            named = _FILE.search(before)
            name = named[1] if named else name
            found[name] = f"{found[name]}\n\n{body}" if name in found and not named else body
    return found


def written(page: Path, folder: Path) -> list[Path]:
    """Write the modules of a page under names that no other page has; return the files."""
    prefix = re.sub(r"\W", "_", str(page.relative_to(ROOT).with_suffix("")))
    modules = modules_of(page)
    files = []
    for name, text in modules.items():
        for other in modules:
            text = re.sub(rf"^from {other} import", f"from {prefix}_{other} import", text, flags=re.M)
            text = re.sub(rf"^import {other}$", f"import {prefix}_{other} as {other}", text, flags=re.M)
        file = folder / f"{prefix}_{name}.py"
        file.write_text(text, encoding="utf-8")
        files.append(file)
    return files


def strictly(files: list[Path], *folders: Path) -> str:
    """Return what ``mypy --strict`` says of files, "" where it has nothing to say; its cache is the project's."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml"), "--no-error-summary",
         "--cache-dir", str(ROOT / ".mypy_cache"), *map(str, files)],
        cwd=ROOT, env={**os.environ, "MYPYPATH": os.pathsep.join(map(str, folders))}, capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout + done.stderr


def test_all_that_is_shown_and_written_passes_mypy_strict(tmp_path: Path):
    pages = tmp_path / "pages"
    pages.mkdir()
    files = [file for page in PAGES for file in written(page, pages)]
    assert len(files) >= 10
    bot, game = write_package("typed-bot", tmp_path), write_game("typed-heap", tmp_path, ())
    files += [*bot.glob("*.py"), *game.glob("*.py"), *(ROOT / "bots" / "arena_bots").glob("*.py")]
    slip = tmp_path / "slip.py"  # what has to be found, lest nothing be looked for
    slip.write_text(modules_of(ROOT / "README.md")["page"].replace("best.play if", "best if"), encoding="utf-8")
    output = strictly([*files, slip], pages, bot, game)
    found = [line for line in output.splitlines() if line.strip()]
    assert [line for line in found if "slip.py" not in line] == []
    assert any("Incompatible return value type" in line for line in found)


@pytest.mark.parametrize("page", ["README.md", "docs/how-to/write-a-bot.md"])
def test_a_bot_of_a_page_plays(page: str, tmp_path: Path):
    """The first one of the page, as it stands there."""
    file = tmp_path / "shown.py"
    file.write_text(next(body for _, kind, _, body in blocks(ROOT / page) if kind == "python"), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("shown", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    game = WordGame(table("AT TEA EAT ATE TEN NET RAIN TRAIN ION ONE SEA SEAT", "standard", "english"), 2)
    bot = module.make_bot(GameInfo("standard", "word", 2, 0, None, {}, game.table), Random(1))
    state = game.start(Random(5))
    plays = 0
    for _ in range(6):
        move = bot.choose(game.view(state, state.mover), ClockedBudget(None, time.monotonic))
        plays += isinstance(move, Play)
        state = game.play(state, move)
    assert plays
