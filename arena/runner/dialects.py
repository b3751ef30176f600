"""Which messages a game is played in: the word game's own, and the plain ones for every other game.

The one place in the runner that knows there is a word game.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from arena.contract.chance import seed_of
from arena.contract.draws import NotedRandom
from arena.contract.game import Game, first_state, opened
from arena.runner.inside.guest import Client
from arena.variants.spec import VariantSpec
from arena.wire.message.plain import Message, PlainClient, PlainServer
from arena.wire.message.unsent import Shown, ShownPlain, ShownWord, Unsent

if TYPE_CHECKING:
    from arena.wire.message.word import WordServer

Dialect: TypeAlias = "PlainServer | WordServer | Unsent"  # the server's end of one game


class Dialects:
    """Makes the server's ends of the games of one variant; what they all say alike is made once, when it is needed."""

    def __init__(self, game: Game[Any, Any], spec: VariantSpec, *, foreign: bool) -> None:
        """foreign: whether a program may sit down that needs to be told the whole table."""
        self._game, self._spec = game, spec
        self._public: dict[str, Any] | None = None
        if spec.word is not None and foreign:
            from arena.wire.message.word import table_message

            table = game.table  # type: ignore[attr-defined]
            self._public = table_message(table, spec.word.board, word_file(table.lexicon))

    def opening(self, pair: int) -> tuple[str, ...]:
        """Return the opening of the games of a pair, () for the beginning."""
        return self._spec.opening(pair)

    def begin(self, seed: int, opening: Sequence[str] = ()) -> tuple[Any, Dialect]:
        """Return the first state of the game of that seed, and the server's end for it.

        opening: as the variant has it, () for the beginning.
        """
        return self._begin(seed, opening)

    def _begin(self, seed: int, opening: Sequence[str]) -> tuple[Any, PlainServer | WordServer]:
        # The same for every scheme of seeds and every kind of command; records/replay.py makes this state again.
        if self._spec.word is None:
            chance = NotedRandom(seed_of(seed, "game"), self._game.name)
            state = opened(self._game, chance, opening)
            chance.close()
            return state, PlainServer(self._game, self._spec.name, chance.draws, opening)
        from arena.wire.message.word import WordServer

        server = WordServer(self._game, self._spec.name, self._public)  # type: ignore[arg-type]
        return first_state(self._game, seed, opening), server


class SharedDialects(Dialects):
    """Makes both ends of the games of one variant, for bots in our own process."""

    def __init__(self, game: Game[Any, Any], spec: VariantSpec) -> None:
        super().__init__(game, spec, foreign=False)
        self.shown: Shown = ShownPlain(game)

    def begin(self, seed: int, opening: Sequence[str] = ()) -> tuple[Any, Dialect]:
        """Do the same; ``shown`` is then what the bots see of this game."""
        state, server = self._begin(seed, opening)
        if self._spec.word is not None:
            self.shown = ShownWord(self._game.table)  # type: ignore[attr-defined]
        return state, Unsent(server)


def clients_of(spec: VariantSpec) -> Callable[[Mapping[str, Any]], Client]:
    """Return what makes the client's end that a start message asks for; builds no rules of the word game."""
    from arena.variants.build import build_game, word_table

    if spec.word is None:
        return partial(PlainClient, build_game(spec))
    from arena.wire.message.word_client import WordClient

    return partial(WordClient, word_table(spec))


def first_message(spec: VariantSpec) -> Message:
    """Return a start message as a game of this variant might begin, for warming up: the first seat, a fixed chance."""
    from arena.variants.build import build_game

    common = {"variant": spec.name, "you": 1, "timeout": None, "options": {}, "seed": 0, "players": spec.seats}
    if spec.word is None:
        state, dialect = Dialects(build_game(spec), spec, foreign=False).begin(0)
        return dialect.start(0, state, seed=0, seconds=None, options={}, brief=True)
    from arena.variants.build import word_table

    table = word_table(spec)
    hand: dict[str, int] = {}
    for tile in table.tiles.tiles[1 : 1 + table.hand_size]:
        hand[str(tile.id)] = 1
    return {**common, "game": "word", "first": 1, "hand": hand}


@cache
def word_file(lexicon: Any) -> str | None:
    """Return the path of a Lexicon's words as text, one a line, for programs that cannot read the packed graph.

    Written once beside the packed graph; None where there is none, or nothing can be written there.
    """
    if lexicon.path is None or lexicon.count is None:
        return None
    path = Path(lexicon.path).with_suffix(".words.txt")
    if not path.exists():
        try:
            with tempfile.NamedTemporaryFile("w", dir=path.parent, encoding="utf-8", delete=False) as beside:
                beside.writelines(f"{word}\n" for word in lexicon.words())
            os.chmod(beside.name, 0o644)
            os.replace(beside.name, path)
        except OSError:
            return None
    return str(path)
