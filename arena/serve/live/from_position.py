"""Games that begin in a position: a variant made from a CGP, or from a table with tiles on it.

The player on turn is seat 0. Known tiles stay on the racks; each rack is then filled up from the bag, which holds what
is neither on the board nor known to be on a rack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from arena.config.model import VariantEntry
from arena.errors import ArenaError, Complaints, ConfigError
from arena.scrabble.position import Board
from arena.scrabble.supply import impossible
from arena.serve.live.facts import rack
from arena.serve.problems import Refused
from arena.variants.load import load_variant
from arena.variants.position_cgp import names_in_cgp, read_cgp_position
from arena.variants.spec import BegunSpec, VariantSpec


def check_no_paths(names: Sequence[str], where: str) -> None:
    """Raise Refused for what looks like a path: who comes from elsewhere reads no files of this machine."""
    for name in names:
        if any(sign in name for sign in "/\\.~"):
            raise Refused("forbidden", where, f"{name[:60]!r} looks like a file's path", "Use shipped names")


def words_of_cgp(text: str) -> list[str]:
    """Return the words of a CGP's operations, which may name files."""
    main, _, operations = text.partition(";")
    return [*main.split()[4:], *operations.replace(";", " ").split()]


def cgp_spec(text: str, given: Mapping[str, str], seats: int, *, paths: bool) -> VariantSpec:
    """Return the variant of a CGP, whose games begin there. given: names that go before its own.

    Raises Refused and ArenaErrors: it cannot be read, or no game comes to such a position.
    """
    if not paths:
        check_no_paths([*given.values(), *words_of_cgp(text)], "game.cgp")
    try:
        found = read_cgp_position(text, "game.cgp", None, given)
        names = names_in_cgp(text, given)
    except Complaints:
        raise
    except ArenaError as error:
        raise ConfigError("game.cgp", error.problem, error.remedy) from None
    except (ValueError, OSError, RecursionError, IndexError) as error:
        raise ConfigError("game.cgp", f"it cannot be read ({error})", "Write BOARD RACKS SCORES ZEROS") from None
    table = found.position.table
    known = [dict(table.tiles.parse_rack(rack)[0]) for rack in found.cgp.racks]
    if any(known[seats:]) or len(found.cgp.racks) > max(seats, 2):
        raise ConfigError("game.cgp", f"it has more racks than {seats} players", "Add seats")
    hands = [*known, *({} for _ in range(seats))][:seats]
    scores = [*found.cgp.scores, *(0 for _ in range(seats))][:seats]
    problems = impossible(table, found.position.board, hands)
    wrong: list[ArenaError] = [ConfigError("game.cgp", problem, "No game comes to it") for problem in problems]
    if wrong:
        raise Complaints(wrong)
    entry = VariantEntry(
        name="game", board=names["board"], tiles=names["tiles"], rules=names["rules"], lexicon=names["lexicon"]
    )
    spec = load_variant(entry, seats=seats, where=lambda key: f"game.{key}")
    return begun_spec(spec, found.position.board, hands, scores, table.rules.as_mapping())


def begun_spec(
    spec: VariantSpec,
    board: Board,
    hands: Sequence[Mapping[int, int]],
    scores: Sequence[int],
    rules: Mapping[str, object] | None = None,
) -> VariantSpec:
    """Return a variant of the word game whose games begin in a position; seat 0 is on turn."""
    assert spec.word is not None
    placed = tuple((tile.x, tile.y, tile.tile, tile.char, tile.points) for _, tile in sorted(board.items()))
    begun = BegunSpec(placed=placed, hands=tuple(tuple(rack(hand)) for hand in hands), scores=tuple(scores))
    word = msgspec.structs.replace(
        spec.word, begun=begun, rules=dict(rules or spec.word.rules) | {"hand_size": spec.word.hand_size}
    )
    return msgspec.structs.replace(spec, word=word)
