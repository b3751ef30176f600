"""The files of a new bot's package: what ``arena bots new`` writes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from arena.cli.new_package import Texts, new_package

_BOT = '''\
"""A bot for the word game: of the plays that leave a vowel in hand it takes the one with the most points."""

from arena.bot import Bot, Budget, GameInfo, Play, Random, WordMove, WordView, change_all, word_table

VOWELS = set("AEIOU")


class {type}(Bot[WordView, WordMove]):
    """One game's brain. A fresh one is made for every game, in a process of its own."""

    def __init__(self, info: GameInfo, rng: Random) -> None:
        info.allow_options()  # none yet: allow_options("depth") when there is one, then info.whole_option("depth", 3)
        self.tiles = word_table(info).tiles  # the table has all that is public: board, tiles, words (lexicon), rules
        self.rng = rng  # take chance from here alone, and your games can be repeated

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        """Return a move for ``view`` (your hand, the board, the scores) before ``budget.time_left()`` is 0."""
        best = view.best(budget)
        if best is None:
            return change_all(view)
        budget.offer(best.play)  # played if the time runs out while we think on
        kept = max(view.plays(), key=lambda found: (self.leaves_a_vowel(view, found.play), found.score))
        return kept.play

    def leaves_a_vowel(self, view: WordView, play: Play) -> bool:
        left = dict(view.hand)
        for placed in play.tiles:
            left[placed.tile] -= 1
        shown = {{face.char for tile, many in left.items() if many for face in self.tiles.tiles[tile].faces}}
        return bool(VOWELS & shown)


def make_bot(info: GameInfo, rng: Random) -> {type}:
    return {type}(info, rng)
'''

_TEST = '''\
"""The bot plays whole games without a fault."""

import subprocess


def test_it_plays_a_game_on_each_board_without_a_fault() -> None:
    command = ["arena", "bots", "check", "{module}:make_bot", "--on", "standard", "--on", "infinite-hole"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
'''

_README = """\
# {name}

A bot for arena.

    pip install -e .
    arena bots check {name}
    pytest
"""


def write_package(name: str, into: Path, registered: Iterable[str] = ()) -> Path:
    """Write the package of a new bot into a folder of its name and return the folder.

    registered: the bots that are there. Raises ConfigError where the name will not do, or the folder is there.
    """
    return new_package(name, "bot", into, registered, Texts(_BOT, _TEST, _README))
