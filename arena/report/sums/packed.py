"""What was gathered of some games as bytes, to be kept and added to that of others. Pure."""

from __future__ import annotations

from array import array
from dataclasses import astuple, fields
from typing import Any

import msgspec
import numpy as np

from arena.contract.result import Result
from arena.report.gather import Doings, Gathered
from arena.report.run.agreed_ends import EndBook
from arena.report.sums.counts import Counts
from arena.report.sums.game_table import COLUMNS
from arena.report.sums.top_plays import PlayMade, Top
from arena.report.times.clocks import ClockSums
from arena.report.times.game_times import GameTimeSums
from arena.report.times.machines import MachineSums
from arena.report.times.starts import StartSums
from arena.report.trouble.faults import FaultKind
from arena.report.trouble.lost_turns import LostTurn, LostTurns

Play = tuple[int, str, str, str, int, tuple[tuple[str, int], ...]]
_DOINGS = tuple(field.name for field in fields(Doings) if field.name != "margins")


class _Packed(msgspec.Struct):
    """A Gathered without records. Sums stand in the order of their classes' fields."""

    top: int
    games: int
    not_counted: int
    shared: int
    names: dict[str, list[str]]
    columns: dict[str, memoryview]
    did: list[tuple[str, str, list[int]]]
    best: list[tuple[str, str, list[Play]]]
    clocks: list[tuple[str, list[tuple[bytes, bytes]]]]
    game_times: list[tuple[str, list[int]]]
    starts: list[tuple[str, list[int]]]
    machines: list[tuple[str, int, list[float]]]
    faults: list[tuple[str, str, int, str, int | None, str, str]]
    lasting: list[str]
    ends: dict[str, int]
    lost: int
    lost_turns: list[LostTurn]
    apart: list[Result]


def pack(gathered: Gathered) -> bytes | None:
    """Return what was gathered as bytes; None where there are games that are not of two, which are kept one by one."""
    if gathered.rankings:
        return None
    packed = _Packed(
        top=gathered.top, games=gathered.games, not_counted=gathered.not_counted, shared=gathered.shared,
        names={kind: list(names) for kind, names in gathered.results.names.items()},
        columns={name: memoryview(values).cast("B") for name, values in gathered.results.columns.items()},
        did=[
            (variant, bot, [getattr(did, name) for name in _DOINGS])
            for variant, doings in gathered.did.items() for bot, did in doings.items()
        ],
        best=[
            (kind, name, [(p.points, p.bot, p.variant, p.game, p.turn, p.words) for p in top.plays()])
            for (kind, name), top in gathered.best.items()
        ],
        clocks=[
            (bot, [(values.tobytes(), counts.tobytes()) for values, counts in (kind.arrays for kind in sums.kinds)])
            for bot, sums in gathered.clocks.books.items()
        ],
        game_times=[(bot, list(astuple(sums))) for bot, sums in gathered.game_times.books.items()],
        starts=[(bot, list(astuple(sums))) for bot, sums in gathered.starts.books.items()],
        machines=[(name, sums.games, sorted(sums.speeds)) for name, sums in gathered.machines.books.items()],
        faults=[astuple(kind) for kind in gathered.faults], lasting=sorted(gathered.lasting),
        ends=dict(gathered.ends.ends()), lost=gathered.lost_turns.count, lost_turns=gathered.lost_turns.last(),
        apart=gathered.apart,
    )  # fmt: skip
    return msgspec.msgpack.encode(packed)


def unpack(data: bytes) -> Gathered:
    """Return what ``pack`` was given, without records. Raises msgspec.MsgspecError or ValueError for other bytes."""
    packed = msgspec.msgpack.decode(data, type=_Packed)
    gathered = Gathered(packed.top, packed.games, packed.not_counted)
    gathered.shared = packed.shared
    gathered.ends = EndBook(packed.ends)
    table = gathered.results
    for kind, names in packed.names.items():
        table.names[kind] = {name: number for number, name in enumerate(names)}
    for name, values in packed.columns.items():
        table.columns[name] = column = array(COLUMNS[name])
        column.frombytes(values)
    for variant, bot, sums in packed.did:
        doings = gathered.did[variant][bot]
        for name, total in zip(_DOINGS, sums, strict=True):
            setattr(doings, name, total)
    for kind, name, plays in packed.best:
        gathered.best[kind, name] = top = Top(packed.top if kind == "all" else 1)
        for play in plays:
            top.offer(PlayMade(*play))
    for bot, times in packed.clocks:
        gathered.clocks.books[bot] = ClockSums(*(Counts(_whole(v), _whole(counts)) for v, counts in times))
    gathered.game_times.books = {bot: GameTimeSums(*sums) for bot, sums in packed.game_times}
    gathered.starts.books = {bot: StartSums(*sums) for bot, sums in packed.starts}
    gathered.machines.books = {name: MachineSums(games, set(speeds)) for name, games, speeds in packed.machines}
    for fault in packed.faults:
        gathered.faults.take(FaultKind(*fault))
    gathered.lasting = set(packed.lasting)
    gathered.lost_turns = LostTurns(packed.lost, packed.lost_turns)
    gathered.apart = packed.apart
    return gathered


def _whole(data: bytes) -> Any:
    return np.frombuffer(data, dtype=np.int64)
