"""A position of the word game as JSON, for the commands that judge a play or list plays.

``{"board": NAME or PATH, "tiles": ..., "rules": ..., "lexicon": ..., "hand_size": 7,
"placed": [[x, y, "C", 3], ...], "hand": "ABCDE??"}``; docs/reference/positions.md says all of it.
Paths are relative to the file (or the current folder). Tables are kept, so that a file with a position
a line reads each board and lexicon once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from arena.engine.compiled import COMPILED
from arena.errors import ArenaError, Complaints, ConfigError, LexiconError, did_you_mean
from arena.scrabble.moves import Placed
from arena.scrabble.supply import impossible
from arena.scrabble.table import Table
from arena.variants.load import load_board, load_rules, load_tiles, told_at, with_challenge
from arena.variants.load_lexicon import load_lexicon

DEFAULTS = {"tiles": "english", "rules": "itu", "lexicon": "default"}
KEYS = ("board", "seed", "tiles", "rules", "lexicon", "hand_size", "placed", "hand", "others", "scores", "scoreless")
LARGEST_HAND = 100
MOST_OTHERS = 7
MOST_POINTS = 10**9
MOST_SCORELESS = 1000
_SUCH_AS = '{"board": "standard", "hand": "ABCDE??"}'
_FORM = f"A position is a JSON object, such as {_SUCH_AS}, or a CGP: 'BOARD RACKS SCORES ZEROS'"


@dataclass(frozen=True)
class PositionFile:
    """One position: the table, the tiles on the board, a hand, and what else is known of the game.

    board: {(x, y): tile}. hand: {tile id: count}, None where the text has none.
    others: the hands of the others in the order of play, None for one that is not known. scores: points, the mover's
    first, None where the text has none. scoreless: how many scoreless turns in a row there were.
    warnings: what is wrong with it although it can be used, a sentence each: tiles that the set has not so many of.
    """

    table: Table
    board: Mapping[tuple[int, int], Placed]
    hand: Mapping[int, int] | None
    warnings: tuple[str, ...] = ()
    others: tuple[Mapping[int, int] | None, ...] = (None,)
    scores: tuple[int, ...] | None = None
    scoreless: int = 0


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object of ours; ValueError where a key stands in it twice, of which JSON keeps the last."""
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice!r} appears twice in one object")
    return mapping


def read_position(text: str, where: str = "position", base: Path | None = None) -> PositionFile:
    """Return the position that a JSON text says.

    where: the file (and line) for complaints. base: the folder that paths begin in, None for the current one.
    Raises ArenaErrors, all of them in one Complaints where several things are wrong.
    """
    try:
        data = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        column = f"column {error.colno}"
        place = f"line {error.lineno}, {column}" if "\n" in text.rstrip() else column  # a line of a file has its number
        raise ConfigError(f"{where}: {place}", f"this is not valid JSON: {error.msg}", _FORM) from error
    except (ValueError, RecursionError) as error:
        raise ConfigError(where, f"this is not valid JSON: {error}", _FORM) from error
    if not isinstance(data, dict):
        raise ConfigError(where, "a position is a JSON object", f"For example {_SUCH_AS}")
    return position_from(data, where, base)


def position_from(data: Mapping[str, Any], where: str = "position", base: Path | None = None) -> PositionFile:
    """Return the position that the values of a JSON object say; raise as ``read_position`` does."""
    wrong: list[ArenaError] = []
    for key in data.keys() - set(KEYS):
        remedy = f"{did_you_mean(key, KEYS)}There are: {', '.join(KEYS)}"
        wrong.append(ConfigError(where, f"a position has no key {key!r}", remedy))
    if "board" not in data:
        wrong.append(ConfigError(where, "there is no board", 'Name one, such as "board": "standard"'))
    for key in ("board", "tiles", "rules", "lexicon"):
        if not isinstance(data.get(key, ""), str):
            wrong.append(ConfigError(f"{where}: {key}", f"{data[key]!r} is neither a name nor a path"))
    size, seed = data.get("hand_size"), data.get("seed")
    if size is not None and not (_whole(size) and 1 <= size <= LARGEST_HAND):
        wrong.append(ConfigError(f"{where}: hand_size", f"{size!r} is not a number from 1 to {LARGEST_HAND}"))
    if seed is not None and not _whole(seed):
        wrong.append(ConfigError(f"{where}: seed", f"{seed!r} is not a whole number"))
    if wrong:
        raise Complaints(wrong)
    names = [data.get(key, DEFAULTS.get(key, "")) for key in ("board", "tiles", "rules", "lexicon")]
    try:
        table = table_of(*names, size, seed, base)
    except LexiconError as error:
        raise LexiconError(f"{where}: lexicon: {error.where}", error.problem, error.remedy) from error
    except ConfigError as error:
        if error.where not in ("board", "tiles", "rules"):
            raise  # inside a part
        raise ConfigError(f"{where}: {error.where}", error.problem, error.remedy) from error
    reader = _Reader(table, where)
    board, hand = reader.placed(data.get("placed", [])), reader.hand(data.get("hand"))
    others, scores, scoreless = reader.others(data.get("others")), data.get("scores"), data.get("scoreless", 0)
    if scores is not None:
        scores = reader.scores(scores)
        if "others" not in data:
            others = (None,) * max(0, len(scores) - 1)
        elif len(scores) != 1 + len(others):
            reader.complain("scores", f"{len(scores)} scores for {1 + len(others)} players", "Give one a player")
    if not (_whole(scoreless) and 0 <= scoreless <= MOST_SCORELESS):
        reader.complain("scoreless", f"{scoreless!r} is not a number from 0 to {MOST_SCORELESS}")
    if reader.wrong:
        raise Complaints(reader.wrong)
    warnings = tuple(impossible(table, board, [hand or {}, *(other or {} for other in others)]))
    return PositionFile(table, board, hand, warnings, others, scores, scoreless)


@lru_cache(maxsize=32)
def table_of(
    board: str,
    tiles: str,
    rules: str,
    lexicon: str,
    hand_size: int | None = None,
    seed: int | None = None,
    base: Path | None = None,
    challenge: str | int | None = None,
) -> Table:
    """Return the table of these names or paths; the same object for the same ones.

    hand_size, challenge: None for the rule book's. seed: of a board drawn by chance. base: the folder that paths
    begin in.
    Raises ArenaErrors for parts that are not there (at "board", "tiles" or "rules") or cannot be read.
    """
    with told_at("tiles"):
        tile_set = load_tiles(tiles, base)
    with told_at("rules"):
        rule_book = load_rules(rules, base)
    with told_at("board"):
        layout = load_board(board, base, seed)
    if challenge is not None:
        rule_book = with_challenge(rule_book, challenge, "challenge")
    return Table(
        layout=layout,
        tiles=tile_set,
        lexicon=load_lexicon(lexicon, tile_set.alphabet, base=base),
        rules=rule_book,
        hand_size=hand_size or rule_book.hand_size,
        engine=COMPILED,
    )


class _Reader:
    """Reads the parts of a position that its table gives a meaning to."""

    def __init__(self, table: Table, where: str) -> None:
        self.table, self.where = table, where
        self.wrong: list[ArenaError] = []

    def complain(self, key: str, problem: str, remedy: str = "") -> None:
        self.wrong.append(ConfigError(f"{self.where}: {key}", problem, remedy))

    def placed(self, entries: Any) -> dict[tuple[int, int], Placed]:
        board: dict[tuple[int, int], Placed] = {}
        if not isinstance(entries, list):
            self.complain("placed", "no list of tiles", 'Write [[x, y, "C", 3], ...]')
            return board
        for index, entry in enumerate(entries):
            key = f"placed[{index}]"
            match entry:
                case [x, y, str(char), *points] if _whole(x) and _whole(y) and all(map(_whole, points)):
                    self.lay(board, x, y, char, points, key)
                case _:
                    self.complain(key, f"{entry!r} is not a tile on a square", 'Write [x, y, "C", 3]')
        return board

    def lay(self, board: dict[tuple[int, int], Placed], x: int, y: int, char: str, points: list[int], key: str) -> None:
        if len(points) > 1:
            return self.complain(key, "too many numbers", 'Write [x, y, "C", 3]')
        try:
            tile, face = self.table.tiles.read_board_letter(char, *points)
        except ArenaError as error:
            return self.complain(key, error.problem, error.remedy)
        if (x, y) in board:
            return self.complain(key, f"there is a tile at ({x}, {y}) already")
        if not self.table.layout.has(x, y):
            return self.complain(key, f"the board {self.table.layout.name} has no square at ({x}, {y})")
        board[x, y] = Placed(x, y, tile, face.char, face.points)
        return None

    def others(self, value: Any) -> tuple[dict[int, int] | None, ...]:
        """Return the hands of the others, None for those that are not known; one such hand where nothing is said."""
        if value is None:
            return (None,)
        if not isinstance(value, list) or len(value) > MOST_OTHERS:
            self.complain(
                "others", f"no list of up to {MOST_OTHERS} hands", 'Write ["ABCDE??"], null for one not known'
            )
            return (None,)
        return tuple(self.hand(hand, f"others[{index}]") for index, hand in enumerate(value))

    def scores(self, value: Any) -> tuple[int, ...]:
        """Return the points of all players."""
        if not isinstance(value, list) or not 1 <= len(value) <= 1 + MOST_OTHERS:
            self.complain("scores", "no list of scores", "Write [120, 98], those of whoever is to move first")
            return ()
        for index, points in enumerate(value):
            if not (_whole(points) and abs(points) <= MOST_POINTS):
                self.complain(f"scores[{index}]", f"{points!r} is not a number of points")
        return tuple(value)

    def hand(self, value: Any, key: str = "hand") -> dict[int, int] | None:
        """Return the hand that a text or {"tile id": count} says. key: what complaints call it."""
        if value is None:
            return None
        hand: dict[int, int] = {}
        if isinstance(value, str):
            try:
                hand = self.table.tiles.parse_hand(value)
            except ArenaError as error:
                self.complain(key, error.problem, error.remedy)
        elif isinstance(value, dict):
            for name, count in value.items():
                tile = int(name) if name.isascii() and name.isdigit() and len(name) < 9 else -1
                if not self.table.tiles.has(tile) or not _whole(count) or not 0 <= count <= LARGEST_HAND:
                    self.complain(key, f"{name!r}: {count!r} is not a tile id with a count")
                elif count:
                    hand[tile] = count
        else:
            self.complain(key, f"{value!r} is not a hand", 'Write "ABCDE??" or {"1": 1, "0": 2}')
        if sum(hand.values()) > LARGEST_HAND:
            self.complain(key, f"{sum(hand.values())} tiles are more than a hand of {LARGEST_HAND}")
        return hand


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
