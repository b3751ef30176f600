"""Goes through a game record move by move, and says of each how good it was."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING

from arena.errors import NotationError
from arena.scrabble.moves import Change, Pass, Placed, Play
from arena.scrabble.position import Board
from arena.scrabble.table import Table
from arena.scrabble.tiles import Hand
from arena.words.judges import Judge
from arena.words.mistakes import LEAST, LEAST_WIN, mistake_of, phase_of
from arena.words.ranking import SeenPosition, in_bag, unseen_tiles
from arena.words.turns import AnalysedTurn, RecordAnalysis

if TYPE_CHECKING:  # kernels come along, so these are imported when a record is analysed
    from arena.notation.gcg import Event, GcgGame
    from arena.notation.gcg_replay import GcgReplay
    from arena.notation.squares import BoardExtent


class Analyst:
    """Goes through one record, played at a table. judge: says how good a move was."""

    def __init__(self, game: GcgGame, replay: GcgReplay, table: Table, judge: Judge, extent: BoardExtent) -> None:
        self.game, self.replay, self.table, self.judge, self.extent = game, replay, table, judge, extent
        self.had = [0] * len(game.players)
        self.scoreless = 0

    def result(self, where: str, warnings: tuple[str, ...]) -> RecordAnalysis:
        """Return the analysis of the record."""
        from arena.notation.gcg import EventKind

        turns: list[AnalysedTurn] = []
        lying: list[tuple[Placed, ...]] = []
        unknown, board, scores = 0, dict[tuple[int, int], Placed](), (0,) * len(self.game.players)
        steps = self.replay.steps
        for number, step in enumerate(steps, start=1):
            before, board = board, dict(step.board)
            standing, scores = scores, step.scores
            event = step.event
            if event.kind is EventKind.WITHDRAWN:
                self.scoreless += 1
            if event.kind not in (EventKind.PLAY, EventKind.EXCHANGE, EventKind.PASS):
                continue
            following = steps[number].event if number < len(steps) else None
            withdrawn = following is not None and following.kind is EventKind.WITHDRAWN
            score = event.score if step.points is None else step.points
            seen = self._seen(event, before, standing)
            turn = None if seen is None else self._turn(number, event, seen, step.placed, score, withdrawn)
            self.had[event.player] += 1
            self._count(event.kind is EventKind.PLAY, event.kind is EventKind.PASS, score, withdrawn)
            if turn is None:
                unknown += 1
            else:
                turns.append(turn)
                lying.append(tuple(before.values()) if turn.mistake else ())
        players = tuple(player.nick for player in self.game.players)
        return RecordAnalysis(where, players, tuple(turns), unknown, warnings, self.table.layout, tuple(lying))

    def _count(self, play: bool, passed: bool, score: int, withdrawn: bool) -> None:
        # Counts the scoreless turns in a row; a play that is taken back counts when it is.
        rules = self.table.rules
        if play:
            zero = score == 0 and rules.zero_play_scoreless and not withdrawn
            self.scoreless = self.scoreless + 1 if zero else self.scoreless if withdrawn else 0
        elif ("pass" if passed else "change") in rules.scoreless_turns:
            self.scoreless += 1
        else:
            self.scoreless = 0

    def _seen(self, event: Event, board: Board, scores: tuple[int, ...]) -> SeenPosition | None:
        # The position before a move; None where the rack is not known.
        tiles, others = self.table.tiles, len(self.game.players) - 1
        try:
            hand, more = tiles.parse_rack(event.rack) if event.rack else ({}, 1)
        except NotationError:
            return None
        if more or not hand:
            return None
        unseen = unseen_tiles(self.table, board, hand)
        bag = in_bag(self.table, unseen, others)
        if bag and sum(hand.values()) < self.table.hand_size:
            return None
        field = self.table.empty_field()
        field.place(tuple(board.values()))
        turned = scores[event.player :] + scores[: event.player]
        return SeenPosition(self.table, field, hand, unseen, bag, dict(board), (None,) * others, turned, self.scoreless)

    def _turn(
        self, number: int, event: Event, place: SeenPosition, placed: tuple[Placed, ...], score: int, withdrawn: bool
    ) -> AnalysedTurn | None:
        # Returns None where the move is not known, or is none from this rack.
        move = self._read(event, place.hand, placed)
        if move is None:
            return None
        made, best, by, exact = self.judge(place, Pass() if withdrawn else move, 0 if withdrawn else score, number)
        held, full = sum(place.hand.values()), self.table.hand_size
        least = LEAST
        if by == "sim":  # by the chance to win; what spread says is told all the same
            least = -inf if (best.win or 0.0) - (made.win or 0.0) >= LEAST_WIN else inf
        mistake = mistake_of(made, best, held=held, full=full, withdrawn=withdrawn, bag=place.bag, least=least)
        board = place.board
        return AnalysedTurn(
            number, event.player, self.table.tiles.print_hand(place.hand),
            phase_of(self.had[event.player], place.bag, full), self._text(board, move), made.score, made.equity,
            self._text(board, best.move), best.score, best.equity, mistake, by, made.value, best.value, exact,
            made.win, best.win, move.tiles if isinstance(move, Play) else (),
            best.move.tiles if isinstance(best.move, Play) else (),
        )  # fmt: skip

    def _read(self, event: Event, hand: Hand, placed: tuple[Placed, ...]) -> Play | Change | Pass | None:
        # The move of an event, None for what is not known.
        from arena.notation.gcg import EventKind

        move: Play | Change | Pass = Pass()
        if event.kind is EventKind.PLAY:
            move = Play(placed)
        elif event.kind is EventKind.EXCHANGE:
            try:
                gone = self.table.tiles.parse_hand(event.tiles) if event.tiles else {}
            except NotationError:
                return None
            move = Change(tuple(tile for tile, count in sorted(gone.items()) for _ in range(count)))
        used = [] if isinstance(move, Pass) else [one if isinstance(one, int) else one.tile for one in move.tiles]
        whole = all(used.count(tile) <= hand.get(tile, 0) for tile in used)
        empty = not isinstance(move, Pass) and not used
        return move if whole and not empty else None

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
