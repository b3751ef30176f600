"""How the games of a variant begin, where not at the beginning: files, lists and records of a tournament file as texts.

An opening of the word game is a position (a CGP, or a GCG record after some turns); its text is ``scrabble.begun``'s.
That of any other game is a row of moves from its start; its texts are the moves'. All are tried once: what no game
could begin with is told with its place. A door to files.
"""

from __future__ import annotations

import glob
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from arena.config.given_file import read_given
from arena.config.model import OpeningsEntry, VariantEntry
from arena.config.read import read_text
from arena.contract.chance import stream
from arena.contract.draws import NotedRandom
from arena.contract.game import Game, begins_in_positions, opened
from arena.errors import ArenaError, Complaints, ConfigError
from arena.games.transcript import read_moves, replay
from arena.notation.cgp import read_cgp
from arena.notation.gcg import EventKind, GcgGame
from arena.notation.gcg_read import read_gcg
from arena.notation.gcg_replay import replay_gcg
from arena.scrabble.begun import write_begun
from arena.scrabble.supply import impossible
from arena.scrabble.table import Table
from arena.scrabble.turns import GameStart
from arena.variants.build import build_game, word_table
from arena.variants.cgp_board import board_of_cgp
from arena.variants.paths import path_of, shown, trouble_with
from arena.variants.spec import VariantSpec

MOST_OPENINGS = 100_000
_TURNS = (EventKind.PLAY, EventKind.PASS, EventKind.EXCHANGE)
Opening = tuple[str, ...]
Located = tuple[str, str]  # the place of an opening for complaints, and its text


def read_openings(
    named: OpeningsEntry, game: Game[Any, Any], table: Table | None, base: Path | None, where: str
) -> tuple[Opening, ...]:
    """Return the openings of a variant, in their order.

    game: its rules. table: the word game's, None for any other game. base: the folder that paths begin in.
    where: what stands for the key in complaints. Raises Complaints with everything that is wrong.
    """
    wrong, found = list[ArenaError](), list[Opening]()
    if not (named.texts or named.path or (named.games and named.turns)):
        return ()  # the reader of the file told what is missing
    try:
        sources = list(_sources(named, table, base, where))
        if table is None:
            _check_no_chance(game, where)
    except ArenaError as error:
        raise Complaints([error]) from error
    for place, text in sources:
        try:
            found.append(_opening(game, table, place, text, named.turns))
        except Complaints as several:
            wrong += [_told_at(place, error) for error in several.errors]
        except ArenaError as error:
            wrong.append(_told_at(place, error))
    if not sources:
        wrong.append(ConfigError(where, "there is no opening in it", "Write one a line"))
    if len(sources) > MOST_OPENINGS:
        wrong.append(ConfigError(where, f"{len(sources):,} openings", f"{MOST_OPENINGS:,} are the most"))
    if wrong:
        raise Complaints(wrong)
    return tuple(found)


def _told_at(place: str, error: ArenaError) -> ConfigError:
    """Return a complaint about an opening with its place: the file, and the line or the field of it that is wrong."""
    if error.where.startswith(place):
        return ConfigError(error.where, error.problem, error.remedy)
    return ConfigError(f"{place}: {error.where}" if error.where else place, error.problem, error.remedy)


def _sources(named: OpeningsEntry, table: Table | None, base: Path | None, where: str) -> Iterator[Located]:
    """Yield each opening as text with its place; of games in GCG the text is the file's path."""
    if named.texts:
        yield from ((f"{where}[{index}]", text) for index, text in enumerate(named.texts))
    elif named.path:
        path = path_of(named.path, base)
        trouble = trouble_with(path)
        if trouble is not None:
            raise ConfigError(where, trouble, "Paths are relative to the file that names them")
        for number, line in enumerate(read_text(str(path)).splitlines(), start=1):
            text = line.partition("#")[0].strip()
            if text:
                yield f"{shown(path)}:{number}", text
    else:
        if table is None:
            raise ConfigError(where, "GCG records are games of the word game", "Write openings as rows of moves")
        paths = sorted(glob.glob(str(path_of(named.games, base))))
        if not paths:
            remedy = "Paths are relative to the file that names them; * stands for any name"
            raise ConfigError(where, f"there is no file {shown(named.games)}", remedy)
        yield from ((shown(path), path) for path in paths)


def _opening(game: Game[Any, Any], table: Table | None, place: str, text: str, turns: int) -> Opening:
    if table is None:
        opening = tuple(str(move) for move in read_moves(game, text))
        replay(game, ", ".join(opening))  # which says which move does not fit
    else:
        start = _after_turns(place, text, table, turns) if turns else _of_cgp(place, text, table, game.seats)
        problems = impossible(table, start.board, start.hands)
        if problems:
            raise Complaints([ConfigError(place, problem, "No game comes to it") for problem in problems])
        opening = (write_begun(start),)
    if game.outcome(opened(game, stream(0, "opening"), opening)) is not None:
        raise ConfigError(place, "the game is over after this opening", "End it sooner")
    return opening


def _of_cgp(place: str, text: str, table: Table, seats: int) -> GameStart:
    """Return the position of a CGP at the variant's own table; the player on turn has the first seat."""
    cgp = read_cgp(text, table.tiles)
    for word, ours in (("bdn", table.layout.name), ("ld", table.tiles.name)):
        if cgp.ops.get(word, ours).lower() != ours.lower():
            problem = f"{word} {cgp.ops[word]} is not what the variant is played with ({ours})"
            raise ConfigError(place, problem, f"Name {cgp.ops[word]} in the variant, or remove {word} here")
    if len(cgp.racks) != seats:
        raise ConfigError(place, f"it has {len(cgp.racks)} players, and this tournament seats {seats}")
    hands = [dict(table.tiles.parse_rack(rack)[0]) for rack in cgp.racks]
    return GameStart(board_of_cgp(cgp, table, place), tuple(hands), cgp.scores)


def _after_turns(place: str, path: str, table: Table, turns: int) -> GameStart:
    """Return the position of a GCG record after so many turns; hands are not told, and drawn anew in each game."""
    record = read_gcg(read_given(path, stdin=False))
    upto = _first_turns(record, turns)
    if upto is None:
        raise ConfigError(place, f"the record has fewer than {turns + 1} turns", "Write fewer turns:")
    replayed = replay_gcg(upto, table)
    if replayed.problems:
        line, problem = replayed.problems[0]
        raise ConfigError(f"{place}:{line}", problem, "Is it a game with this board and these tiles?")
    if replayed.to_move is None:
        raise ConfigError(place, "the game is over by then", "Write fewer turns:")
    seats = len(record.players)
    order = [(replayed.to_move + step) % seats for step in range(seats)]
    return GameStart(replayed.board, ({},) * seats, tuple(replayed.scores[seat] for seat in order))


def _first_turns(record: GcgGame, turns: int) -> GcgGame | None:
    """Return the record up to the turn after so many; None where it has none after them."""
    begins = [index for index, event in enumerate(record.events) if event.kind in _TURNS]
    return replace(record, events=record.events[: begins[turns]]) if len(begins) > turns else None


def _check_no_chance(game: Game[Any, Any], where: str) -> None:
    """Raise ConfigError where moves cannot be told beforehand, as each game starts otherwise."""
    chance = NotedRandom(0, game.name)
    game.start(chance)
    if chance.draws and not begins_in_positions(game):
        problem = f"{game.name} starts by chance, so that moves which fit one game may not fit another"
        raise ConfigError(where, problem, "Remove the openings")


def with_openings(
    spec: VariantSpec, entry: VariantEntry, base: Path | None, where: Callable[[str], str]
) -> VariantSpec:
    """Return a variant with the openings that its entry names. Raises as ``read_openings`` does."""
    if entry.openings is None:
        return spec
    table = None if spec.word is None else word_table(spec)
    found = read_openings(entry.openings, build_game(spec), table, base, where("openings"))
    return msgspec.structs.replace(spec, openings=found)
