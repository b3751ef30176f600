"""The zygote of a worker: one clean process in which all that every game needs is loaded once, and kept from bots.

It has imported the arena and numpy, linked the kernels, built the variants and played a rehearsal of each. For each
seat it forks a keeper, which puts the bot's walls up and starts a launcher behind them (launcher.py); so a launcher
costs a fork and its walls, and all of them share these pages. No bot's code ever runs here, and no bot can reach it.
Games are trusted code: their plug-ins are imported here.

Orders come one at a time (orders.py), each has one reply. It ends when its channel closes.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import site
import socket
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from arena.config.model import Limits
from arena.runner.dialects import clients_of, first_message
from arena.runner.inside.guest import Client
from arena.runner.inside.guest_imports import ModuleSearch
from arena.runner.inside.guest_start import Variant
from arena.runner.sandbox import launcher
from arena.runner.sandbox.keeper import Walls, keep
from arena.runner.sandbox.orders import (
    Await,
    Awaited,
    Launch,
    Launched,
    ModulePlace,
    PluginPlan,
    Prepare,
    VariantsPrepared,
    ZygoteOrder,
    receive,
    send,
)
from arena.runner.sandbox.pages import fill_holes, fill_pools, join_code, make_large
from arena.runner.sandbox.rehearsal import rehearse
from arena.runner.system import adopt_orphans, die_with_parent, sweep
from arena.variants.graph_cache import copy_graphs
from arena.variants.spec import VariantSpec

_SAMPLE, _WORD_SAMPLE = "arena.runner.plugin.sample", "arena.runner.plugin.word_sample"
_IMPORTS = 20  # Python specialises code that ran a few times
_REHEARSALS = 4.0  # seconds for those of all variants together


class Zygote:
    """The state of one zygote process."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._variants: dict[str, Variant] = {}
        self._rehearsed = set[str]()

    def serve(self) -> None:
        """Carry out orders until the channel closes."""
        while (order := receive(self._channel, ZygoteOrder, most_fds=2)) is not None:
            request, fds = order
            try:
                match request:
                    case Prepare():
                        send(self._channel, self._prepare(request))
                    case Launch():
                        send(self._channel, self._launch(request, *fds))
                    case Await():
                        send(self._channel, Awaited(_status(request.pid, request.seconds)))
            finally:
                for fd in fds:
                    with contextlib.suppress(OSError):
                        os.close(fd)

    def _prepare(self, request: Prepare) -> VariantsPrepared:
        importlib.import_module("numpy")  # rules of small games do without it, and bots that play them need not
        if os.environ.get("ARENA_KERNELS"):
            from arena.jit import link_all  # not before it is known that kernels come from somewhere

            link_all(but=("arena.lexicon.",))  # what packs word lists no bot needs; it has kernels that return arrays
        sys.path += [path for path in request.paths if path not in sys.path]
        failed, news = {}, False
        until = time.monotonic() + _REHEARSALS
        for spec in request.variants:
            try:
                if spec.name not in self._variants:
                    self._variants[spec.name] = _variant(spec)
            except Exception as error:
                failed[spec.name] = f"{type(error).__name__}: {error}"
                continue
            if request.rehearsed and spec.name not in self._rehearsed and time.monotonic() < until:
                rehearse(spec)
                self._rehearsed.add(spec.name)
                news = True
        if news:
            _import_samples(any(spec.word is not None for spec in request.variants))
        for path in request.paths:
            sys.path.remove(path)  # what a bot's folder holds is nothing that we import from now on
        gc.collect()
        join_code()
        if news:
            fill_pools()
            fill_holes()
        gc.freeze()  # collections in a child must not touch, and so copy, what it inherited
        if request.rehearsed:  # once more, too: what was written to since the last time lies in small pages
            make_large()
        return VariantsPrepared(failed)

    def _launch(self, request: Launch, control: int, output: int) -> Launched:
        parent = os.getpid()
        try:
            pid = os.fork()
        except OSError as error:
            return Launched(0, error.errno or 0)
        if pid == 0:
            self._become_keeper(request, parent, control, output)
        return Launched(pid)

    def _become_keeper(self, request: Launch, parent: int, control: int, output: int) -> NoReturn:
        try:
            os.setsid()
            self._channel.close()
            os.dup2(output, 1)
            os.dup2(output, 2)
            os.close(output)
            home = request.plan["home"]
            os.chdir(home)
            os.environ["HOME"] = os.environ["TMPDIR"] = os.environ["XDG_CACHE_HOME"] = home

            def begin(walls: Walls) -> NoReturn:
                launcher.serve(control, walls, request.plugin, self._variants)

            keep({**request.plan, "parent": parent}, begin)
        except BaseException as error:
            os.write(2, f"the process cannot be started: {error!r}\n".encode())
        finally:
            os._exit(1)


def _import_samples(words: bool) -> None:
    """Import plug-ins again and again, as Python does, and as the bots' processes import theirs."""
    for name in (_SAMPLE, _WORD_SAMPLE) if words else (_SAMPLE,):
        file = importlib.import_module(name).__file__
        alone = name.rpartition(".")[2]
        plugin = PluginPlan(f"{alone}:make_bot", (), Limits(), ModulePlace(alone, str(file)))
        for _ in range(_IMPORTS):
            sys.modules.pop(name, None)
            importlib.import_module(name)
            ModuleSearch(plugin).plugin()
            del sys.modules[alone]


def _variant(spec: VariantSpec) -> Variant:
    clients: Callable[[Mapping[str, Any]], Client] = clients_of(spec)
    first = first_message(spec)
    next(iter(clients(first).view().legal()), None)
    return Variant(clients, first)


def _status(pid: int, seconds: float) -> int | None:
    """Return the status of our child ``pid`` once it has ended; None when it does not, or is none of ours."""
    until = time.monotonic() + seconds
    while True:
        try:
            done, status = os.waitpid(pid, os.WNOHANG)
        except ChildProcessError:
            return None
        if done == pid:
            return status
        if time.monotonic() >= until:
            return None
        time.sleep(0.001)


def main() -> None:
    """Serve the channel whose descriptor is the first argument."""
    die_with_parent()
    adopt_orphans()
    gc.disable()
    copy_graphs()
    site.setquit()  # as bots expect it: exit() and help()
    site.sethelper()
    channel = socket.socket(fileno=int(sys.argv[1]))
    os.set_inheritable(channel.fileno(), False)
    try:
        Zygote(channel).serve()
    except (ConnectionResetError, BrokenPipeError):
        pass
    finally:
        sweep(seconds=2.0)
