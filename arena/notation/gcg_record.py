"""A game of ours as a GCG record, where GCG can say it. Pure.

What GCG has no word for becomes the nearest thing and a note: a time-out is a pass, a refused play that
could lie on the board is a play taken back, any other refused turn is a pass. On boards without an end
the pragma ``#origin COL ROW`` says which square A1 is.

Where plays may be challenged the pragma ``#challenge RULE`` says by which rule. A challenge that was right is the play
taken back; one that was wrong is the bonus that it gave, or the pass of who lost the turn by it, or a note alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from arena.board.layout import Layout
from arena.notation.gcg import Event, EventKind, GcgGame, nicknames
from arena.notation.gcg_challenge import LOST_TURN, PRAGMA
from arena.notation.play_text import written_play
from arena.notation.squares import BoardExtent
from arena.scrabble.moves import Placed, Play, read_move
from arena.scrabble.position import Board, laid
from arena.scrabble.scoring import score_play
from arena.scrabble.table import Table


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """One turn as a record keeps it: whose, the move's text (None for none), and the game's note on it."""

    seat: int
    move: str | None
    note: dict[str, Any]
    fault: str = ""  # for people; "" when the turn was in order


def record_as_gcg(
    table: Table,
    names: Sequence[str],
    turns: Iterable[PlayedTurn],
    adjustments: Sequence[int] = (),
    reason: str = "",
    title: str = "",
    hands: Sequence[str] = (),
    penalties: Sequence[int] = (),
) -> GcgGame:
    """Return a finished game as a GCG record.

    names:       of the players by seat. adjustments: points a seat gained or lost at the end.
    reason:      how the game ended, kept as a note on the last event.
    hands:       what each seat had left at the end, as text; "" where unknown.
    penalties:   points that a seat lost for overtime, each the line of a time penalty.
    Raises NotationError where a move cannot be told in GCG.
    """
    turns = list(turns)
    extent, origin = _extent(table.layout, turns)
    players = tuple(nicknames(names))
    writer = _Writer(table, extent, [player.nick for player in players])
    for turn in turns:
        writer.turn(turn)
    writer.end(adjustments, hands)
    writer.overtime(penalties, hands)
    if reason and writer.events:
        writer.note(f"end: {reason}")
    pragmas = [("title", title)] if title else []
    pragmas += [("lexicon", table.lexicon.name), ("board", table.layout.name), *origin]
    if table.rules.challenge != "void":
        pragmas.append((PRAGMA, str(table.rules.challenge)))
    return GcgGame(players, tuple(writer.events), tuple(pragmas))


def _extent(layout: Layout, turns: Sequence[PlayedTurn]) -> tuple[BoardExtent, list[tuple[str, str]]]:
    if layout.bounds is not None:
        return BoardExtent.of(layout), []
    squares = [
        (tile.x, tile.y)
        for turn in turns
        if turn.move and isinstance(move := read_move(turn.move), Play)
        for tile in move.tiles
    ] or [layout.centre]
    x0, y0 = min(x for x, _ in squares), min(y for _, y in squares)
    x1, y1 = max(x for x, _ in squares), max(y for _, y in squares)
    return BoardExtent(x0, y0, x1 - x0 + 1, y1 - y0 + 1), [("origin", f"{x0} {y0}")]


class _Writer:
    """Turns in, events out, keeping the board and the totals."""

    def __init__(self, table: Table, extent: BoardExtent, nicks: Sequence[str]) -> None:
        self.table, self.extent, self.nicks = table, extent, nicks
        self.board: Board = {}
        self.totals = [0] * len(nicks)
        self.events: list[Event] = []
        self.gone: set[int] = set()  # seats that have left, whose tiles are nobody's

    def turn(self, turn: PlayedTurn) -> None:
        kind, rack = turn.note.get("kind", "pass"), str(turn.note.get("hand", ""))
        move = read_move(turn.move) if turn.move else None
        if kind == "play" and isinstance(move, Play):
            self._play(turn.seat, rack, move.tiles, int(turn.note.get("score", 0)))
            return
        if kind == "challenge":
            self._challenge(turn)
            return
        if kind == "change":
            self._add(EventKind.EXCHANGE, turn.seat, rack, tiles=str(turn.note.get("given", "")))
            return
        if kind == "forfeit":
            self.gone.add(turn.seat)
        said = turn.fault or ", ".join(map(str, turn.note.get("faults", ())))
        if kind == "failed" and isinstance(move, Play) and self._could_lie(turn, move.tiles):
            before = self.board
            points = self._worth(move.tiles)
            self._play(turn.seat, rack, move.tiles, points)
            self.board = before
            self._add(EventKind.WITHDRAWN, turn.seat, rack, -points)
        else:
            self._add(EventKind.PASS, turn.seat, rack)
        if kind != "pass" or said:
            self.note(f"{kind}: {said}" if said else kind)

    def _challenge(self, turn: PlayedTurn) -> None:
        """Write what a challenge came to, behind the play that it was of (which stands there as one taken back)."""
        points, by = int(turn.note.get("against_points", 0)), self.nicks[turn.seat]
        if turn.note.get("phonies"):
            self.note(f"challenged by {by}")
        elif points:
            self._add(EventKind.CHALLENGE, int(turn.note["against"]), "", points)
            self.note(f"challenged by {by}")
        elif self.table.rules.challenge == "double":
            self._add(EventKind.PASS, turn.seat, str(turn.note.get("hand", "")))
            self.note(f"{LOST_TURN}: the play before stands")
        else:
            self.note(f"challenged by {by}: it stands")

    def note(self, text: str) -> None:
        """Add a note to the last event."""
        last = self.events[-1]
        self.events[-1] = replace(last, notes=(*last.notes, " ".join(text.split())))

    def end(self, adjustments: Sequence[int], hands: Sequence[str]) -> None:
        """Write what the end of the game gave and took; a gain is written with the tiles that the others held."""
        for seat, points in enumerate(adjustments):
            held = hands[seat] if seat < len(hands) else ""
            if points < 0:
                self._add(EventKind.RACK_PENALTY, seat, held, points, tiles=held)
            elif points > 0:
                others = "".join(hand for other, hand in enumerate(hands) if other != seat and other not in self.gone)
                self._add(EventKind.RACK_POINTS, seat, "", points, tiles=others)

    def overtime(self, penalties: Sequence[int], hands: Sequence[str]) -> None:
        """Write what overtime cost, behind the tiles left: a score before it is the one that those came to."""
        for seat, points in enumerate(penalties):
            if points:
                self._add(EventKind.TIME, seat, hands[seat] if seat < len(hands) else "", -points)

    def _play(self, seat: int, rack: str, tiles: Sequence[Placed], score: int) -> None:
        where, text = written_play(self.table.tiles, self.board, tiles, self.extent)
        self.board = laid(self.board, tiles)
        self._add(EventKind.PLAY, seat, rack, score, where=where, tiles=text)

    def _could_lie(self, turn: PlayedTurn, tiles: Sequence[Placed]) -> bool:
        """Return whether the only thing wrong with a refused play was a word."""
        faults = turn.note.get("faults", ())
        return bool(tiles) and bool(faults) and all(str(fault).startswith("WordNotInDictionary") for fault in faults)

    def _worth(self, tiles: Sequence[Placed]) -> int:
        return score_play(self.table, self.board, tiles).total

    def _add(self, kind: EventKind, seat: int, rack: str, score: int = 0, where: str = "", tiles: str = "") -> None:
        self.totals[seat] += score
        self.events.append(Event(kind, seat, rack, score, self.totals[seat], where, tiles))
