"""The machines of a cluster as a run sees them: found, looked at, refused, got ready, lost.

Used by one thread, which makes all calls in ``wait``. A machine here is one worker of Dask's: a computer may have
several, each with its own processes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from arena.cluster import task
from arena.cluster.cluster_machine import ClusterMachine, What
from arena.cluster.facts import Facts, different, facts
from arena.cluster.inbox import Inbox
from arena.cluster.link import Link, Seen, Tls
from arena.cluster.messages import Inspection, Ready
from arena.cluster.parts import unlike
from arena.cluster.sending import sendings
from arena.errors import ArenaError, RunError
from arena.runner.preflight import Trouble
from arena.runner.runs.stop import Stop
from arena.runner.setup import without

SILENT = 30.0  # seconds without a word of a machine, after which it is taken for lost
PATIENCE = 60.0  # seconds without any machine that can play, after which a run ends
_START = "Start one with `dask scheduler`, or on this machine alone with `arena cluster local 2`"
OTHERS = 10.0  # seconds that the first machine waits for others
_TRIES = 3  # failures in a row, of a machine on which no game was finished since the first


class Fleet:
    """All machines of one cluster, for one run. ``close`` ends the run on all of them."""

    def __init__(self, address: str, tls: Tls, what: What, announce: Callable[[str], None] | None) -> None:
        """announce: hears in a sentence what happened to machines. Raises ConfigError (see Link)."""
        self.what, self._address = what, address
        self._announce = announce or (lambda text: None)
        self._tells = announce is not None
        self.machines: dict[str, ClusterMachine] = {}
        self.troubles: list[Trouble] | None = None
        self.starting = False  # whether machines that fit are got ready
        self.lose: Callable[[ClusterMachine, bool], None] = lambda machine, at_it: None
        """Called when a machine is lost or has to start anew; with whether what it was at may have been the cause."""
        self.silent, self.patience, self.others = SILENT, PATIENCE, OTHERS
        self._facts: Facts = facts()
        self._inbox = Inbox()
        self._looked = self._closed = False
        self._cut_since: float | None = None
        self._why = ""
        self._alone = 0.0  # seconds in which no machine could play or was on its way to, since one could
        self.link = Link(
            address,
            tls,
            lambda seen: self._inbox.put(partial(self._see, seen)),
            lambda why: self._inbox.put(partial(self._cut, why)),
        )

    @property
    def ready(self) -> list[ClusterMachine]:
        return [machine for machine in self.machines.values() if machine.state == "ready"]

    def wait(self, seconds: float, stop: Stop | None = None) -> None:
        """Hear what comes within some time.

        Raises RunError where no machine could play for too long.
        """
        began = time.monotonic()
        self._inbox.wait(seconds, stop)
        usable = "ready" if self.starting else "fits"
        if any(machine.state == usable for machine in self.machines.values()):
            self._alone = 0.0
        elif not any(self._on_its_way(machine) for machine in self.machines.values()):
            self._alone += time.monotonic() - began
        if self._alone > self.patience:
            raise self._nobody()

    def _on_its_way(self, machine: ClusterMachine) -> bool:
        """Whether a machine will be able to play, unless something is wrong; one that is asked in vain will not."""
        waits = time.monotonic() - machine.asked < self.patience
        return machine.state == "starting" or (machine.state == "asked" and waits)

    def find(self) -> None:
        """Wait until there is a machine that fits, and a little until the others were looked at. Raises RunError."""
        while not self._looked:
            self.wait(0.5)
            if self._cut_since is not None and not self._looked:
                raise RunError(self._address, f"no scheduler can be reached there ({self._why})", _START)
        while not any(machine.state == "fits" for machine in self.machines.values()):
            if all(machine.state == "refused" for machine in self.machines.values()) and self.machines:
                raise self._nobody()
            self.wait(0.5)
        self._wait_for_others()

    def _wait_for_others(self) -> None:
        """Wait for machines that are on their way; one may be busy with another run, which shall hold up nobody."""
        until = time.monotonic() + self.others
        while time.monotonic() < until and any(one.state in ("asked", "starting") for one in self.machines.values()):
            self.wait(0.5)

    def open(self) -> None:
        """Have all machines that fit, now or later, get ready."""
        self.starting = True
        for machine in self.machines.values():
            if machine.state == "fits":
                self._start(machine)

    def start(self) -> list[Trouble]:
        """Get the machines ready that are there; return what is wrong with bots. Raises RunError.

        The first one that is ready is not held up by others for long; they take part when they are.
        """
        self.open()
        while not self.ready:
            self.wait(0.5)
        self._wait_for_others()
        return self.troubles or []

    def without(self, refused: Mapping[str, str]) -> None:
        """Have machines that come from now on not start bots that are not admitted, for the reasons given by name."""
        begin = msgspec.structs.replace(self.what.begin, setup=without(self.what.begin.setup, refused))
        self.what = replace(self.what, begin=begin)

    def call(
        self, machine: ClusterMachine, then: Callable[[Future[Any]], None], function: Any, *arguments: object
    ) -> None:
        """Have a machine do something; ``then`` hears of it here, unless the machine is lost before."""
        future = self.link.submit(machine.address, function, *arguments)
        machine.calls.add(future)

        def heard() -> None:
            if future in machine.calls:
                machine.calls.discard(future)
                then(future)

        future.add_done_callback(lambda _: self._inbox.put(heard))

    def halt(self) -> None:
        """Have all machines finish the games that run, and begin no other."""
        for machine in self.ready:
            self.link.run(machine.address, task.halt, self.what.run)

    def refuse(self, machine: ClusterMachine, why: str) -> None:
        """Do without a machine from now on."""
        self._announce(f"{machine} does not take part: {why}")
        if machine.begun:
            self.link.run(machine.address, task.end, self.what.run)
        self._drop(machine)
        machine.state, machine.why = "refused", why

    def fail(self, machine: ClusterMachine, why: str, *, at_it: bool = False) -> None:
        """Have a machine start anew, if it is seen again, after a failure; refuse it after several in a row.

        at_it: whether the games that it was at may be the cause.
        """
        machine.failures += 1
        if machine.failures >= _TRIES:
            self.refuse(machine, why)
            return
        self._announce(f"{machine} starts anew: {why}")  # now: the run may be over before it is seen again
        self._drop(machine, at_it)
        machine.state, machine.why = "new", why

    def close(self) -> None:
        """End the run on all machines that can be reached, and the connection; may be called again."""
        if self._closed:
            return
        self._closed = True
        ending = [
            self.link.run(machine.address, task.end, self.what.run)
            for machine in self.machines.values()
            if machine.begun and machine.state != "refused"
        ]
        until = time.monotonic() + 3.0
        for future in ending:
            try:
                future.result(max(0.0, until - time.monotonic()))
            except Exception:  # it is gone, or hangs: it ends the run by itself, see task.IDLE
                continue
        for machine in self.machines.values():
            for call in machine.calls:
                call.cancel()
        self.link.close()
        self._inbox.close()

    def _see(self, seen: list[Seen]) -> None:
        now = time.monotonic()
        if self._cut_since is not None:
            self._announce(f"connected to {self._address} again")
            self._cut_since = None
        there = {worker.id: worker for worker in seen}
        for name in [name for name in self.machines if name not in there]:
            self._lost(self.machines.pop(name), "it has left the cluster")
        for name, worker in there.items():
            machine = self.machines.get(name)
            if machine is None:
                machine = self.machines[name] = ClusterMachine(worker, now)
                self._ask(machine)
            elif worker.last_seen != machine.seen.last_seen:
                machine.seen, machine.heard = worker, now
                if machine.state in ("lost", "new"):
                    self._ask(machine)
            elif now - machine.heard > self.silent and machine.state not in ("lost", "refused"):
                self._lost(machine, f"no word of it for {self.silent:.0f} s")
        self._looked = self._looked or bool(self.machines)

    def _cut(self, why: str) -> None:
        if self._cut_since is None:
            self._cut_since, self._why = time.monotonic(), why
            if self._looked:
                self._announce(f"no connection to {self._address} ({why}); waiting for it")
        for machine in [*self.machines.values()]:
            self._drop(machine)
        self.machines.clear()

    def _lost(self, machine: ClusterMachine, why: str) -> None:
        if machine.state in ("refused", "lost"):
            return
        self._announce(f"{machine} is lost: {why}")
        self._drop(machine, at_it=True)
        machine.state = "lost"

    def _drop(self, machine: ClusterMachine, at_it: bool = False) -> None:
        """Give up all that a machine was asked for."""
        calls, machine.calls = machine.calls, set()
        for future in calls:
            future.cancel()
        self.lose(machine, at_it)

    def _ask(self, machine: ClusterMachine) -> None:
        machine.state, machine.asked = "asked", time.monotonic()
        parts = msgspec.json.encode(self.what.parts)
        self.call(machine, partial(self._inspected, machine), task.inspect, parts, self.what.timed)

    def _inspected(self, machine: ClusterMachine, future: Future[Any]) -> None:
        try:
            about = msgspec.json.decode(future.result(), type=Inspection)
        except BaseException as error:  # what it raised there, or that its call was cancelled there
            self._no_answer(machine, error)
            return
        machine.name, machine.speed = about.machine, about.speed
        wrong = different(about.facts, self._facts)
        wrong += unlike(self.what.parts, about.parts)
        if lacking := sorted(self.what.layers - set(about.layers)):
            wrong.append(f"bots have walls here that it does not have ({', '.join(lacking)})")
        if wrong:
            self.refuse(machine, "; ".join(wrong))
            return
        machine.places = {label: found.path for label, found in about.parts.items() if found.path}
        machine.state = "fits"
        if self.starting:
            self._start(machine)

    def _no_answer(self, machine: ClusterMachine, error: BaseException) -> None:
        if isinstance(error, (ImportError, AttributeError)):
            self.refuse(machine, f"it has no arena that can be asked ({error}); {self._facts['arena'][0]} is here")
        else:
            self.fail(machine, f"it does not answer ({str(error) or type(error).__name__})")

    def _start(self, machine: ClusterMachine) -> None:
        """Send a machine what it lacks, and have it look at the bots."""
        machine.state, machine.begun = "starting", True
        sent = [part for part in self.what.parts if part.sent and part.label not in machine.places]
        try:
            places, messages = sendings(sent)
        except ArenaError as error:
            self.refuse(machine, str(error))
            return
        places |= {part.label: machine.places[part.label] for part in self.what.parts if part.sent and part not in sent}
        digests = {part.label: part.digest for part in self.what.parts if part.sent}
        begin = msgspec.structs.replace(self.what.begin, workers=machine.seen.threads, places=places, digests=digests)
        self._send(machine, messages, msgspec.json.encode(begin), first=True)

    def _send(self, machine: ClusterMachine, messages: list[bytes], begin: bytes, first: bool = False) -> None:
        def sent(future: Future[Any]) -> None:
            try:
                future.result()
            except BaseException as error:
                self._no_answer(machine, error)
                return
            self._send(machine, messages[1:], begin)

        if messages:
            self.call(machine, sent, task.receive, self.what.run, messages[0], first)
        else:
            self.call(machine, partial(self._started, machine), task.begin, self.what.run, begin)

    def _started(self, machine: ClusterMachine, future: Future[Any]) -> None:
        try:
            ready = msgspec.json.decode(future.result(), type=Ready)
        except BaseException as error:
            self._no_answer(machine, error)
            return
        if ready.problem:
            (self.refuse if ready.lasting else self.fail)(machine, ready.problem)
            return
        if wrong := different(ready.facts, self._facts):
            self.refuse(machine, "; ".join(wrong))
            return
        for name, digest in self.what.digests.items():
            if ready.variants.get(name) != digest:
                self.refuse(
                    machine, f"variant {name} is {ready.variants.get(name, 'not told')} there and {digest} here"
                )
                return
        troubles = [Trouble(one.bot, one.variant, one.problem, one.output, one.killed) for one in ready.troubles]
        if self.troubles is None:
            self.troubles = troubles
        elif {one.bot for one in troubles} != {one.bot for one in self.troubles}:
            names = sorted({one.bot for one in troubles} ^ {one.bot for one in self.troubles})
            self.fail(machine, f"not the same bots start there: {', '.join(names)} on one machine alone")
            return
        machine.state = "ready"

    def _nobody(self) -> RunError:
        refused = [machine for machine in self.machines.values() if machine.state == "refused"]
        why = f"{refused[0]}: {refused[0].why}" if refused else ""
        if self._tells:
            why = "what is wrong with each stands above"
        if self._cut_since is not None or not self._looked:
            problem = f"there was no scheduler, or no worker, for {self.patience:.0f} s"
        elif refused and len(refused) == len(self.machines):
            problem = f"no machine of the cluster fits; {why}"
        else:
            problem = f"no machine was there that could play for {self.patience:.0f} s"
            problem += f"; {len(refused)} of {len(self.machines)} are not asked any more; {why}" if refused else ""
        return RunError(self._address, problem, "What was finished is saved; `--resume` goes on")
