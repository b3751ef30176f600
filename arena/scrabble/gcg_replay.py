"""A GCG record put on a board again: every play placed and scored, and whatever does not agree listed.

The file's own scores and totals are kept; what we reckon stands beside them. Words are not looked up:
a record may hold phonies that nobody challenged. Pure.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from arena.errors import NotationError
from arena.scrabble.gcg import Event, GcgGame, Kind
from arena.scrabble.legality import faults_of_play
from arena.scrabble.moves import Placed
from arena.scrabble.notation import Extent, read_place, signs_of
from arena.scrabble.position import Board, laid
from arena.scrabble.scoring import score_play
from arena.scrabble.table import Table

FARTHEST = 10**6  # rows and columns that coordinates may name on a board without an end
_LOOSE = ("WordNotInDictionary", "PlayerDoesNotHavePiece")  # faults that a record may have


@dataclass(frozen=True)
class Step:
    """One event, replayed.

    placed: the tiles that the event put down. board: the tiles after it. words: the words it made, main word first.
    points: what we reckon the event is worth, None where only the file can know (a challenge's bonus, a time penalty).
    scores: every player's total after it, as the file has it.
    """

    event: Event
    board: Board
    placed: tuple[Placed, ...]
    words: tuple[str, ...]
    points: int | None
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Replay:
    """A whole record.

    problems: (line, text) for everything that does not agree, in the file's order.
    finished: whether the record has the end's adjustments; to_move: whose turn it would be, None once finished.
    through:  how many squares of plays were letters already on the board.
    """

    steps: tuple[Step, ...]
    scores: tuple[int, ...]
    problems: tuple[tuple[int, str], ...]
    finished: bool
    to_move: int | None
    through: int

    @property
    def board(self) -> Board:
        """The tiles on the board at the end."""
        return self.steps[-1].board if self.steps else {}


def extent_of(game: GcgGame, table: Table) -> Extent:
    """Return what the record's rows and columns count in: the board's own, or where #origin says that A1 lies.

    Raises NotationError for a board without an end and no #origin.
    """
    origin = game.pragma("origin")
    if origin is None:
        return Extent.of(table.layout)
    try:
        x, y = map(int, origin.split())
    except ValueError:
        raise NotationError("#origin", f"cannot read {origin!r}", "Write column and row of the square A1") from None
    return Extent(x, y, FARTHEST, FARTHEST)


def replay_gcg(game: GcgGame, table: Table) -> Replay:
    """Return the record replayed with the board, tiles and rules of ``table``.

    A play that cannot be put on the board is a problem, and the rest is replayed without it.
    Raises NotationError when the record's coordinates cannot be read on this board at all.
    """
    replay = _Replay(game, table, extent_of(game, table))
    for event in game.events:
        replay.take(event)
    return replay.result()


class _Replay:
    def __init__(self, game: GcgGame, table: Table, extent: Extent) -> None:
        self.game, self.table, self.extent = game, table, extent
        self.board: Board = {}
        self.totals = [0] * len(game.players)
        self.steps: list[Step] = []
        self.problems: list[tuple[int, str]] = [*game.doubts]
        self.through = 0
        self.last_play: tuple[int, Board, int] | None = None  # player, board before, points
        self.mover = 0

    def take(self, event: Event) -> None:
        placed: tuple[Placed, ...] = ()
        words: tuple[str, ...] = ()
        points: int | None = None
        before = self.board
        match event.kind:
            case Kind.PLAY:
                placed, words, points = self._play(event)
            case Kind.PASS:
                points = 0
            case Kind.EXCHANGE:
                points = 0
                self._exchange(event)
            case Kind.WITHDRAWN:
                points = self._withdraw(event)
            case Kind.RACK_POINTS | Kind.RACK_PENALTY:
                points = self._left(event)
            case Kind.CHALLENGE | Kind.TIME:
                pass
        self._account(event, points)
        if event.kind is Kind.PLAY:
            self.last_play = (event.player, before, event.score)
        elif event.kind not in (Kind.CHALLENGE, Kind.TIME):
            self.last_play = None
        if event.kind in (Kind.PLAY, Kind.PASS, Kind.EXCHANGE):
            self.mover = (event.player + 1) % len(self.totals)
        self.steps.append(Step(event, self.board, placed, words, points, tuple(self.totals)))

    def _problem(self, event: Event, text: str) -> None:
        self.problems.append((event.line, text))

    def _account(self, event: Event, points: int | None) -> None:
        """Check the event's points and total; go on from the file's total."""
        right = event.score if points is None else points
        if right != event.score:
            self._problem(event, f"{event.score:+d} is written where {right:+d} is right")
        counted = right if event.kind is Kind.WITHDRAWN else event.score
        if self.totals[event.player] + counted != event.total:
            expected = self.totals[event.player] + counted
            self._problem(event, f"the total is {event.total} where {expected} follows from the lines before")
        self.totals[event.player] = event.total

    def _play(self, event: Event) -> tuple[tuple[Placed, ...], tuple[str, ...], int | None]:
        try:
            placed = self._placed(event)
        except NotationError as error:
            self._problem(event, f"the play {event.where} {event.tiles} cannot be placed: {error}")
            return (), (), None
        self._check_tiles(event, placed)
        faults = faults_of_play(self.table, self.board, placed, {}, event.player + 1)
        told = [str(fault) for fault in faults if fault.name not in _LOOSE]
        if told:
            self._problem(event, f"the play {event.where} {event.tiles} breaks the rules: {', '.join(told)}")
        score = score_play(self.table, self.board, placed)
        self.board = laid(self.board, placed)
        return placed, tuple(word.text for word in score.words), score.total

    def _placed(self, event: Event) -> tuple[Placed, ...]:
        x, y, across = read_place(event.where, self.extent)
        found = []
        for sign in signs_of(event.tiles):
            there = self.board.get((x, y))
            if there is not None:
                if sign != "." and self.table.tiles.letter(sign) != there.char:
                    raise NotationError(f"square {x}, {y}", f"{there.char} lies there, not {sign}")
                self.through += 1
            elif sign == ".":
                raise NotationError(f"square {x}, {y}", "is empty, but '.' stands for a tile that lies there")
            else:
                tile, face = self.table.tiles.read_board_letter(sign)
                found.append(Placed(x, y, tile, face.char, face.points))
            x, y = (x + 1, y) if across else (x, y + 1)
        return tuple(found)

    def _check_tiles(self, event: Event, placed: tuple[Placed, ...]) -> None:
        """Tell tiles that the rack does not hold, and tiles that the set has no more of."""
        tiles = self.table.tiles
        used = Counter(tile.tile for tile in placed)
        on_board = Counter(tile.tile for tile in self.board.values())
        for tile, count in used.items():
            if on_board[tile] + count > tiles.counts[tile]:
                self._problem(event, f"more tiles {tiles.sign(tile)} than the {tiles.counts[tile]} there are")
        if not event.rack:
            return
        try:
            rack = Counter(tiles.parse_hand(event.rack))
        except NotationError as error:
            self._problem(event, f"the rack {event.rack} cannot be read: {error.problem}")
            return
        missing = used - rack
        unknown = max(0, self.table.hand_size - rack.total())
        if missing.total() > unknown:
            self._problem(event, f"not on the rack {event.rack}: {tiles.print_hand(missing)}")

    def _exchange(self, event: Event) -> None:
        asked = event.count
        if asked is None:
            try:
                given = Counter(self.table.tiles.parse_hand(event.tiles))
                rack = Counter(self.table.tiles.parse_hand(event.rack))
            except NotationError as error:
                self._problem(event, f"the exchange cannot be read: {error.problem}")
                return
            asked = given.total()
            if event.rack and (given - rack).total() > max(0, self.table.hand_size - rack.total()):
                self._problem(event, f"not on the rack {event.rack}: {self.table.tiles.print_hand(given - rack)}")
        bag = self.in_bag()
        if bag < max(asked, self.table.rules.change_min_bag):
            self._problem(event, f"an exchange of {asked} with {bag} tiles in the bag")

    def in_bag(self) -> int:
        """Return how many tiles the bag holds when every hand is as full as it can be."""
        return max(0, self.table.tiles.total - len(self.board) - len(self.totals) * self.table.hand_size)

    def _withdraw(self, event: Event) -> int | None:
        if self.last_play is None or self.last_play[0] != event.player:
            self._problem(event, "there is no play of this player to take back")
            return None
        _, self.board, points = self.last_play
        self.mover = (event.player + 1) % len(self.totals)
        return -points

    def _left(self, event: Event) -> int | None:
        try:
            points = self.table.tiles.points(self.table.tiles.parse_hand(event.tiles))
        except NotationError as error:
            self._problem(event, f"the tiles ({event.tiles}) cannot be read: {error.problem}")
            return None
        if event.kind is Kind.RACK_PENALTY:
            return -points
        return points if event.score == points else 2 * points  # some rule books count them once

    def result(self) -> Replay:
        finished = any(event.kind in (Kind.RACK_POINTS, Kind.RACK_PENALTY) for event in self.game.events)
        return Replay(
            tuple(self.steps),
            tuple(self.totals),
            tuple(sorted(self.problems)),
            finished,
            None if finished else self.mover,
            self.through,
        )
