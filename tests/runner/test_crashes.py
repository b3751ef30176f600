"""kill -9 of anything at any moment, full and read-only disks, damaged results: a resume ends with the same games."""

from __future__ import annotations

import ctypes
import os
import random
import signal
import time
from pathlib import Path

import pytest

from arena.records.store import GAMES, Results
from arena.runner.runs.games import KILLED
from tests.runner.tables import family
from tests.runner.test_runs import FILE, export, games, nothing_lives, run, start, wait_for_games

RATE = "tests.guests.players:chance"
TEXT = FILE.replace("[random, first, {name: other, bot: random}]", f"[first, {{name: chance, bot: '{RATE}'}}]")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tmp").mkdir()
    return tmp_path


def killed_and_resumed(folder: Path, kills: int, pairs: int, seed: int, text: str) -> tuple[str, dict[str, int]]:
    """Kill ``kills`` times something of a run, at random, resuming where needed; return the export and the count."""
    rng = random.Random(seed)
    done: dict[str, int] = {}
    spared = True  # one kill of a bot a run is made good, see pool.py; which bot it was cannot be seen from here
    process = start(folder, "--resume", "--workers", "2", pairs=pairs, text=text)
    deadline = time.monotonic() + 120 + 20 * kills
    while sum(done.values()) < kills and time.monotonic() < deadline:
        if process.poll() == 0:
            break  # all games are played
        if process.poll() is not None:
            _, err = process.communicate()
            assert process.returncode in (-9, 3), err  # 3: a bot was killed before the first game
            nothing_lives(folder)
            process, spared = start(folder, "--resume", "--workers", "2", pairs=pairs, text=text), True
        before = games(folder)
        wait = rng.random() * 0.2
        until = time.monotonic() + 60
        while games(folder) == before and process.poll() is None and time.monotonic() < until:
            time.sleep(0.01)
        time.sleep(wait)
        kind = rng.choice(["runner", "worker", "zygote", "keeper", "launcher", *(["bot"] if spared else [])])
        there = family(process.pid)[kind]
        if process.poll() is None and there:
            try:
                os.kill(rng.choice(there), signal.SIGKILL)
            except ProcessLookupError:
                continue
            done[kind] = done.get(kind, 0) + 1
            spared = spared and kind != "bot"
    process.communicate(timeout=300)
    nothing_lives(folder)
    for _ in range(3):
        status, _, err = run(folder, "--resume", pairs=pairs, text=text)
        if status == 0:
            break
    assert status == 0, err
    nothing_lives(folder)
    return export(folder), done


def undisturbed(tmp_path_factory: pytest.TempPathFactory, pairs: int, text: str) -> str:
    whole = tmp_path_factory.mktemp("whole")
    (whole / "tmp").mkdir()
    status, _, err = run(whole, "--workers", "1", pairs=pairs, text=text)
    assert status == 0, err
    return export(whole)


def test_six_kills_over_forty_games_change_nothing(folder, tmp_path_factory):
    slow = TEXT.replace("count: 21", "count: 201") + "max_voids: 20\n"
    found, done = killed_and_resumed(folder, kills=6, pairs=10, seed=4, text=slow)
    assert found == undisturbed(tmp_path_factory, 10, slow)
    assert found.count("\n") == 40
    assert sum(done.values()) >= 3, done  # a fast machine may be ready before


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_thirty_kills_over_four_hundred_games_change_nothing(folder, tmp_path_factory):
    slow = TEXT.replace("count: 21", "count: 201") + "max_voids: 50\n"
    found, done = killed_and_resumed(folder, kills=30, pairs=100, seed=5, text=slow)
    print("killed:", done)
    assert found == undisturbed(tmp_path_factory, 100, slow)
    assert found.count("\n") == 400
    assert sum(done.values()) == 30, done


def test_a_bot_that_kills_itself_gains_one_more_try_in_a_run_and_is_named(folder):
    text = FILE.replace("[random,", "[{name: broken, bot: 'tests.guests.zoo:kills_itself'},")
    status, _, err = run(folder, "--workers", "1", pairs=1, text=text)
    assert status == 0, err
    with Results(folder / "results" / "small") as results:
        lost = [game for game in results.records() if "broken" in game.bots]
        voids = results.voids()
    assert len(lost) == 8
    assert {left.fault for game in lost for left in game.forfeits} == {"CRASHED"}
    assert all("SIGKILL" in game.forfeits[0].detail for game in lost)
    assert [(void.reason, void.bot) for void in voids] == [(KILLED, "broken")]
    assert "SIGKILL" in voids[0].detail


def test_a_second_runner_is_refused_with_the_first_one_s_process_id(folder):
    process = start(folder, "--workers", "1", pairs=30)
    wait_for_games(folder, 1, process)
    status, _, err = run(folder, "--resume", pairs=30)
    assert status == 4
    assert f"another runner (process {process.pid}) writes here" in err
    process.kill()
    process.communicate()
    nothing_lives(folder)


def test_damaged_results_are_mended_by_a_resume(folder, tmp_path_factory):
    assert run(folder, pairs=4, text=TEXT)[0] == 0
    whole = export(folder)
    path = folder / "results" / "small" / GAMES
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])
    status, _, err = run(folder, "--resume", pairs=4, text=TEXT)
    assert status == 0, err
    assert "the results were damaged" in err
    assert export(folder) == whole


def test_voids_stop_the_run_after_the_number_that_is_borne_and_are_nobodys_loss(folder):
    """A worker that cannot put up its walls fails every game; that is ours, not a bot's."""
    text = TEXT + "max_voids: 2\n"
    process = start(folder, "--workers", "1", pairs=200, text=text.replace("count: 21", "count: 401"))
    wait_for_games(folder, 1, process)
    until = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < until:  # whoever starts it again, it is killed again
        for worker in family(process.pid)["worker"]:
            os.kill(worker, signal.SIGKILL)
        time.sleep(0.05)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 4
    assert "failed 3 times through no fault of a player (a worker process ended" in err
    assert "--resume` goes on" in err
    with Results(folder / "results" / "small") as results:
        assert all(not game.forfeits for game in results.records())
    nothing_lives(folder)


LIBC = ctypes.CDLL(None, use_errno=True)


def mounted(kind: bytes, where: Path, flags: int, options: bytes | None) -> None:
    if LIBC.mount(kind, os.fsencode(where), kind, ctypes.c_ulong(flags), options) < 0:
        pytest.skip(f"only the superuser may mount a small disk: {os.strerror(ctypes.get_errno())}")


@pytest.fixture
def disk(folder):
    """The results' folder as a disk of its own."""
    place = folder / "results"
    place.mkdir()
    yield place
    LIBC.umount2(os.fsencode(place), 2)


def test_a_full_disk_stops_the_run_and_loses_no_game(folder, disk):
    mounted(b"tmpfs", disk, 0, b"size=400k")  # of the 24 games, some ten find room
    text = TEXT.replace("count: 21", "count: 201")
    status, _, err = run(folder, pairs=6, text=text)
    assert status == 4
    assert "the disk is full. Make room, then go on with --resume; finished games are safe" in err
    nothing_lives(folder)
    there = games(folder)
    assert there > 0
    mounted(b"tmpfs", disk, 32, b"size=64m")  # MS_REMOUNT: somebody made room
    status, _, err = run(folder, "--resume", pairs=6, text=text)
    assert status == 0, err
    assert f"24 games, {there} of them played before" in err
    assert games(folder) == 24


def test_a_read_only_folder_is_refused_before_the_first_game(folder, disk):
    mounted(b"tmpfs", disk, 1, b"size=1m")  # MS_RDONLY
    status, _, err = run(folder, pairs=1)
    assert status == 4
    assert "Read-only file system. Choose a folder that can be written" in err
    assert "Traceback" not in err
