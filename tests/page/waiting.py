"""A tournament that goes on for as long as somebody has not seen it: no test has to be quicker than its games."""

from __future__ import annotations

from pathlib import Path

from arena.runner.journal import QUIET

# Its second pass comes when there is something on the board and the journal is due, so that it is written.
_BOT = f"""
import os, time
from arena.bot import Bot, Pass

class Waiting(Bot):
    def choose(self, view, budget):
        if view.turn < 4:
            time.sleep({QUIET + 0.1})
        while view.turn >= 4 and not os.path.exists(SEEN):
            time.sleep(0.02)
        return Pass()

def make_bot(info, rng):
    return Waiting()
"""
_TILES = "name: ones\nalphabet: {letters: [A, B]}\ntiles:\n  - {faces: {A: 1}, count: 40}\n"
_FILE = """name: NAME
bots: [first, {name: waiting, bot: "waiting:make_bot"}]
seed: 2
variants:
  - {name: standard, board: standard, tiles: ./ones.yaml, lexicon: any}
pairs: 1
move_time: 240s
isolation: process
workers: 1
"""


def waiting_tournament(folder: Path, name: str) -> tuple[Path, Path]:
    """Write the files of a tournament of two games, to be run in that folder.

    Return its file, and the path of another: until that is there, one of the bots does not answer after the first plays
    of the first game.
    """
    seen = folder / "seen"
    (folder / "waiting.py").write_text(_BOT.replace("SEEN", repr(str(seen))), encoding="utf-8")
    (folder / "ones.yaml").write_text(_TILES, encoding="utf-8")
    file = folder / f"{name}.yaml"
    file.write_text(_FILE.replace("NAME", name), encoding="utf-8")
    return file, seen
