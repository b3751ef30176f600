"""A template process: imports one plug-in, prepares variants, and forks one child a game.

Its keeper (keeper.py) forks it in a fresh session, with a scrubbed environment, an empty working folder, its walls
up and its control channel open. It never held a secret (no bag, no seed, no other bot), so its children hold none.
Requests come one at a time, as lines of JSON; each has one reply. When the channel closes, it kills what it started
and leaves; when it hangs in a plug-in, or its worker was killed, the keeper does that.

requests: load (plugin, limits, paths), prepare (a variant), fork (with the wire and the output pipe),
reap (a child that ended; also ends all that it left behind).
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import socket
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import msgspec

from arena.config.model import Limits
from arena.contract.game import BotFactory
from arena.runner.dialects import clients_of, first_message
from arena.runner.guest import Client, Guest
from arena.runner.keeper import Walls
from arena.runner.limits import apply_cpu_limit, apply_limits
from arena.runner.pages import fill_holes, make_large
from arena.runner.rehearsal import rehearse
from arena.runner.rooms import Room, Rooms
from arena.runner.system import Forks, adopt_orphans, children, die_with_parent, end_namespace, sweep
from arena.variants.spec import VariantSpec


class Template:
    """The state of one template process."""

    def __init__(self, control: socket.socket, walls: Walls) -> None:
        self._control, self._walls = control, walls
        self._factory: BotFactory | None = None
        self._limits = Limits()
        self._clients: dict[str, Callable[[Mapping[str, Any]], Client]] = {}
        self._living: dict[int, Room] = {}
        self._forks = Forks()
        self._rooms = Rooms(os.getcwd(), walls.around_game)

    def serve(self) -> None:
        """Answer requests until the channel closes."""
        held = b""
        while True:
            data, fds, _, _ = socket.recv_fds(self._control, 1 << 20, 4)
            if not data:
                break
            held += data
            while not held.endswith(b"\n"):
                more = self._control.recv(1 << 20)
                if not more:
                    return
                held += more
            request, held = msgspec.json.decode(held), b""
            do = getattr(self, f"_{request['do']}")
            try:
                do(request, *fds)
            finally:
                for fd in fds:
                    with contextlib.suppress(OSError):
                        os.close(fd)

    def _reply(self, fds: tuple[int, ...] = (), **reply: Any) -> None:
        line = msgspec.json.encode(reply) + b"\n"
        sent = socket.send_fds(self._control, [line], fds) if fds else self._control.send(line)
        if sent < len(line):
            self._control.sendall(line[sent:])

    def _load(self, request: Mapping[str, Any]) -> None:
        for path in request["paths"]:
            if path not in sys.path:
                sys.path.append(path)
        self._limits = msgspec.convert(request["limits"], Limits)
        try:
            self._rooms.prepare(2)  # descriptors of layers shall not count among the bot's own
            apply_limits(self._limits)
        except OSError as error:
            self._failed(error)
            return
        module, _, attribute = request["value"].partition(":")
        try:
            found: Any = importlib.import_module(module)
            for part in attribute.split("."):
                found = getattr(found, part)
            if not callable(found):
                raise TypeError(f"{request['value']} is a {type(found).__name__}, not a factory")
        except BaseException as error:
            self._failed(error)
            return
        self._factory = found
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
        self._reply(ok=True)

    def _prepare(self, request: Mapping[str, Any]) -> None:
        """Build a variant's game and run through it once, so that a bot's first move loads nothing."""
        try:
            spec = msgspec.convert(request["variant"], VariantSpec)
            clients, first = clients_of(spec), first_message(spec)
            client = clients(first)
            next(iter(client.view().legal()), None)
            warm_up = getattr(self._factory, "warm_up", None)
            if warm_up is not None:
                warm_up(client.info(first, spec.name))
            rehearse(spec)
        except BaseException as error:
            self._failed(error)
            return
        self._clients[spec.name] = clients
        gc.collect()
        fill_holes()
        gc.freeze()  # collections in a child must not touch, and so copy, what it inherited
        make_large()
        self._reply(ok=True)

    def _failed(self, error: BaseException) -> None:
        last = traceback.format_exception_only(error)[-1].strip()
        with contextlib.suppress(OSError, ValueError):
            traceback.print_exception(error)
            sys.stderr.flush()
        self._reply(ok=False, error=last[:2000], memory=isinstance(error, MemoryError))

    def _fork(self, request: Mapping[str, Any], wire: int, output: int) -> None:
        """Fork a game's process.

        All that can be done for it is done here beforehand: what runs for the first time in a child has the
        kernel copy the pages that hold it, and this process has run it before.
        """
        assert self._factory is not None
        try:
            room = self._rooms.take()
        except OSError as error:
            self._reply(error=f"there is no folder for a game: {error.strerror or error}")
            return
        before = os.environ["HOME"], os.environ["TMPDIR"], tempfile.tempdir
        os.environ["HOME"] = os.environ["TMPDIR"] = tempfile.tempdir = room.folder
        end = socket.socket(fileno=wire)
        guest = Guest(end, self._factory, self._client)
        sys.stdout.flush()
        parent = os.getpid()
        try:
            pid = self._forks.fork()
            if pid == 0:
                self._child(parent, room, guest, output)
        except OSError as error:
            self._rooms.give_back(room)
            self._reply(error=f"it cannot be forked: {error.strerror or error}")
            return
        finally:
            end.detach()
            os.environ["HOME"], os.environ["TMPDIR"], tempfile.tempdir = before
        self._living[pid] = room
        pidfd = os.pidfd_open(pid)
        self._reply((pidfd,), pid=pid)
        os.close(pidfd)

    def _child(self, parent: int, room: Room, guest: Guest, output: int) -> NoReturn:
        status = 1
        try:
            os.setsid()
            die_with_parent()
            if os.getppid() != parent:
                os._exit(1)
            os.dup2(output, 1)
            os.dup2(output, 2)
            os.close(output)
            os.close(self._control.fileno())
            os.chdir(room.folder)
            self._walls.enter(room.layer, self._rooms.layers)
            apply_cpu_limit(self._limits)
            gc.enable()
            status = guest.run()
            sys.stdout.flush()
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)

    def _client(self, start: Mapping[str, Any]) -> Client:
        return self._clients[start["variant"]](start)

    def _reap(self, request: Mapping[str, Any]) -> None:
        pid = int(request["pid"])
        room = self._living.pop(pid, None)
        if not self._living:
            end_namespace()  # before anything is waited for: a fork bomb's next process may be the one that we need
        status = self._wait(pid)
        strays = sweep(self._living) if set(children()) - self._living.keys() else 0
        if room is not None:
            self._rooms.give_back(room, alone=status is not None and not strays)
        self._reply(status=status, strays=strays)

    def _wait(self, pid: int) -> int | None:
        until = time.monotonic() + 1.0
        while time.monotonic() < until:
            try:
                done, status = os.waitpid(pid, os.WNOHANG)
            except ChildProcessError:
                return None
            if done == pid:
                return status
            time.sleep(0.001)  # the caller saw it end, so it is at most a moment away
        return None

    def end(self) -> None:
        """Kill all that was started here, with no exception."""
        end_namespace()
        sweep(seconds=2.0)


def serve(fd: int, walls: Walls) -> NoReturn:
    """Serve the control channel on a descriptor, inside walls that are up already."""
    gc.disable()
    adopt_orphans()
    control = socket.socket(fileno=fd)
    os.set_inheritable(control.fileno(), False)
    template = Template(control, walls)
    try:
        template.serve()
    except (ConnectionResetError, BrokenPipeError):
        pass
    finally:
        template.end()
    sys.stdout.flush()
    os._exit(0)
