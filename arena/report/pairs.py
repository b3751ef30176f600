"""Where the games of a pair part: the first turn at which they differ, and what differs there.

The games of a pair share the seed, with the seats rotated; as long as all moves are the same, the position is the
same too. So a difference has one of four causes. The bots chose differently (*choice*), or one of them lost its turn
or left by a fault (*fault*): both are theirs. The hands or the tiles drawn differ although all was the same before
(*tiles*), or one game is over where the other goes on (*length*): both mean that chance comes from elsewhere than the
seed, or that the arena is at fault.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median

from arena.records.record import GameRecord

SAME, CHOICE, FAULT, TILES, LENGTH = "same", "choice", "fault", "tiles", "length"
CAUSES = (SAME, CHOICE, FAULT, TILES, LENGTH)


@dataclass(frozen=True)
class Parting:
    """One pair: where its games part (``turn`` counts from 0, None where they never do) and why (one of CAUSES).

    bots: by seat in the first half. margin: points of the first half's seat 0 bot less the others' mean, averaged
    over the halves (None in games without points). points: of a win, averaged over the halves, of the same bot.
    """

    variant: str
    pairing: str
    pair: int
    bots: tuple[str, ...]
    turn: int | None
    cause: str
    points: float
    margin: float | None


@dataclass(frozen=True)
class PartingLine:
    """One pairing ("" : all) on one variant: pairs by cause; median turn (from 1) at which choices part."""

    variant: str
    pairing: str
    pairs: int
    counts: dict[str, int]
    turn: float | None


def partings(records: Iterable[GameRecord]) -> Iterator[Parting]:
    """Yield every whole pair of records that come sorted by id; pairs that lack a half are left out."""
    for (variant, pairing, pair), games in groupby(records, lambda game: (game.variant, game.pairing, game.pair)):
        halves = sorted(games, key=lambda game: game.half)
        seats = len(halves[0].bots)
        if seats > 1 and len(halves) == seats and all(half.counts for half in halves):
            turn, cause = _parting(halves)
            bot = halves[0].bots[0]
            points = [half.outcome().points(half.bots.index(bot)) for half in halves]
            margins = [_margin(half, half.bots.index(bot)) for half in halves]
            known = [margin for margin in margins if margin is not None]
            yield Parting(
                variant, pairing, pair, halves[0].bots, turn, cause, sum(points) / seats,
                sum(known) / seats if len(known) == seats else None,
            )  # fmt: skip


def _margin(record: GameRecord, seat: int) -> float | None:
    if record.scores is None:
        return None
    others = [score for index, score in enumerate(record.scores) if index != seat]
    return record.scores[seat] - sum(others) / len(others)


def _parting(halves: Sequence[GameRecord]) -> tuple[int | None, str]:
    """Return the first turn at which the games differ, and the cause."""
    for turn in range(max(len(half.moves) for half in halves)):
        if any(len(half.moves) <= turn for half in halves):
            # Equal moves, and one game is over: only a bot that left can be the reason.
            return turn, FAULT if any(half.forfeits for half in halves) else LENGTH
        moves = [half.moves[turn] for half in halves]
        if len({move.seat for move in moves}) > 1:
            return turn, FAULT if any(half.forfeits for half in halves) else TILES
        if len({move.note.get("hand") for move in moves}) > 1:
            return turn, TILES
        if len({(move.move, move.fault is None, move.note.get("kind")) for move in moves}) > 1:
            return turn, FAULT if any(move.fault is not None for move in moves) else CHOICE
        if len({move.note.get("drawn") for move in moves}) > 1:
            return turn, TILES
    return None, SAME


def parting_lines(partings: Sequence[Parting]) -> list[PartingLine]:
    """Return one line a variant and pairing, in their order."""
    groups: dict[tuple[str, str], list[Parting]] = defaultdict(list)
    for parting in partings:
        groups[parting.variant, parting.pairing].append(parting)
    lines = []
    for (variant, pairing), own in sorted(groups.items()):
        counts = {cause: sum(parting.cause == cause for parting in own) for cause in CAUSES}
        turns = [parting.turn + 1 for parting in own if parting.turn is not None and parting.cause == CHOICE]
        lines.append(PartingLine(variant, pairing, len(own), counts, float(median(turns)) if turns else None))
    return lines
