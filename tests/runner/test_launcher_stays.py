"""A launcher stays from game to game, however many there are, as long as a game leaves nothing behind there."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from arena.errors import ConfigError
from arena.records.record import GameRecord
from arena.runner import worker as workers
from arena.runner.sandbox import isolation
from arena.runner.sandbox.namespaces import SPENT_PIDS, ProcessIds
from tests.runner.tables import LIMITS, job_for, setup_for

PLAYERS = "tests.guests.players"
BOUND = 5  # processes, and so ids, of one seat


@pytest.fixture
def walls() -> isolation.Isolation:
    try:
        walls = isolation.choose("sandbox", "isolation")
    except ConfigError as error:
        pytest.skip(str(error))
    if "namespaces" not in walls.layers:
        pytest.skip("process ids are the machine's: nothing counts them")
    return walls


def keepers(worker, setup, games):
    """Play; return which keepers of launchers were there after each game, by seat."""
    after = []
    for number in range(1, games + 1):
        record = worker.play(job_for(setup, number))
        assert isinstance(record, GameRecord), record
        assert not record.forfeits
        after.append({key[0]: launcher.keeper for key, launcher in worker._launchers.items()})
    return after


def test_more_games_than_there_are_process_ids_need_no_new_launcher(worker_for, walls):
    limits = msgspec.structs.replace(LIMITS, processes=BOUND)
    setup = setup_for(f"{PLAYERS}:first", f"{PLAYERS}:first", isolation=walls, limits=limits)
    seen = keepers(worker_for(setup), setup, 2 * BOUND + 2)
    assert all(keeper == seen[0] for keeper in seen)


@pytest.mark.parametrize("children", [1, BOUND - 2])
def test_a_game_that_used_up_process_ids_has_its_launcher_made_anew(worker_for, walls, children):
    limits = msgspec.structs.replace(LIMITS, processes=BOUND)
    setup = setup_for(f"{PLAYERS}:parent", f"{PLAYERS}:first", isolation=walls, limits=limits)
    setup.bots["bot0"] = msgspec.structs.replace(setup.bots["bot0"], options={"children": children})
    seen = keepers(worker_for(setup), setup, BOUND + 2)
    assert all(launcher["bot0"] != before["bot0"] for before, launcher in pairwise(seen))
    assert len({launcher["bot1"] for launcher in seen}) == 1


@pytest.mark.parametrize(
    ("pid", "bound", "expected"),
    [(2, None, 3), (SPENT_PIDS + 63, None, SPENT_PIDS + 64), (2, 64, 3), (SPENT_PIDS, 64, SPENT_PIDS + 1),
     (SPENT_PIDS + 62, 64, SPENT_PIDS + 63), (SPENT_PIDS + 63, 64, SPENT_PIDS)],
)  # fmt: skip
def test_the_id_after_the_last_is_the_first_that_is_given_out_again(pid, bound, expected):
    assert ProcessIds(-1, bound).following(pid) == expected


def test_what_a_bot_s_start_is_counted_from_has_its_launcher_there(worker_for, monkeypatch):
    there = []

    class Watched(workers.Match):
        def play(self, *arguments, **named):
            there.append(len(worker._launchers))
            return super().play(*arguments, **named)

    monkeypatch.setattr(workers, "Match", Watched)
    setup = setup_for(f"{PLAYERS}:first", f"{PLAYERS}:first", game="sticks(4)")
    worker = worker_for(setup)
    assert isinstance(worker.play(job_for(setup)), GameRecord)
    assert there == [2]
