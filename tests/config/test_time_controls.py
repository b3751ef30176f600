"""Times in a tournament file: each way to write them, who plays by which, and how they are stored and told."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from arena.config.model import Tournament
from arena.config.read import read_tournament
from arena.config.time_controls import stored_time_control
from arena.config.units import show_game_time
from arena.contract.game_time import GameTime, Overtime, TimeControl, TimeStage


@pytest.fixture
def read(tmp_path: Path):
    def read_text(more: str, bots: str = "[greedy, random]") -> Tournament:
        (tmp_path / "t.yaml").write_text(f"name: t\nseed: 1\nbots: {bots}\nvariants: [standard]\n{more}\n")
        return read_tournament(tmp_path / "t.yaml")

    return read_text


LONG = "{increment: 30s, stages: [{moves: 40, budget: 90m}, {moves: 20, budget: 15m, increment: 0s}, {budget: 30m}]}"
CLUB = "{budget: 25m, overtime: {points: 10, most: 10m}}"


@pytest.mark.parametrize(
    ("text", "game_time", "words"),
    [
        ("25m", GameTime.of(1500.0), "25 min"),
        ("300", GameTime.of(300.0), "5 min"),
        ("5m+2s", GameTime((TimeStage(300.0, 2.0),)), "5 min + 2 s a move"),
        ("1h + 30 s", GameTime((TimeStage(3600.0, 30.0),)), "1 h + 30 s a move"),
        ("{budget: 25m, increment: 1s}", GameTime((TimeStage(1500.0, 1.0),)), "25 min + 1 s a move"),
        ("{budget: 25m, delay: 3s}", GameTime((TimeStage(1500.0),), 3.0), "25 min; of each move 3 s not counted"),
        (
            LONG,
            GameTime((TimeStage(5400.0, 30.0, 40), TimeStage(900.0, 0.0, 20), TimeStage(1800.0, 30.0))),
            "40 moves in 1 h 30 min + 30 s a move, then 20 moves in 15 min, then 30 min + 30 s a move",
        ),
        (
            CLUB,
            GameTime((TimeStage(1500.0),), overtime=Overtime(10, 60.0, 600.0)),
            "25 min; overtime at 10 points per 60 s, 10 min at most",
        ),
    ],
)
def test_a_time_for_the_game(read, text, game_time, words):
    tournament = read(f"game_time: {text}")
    assert (tournament.move_time, tournament.game_time) == (None, game_time)
    assert show_game_time(game_time) == words
    assert tournament.time_control("greedy") == TimeControl(None, game_time)


def test_a_move_time_beside_it_is_the_most_for_one_move(read):
    tournament = read("game_time: 5m\nmove_time: 10s")
    assert tournament.time_control("greedy") == TimeControl(10.0, GameTime.of(300.0))


def test_the_words_of_before_mean_what_they_meant(read):
    assert read("").time_control("greedy") == TimeControl(1.0)
    assert read("game_time: none").time_control("greedy") == TimeControl(1.0)
    assert read("move_time: 2s").odds() == {}


@pytest.mark.parametrize(
    ("whole", "own", "control"),
    [
        ("move_time: 1s", "move_time: 100ms", TimeControl(0.1)),
        ("game_time: 5m", "move_time: 1s", TimeControl(1.0, GameTime.of(300.0))),
        ("game_time: 5m", "game_time: 1m", TimeControl(None, GameTime.of(60.0))),
        ("move_time: 1s", "game_time: 1m", TimeControl(None, GameTime.of(60.0))),
        ("game_time: 5m\nmove_time: 9s", "game_time: 1m, move_time: 2s", TimeControl(2.0, GameTime.of(60.0))),
        ("game_time: 5m\nmove_time: 9s", "move_time: none", TimeControl(None, GameTime.of(300.0))),
        ("game_time: 5m\nmove_time: 9s", "game_time: none", TimeControl(9.0)),
    ],
)
def test_odds_are_one_bot_s_own_and_are_read_back_from_a_manifest(read, whole, own, control):
    tournament = read(whole, f"[greedy, {{name: fast, bot: greedy, {own}}}]")
    assert tournament.odds() == {"fast": control}
    assert tournament.time_control("greedy") == TimeControl(tournament.move_time, tournament.game_time)
    identity = msgspec.json.decode(msgspec.json.encode(tournament.identity()))
    assert {name: stored_time_control(identity, name) for name in ("greedy", "fast")} == {
        name: tournament.time_control(name) for name in ("greedy", "fast")
    }
