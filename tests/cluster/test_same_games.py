"""A tournament on a cluster is the one that is played here: the same games, byte for byte, whatever is killed."""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.records.store import GAMES
from tests.cluster.started import Cluster
from tests.databases import database
from tests.runner.called import call
from tests.runner.tables import living

WORDS = "CAT\nCATS\nATE\nEAT\nTEA\nSEA\nEAST\nDO\nDOE\nTOE\nTOES\nON\nONE\nNO\nNOT\nRAT\nRATE\nAT\nIT\nIN\nTIN\n"
FILE = """
name: night
seed: drawn-0000000000000000000000000000000c
bots: [random, {name: mine, path: ./mine.py}, {name: packed, path: ./packed}, first]
variants:
  - {name: sticks, game: sticks, options: {count: 21}}
  - {name: donut, board: donut, lexicon: words.txt}
  - {name: scrabble, board: scrabble, lexicon: words.txt}
kind: {swiss: {rounds: 2}}
pairs: 1
"""
SMALL = """
name: night
seed: drawn-0000000000000000000000000000000d
bots: [random, first, {name: mine, path: ./mine.py}]
variants: [{name: sticks, game: sticks, options: {count: 21}}, {name: nim, game: nim}]
pairs: PAIRS
isolation: process
"""
BOT = '''
"""Any legal move."""
from arena.bot import Bot
HELPER

class Mine(Bot):
    def __init__(self, info, rng):
        self.rng = rng

    def choose(self, view, budget):
        return self.rng.choice(list(view.legal()))


def make_bot(info, rng):
    return Mine(info, rng)
'''
PROJECT = """
[project]
name = "packed"
version = "1.0"
[project.entry-points."arena.bots"]
packed = "packed_bot.play:make_bot"
"""


def fill(folder: Path, text: str = FILE, pairs: int = 3) -> Path:
    """Write a tournament into a folder, with a bot in a file, one in a package, and a word list."""
    package = folder / "packed" / "packed_bot"
    package.mkdir(parents=True, exist_ok=True)
    (folder / "tmp").mkdir(exist_ok=True)
    (folder / "mine.py").write_text(BOT.replace("HELPER", ""))
    (folder / "packed" / "pyproject.toml").write_text(PROJECT)
    (package / "__init__.py").write_text("")
    (package / "half.py").write_text("HALF = 2\n")
    (package / "play.py").write_text(BOT.replace("HELPER", "from packed_bot.half import HALF\n"))
    (folder / "words.txt").write_text(WORDS)
    (folder / "night.yaml").write_text(text.replace("PAIRS", str(pairs)))
    return folder


def export(folder: Path) -> str:
    status, out, err = call(folder, "export", "night")
    assert status == 0, err
    return out


def played_here(folder: Path, text: str = FILE, pairs: int = 3) -> str:
    """Return the export of a tournament played by this machine's own workers."""
    status, _, err = call(fill(folder, text, pairs), "run", "night.yaml", "--workers", "2")
    assert status == 0, err
    return export(folder)


def games(folder: Path) -> int:
    path = folder / "results" / "night" / GAMES
    with contextlib.suppress(Exception), database(f"file:{path}?mode=ro", uri=True) as base:
        return int(base.execute("SELECT count(*) FROM games").fetchone()[0])
    return 0


def wait_for_games(folder: Path, count: int, process: subprocess.Popen[str]) -> None:
    until = time.monotonic() + 200
    while games(folder) < count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.01)


def nothing_lives(folder: Path, but: int = 0) -> None:
    """Wait until no process that has to do with a folder lives any more, but so many."""
    until = time.monotonic() + 100
    while len(left := list(living(folder))) > but:
        assert time.monotonic() < until, left
        time.sleep(0.05)


def ended_well(process: subprocess.Popen[str]) -> str:
    _, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    return err


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two workers whose cache and search path have nothing of the tournaments here."""
    folder = tmp_path_factory.mktemp("cluster")
    made = Cluster(folder, 2)
    yield made
    assert made.end() == 0
    nothing_lives(folder)
    assert list((folder / "tmp").iterdir()) == []


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> str:
    return played_here(tmp_path_factory.mktemp("small"), SMALL)


def test_boards_small_games_and_rounds_come_out_the_same(tmp_path, cluster):
    """Word lists, a file and a package are sent, and nothing of them is left."""
    here = tmp_path / "here"
    here.mkdir()
    there = tmp_path / "there"
    there.mkdir()
    fill(there)
    status, out, err = call(there, "run", "night.yaml", "--cluster", cluster.address)
    assert status == 0, err
    assert "24 games, 2 at a time" in err
    assert "Swiss, 2 of 2 rounds" in out
    assert export(there) == played_here(here)
    assert [path for path in (cluster.folder / "tmp").iterdir() if path.name.startswith("arena-bot-")] == []
