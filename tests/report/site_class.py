"""Made-up classes: bots with games and faults, with their names in every place where a record has a text."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec

from arena.records.record import Circumstances, FaultRecord, ForfeitRecord, GameRecord
from arena.records.results import MANIFEST
from tests.report.misses import FULL, LAST, MIDDLE, OPENING, PASS, specs_of
from tests.report.stored import store

TURNS = (OPENING, MIDDLE, PASS, LAST)


def record(first: str, second: str, pair: int, half: int, scores: tuple[int, int], *, talks: bool = True) -> GameRecord:
    """Return a game between two as a run stores it. talks: whatever is said in it has the names of both in it."""
    bots = (first, second) if half == 1 else (second, first)
    said = f"{bots[0]} against {bots[1]}: /home/{bots[1]}/{bots[0]}.py" if talks else "said"
    moves = TURNS if half == 1 else (FULL,)
    if talks:
        fault = FaultRecord("ILLEGAL", said)
        note = moves[-1].note | {"reason": said, "faults": [["E", said]]}
        moves = (*moves[:-1], msgspec.structs.replace(moves[-1], tries=(fault,), note=note))
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    pairing = f"{first}-vs-{second}"
    return GameRecord(
        id=f"tiny/{pairing}/{pair:04d}/{half}", variant="tiny", pairing=pairing, pair=pair, half=half, bots=bots,
        seed=7, moves=moves, places=places, reason="out of tiles", scores=scores,
        forfeits=(ForfeitRecord(1, "CRASHED", said),) if talks and pair % 3 == 0 else (),
        process=("fresh", "fresh"), versions={"arena": "1", first: said, second: said}, own_seeds=(1, 2),
        circumstances=Circumstances(
            ms=tuple(10.0 + turn for turn in range(len(moves))), outputs=(said, said), closing=(said, said),
            machine=said, used_ms=(30.0, 40.0), left_ms=(60.0, -1.0),
        ),
    )  # fmt: skip


def not_played(first: str, second: str, pair: int) -> GameRecord:
    """Return a game for which nobody was ready."""
    reason = f"not ready: player 1: {first} has no {second}"
    return msgspec.structs.replace(
        record(first, second, pair, 1, (0, 0)), moves=(), counts=False, reason=reason, scores=None, forfeits=()
    )


def a_class(names: list[str], pairs: int = 1, *, talks: bool = True) -> list[GameRecord]:
    """Return a round robin of bots in that order; who stands further in front wins more often."""
    lot, games = random.Random(1), []
    for at, first in enumerate(names):
        for below, second in enumerate(names[at + 1 :], at + 1):
            for pair in range(1, pairs + 1):
                for half in (1, 2):
                    ahead = lot.random() < 0.5 + (below - at) / (2 * len(names))
                    scores = (60, 40) if ahead == (half == 1) else (30, 50)
                    games.append(record(first, second, pair, half, scores, talks=talks))
    return games


def stored_class(folder: Path, games: list[GameRecord], spec: Any, **manifest: Any) -> Path:
    """Write games as results of the tiny variant; manifest: fields of the manifest that are others."""
    store(folder, games, name="course", specs=specs_of(spec))
    if manifest:
        path = folder / MANIFEST
        fields = msgspec.json.decode(path.read_bytes()) | manifest
        path.write_bytes(msgspec.json.encode(fields))
    return folder
