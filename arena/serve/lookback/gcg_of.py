"""A stored game of the word game as a GCG file's text."""

from __future__ import annotations

from collections.abc import Sequence

from arena.errors import ResultsError
from arena.notation.gcg import write_gcg
from arena.notation.gcg_record import PlayedTurn, record_as_gcg
from arena.printable import printable_lines
from arena.records.manifest import Manifest
from arena.records.record import GameRecord
from arena.records.replay import replay
from arena.scrabble.rules import WordGame
from arena.serve.lookback.cgp_of import spec_of
from arena.variants.build import build_game


class NoGcg(ResultsError):
    """A game that GCG has no way to write."""


def gcg_text(manifest: Manifest, record: GameRecord, where: str) -> str:
    """Return the game as GCG; raise NoGcg for one that is not the word game, or begins in a position."""
    game = build_game(spec_of(manifest, record.variant, where))
    if not isinstance(game, WordGame):
        raise NoGcg(record.id, f"GCG can only describe the word game, not {game.name}", "Use --format jsonl")
    if game.begun is not None or record.opening:
        problem = "GCG begins with an empty board, and this game does not"
        raise NoGcg(record.id, problem, "Use --format jsonl")
    turns = [
        PlayedTurn(
            move.seat,
            move.move,
            dict(move.note),
            "" if move.fault is None else f"{move.fault.fault}: {move.fault.detail}",
        )
        for move in record.moves
    ]
    gcg = record_as_gcg(
        game.table,
        record.bots,
        turns,
        adjustments=record.adjustments,
        reason=record.reason,
        title=f"{where} {record.id}",
        hands=_left(record, game),
        penalties=record.penalties,
    )
    return printable_lines(write_gcg(gcg))


def _left(record: GameRecord, game: WordGame) -> Sequence[str]:
    """Return what each seat held at the end, as text."""
    last = None
    for _, state in replay(record, game):
        last = state
    return [] if last is None else [game.table.tiles.print_hand(hand) for hand in last.hands]
