"""What a seat of a stored game was told and asked up to one of its turns, made again from the record. Pure.

The messages are those that the seat's process was sent: they are made by the same code, and hold nothing that it may
not know. Of a seat's own random numbers the record has the seed; nothing of a tournament's master seed is needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.contract.game import Game, TryAgain, same_turn
from arena.contract.game_clock import GameClock
from arena.contract.game_time import TimeControl
from arena.contract.outcome import Fault, Offence
from arena.contract.resignation import read_turn
from arena.contract.seeds import SCHEME
from arena.errors import ArenaError, ResultsError
from arena.records.record import FaultRecord, GameRecord, MoveRecord
from arena.records.replay import step
from arena.runner.dialects import Dialect, Dialects
from arena.runner.turn_clock import TurnClock
from arena.schedule.jobs import own_seed
from arena.variants.spec import VariantSpec
from arena.wire.message.answers import Offer, Ready, read_answer
from arena.wire.message.clocks import with_clocks, with_game_time
from arena.wire.message.codec import Bad, encode
from arena.wire.message.plain import Message


@dataclass(frozen=True)
class AskedState:
    """A state of a game with who is to move there: what answers mean in it, and what the rules make of them."""

    game: Game[Any, Any]
    dialect: Dialect
    state: Any
    seat: int
    turn: int

    def move_of(self, answer: Message) -> Any:
        """Return the move that an answer says, ``Bad`` where it says none."""
        read = read_answer(encode(answer))
        if isinstance(read, Bad | Ready):
            return read if isinstance(read, Bad) else Bad("it says that it is ready")
        return self.dialect.read(read.move if isinstance(read, Offer) else read, self.state, self.seat)

    def refusal(self, answer: Message) -> str:
        """Return why the rules refuse an answer, "" where they take it."""
        move = self.move_of(answer)
        if isinstance(move, Bad):
            return move.detail
        try:
            self.game.play(self.state, move)
        except ArenaError as error:
            return str(error)
        return ""

    def note(self, answer: Message) -> Mapping[str, Any]:
        """Return what a record would keep of an answer that the rules take."""
        return self.game.note(self.state, self.game.play(self.state, self.move_of(answer)))

    def retold(self, answer: Message, fault: FaultRecord) -> list[Message]:
        """Return what the seat is told of an answer that was refused and may be tried again."""
        move = self.move_of(answer)
        tried = None if isinstance(move, Bad) else move
        offence = Offence(self.seat, self.turn, Fault[fault.fault], fault.detail, False, tried)
        letters = self.dialect.turn_messages(self.seat, self.turn, self.state, self.state, tried, offence, TryAgain())
        return [message for seat, message in letters if seat == self.seat]


@dataclass(frozen=True)
class Asked:
    """One turn of the seat: the question, where it was asked, and what came of it then (None: nobody knows)."""

    message: Message
    situation: AskedState
    then: MoveRecord | None = None


@dataclass(frozen=True)
class Question:
    """What a seat is told before its question, and the question itself, last among ``steps``.

    start: the first message. steps: messages to hear, and turns of its own, in their order; none where only its start
    is to be repeated. exact: whether its random numbers are those that it had.
    """

    start: Message
    steps: tuple[Message | Asked, ...] = ()
    exact: bool = True

    @property
    def last(self) -> Asked | None:
        """The question; None where only the start is to be repeated."""
        found = self.steps[-1] if self.steps else None
        return found if isinstance(found, Asked) else None

    def messages(self, *, only: bool = False) -> list[Message]:
        """Return all that the seat was sent, in order; ``only``: without the questions before the last."""
        sent = [self.start]
        for number, entry in enumerate(self.steps):
            if not isinstance(entry, Asked):
                sent.append(entry)
            elif not only or number == len(self.steps) - 1:
                sent.append(entry.message)
        return sent


@dataclass(frozen=True)
class Conditions:
    """What a seat was told of a tournament: its options and its times.

    scheme: by which the tournament's seeds were made (contract/seeds.py).
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    control: TimeControl = field(default_factory=lambda: TimeControl(None))
    clock: str = "wall"
    scheme: int = SCHEME


def question_of(
    record: GameRecord, spec: VariantSpec, game: Game[Any, Any], seat: int, turn: int | None, conditions: Conditions,
    *, brief: bool = True,
) -> Question:  # fmt: skip
    """Return the question of a turn (from 0) of a game that was played on a variant; ``turn`` None: the start alone.

    brief: as to a plug-in, and not as to a program that needs to be told everything.
    Raises ResultsError where the rules of today refuse what was played.
    """
    state, dialect = Dialects(game, spec, foreign=not brief).begin(record.seed, record.opening)
    seed = seed_of_seat(record, seat, conditions.scheme)
    control, clock = conditions.control, GameClock(conditions.control)
    start = dialect.start(
        seat, state, seed=seed or 0, seconds=control.move_time, options=conditions.options, brief=brief
    )
    start = with_game_time(start, control.game_time)
    steps: list[Message | Asked] = []
    for index, move in enumerate(record.moves if turn is not None else ()):
        asked = move.seat == seat and not (move.fault is not None and move.fault.fault == Fault.NOT_READY.name)
        if asked:
            question = _question(dialect, state, move.turn, clock, conditions.clock, brief)
            steps.append(Asked(question, AskedState(game, dialect, state, seat, move.turn), move))
        if move.turn == turn:
            break
        try:
            after, _ = step(game, state, move)
        except ArenaError as error:
            raise ResultsError(
                record.id, f"turn {move.turn + 1} cannot be played again ({error})", "The rules or the words changed"
            ) from error
        if asked:
            clock.charge(_spent(record, index, conditions.clock), not same_turn(game, state, after))
        steps += _sent(game, dialect, seat, state, after, move)
        state = after
    return Question(start, tuple(steps), seed is not None)


def seed_of_seat(record: GameRecord, seat: int, scheme: int) -> int | None:
    """Return the seed of a seat's own random numbers, None where the record does not say it.

    By scheme 1 it was made from the game's own, so that such a record need not say it.
    """
    if seat < len(record.own_seeds):
        return record.own_seeds[seat]
    return own_seed(record.seed, seat) if scheme == 1 else None


def _sent(
    game: Game[Any, Any], dialect: Dialect, seat: int, before: Any, after: Any, move: MoveRecord
) -> Sequence[Message]:
    played = None if move.move is None else read_turn(game, move.move)
    offence = None
    if move.fault is not None:
        fault = move.fault
        offence = Offence(move.seat, move.turn, Fault[fault.fault], fault.detail, fault.final, played)
    letters = dialect.turn_messages(move.seat, move.turn, before, after, played, offence, None)
    return [message for other, message in letters if other == seat]


def _question(dialect: Dialect, state: Any, turn: int, clock: GameClock, kind: str, brief: bool) -> Message:
    move = TurnClock(1.0)
    move.reset(clock.limit(), clock.free())
    free = move.free_left(cpu_clock=False)
    message = dialect.ask(turn, state, None if free is None else round(free * 1000, 3), brief=brief)
    return with_clocks(message, clock.standing(), by_cpu=kind == "cpu")


def _spent(record: GameRecord, index: int, kind: str) -> float:
    """Return the seconds that a turn took on the clock that judged it, as the match charged them."""
    kept = record.circumstances
    by_cpu = kept.cpu_ms[index] if kind == "cpu" and index < len(kept.cpu_ms) else None
    wall = kept.ms[index] if index < len(kept.ms) else 0.0
    return (wall if by_cpu is None else by_cpu) / 1000
