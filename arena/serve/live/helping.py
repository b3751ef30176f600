"""What a person may ask of a position: what a laid play is worth, what a typed move says, the best plays, a word.

Pure but for the kernels of the search. Whether a game allows it is asked by whoever calls.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from arena.contract.budget import ClockedBudget
from arena.contract.game import Game
from arena.errors import NotationError, UnreadableMove
from arena.notation.squares import BoardExtent, lay_word, read_place
from arena.scrabble.finding import PlayFinder, ScoredPlay
from arena.scrabble.legality import PlayFault, faults_of_change, faults_of_play
from arena.scrabble.moves import Challenge, Change, Pass, Placed, Play, Resign, WordMove, can_be_written, read_move
from arena.scrabble.position import Board
from arena.scrabble.scoring import score_play
from arena.scrabble.table import Table
from arena.serve.live.facts import Facts, play_text, square_name, tile_facts
from arena.serve.people.refusals import cost_of_failing, refusals
from arena.serve.people.typed import read_word
from arena.serve.problems import Refused
from arena.small_games import Position
from arena.wire.message.faults import fault_message

THINK = 2.0  # seconds for a hint where there are too many plays to list
LONGEST_WORD = 200  # characters that are looked up
FINDERS = 4  # that a thread keeps
_UNKNOWN_WORD = "WordNotInDictionary"
_LOCAL = threading.local()


def finder_of(table: Table) -> PlayFinder:
    """Return a finder of plays for this thread alone: it keeps its working space from call to call.

    A thread keeps those of the FINDERS tables that it was asked about last: a finder holds its table.
    """
    known: OrderedDict[Table, PlayFinder] | None = getattr(_LOCAL, "finders", None)
    if known is None:
        known = _LOCAL.finders = OrderedDict()
    finder = known.pop(table, None)
    if finder is None:
        finder = table.finder()
        while len(known) >= FINDERS:
            known.popitem(last=False)
    known[table] = finder
    return finder


def placed(table: Table, tiles: Sequence[Any]) -> tuple[Placed, ...]:
    """Return tiles as a client names them: with ``at``, ``tile``, ``char``, and points where they are not clear.

    Raises Refused for a face that is to be guessed.
    """
    found = []
    for number, tile in enumerate(tiles):
        points = tile.points
        if points is None:
            faces = table.tiles.tiles[tile.tile].faces if table.tiles.has(tile.tile) else ()
            worth = {face.points for face in faces if face.char == tile.char}
            if len(worth) > 1:
                problem = f"the tile {tile.tile} shows {tile.char} for {' or '.join(map(str, sorted(worth)))} points"
                raise Refused("invalid", f"tiles[{number}].points", problem, "Say for how many")
            points = worth.pop() if worth else 0
        found.append(Placed.normalized(tile.at[0], tile.at[1], tile.tile, tile.char, points))
        if not can_be_written(Play((found[-1],))):
            raise Refused("invalid", f"tiles[{number}].char", f"no tile shows {tile.char!r}", "Name a face of the tile")
    return tuple(found)


def verdict(
    table: Table,
    board: Board,
    tiles: Sequence[Placed],
    hand: Mapping[int, int],
    seat: int,
    *,
    words: bool = True,
    stands: bool = False,
) -> Facts:
    """Return what a play would be worth, or what is wrong with it. words: whether they may be looked up.

    stands: whether it would lie there with any words until it is challenged.
    """
    faults = faults_of_play(table, board, tiles, hand, seat + 1)
    if not words:
        faults = [fault for fault in faults if fault.name != _UNKNOWN_WORD]
    refused = [fault for fault in faults if not stands or fault.name != _UNKNOWN_WORD]
    fields: Facts = {"legal": not refused, "words": [], "bonus": 0, "points": 0}
    if all(fault.name == _UNKNOWN_WORD for fault in faults):
        score = score_play(table, board, tiles)
        fields["words"] = [[word.text, word.points] for word in score.words]
        fields |= {"bonus": score.bonus, "points": score.total}
    return fields | _faults(table, faults, cost_of_failing(table) if refused else "")


def change_verdict(table: Table, bag: int, tiles: Sequence[int], hand: Mapping[int, int], seat: int) -> Facts:
    """Return whether a change of tiles is allowed."""
    faults: list[PlayFault] = []
    if tiles or table.rules.empty_change == "illegal":
        faults = faults_of_change(table, bag, tiles, hand, seat + 1)
    fields: Facts = {"legal": not faults, "words": [], "bonus": 0, "points": 0}
    return fields | _faults(table, faults, "loses the turn" if faults else "")


def _faults(table: Table, faults: Sequence[PlayFault], costs: str) -> Facts:
    lines = refusals(faults, table, lambda at: square_name(table, at))
    return {"faults": list(map(fault_message, faults)), "lines": lines, "costs": costs}


def typed_move(table: Table, board: Board, hand: Mapping[int, int], text: str) -> WordMove:
    """Return the move that a person typed. Raises ArenaErrors that say how a move is written."""
    words = text.split()
    first = words[0].lower() if words else ""
    match first:
        case "pass" if len(words) == 1:
            return Pass()
        case "resign" if len(words) == 1:
            return Resign()
        case "change" | "swap":
            if all(word.isascii() and word.isdigit() for word in words[1:]):
                return Change(tuple(map(int, words[1:])))
            named = table.tiles.parse_hand("".join(words[1:]).replace("_", "?"))
            return Change(tuple(tile for tile, count in sorted(named.items()) for _ in range(count)))
    if len(words) == 2 and any(char.isdigit() for char in words[0]) and table.layout.bounds is not None:
        return Play(_lay(table, board, hand, words[0], words[1]))
    if len(words) == 4:
        return read_word(text, table, board, hand, _no_letter)
    try:
        return read_move(text)
    except UnreadableMove:
        how = "WORD ROW COL H" if table.layout.bounds is None else "8D WORD (across) or D8 WORD (down)"
        problem = f"cannot read {text.strip()[:60]!r}" if text.strip() else "the text is empty"
        raise UnreadableMove("text", problem, f"Write {how}, a small letter for a blank; pass, change ABC, resign") \
            from None  # fmt: skip


def _no_letter(x: int, y: int) -> str:
    raise UnreadableMove("text", "it does not say what the blank stands for", "Write a small letter for a blank")


def _lay(table: Table, board: Board, hand: Mapping[int, int], place: str, word: str) -> tuple[Placed, ...]:
    """Return the tiles of ``8D WORD``, of several that show a letter those that are held."""
    laid = lay_word(word, read_place(place, BoardExtent.of(table.layout)), table.tiles, board).tiles
    left, chosen = dict(hand), []
    for tile in laid:
        if not table.layout.has(tile.x, tile.y):
            raise NotationError("text", f"the board has no square at {square_name(table, (tile.x, tile.y))}", "")
        kept = tile
        if not left.get(tile.tile):
            same = [
                (kind, face)
                for kind, count in left.items()
                if count and kind != table.tiles.wild and (face := table.tiles.face(kind, tile.char)) is not None
            ]
            if same and not table.tiles.tiles[tile.tile].wild:
                kind, face = same[0]
                kept = Placed(tile.x, tile.y, kind, face.char, face.points)
        left[kept.tile] = left.get(kept.tile, 0) - 1
        chosen.append(kept)
    return tuple(chosen)


def found_plays(table: Table, board: Board, hand: Mapping[int, int], most: int) -> tuple[list[ScoredPlay], int]:
    """Return the best plays, best first, and how many there are; where words are without end, the best one alone."""
    finder, field = finder_of(table), table.empty_field()
    field.place(tuple(board.values()))
    if table.lexicon.count is None:
        best = finder.best(field, hand, ClockedBudget(THINK, time.monotonic))
        return ([] if best is None else [best]), int(best is not None)
    plays = finder.plays(field, hand)
    return list(_once(plays.sorted()[: 4 * most], most)), len(plays)


def _once(plays: Sequence[ScoredPlay], most: int) -> list[ScoredPlay]:
    """Return the first plays, each name (squares and faces) once."""
    seen, kept = set(), []
    for found in plays:
        name = found.play.squares_and_faces
        if name not in seen:
            seen.add(name)
            kept.append(found)
            if len(kept) == most:
                break
    return kept


def play_facts(table: Table, board: Board, found: ScoredPlay) -> Facts:
    """Return a play that was found."""
    return {
        "text": play_text(table, board, found.play.tiles),
        "word": found.word,
        "points": found.score,
        "tiles": [tile_facts(table, tile) for tile in found.play.tiles],
    }


def advice(game: Game[Any, Any], state: Any) -> Facts:
    """Return the best move of a small game, as far as it is known within THINK seconds."""
    budget = ClockedBudget(THINK, time.monotonic)
    found = Position(game, state).advise(time_left=budget.time_left)
    return {
        "move": found.move, "places": found.places and list(found.places), "plies": found.plies, "limit": found.limit,
    }  # fmt: skip


def is_word(table: Table, text: str) -> bool:
    """Return whether a word is in the dictionary. Raises Refused for what is no word at all."""
    word = text.strip()
    if not word or len(word) > LONGEST_WORD:
        raise Refused("invalid", "word", "write a word", f"of at most {LONGEST_WORD} characters")
    return word in table.lexicon


def told_move(table: Table, move: WordMove) -> Facts:
    """Return what a typed move says."""
    match move:
        case Play(tiles):
            return {"kind": "play", "tiles": [tile_facts(table, tile) for tile in tiles], "change": []}
        case Change(ids):
            return {"kind": "change", "tiles": [], "change": list(ids)}
        case Pass():
            return {"kind": "pass", "tiles": [], "change": []}
        case Challenge():
            return {"kind": "challenge", "tiles": [], "change": []}
    return {"kind": "resign", "tiles": [], "change": []}
