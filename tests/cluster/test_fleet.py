"""Machines that do not answer, as a run sees them: nobody waits for them for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import msgspec
import pytest

from arena.cluster import fleet as fleet_module
from arena.cluster import task
from arena.cluster.cluster_machine import What
from arena.cluster.facts import facts
from arena.cluster.fleet import Fleet
from arena.cluster.link import Seen, Tls
from arena.cluster.messages import Begin, Inspection, Ready
from arena.errors import RunError
from tests.runner.tables import setup_for


class PretendedLink:
    """A Link whose calls a test answers. calls: (address, function) -> the future of the last one."""

    def __init__(self, address: str, tls: Tls, seen: Callable[[list[Seen]], None], cut: object) -> None:
        self.seen = seen
        self.calls: dict[tuple[str, Any], Future[Any]] = {}
        self.ended: list[str] = []

    def submit(self, address: str, function: Any, *arguments: object) -> Future[Any]:
        return self.calls.setdefault((address, function), Future())

    def run(self, address: str, function: Any, *arguments: object) -> Future[Any]:
        assert function is task.end
        self.ended.append(address)
        future: Future[Any] = Future()
        future.set_result(None)
        return future

    def close(self) -> None: ...


@pytest.fixture
def fleet(monkeypatch: pytest.MonkeyPatch) -> Iterator[Fleet]:
    """A fleet that sees machines x and y, of which x answers that it fits."""
    monkeypatch.setattr(fleet_module, "Link", PretendedLink)
    begin = Begin(setup=setup_for(), workers=1, isolation="process", where="", output="")
    made = Fleet("tcp://here:1", Tls(), What("r", begin, [], {}, frozenset(), False), None)
    made.patience = made.others = 0.01
    made.link.seen([Seen(name, name, 1, 1.0) for name in "xy"])  # type: ignore[attr-defined]
    made.wait(0.0)
    yield made
    made.close()


def answer(fleet: Fleet, machine: str, function: Any, said: msgspec.Struct) -> None:
    fleet.link.calls[machine, function].set_result(msgspec.json.encode(said))  # type: ignore[attr-defined]


FITS = Inspection("here", facts(), {}, ())


def test_a_machine_that_does_not_answer_holds_up_no_other(fleet):
    answer(fleet, "x", task.inspect, FITS)
    fleet.find()
    assert [machine.state for machine in fleet.machines.values()] == ["fits", "asked"]


def test_where_no_machine_answers_a_run_ends(fleet):
    with pytest.raises(RunError, match="no machine was there that could play for 0 s"):
        fleet.find()


def test_a_run_is_ended_on_every_machine_on_which_it_was_begun(fleet):
    """Also where a machine is taken for lost, or starts anew: it may live on all the same, with a run's process."""
    for name in "xy":
        answer(fleet, name, task.inspect, FITS)
    fleet.find()
    fleet.open()
    fleet.machines["x"].state = "lost"
    fleet.fail(fleet.machines["y"], "it does not answer")
    fleet.close()
    assert fleet.link.ended == ["x", "y"]


def test_what_is_wrong_is_told_where_only_some_machines_are_refused(fleet):
    answer(fleet, "x", task.inspect, Inspection("here", {}, {}, ()))
    answer(fleet, "y", task.inspect, FITS)
    fleet.find()
    fleet.machines["y"].state = "lost"
    with pytest.raises(RunError, match=r"could play for 0 s; 1 of 2 are not asked any more; here \(x\): arena is not"):
        fleet.start()


def test_a_machine_that_fails_three_times_in_a_row_is_refused(fleet):
    for name in "xy":
        answer(fleet, name, task.inspect, FITS)
    fleet.find()
    x, said = fleet.machines["x"], list[str]()
    fleet._announce = said.append
    for number in range(3):
        assert x.state != "refused"
        fleet.link.calls.clear()
        fleet._start(x)
        fleet.link.calls["x", task.receive].set_result(None)
        fleet.wait(0.0)
        answer(fleet, "x", task.begin, Ready("the run's process ended before it was ready"))
        fleet.wait(0.0)
        assert x.failures == number + 1
    assert x.state == "refused" and fleet.machines["y"].state == "fits"
    why = "the run's process ended before it was ready"
    assert said == [f"here (x) starts anew: {why}"] * 2 + [f"here (x) does not take part: {why}"]
