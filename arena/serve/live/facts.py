"""What everybody may know of a turn and of an end, as the page's protocol has it. Pure; no secrets come in here.

A turn's facts are made from the states around it, so that a game that is read from disk and one that is played tell
the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from arena.contract.game import Game, TryAgain
from arena.contract.outcome import Fault, Outcome
from arena.contract.resignation import GAVE_UP, RESIGNATION
from arena.errors import NotationError
from arena.notation.squares import BoardExtent, WordPlace, print_place
from arena.records.record import MoveRecord
from arena.referee.events import Tell
from arena.scrabble.legality import FAULTS_NAMED
from arena.scrabble.moves import Placed, Play
from arena.scrabble.placement import on_one_line
from arena.scrabble.position import Board, laid, words_through
from arena.scrabble.rules import WordGame
from arena.scrabble.table import Table
from arena.scrabble.turns import WordState
from arena.serve.people.refusals import refusals
from arena.serve.people.typed import typed
from arena.wire.message.faults import fault_message

Facts = dict[str, Any]

WHY = {  # what everybody is told of a fault while the game goes on; the detail may say what a seat holds
    None: "left the game", Fault.ILLEGAL: "broke the rules", Fault.LATE: "was too late, too often",
    Fault.GARBLED: "sent what is no move", Fault.FLOOD: "sent too much", Fault.MEMORY: "took too much memory",
    Fault.CRASHED: "its program ended", Fault.NOT_READY: "its program did not start",
}  # fmt: skip
REASONS = {
    "out of tiles": "The bag is empty, and a player has used every tile.",
    "scoreless turns": "There were too many turns without points in a row.",
    "turn limit": "The rule book's last turn was played.",
    "last player standing": "All others have left the game.",
    "everybody left": "Everybody has left the game.",
}


def tile_facts(table: Table, tile: Placed) -> Facts:
    """Return a tile on a square."""
    wild = table.tiles.has(tile.tile) and table.tiles.tiles[tile.tile].wild
    return {"at": (tile.x, tile.y), "tile": tile.tile, "char": tile.char, "points": tile.points, "wild": wild}


def square_name(table: Table, at: Any) -> str:
    """Return what people call a square: ``8H`` on a finite board, ``(3, -2)`` on one without an end."""
    if table.layout.bounds is None:
        return f"({at[0]}, {at[1]})"
    return print_place(WordPlace(at[0], at[1], True), BoardExtent.of(table.layout))


def play_text(table: Table, board: Board, tiles: Sequence[Placed]) -> str:
    """Return a play as people write it: ``8D DO``; with row, column and direction where the board has no end.

    board: without the play. "" for tiles that are on no one line.
    """
    if not tiles or not on_one_line(tiles) or any((tile.x, tile.y) in board for tile in tiles):
        return ""
    if table.layout.bounds is None:
        return typed(Play(tuple(tiles)), board, table)[0]
    after, new = laid(board, tiles), {(tile.x, tile.y) for tile in tiles}
    runs = words_through(after, tiles)
    run, across = runs[0] if runs else (tuple(tiles[:1]), True)
    alphabet, letters = table.tiles.alphabet, []
    for tile in run:
        wild = table.tiles.has(tile.tile) and table.tiles.tiles[tile.tile].wild
        letter = alphabet.small(tile.char) if wild else tile.char
        letter = letter if len(letter) == 1 else f"[{letter}]"
        letters.append(letter if (tile.x, tile.y) in new else f"({letter})")
    try:
        place = print_place(WordPlace(run[0].x, run[0].y, across), BoardExtent.of(table.layout))
    except NotationError:
        return ""
    return f"{place} {''.join(letters).replace(')(', '')}"


def word_turn(table: Table, before: WordState, after: WordState, ms: float) -> Facts:
    """Return a turn of the word game; never which tiles were changed, drawn, or are held."""
    turn = after.last
    assert turn is not None, "a turn leaves something behind"
    laid_tiles = turn.tiles if turn.kind in ("play", "failed") else ()
    lines = refusals(turn.faults, table, lambda at: square_name(table, at), own=False) if laid_tiles else []
    return {
        "turn": before.turn,
        "seat": turn.seat,
        "kind": turn.kind,
        "tiles": [tile_facts(table, tile) for tile in laid_tiles],
        "words": [list(word) for word in turn.words],
        "points": turn.points,
        "bonus": turn.points - sum(points for _, points in turn.words) if turn.kind == "play" else 0,
        "text": play_text(table, before.board, laid_tiles),
        "total": after.scores[turn.seat],
        "count": len(turn.given) if turn.kind == "change" else None,
        "detail": left_detail(after, turn.seat) if turn.kind == "forfeit" else "",
        "lines": lines,
        "ms": round(ms),
        **({} if turn.challenge is None else {"challenge": asdict(turn.challenge)}),
    }


def challenge_facts(game: Game[Any, Any], state: Any) -> Facts:
    """Return which turn the mover may challenge, and whether the game is over unless it does; {} without challenges.

    {"challenge": None} while there is nothing to challenge.
    """
    if not isinstance(game, WordGame) or game.table.rules.challenge == "void":
        return {}
    if state.open_play is None:
        return {"challenge": None}
    return {"challenge": {"move": state.turn - 1, "closing": state.closing}}


def refused_facts(game: Game[Any, Any], tell: Tell) -> Facts:
    """Return what was wrong with a turn, for who took it."""
    assert tell.offence is not None
    fields: Facts = {"turn": tell.turn, "tiles": [], "faults": [], "lines": [], "detail": tell.offence.detail}
    fields["again"] = isinstance(tell.ruling, TryAgain)
    if isinstance(game, WordGame):
        table, faults = game.table, game.faults(tell.before, tell.move)
        if isinstance(tell.move, Play):
            fields["tiles"] = [tile_facts(table, tile) for tile in tell.move.tiles]
        fields["faults"] = [fault_message(fault) for fault in faults[:FAULTS_NAMED]]
        fields["lines"] = refusals(faults, table, lambda at: square_name(table, at))
    return fields


def left_detail(state: WordState, seat: int) -> str:
    """Return why a seat has left, without what it holds."""
    for forfeit in state.gone:
        if forfeit.seat == seat:
            return "gave up" if forfeit.fault is None else WHY[forfeit.fault]
    return ""


def open_turn(move: MoveRecord, ms: float) -> Facts:
    """Return a turn of any other game."""
    fault = None if move.fault is None else Fault[move.fault.fault]
    text = move.move or ""
    if fault is None and text == str(RESIGNATION):
        kind, detail, text = "forfeit", GAVE_UP, ""
    else:
        kind = "move" if fault is None else "timeout" if fault is Fault.LATE else "forfeit"
        detail = "" if fault is None else why(move)
    return {
        "turn": move.turn, "seat": move.seat, "kind": kind, "tiles": [], "words": [], "points": 0, "bonus": 0,
        "text": text, "total": None, "count": None, "detail": detail, "lines": [],
        "ms": round(ms),
    }  # fmt: skip


def why(move: MoveRecord) -> str:
    """Return what everybody is told of a fault."""
    assert move.fault is not None
    return GAVE_UP if move.fault.detail == GAVE_UP else WHY[Fault[move.fault.fault]]


def over_facts(outcome: Outcome, called: Sequence[str], left: Sequence[Mapping[int, int]] = ()) -> Facts:
    """Return how a game ended. left: the tiles on each rack, by id."""
    return {
        "reason": outcome.reason,
        "places": list(outcome.places),
        "scores": None if outcome.scores is None else list(outcome.scores),
        "adjustments": list(outcome.adjustments),
        "forfeits": [
            {"seat": left.seat, "fault": left.fault.name.lower() if left.fault else None, "detail": left.detail}
            for left in outcome.forfeits
        ],
        "left": [rack(hand) for hand in left],
        "explained": explained(outcome, called),
        "results": None,
        "id": None,
    }


def explained(outcome: Outcome, called: Sequence[str]) -> list[str]:
    """Return the end in sentences: why, what it added or took, who has won."""
    lines = [REASONS.get(outcome.reason, f"{outcome.reason[:1].upper()}{outcome.reason[1:]}.")]
    for seat, change in enumerate(outcome.adjustments):
        if change:
            verb = "gains" if change > 0 else "loses"
            lines.append(f"{called[seat]} {verb} {abs(change)} point{'s' * (abs(change) != 1)} for the tiles left.")
    best = [called[seat] for seat, place in enumerate(outcome.places) if place == 1]
    if outcome.all_lose:
        lines.append("By the rule book nobody has won.")
    elif len(best) == 1:
        lines.append(f"{best[0]} has won.")
    else:
        lines.append(f"{', '.join(best[:-1])} and {best[-1]} share the first place.")
    return lines


def rack(hand: Mapping[int, int]) -> list[int]:
    """Return a hand as tile ids in order."""
    return [tile for tile, count in sorted(hand.items()) for _ in range(count)]
