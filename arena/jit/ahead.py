"""Compiles the kernels of whole modules into the cache, several at a time: ``python -m arena.jit.ahead``.

    python -P -m arena.jit.ahead PARENT PROCESSES BUNDLE MODULE...

Most of the time goes into numba's own Python, which knows no threads. So the modules are imported with their kernels
put down and not compiled, and forks of this process compile one after the other: first those on which the most waits,
and none before all kernels that it calls. Whoever imports the modules afterwards finds all of it in numba's cache.

Standard output: a line ``done total`` for each kernel and signature that is ready, and at last ``bundle`` with the
reason why there is none (write.py), if one was asked for by a path that is not empty. This process and its forks end
when process PARENT does.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import os
import select
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from arena.jit.direct import DirectKernel
from arena.jit.numba_private import allow_compiling

_PR_SET_PDEATHSIG = 1
_RARELY = (200_000, 50, 100)  # numba makes millions of objects that live long: looking through them takes a fifth of it


class Failed(Exception):
    """A kernel that could not be compiled here, and why."""


def calls(function: Any, known: dict[int, int]) -> set[int]:
    """Return which of the known kernels a function calls by a name of its module, or of a module that it names.

    known: id of a kernel -> its number.
    """
    names, scope = function.__code__.co_names, function.__globals__
    named = [scope[name] for name in names if name in scope]
    inside = [vars(module).get(name) for module in named if isinstance(module, ModuleType) for name in names]
    called = [value.dispatcher if isinstance(value, DirectKernel) else value for value in (*named, *inside)]
    return {known[id(value)] for value in called if id(value) in known}


def order_of(needs: Sequence[set[int]], cost: Sequence[int]) -> list[int]:
    """Return the numbers of all kernels, those first on whose end the most work waits.

    needs: for each the numbers of those that must be ready before. cost: what each takes, in any unit.
    """
    waiting: list[set[int]] = [set() for _ in needs]
    for number, before in enumerate(needs):
        for one in before:
            waiting[one].add(number)
    path: dict[int, int] = {}

    def length(number: int) -> int:
        if number not in path:
            path[number] = cost[number] + max(map(length, waiting[number]), default=0)
        return path[number]

    return sorted(range(len(needs)), key=lambda number: (-length(number), number))


class Work:
    """The kernels that were put down, and in which order they are compiled."""

    def __init__(self, made: Sequence[tuple[Any, tuple[Any, ...], int]]) -> None:
        self._made = made
        known = {id(kernel): number for number, (kernel, _, _) in enumerate(made)}
        self.needs = [calls(kernel.py_func, known) - {number} for number, (kernel, _, _) in enumerate(made)]
        cost = [len(kernel.py_func.__code__.co_code) * len(signatures) for kernel, signatures, _ in made]
        self.order = order_of(self.needs, cost)
        self._here: set[int] = set()
        for kernel, _, _ in made:
            allow_compiling(kernel, False)  # nothing is compiled for types that nobody asked for

    def signatures(self, number: int) -> int:
        """Return for how many signatures a kernel is compiled."""
        return len(self._made[number][1])

    def compile(self, number: int) -> None:
        """Compile a kernel, or take it from the cache, after those that it calls, which are in the cache."""
        if number in self._here:
            return
        self._here.add(number)
        for before in sorted(self.needs[number]):
            self.compile(before)
        kernel, signatures, _ = self._made[number]
        allow_compiling(kernel, True)
        try:
            for signature in signatures:
                kernel.compile(signature)
        finally:
            allow_compiling(kernel, False)


class _Fork:
    """A copy of this process that compiles what it is told to."""

    def __init__(self, work: Work) -> None:
        self.channel, theirs = socket.socketpair()
        self.number: int | None = None
        parent = os.getpid()
        self._pid = os.fork()
        if self._pid == 0:
            status = 1
            try:
                end_with(parent)
                self.channel.close()
                with theirs, theirs.makefile("rb") as lines:
                    for line in lines:
                        work.compile(int(line))
                        theirs.sendall(b".")
                status = 0
            except BaseException as error:
                print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            finally:
                os._exit(status)
        theirs.close()

    def give(self, number: int) -> None:
        self.number = number
        self.channel.sendall(b"%d\n" % number)

    def take(self) -> int:
        """Return the kernel that is ready. Raises Failed."""
        assert self.number is not None
        if not self.channel.recv(1):
            raise Failed("a process that compiles has ended")
        number, self.number = self.number, None
        return number

    def end(self) -> None:
        self.channel.close()
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)


def compile_all(work: Work, processes: int) -> None:
    """Compile all kernels and say so, line by line. Raises Failed; what was ready by then is in the cache."""
    total, done = sum(map(work.signatures, work.order)), 0
    print(done, total, flush=True)
    forks = [_Fork(work) for _ in range(processes)] if processes > 1 else []
    waiting, ready = list(work.order), set[int]()
    while waiting or any(fork.number is not None for fork in forks):
        free = next((number for number in waiting if work.needs[number] <= ready), None)
        idle = next((fork for fork in forks if fork.number is None), None)
        if free is not None and not forks:
            work.compile(free)
            ended = [free]
        elif free is not None and idle is not None:
            idle.give(free)
            ended = []
        else:
            busy = [fork for fork in forks if fork.number is not None]
            if not busy:
                raise Failed("kernels that call each other")
            readable, _, _ = select.select([fork.channel for fork in busy], [], [])
            ended = [fork.take() for fork in busy if fork.channel in readable]
        if free is not None and (not forks or idle is not None):
            waiting.remove(free)
        for number in ended:
            ready.add(number)
            done += work.signatures(number)
            print(done, total, flush=True)
    for fork in forks:
        fork.end()


def end_with(parent: int) -> None:
    """Have this process killed when its parent ends, and end it now if that is another one by now."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def main() -> None:
    """Compile the kernels of the modules that the arguments name; see above."""
    parent, processes, bundle, *modules = sys.argv[1:]
    end_with(int(parent))
    import arena.jit as jit

    jit.LATER = True
    for name in modules:
        importlib.import_module(name)
    gc.freeze()
    gc.set_threshold(*_RARELY)
    try:
        compile_all(Work(jit.MADE), int(processes))
    except Failed as error:
        sys.exit(str(error))
    if bundle:
        from arena.jit.write import NoBundle, write_bundle

        try:
            write_bundle(Path(bundle), modules)
        except NoBundle as error:
            print("bundle", error)


if __name__ == "__main__":
    main()
