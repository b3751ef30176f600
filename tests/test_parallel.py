"""Work that is shared by processes: what is found is the same for any number, and nothing that goes wrong hangs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import multiprocess
import psutil
import pytest

from arena.errors import Complaints, ConfigError, ProgramError, RunError
from arena.parallel import AHEAD, share

NUMBERS = range(23)


def squares(numbers=NUMBERS, **more) -> list[tuple[int, int]]:
    return list(share(lambda number: number * number, numbers, **more))


def numbers_until_it_ends(found: list[int], work: Iterator[tuple[int, object]]) -> None:
    for number, _ in work:
        found.append(number)


def helpers() -> list[int]:
    return [child.pid for child in multiprocess.active_children()]


@pytest.mark.parametrize("workers", [1, 2, 5, 40])
@pytest.mark.parametrize("batch", [1, 4, 23, 100])
def test_results_come_in_order_for_any_number_of_processes(workers, batch):
    assert squares(workers=workers, batch=batch) == [(number, number * number) for number in NUMBERS]
    assert helpers() == []


@pytest.mark.parametrize("items", [(), (7,), (7, 8)])
def test_few_items_are_answered(items):
    assert squares(items, workers=3) == [(number, number * number) for number in items]


def test_the_work_is_done_by_as_many_other_processes_and_the_first_item_here():
    found = [pid for _, pid in share(lambda _: os.getpid(), range(60), workers=2, batch=3)]
    assert found[0] == os.getpid()
    assert os.getpid() not in found[1:]
    assert len(set(found[1:])) == 2
    assert {pid for _, pid in share(lambda _: os.getpid(), range(60), workers=1)} == {os.getpid()}


def test_what_the_first_item_loads_the_others_have():
    loaded: list[int] = []

    def load(number: int) -> int:
        if not loaded:
            loaded.append(number)
        return loaded[0]

    assert [first for _, first in share(load, NUMBERS, workers=2)] == [0] * len(NUMBERS)


def test_no_more_is_read_than_is_needed_to_keep_everybody_busy():
    read: list[int] = []

    def numbers() -> Iterator[int]:
        for number in range(1000):
            read.append(number)
            yield number

    work = share(lambda number: number, numbers(), workers=2, batch=3)
    for _ in range(2):
        next(work)
    assert len(read) <= 1 + 2 * AHEAD * 3
    work.close()
    assert helpers() == []


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("batch", [1, 5])
@pytest.mark.parametrize(
    "error",
    [
        ConfigError("a.yaml:3", "no such thing", "Name another"),
        Complaints([ConfigError("a", "one"), ConfigError("b", "two")]),
        ProgramError("square 3", "DivisionByZero", "a division by zero"),
        ZeroDivisionError("division by zero"),
    ],
)
def test_an_error_is_raised_when_its_turn_comes_and_what_was_before_is_answered(workers, batch, error):
    def function(number: int) -> int:
        if number >= 13:
            raise error
        return number

    found: list[int] = []
    with pytest.raises(type(error)) as raised:
        numbers_until_it_ends(found, share(function, NUMBERS, workers=workers, batch=batch))
    assert found == list(range(13))
    assert str(raised.value) == str(error)
    assert helpers() == []


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("batch", [1, 5])
def test_an_error_of_reading_comes_after_all_that_was_read(workers, batch):
    def numbers() -> Iterator[int]:
        yield from range(13)
        raise ConfigError("line 14", "is no number")

    found: list[int] = []
    with pytest.raises(ConfigError, match="line 14: is no number"):
        numbers_until_it_ends(found, share(lambda number: number, numbers(), workers=workers, batch=batch))
    assert found == list(range(13))


def test_our_own_mistakes_show_where_they_were_made():
    def mistaken(number: int) -> float:
        return 1 / (3 - number)

    with pytest.raises(ZeroDivisionError) as raised:
        list(share(mistaken, NUMBERS, workers=2))
    assert "in mistaken" in raised.value.__notes__[0]


def test_what_cannot_be_sent_is_told():
    def unfit(number: int) -> object:
        return number and (other for other in NUMBERS)

    with pytest.raises(TypeError, match=r"what was found cannot be sent: .*generator"):
        list(share(unfit, NUMBERS, workers=2))


def test_what_only_this_function_knows_travels_too():
    class Local:
        def __init__(self, number: int) -> None:
            self.number = number

    items = [Local(number) for number in range(9)]
    found = [(item.number, result.number) for item, result in share(lambda item: Local(-item.number), items, workers=2)]
    assert found == [(number, -number) for number in range(9)]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSEGV, None])
def test_a_process_that_dies_ends_the_work_with_an_error_and_the_other_processes(how):
    def dies(number: int) -> int:
        if number == 9:
            if how is None:
                os._exit(7)
            signal.signal(how, signal.SIG_DFL) if how != signal.SIGKILL else None
            os.kill(os.getpid(), how)
        return number

    found: list[int] = []
    told = "ended with status 7" if how is None else f"was killed by {how.name}"
    with pytest.raises(RunError, match=told) as raised:
        numbers_until_it_ends(found, share(dies, NUMBERS, workers=2))
    assert found == list(range(len(found))) and len(found) <= 9
    assert "fewer workers" in raised.value.remedy
    assert helpers() == []


def test_a_process_killed_from_outside_while_it_is_idle_or_busy_is_seen():
    work = share(lambda _: os.getpid(), range(10_000), workers=2)
    next(work)
    (_, victim) = next(work)
    os.kill(victim, signal.SIGKILL)
    with pytest.raises(RunError, match="was killed by SIGKILL"):
        list(work)
    assert helpers() == []


def test_no_process_to_be_had_is_told(monkeypatch):
    def refused() -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", refused)
    with pytest.raises(RunError, match="no process can be started: Resource temporarily unavailable"):
        squares(workers=2)
    assert helpers() == []


# Says which helpers it has once it waits for them, and whether Ctrl-C reached it.
BEGUN = """
import signal
import threading
import multiprocess
from arena.parallel import share

signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background of a shell it is ignored

def wait(number):
    if number:
        threading.Event().wait()

def tell():
    while len(children := multiprocess.active_children()) < 2:
        threading.Event().wait(0.01)
    print(*(child.pid for child in children), flush=True)

work = share(wait, range(9), workers=2)
next(work)
threading.Thread(target=tell, daemon=True).start()
try:
    next(work)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


@pytest.fixture
def begun() -> Iterator[tuple[subprocess.Popen[str], list[psutil.Process]]]:
    """A process in a session of its own that waits for two helpers, and these."""
    with subprocess.Popen(
        [sys.executable, "-W", "error", "-c", BEGUN],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        yield process, [psutil.Process(int(pid)) for pid in process.stdout.readline().split()]
        process.kill()


def test_ctrl_c_in_the_terminal_ends_all_without_a_traceback(begun):
    process, children = begun
    assert len(children) == 2
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to everybody
    out, err = process.communicate(timeout=60)
    assert (out.split()[0], err, process.returncode) == ("stopped", "", 0)
    assert psutil.wait_procs(children, timeout=60)[1] == []


def test_helpers_do_not_outlive_a_process_that_is_killed():
    program = (
        "import multiprocess, os, signal\n"
        "from arena.parallel import share\n"
        "work = share(lambda number: number, range(10_000), workers=3)\n"
        "for _ in range(9): next(work)\n"
        "print(*(child.pid for child in multiprocess.active_children()), flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], stdout=subprocess.PIPE, text=True, timeout=60, check=False
    )
    assert done.returncode == -signal.SIGKILL
    for pid in map(int, done.stdout.split()):
        if psutil.pid_exists(pid):
            psutil.wait_procs([psutil.Process(pid)], timeout=60)
            assert not psutil.pid_exists(pid)


def test_work_may_be_shared_from_a_thread():
    found: list[tuple[int, int]] = []
    thread = threading.Thread(target=lambda: found.extend(squares(workers=2)))
    thread.start()
    thread.join(60)
    assert len(found) == len(NUMBERS)
