"""With a clock both halves of a pair are played by one machine, or neither counts."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from arena.cluster import dispatch, task
from arena.cluster.cluster_machine import ClusterMachine
from arena.cluster.dispatch import Dispatch
from arena.cluster.link import Seen
from arena.cluster.messages import BatchPlayed
from arena.cluster.pairs import Pairs, torn
from arena.contract.outcome import Void
from arena.errors import RunError
from arena.records.record import Circumstances, GameRecord
from arena.runner.worker import Done
from arena.schedule import Job


def jobs(pairs: int) -> Iterator[Job]:
    for pair in range(1, pairs + 1):
        for half in (1, 2):
            bots = ("a", "b") if half == 1 else ("b", "a")
            yield Job(
                id=f"v/a-vs-b/{pair:04d}/{half}", variant="v", pairing="a-vs-b", pair=pair, half=half, bots=bots,
                seed=pair, bot_seed=1,
            )  # fmt: skip


def done_of(job: Job, seconds: float = 2.0) -> Done:
    seen = Circumstances(seconds=seconds)
    record = GameRecord(
        job.id, "v", "a-vs-b", job.pair, job.half, job.bots, job.seed, (), (1, 2), "won", circumstances=seen
    )
    return Done(job.id, record)


class Taken:
    """Games of a run, which remembers what it was handed. A Games for Dispatch."""

    enough = False

    def __init__(self, pairs: int) -> None:
        self.left = [*jobs(pairs)]
        self.records: list[GameRecord] = []
        self.failures: list[tuple[str, Void]] = []
        self.spared: set[str] = set()

    def take(self) -> Job | None:
        return self.left.pop(0) if self.left else None

    def spares(self, said: Done) -> bool:
        return said.record is not None and bool(said.bot) and said.bot not in self.spared

    def done(self, job: Job, said: Done) -> None:
        if said.record is None:
            self.failed(job, Void(said.reason, said.detail))
        elif self.spares(said):
            self.spared.add(said.bot)
            self.failed(job, Void("killed", said.killed, said.bot))
        else:
            self.records.append(said.record)

    def failed(self, job: Job, void: Void, *, ours: bool = True) -> None:
        self.failures.append((job.id, void))
        self.left.append(job)

    def again(self, job: Job) -> None:
        self.left.append(job)

    def tick(self) -> None: ...


class Asked:
    """A stop that nobody asks for."""

    asked = 0


class Pretended:
    """A Fleet of two machines whose answers a test decides. play: what comes of a call; None: it is lost meanwhile."""

    def __init__(self, play: Any, names: str = "xy") -> None:
        self.machines = [
            ClusterMachine(Seen(name, f"tcp://{name}", 1, 0.0), 0.0, "ready", name, speed=50.0) for name in names
        ]
        self.what = SimpleNamespace(run="r")
        self.played: list[tuple[str, list[str]]] = []
        self.refused: list[str] = []
        self._play, self._calls = play, list[Any]()
        self.lose: Any = None

    def open(self) -> None: ...
    def halt(self) -> None: ...

    @property
    def ready(self) -> list[ClusterMachine]:
        return [machine for machine in self.machines if machine.state == "ready"]

    def call(self, machine: ClusterMachine, then: Any, function: Any, run: str, data: bytes) -> None:
        assert function is task.play and run == "r"
        self._calls.append((machine, then, [msgspec.json.decode(line, type=Job) for line in data.split(b"\n")]))

    def refuse(self, machine: ClusterMachine, why: str) -> None:
        self.refused.append(why)
        machine.state = "refused"
        self._drop(machine, False)

    def fail(self, machine: ClusterMachine, why: str, *, at_it: bool = False) -> None:
        self._drop(machine, at_it)

    def _drop(self, machine: ClusterMachine, at_it: bool) -> None:
        self._calls = [call for call in self._calls if call[0] is not machine]
        self.lose(machine, at_it)

    def wait(self, seconds: float, stop: object) -> None:
        if not self._calls:
            if not self.ready:
                raise RunError("", "nobody")
            return
        machine, then, given = self._calls.pop(0)
        self.played.append((machine.name, [job.id for job in given]))
        said = self._play(machine.name, given)
        if said is None:
            self._drop(machine, True)
            return
        future: Future[Any] = Future()
        lines = tuple(msgspec.json.encode(done).decode() for done in said)
        future.set_result(msgspec.json.encode(BatchPlayed(lines)))
        then(future)


def play(fleet: Pretended, games: Taken, pairs: Pairs[ClusterMachine] | None) -> bool:
    return Dispatch(fleet, pairs).play(games, Asked())  # type: ignore[arg-type]


def machines_of(games: Taken) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for record in games.records:
        found.setdefault(record.pair, set()).add(record.circumstances.machine)
    return found


@pytest.mark.parametrize("seconds", [0.01, 2.0])
def test_both_halves_are_played_by_one_machine(seconds):
    fleet, games = Pretended(lambda name, given: [done_of(job, seconds) for job in given]), Taken(40)
    assert play(fleet, games, Pairs(2, []))
    assert sorted(record.id for record in games.records) == sorted(job.id for job in jobs(40))
    assert all(len(names) == 1 for names in machines_of(games).values())
    assert {name for names in machines_of(games).values() for name in names} == {"x", "y"}
    assert {record.circumstances.speed for record in games.records} == {50.0}


def test_what_a_lost_machine_played_of_a_pair_is_played_again():
    """It tells the first half of its second pair, and is lost with the other."""
    lost: list[str] = []

    def answer(name: str, given: list[Job]) -> list[Done] | None:
        if name == "x" and not lost and given[0].pair > 1:
            if len(given) == 1:
                lost.append(given[0].id)
                return None
            return [done_of(given[0]), Done(given[1].id, None, "failed", "once")]
        return [done_of(job) for job in given]

    fleet, games = Pretended(answer), Taken(8)
    assert play(fleet, games, Pairs(2, []))
    assert lost
    assert sorted(record.id for record in games.records) == sorted(job.id for job in jobs(8))
    assert all(len(names) == 1 for names in machines_of(games).values())


@pytest.mark.parametrize("half", [1, 2])
@pytest.mark.parametrize("lost", [False, True])
def test_a_half_whose_bot_was_killed_is_played_again_where_its_pair_is(half, lost):
    """Its machine says that of one half of the fourth pair; lost: and is gone when that half is played again."""
    killed: dict[str, str] = {}

    def answer(name: str, given: list[Job]) -> list[Done] | None:
        if lost and any(killed.get(job.id) == name for job in given):
            return None
        said = [done_of(job) for job in given]
        for number, job in enumerate(given):
            if (job.pair, job.half) == (4, half) and not killed:
                killed[job.id] = name
                said[number] = msgspec.structs.replace(said[number], bot="a", killed="SIGKILL")
        return said

    fleet, games = Pretended(answer), Taken(8)
    assert play(fleet, games, Pairs(2, []))
    assert killed and ("killed" in [void.reason for _, void in games.failures])
    assert sorted(record.id for record in games.records) == sorted(job.id for job in jobs(8))
    assert all(len(names) == 1 for names in machines_of(games).values())
    assert all(first.pair == second.pair for first, second in zip(games.records[::2], games.records[1::2], strict=True))


def test_the_rest_of_a_pair_that_is_not_played_on_is_handed_in():
    """The second half of the last pair is not given out any more, as of a bot that is out of a tournament."""
    fleet, games = Pretended(lambda name, given: [done_of(job) for job in given]), Taken(3)
    games.left.pop()
    assert play(fleet, games, Pairs(2, []))
    assert len(games.records) == 5


def test_games_that_were_several_when_their_machine_was_lost_are_played_one_by_one():
    """Only a game that was alone counts as one that failed."""
    bad = "v/a-vs-b/0015/1"

    def answer(name: str, given: list[Job]) -> list[Done] | None:
        if name == "x" and bad in {job.id for job in given}:
            return None
        return [done_of(job, 0.05) for job in given]

    fleet, games = Pretended(answer), Taken(60)
    assert play(fleet, games, None)
    assert sorted(record.id for record in games.records) == sorted(job.id for job in jobs(60))
    crowds = [given for _, given in fleet.played if bad in given]
    assert all(len(given) == 1 for given in crowds[1:])
    assert {name for name, _ in games.failures} <= {bad}
    assert max(len(given) for _, given in fleet.played) > 3


@pytest.mark.parametrize(("threads", "most"), [(1, 10), (2, 20), (3, 30), (4, 40), (5, 40)])
def test_batches_are_longer_in_a_fleet_of_many_threads(threads, most, monkeypatch):
    """Two machines with so many threads each, games of 50 ms: half a second is ten of them."""
    monkeypatch.setattr(dispatch, "_THREADS", 2)
    monkeypatch.setattr(dispatch, "_LONGEST", 4)
    fleet, games = Pretended(lambda name, given: [done_of(job, 0.05) for job in given]), Taken(600)
    for machine in fleet.machines:
        machine.seen = Seen(machine.name, machine.address, threads, 0.0)
    assert play(fleet, games, None)
    assert sorted(record.id for record in games.records) == sorted(job.id for job in jobs(600))
    assert max(len(given) for _, given in fleet.played) == most


def test_a_machine_on_which_every_game_fails_is_not_asked_any_more():
    def answer(name: str, given: list[Job]) -> list[Done]:
        return [Done(job.id, None, "no space", "") if name == "x" else done_of(job) for job in given]

    fleet, games = Pretended(answer), Taken(20)
    assert play(fleet, games, None)
    assert fleet.refused == ["3 games in a row failed there (no space: )"]
    assert len(games.failures) == 3 and len(games.records) == 40
    assert len({name for name, _ in games.failures}) == 3  # what fails on one machine is tried on another


def test_a_game_that_fails_everywhere_is_tried_everywhere():
    left = {"x": 2, "y": 2}

    def answer(name: str, given: list[Job]) -> list[Done]:
        said = []
        for job in given:
            fails = job.id == "v/a-vs-b/0001/1" and left[name] > 0
            left[name] -= fails
            said.append(Done(job.id, None, "no space", "") if fails else done_of(job))
        return said

    fleet, games = Pretended(answer), Taken(3)
    assert play(fleet, games, None)
    assert [name for name, given in fleet.played if "v/a-vs-b/0001/1" in given][:2] == ["x", "y"]
    assert len(games.failures) == 3 and len(games.records) == 6


def test_a_machine_that_tells_of_another_game_is_not_believed():
    def answer(name: str, given: list[Job]) -> list[Done]:
        if name == "x":
            (job,) = given
            record = msgspec.structs.replace(done_of(job).record, bots=("b", "b"))
            return [Done(job.id, record)]
        return [done_of(job) for job in given]

    fleet, games = Pretended(answer), Taken(5)
    assert play(fleet, games, None)
    assert fleet.refused == ["it told of a game that it was not asked for (v/a-vs-b/0001/1)"]
    assert {record.circumstances.machine for record in games.records} == {"y"} and len(games.records) == 10


def test_pairs_that_were_begun_elsewhere_are_torn():
    stored = ["v/a-vs-b/0001/1", "v/a-vs-b/0001/2", "v/a-vs-b/0002/2"]
    assert torn(stored, 2) == ["v/a-vs-b/0002/2"]
    assert torn([], 2) == []
