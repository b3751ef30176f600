"""Nights with a budget: how long games are taken to last, what is planned, and a round robin played in pieces."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.cli.main import main
from arena.config.model import BotEntry, Tournament, VariantEntry
from arena.errors import EXIT_OK, EXIT_USAGE, ConfigError, ResultsError
from arena.records.record import Circumstances, GameRecord, MoveRecord
from arena.records.store import LOCK
from arena.records.watch import hold_lock
from arena.runner.night.budget import PlanInput, plan_within
from arena.runner.night.durations import Durations
from arena.runner.night.past import Past, past_of
from arena.runner.night.schedules import favourites, schedule_within
from arena.runner.runs.stop import Stop
from arena.schedule.within import TimeLeft
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
    times.add(played(("a", "c"), 40.0, (1000, 200), number=3))  # c 19.6; what it took alone counts no more
    assert times.seconds("v", ("b", "c")) == pytest.approx((0.6 + 2.5) / 2 + 19.6)
    assert (times.known("v", "c"), times.known("w", "c"), times.known("v", "d")) == (True, False, False)


def test_it_is_told_once_of_whom_another_answer_is_given():
    times = Durations(assumed=0.5)
    assert times.changed("v", "abcd") == set()
    times.add(played(("a", "b"), 3.0))
    assert times.changed("v", "abcd") == {"a", "b", "c", "d"}  # c and d are taken to be like the mean
    assert times.changed("v", "abcd") == set()
    for bot in "cd":
        times.add(played((bot, bot), 3.0))
    times.changed("v", "abcd")
    times.add(played(("a", "c"), 3.0))
    assert times.changed("v", "abcd") == {"a", "c"}


def given(seconds: float, left: float, workers: int = 1, looked: bool = False) -> PlanInput:
    """Return what a round robin of three is planned from, on whose games this is known."""
    bots = tuple(BotEntry(name=name, plugin="first") for name in "abc")
    what = Tournament(name="t", seed="1", pairs=2, bots=bots, variants=(VariantEntry(name="v", game="nim"),))
    past = Past(Durations(seconds))
    return PlanInput(
        lambda time_left: schedule_within(what, past, (), time_left), past.durations.seconds, workers, left,
        favourites(what, past), looked,
    )  # fmt: skip


def test_a_plan_is_of_whole_pairs_that_fit():
    plan = plan_within(5.0, given(1.0, 5.0))
    assert (plan.games, plan.seconds, sum(one.pairs for one in plan.pairings), plan.missing) == (4, 4.0, 2, 12)
    plan = plan_within(100.0, given(1.0, 100.0, workers=2))
    assert (plan.games, plan.seconds) == (12, 6.0)
    with pytest.raises(ConfigError, match=r"no pair of games fits into 1.5 s: the shortest is expected to take 2 s"):
        plan_within(1.5, given(1.0, 1.5))
    with pytest.raises(ConfigError, match=r"of which 500 ms are left after the look at bots"):
        plan_within(1.5, given(1.0, 0.5))
    assert plan_within(2.0, given(1.0, 0.5, looked=True)).games == 0


def test_when_the_time_is_over_the_pair_that_is_begun_is_ended():
    what, now = given(1.0, 0.0), [9.0]
    schedule = what.schedule(TimeLeft(lambda: now[0], what.seconds, 1))
    one = schedule.take()
    assert one is not None
    now[0] = 0.0
    schedule.ended(one.id)
    other = schedule.take()
    assert other is not None and one.pair_id == other.pair_id
    schedule.ended(other.id)
    assert schedule.take() is None


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "t.yaml"
    path.write_text(FILE)
    return path


def exported(folder: Path) -> list[str]:
    return list(Played.read(folder.parent / "t.yaml", output=folder, resume=True).results().export())


class HourGames:
    """A clock that stands still but for games: each takes an hour of it, and whoever times it knows that."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        seen: set[str] = set()
        monkeypatch.setattr("arena.runner.night.night.time", self)
        monkeypatch.setattr(Durations, "seconds", lambda durations, variant, table: 3600.0)
        add = Durations.add

        def timed(durations: Durations, record: GameRecord) -> None:
            self.now += 3600.0 * (len(set(record.bots)) > 1 and record.id not in seen)
            seen.add(record.id)
            add(durations, record)

        monkeypatch.setattr(Durations, "add", timed)

    def monotonic(self) -> float:
        return self.now


def test_played_in_pieces_a_round_robin_has_the_games_that_it_has_at_once(file: Path, monkeypatch):
    pieces, whole = file.parent / "pieces", file.parent / "whole"
    HourGames(monkeypatch)
    with Stop() as stop:
        one = Played.read(file, output=pieces)
        night = one.night(budget=3 * 3600.0, stop=stop)
        assert night.budget is not None and (night.budget.games, night.budget.missing) == (2, 12)
        ended = one.run(night=night, stop=stop)
        monkeypatch.undo()
        assert ended.complete and len(ended.results) == 2
        with pytest.raises(ResultsError, match="2 games of an earlier run"):
            Played.read(file, output=pieces).night(budget=3 * 3600.0, stop=stop)
        two = Played.read(file, output=pieces, resume=True)
        night = two.night(budget=3600.0, stop=stop)
        assert night.budget is not None and night.budget.games == night.budget.missing == 10
        assert not night.budget.assumed
        assert len(two.run(night=night, stop=stop).results) == 12
        nothing = Played.read(file, output=pieces, resume=True).night(budget=3600.0)
        assert (nothing.missing, nothing.budget.games if nothing.budget else None) == (0, 0)
    assert Played.read(file, output=whole).run().complete
    assert exported(pieces) == exported(whole)


SHARED = FILE.replace("workers: 1", "workers: 1\nprocess: shared\nisolation: none")
KINDS = {
    "swiss": SHARED + "kind: {swiss: {rounds: 3}}\n",
    "knockout": SHARED + "kind: {knockout: {extra_pairs: 1}}\n",
    "ladder": FILE + "kind: ladder\n",
    "gauntlet": SHARED + "kind: {gauntlet: {hero: second}}\n",
    "stop": SHARED + "stop: {half_width: 50}\n",
    "three seats": SHARED.replace("{name: small, game: nim(2)}", "standard") + "players: 3\n",
}


# What the schedules make of a budget is tested without processes, of all kinds (tests/schedule/test_within.py).
LONGER = {"knockout", "gauntlet", "three seats"}


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.soak] if kind in LONGER else []) for kind in KINDS]
)
def test_every_kind_is_played_in_nights_of_hours(file: Path, monkeypatch, kind: str):
    file.write_text(KINDS[kind])
    clock, nights = HourGames(monkeypatch), 0
    with Stop() as stop:
        while nights < 20:
            one = Played.read(file, output=file.parent / "pieces", resume=bool(nights))
            began = clock.now
            night = one.night(budget=5 * 3600.0, stop=stop)
            assert night.budget is not None
            before = night.budget.missing
            ended = one.run(night=night, stop=stop)
            assert ended.complete and night.passed == 0.0
            assert clock.now - began <= 5 * 3600
            if kind != "knockout":  # an extra pair that nobody foresaw may be among its games
                assert clock.now - began == 3600 * night.budget.games
            nights += 1
            left = ended.ending.unplayed
            if not left.games:
                break
            assert left.games < before
            assert ("not finished" in ended.ending.verdict) == (kind == "stop")
    monkeypatch.undo()
    assert nights > 1 and Played.read(file, output=file.parent / "whole").run().complete
    assert exported(file.parent / "pieces") == exported(file.parent / "whole")


def test_the_command_says_before_what_it_plays_and_after_what_it_has_not(file: Path, monkeypatch, capsys):
    file.write_text(KINDS["swiss"])
    HourGames(monkeypatch)
    folder = str(file.parent / "pieces")

    def run(*words: str) -> tuple[int | str | None, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["run", str(file), "--output", folder, *words])
        return ended.value.code, *capsys.readouterr()

    status, out, err = run("--budget", "1h")
    assert status == EXIT_USAGE and "no pair of games fits into 1 h: the shortest is expected to take 2 h" in err
    status, out, err = run("--budget", "7h")
    assert status == EXIT_OK, err
    assert "within 7 h, one at a time: 6 of 12 games that are missing, about 6 h:\n  round 1  4 of 4 games\n" in err
    assert "  round 2  2 of 4 games\n" in err and "Swiss, 1 of 3 rounds" in out
    assert "the budget of 7 h is used up, and 6 games are missing, 2 of them of round 2:\n" in err
    assert f"Go on with: arena run {file} --resume --output {folder} --budget ..." in err
    status, out, err = run("--resume")
    assert status == EXIT_OK and "Swiss, 3 of 3 rounds" in out and "budget" not in err


def test_bots_are_added_to_seasons_alone(file: Path):
    with pytest.raises(ConfigError, match="in a season alone"):
        Played.read(file).night(add=[str(file)])
    with pytest.raises(ConfigError, match="only a season"):
        Played.read(file).night()


def no_database(games: Path) -> None:
    games.write_bytes(b"garbage")


def one_record(games: Path) -> None:
    with closing(sqlite3.connect(games)) as base, base:
        base.execute("UPDATE games SET record = x'00' WHERE number = 1")


@pytest.mark.parametrize("damage", [no_database, one_record])
@pytest.mark.parametrize(("more", "words"), [("season: true\n", ()), ("", ("--resume", "--budget", "1h"))])
def test_a_night_goes_on_with_the_games_of_a_damaged_file(
    file: Path, capsys, damage, more: str, words: tuple[str, ...]
):
    file.write_text(FILE + more)
    results = file.parent / "results"
    with Stop() as stop:
        Played.read(file, output=results).run(stop=stop)
    before = exported(results)
    for companion in results.glob("games.sqlite-*"):
        companion.unlink()
    damage(results / "games.sqlite")
    with pytest.raises(ResultsError, match="damaged"):  # a plan mends nothing
        Played.read(file, output=results, resume=True).night(budget=3600.0)
    with pytest.raises(SystemExit) as ended:
        main(["run", str(file), "--output", str(results), *words])
    said = capsys.readouterr().err
    assert ended.value.code == EXIT_OK, said
    assert said.count("undamaged games are kept, the others are played again, and the damaged file stays") == 1
    assert exported(results) == before
    assert (results / "games.sqlite.damaged-1").exists()


def test_games_that_somebody_writes_are_not_mended(tmp_path: Path):
    (tmp_path / "games.sqlite").write_bytes(b"garbage")
    lock = hold_lock(tmp_path / LOCK)
    assert lock is not None
    try:
        with pytest.raises(ResultsError, match="another runner writes here"):
            past_of(tmp_path, 1.0, mend=True)
    finally:
        os.close(lock)
    assert (tmp_path / "games.sqlite").read_bytes() == b"garbage"
