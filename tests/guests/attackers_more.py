"""More bots that go for the arena: by what lies open beside the obvious. What works prints a line with GOT."""

from __future__ import annotations

import atexit
import ctypes
import fcntl
import mmap
import os
import resource
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from tests.guests.attackers import LIBC, attempted, tell
from tests.guests.players import First
from tests.guests.zoo import Misbehaving, raw, the_wire

X86 = os.uname().machine == "x86_64"


def first_time(act):
    """Make a bot that does something at its first question, then plays on."""

    def make(info, rng):
        class Bot(First):
            asked = 0

            def choose(self, view, budget):
                self.asked += 1
                if self.asked == 1:
                    act(info.options)
                return super().choose(view, budget)

        return Bot()

    return make


# What the kernel keeps beside processes and files.


def _open_file(options):
    flags = fcntl.fcntl(0, fcntl.F_GETFL)
    if flags & (os.O_APPEND | os.O_NONBLOCK):
        tell(f"flags of an open file: {flags:o}")
    fcntl.fcntl(0, fcntl.F_SETFL, flags | os.O_APPEND | os.O_NONBLOCK)
    print("marked")


def _reading(options):
    for place in (".", "..", "/dev/shm"):
        with suppress(OSError):
            before = os.stat(place)
            os.listdir(place)
            if os.stat(place).st_atime_ns != before.st_atime_ns:
                tell(f"a folder's time of reading can be set: {place}")
    print("marked")


marks_an_open_file = first_time(_open_file)
marks_by_reading = first_time(_reading)


def sends_to_a_named_socket(options):
    """A pair of datagram sockets needs no address, but each end can send to one."""
    found = []
    for kind in (socket.SOCK_DGRAM, socket.SOCK_RAW):
        with suppress(OSError):
            socket.socketpair(socket.AF_UNIX, kind)[0].sendto(b"attack", options["socket"])
            found.append(kind)
    return found


def asks_the_page_cache(options):
    """A read that does not wait tells whether somebody has read the same."""
    if X86:
        buffer = ctypes.create_string_buffer(16)
        vector = (ctypes.c_size_t * 2)(ctypes.addressof(buffer), 16)
        with open(os.__file__, "rb") as common:
            return LIBC.syscall(327, common.fileno(), vector, 1, 0, 0, 8) >= 0
    return False


def empties_the_page_cache(options):
    """Have the files that others need read from the disk again."""
    found = []
    with open(os.__file__, "rb") as common:
        with suppress(OSError):
            os.posix_fadvise(common.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            found.append("fadvise")
        with mmap.mmap(common.fileno(), 0, prot=mmap.PROT_READ) as mapped:
            for advice in (20, 21):
                with suppress(OSError):
                    mapped.madvise(advice)
                    found.append(f"madvise {advice}")
    return found


def stalls_the_disks(options):
    return X86 and LIBC.syscall(306, 0) == 0


def takes_a_terminal(options):
    """A terminal that hangs up wakes who stands still."""
    return [os.open(place, os.O_RDWR) for place in ("/dev/ptmx", "/dev/tty", "/dev/console") if _opens(place)]


def _opens(place):
    try:
        os.close(os.open(place, os.O_RDWR))
    except OSError:
        return False
    return True


def leaves_its_group(options):
    """Write itself into another control group, or change that which it is in."""
    found = []
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        for mount in ("/sys/fs/cgroup", "/sys/fs/cgroup/unified"):
            own = Path(mount, line.rpartition(":")[2].lstrip("/"))
            for folder in (own, own.parent, Path(mount)):
                for name, text in (("cgroup.procs", "0"), ("cgroup.freeze", "0"), ("pids.max", "max")):
                    with suppress(OSError):
                        (folder / name).write_text(text)
                        found.append(f"{folder}/{name}")
    return found


def spares_itself(options):
    """Ask the system to end others before it, where memory is short."""
    found = []
    for pid in (os.getpid(), os.getppid(), 1):
        with suppress(OSError):
            Path(f"/proc/{pid}/oom_score_adj").write_text("-1000")
            found.append(pid)
    return found


def raises_its_limits(options):
    found = []
    for what in (resource.RLIMIT_AS, resource.RLIMIT_NOFILE, resource.RLIMIT_NPROC, resource.RLIMIT_FSIZE):
        _, hard = resource.getrlimit(what)
        if hard != resource.RLIM_INFINITY:
            with suppress(OSError, ValueError):
                resource.setrlimit(what, (hard, hard + 1))
                found.append(what)
    with suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        found.append("real time")
    with suppress(OSError):
        os.nice(-5)
        found.append("nice")
    return found


pries_more = attempted(
    sends_to_a_named_socket, asks_the_page_cache, empties_the_page_cache, stalls_the_disks, takes_a_terminal,
    leaves_its_group, spares_itself, raises_its_limits,
)  # fmt: skip
PRIES = 8


def closes_files_to_others(options):
    """Change modes, times and attributes of a file that is not its own: neither opens it."""
    victim, found = options["victim"], []
    for name, call in {
        "chmod": lambda: os.chmod(victim, 0),
        "fchmod": lambda: os.fchmod(os.open(os.__file__, os.O_RDONLY), 0o644),
        "chown": lambda: os.chown(victim, os.getuid(), os.getgid()),
        "times": lambda: os.utime(victim, (1, 1)),
        "attribute": lambda: os.setxattr(victim, "user.attack", b"x"),
    }.items():
        with suppress(OSError):
            call()
            found.append(name)
    return found


closes_others = attempted(closes_files_to_others)


# Thinking while others are asked.


def flees(info, rng):
    """Have a process that starts the next one and ends, again and again, faster than anybody looks: x86-64 code.

    Each is a child of the bot's process, which waits for nobody. It says how far they came while others were asked.
    """
    shared = mmap.mmap(-1, 8192, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    address = ctypes.addressof(ctypes.c_char.from_buffer(shared))
    count = address + 4096
    flags = 0x100 | 0x8000 | 17  # the same memory, the same parent, SIGCHLD
    code = bytearray(b"\x48\xbb" + count.to_bytes(8, "little"))  # mov rbx, count
    loop = len(code)
    code += b"\xb8\x38\0\0\0\xbf" + flags.to_bytes(4, "little")  # again: mov eax, clone; mov edi, flags
    code += b"\x31\xf6\x31\xd2\x4d\x31\xd2\x4d\x31\xc0\x0f\x05"  # all else 0, as it uses no stack; syscall
    code += b"\x85\xc0\x75\x05\x48\xff\x03\xeb"  # whoever is the parent goes to its end; inc [rbx]; jmp again
    code += (loop - len(code) - 1).to_bytes(1, "little", signed=True)
    code += b"\xb8\x3c\0\0\0\x31\xff\x0f\x05"  # exit(0)
    shared[: len(code)] = bytes(code)

    class Bot(First):
        def choose(self, view, budget):
            now = int.from_bytes(shared[4096:4104], "little")
            if view.turn < 2:
                signal.signal(signal.SIGCHLD, signal.SIG_IGN)
                for _ in range(info.options["chains"]):
                    with suppress(BlockingIOError):  # the chains before it may have all processes for a moment
                        if os.fork() == 0:
                            ctypes.CFUNCTYPE(None)(address)()
                while shared[4096:4104] == b"\0" * 8:
                    pass
            else:
                print("fled", now - self.before)
            answer = super().choose(view, budget)
            self.before = int.from_bytes(shared[4096:4104], "little")
            return answer

    return Bot()


def waits_in_the_kernel(info, rng):
    """Have its first process wait for a child in a way that no signal interrupts, while the child answers."""

    class Bot(First):
        def choose(self, view, budget):
            if view.turn < 2:
                LIBC.syscall(56 if X86 else 220, 0x4000 | int(signal.SIGCHLD), 0, 0, 0, 0)  # CLONE_VFORK
            return super().choose(view, budget)

    return Bot()


def thinks_between_games(info, rng):
    """Kept from game to game, it counts in a thread all the time, and says how far it came between two games."""
    shared = thinks_between_games.__dict__.setdefault("counts", [0, 0])

    def count():
        while True:
            shared[0] += 1

    print("counted", shared[0] - shared[1] if shared[1] else 0)
    if not shared[1]:
        threading.Thread(target=count, daemon=True).start()

    class Bot(First):
        def choose(self, view, budget):
            answer = super().choose(view, budget)
            shared[1] = shared[0]
            return answer

    return Bot()


def takes_memory_in_the_others_turn(info, rng):
    """Allowed to ponder, it has its children take memory when it is not asked."""

    def act(view, budget):
        for _ in range(4):
            if os.fork() == 0:
                os.setsid()
                hoard = bytearray(200 << 20)
                hoard[::4096] = b"x" * len(hoard[::4096])
                time.sleep(600)
                os._exit(0)

    return Misbehaving(act)


# What is left behind, and how it leaves.


def _heap(options):
    for number in range(8000):
        with suppress(OSError):
            os.mkdir(f"d{number % 4}" if number < 4 else f"d{number % 4}/{number}")
    inner = os.open(".", os.O_RDONLY)
    for _ in range(200):
        with suppress(OSError):
            os.mkdir("deep", dir_fd=inner)
            deeper = os.open("deep", os.O_RDONLY, dir_fd=inner)
            os.close(inner)
            inner = deeper
    for place in ("d0", "d1", ".", "/dev/shm", ".."):
        with suppress(OSError):
            os.chmod(place, 0)
    print("heaped")


leaves_a_heap = first_time(_heap)


def hangs_on_its_way_out(info, rng):
    """At the end it neither leaves nor lets itself be told: handlers, threads, exit functions, children."""

    def act(options):
        for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}:
            with suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_IGN)
        atexit.register(time.sleep, 600)
        threading.Thread(target=time.sleep, args=(600,)).start()
        sys.exit = os._exit = os.abort = lambda *status: time.sleep(600)
        if os.fork() == 0:
            os.setsid()
            while True:
                time.sleep(600)

    return first_time(act)(info, rng)


def has_a_child_play_on(info, rng):
    """The process that was asked ends; a child that left its session keeps the wire, and would answer."""

    def act(options):
        if os.fork():
            os.kill(os.getpid(), signal.SIGTERM)
        os.setsid()

    return first_time(act)(info, rng)


def has_a_sibling(info, rng):
    """Start processes as children of the launcher, and leave them with the wire."""

    def act(options):
        for _ in range(3):
            if LIBC.syscall(56 if X86 else 220, 0x8000 | int(signal.SIGCHLD), 0, 0, 0, 0) == 0:
                time.sleep(600)
        print("siblings")

    return first_time(act)(info, rng)


def kills_its_whole_world(info, rng):
    def act(view, budget):
        for group in (-1, 0):
            with suppress(OSError):
                os.kill(group, signal.SIGTERM)
        time.sleep(600)

    return Misbehaving(act)


def closes_everything(info, rng):
    return Misbehaving(lambda view, budget: os.closerange(0, 4096), turn=2)


def gives_up_its_limits(info, rng):
    """Leave itself no descriptor and no file to write, and try to hand that on."""

    def act(options):
        for what in (resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE, resource.RLIMIT_CORE):
            resource.setrlimit(what, (0, 0))
        os.umask(0o777)
        print("without")

    return first_time(act)(info, rng)


# What it says.


def answers_in_advance(info, rng):
    """Send answers for turns that have not come, in case one fits."""

    def act(view, budget):
        end = the_wire()
        for turn in range(3, 300):
            end.sendall(b'{"type": "move", "move": "nonsense", "turn": %d}\n' % (turn * 2 + 1))

    return Misbehaving(act)


def forks_when_made(info, rng):
    """Two processes that play the same game on one wire."""
    os.fork()
    return First()


def ready_twice(info, rng):
    the_wire().sendall(b'{"type": "ready"}\n')
    return First()


def clocks_of_its_own(info, rng):
    """Answer with times that no report can add up."""
    import arena.runner.inside.guest as guest

    numbers = iter([1e308, -1e308, 0.0, 1e300, -7.0] * 20)
    guest.Guest._send = lambda self, message, send=guest.Guest._send: send(
        self, {**message, "ms": next(numbers)} if "ms" in message else message
    )
    return First()


def time_that_is_no_number(info, rng):
    return Misbehaving(raw(b'{"type": "move", "move": "take 1", "turn": 2, "ms": "NaN"}\n'), turn=2)
