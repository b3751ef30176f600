"""``arena tcp serve --resume``: a server that was killed goes on, and plays no game a second time."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.records.record import GameRecord
from arena.records.store import Results
from tests.cli.test_tcp_command import fails, join, serve


def stored(folder: Path) -> list[GameRecord]:
    with Results(folder / "results" / "t") as results:
        return sorted(results.records(), key=lambda record: record.id)


GAMES = 30


def test_a_killed_server_goes_on_with_the_games_that_are_missing(tmp_path: Path):
    players = ("--bots", "passer", "--games", str(GAMES))
    server, port = serve(tmp_path, *players)
    client = join(tmp_path, port, "ann", "opener")
    assert server.stderr is not None
    next(line for line in server.stderr if line.startswith("scrabble/"))  # a game is stored
    server.kill()
    server.communicate(timeout=240)
    client.communicate(timeout=240)
    before = stored(tmp_path)
    assert 0 < len(before) < GAMES
    server, port = serve(tmp_path, *players, "--resume")
    client = join(tmp_path, port, "ann", "opener")
    text, _ = client.communicate(timeout=240)
    report, err = server.communicate(timeout=240)
    assert (server.returncode, client.returncode) == (0, 0), err
    after = stored(tmp_path)
    assert len(after) == GAMES
    old = {game.id for game in before}
    assert [game for game in after if game.id in old] == before  # times and all: none was played again
    missing = GAMES - len(before)
    assert text.splitlines()[-1].startswith(f"{missing} game{'s' * (missing != 1)}, ")
    assert f"t: {GAMES} games" in report


def test_a_resume_has_to_say_of_which_tournament(capsys: pytest.CaptureFixture[str]):
    status, said = fails(capsys, "serve", "--resume")
    assert status == 2
    assert said == "--resume: it does not say which tournament to continue. Give its --name\n"
