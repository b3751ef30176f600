"""Bots beside a tournament, at a terminal or on a TCP table: a launcher each, a fresh process a game.

They stand behind the walls of a tournament, see isolation.py.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from arena import __version__
from arena.config.model import Isolation, Limits
from arena.errors import BotError
from arena.printable import printable_lines
from arena.runner.guests import launcher_of, zygote_of
from arena.runner.plugin.find import Plugin
from arena.runner.preflight import MOST_OF_A_LINE, start_once
from arena.runner.sandbox.homes import sweep_homes
from arena.runner.sandbox.launchers import LauncherHandle
from arena.runner.sandbox.zygotes import ZygoteHandle
from arena.runner.seats.process import ProcessSeat
from arena.runner.setup import BotSetup, Setup, search_paths, walled
from arena.runner.system import adopt_orphans, children, sweep_orphans
from arena.variants.spec import VariantSpec

_LIVING: set[int] = set()  # every bench's zygote


class Bench:
    """``close`` ends every process that was started here; leaving a ``with`` closes."""

    def __init__(
        self,
        plugins: Mapping[str, Plugin],
        spec: VariantSpec,
        limits: Limits,
        isolation: Isolation = "auto",
        output: Path | None = None,
    ) -> None:
        """Start every bot, import and warm-up included.

        plugins: name at the table -> the bot. isolation: as in a tournament. output: a folder of results, for the
        bots to be kept from. Raises BotError where one does not start, ConfigError for a sandbox in vain.
        """
        self._spec = spec
        setup = Setup(
            variants={spec.name: spec},
            bots={name: BotSetup(name, plugin.value) for name, plugin in plugins.items()},
            move_time=None,
            limits=limits,
            patience=1,
            process="fresh",
            paths=search_paths([spec]),
            launchers=max(1, len(plugins)),
            versions={"arena": __version__},
        )
        self._setup = walled(setup, isolation, "--isolation", output)
        adopt_orphans()
        sweep_homes()
        self._before = set(children())
        self._lock = threading.Lock()  # tables are served by threads
        self._zygote: ZygoteHandle | None = None
        self._launchers: dict[str, list[LauncherHandle]] = {name: [] for name in plugins}
        try:
            self._start_zygote()
            assert self._zygote is not None
            for name in plugins:
                trouble = start_once(self._setup, self._zygote, self._setup.bots[name])
                if trouble is not None:
                    lines = printable_lines(trouble.output.strip(), MOST_OF_A_LINE).split("\n")[-12:]
                    printed = "".join(f"\n    | {line}" for line in lines)
                    raise BotError(name, f"the bot does not start: {trouble.problem}{printed}") from None
        except BaseException:
            self.close()
            raise

    def seat(self, name: str) -> ProcessSeat:
        """Return a fresh process of a bot; raise NotReady where it does not start any more."""
        with self._lock:
            return ProcessSeat(self._launcher(name), self._spec.name)

    def _launcher(self, name: str) -> LauncherHandle:
        """Return a launcher of a bot that has no game now: a bot may sit at several tables, or seats, at a time."""
        for launcher in list(self._launchers[name]):
            if not launcher.alive:
                launcher.close()
                self._launchers[name].remove(launcher)
            elif not launcher.playing:
                return launcher
        if self._zygote is None or not self._zygote.alive:  # killed from outside: its launchers ended with it
            self._start_zygote()
        assert self._zygote is not None
        launcher = launcher_of(self._setup, self._zygote, self._setup.bots[name])
        self._launchers[name].append(launcher)
        return launcher

    def _start_zygote(self) -> None:
        self._end_zygote()
        self._zygote = zygote_of(self._setup)
        _LIVING.add(self._zygote.pid)

    def _end_zygote(self) -> None:
        old, self._zygote = self._zygote, None
        if old is not None:
            old.close()
            _LIVING.discard(old.pid)

    def close(self) -> None:
        for launcher in [launcher for some in self._launchers.values() for launcher in some]:
            launcher.close()
        self._launchers.clear()
        self._end_zygote()
        sweep_orphans(self._before | _LIVING)

    def __enter__(self) -> Bench:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
