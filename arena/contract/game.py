"""What a game is to the rest of the house: a value with a few operations, states in, states out.

Scrabble and tic-tac-toe are both Games; referee, runner and solver know neither. Nobody may assume
that seats take turns, that the last to move wins, or that every seat ever moves.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Never, Protocol, TypeAlias, TypeGuard, TypeVar

from arena.contract.budget import Budget
from arena.contract.chance import Random, stream
from arena.contract.game_time import GameTime
from arena.contract.outcome import Offence, Outcome
from arena.errors import BotError

Move = Hashable  # str(move) is its one-line text; read_move is the inverse
S = TypeVar("S")
M = TypeVar("M", bound=Hashable)
S_co = TypeVar("S_co", covariant=True)
M_co = TypeVar("M_co", bound=Hashable, covariant=True)
V_contra = TypeVar("V_contra", contravariant=True)  # what a bot is shown: the game's own view


@dataclass(frozen=True, slots=True)
class GoOn(Generic[S_co]):
    """A ruling: the game goes on from ``state`` (the turn was lost, or the seat has left)."""

    state: S_co


@dataclass(frozen=True, slots=True)
class TryAgain:
    """A ruling: the same seat is asked again on what is left of its time."""


@dataclass(frozen=True, slots=True)
class Over:
    """A ruling: the fault ended the game."""

    outcome: Outcome


Ruling = GoOn[S_co] | TryAgain | Over


class Game(Protocol[S, M]):
    """A game's rules. Nothing is mutated: a state is a value, and so is a move.

    name:  what people call it ("scrabble", "connect(7,6,4)").
    seats: how many take part; seats are 0..seats-1.
    """

    name: str
    seats: int

    def start(self, rng: Random) -> S:
        """Return a first state; all chance of the game comes from ``rng`` (the first mover too), and is drawn here."""

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on. Ask this before anything else."""

    def to_move(self, state: S) -> int:
        """Return the seat whose turn it is; undefined (and may raise) once the game is over."""

    def legal(self, state: S) -> Iterator[M]:
        """Yield every legal move once; empty exactly when ``outcome`` is set."""

    def play(self, state: S, move: M) -> S:
        """Return the state after ``move``; raise IllegalMove, naming the rule, when it is not legal."""

    def penalize(self, state: S, offence: Offence) -> Ruling[S]:
        """Return what the rules make of a fault of the seat to move (or of any seat, when final)."""

    def view(self, state: S, seat: int) -> View[M]:
        """Return what ``seat`` may see: in games without secrets the state itself, wrapped."""

    def read_move(self, text: str) -> M:
        """Return the move that ``text`` says, the inverse of ``str``; raise UnreadableMove otherwise."""

    def show(self, state: S) -> str:
        """Return the state as text for people; ends in a newline and says whose turn it is."""

    def note(self, before: S, after: S) -> Mapping[str, Any]:
        """Return what a record keeps of the turn between two states beside its move's text.

        JSON-able; {} where there is nothing. The word game: kind, score, words, hand before, tiles drawn, faults.
        """


class GameWithSecrets(Game[S, M], Protocol[S, M]):
    """A game that says itself what a seat may be told of a state: hands, and chance that is still to come, stay out.

    Without these two operations a game has no secrets: everybody is told every move and all chance of the start.
    """

    def seen(self, state: S, seat: int) -> Any:
        """Return what ``seat`` may know of ``state``, JSON-able."""

    def read_seen(self, seen: Any, seat: int) -> S:
        """Return a state that shows ``seat`` what was ``seen``, for its view and for nothing else; tuples are lists."""


class GameWithPoints(Game[S, M], Protocol[S, M]):
    """A game whose score decides it, so that points can be taken off at its end for the time that somebody used."""

    def outcome_less(self, state: S, penalties: Sequence[int]) -> Outcome | None:
        """Return how the game ended when each seat loses so many points, or None while it goes on.

        The points are off the scores, and the places are those of what is left; adjustments stay as they are.
        """

    def points(self, state: S) -> tuple[int, ...]:
        """Return the points of each seat as they stand."""

    def to_come(self, state: S) -> int:
        """Return how much of the game's chance is still to come: in the word game, the tiles in the bag."""


class GameWithPositions(Game[S, M], Protocol[S, M]):
    """A game that can begin in a position which no list of moves leads to, such as one with hands that are drawn."""

    def start_in(self, rng: Random, position: str) -> S:
        """Return a first state in a position, as text that the game wrote; what it leaves open comes from ``rng``."""


def takes_penalties(game: Game[S, M]) -> TypeGuard[GameWithPoints[S, M]]:
    """Tell whether points can be taken off at a game's end."""
    return callable(getattr(game, "outcome_less", None))


def counts_points(game: Game[S, M]) -> TypeGuard[GameWithPoints[S, M]]:
    """Tell whether a game can say how its points stand before its end."""
    return callable(getattr(game, "points", None)) and callable(getattr(game, "to_come", None))


def has_secrets(game: Game[S, M]) -> TypeGuard[GameWithSecrets[S, M]]:
    """Tell whether a game says itself what a seat may be told."""
    return callable(getattr(game, "seen", None)) and callable(getattr(game, "read_seen", None))


@dataclass(frozen=True, slots=True)
class OpenView(Generic[S, M]):
    """The view of a game without secrets: the state itself, and the game to think with."""

    game: Game[S, M]
    state: S
    seat: int
    turn: int

    def legal(self) -> Iterator[M]:
        """Yield the legal moves of the state."""
        return self.game.legal(self.state)


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What a bot is told before its first move; the same for every game of a variant but for the seat.

    variant: the variant's name; game: the game's name; seats and seat: how many, and which is yours.
    seconds: wall clock a move, None where a move has no time of its own. options: the bot's own, from the tournament's
             file.
    table:   the game's public things: a Table in the word game (board, tiles, lexicon, rule book), the Game itself in
             any other; ``arena.bot.word_table`` and ``arena.bot.small_game`` tell which, and give it its type.
    game_time: yours for the whole game, None where only moves have a time.
    """

    variant: str
    game: str
    seats: int
    seat: int
    seconds: float | None
    options: Mapping[str, object] = field(default_factory=dict)
    table: object = None
    game_time: GameTime | None = None

    def allow_options(self, *names: str) -> None:
        """Raise BotError for an option that is none of ``names``: a slip in a tournament file is told, not ignored."""
        for name in self.options:
            if name not in names:
                has = f"It has: {', '.join(names)}" if names else "It has none"
                raise BotError(f"options.{name}", f"there is no option {name!r}", has)

    def whole_option(self, name: str, default: int, least: int = 1, most: int | None = None) -> int:
        """Return an option that is a whole number from ``least`` to ``most``, ``default`` where it is not given.

        Raises BotError for anything else.
        """
        value = self.options.get(name, default)
        if (
            isinstance(value, bool)
            or not isinstance(value, int)
            or value < least
            or (most is not None and value > most)
        ):
            allowed = f"from {least}" if most is None else f"from {least} to {most}"
            raise BotError(
                f"options.{name}", f"{value!r} is not a whole number {allowed}", "Write one, or leave it out"
            )
        return value


class View(Protocol[M_co]):
    """The least that every view offers; each game's own view offers more (see its docs).

    seat: your seat; turn: how many turns have been played; legal(): your legal moves.
    """

    @property
    def seat(self) -> int: ...
    @property
    def turn(self) -> int: ...

    def legal(self) -> Iterator[M_co]:
        """Yield your legal moves (in the word game: plays, changes and the pass)."""


class Bot(Protocol[V_contra, M_co]):
    """One seat's brain for one game; a fresh one is made per game, in a process of its own.

    ``Bot[WordView, WordMove]`` plays the word game, ``Bot[View[Move], Move]`` any game. A class may name it as its
    base or not: what counts is the method.
    """

    @abstractmethod
    def choose(self, view: V_contra, budget: Budget[M_co]) -> M_co:
        """Return a move that is legal in ``view`` within ``budget.seconds``.

        Raising forfeits the game; what an illegal or late answer costs is the rule book's business.
        Chance comes only from the generator that the factory was given.
        """

    if not TYPE_CHECKING:

        def __class_getitem__(cls, kinds: object) -> type:
            """Return the class itself: kinds are for type checkers, and what typing makes of them costs each game."""
            return cls


SomeBot: TypeAlias = Bot[Never, Move]  # a bot of whatever game


class BotFactory(Protocol):
    """What a plug-in registers under the entry-point group ``arena.bots``.

    Where it has an attribute ``warm_up``, that is called first (see ``arena.bot.warmed_by``).
    """

    def __call__(self, info: GameInfo, rng: Random, /) -> SomeBot: ...


def same_turn(game: Game[S, M], before: S, after: S) -> bool:
    """Tell whether what came between two states was no turn of its seat's, which is still on: a challenge was made.

    A game says so by an operation of that name; every other one has no such thing.
    """
    asked = getattr(game, "same_turn", None)
    return asked is not None and bool(asked(before, after))


def note_undone(game: Game[S, M], before: S, after: S) -> Mapping[str, Any] | None:
    """Return what a record keeps of the turn before the last instead, where what came between two states undid it.

    None where it did not. A game says so by an operation of that name; every other one undoes nothing.
    """
    asked = getattr(game, "note_undone", None)
    return None if asked is None else asked(before, after)


def note_unsettled(game: Game[S, M], state: S) -> Mapping[str, Any] | None:
    """Return what a record keeps of the last turn instead, where an agreed end in ``state`` undoes it.

    None where it does not. A game says so by an operation of that name; every other one undoes nothing.
    """
    asked = getattr(game, "note_unsettled", None)
    return None if asked is None else asked(state)


def begins_in_positions(game: Game[S, M]) -> TypeGuard[GameWithPositions[S, M]]:
    """Tell whether a game's openings are positions; those of any other are moves."""
    return callable(getattr(game, "start_in", None))


def first_state(game: Game[S, Any], seed: int, opening: Sequence[str] = ()) -> S:
    """Return the first state of the game of that seed: the same for every scheme of seeds, however it is played.

    opening: as a variant has it: the text of a position, or moves that are played from the start; () for none.
    """
    return opened(game, stream(seed, "game"), opening)


def opened(game: Game[S, Any], rng: Random, opening: Sequence[str]) -> S:
    """Return the first state of a game with that opening; all chance comes from ``rng``.

    Raises IllegalMove or UnreadableMove for moves that do not fit.
    """
    if opening and begins_in_positions(game):
        return game.start_in(rng, opening[0])
    state = game.start(rng)
    for text in opening:
        state = game.play(state, game.read_move(text))
    return state
