"""Records as text for other programs: JSON lines and CSV. Pure; sorted by whoever hands the records in.

Without circumstances (times, printed output) an export of the same tournament is the same, byte for byte.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator

import msgspec

from arena.records.record import GameRecord

_ENCODER = msgspec.json.Encoder(order="sorted")

COLUMNS = (
    "id", "variant", "pairing", "pair", "half", "seed", "seat", "bot", "place", "points", "score", "adjustment",
    "moves", "faults", "forfeit", "reason", "counts",
)  # fmt: skip
TIMES = ("mean_ms", "max_ms")


def to_jsonl(records: Iterable[GameRecord], *, times: bool = False) -> Iterator[str]:
    """Yield one line a game, keys in a fixed order; ``times`` adds what differs from run to run."""
    for record in records:
        built = msgspec.to_builtins(record)
        if not times:
            del built["circumstances"]
        yield _ENCODER.encode(built).decode() + "\n"


class _Line:
    """A file that holds one line, for csv.writer."""

    text = ""

    def write(self, text: str) -> int:
        self.text = text
        return len(text)


def to_csv(records: Iterable[GameRecord], *, times: bool = False) -> Iterator[str]:
    """Yield a head and one line a game and seat.

    points: share of the game won (1, 0.5, 0); score: game points, empty in games without; forfeit: the
    fault with which the seat left ("own wish" when it chose to), empty when it stayed.
    """
    line = _Line()
    writer = csv.writer(line, lineterminator="\n")
    writer.writerow([*COLUMNS, *(TIMES if times else ())])
    yield line.text
    for record in records:
        outcome = record.outcome()
        left = {f.seat: f.fault or "own wish" for f in record.forfeits}
        for seat, bot in enumerate(record.bots):
            own = [index for index, move in enumerate(record.moves) if move.seat == seat]
            row: list[object] = [
                record.id, record.variant, record.pairing, record.pair, record.half, record.seed, seat + 1, bot,
                record.places[seat], f"{outcome.points(seat):g}",
                "" if record.scores is None else record.scores[seat],
                record.adjustments[seat] if record.adjustments else "",
                len(own), sum(record.moves[index].fault is not None for index in own),
                left.get(seat, ""), record.reason, int(record.counts),
            ]  # fmt: skip
            if times:
                ms = [record.circumstances.ms[index] for index in own if index < len(record.circumstances.ms)]
                row += [f"{sum(ms) / len(ms):.3f}", f"{max(ms):.3f}"] if ms else ["", ""]
            writer.writerow(row)
            yield line.text
