"""Bots beside a tournament, at a terminal or on a TCP table: a template process each, a fresh process a game.

They stand behind the walls of a tournament, see isolation.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from arena import __version__
from arena.config.model import Isolation, Limits
from arena.errors import BotError
from arena.printable import printable_lines
from arena.runner.guests import template_of
from arena.runner.homes import sweep_homes
from arena.runner.plugins import Plugin
from arena.runner.preflight import MOST_OF_A_LINE
from arena.runner.process_seat import NotReady, ProcessSeat, TemplateHandle
from arena.runner.setup import BotSetup, Setup, search_paths, walled
from arena.runner.system import adopt_orphans, children, sweep_orphans
from arena.variants.spec import VariantSpec

_LIVING: set[int] = set()  # every bench's templates


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
            paths=search_paths(),
            templates=max(1, len(plugins)),
            versions={"arena": __version__},
        )
        self._setup = walled(setup, isolation, "--isolation", output)
        adopt_orphans()
        sweep_homes()
        self._before = set(children())
        self._templates: dict[str, TemplateHandle] = {}
        for name in plugins:
            try:
                self._template(name)
            except NotReady as failure:
                self.close()
                lines = printable_lines(failure.output.strip(), MOST_OF_A_LINE).split("\n")[-12:]
                printed = "".join(f"\n    | {line}" for line in lines)
                raise BotError(name, f"the bot does not start: {failure.detail}{printed}") from None
            except BaseException:
                self.close()
                raise

    def seat(self, name: str) -> ProcessSeat:
        """Return a fresh process of a bot; raise NotReady where it does not start any more."""
        return self._template(name).fork()

    def _template(self, name: str) -> TemplateHandle:
        template = self._templates.get(name)
        if template is None or not template.alive:
            if template is not None:
                template.close()
                _LIVING.discard(template.process.pid)
            template = template_of(self._setup, self._setup.bots[name].value)
            self._templates[name] = template
            _LIVING.add(template.process.pid)
            template.prepare(self._spec)
        return template

    def close(self) -> None:
        for template in self._templates.values():
            template.close()
            _LIVING.discard(template.process.pid)
        self._templates.clear()
        sweep_orphans(self._before | _LIVING)

    def __enter__(self) -> Bench:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
