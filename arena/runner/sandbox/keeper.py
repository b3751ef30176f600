"""A bot's keeper: the process between a worker and a bot, which puts the walls up and outlives nobody.

A keeper of a plug-in is forked from the zygote (zygote.py) and starts a launcher (launcher.py) in a child. One of a
foreign program is started by itself, with a descriptor from which it reads its plan, and starts the program; it
imports little, so that this takes a few milliseconds. It ends as its child ends, with the same status. When its parent
ends (death signal), it ends all that it started, however detached. It runs no bot's code and holds no secret.

A plan: parent (process id), layers (isolation.py), home, words (a program's), limits (pairs of a resource and its
value), read (places that may be read), hidden (files and folders kept out of sight), space (bytes that each of the
bot's own file systems may hold), processes (most at a time, or null), group (the entrance of its control group, or ""),
trouble (of a program: a descriptor on which to say why the walls cannot be put up), folder (of a program: where it is
started, if not in its home).
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

from arena.runner.sandbox import landlock, namespaces, seccomp
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
    """The walls around one seat: put up once around it, and closer around each of its games."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self._plan = plan
        self._layers = frozenset(plan["layers"])
        self._places: landlock.Grants | None = None
        self.ids: namespaces.ProcessIds | None = None  # where they are not the machine's

    def around_everything(self) -> None:
        """Confine this process, which is the first of its namespaces if it has any. Raises OSError."""
        plan = self._plan
        if "namespaces" in self._layers:
            self.ids = namespaces.furnish(plan["home"], plan["space"], tuple(plan["hidden"]), plan["processes"])
        if "capabilities" in self._layers:
            namespaces.drop_capabilities()
        if "landlock" in self._layers:
            self._places = landlock.Grants(self._common())
            own = [(place, landlock.WRITE) for place in self._own()]
            if "namespaces" not in self._layers:  # but no game, to which it would tell what earlier ones left there
                own.append((f"/proc/{os.getpid()}", landlock.READ))
            self._places.restrict(own)
        if "seccomp" in self._layers:
            seccomp.refuse(attributes="namespaces" in self._layers)

    def around_game(self, folder: str) -> int | None:
        """Return the layer that confines a game to ``folder``, away from the seat's other games; None without
        Landlock. Raises OSError.
        """
        if self._places is None:
            return None
        return self._places.layer([(place, landlock.WRITE) for place in (folder, *self._own()[1:])])

    def own_places(self) -> list[str]:
        """Return where the bot's own file systems are, if it has some."""
        return self._own() if "namespaces" in self._layers else []

    def _own(self) -> list[str]:
        """Return where the bot may write: its folder and, in a name space of its own, the one for shared memory."""
        return [self._plan["home"], *([namespaces.SHARED_MEMORY] if "namespaces" in self._layers else [])]

    def enter(self, layer: int | None, others: Iterable[int]) -> None:
        """As the process of a game, go into its layer, and keep nothing from which layers are made. Raises OSError."""
        if self.ids is not None:
            self.ids.close()
        if layer is not None and self._places is not None:
            landlock.enter(layer)
            self._places.close()
            for other in others:
                os.close(other)

    def _common(self) -> Iterator[tuple[str, int]]:
        hidden = landlock.Hidden(self._plan["hidden"])
        own = (sys.prefix, sys.base_prefix, sys.exec_prefix, os.path.dirname(os.path.realpath(sys.executable)))
        for root in dict.fromkeys((*_SYSTEM, *own)):
            yield from landlock.around(os.path.realpath(root), hidden)
        for path in self._plan["read"]:
            yield from landlock.around(path, hidden)
        for path in self._plan["listed"]:
            yield path, landlock.READ_DIR
        yield "/dev/null", landlock.READ | landlock.WRITE_FILE
        for path in ("/proc",) if "namespaces" in self._layers else _PROC:
            yield path, landlock.READ


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
    if plan["trouble"] is not None:
        os.set_inheritable(plan["trouble"], False)  # no program says that its walls are missing
    keep(plan, lambda walls: _start_program(plan, walls), patient=True)


def keep(plan: dict[str, Any], begin: Callable[[Walls], NoReturn], *, patient: bool = False) -> NoReturn:
    """Be the keeper of a child that ``begin``s once its walls are up. Returns in no process.

    patient: whether TERM is left to the child, which gets it itself, being of the same group.
    """
    adopt_orphans()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    try:
        if "namespaces" in plan["layers"]:
            namespaces.enter()
    except OSError as error:
        _unconfined(error, plan)
    keeper = os.getpid()
    pid = os.fork()
    if pid == 0:
        _inside(plan, keeper, begin)
    _keep(pid, plan, patient)


def _keep(pid: int, plan: dict[str, Any], patient: bool) -> NoReturn:
    """Wait for the child; end everything when our parent ends, or when we are told to."""

    def now(number: int, frame: object) -> NoReturn:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        sweep()
        os._exit(128 + number)

    signal.signal(signal.SIGHUP, now)
    signal.signal(signal.SIGTERM, (lambda number, frame: None) if patient else now)
    die_with_parent(signal.SIGHUP)
    if os.getppid() != plan["parent"]:
        now(signal.SIGHUP, None)
    if not patient:
        os.closerange(3, 1024)
    _let_go()
    while True:
        done, status = os.waitpid(-1, 0)
        if done == pid:
            sweep()
            _end_like(status, by_status=patient and "namespaces" in plan["layers"])


def _let_go() -> None:
    """Close what the child prints on and reads from: nobody shall wait for us to close it."""
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)


def _end_like(status: int, by_status: bool) -> NoReturn:
    """End as the child did. by_status: its exit status says 128 + number of a signal, see _first_of_all."""
    code = os.waitstatus_to_exitcode(status)
    number = -code if code < 0 else code - 128 if by_status and 128 < code < 160 else 0
    if number:
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.kill(os.getpid(), number)
    os._exit(code & 0xFF)


def _inside(plan: dict[str, Any], keeper: int, begin: Callable[[Walls], NoReturn]) -> NoReturn:
    try:
        die_with_parent(signal.SIGKILL)
        if "namespaces" not in plan["layers"] and os.getppid() != keeper:
            os._exit(1)
        with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as score:
            score.write("500")  # short of memory, the system shall end bots before it ends us
        if plan["group"]:
            with open(plan["group"], "w") as entrance:
                entrance.write("0")
        walls = Walls(plan)
        walls.around_everything()
        die_with_parent(signal.SIGKILL)  # giving up rights may have cleared it
    except OSError as error:
        _unconfined(error, plan)
    begin(walls)


def _start_program(plan: dict[str, Any], walls: Walls) -> NoReturn:
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
        if plan.get("folder"):
            os.chdir(plan["folder"])
        os.execvpe(words[0], words, dict(os.environ))
    except OSError as error:
        os.write(2, f"cannot start {words[0]!r}: {error.strerror}\n".encode())
    finally:
        os._exit(127)


def _unconfined(error: OSError, plan: dict[str, Any]) -> NoReturn:
    pipe = plan.get("trouble")
    os.write(2 if pipe is None else pipe, f"the process cannot be confined: {error}\n".encode())
    os._exit(EXIT_UNCONFINED)
