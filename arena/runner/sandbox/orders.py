"""What a worker, its zygote and its launchers say to each other: one JSON line each, of these shapes and no other.

None of these processes has run a bot's code, and none of these lines crosses a wall from a bot: its process holds no
end of these channels. Descriptors travel down only, towards the bots.
"""

from __future__ import annotations

import select
import socket
import time
from functools import cache
from typing import Any, TypeVar

import msgspec

from arena.config.model import Limits
from arena.variants.spec import VariantSpec

LONGEST = 16 << 20  # bytes of a line
T = TypeVar("T")


class Prepare(msgspec.Struct, tag="prepare"):
    """To the zygote: build these variants. paths: where plug-ins of games lie.

    rehearsed: whether it plays a rehearsal of each, which pays from the second or third game on.
    """

    variants: list[VariantSpec]
    paths: list[str]
    rehearsed: bool = True


class VariantsPrepared(msgspec.Struct, tag="prepared"):
    """failed: variant -> why it cannot be built."""

    failed: dict[str, str]


class Launch(msgspec.Struct, tag="launch"):
    """To the zygote, with the launcher's channel and where it prints: start a keeper with a launcher.

    plan: as keeper.py describes it. plugin: what the launcher is to start, game after game.
    """

    plan: dict[str, Any]
    plugin: PluginPlan


class PluginPlan(msgspec.Struct, frozen=True):
    """A plug-in as its launcher needs it.

    value: ``module:factory``. paths: where modules are found beside the arena's own. limits: of the bot's processes.
    place: where the top-level module lies, so that nobody looks for it again; see plugin/places.py.
    compiled: the folder in which its modules are compiled (plugin/bytecode.py), "" where that is beside them.
    kernels: the folder of compiled kernels that all share, "" for none. apart: whether it has an environment of its
    own: what lies on its paths goes before the packages that are installed with the arena.
    """

    value: str
    paths: tuple[str, ...]
    limits: Limits
    place: ModulePlace | None = None
    kernels: str = ""
    apart: bool = False
    compiled: str = ""


class ModulePlace(msgspec.Struct, frozen=True):
    """Where a top-level module lies. file: its source, or "". folders: of a package, where its modules are."""

    module: str
    file: str = ""
    folders: tuple[str, ...] = ()


class Launched(msgspec.Struct, tag="launched"):
    """pid: of the keeper, 0 where it could not be started; error is then the number of what the kernel said."""

    pid: int
    error: int = 0


class Await(msgspec.Struct, tag="await"):
    """To the zygote: take the status of a keeper that has ended, or ends within ``seconds``."""

    pid: int
    seconds: float


class Awaited(msgspec.Struct, tag="awaited"):
    """status: as waitpid gives it, None where the keeper lives, or is unknown."""

    status: int | None


class Start(msgspec.Struct, tag="start"):
    """To a launcher, with the bot's end of its wire and where it prints: start a process for games of a variant."""

    variant: str


class Started(msgspec.Struct, tag="started"):
    """error: "" where the process was started."""

    error: str = ""


class Reap(msgspec.Struct, tag="reap"):
    """To a launcher: end what is left of the game, and take its process's status."""


class Reaped(msgspec.Struct, tag="reaped"):
    """status: of the game's first process, None where there was none. strays: others that were still alive.

    spent: whether something of the game stays behind in the launcher's world, so that no other may be played there.
    """

    status: int | None
    strays: int
    spent: bool


ZygoteOrder = Prepare | Launch | Await
LauncherOrder = Start | Reap


class Broken(Exception):
    """The other end closed its channel, says what has no shape, or is silent."""


def send(end: socket.socket, order: msgspec.Struct, fds: tuple[int, ...] = ()) -> None:
    """Send one line, with descriptors. Raises OSError."""
    line = msgspec.json.encode(order) + b"\n"
    sent = socket.send_fds(end, [line], fds) if fds else end.send(line)
    if sent < len(line):
        end.sendall(line[sent:])


def receive(end: socket.socket, kind: Any, most_fds: int = 0) -> tuple[Any, list[int]] | None:
    """Return the next line, which has to be a ``kind`` (a type, or a union), and the descriptors that came with it.

    Returns None at the end. Raises Broken.
    """
    held, fds = b"", list[int]()
    while not held.endswith(b"\n"):
        if most_fds and not held:
            data, fds, _, _ = socket.recv_fds(end, 1 << 16, most_fds)
        else:
            data = end.recv(1 << 16)
        if not data or len(held) > LONGEST:
            if held:
                raise Broken("a line without an end")
            return None
        held += data
    return _decoded(held, kind), fds


def reply(end: socket.socket, kind: type[T], until: float) -> T:
    """Return the one line that comes next, which has to be a ``kind``. Raises Broken, also after ``until``.

    end: it waits where nothing has come.
    """
    held = b""
    poll = select.poll()
    poll.register(end, select.POLLIN)
    while not held.endswith(b"\n"):
        if not poll.poll(max(0.0, until - time.monotonic()) * 1000):
            raise Broken("no reply in time")
        try:
            data = end.recv(1 << 16)
        except OSError:
            data = b""
        if not data or len(held) > LONGEST:
            raise Broken("closed its channel")
        held += data
    decoded: T = _decoded(held, kind)
    return decoded


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _decoded(line: bytes, kind: Any) -> Any:
    try:
        return _decoder(kind).decode(line)
    except msgspec.MsgspecError as error:
        raise Broken(f"a line without a shape: {error}") from None
