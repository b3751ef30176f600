"""From a self-contained description to the game itself, once a process. Opens no file but the packed graph.

The last MOST_KEPT games and tables are kept, used or not: a server is asked for new ones, positions and boards by
chance, for as long as it runs.

What a bot is told (GameInfo.table) is ``public_table``; what the referee plays by is ``build_game``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from arena.contract.game import Game
from arena.errors import ConfigError
from arena.variants.plugins import make_game
from arena.variants.spec import VariantSpec, WordSpec

if TYPE_CHECKING:  # the word game's parts bring kernels along: a process for other games does without
    from arena.board.layout import Layout
    from arena.lexicon.lexicon import Lexicon
    from arena.scrabble.table import Table
    from arena.scrabble.tiles import TileSet
    from arena.scrabble.turns import GameStart

MOST_KEPT = 100
T = TypeVar("T")
Key = tuple[str, str]

_GAMES: dict[Key, Game[Any, Any]] = {}  # what was asked for last stands last
_TABLES: dict[Key, Table] = {}
_IN_USE: WeakValueDictionary[Key, Table] = WeakValueDictionary()  # also those that are not among the last


def build_game(spec: VariantSpec) -> Game[Any, Any]:
    """Return the variant's game; the same object for the same spec within a process, while it is kept.

    Raises ConfigError or LexiconError when the spec cannot be built here: a board that does not parse, a game
    that is not installed, a packed graph that is not where the spec says.
    """
    key = _key(spec)
    game = _GAMES.get(key)
    return _kept(_GAMES, key, _game(spec) if game is None else game)


def public_table(spec: VariantSpec) -> Any:
    """Return what every seat may see: the Table of the word game, or the Game itself of any other.

    Unlike build_game this imports no rules and no kernels of the word game. Raises as build_game does.
    """
    return build_game(spec) if spec.word is None else word_table(spec)


def word_table(spec: VariantSpec) -> Table:
    """Return the table of a variant of the word game; the same object for the same spec for as long as it is used."""
    if spec.word is None:
        raise ConfigError(spec.name, f"{spec.game} is not the word game", "Name a variant that has a board")
    key = _key(spec)
    table = _IN_USE.get(key)
    return _kept(_TABLES, key, _IN_USE.setdefault(key, _table(spec.word)) if table is None else table)


def _kept(last: dict[Key, T], key: Key, value: T) -> T:
    """Keep a value as the one that was asked for last, and let go of the first ones beyond MOST_KEPT; return it.

    No lock is held: bots' processes fork from ones with threads. Each step is one of the interpreter's own.
    """
    last.pop(key, None)
    last[key] = value
    for old in tuple(last)[:-MOST_KEPT]:
        last.pop(old, None)
    return value


def layout_of(spec: VariantSpec) -> Layout:
    """Return the board of a variant of the word game without its words: no file is opened, no kernel is made.

    Raises ConfigError when the variant is of another game, or its board cannot be made here.
    """
    from arena.boardlang.boardfile import board_from_mapping

    if spec.word is None:
        raise ConfigError(spec.name, f"{spec.game} is not the word game", "Name a variant that has a board")
    return board_from_mapping(spec.word.board, spec.word.board_name, spec.word.board_seed)


def _key(spec: VariantSpec) -> tuple[str, str]:
    return spec.digest, spec.word.lexicon.path if spec.word else ""


def _game(spec: VariantSpec) -> Game[Any, Any]:
    if spec.word is None:
        return make_game(spec.game, spec.options)
    from arena.scrabble.rules import WordGame

    return WordGame(word_table(spec), spec.seats, begun=_begun(spec.word))


def _begun(word: WordSpec) -> GameStart | None:
    from arena.scrabble.begun import start_of

    begun = word.begun
    return None if begun is None else start_of(begun.placed, begun.hands, begun.scores, begun.mover)


def word_parts(word: WordSpec) -> tuple[TileSet, Lexicon]:
    """Return the tile set and the lexicon of a variant of the word game. Raises as build_game does."""
    from arena.scrabble.tiles import TileSet
    from arena.variants.load_lexicon import open_lexicon

    tiles = TileSet.from_mapping(word.tiles, word.tiles_name)
    return tiles, open_lexicon(word.lexicon.name, word.lexicon.digest, word.lexicon.path, tiles.alphabet)


def _table(word: WordSpec) -> Table:
    from arena.boardlang.boardfile import board_from_mapping
    from arena.engine.compiled import COMPILED
    from arena.scrabble.rulebook import RuleBook
    from arena.scrabble.table import Table

    tiles, lexicon = word_parts(word)
    return Table(
        layout=board_from_mapping(word.board, word.board_name, word.board_seed),
        tiles=tiles,
        lexicon=lexicon,
        rules=RuleBook.from_mapping(word.rules, word.rules_name),
        hand_size=word.hand_size,
        engine=COMPILED,
    )
