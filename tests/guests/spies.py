"""Bots that pry: each try that yields something prints a line that begins with GOT. They play honestly beside that."""

from __future__ import annotations

import contextlib
import ctypes
import glob
import os
import resource
import signal
import socket
import sys
import time
from pathlib import Path

from tests.guests.players import First


def spy(info, rng):
    return Spy(info.options)


def keeper_of_secrets(info, rng):
    return Secretive(info.options["secret"])


class Secretive(First):
    """An opponent with something to hide: in a file in its folder, in its environment, in its memory."""

    def __init__(self, secret):
        self.secret = secret
        Path("diary.txt").write_text(secret)
        os.environ["DIARY"] = secret


class Spy(First):
    """Tries everything at its second move, when the opponent has settled in."""

    def __init__(self, options):
        self.options, self.asked = options, 0

    def choose(self, view, budget):
        self.asked += 1
        if self.asked == 2:
            for number, attempt in enumerate(ATTEMPTS):
                with contextlib.suppress(Exception):
                    found = attempt(self.options)
                    if found:
                        print(f"GOT {attempt.__name__}: {str(found)[:200]}")
                print(f"tried {number + 1}")
        return super().choose(view, budget)


def file_of_the_harness(options):
    return Path(options["file"]).read_text()


def results(options):
    return os.listdir(options["folder"]) or None


def files_of_others(options):
    found = glob.glob(f"{options['homes']}/**/*", recursive=True)
    return [path for path in found if "diary" in path or not path.startswith(os.environ["HOME"].rsplit("/", 1)[0])]


def passwords(options):
    return Path("/etc/passwd").read_text()


def other_processes(options):
    """Look into every process that can be seen, except those of one's own making."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            for part in ("environ", "mem", "maps", "stack", "root/etc/passwd"):
                with contextlib.suppress(OSError), open(entry / part, "rb") as opened:
                    found += [f"{entry.name}/{part}"] if part == "mem" or opened.read(100) else []
            with contextlib.suppress(OSError):
                line = (entry / "cmdline").read_bytes()
                found += [f"{entry.name}/cmdline {line!r}"] if b"arena.runner." not in line and line else []
            with contextlib.suppress(OSError):  # how many files are open can be seen, not which
                found += [os.readlink(entry / "fd" / number) for number in os.listdir(entry / "fd")]
    return found


def traces(options):
    """Attach to the processes around: the launcher, the opponent, the harness (in a child, whose end lets go again)."""
    libc = ctypes.CDLL(None, use_errno=True)
    buffer = ctypes.create_string_buffer(8)
    reader, writer = os.pipe()
    around = {1, os.getppid(), *options["pids"], *range(max(2, os.getpid() - 5), os.getpid())}
    child = os.fork()
    if child == 0:
        for pid in around:
            if libc.ptrace(0x4206, pid, 0, 0) == 0:  # PTRACE_SEIZE: without stopping it
                os.write(writer, f"attached to {pid} ".encode())
            part = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 8)
            if libc.process_vm_readv(pid, part, 1, part, 1, 0) > 0:
                os.write(writer, f"read {pid} ".encode())
        os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with open(reader, "rb") as lines:
        return lines.read()


def signals_others(options):
    found = []
    for pid in {os.getppid(), *options["pids"], *range(max(2, os.getpid() - 5), os.getpid())}:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGCONT)
            found.append(pid)
    return found


def network(options):
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as end:
        end.settimeout(1)
        end.connect(("127.0.0.1", options["port"]))
        return "a connection"


def unix_socket(options):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as end:
        end.connect(options["socket"])
        return "a connection"


def abstract_socket(options):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as end:
        end.connect("\0" + options["abstract"])
        return "a connection"


def listens(options):
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as end:
        end.bind(("127.0.0.1", 0))
        end.listen()
        return "a port"


def writes_elsewhere(options):
    found = []
    mine = os.environ["HOME"]
    for place in ("/tmp", "/var/tmp", options["folder"], sys.prefix, os.path.dirname(mine), "/", "/usr"):
        with contextlib.suppress(OSError):
            path = Path(place) / f"arena-was-here-{os.getpid()}"
            path.write_text("x")
            path.unlink()
            found.append(place)
    return found


def own_kernel_world(options):
    """Make a user namespace to become its superuser; mount; raise limits."""

    def act(libc):
        if libc.mount(b"none", options["folder"].encode(), b"tmpfs", ctypes.c_ulong(0), None) == 0:
            libc.umount2(options["folder"].encode(), 2)
            yield "mounts"
        with contextlib.suppress(OSError):
            os.setuid(0 if os.getuid() else 1)
            yield "another user"
        if libc.unshare(0x10000000) == 0:
            yield "a user namespace"
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            yield "more memory"

    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        for found in act(ctypes.CDLL(None, use_errno=True)):
            os.write(writer, f"{found} ".encode())
        os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with open(reader, "rb") as lines:
        return lines.read()


def poisons_the_kernels(options):
    """Change the compiled code that other processes will load."""
    found = []
    for folder in (os.environ.get("NUMBA_CACHE_DIR", ""), os.environ.get("ARENA_CACHE", "")):
        for path in glob.glob(f"{folder}/**/*.nb?", recursive=True)[:3] if folder else []:
            with contextlib.suppress(OSError), open(path, "ab"):
                found.append(path)
    return found


ATTEMPTS = (
    file_of_the_harness, results, files_of_others, passwords, other_processes, traces, signals_others, network,
    unix_socket, abstract_socket, listens, writes_elsewhere, own_kernel_world, poisons_the_kernels,
)  # fmt: skip


def counts_files(info, rng):
    """Opens 10,000 files, and says how far it came."""

    class Bot(First):
        def choose(self, view, budget):
            with contextlib.ExitStack() as held:
                for number in range(10_000):
                    try:
                        held.enter_context(open(f"file{number}", "w"))
                    except OSError as error:
                        print("open files:", number, error.strerror)
                        break
            return super().choose(view, budget)

    return Bot()


def fills_the_disk(info, rng):
    """Writes files of one MiB until it can no more, up to 400, and says how far it came."""

    class Bot(First):
        def choose(self, view, budget):
            written = 0
            with contextlib.suppress(OSError):
                for number in range(400):
                    with open(f"file{number}", "wb") as out:
                        out.write(bytes(1 << 20))
                    written += 1
            print("MiB written:", written)
            return super().choose(view, budget)

    return Bot()


def one_huge_file(info, rng):
    class Bot(First):
        def choose(self, view, budget):
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            written = 0
            with contextlib.suppress(OSError), open("file", "wb", buffering=0) as out:
                for _ in range(64):
                    written += out.write(bytes(1 << 20))
            print("MiB written:", written >> 20)
            return super().choose(view, budget)

    return Bot()


def fork_bomb(info, rng):
    """Forks as fast as it can, and so do its children, none of whom ever leaves; each prints a + when it is there."""

    class Bot(First):
        def choose(self, view, budget):
            while True:
                with contextlib.suppress(OSError):
                    if os.fork() == 0:
                        os.write(1, b"+")
                        os.setsid()
                        signal.signal(signal.SIGTERM, signal.SIG_IGN)

    return Bot()


def hangs_at_warm_up(info, rng):
    return First()


hangs_at_warm_up.warm_up = lambda info: time.sleep(600)


def uses_numbers(info, rng):
    """A bot with numpy and a kernel of its own, as many will be."""
    import numba
    import numpy

    @numba.njit
    def total(values):
        whole = 0.0
        for value in values:
            whole += value
        return whole

    class Bot(First):
        def choose(self, view, budget):
            square = numpy.ones((300, 300)) @ numpy.ones((300, 300))
            print("total", total(square.ravel()))
            return super().choose(view, budget)

    total(numpy.ones(3))
    return Bot()
