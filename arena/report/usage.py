"""What bots do on a board: full-hand plays, exchanges, passes; which squares they cover; where their games go.

Made from the records and the boards; no words are looked up. One walk, which keeps sums and a line a game.
Games of other kinds than the word game leave no trace here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from arena.ratings.regret import ClusteredMean, clustered_mean
from arena.records.record import GameRecord, MoveRecord
from arena.report.gather import EVERYWHERE
from arena.report.page.pictures import placed
from arena.variants.spec import VariantSpec


@dataclass
class Doing:
    """What one bot did on one variant (or over all): counts of turns; ``bingos`` earned the full-hand bonus.

    lost: turns lost to the clock or to a refused move. tiles: laid; words: made; changed: tiles exchanged.
    """

    games: int = 0
    turns: int = 0
    plays: int = 0
    bingos: int = 0
    changes: int = 0
    changed: int = 0
    passes: int = 0
    lost: int = 0
    tiles: int = 0
    words: int = 0
    points: int = 0


@dataclass
class Covered:
    """How one bot used the squares of one kind: ``tiles`` laid on it, ``plays`` that covered one, their ``points``."""

    tiles: int = 0
    plays: int = 0
    points: int = 0


@dataclass(frozen=True)
class PlayArea:
    """Where the games of one variant went, one observation a game, clustered by pair; in squares.

    width, height: of the smallest window around all tiles at the end; tiles: on the board at the end.
    x, y: the tiles' centre of mass less the board's centre (x to the right, y downward); distance: its length.
    widest, highest: the longest sides of any game's window.
    """

    games: int
    width: ClusteredMean
    height: ClusteredMean
    tiles: ClusteredMean
    x: ClusteredMean
    y: ClusteredMean
    distance: ClusteredMean
    widest: int
    highest: int


@dataclass
class Usage:
    """Everything that was counted.

    doings:  variant ("" over all) -> bot -> Doing.
    squares: variant -> kind of square (its name) -> bot -> Covered.
    on_board: variant -> kind -> how many squares of it a finite board has; no entry for boards without end.
    heat:    variant -> (x, y) -> how many games had a tile there at the end.
    """

    doings: dict[str, dict[str, Doing]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(Doing)))
    squares: dict[str, dict[str, dict[str, Covered]]] = field(default_factory=dict)
    on_board: dict[str, dict[str, int]] = field(default_factory=dict)
    heat: dict[str, dict[tuple[int, int], int]] = field(default_factory=dict)
    infinite: set[str] = field(default_factory=set)
    ends: dict[str, list[tuple[int, int, int, int, float, float]]] = field(default_factory=dict)

    def extents(self) -> dict[str, PlayArea]:
        """Return variant -> where its games went, variants without end first, then by name."""
        order = sorted(self.ends, key=lambda name: (name not in self.infinite, name))
        return {name: _extent(self.ends[name]) for name in order}


class Counter:
    """Counts game after game; ``usage`` holds what was counted so far.

    specs: variant -> spec; layouts: variant -> board. Variants without a board are counted by doings alone.
    """

    def __init__(self, specs: Mapping[str, VariantSpec], layouts: Mapping[str, Any]) -> None:
        self.usage = Usage()
        self._specs, self._layouts = specs, layouts
        for name, layout in layouts.items():
            if layout.infinite:
                self.usage.infinite.add(name)

    def add(self, record: GameRecord) -> None:
        """Count one game."""
        if not record.counts or not any("kind" in move.note for move in record.moves):
            return
        bonus = self._bonus(record.variant)
        for key in (EVERYWHERE, record.variant):
            for bot in record.bots:
                self.usage.doings[key][bot].games += 1
        tiles: list[tuple[int, int]] = []
        for move in record.moves:
            bot, laid = record.bots[move.seat], placed(move)
            for key in (EVERYWHERE, record.variant):
                _count(self.usage.doings[key][bot], move, len(laid), bonus)
            if laid:
                tiles += [(x, y) for x, y, _, _ in laid]
                self._cover(record.variant, bot, move, [(x, y) for x, y, _, _ in laid])
        if tiles and record.variant in self._layouts:
            self._end(record, tiles)

    def _bonus(self, variant: str) -> int | None:
        spec = self._specs.get(variant)
        if spec is None or spec.word is None:
            return None
        own = spec.word.rules.get("bonus_tiles")
        return spec.word.hand_size if own is None else int(own)

    def _cover(self, variant: str, bot: str, move: MoveRecord, squares: list[tuple[int, int]]) -> None:
        layout = self._layouts.get(variant)
        if layout is None:
            return
        kinds = self.usage.squares.get(variant)
        if kinds is None:
            kinds = self.usage.squares[variant] = {
                str(kind.name): defaultdict(Covered) for _, kind in sorted(layout.kinds.items())
            }
            if layout.bounds is not None:
                ids = layout.ids(*layout.bounds)
                counts: dict[str, int] = defaultdict(int)
                self.usage.on_board[variant] = counts
                for id_, kind in layout.kinds.items():
                    counts[str(kind.name)] += int((ids == id_).sum())
        touched = set()
        for x, y in squares:
            kind = layout.kind_at(x, y)
            if kind is not None:
                name = str(kind.name)
                kinds[name][bot].tiles += 1
                touched.add(name)
        for name in touched:
            kinds[name][bot].plays += 1
            kinds[name][bot].points += int(move.note.get("score", 0))

    def _end(self, record: GameRecord, tiles: list[tuple[int, int]]) -> None:
        cx, cy = self._layouts[record.variant].centre
        xs, ys = [x for x, _ in tiles], [y for _, y in tiles]
        width, height = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
        middle = sum(xs) / len(xs) - cx, sum(ys) / len(ys) - cy
        self.usage.ends.setdefault(record.variant, []).append((record.pair, width, height, len(tiles), *middle))
        heat = self.usage.heat.setdefault(record.variant, defaultdict(int))
        for square in tiles:
            heat[square] += 1


def _count(doing: Doing, move: MoveRecord, laid: int, bonus: int | None) -> None:
    kind = move.note.get("kind")
    if kind is None or kind == "forfeit":
        return
    doing.turns += 1
    if kind == "play":
        doing.plays += 1
        doing.tiles += laid
        doing.words += len(move.note.get("words", ()))
        doing.points += int(move.note.get("score", 0))
        doing.bingos += laid == bonus
    elif kind == "change":
        doing.changes += 1
        doing.changed += max(0, len((move.move or "").split()) - 1)
    elif kind == "pass":
        doing.passes += 1
    else:
        doing.lost += 1


def _extent(ends: list[tuple[int, int, int, int, float, float]]) -> PlayArea:
    pairs = [end[0] for end in ends]
    columns = [[end[place] for end in ends] for place in range(1, 6)]
    width, height, tiles, x, y = (clustered_mean(column, pairs) for column in columns)
    distance = clustered_mean([(end[4] ** 2 + end[5] ** 2) ** 0.5 for end in ends], pairs)
    return PlayArea(
        len(ends), width, height, tiles, x, y, distance, max(end[1] for end in ends), max(end[2] for end in ends)
    )
