"""Nights with a budget: how long games are taken to last, what is planned, and a round robin played in pieces."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.config.model import BotEntry, Tournament, VariantEntry
from arena.errors import ConfigError, ResultsError
from arena.records.record import Circumstances, MoveRecord
from arena.runner.night.budget import jobs_within, plan_within
from arena.runner.night.durations import Durations
from arena.runner.night.night import check_budget
from arena.runner.runs.stop import Stop
from arena.schedule.informative import Informative
from arena.tournament import Tournament as Played
from tests.report.games import game

FILE = """
name: pieces
seed: 1
bots: [first, {name: second, bot: first}, {name: third, bot: first}]
variants: [{name: small, game: nim(2)}]
pairs: 2
move_time: 20s
workers: 1
"""


def played(bots, seconds, own=(), variant="v", number=1):
    """Return a game that took so many seconds, with turns of seats 0, 1, 0, ... of so many milliseconds."""
    moves = tuple(MoveRecord(turn, turn % 2, "x") for turn in range(len(own)))
    times = Circumstances(ms=tuple(own), seconds=seconds)
    return game(number, bots, (1, 0), variant=variant, moves=moves, circumstances=times)


def test_a_pairing_takes_what_it_took_and_another_what_its_bots_take():
    times = Durations(assumed=0.5)
    assert times.seconds("v", ("a", "b")) == 0.5
    times.add(played(("a", "b"), 3.0, (1000, 200, 1000)))  # 0.8 s are nobody's: a 2.4, b 0.6
    assert times.seconds("v", ("a", "b")) == pytest.approx(3.0)
    assert times.seconds("v", ("b", "c")) == pytest.approx(0.6 + 1.5)  # nobody knows c: the mean of all seats
    times.add(played(("c", "c"), 10.0))  # a trial
    assert times.seconds("v", ("b", "c")) == pytest.approx(0.6 + 5.0)
    times.add(played(("b", "a"), 5.0, number=2))
    assert times.seconds("v", ("a", "b")) == pytest.approx(4.0)
    assert times.seconds("w", ("a", "b")) == 0.5
    assert (times.known("v", "c"), times.known("w", "c"), times.known("v", "d")) == (True, False, False)


def order(seconds: float, workers: int = 1) -> Informative:
    bots = tuple(BotEntry(name=name, plugin="first") for name in "abc")
    what = Tournament(name="t", seed="1", pairs=2, bots=bots, variants=(VariantEntry(name="v", game="nim"),))
    import numpy as np

    return Informative(what, (), "abc", np.zeros((3, 3)), lambda variant, table: seconds, workers)


def test_a_plan_is_of_whole_pairs_that_fit():
    plan = plan_within(order(1.0), 5.0, 5.0, 1, 12)
    assert (plan.games, plan.seconds, sum(one.pairs for one in plan.pairings), plan.missing) == (4, 4.0, 2, 12)
    plan = plan_within(order(1.0, workers=2), 100.0, 100.0, 2, 12)
    assert (plan.games, plan.seconds) == (12, 6.0)
    with pytest.raises(ConfigError, match=r"no pair of games fits into 1.5 s: the shortest is expected to take 2 s"):
        plan_within(order(1.0), 1.5, 1.5, 1, 12)
    with pytest.raises(ConfigError, match=r"of which 500 ms are left after the look at bots"):
        plan_within(order(1.0), 1.5, 0.5, 1, 12)


def test_when_the_time_is_over_the_pair_that_is_begun_is_ended():
    left = iter([9.0, 1.0])
    given = list(jobs_within(order(1.0), lambda: next(left)))
    assert len(given) == 2 and given[0].pair_id == given[1].pair_id


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "t.yaml"
    path.write_text(FILE)
    return path


def exported(folder: Path) -> list[str]:
    return list(Played.read(folder.parent / "t.yaml", output=folder, resume=True).results().export())


def test_played_in_pieces_a_round_robin_has_the_games_that_it_has_at_once(file: Path, monkeypatch):
    pieces, whole = file.parent / "pieces", file.parent / "whole"
    monkeypatch.setattr(Durations, "seconds", lambda self, variant, table: 10_000.0)
    with Stop() as stop:
        one = Played.read(file, output=pieces)
        night = one.night(budget=30_000.0, stop=stop)
        assert night.budget is not None and (night.budget.games, night.budget.missing) == (2, 12)
        monkeypatch.setattr("arena.runner.night.night.jobs_within", few)
        ended = one.run(night=night, stop=stop)
        monkeypatch.undo()
        assert ended.complete and len(ended.results) == 2
        with pytest.raises(ResultsError, match="2 games of an earlier run"):
            Played.read(file, output=pieces).night(budget=30_000.0, stop=stop)
        two = Played.read(file, output=pieces, resume=True)
        night = two.night(budget=3600.0, stop=stop)
        assert night.budget is not None and night.budget.games == night.budget.missing == 10
        assert not night.budget.assumed
        assert len(two.run(night=night, stop=stop).results) == 12
        nothing = Played.read(file, output=pieces, resume=True).night(budget=3600.0)
        assert (nothing.missing, nothing.budget.games if nothing.budget else None) == (0, 0)
    assert Played.read(file, output=whole).run().complete
    assert exported(pieces) == exported(whole)


def few(order, left):
    """Give out one pair, and then say that the time is over."""
    given = iter([left(), 0.0])
    return jobs_within(order, lambda: next(given))


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ("kind: {swiss: {rounds: 1}}", "a swiss says itself"),
        ("stop: {half_width: 50}", "a stopping rule"),
        ("players: 3", "games with 3 seats"),
    ],
)
def test_other_tournaments_have_no_budget(file: Path, more: str, problem: str):
    text = FILE.replace("nim(2)", "sticks") if "players" in more else FILE
    if "players" in more:
        text = text.replace("{name: small, game: sticks}", "standard")
    file.write_text(f"{text}{more}\n")
    with pytest.raises(ConfigError, match=problem):
        check_budget(Played.read(file).contents)


def test_bots_are_added_to_seasons_alone(file: Path):
    with pytest.raises(ConfigError, match="in a season alone"):
        Played.read(file).night(add=[str(file)])
    with pytest.raises(ConfigError, match="only a season"):
        Played.read(file).night()
