"""A tournament from Python: the same games as from the command line, told as they come, and nothing is lost."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from arena.errors import BotError, Complaints, ConfigError, ResultsError
from arena.tournament import Progress, Stop, Tournament, Trouble, Unwatched

FILE = """
name: small
seed: drawn-00000000000000000000000000000003
bots: [first, random]
variants: [{name: ttt, game: tictactoe}]
pairs: PAIRS
workers: 1
isolation: process
"""
PAIRS = 3


@pytest.fixture
def file(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "small.yaml"
    path.write_text(FILE.replace("PAIRS", str(PAIRS)))
    return path


class Log(Unwatched):
    """What was told, in order; asks to stop when the first game is there, if it is to."""

    def __init__(self, ask: Stop | None = None, interrupt: bool = False) -> None:
        self.events: list[str] = []
        self.looked_at_names: set[str] = set()
        self._ask, self._interrupt = ask, interrupt

    def opened(self, progress: Progress, workers: int) -> None:
        self.events.append(f"opened {progress.total} {progress.before} {workers}")

    def looking(self, bots: int) -> None:
        self.events.append(f"looking {bots}")

    def looked_at(self, bot: str) -> None:
        self.looked_at_names.add(bot)

    def looked(self, troubles: Sequence[Trouble]) -> None:
        self.events.append(f"looked {len(troubles)}")

    def began(self, progress: Progress, workers: int) -> None:
        self.events.append("began")

    def ticked(self, progress: Progress) -> None:
        if progress.done and self._ask is not None and not self._ask.asked:
            self._ask.ask()
        if progress.done and self._interrupt:
            self._interrupt = False
            os.kill(os.getpid(), signal.SIGINT)

    def ended(self) -> None:
        self.events.append("ended")


def test_it_is_read_planned_played_and_looked_at(file):
    small = Tournament.read(file)
    assert (small.name, small.bots, small.variants) == ("small", ("first", "random"), ("ttt",))
    assert repr(small) == "<small: 2 bots on 1 variant>"
    assert small.warnings == ()
    assert (small.plan().games, small.plan().workers, small.plan().bound) == (2 * PAIRS, 1, "")
    assert small.check() == {"first": (), "random": ()}
    log = Log()
    played = small.run(watcher=log)
    assert log.events == ["opened 6 0 1", "looking 2", "looked 0", "began", "ended"]
    assert log.looked_at_names == {"first", "random"}
    assert played.complete and played.broken == ()
    assert len(played.results) == len(small.results()) == 2 * PAIRS
    assert set(played.standings()["bot"]) == {"first", "random"}
    shown = played._repr_html_()
    assert shown.startswith("<table><caption>small: 6 games</caption>")
    assert shown.count("<tr>") == 3 and "<td>first</td>" in shown


def test_an_interrupt_loses_nothing_and_the_rest_comes_out_the_same(file):
    before = signal.getsignal(signal.SIGINT)  # ignored where a shell started the tests in the background
    whole = list(Tournament.read(file, output="whole").run().results.export())
    with pytest.raises(KeyboardInterrupt, match=r"stopped: \d of 6 games are saved in small"):
        Tournament.read(file, output="small").run(watcher=Log(interrupt=True))
    assert signal.getsignal(signal.SIGINT) is before
    there = len(Tournament.read(file, output="small", resume=True).results())
    assert 0 < there < 2 * PAIRS
    log = Log()
    played = Tournament.read(file, output="small", resume=True).run(watcher=log)
    assert log.events[0] == f"opened 6 {there} 1"
    assert list(played.results.export()) == whole
    log = Log()
    assert Tournament.read(file, output="small", resume=True).run(watcher=log).complete
    assert log.events == ["opened 6 6 1", "began", "ended"]  # nobody is started where nothing is left to play


def test_a_stop_that_is_handed_in_ends_it_early_from_any_thread(file):
    endings = []

    def play() -> None:
        with Stop() as stop:
            endings.append(Tournament.read(file).run(watcher=Log(ask=stop), stop=stop))

    thread = threading.Thread(target=play)
    thread.start()
    thread.join(120)
    [played] = endings
    assert not played.complete
    assert 0 < len(played.results) < 2 * PAIRS


def test_a_seed_that_was_drawn_is_that_of_the_games_when_it_goes_on(file):
    file.write_text(file.read_text().replace("seed: drawn-00000000000000000000000000000003\n", ""))
    first = Tournament.read(file, resume=True)
    with Stop() as stop:
        first.run(watcher=Log(ask=stop), stop=stop)
    assert Tournament.read(file).seed != first.seed
    again = Tournament.read(file, resume=True)
    assert again.seed == first.seed
    assert again.run().complete


def test_what_is_wrong_is_told_before_anything_is_played(file):
    file.write_text(file.read_text().replace("random", "randm").replace("pairs: 3", "pairs: none"))
    with pytest.raises(Complaints) as caught:
        Tournament.read(file)
    assert len(caught.value.errors) == 2
    assert all("small.yaml:" in error.where for error in caught.value.errors)


def test_what_a_run_has_no_use_for_is_refused_and_not_passed_over(file):
    tournament = Tournament.read(file)
    night = tournament.night(budget=3600.0, workers=1)
    with pytest.raises(ConfigError, match="night: this is for games on this machine"):
        tournament.run(cluster="tcp://127.0.0.1:1", night=night)
    with pytest.raises(ConfigError, match="workers: this is for games on this machine"):
        tournament.run(cluster="tcp://127.0.0.1:1", workers=2)
    with pytest.raises(ConfigError, match="workers: the night was made for 1 game at once"):
        tournament.run(night=night, workers=2)
    assert not tournament.folder.exists()


def test_games_of_an_earlier_run_are_not_played_over(file):
    Tournament.read(file).run()
    with pytest.raises(ResultsError, match="there are 6 games of an earlier run here"):
        Tournament.read(file).run()


def test_a_bot_that_does_not_start_ends_it_or_forfeits(file):
    file.write_text(file.read_text().replace("[first, random]", "[first, {name: gone, command: [/bin/false]}]"))
    small = Tournament.read(file)
    [trouble] = small.check()["gone"]
    assert "exit status 1" in trouble.problem
    with pytest.raises(BotError, match="a bot does not start:\ngone") as refused:
        small.run()
    assert str(refused.value).endswith("let it forfeit its games with keep_going=True")
    assert "--keep-going" not in str(refused.value)
    again = Tournament.read(file, resume=True)
    played = again.run(keep_going=True)
    assert played.broken == ("gone",)
    assert played.complete and len(played.results) == 2 * PAIRS
