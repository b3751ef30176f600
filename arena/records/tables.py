"""Records as two flat tables: one row a game and seat, one row a turn; what CSV, Parquet and frames have in common.

Pure. Everything counts from 1 here, as people do. A column marked ``times`` differs from run to run and is only there
when asked for, so that an export without it is the same, byte for byte, for the same games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from arena.printable import printable
from arena.records.record import GameRecord

Kind = Literal["text", "integer", "seed", "number", "truth"]


@dataclass(frozen=True)
class Column:
    """A column: its name, what its values are, what they mean; ``empty`` where it may have none."""

    name: str
    kind: Kind
    about: str
    empty: bool = False
    times: bool = False


GAMES = (
    Column("id", "text", "the game: variant/pairing/pair/half"),
    Column("variant", "text", "the variant's name"),
    Column("pairing", "text", "the table's bots, sorted, joined by -vs-"),
    Column("pair", "integer", "the number of the pair; its games share the seed"),
    Column("half", "integer", "the game's number within its pair"),
    Column(
        "seed",
        "seed",
        "the game's own seed, unsigned, 64 bits; the master seed of the tournament is in no export and "
        "cannot be worked out from it",
    ),
    Column("seat", "integer", "the seat, from 1"),
    Column("bot", "text", "who sat there"),
    Column("place", "integer", "its place at the end, 1 is best; equal places are ties"),
    Column(
        "points", "number", "its share of the game: 1 won, 0.5 drawn, 0 lost; with more seats, of the others beaten"
    ),
    Column("score", "integer", "its game points after the adjustments at the end", empty=True),
    Column("adjustment", "integer", "the adjustment at the end, in game points", empty=True),
    Column("moves", "integer", "turns that it had"),
    Column("faults", "integer", "of these, turns decided by a fault"),
    Column("forfeit", "text", "the fault with which it left, `own wish`, or nothing when it stayed"),
    Column("reason", "text", "how the game ended"),
    Column("counts", "truth", "no for a game that no seat was ready for"),
    Column("first", "truth", "whether it had the first turn; no for everybody where nobody moved"),
    Column("mean_ms", "number", "milliseconds a move on the arena's clock, mean", empty=True, times=True),
    Column("max_ms", "number", "milliseconds of its longest move", empty=True, times=True),
    Column("seconds", "number", "the whole game on the wall clock, starting the processes included", times=True),
    Column(
        "used_ms",
        "number",
        "milliseconds that its turns took, where it had a time for the game",
        empty=True,
        times=True,
    ),
    Column("left_ms", "number", "milliseconds left of its budget, below 0 in overtime", empty=True, times=True),
    Column("penalty", "integer", "game points lost for overtime, off the score already", empty=True, times=True),
)

MOVES = (
    Column("id", "text", "the game"),
    Column("variant", "text", "the variant's name"),
    Column("turn", "integer", "the turn, from 1"),
    Column("seat", "integer", "whose turn it was, from 1"),
    Column("bot", "text", "who sat there"),
    Column("move", "text", "the move as the game writes it; nothing where there was none", empty=True),
    Column(
        "kind", "text", "word game: play, change, pass, failed, timeout, forfeit or challenge; nothing in other games"
    ),
    Column("score", "integer", "game points of the turn", empty=True),
    Column("word", "text", "the main word"),
    Column("words", "integer", "how many words the play made"),
    Column("hand", "text", "the hand before the turn; `?` is the wild card"),
    Column("drawn", "text", "the tiles drawn after it"),
    Column("fault", "text", "the fault that decided the turn, or nothing"),
    Column("tries", "integer", "refused answers before this one"),
    Column("offered", "truth", "whether the move was the best offered when the time ran out"),
    Column("ms", "number", "milliseconds on the arena's clock", empty=True, times=True),
    Column("cpu_ms", "number", "milliseconds of processor time of the bot's processes", empty=True, times=True),
)


def columns(table: tuple[Column, ...], times: bool) -> tuple[Column, ...]:
    """Return the columns of GAMES or MOVES that are asked for."""
    return tuple(column for column in table if times or not column.times)


def game_rows(records: Iterable[GameRecord]) -> Iterator[dict[str, Any]]:
    """Yield a row a game and seat, with every column of GAMES; None where there is no value."""
    for record in records:
        outcome = record.outcome()
        left = {forfeit.seat: forfeit.fault or "own wish" for forfeit in record.forfeits}
        for seat, bot in enumerate(record.bots):
            own = [index for index, move in enumerate(record.moves) if move.seat == seat]
            ms = [record.circumstances.ms[index] for index in own if index < len(record.circumstances.ms)]
            yield _row({
                "id": record.id, "variant": record.variant, "pairing": record.pairing, "pair": record.pair,
                "half": record.half, "seed": record.seed, "seat": seat + 1, "bot": bot, "place": record.places[seat],
                "points": float(outcome.points(seat)), "score": None if record.scores is None else record.scores[seat],
                "adjustment": record.adjustments[seat] if record.adjustments else None, "moves": len(own),
                "faults": sum(record.moves[index].fault is not None for index in own), "forfeit": left.get(seat, ""),
                "reason": record.reason, "counts": record.counts, "first": seat == record.first_seat,
                "mean_ms": sum(ms) / len(ms) if ms else None, "max_ms": max(ms) if ms else None,
                "seconds": record.circumstances.seconds, "used_ms": _of_seat(record.circumstances.used_ms, seat),
                "left_ms": _of_seat(record.circumstances.left_ms, seat), "penalty": _of_seat(record.penalties, seat),
            })  # fmt: skip


def move_rows(records: Iterable[GameRecord]) -> Iterator[dict[str, Any]]:
    """Yield a row a turn, with every column of MOVES; None where there is no value."""
    for record in records:
        times, cpu = record.circumstances.ms, record.circumstances.cpu_ms
        for index, move in enumerate(record.moves):
            words = move.note.get("words", ())
            yield _row({
                "id": record.id, "variant": record.variant, "turn": move.turn + 1, "seat": move.seat + 1,
                "bot": record.bots[move.seat], "move": move.move, "kind": move.note.get("kind", ""),
                "score": move.note.get("score"), "word": words[0][0] if words else "", "words": len(words),
                "hand": move.note.get("hand", ""), "drawn": move.note.get("drawn", ""),
                "fault": "" if move.fault is None else move.fault.fault, "tries": len(move.tries),
                "offered": move.offered, "ms": times[index] if index < len(times) else None,
                "cpu_ms": cpu[index] if index < len(cpu) else None,
            })  # fmt: skip


def _of_seat(values: Sequence[float | None], seat: int) -> float | None:
    """Return a seat's value, None where none is kept."""
    return values[seat] if seat < len(values) else None


def _row(values: dict[str, Any]) -> dict[str, Any]:
    """Return a row whose texts are fit to be shown; the records keep them as they are."""
    return {name: printable(value) if isinstance(value, str) else value for name, value in values.items()}
