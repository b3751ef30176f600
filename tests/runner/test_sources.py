"""What a run does for every source of games: books, failures of ours, the end. Sources without processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest

from arena.config.model import BotEntry, Tournament, VariantEntry
from arena.contract.outcome import Void
from arena.contract.result import Result
from arena.errors import ResultsError, RunError
from arena.records.manifest import Manifest
from arena.records.record import GameRecord
from arena.records.store import GAMES, Results
from arena.runner.manifest import differences, make_manifest
from arena.runner.preflight import Trouble
from arena.runner.runs.games import Games
from arena.runner.runs.progress import Progress, Unwatched
from arena.runner.runs.run import Ending, Run
from arena.runner.runs.source import Source
from arena.runner.runs.stop import Stop
from arena.schedule.jobs import Job
from arena.schedule.schedule import Schedule
from tests.seeds import quick

Play = Callable[[Games, Stop], bool]


class Pretended:
    """A Source of one pair between two bots that nobody has, played by a function."""

    workers = 1

    def __init__(self, folder: Path, play: Play, max_voids: int = 0) -> None:
        self.folder, self._play = folder, play
        self.looks = self.closed = 0
        bots = tuple(BotEntry(name=name, command=("/bin/true",)) for name in ("ann", "bob"))
        variants = (VariantEntry(name="sticks", game="sticks"),)
        self.tournament = Tournament(
            name="t", bots=bots, variants=variants, pairs=2, seed=quick(1), max_voids=max_voids
        )

    def manifest(self) -> Manifest:
        return make_manifest(self.tournament, (), {}, self.workers)

    def differences(self, old: Manifest, new: Manifest) -> Sequence[str]:
        return differences(old, new)

    def torn(self, recorded: Sequence[str]) -> Sequence[str]:
        return ()

    def schedule(self, recorded: Iterable[Result]) -> Schedule:
        return Schedule(self.tournament, recorded)

    def look(self, looked_at: Callable[[str], None], stop: Stop) -> list[Trouble]:
        self.looks += 1
        for bot in self.tournament.bots:
            looked_at(bot.name)
        return [Trouble("bob", "", "it is not there")]

    def play(self, games: Games, stop: Stop) -> bool:
        return self._play(games, stop)

    def close(self) -> None:
        self.closed += 1


def won(job: Job) -> GameRecord:
    return GameRecord(job.id, job.variant, job.pairing, job.pair, job.half, job.bots, job.seed, (), (1, 2), "at once")


def all_of(games: Games, stop: Stop) -> bool:
    while not stop.asked and (job := games.take()) is not None:
        games.finished(won(job))
        games.tick()
    return not stop.asked


def run(source: Source, resume: bool = False, watcher: Unwatched | None = None) -> Ending:
    with Stop() as stop, Run(source, resume=resume, watcher=watcher) as made:
        return made.play(stop)


def stored(folder: Path) -> tuple[int, list[tuple[str, str]]]:
    with Results(folder) as results:
        voids = results.base.execute("SELECT id, reason FROM voids ORDER BY rowid").fetchall()
        return results.count(), [(name, reason) for name, reason in voids]


def test_what_a_source_plays_is_counted_and_stored_once(tmp_path: Path):
    ending = run(Pretended(tmp_path, all_of))
    assert ending.complete
    assert (ending.progress.total, ending.progress.before, ending.progress.done) == (4, 0, 4)
    assert ending.progress.points == {"ann": (2.0, 4), "bob": (2.0, 4)}
    asked: list[Job | None] = []
    again = run(Pretended(tmp_path, lambda games, stop: asked.append(games.take()) or True), resume=True)
    assert (asked, again.progress.before, again.progress.done) == ([None], 4, 0)
    with pytest.raises(ResultsError, match="there are 4 games of an earlier run here"):
        run(Pretended(tmp_path, all_of))


def test_a_source_is_looked_at_where_a_game_is_left_and_only_there(tmp_path: Path):
    source = Pretended(tmp_path, all_of)
    with Stop() as stop, Run(source) as made:
        assert [trouble.bot for trouble in made.look(stop)] == ["bob"]
        made.play(stop)
    with Stop() as stop, Run(source, resume=True) as made:
        assert made.look(stop) == []
    assert source.looks == 1 and source.closed == 2


def test_a_game_that_fails_through_us_is_given_out_again_until_it_is_enough(tmp_path: Path):
    given: list[str] = []

    def fails(games: Games, stop: Stop) -> bool:
        while (job := games.take()) is not None:
            given.append(job.id)
            games.failed(job, Void("the harness failed", "first line\nlast line"))
        return True

    with pytest.raises(RunError, match=r"failed 3 times through no fault of a player \(the harness failed: last line"):
        run(Pretended(tmp_path, fails, max_voids=2))
    assert len(given) == 3
    assert stored(tmp_path) == (0, [(name, "the harness failed") for name in given])
    assert len(set(given)) == 1
    with pytest.raises(RunError, match="this game failed through no fault of a player"):
        run(Pretended(tmp_path, fails), resume=True)


def test_a_failure_that_is_not_ours_is_written_down_and_counts_nothing(tmp_path: Path):
    left = [5]

    def killed(games: Games, stop: Stop) -> bool:
        while (job := games.take()) is not None:
            if left[0]:
                left[0] -= 1
                games.failed(job, Void("killed", bot="ann"), ours=False)
            else:
                games.finished(won(job))
        return True

    ending = run(Pretended(tmp_path, killed))
    assert (ending.complete, ending.progress.voids) == (True, 5)
    assert stored(tmp_path)[0] == 4


def test_a_source_that_is_stopped_goes_on_where_it_was(tmp_path: Path):
    def one(games: Games, stop: Stop) -> bool:
        job = games.take()
        assert job is not None
        games.finished(won(job))
        return False

    first = run(Pretended(tmp_path, one))
    assert (first.complete, first.progress.done, first.progress.total) == (False, 1, 4)
    rest = run(Pretended(tmp_path, all_of), resume=True)
    assert (rest.complete, rest.progress.before, rest.progress.done) == (True, 1, 3)


def test_results_that_are_taken_away_end_every_source_and_the_watcher_hears_it(tmp_path: Path):
    folder = tmp_path / "t"
    ends: list[str] = []

    class Watching(Unwatched):
        def ticked(self, progress: Progress) -> None:
            (folder / GAMES).unlink()

        def ended(self) -> None:
            ends.append("ended")

    with pytest.raises(ResultsError, match="while games were being written"):
        run(Pretended(folder, all_of), watcher=Watching())
    assert ends == ["ended"]
    with Results(folder) as results:
        assert results.count() == 1
