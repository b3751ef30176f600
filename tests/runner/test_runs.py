"""Whole runs from the command line: any number of workers, killed, stopped and resumed, give the same games."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.records.store import GAMES, Results
from tests.databases import database
from tests.runner.called import call
from tests.runner.tables import ROOT, family, living

ARENA = [sys.executable, "-c", "from arena.cli.main import main; main()"]
FILE = """
name: small
seed: drawn-0000000000000000000000000000000b
bots: [random, first, {name: other, bot: random}]
variants:
  - {name: sticks, game: sticks, options: {count: 21}}
  - {name: nim, game: nim}
pairs: PAIRS
move_time: 60s
limits: {start_time: 120s}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tmp").mkdir()
    return tmp_path


def start(folder: Path, *arguments: str, pairs: int = 4, text: str = FILE) -> subprocess.Popen[str]:
    """Start ``arena run`` on the small tournament, in a folder of its own, without a terminal."""
    (folder / "small.yaml").write_text(text.replace("PAIRS", str(pairs)))
    environment = os.environ | {"TMPDIR": str(folder / "tmp"), "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [*ARENA, "run", "small.yaml", *arguments], cwd=folder, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip


def run(folder: Path, *arguments: str, pairs: int = 4, text: str = FILE) -> tuple[int, str, str]:
    """Run the small tournament to its end, by the command in this process; all others of the run are as always.

    One worker plays it, where ``arguments`` do not say how many: a second one costs more than it saves.
    """
    (folder / "small.yaml").write_text(text.replace("PAIRS", str(pairs)))
    workers = () if {"--workers", "--trace"} & set(arguments) else ("--workers", "1")  # a trace has no use for it
    return call(folder, "run", "small.yaml", *arguments, *workers)


def export(folder: Path, name: str = "small") -> str:
    status, out, err = call(folder, "export", name)
    assert status == 0, err
    return out


def games(folder: Path, name: str = "small") -> int:
    """Return how many games of a tournament are stored so far, 0 before there is a file."""
    path = folder / "results" / name / GAMES
    try:
        with database(f"file:{path}?mode=ro", uri=True) as base:
            return int(base.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def wait_for_games(folder: Path, count: int, process: subprocess.Popen[str], name: str = "small") -> None:
    until = time.monotonic() + 200
    while games(folder, name) < count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.01)


def nothing_lives(folder: Path) -> None:
    """Wait until no process of the run is left: what was killed needs a moment to be swept."""
    until = time.monotonic() + 200
    while list(living(folder / "tmp")):
        assert time.monotonic() < until, list(living(folder / "tmp"))
        time.sleep(0.02)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The export of the tournament played by one worker without any trouble."""
    folder = tmp_path_factory.mktemp("undisturbed")
    (folder / "tmp").mkdir()
    process = start(folder, "--workers", "1")
    out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    assert "The results are in results/small" in out
    return export(folder)


def test_one_game_a_line_every_pair_both_ways(undisturbed):
    assert undisturbed.count("\n") == 3 * 2 * 4 * 2  # pairings, variants, pairs, halves


def test_the_games_do_not_depend_on_the_number_of_workers(folder, undisturbed):
    assert run(folder, "--workers", "3")[0] == 0
    assert export(folder) == undisturbed


def test_a_runner_killed_in_the_middle_loses_no_finished_game_and_resumes(folder, undisturbed):
    process = start(folder, "--workers", "2")
    wait_for_games(folder, 5, process)
    process.kill()
    process.communicate()
    nothing_lives(folder)
    there = games(folder)
    assert 5 <= there < 48
    status, _, err = run(folder, "--resume", "--workers", "2")
    assert status == 0
    assert f"48 games, {there} of them played before" in err
    assert export(folder) == undisturbed


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, pytest.param(signal.SIGHUP, marks=pytest.mark.soak)])
def test_a_run_that_is_asked_to_stop_saves_what_is_running_and_says_how_to_go_on(folder, undisturbed, number):
    process = start(folder, "--workers", "1")
    wait_for_games(folder, 3, process)
    process.send_signal(number)
    _, err = process.communicate(timeout=240)
    assert process.returncode == 130
    assert "arena run small.yaml --resume" in err
    assert f"{games(folder)} of 48 games are saved" in err
    nothing_lives(folder)
    if number == signal.SIGINT:
        assert run(folder, "--resume")[0] == 0
        assert export(folder) == undisturbed


def pending(pid: int, number: int) -> bool:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    (mask,) = (int(line.split()[1], 16) for line in lines if line.startswith("ShdPnd:"))
    return bool(mask >> (number - 1) & 1)


def test_asked_twice_it_stops_at_once(folder):
    thinker = "{name: thinker, bot: 'tests.guests.zoo:sleeper'}"  # its first move would take an hour
    text = FILE.replace("[random, first, {name: other, bot: random}]", f"[{thinker}, first]").replace("60s", "1h")
    process = start(folder, "--workers", "1", text=text)
    until = time.monotonic() + 200
    while len(family(process.pid)["bot"]) < 2:
        assert time.monotonic() < until
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    while pending(process.pid, signal.SIGINT):
        assert time.monotonic() < until
        time.sleep(0.01)
    assert process.poll() is None, "the running game was not waited for"
    process.send_signal(signal.SIGTERM)  # of another number, or both could arrive as one
    process.communicate(timeout=200)  # once more would be the end of an hour
    assert process.returncode == 130
    assert games(folder) == 0
    nothing_lives(folder)


def test_a_worker_that_is_killed_costs_a_void_and_no_game(folder, undisturbed):
    process = start(folder, "--workers", "1")
    wait_for_games(folder, 3, process)
    (worker,) = family(process.pid)["worker"]
    os.kill(worker, signal.SIGKILL)
    _, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    assert "1 attempt failed through no fault of a player" in err
    assert export(folder) == undisturbed
    with Results(folder / "results" / "small") as results:
        (void,) = results.voids()
    assert (void.reason, void.bot) == ("a worker process ended", "")
    nothing_lives(folder)


def test_more_pairs_are_added_to_what_is_there_and_a_changed_seed_is_refused(folder, undisturbed):
    assert run(folder, pairs=1)[0] == 0
    assert run(folder, pairs=4)[0] == 4  # there are games already
    status, _, err = run(folder, "--resume", pairs=4, text=FILE.replace("seed: drawn-", "seed: other-"))
    assert status == 4
    assert "-> other-0" in err
    assert run(folder, "--resume", pairs=4)[0] == 0
    assert export(folder) == undisturbed


def test_a_bot_that_does_not_start_is_told_before_the_first_game(folder):
    text = FILE.replace("[random,", "[{name: broken, bot: 'tests.guests.at_import:make_bot'},")
    status, _, err = run(folder, pairs=1, text=text)
    assert status == 3
    assert "broken on sticks: import failed: ImportError: this bot was written for another planet" in err
    assert "Fix it, or let it forfeit its games with --keep-going" in err
    assert games(folder) == 0
    status, _, err = run(folder, "--keep-going", pairs=1, text=text)
    assert status == 1
    assert "forfeit their games" in err
    assert games(folder) == 12
    with Results(folder / "results" / "small") as results:
        lost = [game for game in results.records() if "broken" in game.bots]
    assert len(lost) == 8
    assert all(game.forfeits[0].fault == "NOT_READY" for game in lost)


def test_a_bot_that_crashes_game_after_game_is_out_of_the_tournament(folder):
    text = FILE.replace("[random,", "[{name: broken, bot: 'tests.guests.zoo:raises'},") + "max_crashes: 3\n"
    status, _, err = run(folder, "--workers", "1", pairs=4, text=text)
    assert status == 1
    assert "broken is out of the tournament: left 3 games in a row; the last: KeyError: 'lost my way'" in err
    with Results(folder / "results" / "small") as results:
        played = [game for game in results.records() if "broken" in game.bots]
        rest = [game for game in results.records() if "broken" not in game.bots]
    assert len(played) == 3
    assert len(rest) == 16


def test_a_traced_game_is_printed_message_by_message_and_stored_nowhere(folder):
    status, out, _ = run(folder, "--trace", "sticks/first-vs-random/0001/1")
    assert status == 0
    assert "Player 1 <- Server: Start" in out
    assert "Player 2 -> Server: Move" in out
    assert out.splitlines()[-1].startswith("The game ended:")
    assert games(folder) == 0
    status, _, err = run(folder, "--trace", "sticks/nobody/0001/1")
    assert status == 2
    assert "its first is" in err.lower()


def test_a_game_is_replayed_move_by_move(folder):
    assert run(folder, pairs=1)[0] == 0
    status, out, err = call(folder, "replay", "small/sticks/first-vs-random/0001/1")
    assert status == 0, err
    assert "turn 1, first: X: take 1" in out
    assert "place 1" in out


def test_a_launcher_outlives_hundreds_of_games(folder):
    # In a process namespace ids below 300 are given out once only: the bound on processes must leave room above.
    text = FILE.replace("[random, first,", "[random,").replace("  - {name: nim, game: nim}\n", "")
    text = text.replace("count: 21", "count: 4")
    status, _, err = run(folder, "--workers", "1", pairs=90, text=text)  # two forks a game
    assert status == 0, err
    assert "through no fault" not in err
