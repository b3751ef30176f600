"""A game record beside the best moves by equity: what each move gave away, when, and by what kind of mistake.

>>> from arena import words
>>> record = "#player1 Ann Ann\\n#player2 Bob Bob\\n>Ann: AEINRST 8G TEN +6 6\\n"
>>> [turn] = words.analyse(record, leaves={"S": 8.0}).turns
>>> turn.mistake, turn.given_away > 40
('missed bingo', True)
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import NotationError
from arena.scrabble.moves import Change, Pass, Placed, Play
from arena.scrabble.position import Board
from arena.scrabble.table import Table
from arena.scrabble.tiles import Hand
from arena.words.mistakes import MISTAKES, PHASES, MoveWorth, mistake_of, phase_of
from arena.words.ranking import LeaveTable, SeenPosition, by_equity, in_bag, leaves_of, unseen_tiles
from arena.words.reading import record_of, record_table

if TYPE_CHECKING:  # kernels come along, so these are imported when a record is analysed
    from arena.engine.equity import EquityFinder
    from arena.notation.gcg import Event, GcgGame
    from arena.notation.gcg_replay import GcgReplay
    from arena.notation.squares import BoardExtent


@dataclass(frozen=True)
class AnalysedTurn:
    """A move beside the best one.

    number: of the move in the record, as ``arena import`` lists them, from 1. player: its index. rack: as text.
    phase:  one of PHASES. made, best: as the field writes moves ("8G CA.S", "exchange QV", "pass").
    score, best_score: points now. equity, best_equity: with what is kept. given_away: the difference, never below 0 (a
            word that is not in the list can be worth more than any that is).
    mistake: one of MISTAKES, "" for none.
    """

    number: int
    player: int
    rack: str
    phase: str
    made: str
    score: int
    equity: float
    best: str
    best_score: int
    best_equity: float
    mistake: str

    @property
    def given_away(self) -> float:
        """Points of equity that the move gave away."""
        return max(0.0, self.best_equity - self.equity)


@dataclass(frozen=True)
class TurnSum:
    """What some turns gave away together.

    turns: how many there were. mistakes: how many gave something away. points: of equity, in all.
    """

    turns: int = 0
    mistakes: int = 0
    points: float = 0.0

    def with_turn(self, turn: AnalysedTurn) -> TurnSum:
        """Return the sum with one turn more."""
        return self.with_sum(TurnSum(1, int(bool(turn.mistake)), turn.given_away))

    def with_sum(self, more: TurnSum) -> TurnSum:
        """Return both together."""
        return TurnSum(self.turns + more.turns, self.mistakes + more.mistakes, self.points + more.points)


@dataclass(frozen=True)
class RecordAnalysis:
    """A record, analysed.

    players: nicknames. turns: every move whose rack is known. unknown: how many moves have no (whole) rack, or tiles on
    the board that are not on it. warnings: what does not agree in the record.
    """

    where: str
    players: tuple[str, ...]
    turns: tuple[AnalysedTurn, ...]
    unknown: int = 0
    warnings: tuple[str, ...] = field(default=(), compare=False)

    def by_phase(self, player: int) -> dict[str, TurnSum]:
        """Return what a player gave away in each phase, the phases in their order."""
        return _sums([turn for turn in self.turns if turn.player == player], PHASES, "phase")

    def by_mistake(self, player: int) -> dict[str, TurnSum]:
        """Return what a player gave away by each kind of mistake."""
        return _sums([turn for turn in self.turns if turn.player == player], MISTAKES, "mistake")


def _sums(turns: list[AnalysedTurn], names: tuple[str, ...], by: str) -> dict[str, TurnSum]:
    sums = dict.fromkeys(names, TurnSum())
    for turn in turns:
        name = turn.phase if by == "phase" else turn.mistake
        if name:
            sums[name] = sums[name].with_turn(turn)
    return sums


def analyse(
    source: str | os.PathLike[str],
    *,
    leaves: LeaveTable | None = None,
    board: str | None = None,
    tiles: str | None = None,
    lexicon: str | None = None,
    rules: str = "tournament",
) -> RecordAnalysis:
    """Return each move of a game record in GCG beside the best move by equity.

    source: a file, or a record as text (more than one line). leaves: as for ``Position.ranked``. The rest as for
    ``read_record``; words count as the lexicon has them.
    Raises NotationError for what is no record, ConfigError for parts and leave tables that are not there.

    >>> from arena import words
    >>> record = "#player1 Ann Ann\\n#player2 Bob Bob\\n>Ann: CATS 8G CAT +10 10\\n"
    >>> words.analyse(record, leaves={"S": 8.0}).unknown  # four tiles are no whole rack
    1
    """
    name = os.fspath(source)
    where, base = ("record", None) if "\n" in name else (name, Path(name).parent)
    game = record_of(name, where)
    setting, warnings = record_table(game, board, tiles, lexicon, rules, base)
    return analyse_game(game, setting.table, leaves, where, tuple(warnings))


def analyse_game(
    game: GcgGame, table: Table, leaves: LeaveTable | None, where: str, warnings: tuple[str, ...] = ()
) -> RecordAnalysis:
    """Return the analysis of a record that was read, played at a table; raises as ``analyse`` does."""
    from arena.engine.equity import EquityFinder
    from arena.notation.gcg_replay import extent_of, replay_gcg

    finder = EquityFinder(table, leaves_of(table, leaves, where))
    try:
        replay, extent = replay_gcg(game, table), extent_of(game, table)
    except NotationError as error:
        raise NotationError(f"{where}: {error.where}", error.problem, error.remedy) from error
    problems = (*warnings, *(f"line {line}: {text}" for line, text in replay.problems))
    return _Analyst(game, replay, table, finder, extent).result(where, problems)


class _Analyst:
    # Goes through a record move by move.

    def __init__(
        self, game: GcgGame, replay: GcgReplay, table: Table, finder: EquityFinder, extent: BoardExtent
    ) -> None:
        self.game, self.replay, self.table, self.finder, self.extent = game, replay, table, finder, extent
        self.had = [0] * len(game.players)

    def result(self, where: str, warnings: tuple[str, ...]) -> RecordAnalysis:
        from arena.notation.gcg import EventKind

        turns: list[AnalysedTurn] = []
        unknown, board = 0, dict[tuple[int, int], Placed]()
        steps = self.replay.steps
        for number, step in enumerate(steps, start=1):
            before, board = board, dict(step.board)
            event = step.event
            if event.kind not in (EventKind.PLAY, EventKind.EXCHANGE, EventKind.PASS):
                continue
            following = steps[number].event if number < len(steps) else None
            withdrawn = following is not None and following.kind is EventKind.WITHDRAWN
            score = event.score if step.points is None else step.points
            turn = self._turn(number, event, before, step.placed, score, withdrawn)
            self.had[event.player] += 1
            if turn is None:
                unknown += 1
            else:
                turns.append(turn)
        return RecordAnalysis(
            where, tuple(player.nick for player in self.game.players), tuple(turns), unknown, warnings
        )

    def _turn(
        self, number: int, event: Event, board: Board, placed: tuple[Placed, ...], score: int, withdrawn: bool
    ) -> AnalysedTurn | None:
        # Returns None where the rack is not known, or not what was played from.
        hand, made = self._read(event, placed)
        if hand is None or made is None:
            return None
        unseen = unseen_tiles(self.table, board, hand)
        bag = in_bag(self.table, unseen, len(self.game.players) - 1)
        held, full = sum(hand.values()), self.table.hand_size
        if bag and held < full:
            return None
        field = self.table.empty_field()
        field.place(tuple(board.values()))
        place = SeenPosition(self.table, field, hand, unseen, bag)
        best = self._best(place)
        worth = self._worth(place, Pass() if withdrawn else made, 0 if withdrawn else score)
        mistake = mistake_of(worth, best, held=held, full=full, withdrawn=withdrawn, bag=bag)
        return AnalysedTurn(
            number, event.player, self.table.tiles.print_hand(hand), phase_of(self.had[event.player], bag, full),
            self._text(board, made), worth.score, worth.equity, self._text(board, best.move), best.score, best.equity,
            mistake,
        )  # fmt: skip

    def _read(self, event: Event, placed: tuple[Placed, ...]) -> tuple[Hand | None, Play | Change | Pass | None]:
        # The hand and the move of an event, None for what is not known.
        from arena.notation.gcg import EventKind

        tiles = self.table.tiles
        try:
            hand, more = tiles.parse_rack(event.rack) if event.rack else ({}, 1)
            if more or not hand:
                return None, None
            move: Play | Change | Pass = Pass()
            if event.kind is EventKind.PLAY:
                move = Play(placed)
            elif event.kind is EventKind.EXCHANGE:
                gone = tiles.parse_hand(event.tiles) if event.tiles else {}
                move = Change(tuple(tile for tile, count in sorted(gone.items()) for _ in range(count)))
        except NotationError:
            return None, None
        used = [] if isinstance(move, Pass) else [one if isinstance(one, int) else one.tile for one in move.tiles]
        whole = all(used.count(tile) <= hand.get(tile, 0) for tile in used)
        empty = not isinstance(move, Pass) and not used
        return hand, move if whole and not empty else None

    def _best(self, place: SeenPosition) -> MoveWorth:
        if place.bag:
            found = self.finder.best(place.field, place.hand, place.may_change)
            return self._worth(place, Pass(), 0) if found is None else MoveWorth(found.move, found.score, found.equity)
        first = next(by_equity(place, self.finder))
        return MoveWorth(first.move, first.score, first.equity or 0.0)

    def _worth(self, place: SeenPosition, move: Play | Change | Pass, score: int) -> MoveWorth:
        if place.bag == 0 and not isinstance(move, Change):
            from arena.engine.static_move import last_worth

            others = self.table.tiles.points(place.unseen)
            return MoveWorth(move, score, float(last_worth(self.table, place.hand, others)(move, score)))
        leaves = self.finder.leaves
        kept = leaves.whole(place.hand) if isinstance(move, Pass) else leaves.value(place.kept(move))
        return MoveWorth(move, score, score + kept)

    def _text(self, board: Board, move: Play | Change | Pass) -> str:
        from arena.notation.play_text import written_play

        match move:
            case Play(tiles):
                try:
                    return " ".join(written_play(self.table.tiles, board, tiles, self.extent))
                except NotationError:  # a wild card's letter without a small form
                    return str(move)
            case Change(tiles):
                gone: Mapping[int, int] = {tile: tiles.count(tile) for tile in tiles}
                return f"exchange {self.table.tiles.print_hand(gone)}"
            case _:
                return "pass"
