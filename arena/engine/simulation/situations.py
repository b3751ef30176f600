"""What a seat sees, as the kernels of a simulation want it: rules, hands, candidates, and draws.

Other hands and the bag are drawn from the tiles that the seat has not seen, by a seed of its own: nothing here knows
the real order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from arena.contract.chance import stream
from arena.engine.endgame.ending import idle_of
from arena.engine.equity import WeighedMove
from arena.engine.field import Field
from arena.engine.leaves import Leaves
from arena.engine.simulation._kernels import situation as kernels
from arena.engine.simulation._kernels.situation import Situation
from arena.engine.simulation.inference import LikelyKept
from arena.engine.static_move import WEIGHTS
from arena.scrabble.moves import Change, Play
from arena.scrabble.view import WordView

ENDLESS = 1 << 41  # a turn limit that is none
MOST_BEHIND = 60  # turns that a rollout goes on behind its plies, when the bag is empty
GOLDEN = (5**0.5 - 1) / 2  # steps of so much of a circle spread evenly over it, however many there are
CHANCES = 64  # tiles of changes a rollout that go to places of their own
_OUT_RULES = {"none": kernels.NONE_LOST, "own": kernels.OWN, "both": kernels.BOTH, "double": kernels.DOUBLE}


def situation_of(view: WordView, field: Field, leaves: Leaves, moves: Sequence[WeighedMove], plies: int) -> Situation:
    """Return the situation of a view before there are draws. field: on which the candidates' cells are."""
    tiles, rules, seats = view.table.tiles, view.table.rules, view.players
    facts, ground = np.zeros(kernels.FACTS_SIZE, np.int64), field.ground
    idle, row = idle_of(rules, seats, view.history)
    scoreless = rules.scoreless_turns
    for at, value in {
        kernels.ME: view.seat,
        kernels.PLAYERS: seats,
        kernels.KINDS: len(tiles.tiles),
        kernels.HAND_SIZE: view.table.hand_size,
        kernels.PLIES: plies,
        kernels.MOST_TURNS: plies + MOST_BEHIND,
        kernels.CHANGE_MIN: rules.change_min_bag,
        kernels.CHANGE_MOST: ENDLESS if rules.change_max_tiles is None else rules.change_max_tiles,
        kernels.OUT_ENDS: rules.out_of_tiles_end,
        kernels.OUT_RULE: _OUT_RULES[rules.out_adjustment],
        kernels.SCORELESS_LIMIT: rules.scoreless_limit,
        kernels.IN_ROUNDS: rules.scoreless_unit == "rounds",
        kernels.PASS_COUNTS: "pass" in scoreless,
        kernels.CHANGE_COUNTS: "change" in scoreless,
        kernels.ZERO_COUNTS: rules.zero_play_scoreless,
        kernels.SCORELESS_RULE: kernels.OWN if rules.scoreless_adjustment == "own" else kernels.NONE_LOST,
        kernels.TURN: view.turn,
        kernels.TURN_LIMIT: ENDLESS if rules.turn_limit is None else rules.turn_limit,
        kernels.OPENING: field.opening,
        kernels.OPENING_TILES: rules.opening_tiles,
        kernels.USED: ground.used_letter,
        kernels.ROW: row,
        kernels.END_WEIGHT: WEIGHTS[rules.out_adjustment],
    }.items():
        facts[at] = value
    hands = np.zeros((seats, len(tiles.tiles)), np.int32)
    for tile, count in view.hand.items():
        hands[view.seat, tile] = count
    active = np.array([seat not in view.gone for seat in range(seats)], np.int64)
    return Situation(
        facts=facts,
        worth=np.array([tile.points for tile in tiles.tiles], np.int32),
        hands=hands,
        held=np.array(view.hand_counts, np.int64),
        scores=np.array(view.scores, np.int64),
        idle=np.array(idle, np.int64),
        active=active,
        moves=rows_of(moves, field),
        leaves=np.array([move.leave for move in moves], np.float64),
        orders=np.zeros((0, 0), np.int32),
        chances=np.zeros((0, 0)),
        items=np.array(field.opening_cells() if field.opening else [], np.int32),
        graph=ground.graph,
        tiles=ground.tiles,
        bags=ground.index,
        table=leaves.arrays,
    )


def rows_of(moves: Iterable[WeighedMove], field: Field) -> NDArray[np.int64]:
    """Return candidates as kernels want them, see ``_kernels/situation.py``."""
    code, used = field.ground.code, field.ground.used_letter
    rows: list[list[int]] = []
    for weighed in moves:
        move = weighed.move
        if isinstance(move, Play):
            row = [kernels.PLAYS, weighed.score, len(move.tiles)]
            for x, y, _, char, points in move.tiles:
                row += [field.cell(x, y), code[char], points * used, points]
            row += [placed.tile for placed in move.tiles]
        elif isinstance(move, Change):
            row = [kernels.CHANGES, 0, len(move.tiles), *move.tiles]
        else:
            row = [kernels.PASSES, 0, 0]
        rows.append(row)
    width = max(map(len, rows), default=0)
    return np.array([row + [0] * (width - len(row)) for row in rows], np.int64).reshape(len(rows), width)


class Draws:
    """Draws of the tiles that a seat has not seen, block by block: the same for the same seed.

    likely: what the other of two seats kept, by which its hands are drawn; None for any tiles alike.
    """

    def __init__(self, view: WordView, seed: int, likely: LikelyKept | None = None) -> None:
        self._unseen = np.array([tile for tile, count in sorted(view.unseen.items()) for _ in range(count)], np.int32)
        self._seed, self._likely = seed, likely
        self._begin = stream(seed, "kept").random()
        # how many of its kind stand before each of the unseen tiles
        self._alike = np.arange(len(self._unseen)) - np.searchsorted(self._unseen, self._unseen)

    def block(self, number: int, count: int) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """Return int32[count, unseen], tiles in random order, and float64[count, CHANCES], 0 to 1."""
        held = len(self._unseen)
        drawn = stream(self._seed, "draws", number).randbytes(8 * count * (held + CHANCES))
        keys = np.frombuffer(drawn, np.dtype("<u8")).reshape(count, held + CHANCES)
        places = keys[:, :held]
        if self._likely is not None:
            steps = np.arange(number * count, (number + 1) * count, dtype=np.float64)
            kept = self._likely.at((self._begin + GOLDEN * steps) % 1.0)[:, self._unseen] > self._alike
            places = np.where(kept, np.uint64(0), places)  # what was kept is dealt first, to the other seat
        orders = self._unseen[np.argsort(places, axis=1, kind="stable")]
        chances = (keys[:, held:] >> np.uint64(11)) * 2.0**-53
        return np.ascontiguousarray(orders, np.int32), np.ascontiguousarray(chances)
