"""A position as engines are told it: a CGP, or the game so far as a GCG record."""

from __future__ import annotations

from dataclasses import dataclass, field

from arena.bot import Change, SeenTurn, Table, WordMove, WordView
from arena.errors import NotationError
from arena.notation.cgp import Cgp, Letter, write_cgp
from arena.notation.gcg import Event, EventKind, GcgGame, Player, write_gcg
from arena.notation.play_text import written_play
from arena.notation.squares import BoardExtent
from arena.scrabble.moves import Placed


def rack_text(table: Table, hand: dict[int, int]) -> str:
    """Return a hand as engines write it, ``?`` for the wild card."""
    return table.tiles.print_hand(hand).replace(" ", "")


def cgp_of(view: WordView) -> str:
    """Return the position as a CGP without operations, the bot's hand first; the other's where the bag is empty."""
    table = view.table
    assert table.layout.bounds is not None  # see limits.py
    x0, y0, x1, y1 = table.layout.bounds
    rows = tuple(tuple(_letter(table, view.board.get((x, y))) for x in range(x0, x1 + 1)) for y in range(y0, y1 + 1))
    other = rack_text(table, dict(view.unseen)) if not view.bag_count else ""
    scores = view.scores[view.seat], view.scores[1 - view.seat]
    racks = rack_text(table, dict(view.hand)), other
    return write_cgp(Cgp(rows, racks, scores, scoreless_turns(view)), table.tiles.alphabet)


def _letter(table: Table, tile: Placed | None) -> Letter | None:
    return None if tile is None else Letter(tile.char, table.tiles.tiles[tile.tile].wild)


def scoreless_turns(view: WordView) -> int:
    """Return how many turns in a row, up to now, count as scoreless by the rule book."""
    rules, count = view.table.rules, 0
    for turn in reversed(view.history):
        if not (turn.kind in rules.scoreless_turns or (rules.zero_play_scoreless and not turn.points)):
            break
        count += 1
    return count


@dataclass
class Record:
    """The game so far as a GCG record: what everybody saw, and what the bot held and gave away itself."""

    hands: dict[int, str] = field(default_factory=dict)  # turn -> the bot's hand then
    given: dict[int, str] = field(default_factory=dict)  # turn -> the tiles that the bot changed then

    def asked(self, view: WordView) -> None:
        """Note the bot's hand in a turn of its own."""
        self.hands[view.turn] = rack_text(view.table, dict(view.hand))

    def answered(self, view: WordView, move: WordMove) -> None:
        """Note what the bot gives away in a turn of its own."""
        if isinstance(move, Change):
            hand: dict[int, int] = {}
            for tile in move.tiles:
                hand[tile] = hand.get(tile, 0) + 1
            self.given[view.turn] = rack_text(view.table, hand)

    def text(self, view: WordView) -> str:
        """Return the game up to the bot's turn; player 1 is who began. What the other held is ``_`` a tile.

        Raises NotationError for a game that began with tiles on the board.
        """
        first = view.history[0].seat if view.history else view.seat
        writer = _Events(self, view, first)
        for number, turn in enumerate(view.history):
            writer.add(number, turn)
        if writer.board != dict(view.board):
            raise NotationError("GCG", "the game began in a position, which a record of its turns cannot say")
        names = ["me", "other"] if first == view.seat else ["other", "me"]
        me, rack = names.index("me"), rack_text(view.table, dict(view.hand))
        players = tuple(Player(name, name) for name in names)
        return write_gcg(GcgGame(players, tuple(writer.events), racks={me: rack}, incomplete=rack))


class _Events:
    """Turns in, events out, keeping the board and the totals."""

    def __init__(self, record: Record, view: WordView, first: int) -> None:
        self.record, self.view, self.first = record, view, first
        self.board: dict[tuple[int, int], Placed] = {}
        self.totals = [0, 0]
        self.events: list[Event] = []
        self.extent = BoardExtent.of(view.table.layout)

    def add(self, number: int, turn: SeenTurn) -> None:
        table, player = self.view.table, (turn.seat + self.first) % 2
        unknown = "_" * self.view.table.hand_size
        rack = self.record.hands.get(number, unknown) if turn.seat == self.view.seat else unknown
        self.totals[player] += turn.points
        kind, where, tiles, count = EventKind.PASS, "", "", None
        if turn.kind == "play":
            kind = EventKind.PLAY
            where, tiles = written_play(table.tiles, self.board, turn.tiles, self.extent)
            self.board |= {(tile.x, tile.y): tile for tile in turn.tiles}
            if rack == unknown:
                rack = "".join("?" if table.tiles.tiles[tile.tile].wild else tile.char for tile in turn.tiles)
        elif turn.kind == "change":
            kind, tiles = EventKind.EXCHANGE, self.record.given.get(number, "") if rack != unknown else ""
            count = None if tiles else turn.count
        score = turn.points if turn.kind == "play" else 0
        self.events.append(Event(kind, player, rack, score, self.totals[player], where, tiles, count))
