"""The order of a recorded game: whose turn it is, what may follow what, and how many tiles each can hold. Pure.

Hands are filled up after each play while the bag lasts, so their sizes follow from the plays. Where a line of
the record could not be used that is not so any more, and nothing is said that depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arena.notation.gcg import Event, EventKind
from arena.scrabble.table import Table

_MOVES = (EventKind.PLAY, EventKind.PASS, EventKind.EXCHANGE)
_ENDS = (EventKind.RACK_POINTS, EventKind.RACK_PENALTY)
_SCORELESS = {EventKind.PASS: "pass", EventKind.EXCHANGE: "change", EventKind.WITHDRAWN: "failed"}
_LEAVES = "forfeit"  # a pass with such a note is a player's last turn


@dataclass(frozen=True, slots=True)
class _Before:
    """What a play taken back goes back to."""

    hands: tuple[int, ...]
    bag: int
    scoreless: int


class TurnOrder:
    """What has happened so far, and what is wrong with the next line.

    hands: how many tiles each player holds; bag: how many are left; sure: whether these two are known.
    mover: whose turn it is, None where that cannot be told. out: who has played the last tile.
    """

    def __init__(self, nicks: Sequence[str], table: Table) -> None:
        self.nicks, self.table = nicks, table
        seats, size = len(nicks), table.hand_size
        self.sure = table.tiles.total >= seats * size
        self.hands = [size] * seats
        self.bag = max(0, table.tiles.total - seats * size)
        self.mover: int | None = None
        self.out: int | None = None
        self.ended = False
        self._scoreless = 0
        self._over = ""  # how the game came to its end, where no end points have said so yet
        self._before: _Before | None = None  # of the play that can be taken back
        self._previous: Event | None = None
        self._missed = False  # whether the line before was left out
        self._left: set[int] = set()
        self._penalised: set[int] = set()
        self._adjusted: list[tuple[EventKind, int]] = []

    def miss(self) -> None:
        """Forget what a line that was left out may have changed."""
        self.sure, self.mover, self.out, self._over = False, None, None, ""
        self._before, self._previous, self._scoreless = None, None, 0
        self._missed = True

    def check(self, event: Event) -> list[str]:
        """Return what is wrong with an event coming now."""
        problems = []
        if event.kind not in (*_ENDS, EventKind.TIME):
            problems += self._after_the_end(event)
        if event.kind in _MOVES and not problems and self.mover not in (None, event.player):
            problems.append(f"out of turn: it is {self.nicks[self.mover or 0]}'s")
        match event.kind:
            case EventKind.WITHDRAWN if self._play_before(event) is None:
                problems.append("there is no play of this player to take back")
            case EventKind.CHALLENGE:
                problems += self._bonus(event)
            case EventKind.TIME:
                if event.player in self._penalised:
                    problems.append("a second time penalty of this player")
                if event.score > 0:
                    problems.append(f"a time penalty that gives {event.score:+d}")
            case EventKind.RACK_POINTS | EventKind.RACK_PENALTY:
                problems += self._end_points(event)
        return problems

    def _after_the_end(self, event: Event) -> list[str]:
        if self.ended:
            return ["after the end of the game: it has had its end points"]
        answer = event.kind in (EventKind.CHALLENGE, EventKind.WITHDRAWN) or (
            event.kind is EventKind.PASS and self._previous is not None and self._previous.kind is EventKind.PLAY
        )  # an opponent may challenge the last play, or let it stand
        if self.out is not None and not answer:
            return [f"after the end of the game: {self.nicks[self.out]} has gone out"]
        if self._over and event.kind in _MOVES:
            over, self._over = self._over, ""
            return [f"after the end of the game: {over}"]
        return []

    def _play_before(self, event: Event) -> Event | None:
        """Return the play that an event answers: the same player's, with nothing but bonuses between."""
        previous = self._previous
        return previous if previous and previous.kind is EventKind.PLAY and previous.player == event.player else None

    def _bonus(self, event: Event) -> list[str]:
        problems = []
        if self._play_before(event) is None and not self._missed:
            problems.append("a challenge bonus without a play of this player just before it")
        if event.score < 0:
            problems.append(f"a challenge bonus of {event.score:+d}")
        return problems

    def _end_points(self, event: Event) -> list[str]:
        kind, player = event.kind, event.player
        most = 1 if kind is EventKind.RACK_PENALTY else max(1, len(self.hands) - 1)  # a line for each of the others
        if self._adjusted.count((kind, player)) >= most:
            return ["end points of this player a second time"]
        if kind is EventKind.RACK_POINTS and self.sure and self.hands[player]:
            return [f"end points for somebody who has not gone out: {self.hands[player]} tiles are left to play"]
        return []

    def holds(self, player: int, others: bool) -> int | None:
        """Return how many tiles a player holds, or all the others do; None where that is not known."""
        if not self.sure:
            return None
        return sum(self.hands) - self.hands[player] if others else self.hands[player]

    def take(self, event: Event, placed: int | None) -> None:
        """Go on to after an event. placed: how many tiles a play put down, None where that is not known."""
        match event.kind:
            case EventKind.PLAY:
                self._play(event, placed)
            case EventKind.WITHDRAWN:
                self._take_back()
            case EventKind.RACK_POINTS | EventKind.RACK_PENALTY:
                self.ended = True
                self._adjusted.append((event.kind, event.player))
            case EventKind.TIME:
                self._penalised.add(event.player)
            case EventKind.PASS:
                if any(note.startswith(_LEAVES) for note in event.notes):
                    self._left.add(event.player)
        if event.kind in _MOVES:
            self.mover = self._next(event.player)
        if event.kind in _SCORELESS:
            self._idle(_SCORELESS[event.kind])
        self._missed = False
        if event.kind is not EventKind.CHALLENGE or len(self.hands) < 3:  # each of several opponents may challenge
            self._previous = event

    def _play(self, event: Event, placed: int | None) -> None:
        self._before = _Before(tuple(self.hands), self.bag, self._scoreless)
        zero = self.table.rules.zero_play_scoreless and not event.score
        self._scoreless = self._scoreless + 1 if zero else 0
        if placed is None:
            self.sure = False
        if not self.sure or placed is None:
            return
        if placed > self.hands[event.player]:
            self.sure = False
            return
        self.hands[event.player] -= placed
        drawn = min(self.bag, self.table.hand_size - self.hands[event.player])
        self.hands[event.player] += drawn
        self.bag -= drawn
        if not self.hands[event.player]:
            self.out = event.player

    def _take_back(self) -> None:
        if self._before is not None:
            self.hands, self.bag, self._scoreless = [*self._before.hands], self._before.bag, self._before.scoreless
            self._before, self.out = None, None

    def _idle(self, kind: str) -> None:
        rules = self.table.rules
        if kind not in rules.scoreless_turns:
            self._scoreless = 0
            return
        self._scoreless += 1
        seats = len(self.hands) - len(self._left)
        limit = rules.scoreless_limit * (seats if rules.scoreless_unit == "rounds" else 1)
        if limit and self._scoreless >= limit:
            self._over, self._scoreless = f"{self._scoreless} turns in a row without points", 0

    def _next(self, player: int) -> int:
        seats = len(self.hands)
        after = [(player + step) % seats for step in range(1, seats + 1)]
        return next((seat for seat in after if seat not in self._left), after[0])
