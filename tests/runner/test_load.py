"""Under load: more workers than cores, and all the guests of the zoo. The honest lose nothing by it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arena.errors import EXIT_PARTIAL
from arena.records.store import Results
from arena.report.times.clocks import ClockBook
from tests.runner.test_runs import nothing_lives, run
from tests.runner.test_zoo import AT_A_MOVE

MESSES = ["prints", "floods_output", "forks", "answers_twice", "answers_early", "offers_then_searches",
          "spoils_everything", "hangs_on_the_way_out", "talks_after_the_end"]  # fmt: skip
SPIES = {"fork_bomb": "LATE", "counts_files": None, "fills_the_disk": None}
HEAD = """
name: small
seed: drawn-00000000000000000000000000000003
variants: [{name: sticks, game: sticks, options: {count: 14}}]
pairs: PAIRS
"""
HONEST = """
bots: [{name: honest, bot: 'tests.guests.players:first'}, {name: other, bot: 'tests.guests.players:chance'}]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tmp").mkdir()
    return tmp_path


def lateness(folder: Path, workers: int, pairs: int, move_time: str = "500ms") -> tuple[int, int, float | None]:
    """Play honest bots; return (moves, moves that were late, the longest overhead in milliseconds)."""
    status, _, err = run(folder, "--workers", str(workers), pairs=pairs, text=f"{HEAD}move_time: {move_time}{HONEST}")
    assert status == 0, err
    book, late, moves = ClockBook(), 0, 0
    with Results(folder / "results" / "small") as results:
        for record in results.records():
            book.add(record)
            moves += len(record.moves)
            late += sum(move.fault is not None for move in record.moves)
    nothing_lives(folder)
    clocks = book.clocks(["honest", "other"])
    print(f"{workers} workers: {moves} moves, {late} late, overhead ms "
          f"{[(c.overhead.p50, c.overhead.p99, c.overhead.longest) for c in clocks]}")  # fmt: skip
    return moves, late, max(clock.overhead.longest or 0.0 for clock in clocks)


def test_no_honest_move_is_late_with_more_workers_than_cores(folder):
    moves, late, _ = lateness(folder, 2 * len(os.sched_getaffinity(0)), 10, "2m")  # how soon they are is for the soak
    assert moves > 100
    assert late == 0


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_no_honest_move_is_late_at_any_number_of_workers(folder, workers):
    moves, late, _ = lateness(folder, workers, 250)
    assert moves > 2500
    assert late == 0


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("isolation", ["auto", "process"])
def test_the_whole_zoo_on_four_workers_leaves_the_honest_alone_and_nothing_behind(folder, isolation):
    guests = {act: ("tests.guests.zoo:guest", fault.name) for act, (fault, _) in AT_A_MOVE.items()}
    guests |= dict.fromkeys(MESSES, ("tests.guests.zoo:guest", None))
    if isolation == "auto":
        guests |= {act: (f"tests.guests.spies:{act}", fault) for act, fault in SPIES.items()}
    bots = "\n".join(
        f"  - {{name: {act}, bot: '{value}', options: {{act: {act}}}}}" for act, (value, _) in guests.items()
    )
    text = (
        f"{HEAD}isolation: {isolation}\nmove_time: 500ms\nmax_crashes: 1000\nmax_voids: 20\n"
        "limits: {late_time: 200ms, shutdown_time: 200ms}\nkind: {gauntlet: {hero: honest}}\n"
        f"bots:\n  - {{name: honest, bot: 'tests.guests.players:first'}}\n{bots}\n"
    )
    status, _, err = run(folder, "--workers", "4", "--keep-going", pairs=2, text=text)  # some never start
    assert status == EXIT_PARTIAL, err
    nothing_lives(folder)
    with Results(folder / "results" / "small") as results:
        records = list(results.records())
    assert len(records) == 4 * len(guests)
    for record in records:
        honest = record.bots.index("honest")
        act = record.bots[1 - honest]
        assert all(move.fault is None for move in record.moves if move.seat == honest), record.id
        expected = guests[act][1]
        if isolation == "process" and act == "kills_its_parent":
            continue  # without walls it reaches its launcher, and the game is one that nobody is to blame for
        found = [(left.seat, left.fault) for left in record.forfeits]
        # On a machine that is busy with its own deeds such a bot may not even get that far, nor may one that starts
        # processes beside fork bombs.
        late = found in ([(1 - honest, "LATE")], [(1 - honest, "NOT_READY")])
        busy = late and act in ("fills_the_disk", "fork_bomb", "forks")
        assert busy or found == ([] if expected is None else [(1 - honest, expected)]), record.id
