"""All that a bot's author needs. Importing this takes milliseconds: no kernels, no numpy.

A plug-in registers a factory under the entry-point group ``arena.bots``, which makes a bot for each game::

    class Mine(Bot[WordView, WordMove]):
        def __init__(self, info: GameInfo, rng: Random) -> None: ...
        def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove: ...


    def make_bot(info: GameInfo, rng: Random) -> Mine:
        return Mine(info, rng)

A bot of one small game knows its states and moves (``arena.games.nim.Rows`` and ``Lift``) and writes
``Bot[OpenView[Rows, Lift], Lift]``; one that plays anything writes ``Bot[View[Move], Move]``. See
docs/how-to/write-a-bot.md. What most bots do without is loaded when it is asked for: ``OpenGame``, ``Turn`` and
``Named``, which the small games are made of, and ``Layout``, ``Lexicon``, ``Leaves``, ``EquityFinder`` and
``WeighedMove``, which bring numpy along.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, repeat
from typing import TYPE_CHECKING, TypeVar, cast, overload

from arena.contract.budget import Budget
from arena.contract.chance import Random
from arena.contract.game import Bot, BotFactory, Game, GameInfo, Move, OpenView, View
from arena.contract.game_time import GameTime, Overtime, TimeStage
from arena.contract.outcome import Outcome
from arena.contract.pace import paced
from arena.errors import ArenaError, BotError, IllegalMove, UnreadableMove
from arena.scrabble.finding import EngineField, FoundPlays, PlayFinder, ScoredPlay
from arena.scrabble.moves import Challenge, Change, Pass, Placed, Play, Resign, WordMove
from arena.scrabble.rulebook import RuleBook
from arena.scrabble.seen import ChallengeResult
from arena.scrabble.tiles import Face, Hand, Tile, TileSet
from arena.scrabble.view import SeenTurn, Table, TurnKind, WordView

if TYPE_CHECKING:
    from arena.board.layout import Layout as Layout
    from arena.engine.equity import EquityFinder as EquityFinder
    from arena.engine.equity import WeighedMove as WeighedMove
    from arena.engine.leaves import Leaves as Leaves
    from arena.games.open import Named as Named
    from arena.games.open import OpenGame as OpenGame
    from arena.games.open import Turn as Turn
    from arena.lexicon.lexicon import Lexicon as Lexicon

__all__ = [
    "ArenaError",
    "Bot",
    "BotError",
    "BotFactory",
    "Budget",
    "Challenge",
    "ChallengeResult",
    "Change",
    "EngineField",
    "Face",
    "FoundPlays",
    "Game",
    "GameInfo",
    "GameTime",
    "Hand",
    "IllegalMove",
    "Move",
    "OpenView",
    "Outcome",
    "Overtime",
    "Pass",
    "Placed",
    "Play",
    "PlayFinder",
    "Random",
    "Resign",
    "RuleBook",
    "ScoredPlay",
    "SeenTurn",
    "Table",
    "Tile",
    "TileSet",
    "TimeStage",
    "TurnKind",
    "UnreadableMove",
    "View",
    "WordMove",
    "WordView",
    "change_all",
    "equity_finder",
    "paced",
    "small_game",
    "static_move",
    "warmed_by",
    "word_table",
]

G = TypeVar("G")
F = TypeVar("F", bound=Callable[..., object])

_OPERATIONS = "play", "outcome", "to_move", "legal"


def word_table(info: GameInfo) -> Table:
    """Return the table of the word game: board, tiles, words, rules. Raises BotError where another game is played."""
    if not isinstance(info.table, Table):
        raise BotError("bot", f"it plays the word game, and this is {info.game}", "Choose 'random' for other games")
    return info.table


@overload
def small_game(info: GameInfo) -> Game[object, Move]: ...
@overload
def small_game(info: GameInfo, kind: type[G]) -> G: ...
def small_game(info: GameInfo, kind: type[G] | None = None) -> G | Game[object, Move]:
    """Return the rules of a game that is not the word game, to think ahead with.

    kind: the class of the one game that the bot plays, such as ``arena.games.nim.Nim``; without it, any will do, and
    its states are whatever they are. Raises BotError where another game is played.
    """
    game = info.table
    if not all(hasattr(game, name) for name in _OPERATIONS):
        problem = f"it plays small games, and not {info.game}, which keeps secrets from it"
        raise BotError("bot", problem, "Choose 'greedy' for the word game")
    if kind is None:
        return cast("Game[object, Move]", game)
    if not isinstance(game, kind):
        raise BotError("bot", f"it plays {kind.__name__}, and this is {info.game}", "Choose 'random' for other games")
    return game


def equity_finder(info: GameInfo) -> EquityFinder:
    """Return who finds moves by points and leave value: ``best(field, hand, view.may_change)`` and ``ranked``.

    The leaves are those of the bot's option ``leaves``, a file of ``arena train leaves`` or of another program, or
    those that come with the arena for its default tiles. Brings numpy and kernels along. Raises BotError, saying how to
    make a table, where there is none.
    """
    from arena.engine.equity import EquityFinder
    from arena.engine.leaf_files import leaves_for

    table, named = word_table(info), info.options.get("leaves")
    if named is not None and not isinstance(named, str):
        raise BotError("options.leaves", f"{named!r} is no file", "Write a path: leaves: ./english.klv2")
    try:
        return EquityFinder(table, leaves_for(table.tiles, named))
    except ArenaError as error:
        raise BotError("options.leaves", error.problem, error.remedy) from error


def static_move(finder: EquityFinder, view: WordView, budget: Budget[WordMove] | None = None) -> WordMove:
    """Return the move that looks best at first sight.

    While the bag has tiles the one with the most points and leave value; with an empty bag the play with the most
    points, those for the others' tiles when it goes out, and less for tiles that it keeps; the pass where nothing else
    is. budget: just before its time is up, the best so far is returned; better plays are offered meanwhile.
    """
    from arena.engine.static_move import static_move as chosen

    return chosen(finder, view, budget)


def change_all(view: WordView) -> Change | Pass:
    """Return the change of as many tiles as the rules allow, a pass where they allow none."""
    tiles = tuple(chain.from_iterable(repeat(tile, count) for tile, count in sorted(view.hand.items())))
    return Change(tiles[: view.may_change]) if view.may_change else Pass()


def warmed_by(warm_up: Callable[[GameInfo], None]) -> Callable[[F], F]:
    """Have ``warm_up(info)`` called once in each process of a bot, before its factory, which this decorates.

    ``info`` is that of the variant. With ``process: kept`` a process plays many games, and what was loaded or worked
    out here is there in all of them.
    """

    def mark(factory: F) -> F:
        factory.warm_up = warm_up  # type: ignore[attr-defined]
        return factory

    return mark


def __getattr__(name: str) -> object:
    """Import what most bots do without when it is asked for."""
    if name in ("Named", "OpenGame", "Turn"):
        from arena.games.open import Named, OpenGame, Turn

        return {"Named": Named, "OpenGame": OpenGame, "Turn": Turn}[name]
    if name in ("EquityFinder", "WeighedMove"):
        from arena.engine.equity import EquityFinder, WeighedMove

        return {"EquityFinder": EquityFinder, "WeighedMove": WeighedMove}[name]
    if name == "Leaves":
        from arena.engine.leaves import Leaves

        return Leaves
    if name == "Layout":
        from arena.board.layout import Layout

        return Layout
    if name == "Lexicon":
        from arena.lexicon.lexicon import Lexicon

        return Lexicon
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
