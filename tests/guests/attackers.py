"""Bots that go for the arena itself, its clocks, and the walls between games. What works prints a line with GOT."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import mmap
import os
import resource
import select
import signal
import socket
import struct
import sys
import threading
import time
from pathlib import Path

from tests.guests.players import First
from tests.guests.zoo import Misbehaving, raw, the_wire

LIBC = ctypes.CDLL(None, use_errno=True)
NUMBERS = {  # x86-64; elsewhere such a call is left out
    "shmget": 29, "semget": 64, "msgget": 68, "mq_open": 240, "memfd_create": 319, "inotify_init1": 294,
    "cachestat": 451, "mincore": 27, "timer_create": 222, "add_key": 248, "name_to_handle_at": 303,
    "migrate_pages": 256, "move_pages": 279,
}  # fmt: skip


def tell(text):
    os.write(1, f"GOT {text}\n".encode())


def attempted(*attempts):
    """Make a bot that tries everything at its first move, and says how much it tried."""

    def make(info, rng):
        class Bot(First):
            def choose(self, view, budget):
                if view.turn < 2:
                    for attempt in attempts:
                        with contextlib.suppress(Exception):
                            found = attempt(info.options)
                            if found:
                                tell(f"{attempt.__name__}: {found}")
                    print("tried", len(attempts))
                return super().choose(view, budget)

        return Bot()

    return make


def lasting_memory(options):
    """Shared memory, semaphores and queues that outlive a process; memory that is no file's."""
    found = []
    if os.uname().machine == "x86_64":
        for name, arguments in {
            "shmget": (0, 4096, 0o1600), "semget": (0, 1, 0o1600), "msgget": (0, 0o1600),
            "mq_open": (b"attack", 0o100 | 2, 0o600, None), "memfd_create": (b"attack", 0),
            "add_key": (b"user", b"attack", b"x", 1, -4),
        }.items():  # fmt: skip
            if LIBC.syscall(NUMBERS[name], *arguments) >= 0:
                found.append(name)
    return found


def locks_and_watches(options):
    """Locks, leases, watches and signals on files that other bots can open, too."""
    found = []
    with open(os.__file__) as common:
        for name, call in {
            "flock": lambda: fcntl.flock(common, fcntl.LOCK_SH | fcntl.LOCK_NB),
            "lockf": lambda: fcntl.lockf(common, fcntl.LOCK_SH | fcntl.LOCK_NB),
            "own lock": lambda: fcntl.lockf(os.open("mine", os.O_CREAT | os.O_RDWR), fcntl.LOCK_EX | fcntl.LOCK_NB),
            "lease": lambda: fcntl.fcntl(common, fcntl.F_SETLEASE, fcntl.F_RDLCK),
            "notify": lambda: fcntl.fcntl(os.open("/usr", os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_ACCESS),
            "setsig": lambda: fcntl.fcntl(common, 10, signal.SIGCONT),
        }.items():
            with contextlib.suppress(OSError):
                call()
                found.append(name)
    if os.uname().machine == "x86_64" and LIBC.syscall(NUMBERS["inotify_init1"], 0) >= 0:
        found.append("inotify")
    return found


def what_lies_in_memory(options):
    """Ask which pages of common files are in the page cache: what others read."""
    found = []
    if os.uname().machine == "x86_64":
        with open(os.__file__, "rb") as common, mmap.mmap(common.fileno(), 0, prot=mmap.PROT_READ) as mapped:
            address = ctypes.c_void_p(id(mapped))
            vector = ctypes.create_string_buffer(64)
            if LIBC.syscall(NUMBERS["mincore"], address, 4096, vector) == 0:
                found.append("mincore")
            span, counts = (ctypes.c_uint64 * 2)(0, 4096), (ctypes.c_uint64 * 5)()
            if LIBC.syscall(NUMBERS["cachestat"], common.fileno(), span, counts, 0) == 0:
                found.append("cachestat")
    return found


def signals_of_ones_choice(options):
    """Ask for a signal that wakes a process that stands still."""
    found = []
    if LIBC.prctl(1, int(signal.SIGCONT), 0, 0, 0) == 0:
        found.append("death signal")
    if os.uname().machine == "x86_64":
        event = (ctypes.c_int * 16)(0, 0, int(signal.SIGCONT), 0)
        timer = ctypes.c_int(0)
        if LIBC.syscall(NUMBERS["timer_create"], 1, event, ctypes.byref(timer)) == 0:
            found.append("timer")
    return found


def the_launchers_world(options):
    """Change what the launcher would hand on to the next game: limits, priority, processors, score."""
    parent, found = os.getppid(), []
    for name, call in {
        "limits": lambda: resource.prlimit(parent, resource.RLIMIT_NOFILE, (77, 77)),
        "priority": lambda: os.setpriority(os.PRIO_PROCESS, parent, 7),
        "priority of all": lambda: os.setpriority(os.PRIO_USER, 0, 7),
        "processors": lambda: os.sched_setaffinity(parent, {min(os.sched_getaffinity(0))}),
        "scheduler": lambda: os.sched_setscheduler(parent, os.SCHED_BATCH, os.sched_param(0)),
        "score": lambda: Path(f"/proc/{parent}/oom_score_adj").write_text("1000"),
        "name": lambda: Path(f"/proc/{parent}/comm").write_text("mine"),
        "interrupt": lambda: os.kill(parent, signal.SIGINT),
        "terminate": lambda: os.kill(parent, signal.SIGTERM),
        "kill": lambda: os.kill(parent, signal.SIGKILL),
        "memory": lambda: os.read(os.open(f"/proc/{parent}/mem", os.O_RDONLY), 1),
        "files": lambda: os.readlink(f"/proc/{parent}/fd/0"),  # how many there are can be seen, not which
        "environment": lambda: Path(f"/proc/{parent}/environ").read_bytes(),
    }.items():
        with contextlib.suppress(OSError, PermissionError):
            call()
            found.append(name)
    return found


def the_machine(options):
    """Global files that tell of others."""
    names = ("loadavg", "meminfo", "stat", "diskstats", "locks", "sys/fs/file-nr", "net/unix", "sysvipc/shm", "keys",
             "interrupts", "vmstat", "pressure/cpu", "sys/kernel/random/entropy_avail", "mounts")  # fmt: skip
    found = []
    for name in names[:-1]:
        with contextlib.suppress(OSError):
            found.append(f"{name} {Path('/proc', name).read_text()[:20]!r}")
    return found


def descriptors_that_are_not_mine(options):
    """Look through all open descriptors for anything but the wire, the output, and what was opened here."""
    known = {os.readlink(f"/proc/self/fd/{fd}") for fd in (0, 1, 2)} | {
        os.readlink(f"/proc/self/fd/{the_wire().fileno()}")
    }
    found = []
    for fd in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):
            there = os.readlink(f"/proc/self/fd/{fd}")
            if there not in known and "/proc/" not in there and "urandom" not in there and "words" not in there:
                found.append(f"{fd}: {there}")
    return found


pries = attempted(
    lasting_memory, locks_and_watches, what_lies_in_memory, signals_of_ones_choice, the_launchers_world, the_machine,
    descriptors_that_are_not_mine,
)  # fmt: skip
PRIES = 7


# From one game to the next.


def leaves_traces(info, rng):
    """Leave in the first game whatever may be found in the next one, and look for it there."""

    class Bot(First):
        def choose(self, view, budget):
            if view.turn < 2:
                places = (".", "..", os.environ["HOME"], "/dev/shm", "/tmp", "/var/tmp")
                for place in places:
                    with contextlib.suppress(OSError):
                        for name in os.listdir(place):
                            if "trace" in name:
                                tell(f"a file {place}/{name}")
                for place in places:
                    with contextlib.suppress(OSError):
                        Path(place, "trace").write_text("x")
                with contextlib.suppress(OSError):
                    held = os.open("/dev/shm", os.O_TMPFILE | os.O_RDWR, 0o600)
                    number = os.fstat(held).st_ino
                    if number > info.options["files"]:
                        tell(f"the number of files before: {number}")
                    for _ in range(20):
                        os.close(os.open("/dev/shm", os.O_TMPFILE | os.O_RDWR, 0o600))
                if os.getpid() > info.options["pids"]:
                    tell(f"the number of processes before: {os.getpid()}")
                for _ in range(5):
                    if os.fork() == 0:
                        os._exit(0)
                    os.wait()
            return super().choose(view, budget)

    return Bot()


def leaves_only_numbers(info, rng):
    """Leave nothing but a number that counts up: files without a name."""

    class Bot(First):
        def choose(self, view, budget):
            if view.turn < 2:
                held = os.open(".", os.O_TMPFILE | os.O_RDWR, 0o600)
                print("number", os.fstat(held).st_ino)
                os.close(held)
            return super().choose(view, budget)

    return Bot()


def says_its_pid(info, rng):
    class Bot(First):
        def choose(self, view, budget):
            if view.turn < 2:
                print("pid", os.getpid())
            return super().choose(view, budget)

    return Bot()


# Limits of all processes together.


def many_eat(info, rng):
    """Take 150 MiB in each of several processes that have left their parents."""

    def act(view, budget):
        for _ in range(8):
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    hoard = bytearray(150 << 20)
                    hoard[::4096] = b"x" * len(hoard[::4096])
                    time.sleep(600)
                os._exit(0)
            os.wait()
        time.sleep(600)

    return Misbehaving(act)


def works_detached(info, rng):
    """Have a process work that has left its parent, for as long as the option says, and wait for its word."""

    def act(view, budget):
        reader, writer = os.pipe()
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                until = time.process_time() + info.options["seconds"]
                while time.process_time() < until:
                    pass
                os.write(writer, b".")
            os._exit(0)
        os.wait()
        os.read(reader, 1)

    return Misbehaving(act)


# Thinking while others are asked.


def thinks_on(info, rng):
    """Count in a thread and in a child, all the time, and say how far the count came while others were asked."""
    shared = mmap.mmap(-1, 4096)

    def count(at):
        while True:
            value = int.from_bytes(shared[at : at + 8], "little") + 1
            shared[at : at + 8] = value.to_bytes(8, "little")

    class Bot(First):
        def choose(self, view, budget):
            if view.turn < 2:
                threading.Thread(target=count, args=(0,), daemon=True).start()
                if os.fork() == 0:
                    os.setsid()
                    signal.signal(signal.SIGTERM, signal.SIG_IGN)
                    count(8)
            else:
                now = [int.from_bytes(shared[at : at + 8], "little") for at in (0, 8)]
                print("counted", *(after - before for before, after in zip(self.before, now, strict=True)))
            answer = super().choose(view, budget)
            self.before = [int.from_bytes(shared[at : at + 8], "little") for at in (0, 8)]
            return answer

    return Bot()


def thinks_when_woken(info, rng):
    """Alone and in one thread, have oneself woken while others are asked, and say how often that was."""
    how, wire, woken = info.options["how"], the_wire(), [0]

    def count(*_):
        woken[0] += 1

    def by_alarm():
        signal.signal(signal.SIGALRM, count)
        signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)

    def by_time_limit():
        wait = struct.pack("ll", 0, 5000)
        for option in (20, 66):  # SO_RCVTIMEO, old and new
            try:
                wire.setsockopt(socket.SOL_SOCKET, option, wait)
            except PermissionError:
                print("refused", option)

    class Polled:
        """The wire, of which is asked again and again whether there is something to read."""

        def __getattr__(self, name):
            return getattr(wire, name)

        def recv(self, size):
            while not select.select([wire], [], [], 0.005)[0]:
                count()
            return wire.recv(size)

    class Bot(First):
        def choose(self, view, budget):
            if view.turn < 2:
                {"alarm": by_alarm, "limit": by_time_limit, "select": lambda: None}[how]()
            else:
                print("woken", woken[0] - self.before)
            answer = super().choose(view, budget)
            self.before = woken[0]
            return answer

    if how == "select":
        frame = sys._getframe()
        while frame is not None:
            guest = frame.f_locals.get("self")
            if hasattr(guest, "_wire"):
                guest._wire = Polled()
            frame = frame.f_back
    return Bot()


# What it says.


def says(*lines):
    return lambda info, rng: Misbehaving(raw(*lines), turn=2)


no_turn = says(b'{"type": "move", "move": "X: take 1"}\n')
no_type = says(b'{"move": "X: take 1", "turn": 2}\n')
a_list = says(b"[1, 2, 3]\n")
nulls = says(b'{"type": null, "move": null, "turn": null}\n')
huge_numbers = says(
    b'{"type": "move", "move": "X: take 1", "turn": 1e400}\n', b'{"type":"move","turn":%s}\n' % (b"9" * 400)
)
negative_turn = says(b'{"type": "move", "move": "take 1", "turn": -1}\n')
ready_again = says(b'{"type": "ready"}\n')
surrogates = says(b'{"type": "move", "move": "\\ud800\\udfff\\ud800", "turn": 2}\n')
zero_bytes = says(b"\x00" * 100 + b"\n")
long_text = says(b'{"type": "move", "turn": 2, "move": "' + b"x" * 900_000 + b'"}\n')
deep_options = says(b'{"type": "move", "turn": 2, "move": ' + b'{"a":' * 5000 + b"1" + b"}" * 5000 + b"}\n")
server_words = says(b'{"type": "game_over", "places": [1, 2]}\n', b'{"type": "your_turn", "turn": 3}\n')
digits_without_end = says(b'{"type": "move", "move": "take 1", "turn": ' + b"9" * 5000 + b"}\n")
offers_to_give_up = says(b'{"type": "offer", "move": {"type": "forfeit"}, "turn": 2}\n')
offers_an_offer = says(
    b'{"type": "offer", "turn": 2, "move": {"type": "offer", "turn": 2, "move": {"type": "pass"}}}\n'
)
two_at_once = says(b'{"type": "move", "move": "take 1", "turn": 2} {"type": "move", "move": "take 1", "turn": 2}\n')
byte_order_mark = says(b'\xef\xbb\xbf{"type": "move", "move": "take 1", "turn": 2}\n')
another_games_move = says(b'{"type": "challenge", "turn": 2}\n', b'{"type": "play", "tiles": [], "turn": 2}\n')
says_reaped = says(b'{"type": "reaped", "status": 0, "strays": 0, "spent": false}\n')
LIES = ("no_turn", "no_type", "a_list", "nulls", "huge_numbers", "negative_turn", "ready_again", "surrogates",
        "zero_bytes", "long_text", "deep_options", "server_words", "says_reaped", "digits_without_end",
        "offers_to_give_up", "offers_an_offer", "two_at_once", "byte_order_mark", "another_games_move")  # fmt: skip


def sends_descriptors(info, rng):
    """Send 200 descriptors along with an answer."""
    import socket

    def act(view, budget):
        end, held = the_wire(), os.open("/dev/null", os.O_RDONLY)
        for _ in range(20):
            socket.send_fds(end, [b'{"type": "offer", '], [held] * 10)
        time.sleep(600)

    return Misbehaving(act, turn=2)


def replaces_the_arena(info, rng):
    """Change every function of the arena's that its process has, then play."""
    for name, module in list(sys.modules.items()):
        if name.startswith("arena.runner"):
            for attribute, value in list(vars(module).items()):
                if callable(value) and not attribute.startswith("__") and attribute not in ("Guest",):
                    with contextlib.suppress(Exception):
                        setattr(module, attribute, lambda *some, **more: os._exit(0))
    return First()


def exits_unconfined(info, rng):
    return Misbehaving(lambda view, budget: os._exit(97), turn=2)


def exits_as_at_import(info, rng):
    return Misbehaving(lambda view, budget: os._exit(72), turn=2)


def hogs_the_start(info, rng):
    """Never ready: many processes keep the processors from whoever starts beside it."""
    for _ in range(40):
        if os.fork() == 0:
            while True:
                pass
    while True:
        pass


def needs_a_while(info, rng):
    """An honest bot whose start takes a third of a second of processor time."""
    while time.process_time() < 0.4:
        pass
    return First()
