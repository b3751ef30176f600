"""A CGP as a position of the word game, and a position as a CGP: which board, which words, which tiles.

The text names them by operations (``bdn``, ``lex``, ``ld``, ``bb``), by our names or those of the field's programs;
what it leaves out is the field's usual: the board of so many rows, its English tiles, the rule book ``tournament``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from arena.engine.compiled import COMPILED
from arena.errors import ArenaError, ConfigError
from arena.notation.cgp import Cgp, Letter, read_cgp, write_cgp
from arena.scrabble.moves import Placed
from arena.scrabble.rulebook import RuleBook
from arena.scrabble.supply import impossible
from arena.scrabble.table import Table
from arena.variants.cgp_board import board_of_cgp
from arena.variants.field_names import SIZES, board_name, tiles_name, tiles_of_board
from arena.variants.load import load_board, load_rules, load_tiles, told_at
from arena.variants.load_lexicon import load_lexicon
from arena.variants.position_file import PositionFile

DEFAULTS = {"lexicon": "default", "rules": "tournament"}
_UNUSED = {"var": "classic"}  # operations whose argument must be this, because we play nothing else


@dataclass(frozen=True)
class CgpPosition:
    """What a CGP says: the position of the player on turn, and all racks, scores and scoreless turns."""

    position: PositionFile
    cgp: Cgp


def read_cgp_position(
    text: str, where: str = "CGP", base: Path | None = None, given: Mapping[str, str] | None = None
) -> CgpPosition:
    """Return the position that a CGP says; the hand is that of the player on turn, None where it is unknown.

    given: names or paths ("board", "lexicon", "tiles", "rules") that go before the text's own.
    base: the folder that paths begin in. Raises ArenaErrors.
    """
    ops = _ops(text)
    names = _names(text, {**_named(ops), **(given or {})})
    for name, only in _UNUSED.items():
        if ops.get(name, only).lower() != only:
            raise ConfigError(f"{where}: {name}", f"{ops[name]!r} is not played here", f"Only {only} is")
    with told_at(f"{where}: tiles"):
        tiles = load_tiles(names["tiles"], base)
    cgp = read_cgp(text, tiles)
    try:
        lexicon = load_lexicon(names["lexicon"], tiles.alphabet, base=base)
    except ArenaError as error:
        remedy = "Name one with --lexicon: a path, or default"
        raise ConfigError(f"{where}: lex {names['lexicon']}", error.problem, remedy) from error
    with told_at(f"{where}: rules"):
        rules = load_rules(names["rules"], base)
    with told_at(f"{where}: board"):
        layout = load_board(names["board"], base)
    rules = _rules(rules, cgp.ops, where)
    table = Table(layout, tiles, lexicon, rules, rules.hand_size, COMPILED)
    board, racks = board_of_cgp(cgp, table, where), [tiles.parse_rack(rack) for rack in cgp.racks]
    hand, unseen = racks[0]
    warnings = impossible(table, board, [known for known, _ in racks])
    if unseen:
        warnings.append(f"{unseen} tile{'s are' if unseen > 1 else ' is'} not known in the hand")
    others = tuple(known if known and not more else None for known, more in racks[1:])
    file = PositionFile(table, board, hand or None, tuple(warnings), others, cgp.scores, cgp.zeros)
    return CgpPosition(file, cgp)


def names_in_cgp(text: str, given: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the names of "board", "tiles", "lexicon" and "rules" that a CGP means; ``given`` goes before its own."""
    return _names(text, {**_named(_ops(text)), **(given or {})})


def _ops(text: str) -> dict[str, str]:
    """Return the operations by name, before the board's letters can be read."""
    main, *more = text.strip().split(";")
    parts = [" ".join(main.split()[4:]), *more]
    split = [part.strip().partition(" ") for part in parts if part.strip()]
    return {name: argument.strip() for name, _, argument in split}


def _named(ops: Mapping[str, str]) -> dict[str, str]:
    keys = {"bdn": "board", "ld": "tiles", "lex": "lexicon"}
    return {key: ops[name] for name, key in keys.items() if ops.get(name)}


def _names(text: str, named: Mapping[str, str]) -> dict[str, str]:
    """Return our names of all parts: those that are named, and what goes without saying."""
    rows = text.split(maxsplit=1)[0].count("/") + 1 if text.strip() else 0
    board = board_name(named.get("board") or SIZES.get(rows, SIZES[15]))
    return {**DEFAULTS, **named, "board": board, "tiles": tiles_name(named.get("tiles") or tiles_of_board(board))}


def _rules(rules: RuleBook, ops: Mapping[str, str], where: str) -> RuleBook:
    changed = {}
    for name, field in (("bb", "full_hand_bonus"), ("etl", "change_min_bag"), ("mcnz", "scoreless_limit")):
        if name in ops:
            if not (ops[name].isascii() and ops[name].isdigit() and len(ops[name]) < 9):
                raise ConfigError(f"{where}: {name}", f"{ops[name]!r} is not a number", "Write a whole number")
            changed[field] = int(ops[name])
    return replace(rules, **changed)  # type: ignore[arg-type]


def cgp_text(
    table: Table,
    board: Mapping[tuple[int, int], Placed],
    hands: Sequence[Mapping[int, int] | None],
    scores: Sequence[int] | None = None,
    zeros: int = 0,
) -> str:
    """Return a position as a CGP; hands and scores of the player on turn first, None where a hand is unknown.

    Raises ConfigError for what a CGP cannot say: a board without end.
    """
    layout = table.layout
    if layout.bounds is None:
        raise ConfigError(
            "CGP", f"the board {layout.name!r} has no end, and a CGP has rows and columns", "Use a position file"
        )
    x0, y0, x1, y1 = layout.bounds

    def letter(x: int, y: int) -> Letter | None:
        tile = board.get((x, y))
        return None if tile is None else Letter(tile.char, table.tiles.tiles[tile.tile].wild)

    rows = tuple(tuple(letter(x, y) for x in range(x0, x1 + 1)) for y in range(y0, y1 + 1))
    racks = tuple("" if hand is None else table.tiles.print_hand(hand).replace(" ", "") for hand in hands)
    ops = {
        "bdn": layout.name,
        "lex": table.lexicon.name,
        "ld": table.tiles.name,
        "bb": str(table.rules.full_hand_bonus),
    }
    return write_cgp(Cgp(rows, racks, tuple(scores or (0,) * len(racks)), zeros, ops), table.tiles.alphabet)
