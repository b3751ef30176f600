"""A stored game move by move, as the page's protocol has it: turns, racks, boards, and what else could be played."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from arena.board.drawing import Cell, Picture, window_of
from arena.board.svg import board_svg
from arena.contract.game_ids import pair_id
from arena.errors import ResultsError
from arena.records.manifest import Manifest
from arena.records.record import GameRecord, MoveRecord
from arena.records.replay import replay
from arena.scrabble.moves import Pass
from arena.scrabble.rules import WordGame
from arena.scrabble.table import Table
from arena.serve.live.facts import Facts, open_turn, over_facts, rack, tile_facts, word_turn
from arena.serve.live.helping import found_plays, play_facts
from arena.serve.live.small import position_facts
from arena.serve.live.weighing import equity_of_move, moves_by_equity, ranked_facts, seen_position
from arena.serve.lookback.cgp_of import cgp_of, spec_of
from arena.variants.build import build_game
from arena.variants.spec import VariantSpec

SAME = 0.005  # points of equity that do not tell two moves apart
MOST_RANKED = 10_000  # plays among which a move has its rank


@dataclass(frozen=True)
class Old:
    """A game that is over: its record, its rules, and its states, the first one before any turn."""

    record: GameRecord
    game: Any
    states: tuple[Any, ...]
    spec: VariantSpec

    @property
    def table(self) -> Table | None:
        """The table of the word game, None for any other."""
        return self.game.table if isinstance(self.game, WordGame) else None

    def before(self, move: int) -> tuple[MoveRecord, Any]:
        """Return a turn and the state before it. Raises ResultsError for a turn that there is not."""
        if not 0 <= move < len(self.record.moves):
            count = len(self.record.moves)
            raise ResultsError(self.record.id, f"there is no move {move}", f"It has {count}, counted from 0")
        return self.record.moves[move], self.states[move]


def old_game(record: GameRecord, manifest: Manifest, where: str) -> Old:
    """Return a stored game with its states. Raises ResultsError where the rules of today give another one."""
    spec = spec_of(manifest, record.variant, where)
    game = build_game(spec)
    return Old(record, game, tuple(state for _, state in replay(record, game)), spec)


def game_facts(old: Old, table: str | None) -> Facts:
    """Return a whole game. table: its id."""
    record, times = old.record, old.record.circumstances.ms
    moves, racks = [], []
    for number, (move, before, after) in enumerate(_steps(old)):
        ms = times[number] if number < len(times) else 0.0
        if old.table is not None:
            facts = word_turn(old.table, before, after, ms)
            facts["rack"] = rack(before.hands[move.seat])
            facts["given"] = list(after.last.given)
            racks.append(facts["rack"])
        else:
            facts = open_turn(move, ms)
        if move.fault is not None:
            facts["fault"] = {"fault": move.fault.fault.lower(), "detail": move.fault.detail}
        moves.append(facts)
    last = old.states[-1] if old.states else None
    left = last.hands if last is not None and old.table is not None else ()
    begun = old.states[0].board.values() if old.states and old.table is not None else ()
    return {
        "id": record.id,
        "variant": record.variant,
        "kind": "word" if old.table is not None else "small",
        "table": table,
        "players": list(record.bots),
        "moves": moves,
        "over": over_facts(record.outcome(), record.bots, left),
        "racks": racks,
        "placed": [] if old.table is None else [tile_facts(old.table, tile) for tile in begun],
        "positions": [] if old.table is not None else [position_facts(old.game, state, None) for state in old.states],
    }


def _steps(old: Old) -> Iterator[tuple[MoveRecord, Any, Any]]:
    """Yield each turn with the states around it; of a game that a fault ended, the last state stays."""
    for number, move in enumerate(old.record.moves[: max(0, len(old.states) - 1)]):
        yield move, old.states[number], old.states[number + 1]


def plays_facts(old: Old, move: int, most: int) -> Facts:
    """Return what could have been played before a move, best first, beside what was. Raises ResultsError."""
    made, state = old.before(move)
    if old.table is None:
        raise ResultsError(old.record.id, f"{old.game.name} has no plays to be ranked", "Only the word game has")
    plays, count = found_plays(old.table, state.board, state.hands[made.seat], max(most, MOST_RANKED))
    points = int(made.note.get("score", 0))
    best = plays[0].score if plays else 0
    return {
        "move": move,
        "played": {"points": points, "kind": made.note.get("kind", ""), "move": made.move},
        "plays": [play_facts(old.table, state.board, play) for play in plays[:most]],
        "count": count,
        "given_away": max(0, best - points),
        "rank": 1 + sum(play.score > points for play in plays),
    }


def equity_facts(old: Old, move: int, most: int) -> Facts:
    """Return what could have been played before a move by equity, exchanges among it, beside what was done.

    Raises ResultsError, and ConfigError where there is no leave table for the tiles.
    """
    made, state = old.before(move)
    if old.table is None:
        raise ResultsError(old.record.id, f"{old.game.name} has no plays to be ranked", "Only the word game has")
    place = seen_position(old.table, state.board, state.hands[made.seat], len(state.bag))
    moves = moves_by_equity(place)
    points, kind = int(made.note.get("score", 0)), made.note.get("kind", "")
    done = old.game.read_move(made.move) if made.move is not None and kind in ("play", "change") else Pass()
    equity = equity_of_move(place, done, points)
    best = max([equity, *(found.equity or 0.0 for found in moves[:1])])
    return {
        "move": move,
        "played": {"points": points, "kind": kind, "move": made.move, "equity": round(equity, 2)},
        "plays": [ranked_facts(old.table, state.board, found) for found in moves[:most]],
        "count": len(moves),
        "given_away": round(best - equity, 2),
        "rank": 1 + sum((found.equity or 0.0) > equity + SAME for found in moves),
    }


def cgp_before(old: Old, move: int) -> str:
    """Return the position before a move (after the last one: at the end) as CGP. Raises ArenaErrors."""
    state = old.states[-1] if move == len(old.record.moves) and old.states else old.before(move)[1]
    return cgp_of(old.game, "CGP")(state)


def svg_after(old: Old, move: int) -> str:
    """Return the board after a move as a picture in SVG; move -1: before the first one. Raises ResultsError."""
    if move >= 0:
        old.before(move)
    if old.table is None:
        raise ResultsError(old.record.id, f"{old.game.name} has no picture", "Only the word game has")
    layout = old.table.layout
    return board_svg(picture(old, move), layout, f"{old.record.id}, move {move + 1}")


def picture(old: Old, move: int) -> Picture:
    """Return the board after a move of the word game, its tiles marked; move -1: before the first one."""
    state = old.states[min(move + 1, len(old.states) - 1)]
    last = state.last if move >= 0 else None
    fresh = {(tile.x, tile.y) for tile in last.tiles} if last is not None and last.kind == "play" else set()
    tiles = {at: Cell(tile.char, tile.points, at in fresh) for at, tile in state.board.items()}
    return Picture(tiles, window_of(tiles, old.table.layout if old.table is not None else None))


def line_facts(record: GameRecord) -> Facts:
    """Return what a list says of a game."""
    return {
        "id": record.id, "variant": record.variant, "bots": list(record.bots), "places": list(record.places),
        "scores": None if record.scores is None else list(record.scores), "reason": record.reason,
        "turns": len(record.moves),
    }  # fmt: skip


def last_of_pair(name: str, finished: Collection[str], seats: int) -> bool:
    """Tell whether a game is the one left of its pair, so that nobody meets its tiles again. finished: games' ids."""
    pair = pair_id(name)
    return all(other == name or other in finished for other in (f"{pair}/{half}" for half in range(1, seats + 1)))


def secret_pairs(records: list[GameRecord], manifest: Manifest) -> Mapping[str, str]:
    """Return the pairs that are not over and that somebody from outside plays: pair's id -> who.

    Whoever sits at the second half of such a pair meets the tiles of the first one again, so it is shown to nobody.
    """
    halves: dict[str, int] = {}
    outside: dict[str, str] = {}
    for record in records:
        pair = pair_id(record.id)
        halves[pair] = halves.get(pair, 0) + 1
        for bot, process in zip(record.bots, record.process, strict=False):
            if process in ("tcp", "address", "person"):
                outside[pair] = bot
    if manifest.tournament.get("people"):
        return {}  # every game has tiles of its own
    seats = int(manifest.tournament.get("players", 2))
    return {pair: who for pair, who in outside.items() if halves[pair] < seats}
