"""Plays as a person of some strength would: knows fewer words, overlooks plays, thinks less of the tiles kept.

All chance is a hash of a seed and of what it is about: a word, a play, an exchange. So a person knows the same words
for a whole game, the same seed plays the same moves, and who knows a word, or sees a play, on one level does so on
every higher one with the same seed.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from math import exp
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.contract.budget import Budget
from arena.engine.equity import EquityFinder, WeighedMove
from arena.engine.field import Field
from arena.engine.generate import SLICE, own_field
from arena.engine.order import Key, row_key
from arena.engine.plays import read_row
from arena.engine.static_move import last_worth
from arena.engine.watch import Watch
from arena.lexicon.commonness import ranks_of
from arena.lexicon.lexicon import Lexicon
from arena.scrabble.moves import Change, Pass, Play
from arena.scrabble.position import laid, text_of, words_through
from arena.scrabble.view import WordView

MOST_LEVEL = 10  # everything is known, seen and thought of: that is static itself, and not played here
LEARNT = {2: 2, 3: 1}  # letters: by how many ranks such words are better known, for players learn them by heart
SPREAD = 0.8  # ranks: how gradually the words of falling commonness get unknown
EASY = 2  # tiles; a play of no more is easy to see, each further one makes it harder
CROSSING = 2  # each word across the main one makes a play as hard to see as so many tiles more
SMALLER = 1e6  # more than any play is worth: of plays that were overlooked, the smaller ones are found first
NOISE = 12.0  # points, standard deviation: how wrongly tiles to keep are judged by who knows nothing of them


@dataclass(frozen=True)
class Level:
    """What a person of some strength knows, sees and thinks of.

    reach:  the rank of words (arena.lexicon.commonness) of which half are known.
    sight:  of plays that are one tile harder to see, this share is seen.
    thought: what is thought of the tiles kept, as a share of their value, and how often an exchange is thought of.
    """

    reach: float
    sight: float
    thought: float


# Tuned by games so that neighbours are about as far apart everywhere; see docs/explanation/levels.md.
STRENGTHS = (0.2, 0.26, 0.33, 0.4, 0.47, 0.54, 0.62, 0.7, 0.81)


def level_of(strength: float) -> Level:
    """Return what a person of a strength, 0 for a beginner to 1 for a master, knows, sees and thinks of."""
    return Level(reach=0.5 + 9.5 * strength, sight=0.5 + 0.48 * strength, thought=strength)


LEVELS = tuple(map(level_of, STRENGTHS))  # of 1 to 9


class Chance:
    """Numbers in [0, 1) by a seed and a text: the same text, the same number."""

    def __init__(self, seed: int) -> None:
        self._key = seed.to_bytes(8, "big", signed=True)

    def of(self, text: str) -> float:
        digest = hashlib.blake2b(text.encode(), digest_size=7, key=self._key).digest()
        return int.from_bytes(digest, "big") / 2**56


class Vocabulary:
    """The words of a lexicon that a person knows."""

    def __init__(self, lexicon: Lexicon, level: Level, chance: Chance) -> None:
        self._ranks, self._reach, self._chance = ranks_of(lexicon), level.reach, chance
        self._known: dict[str, bool] = {}

    def knows(self, word: str) -> bool:
        """Tell whether a word of the lexicon is known."""
        known = self._known.get(word)
        if known is None:
            known = self._known[word] = self._chance.of(f"word {word}") < self.share(word)
        return known

    def share(self, word: str) -> float:
        """Return how many in a hundred people of that level know a word of the lexicon, as a share of 1."""
        if self._ranks is None or len(word) < 2:  # a lone tile that opens a game makes no word
            return 1.0
        rank = self._ranks(word) - LEARNT.get(len(word), 0)
        return 1 / (1 + exp((rank - self._reach) / SPREAD))


class _Found(NamedTuple):
    """A play and what it is worth to the person. key: its place in the order of plays of the same value."""

    value: float
    key: Key
    row: list[int]


class LevelPlayer:
    """Chooses moves on a level below MOST_LEVEL, for one game."""

    def __init__(self, finder: EquityFinder, level: int, seed: int) -> None:
        self.level, self._finder, self._chance = LEVELS[level - 1], finder, Chance(seed)
        self.vocabulary = Vocabulary(finder.table.lexicon, self.level, self._chance)

    def choose(self, view: WordView, budget: Budget[Play] | None = None) -> Play | Change | Pass:
        """Return a legal move; just before the budget's time is up, the best so far, better plays being offered.

        Of the plays that are seen and whose words are all known, the one that is worth most is taken; where none is
        seen, of those that are known one that lays the fewest tiles.
        """
        field = own_field(view.field)
        found = self._play(view, field, budget) or self._play(view, field, budget, overlooked=True)
        change = self._change(view, found)
        if change is not None:
            return change
        return Pass() if found is None else read_row(field, field.letters, found.row).play

    def _play(
        self, view: WordView, field: Field, budget: Budget[Play] | None, overlooked: bool = False
    ) -> _Found | None:
        # The best play that is seen, or, of plays that are overlooked, the smallest that is known.
        watch = None if budget is None else Watch(field, budget)
        letters, faces, dims = field.letters.tolist(), field.ground.tiles.faces.tolist(), field.board.dims.tolist()
        best: _Found | None = None
        for rows, leaves in self._finder.in_stretches(field, view.hand, SLICE):
            values = self._values(view, field, rows, leaves) - (SMALLER * rows[:, 3] if overlooked else 0)
            for place in np.argsort(-values, kind="stable").tolist():
                value = float(values[place])
                if best is not None and value < best.value:
                    break
                row = rows[place].tolist()
                if self._takes(view, field, row, overlooked):
                    found = _Found(value, row_key(row, letters, faces, dims), row)
                    if best is None or (-value, found.key) < (-best.value, best.key):
                        best = found
            if watch is not None and watch.ends(best and best.row, best and best.value):
                break
        return best

    def _values(
        self, view: WordView, field: Field, rows: NDArray[np.int32], leaves: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        # What each play is worth to the person: its points, and what is thought of the tiles kept.
        if view.bag_count:
            return rows[:, 0] + self.level.thought * leaves
        worth = last_worth(view.table, view.hand, view.table.tiles.points(view.unseen))
        plays = (read_row(field, field.letters, row) for row in rows.tolist())
        rest = np.array([worth(scored.play, scored.score) - scored.score for scored in plays], np.float64)
        return rows[:, 0] + self.level.thought * rest

    def _takes(self, view: WordView, field: Field, row: list[int], overlooked: bool) -> bool:
        # Whether all words of a play are known, and the play is seen (which an overlooked one need not be).
        play, word, _, across = read_row(field, field.letters, row)
        if not self.vocabulary.knows(word):
            return False
        long, sight = max(0, len(play.tiles) - EASY), self.level.sight
        if not overlooked and self._chance.of(f"found {view.turn} {word}") >= sight**long:
            return False
        words = [text_of(run) for run, _ in words_through(laid(view.board, play.tiles), play.tiles)]
        if not all(map(self.vocabulary.knows, words)):
            return False
        crossing = CROSSING * max(0, len(words) - 1)
        at = f"{play.tiles[0].x} {play.tiles[0].y} {across}"
        return overlooked or self._chance.of(f"seen {view.turn} {at} {word}") < sight**crossing

    def _change(self, view: WordView, found: _Found | None) -> Change | None:
        # The exchange that the person makes instead of the play that was found.
        thought = self.level.thought
        if not view.may_change or (found and self._chance.of(f"exchange {view.turn}") >= thought):
            return None
        changes = list(self._finder.changes(view.hand, view.may_change))
        blur = NOISE * (1 - thought)

        def looks(change: WeighedMove) -> float:
            drawn = self._chance.of(f"keep {view.turn} {change.move}")
            return thought * change.leave + blur * NormalDist().inv_cdf(min(max(drawn, 1e-9), 1 - 1e-9))

        chosen = max(changes, key=looks)
        assert isinstance(chosen.move, Change)
        return None if found and found.value >= thought * chosen.leave else chosen.move
