"""Work of our own shared by several processes: many games looked at, positions by the thousand. Never bots.

    from arena.parallel import share

    for line, best in share(best_of, lines, workers=4):  # in the order of the lines
        print(best)

Helpers are forks of this process, made with ``multiprocess``: they have what is loaded by then, and the function need
not be importable. Items and results travel as pickles (by dill where pickle cannot), and to unpickle is to run what the
pickle says. So both ends are ours: what speaks here was forked a moment ago from this very process. A bot's process
never does; what it says goes through the wire's readers (arena/wire), and neither the runner nor whoever speaks with
guests may import this module (tests/test_floors.py).

One batch at a time is with a helper, so neither end ever waits for the other to read. A helper that dies is seen by the
end of its connection: the work ends with an error, and does not wait for an answer that never comes, as a
``multiprocess.Pool`` would.
"""

from __future__ import annotations

import pickle
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from arena.errors import RunError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

__all__ = ["share"]

Item = TypeVar("Item")
Result = TypeVar("Result")
_FEWER = "Try again with fewer workers"
GLANCE = 0.5  # seconds
AHEAD = 4  # batches for each helper that may be begun before the first of them is answered


def share(
    function: Callable[[Item], Result], items: Iterable[Item], *, workers: int = 1, batch: int = 1
) -> Iterator[tuple[Item, Result]]:
    """Yield every item with what the function returns for it, in the order of the items; the same for any ``workers``.

    workers: processes that share the work, besides this one, which reads the items and takes the results; 1 does all of
    it here. So do systems other than Linux. batch: items that travel together, for functions that take less than some
    milliseconds. At most ``4 * workers`` batches are read ahead.

    The first item is worked on here: what that loads, every helper has from the beginning. The function may change
    nothing outside but what only serves itself (a cache); it should not print. To stop early, close the iterator.

    What the function raises is raised here, when its item's turn comes, and so is what reading the items raises. Raises
    RunError when a helper dies, or cannot be started. Ctrl-C reaches this process alone. Helpers end with the iterator,
    whatever ends it, and with this process.
    """
    left = iter(items)
    for item in islice(left, 1):
        yield item, function(item)
    if workers > 1 and sys.platform == "linux":
        yield from _shared(function, left, workers, batch)
    else:
        for item in left:
            yield item, function(item)


class _Answer(Generic[Result]):
    """The results of a batch, up to the item whose function raised an error, if one did."""

    def __init__(self, results: list[Result], error: Exception | None) -> None:
        self.results, self.error = results, error


def _answer(function: Callable[[Item], Result], items: Iterable[Item]) -> _Answer[Result]:
    results: list[Result] = []
    try:
        for item in items:
            results.append(function(item))
    except Exception as error:
        error.add_note("In a helper process:\n" + "".join(traceback.format_exception(error)))
        return _Answer(results, error)
    return _Answer(results, None)


def _shared(
    function: Callable[[Item], Result], left: Iterator[Item], workers: int, batch: int
) -> Iterator[tuple[Item, Result]]:
    """Yield what ``share`` does, with helpers: one more whenever a batch is there and nobody is idle."""
    begun: deque[_Batch[Item, Result]] = deque()  # in the order of the items
    helpers: list[_Helper[Item, Result]] = []
    failed: Exception | None = None  # of reading the items
    more = True
    try:
        while more or begun:
            while more and len(begun) < AHEAD * workers:
                idle = next((helper for helper in helpers if helper.batch is None), None)
                if idle is None and len(helpers) >= workers:
                    break
                try:
                    read = list[Item]()
                    for item in islice(left, batch):
                        read.append(item)  # what was read before an error is answered
                except Exception as error:
                    failed, more = error, False
                if len(read) < batch:
                    more = False
                if read:
                    if idle is None:
                        idle = _Helper(function, helpers)
                        helpers.append(idle)  # before it is started: from then on there is something to end
                        idle.start()
                    begun.append(idle.give(read))
            while begun and (answer := begun[0].answer) is not None:
                yield from zip(begun.popleft().items, answer.results, strict=False)
                if answer.error is not None:
                    raise answer.error
            if begun:
                _wait(helpers)
        if failed is not None:
            raise failed
    finally:
        for helper in helpers:
            helper.end()


class _Batch(Generic[Item, Result]):
    """Items that travel together, and their answer once it is there."""

    def __init__(self, items: list[Item]) -> None:
        self.items = items
        self.answer: _Answer[Result] | None = None


class _Process(Protocol):
    """What is used of a ``multiprocess`` process."""

    exitcode: int | None
    pid: int | None

    def start(self) -> None: ...
    def kill(self) -> None: ...
    def join(self) -> None: ...


class _Helper(Generic[Item, Result]):
    """A fork of this process that answers one batch after the other."""

    def __init__(self, function: Callable[[Item], Result], others: list[_Helper[Item, Result]]) -> None:
        import multiprocess  # with dill a twentieth of a second: only for those who share work

        context = multiprocess.get_context("fork")
        ours = [other.line for other in others]
        self.batch: _Batch[Item, Result] | None = None
        self.line: Connection
        self._theirs: Connection
        self.line, self._theirs = context.Pipe()
        arguments = function, self._theirs, [self.line, *ours]
        self._process: _Process = context.Process(target=_serve, args=arguments, daemon=True)

    def start(self) -> None:
        """Fork. Raises RunError."""
        # Blocked where it is forked, Ctrl-C stays so in the helper: this process ends it, and nobody shows a traceback.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._process.start()
        except OSError as error:
            raise RunError("", f"no process can be started: {error.strerror}", _FEWER) from error
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            self._theirs.close()

    def give(self, items: list[Item]) -> _Batch[Item, Result]:
        """Begin a batch. Raises RunError."""
        self.batch = _Batch(items)
        try:
            self.line.send_bytes(_pickled(items))
        except OSError:
            raise self._dead() from None
        return self.batch

    def take(self) -> None:
        """Put the answer, which must be there, to its batch. Raises RunError."""
        assert self.batch is not None
        try:
            self.batch.answer = self.line.recv()
        except (EOFError, OSError):
            raise self._dead() from None
        self.batch = None

    def end(self) -> None:
        if self._process.pid is not None:
            self._process.kill()
            self._process.join()
        self._theirs.close()
        self.line.close()

    def _dead(self) -> RunError:
        self._process.kill()  # where it lives on and only its connection is gone
        self._process.join()
        code = self._process.exitcode or 0
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with status {code}"
        return RunError("", f"a process that shared the work {how}", f"There may be too little memory. {_FEWER}")


def _pickled(thing: object) -> bytes:
    """Return a pickle: by pickle, which is compiled, or by dill, which is not but takes local classes too."""
    try:
        return pickle.dumps(thing)
    except (pickle.PicklingError, AttributeError, TypeError):
        import dill

        made: bytes = dill.dumps(thing)
        return made


def _wait(helpers: list[_Helper[Item, Result]]) -> None:
    """Wait until a helper has an answer, or is dead, and take it; or for a while."""
    from multiprocess.connection import wait

    # For a while, because Ctrl-C does not end a wait where it reached another thread, or came just before.
    for line in wait([helper.line for helper in helpers if helper.batch is not None], GLANCE):
        next(helper for helper in helpers if helper.line is line).take()


def _serve(function: Callable[[Item], Result], line: Connection, theirs: list[Connection]) -> None:
    """Answer batches until the process that forked this one ends, or has enough."""
    for other in theirs:
        other.close()  # or this one would keep itself and its elders from seeing that end
    while True:
        try:
            items = line.recv()
        except (EOFError, OSError):
            return
        answer = _answer(function, items)
        try:
            sent = _pickled(answer)
        except Exception as error:  # a result, or an error, that cannot be pickled
            unfit = TypeError(f"what was found cannot be sent: {type(error).__name__}: {error}")
            sent = _pickled(_Answer([], unfit))
        try:
            line.send_bytes(sent)
        except OSError:
            return
