"""Small games in a tournament: the shipped file, and games between our bots through real processes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from arena.config.naming import OURS
from arena.contract.budget import ClockedBudget
from arena.contract.game import GameInfo
from arena.errors import BotError
from arena.games import connect, nim, peg, sticks, tictactoe
from arena.variants.build import build_game
from arena.variants.load import open_tournament
from arena_bots import first, perfect, random_play

ROOT = Path(__file__).parents[2]
TEXT = """
name: tiny
seed: 9
bots: [perfect, aggressive, first]
variants:
  - {name: tictactoe, game: tictactoe}
  - {name: sticks, game: sticks, options: {count: 14}}
pairs: 1
move_time: 20s
"""


def arena(*arguments):
    command = [sys.executable, "-W", "error", "-c", "from arena.cli.main import main; main()", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=240)


def test_the_shipped_tournament_has_every_kind_of_game():
    installed = {name: [OURS] for name in ("perfect", "aggressive", "random", "first")}
    tournament, specs = open_tournament(ROOT / "configs" / "tournaments" / "adversary.yaml", installed)
    assert {spec.game for spec in specs} == {"tictactoe", "nim", "sticks", "coins", "connect", "peg"}
    assert [build_game(spec).name for spec in specs[1:4]] == ["nim(3,5,7)", "sticks(14)", "coins(4,10,7)"]
    assert {bot.plugin for bot in tournament.bots} == set(installed)


def test_games_are_played_recorded_and_rated_like_any_other(tmp_path):
    (tmp_path / "tiny.yaml").write_text(TEXT)
    done = arena("run", str(tmp_path / "tiny.yaml"), "--output", str(tmp_path / "results"), "--strict")
    assert done.returncode == 0, done.stdout + done.stderr
    exported = arena("export", str(tmp_path / "results"))
    records = [json.loads(line) for line in exported.stdout.splitlines()]
    assert len(records) == 12  # 3 pairings, 2 variants, 2 halves
    for record in records:
        assert not record["forfeits"]
        bots = record["bots"]
        if record["variant"] == "sticks":  # won by who begins, when it knows how
            assert record["places"][0] == 1 or bots[0] == "first"
        elif "first" in bots:
            assert record["places"][bots.index("first")] != 1 or record["places"] == [1, 1]
        else:
            assert record["places"] == [1, 1]


def info_of(game, **options):
    return GameInfo(variant=game.name, game=game.name, seats=2, seat=0, seconds=None, options=options, table=game)


@pytest.mark.parametrize("make", [perfect.make_bot, perfect.make_aggressive, first.make_bot, random_play.make_bot])
@pytest.mark.parametrize(
    "game", [tictactoe.make_game(), nim.make_game(1, 2), peg.make_game(), connect.make_game(4, 4, 3)]
)
def test_our_bots_play_every_game_to_its_end(make, game):
    bot = make(info_of(game), Random(1))
    state, budget = game.initial(0), ClockedBudget(None, lambda: 0.0)
    while game.outcome(state) is None:
        state = game.play(state, bot.choose(game.view(state, game.to_move(state)), budget))


def test_the_perfect_bot_never_loses_a_game_that_is_won():
    game = sticks.make_game(14)
    for make in (perfect.make_bot, perfect.make_aggressive):
        for seed in range(5):
            ours, theirs = make(info_of(game), Random(1)), random_play.make_bot(info_of(game), Random(seed))
            state, budget = game.initial(0), ClockedBudget(None, lambda: 0.0)
            while game.outcome(state) is None:
                bot = ours if game.to_move(state) == 0 else theirs
                state = game.play(state, bot.choose(game.view(state, game.to_move(state)), budget))
            assert game.outcome(state).places == (1, 2)


def test_out_of_time_the_perfect_bot_has_offered_a_legal_move():
    game = connect.make_game()
    offered = []
    moments = iter([0.0] * 3)
    budget = ClockedBudget(1.0, lambda: next(moments, 5.0), offered.append, started=0.0)
    state = game.initial(0)
    move = perfect.make_bot(info_of(game), Random(1)).choose(game.view(state, 0), budget)
    assert move in list(game.legal(state))
    assert len(offered) == 1
    assert offered[0] in list(game.legal(state))


def test_the_perfect_bot_refuses_games_with_secrets_and_odd_options():
    class Secret:
        pass

    with pytest.raises(BotError, match="secrets"):
        perfect.make_bot(GameInfo("v", "word", 2, 0, None, {}, Secret()), Random(1))
    with pytest.raises(BotError, match="memory"):
        perfect.make_bot(info_of(tictactoe.make_game(), memory="much"), Random(1))
