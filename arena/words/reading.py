"""Tables and positions from names, position files, CGPs and game records."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from arena.config.given_file import read_given
from arena.errors import ArenaError, Complaints, ConfigError, NotationError, save_as_utf8, utf16_without_mark
from arena.scrabble.table import Table
from arena.words.positions import Position

if TYPE_CHECKING:  # tables bring kernels along, so this module imports them when the first one is asked for
    from arena.notation.gcg import GcgGame
    from arena.notation.gcg_replay import GcgReplay
    from arena.variants.gcg_table import RecordTable
    from arena.variants.position_file import PositionFile

TilePlaced = tuple[int, int, str] | tuple[int, int, str, int]  # x, y, letter, and its points where they tell two apart

CGP = "CGP"


def table(
    board: str = "standard",
    *,
    tiles: str = "english",
    lexicon: str = "default",
    rules: str = "itu",
    hand_size: int | None = None,
    board_seed: int | None = None,
    challenge: str | int | None = None,
) -> Table:
    """Return a table: a board without tiles, a tile set, words and rules; the same object for the same parts.

    Each part is a shipped name or a path, relative to the current folder. hand_size: tiles in a full hand, None for the
    rule book's. board_seed: of a board that is drawn by chance. challenge: "void", "single", "double", 5 or 10; None
    for the rule book's.
    Raises ConfigError, LexiconError or Complaints for parts that are not there or cannot be read.

    >>> from arena import words
    >>> words.table("standard").layout.bounds
    (-7, -7, 7, 7)
    """
    from arena.variants.position_file import table_of

    return table_of(board, tiles, rules, lexicon, hand_size, board_seed, challenge=challenge)


def position(
    hand: str | None = None,
    placed: Iterable[TilePlaced] = (),
    *,
    board: str = "standard",
    tiles: str = "english",
    lexicon: str = "default",
    rules: str = "itu",
    hand_size: int | None = None,
    board_seed: int | None = None,
) -> Position:
    """Return a position from names.

    hand:   as text, ``?`` a blank; None where it is not known.
    placed: (x, y, letter) of each tile on the board, a small letter a blank; the tile's points are a fourth value where
            a letter is shown for several.
    The rest as for ``table``. Raises Complaints with everything that is wrong, or what ``table`` raises.

    >>> from arena import words
    >>> words.position("S", [(0, 0, "C"), (1, 0, "A"), (2, 0, "T")])
    <board standard with 3 tiles, hand S>
    """
    from arena.variants.position_file import position_from

    fields = {
        "board": board, "tiles": tiles, "rules": rules, "lexicon": lexicon, "hand_size": hand_size, "seed": board_seed,
        "placed": [list(tile) for tile in placed], "hand": hand,
    }  # fmt: skip
    return _of(position_from(fields, "position"), "position")


def read_position(
    source: str | os.PathLike[str],
    *,
    board: str | None = None,
    tiles: str | None = None,
    lexicon: str | None = None,
    rules: str | None = None,
) -> Position:
    """Return the position of a file in JSON (docs/reference/positions.md) or CGP, or of a CGP as text.

    board, tiles, lexicon, rules: of a CGP, instead of what it says or leaves out; a position file names its own.
    Raises ConfigError, NotationError or Complaints, with file and key, row or operation.

    >>> from arena import words
    >>> words.read_position("15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15 S/ 0/0 0 lex default;")
    <board scrabble with 3 tiles, hand S>
    """
    named = {"board": board, "tiles": tiles, "lexicon": lexicon, "rules": rules}
    given = {name: value for name, value in named.items() if value is not None}
    text, where, base = read_source(os.fspath(source))
    return parse_position(text, where=where, base=base, given=given)


def parse_position(
    text: str, *, where: str = "position", base: Path | None = None, given: Mapping[str, str] | None = None
) -> Position:
    """Return the position that a text says, JSON or CGP.

    where: what errors call it. base: the folder that paths in it begin in, None for the current one.
    given: "board", "tiles", "lexicon", "rules" of a CGP, as for ``read_position``, which says what is raised.

    >>> from arena import words
    >>> words.parse_position('{"board": "standard", "hand": "QI"}').rack
    'IQ'
    """
    from arena.variants.position_cgp import read_cgp_position
    from arena.variants.position_file import read_position

    if is_cgp(text):
        return _of(read_cgp_position(text, where, base, given).position, where)
    if given:
        name = next(iter(given))
        raise ConfigError(where, f"{name}= is for a CGP", f"A position file names its {name} itself")
    return _of(read_position(text, where, base), where)


def is_cgp(text: str) -> bool:
    """Return whether a position's text is a CGP rather than JSON."""
    from arena.notation.cgp import looks_like_cgp

    return not text.lstrip().startswith("{") and looks_like_cgp(text)


def read_source(name: str) -> tuple[str, str, Path | None]:
    """Return a position's text, where it is from, and the folder that paths in it begin in; ``-``: standard input."""
    from arena.notation.cgp import looks_like_cgp

    if looks_like_cgp(name):
        return name, CGP, None
    data = read_given(name, ConfigError, "Give a file, or a CGP: 'BOARD RACKS SCORES ZEROS'")
    try:
        if utf16_without_mark(data):
            raise ConfigError(name, "the file is not UTF-8", save_as_utf8(data))
        return data.decode("utf-8-sig"), name, None if name == "-" else Path(name).parent
    except UnicodeDecodeError as error:
        raise ConfigError(name, "the file is not UTF-8", save_as_utf8(data)) from error


def read_record(
    source: str | os.PathLike[str],
    *,
    move: int | None = None,
    board: str | None = None,
    tiles: str | None = None,
    lexicon: str | None = None,
    rules: str = "tournament",
) -> Position:
    """Return a position of a game record in GCG: before a move, with the rack that it was made from.

    source: a file, or a record as text (more than one line).
    move:   which one, as ``arena import`` lists them, from 1; None for the end of the record.
    board, tiles, lexicon: instead of what the record says. A lexicon that is not known here is told in ``warnings``, as
            is whatever in the record does not agree.
    Raises NotationError for what is no record or has no such move, ConfigError for parts that are not there.

    >>> from arena import words
    >>> record = "#player1 Ann Ann\\n#player2 Bob Bob\\n>Ann: CATS 8G CAT +10 10\\n>Bob: DO 9H DO +6 6\\n"
    >>> before = words.read_record(record, move=2)
    >>> before.rack, len(before.board)
    ('DO', 3)
    """
    name = os.fspath(source)
    where, base = ("record", None) if "\n" in name else (name, Path(name).parent)
    game = record_of(name, where)
    setting, warnings = record_table(game, board, tiles, lexicon, rules, base)
    replay = replayed(game, setting.table, where)
    remarks = sorted({*setting.problems, *setting.remarks, *replay.problems})
    warnings += [f"line {line}: {text}" for line, text in remarks]
    return _at(game, replay, move, setting.table, where, tuple(warnings))


def record_of(name: str, where: str) -> GcgGame:
    """Return a game record by its file (``-``: standard input) or its text; raise as ``read_record`` does."""
    from arena.notation.gcg_read import read_gcg

    data = name if "\n" in name else read_given(name, NotationError, "Name a GCG file")
    try:
        return read_gcg(data)
    except Complaints as complaints:
        raise Complaints(
            [NotationError(f"{where}: {e.where}", e.problem, e.remedy) for e in complaints.errors]
        ) from complaints
    except NotationError as error:
        raise NotationError(f"{where}: {error.where}", error.problem, error.remedy) from error


def replayed(game: GcgGame, table: Table, where: str, *, look_up: bool = False) -> GcgReplay:
    """Return a record played again at a table. where: what errors call it. look_up: whether words are looked up."""
    from arena.notation.gcg_replay import replay_gcg

    try:
        return replay_gcg(game, table, look_up=look_up)
    except NotationError as error:
        raise NotationError(f"{where}: {error.where}", error.problem, error.remedy) from error


def record_table(
    game: GcgGame, board: str | None, tiles: str | None, lexicon: str | None, rules: str, base: Path | None
) -> tuple[RecordTable, list[str]]:
    """Return the record's table with words to play by, and what there is to say of them."""
    from arena.variants.gcg_table import table_of_record

    def made(words: str) -> RecordTable:
        return table_of_record(game, board=board, tiles=tiles, rules=rules, lexicon=words, base=base)

    named = lexicon or game.pragma("lexicon")
    try:
        return made(named or "default"), []
    except ArenaError:
        if lexicon is not None or named is None:
            raise
        return made("default"), [f"the words of the record, {named!r}, are not known here: taken to be default"]


def _at(
    game: GcgGame, replay: GcgReplay, move: int | None, table: Table, where: str, warnings: tuple[str, ...]
) -> Position:
    count = len(replay.steps)
    if move is not None and not 1 <= move <= count:
        raise NotationError(where, f"there is no move {move}", f"The record has {count}, counted from 1")
    before = count if move is None else move - 1
    last = replay.steps[before - 1] if before else None
    if move is not None:
        rack = replay.steps[move - 1].event.rack
    else:
        rack = "" if replay.to_move is None else game.racks.get(replay.to_move, "")
    try:
        hand = table.tiles.parse_rack(rack)[0] if rack else {}
    except NotationError:
        hand = {}  # among the warnings already
    return Position(
        table,
        {} if last is None else last.board,
        hand or None,
        warnings,
        where,
        frozenset() if last is None else frozenset((tile.x, tile.y) for tile in last.placed),
    )


def _of(file: PositionFile, where: str) -> Position:
    return Position(
        file.table, file.board, file.hand, file.warnings, where,
        others=file.others, scores=file.scores, scoreless=file.scoreless,
    )  # fmt: skip
