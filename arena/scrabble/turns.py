"""What a turn was, and what a game has come to: the values of the word game. Pure.

A state is a value: nothing in it is changed once it is made. Hands and boards are mappings that
nobody writes to. Turns and states are structs of msgspec, which are made in a tenth of the time of frozen dataclasses;
``msgspec.structs.replace`` makes one that differs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from arena.contract.outcome import Forfeit
from arena.scrabble.legality import PlayFault
from arena.scrabble.moves import Placed, Play, WordMove
from arena.scrabble.position import Board
from arena.scrabble.rulebook import RuleBook
from arena.scrabble.seen import ChallengeResult, SeenTurn, TurnKind
from arena.scrabble.tiles import Hand, TileSet

Ending = Literal["out of tiles", "scoreless turns", "turn limit", "last player standing", "everybody left"]


class WordTurn(msgspec.Struct, frozen=True):
    """One turn with its secrets: for the record and for the seat that took it.

    move:   what was asked for; None after a time-out, and after an answer that was no move.
    points: what it scored. words: (word, points), the main word first; the points include no bonus.
    hand:   the seat's tiles before the turn. given, drawn: tile ids that went back to the bag, and that came.
    faults: what was wrong, if it was a failed turn. reason: of a forfeit through a fault, or an unreadable answer.
    challenge: what came of one.
    """

    seat: int
    kind: TurnKind
    move: WordMove | None
    hand: Hand
    points: int = 0
    words: tuple[tuple[str, int], ...] = ()
    drawn: tuple[int, ...] = ()
    given: tuple[int, ...] = ()
    faults: tuple[PlayFault, ...] = ()
    reason: str = ""
    challenge: ChallengeResult | None = None

    @property
    def tiles(self) -> tuple[Placed, ...]:
        """Return the tiles that were played, or that failed."""
        return self.move.tiles if isinstance(self.move, Play) else ()

    @property
    def seen(self) -> SeenTurn:
        """Return the turn as the others see it."""
        return SeenTurn(self.seat, self.kind, self.tiles, self.points, len(self.given), self.challenge)


class OpenPlay(msgspec.Struct, frozen=True):
    """That the last turn is a play which the mover may challenge, and what taking it back needs beside that turn.

    scoreless, idle: as they were before it. ending: how the game ends when it stands, None where it goes on.
    """

    scoreless: int
    idle: tuple[int, ...]
    ending: Ending | None = None


class WordState(msgspec.Struct, frozen=True):
    """A game of the word game between two turns; secret to the referee.

    board:     the tiles on it. hands: a seat's tiles. bag: tile ids, see bag.py.
    scores:    game points a seat. mover: whose turn it is. first: who began.
    gone:      (seat, its forfeit) for those who have left, in the order of leaving.
    scoreless: how many scoreless turns in a row there were; idle: how many of its own each seat had in a row.
    changes:   how often each seat has changed tiles. nonce: what the chance of changes is derived from.
    history:   every turn so far. ending: how the game ended, None while it goes on.
    open_play: set while the last play may be challenged; under a rule book without challenges it never is.
    """

    board: Board
    hands: tuple[Mapping[int, int], ...]
    bag: tuple[int, ...]
    scores: tuple[int, ...]
    mover: int
    first: int
    nonce: int
    scoreless: int
    idle: tuple[int, ...]
    changes: tuple[int, ...]
    gone: tuple[Forfeit, ...] = ()
    history: tuple[WordTurn, ...] = ()
    ending: Ending | None = None
    open_play: OpenPlay | None = None

    @property
    def last(self) -> WordTurn | None:
        """Return the turn before this state, None at the start."""
        return self.history[-1] if self.history else None

    @property
    def turn(self) -> int:
        """Return how many turns have been taken."""
        return len(self.history)

    @property
    def active(self) -> tuple[int, ...]:
        """Return the seats that are still in."""
        return still_in(self.gone, len(self.hands))

    @property
    def closing(self) -> bool:
        """Whether the game is over unless the mover challenges the last play."""
        return self.open_play is not None and self.open_play.ending is not None


@dataclass(frozen=True, slots=True)
class GameStart:
    """A position that games begin in, instead of an empty board: what lies there, and what is known of the hands.

    board: tiles on it. hands: a seat's known tiles, by seat; a game fills each up from the bag, the mover's first.
    scores: points by seat. mover: whose turn it is.
    """

    board: Mapping[tuple[int, int], Placed]
    hands: tuple[Mapping[int, int], ...]
    scores: tuple[int, ...]
    mover: int = 0


def still_in(gone: Sequence[Forfeit], seats: int) -> tuple[int, ...]:
    """Return the seats of ``seats`` that have not left."""
    if not gone:
        return tuple(range(seats))
    left = {forfeit.seat for forfeit in gone}
    return tuple(seat for seat in range(seats) if seat not in left)


def after_seat(gone: Sequence[Forfeit], seats: int, seat: int) -> int:
    """Return whose turn it is after ``seat``'s among those who are still in."""
    active = still_in(gone, seats)
    return next(other for step in range(1, seats + 1) if (other := (seat + step) % seats) in active)


def ending_of(rules: RuleBook, state: WordState) -> Ending | None:
    """Return how a game is over in ``state`` when the last play stands, None where it goes on."""
    if state.gone and not state.active:
        return "everybody left"
    if state.gone and len(state.active) == 1 < len(state.hands) and rules.last_player_standing == "wins":
        return "last player standing"
    if rules.out_of_tiles_end and not state.bag and not all(state.hands[seat] for seat in state.active):
        return "out of tiles"
    if rules.scoreless_limit and state.scoreless:
        active = state.active
        row = min(state.idle[seat] for seat in active) if rules.scoreless_unit == "rounds" else state.scoreless
        if row >= rules.scoreless_limit:
            return "scoreless turns"
    if rules.turn_limit is not None and state.turn >= rules.turn_limit:
        return "turn limit"
    return None


def went_out(state: WordState) -> int | None:
    """Return the seat that used its last tile: the last one to play, if its hand is empty.

    Where its play could be challenged, one turn may have come after it.
    """
    turns = state.history[-2:] if state.last is not None and state.last.kind != "play" else state.history[-1:]
    for turn in turns:
        if turn.kind == "play" and not state.hands[turn.seat]:
            return turn.seat
    return None


def adjustments(state: WordState, tiles: TileSet, rule: str, out: int | None) -> tuple[int, ...]:
    """Return what the end of a game adds to each seat's points; those who have left keep theirs.

    rule: "own", "both", "double" or "none", see the rule book. out: the seat that went out, if one did.
    """
    left = [tiles.points(state.hands[seat]) if seat in state.active else 0 for seat in range(len(state.hands))]
    others = sum(left) - (left[out] if out is not None else 0)
    change = [0] * len(left)
    if rule in ("own", "both"):
        change = [-points for points in left]
    if out is not None and rule in ("both", "double"):
        change[out] += others if rule == "both" else 2 * others
    return tuple(change)
