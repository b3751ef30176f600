"""A bot's keeper: the process between a worker and a bot, which puts the walls up and outlives nobody.

``python -P -m arena.runner.keeper FD`` reads its plan, JSON, from the descriptor FD, and starts in a child either a
template (template.py) or a foreign program. It ends as its child ends, with the same status. When its worker ends
(death signal), it ends all that it started, however detached. It runs no bot's code and holds no secret, and imports
little, so that it starts in a few milliseconds.

A plan: parent (the worker's process id), layers (isolation.py), home, control (a template's channel) or words (a
program), limits (pairs of a resource and its value), read (places that may be read), hidden (files and folders
kept out of sight), cache (compiled kernels, or ""), room (bytes that home may hold), processes (most at a
time, or null).
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sys
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from arena.runner import landlock, namespaces, seccomp
from arena.runner.system import adopt_orphans, die_with_parent, sweep

EXIT_UNCONFINED = 97  # a wall could not be put up: our failure, not the bot's

# What programs may read besides themselves: libraries and how they are found, never anything personal.
_SYSTEM = (
    "/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin", "/opt", "/nix/store", "/etc/ld.so.cache", "/etc/ld.so.conf",
    "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime", "/etc/mime.types", "/etc/fonts", "/etc/ssl/openssl.cnf",
    "/sys/devices/system/cpu", "/dev/urandom", "/dev/random", "/dev/zero",
)  # fmt: skip
_PROC = ("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/filesystems", "/proc/version")


class Walls:
    """The walls around one template or program: put up once around it, and closer around each of its games."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self._plan = plan
        self._layers = frozenset(plan["layers"])
        self._places: landlock.Grants | None = None
        self._cache = f"{plan['home']}/.cache"

    def around_everything(self) -> None:
        """Confine this process, which is the first of its namespaces if it has any. Raises OSError."""
        plan = self._plan
        if "namespaces" in self._layers:
            namespaces.furnish(plan["home"], plan["room"], tuple(plan["hidden"]), plan["processes"])
        if plan["cache"] and self._layers:
            self._link_cache(plan["cache"])
        if "capabilities" in self._layers:
            namespaces.drop_capabilities()
        if "landlock" in self._layers:
            self._places = landlock.Grants(self._common())
            self._places.restrict([(plan["home"], landlock.WRITE)])
        if "seccomp" in self._layers:
            seccomp.refuse()

    def around_game(self, folder: str) -> int | None:
        """Return the layer that confines a game to ``folder``, away from its template's other games; None without
        Landlock. Raises OSError.
        """
        if self._places is None:
            return None
        more = [(folder, landlock.WRITE)]
        if os.path.isdir(self._cache):
            more.append((self._cache, landlock.READ))
        return self._places.layer(more)

    def enter(self, layer: int | None, others: Iterable[int]) -> None:
        """As the process of a game, go into its layer, and keep nothing from which layers are made. Raises OSError."""
        if layer is not None and self._places is not None:
            landlock.enter(layer)
            self._places.close()
            for other in others:
                os.close(other)

    def _common(self) -> Iterator[tuple[str, int]]:
        hidden = self._plan["hidden"]
        own = (sys.prefix, sys.base_prefix, sys.exec_prefix, os.path.dirname(os.path.realpath(sys.executable)))
        for root in dict.fromkeys((*_SYSTEM, *own)):
            yield from landlock.around(os.path.realpath(root), hidden)
        for path in self._plan["read"]:
            yield from landlock.around(path, hidden)
        for path in self._plan["listed"]:
            yield path, landlock.READ_DIR
        yield "/dev/null", landlock.READ | landlock.WRITE_FILE
        for path in ("/proc",) if "namespaces" in self._layers else (*_PROC, f"/proc/{os.getpid()}"):
            yield path, landlock.READ

    def _link_cache(self, shared: str) -> None:
        """Show the kernels of a shared cache in a private one: a link can be replaced, what it leads to cannot."""
        private = f"{self._cache}/{os.path.basename(shared)}"  # its name says of what state of the sources they are
        for folder, _, files in os.walk(shared):
            here = private + folder[len(shared) :]
            os.makedirs(here, exist_ok=True)
            for name in files:
                with contextlib.suppress(FileExistsError):
                    os.symlink(f"{folder}/{name}", f"{here}/{name}")
        os.makedirs(private, exist_ok=True)
        os.environ["NUMBA_CACHE_DIR"] = private
        os.environ.pop("ARENA_CACHE", None)


def available() -> list[str]:
    """Return the layers that this machine offers, by trying each in a process of its own."""
    return [name for name, attempt in _ATTEMPTS.items() if _succeeds(attempt)]


def _try_namespaces() -> None:
    namespaces.enter()
    if not _succeeds(lambda: namespaces.furnish("/tmp", 1 << 20, (), None)):
        raise OSError("no mounts")


def _try_landlock() -> None:
    if not landlock.version():
        raise OSError("no landlock")
    landlock.Grants([("/", landlock.READ)]).restrict()


def _try_signals() -> None:
    if landlock.version() < 6:
        raise OSError("too old")


def _try_seccomp() -> None:
    if not seccomp.known():
        raise OSError("no seccomp")
    seccomp.refuse()


def _try_process_bound() -> None:
    namespaces.enter()

    def bounded() -> None:
        namespaces.furnish("/tmp", 1 << 20, (), None)
        if not namespaces.limit_processes(1):
            raise OSError("no bound")

    if not _succeeds(bounded):
        raise OSError("no bound")


_ATTEMPTS: dict[str, Any] = {
    "namespaces": _try_namespaces,
    "landlock": _try_landlock,
    "landlock-signals": _try_signals,
    "seccomp": _try_seccomp,
    "capabilities": namespaces.drop_capabilities,
    "process-bound": _try_process_bound,
}


def _succeeds(attempt: Any) -> bool:
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            attempt()
            status = 0
        except OSError:
            pass
        finally:
            os._exit(status)
    return os.waitpid(pid, 0)[1] == 0


def main() -> None:
    """Carry out the plan on the descriptor of the first argument, or tell the layers there are."""
    if sys.argv[1] == "probe":
        print(json.dumps(available()))
        return
    with open(int(sys.argv[1]), encoding="utf-8") as lines:
        plan = json.load(lines)
    adopt_orphans()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    try:
        if "namespaces" in plan["layers"]:
            namespaces.enter()
    except OSError as error:
        _unconfined(error)
    keeper = os.getpid()
    pid = os.fork()
    if pid == 0:
        _inside(plan, keeper)
    _keep(pid, plan)


def _keep(pid: int, plan: dict[str, Any]) -> NoReturn:
    """Wait for the child; end everything when the worker ends, or (with a template) when it is told to."""

    def now(number: int, frame: object) -> NoReturn:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        sweep()
        os._exit(128 + number)

    signal.signal(signal.SIGHUP, now)
    # A program has its time between TERM and KILL, and gets TERM itself, being of the same group.
    signal.signal(signal.SIGTERM, now if "control" in plan else lambda number, frame: None)
    die_with_parent(signal.SIGHUP)
    if os.getppid() != plan["parent"]:
        now(signal.SIGHUP, None)
    if "control" in plan:
        os.close(plan["control"])
    _let_go()
    while True:
        done, status = os.waitpid(-1, 0)
        if done == pid:
            sweep()
            _end_like(status, told="words" in plan and "namespaces" in plan["layers"])


def _let_go() -> None:
    """Close what the child prints on and reads from: nobody shall wait for us to close it."""
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)


def _end_like(status: int, told: bool) -> NoReturn:
    """End as the child did. told: its exit status says 128 + number of a signal, see _first_of_all."""
    code = os.waitstatus_to_exitcode(status)
    number = -code if code < 0 else code - 128 if told and 128 < code < 160 else 0
    if number:
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.kill(os.getpid(), number)
    os._exit(code & 0xFF)


def _inside(plan: dict[str, Any], keeper: int) -> NoReturn:
    try:
        die_with_parent(signal.SIGKILL)
        if "namespaces" not in plan["layers"] and os.getppid() != keeper:
            os._exit(1)
        walls = Walls(plan)
        walls.around_everything()
        die_with_parent(signal.SIGKILL)  # giving up rights may have cleared it
    except OSError as error:
        _unconfined(error)
    if "control" in plan:
        from arena.runner.template import serve

        serve(plan["control"], walls)
    if "namespaces" in plan["layers"]:
        _first_of_all(plan, walls)
    _become(plan)


def _first_of_all(plan: dict[str, Any], walls: Walls) -> NoReturn:
    """As process 1, which signals do not reach by default: start the program, reap all, end with it."""
    pid = os.fork()
    if pid == 0:
        _become(plan)
    _let_go()
    while True:
        done, status = os.waitpid(-1, 0)
        if done == pid:  # process 1 cannot end by a signal of its own; 128 + its number says which it was
            os._exit(128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status))


def _become(plan: dict[str, Any]) -> NoReturn:
    words = plan["words"]
    try:
        die_with_parent(signal.SIGKILL)
        for what, value in plan["limits"]:
            resource.setrlimit(what, (value, value))
        os.execvpe(words[0], words, dict(os.environ))
    except OSError as error:
        os.write(2, f"cannot start {words[0]!r}: {error.strerror}\n".encode())
    finally:
        os._exit(127)


def _unconfined(error: OSError) -> NoReturn:
    os.write(2, f"the process cannot be confined: {error}\n".encode())
    os._exit(EXIT_UNCONFINED)


if __name__ == "__main__":
    main()
