"""Bots that hide what they take, and leave word for their next game where nobody looks."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from pathlib import Path

from tests.guests.attackers import LIBC
from tests.guests.players import First
from tests.guests.zoo import Misbehaving, the_wire

EXIT = 60 if os.uname().machine == "x86_64" else 93  # of one thread alone
LAST = 200  # seconds; whoever sleeps so long is ended


# More time than was given.


def offers_until(moment, view):
    """Hand over one offer after the other, so that there is always one to be heard; return how many."""
    end, sent = the_wire(), 0
    line = b'{"type": "offer", "move": {"type": "move", "move": "take 1"}, "turn": %d}\n' % view.turn
    while time.monotonic() < moment:
        end.sendall(line)
        sent += 1
    return sent


def keeps_the_pipe_full(info, rng):
    """Offer from just before its time is up until long after it; children make every line slow to be heard."""

    def act(view, budget):
        for _ in range(info.options["children"]):
            if os.fork() == 0:
                time.sleep(LAST)
                os._exit(0)
        until = time.monotonic() + info.options["seconds"]
        time.sleep(info.options["before"])
        offers_until(until, view)

    return Misbehaving(act)


# More memory than was given.


def ends_its_first_thread():
    """End the first thread of this process: the kernel shows under the process's id what that one has, nothing."""
    LIBC.syscall(EXIT, 0)


def forked(count, act):
    """Have processes that each ``act``, and wait until all have said that they are done."""
    reader, writer = os.pipe()
    for _ in range(count):
        if os.fork() == 0:
            act(lambda: os.write(writer, b"."))
            os._exit(0)
    said = 0
    while said < count:
        said += len(os.read(reader, count))


def waiting_for(count, act):
    """Make a bot that has so many processes ``act``, and waits."""

    def wait(view, budget):
        forked(count, act)
        time.sleep(LAST)

    return Misbehaving(wait)


def hoards(size, done):
    held = bytearray(size)
    held[::4096] = b"x" * len(held[::4096])
    done()
    time.sleep(LAST)


def hoards_behind_an_ended_thread(info, rng):
    def act(done):
        def later():
            while "\nState:\tZ" not in Path("/proc/self/status").read_text():
                time.sleep(0.001)
            hoards(info.options["bytes"], done)

        threading.Thread(target=later).start()
        ends_its_first_thread()

    return waiting_for(info.options["children"], act)


def hoards_unseen(info, rng):
    """Take memory in processes that let nobody but the superuser look into them."""

    def act(done):
        LIBC.prctl(4, 0, 0, 0, 0)  # PR_SET_DUMPABLE
        hoards(info.options["bytes"], done)

    return waiting_for(info.options["children"], act)


def filled_sockets(most):
    """Fill pairs of sockets; return them, and how many bytes lie in them."""
    held, total = [], 0
    with contextlib.suppress(OSError):
        while total < most:
            pair = socket.socketpair()
            held.append(pair)
            for end in pair:
                for option in (socket.SO_SNDBUF, 32):
                    with contextlib.suppress(OSError):
                        end.setsockopt(socket.SOL_SOCKET, option, 4 << 20)
                end.setblocking(False)
                with contextlib.suppress(BlockingIOError):
                    while total < most:
                        total += end.send(b"x" * 65536)
    return held, total


def hoards_in_sockets(info, rng):
    """Say how many MiB it could send to itself: what lies in a socket is no process's memory."""

    class Bot(First):
        def choose(self, view, budget):
            if view.turn < 2:
                held, total = filled_sockets(info.options["most"])
                print("MiB", total >> 20)
                del held
            return super().choose(view, budget)

    return Bot()


def many_hoard_in_sockets(info, rng):
    """Do so in many processes at once."""

    def act(done):
        held = filled_sockets(1 << 30)
        done()
        time.sleep(LAST if held else 0)

    return waiting_for(info.options["children"], act)


# Thinking while others are asked.


def thinks_behind_an_ended_thread(info, rng):
    """Have a process count whose first thread has ended, and say how far it came while others were asked."""
    import mmap

    shared = mmap.mmap(-1, 4096)

    def count():
        while True:
            shared[:8] = (int.from_bytes(shared[:8], "little") + 1).to_bytes(8, "little")

    class Bot(First):
        def choose(self, view, budget):
            if view.turn < 2:
                if os.fork() == 0:
                    threading.Thread(target=count).start()
                    ends_its_first_thread()
                while shared[:8] == b"\0" * 8:
                    time.sleep(0.001)
            else:
                print("counted", int.from_bytes(shared[:8], "little") - self.before)
            answer = super().choose(view, budget)
            self.before = int.from_bytes(shared[:8], "little")
            return answer

    return Bot()


# From one game to the next.


def leaves_a_number_with_its_parent(info, rng):
    """Leave what can be read of its parent later: how many pages children took that ended, and how long they worked."""

    class Bot(First):
        def choose(self, view, budget):
            if view.turn < 2:
                for name in ("stat", "status", "statm", "sched", "io", "limits"):
                    with contextlib.suppress(OSError):
                        print(f"GOT {name}: {Path(f'/proc/{os.getppid()}', name).read_text()[:200]!r}")
                hoard = bytearray(8 << 20)
                hoard[::4096] = b"x" * len(hoard[::4096])
                print("left")
            return super().choose(view, budget)

    return Bot()


def leaves_a_status(info, rng):
    """End with a status of its own when the game is over: the launcher, which the next process is a copy of, hears it.

    It says its process id, which shows whether two games had the same launcher.
    """

    class Bot(First):
        def choose(self, view, budget):
            if view.turn < 2:
                print("pid", os.getpid())
            return super().choose(view, budget)

        def __del__(self):
            os._exit(info.options["status"])

    return Bot()
