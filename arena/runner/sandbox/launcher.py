"""A launcher: the arena's own process behind one seat's walls, which forks a process for each of its games.

It is process 1 of its namespace where there is one, cannot be traced, and runs no bot's code: its children find and
import the plug-in (guest_start.py). At a time one game's processes live behind these walls. After a game it ends all of
them, says how the first one ended, as the kernel told it, and whether anything of the game stays behind here: a file, a
folder that was touched, process ids that were used up, a status that is not 0. Then nobody else may play here, and the
worker has another launcher made.

Orders come one at a time (orders.py), each has one reply. When the channel closes, it ends all and leaves.
"""

from __future__ import annotations

import contextlib
import gc
import os
import socket
import tempfile
import time
import traceback
from collections.abc import Mapping
from typing import NoReturn

from arena.runner.inside.guest_imports import remember_folders
from arena.runner.inside.guest_start import Beginning, Variant, run_guest
from arena.runner.sandbox.game_folders import GameFolders
from arena.runner.sandbox.keeper import Walls
from arena.runner.sandbox.namespaces import SHARED_MEMORY
from arena.runner.sandbox.orders import LauncherOrder, PluginPlan, Reap, Reaped, Start, Started, receive, send
from arena.runner.system import Forks, adopt_orphans, die_with_parent, end_namespace, has_children, set_dumpable, sweep


class Launcher:
    """The state of one launcher process."""

    def __init__(
        self, control: socket.socket, walls: Walls, plugin: PluginPlan, variants: Mapping[str, Variant]
    ) -> None:
        self._control, self._walls, self._variants = control, walls, variants
        self._forks = Forks()
        self._game_folders = GameFolders(os.getcwd(), walls.around_game)
        self._playing: int | None = None
        self._game_folders.prepare(1)  # descriptors of layers shall not count among the bot's own
        self._traces = _Traces(walls)
        self._beginning = Beginning(plugin)
        remember_folders([*plugin.paths, *(plugin.place.folders if plugin.place else ())])

    def serve(self) -> None:
        """Carry out orders until the channel closes."""
        while (order := receive(self._control, LauncherOrder, most_fds=2)) is not None:
            request, fds = order
            try:
                match request:
                    case Start():
                        send(self._control, self._start(request, *fds))
                    case Reap():
                        send(self._control, self._reap())
            finally:
                for fd in fds:
                    with contextlib.suppress(OSError):
                        os.close(fd)

    def _start(self, request: Start, wire: int, output: int) -> Started:
        """Fork a game's process.

        All that can be done for it is done here beforehand: what runs for the first time in a child has the
        kernel copy the pages that hold it, and this process has run it before.
        """
        try:
            game_folder = self._game_folders.take()
        except OSError as error:
            return Started(f"there is no folder for a game: {error.strerror or error}")
        self._game_folder = game_folder
        if game_folder.folder != tempfile.tempdir:
            self._be_at_home_in(game_folder.folder)
        end = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, wire)
        parent = os.getpid()
        try:
            pid = self._forks.fork()
            if pid == 0:
                self._child(parent, request.variant, end, output)
        except OSError as error:
            self._game_folders.give_back(game_folder)
            return Started(f"it cannot be forked: {error.strerror or error}")
        finally:
            end.detach()
        self._playing = pid
        return Started()

    def _be_at_home_in(self, folder: str) -> None:
        """Tell games from now on that this folder is theirs; we put nothing there ourselves."""
        os.environ["HOME"] = os.environ["TMPDIR"] = os.environ["XDG_CACHE_HOME"] = tempfile.tempdir = folder
        os.environ["NUMBA_CACHE_DIR"] = kernels = f"{folder}/.cache/numba"
        self._beginning.search.prepare(kernels)

    def _child(self, parent: int, variant: str, wire: socket.socket, output: int) -> NoReturn:
        status = 1
        try:
            os.setsid()
            die_with_parent()
            if os.getppid() != parent:
                os._exit(1)
            os.dup2(output, 1)
            os.dup2(output, 2)
            os.close(output)
            # An open file of its own: flags of one that all bots inherited would pass from bot to bot.
            null = os.open(os.devnull, os.O_RDONLY)
            os.dup2(null, 0)
            os.close(null)
            os.close(self._control.fileno())
            os.chdir(self._game_folder.folder)
            self._walls.enter(self._game_folder.layer, self._game_folders.layers)
            set_dumpable(True)
            gc.enable()
            status = run_guest(wire, self._beginning, self._variants[variant], variant)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)

    def _reap(self) -> Reaped:
        pid, self._playing = self._playing, None
        if pid is None:
            return Reaped(None, 0, True)
        end_namespace()  # before anything is waited for: a fork bomb's next process may be the one that we need
        status = self._wait(pid)
        strays = sweep() if has_children() else 0
        untouched = self._game_folders.give_back(self._game_folder, alone=status is not None and not strays)
        # The next game's process is a copy of this one, which has just been told the status: it may be any that the bot
        # chose, and memory is not wiped when it is given back.
        spent = status != 0 or not untouched
        return Reaped(status, strays, spent=self._traces.found() or spent)

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


class _Traces:
    """Whether a game left something behind that the next one could see, beside its own folder.

    Process ids and the numbers of files are given out one after the other, so they tell how many there were.
    """

    def __init__(self, walls: Walls) -> None:
        self._ids = walls.ids
        self._places = walls.own_places()
        self._pid = self._ids.last() if self._ids else 0
        self._files = [_next_file(place) for place in self._places]
        self._shared = _touched(SHARED_MEMORY)

    def found(self) -> bool:
        """Return whether anything but one process, the game's first, was there since the last time."""
        files = [_next_file(place) for place in self._places]
        same = _touched(SHARED_MEMORY) == self._shared or SHARED_MEMORY not in self._places
        found = not same or files != [number and number + 1 for number in self._files]
        self._files = files
        if self._ids is not None:
            before, self._pid = self._pid, self._ids.last()
            found = found or self._pid != self._ids.following(before)
        return found


def _next_file(place: str) -> int:
    """Return the number that a file system in memory gives a new file, which has no name; 0 where it cannot be had."""
    try:
        fd = os.open(place, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError:
        return 0
    try:
        return os.fstat(fd).st_ino
    finally:
        os.close(fd)


def _touched(folder: str) -> tuple[int, int, int] | None:
    try:
        status = os.stat(folder)
    except OSError:
        return None
    return status.st_ctime_ns, status.st_mtime_ns, status.st_nlink


def serve(fd: int, walls: Walls, plugin: PluginPlan, variants: Mapping[str, Variant]) -> NoReturn:
    """Serve the control channel on a descriptor, inside walls that are up already."""
    set_dumpable(False)
    adopt_orphans()
    control = socket.socket(fileno=fd)
    os.set_inheritable(control.fileno(), False)
    launcher = Launcher(control, walls, plugin, variants)
    gc.freeze()  # as in the zygote: a child's collections shall not touch what was made here
    try:
        launcher.serve()
    except (ConnectionResetError, BrokenPipeError):
        pass
    finally:
        launcher.end()
    os._exit(0)
