"""The bots of live games: a bench for each bot and variant that is played, kept for a while after its last game.

Benches are made in one thread that lives as long as this does: the kernel ends a zygote with the thread that made it.
Whoever waits for one is let go when this is stopped: a bot may take half a minute to start, and a server ends at once.
"""

from __future__ import annotations

import concurrent.futures
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from arena.config.model import Isolation, Limits
from arena.errors import ArenaError, RunError
from arena.runner.bench import Bench
from arena.runner.plugin.find import Plugin
from arena.runner.seats.not_ready import NotReady
from arena.runner.seats.process import ProcessSeat
from arena.variants.spec import VariantSpec

MOST_IDLE = 8  # benches without a game that are kept
_IDLE = 600.0  # seconds that one without a game is kept
_ENDING = 5.0  # seconds that are waited at the end for one that is being made; its processes end with this one


_STOPPED = "the server ends"


@dataclass(slots=True)
class _Kept:
    made: Future[Bench]
    games: int = 0
    idle: float = field(default_factory=time.monotonic)


class Benches:
    """``close`` ends every process of them."""

    def __init__(self, limits: Limits, isolation: Isolation = "auto", output: Path | None = None) -> None:
        """output: the folder of results that bots are kept from."""
        self._limits, self._isolation, self._output = limits, isolation, output
        self._lock = Lock()
        self._kept: dict[tuple[str, str, str], _Kept] = {}
        self._maker = ThreadPoolExecutor(1, thread_name_prefix="benches")
        self._stopped: Future[None] = Future()

    def seat(self, spec: VariantSpec, plugin: Plugin) -> ProcessSeat:
        """Return a fresh process of a bot; waits until its bench is there. Raises NotReady where it does not start.

        ``leave`` is owed for each call that returned.
        """
        key = _key(spec, plugin)
        with self._lock:
            if self._stopped.done():
                raise NotReady(_STOPPED)
            kept = self._kept.get(key)
            if kept is None or (kept.made.done() and kept.made.exception() is not None):
                kept = self._kept[key] = _Kept(self._maker.submit(self._make, spec, plugin))
            kept.games += 1
        try:
            either: tuple[Future[Any], ...] = (kept.made, self._stopped)
            concurrent.futures.wait(either, return_when=FIRST_COMPLETED)
            if self._stopped.done():
                raise NotReady(_STOPPED)
            return kept.made.result().seat(plugin.name)
        except NotReady:
            self.leave(spec, plugin)
            raise
        except (ArenaError, RuntimeError) as error:
            self.leave(spec, plugin)
            fields = error.problem if isinstance(error, ArenaError) else str(error)
            raise NotReady(fields) from error

    def leave(self, spec: VariantSpec, plugin: Plugin) -> None:
        """Give a seat's place back, when its game is over or put aside."""
        with self._lock:
            kept = self._kept.get(_key(spec, plugin))
            if kept is not None:
                kept.games -= 1
                kept.idle = time.monotonic()

    def sweep(self) -> None:
        """End the benches that nobody has used for a while, and those that are too many."""
        now = time.monotonic()
        with self._lock:
            idle = sorted((kept.idle, key) for key, kept in self._kept.items() if kept.games == 0 and kept.made.done())
            over = len(idle) - MOST_IDLE
            gone = [key for number, (since, key) in enumerate(idle) if number < over or now - since > _IDLE]
            ending = [self._kept.pop(key) for key in gone]
        for kept in ending:
            self._maker.submit(_end, kept)

    def stop(self) -> None:
        """Give out nothing any more, and let go whoever waits; what there is goes on until ``close``."""
        with self._lock:
            if not self._stopped.done():
                self._stopped.set_result(None)
            for kept in self._kept.values():
                kept.made.cancel()

    def close(self) -> None:
        """End all there is, and what is being made as soon as it is there."""
        self.stop()
        with self._lock:
            ending = list(self._kept.values())
            self._kept.clear()
        for kept in ending:
            _end(kept)
        self._maker.shutdown(wait=False, cancel_futures=True)
        concurrent.futures.wait([kept.made for kept in ending if not kept.made.cancelled()], timeout=_ENDING)

    def _make(self, spec: VariantSpec, plugin: Plugin) -> Bench:
        try:
            bench = Bench({plugin.name: plugin}, spec, self._limits, self._isolation, self._output)
        except OSError as error:
            raise RunError(plugin.name, error.strerror or str(error)) from error
        if self._stopped.done():
            bench.close()
            raise RunError(plugin.name, _STOPPED)
        return bench


def _end(kept: _Kept) -> None:
    if kept.made.done() and not kept.made.cancelled() and kept.made.exception() is None:
        kept.made.result().close()


def _key(spec: VariantSpec, plugin: Plugin) -> tuple[str, str, str]:
    return spec.digest, plugin.name, plugin.value
