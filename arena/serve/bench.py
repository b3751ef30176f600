"""The bots of ours that play on a TCP table: each from a template process of its own, a fresh process a game."""

from __future__ import annotations

from collections.abc import Mapping

from arena.config.model import Limits
from arena.errors import BotError
from arena.runner.plugins import Plugin
from arena.runner.process_seat import NotReady, ProcessSeat, TemplateHandle
from arena.runner.setup import search_paths
from arena.runner.system import adopt_orphans, children, sweep_orphans
from arena.variants.spec import VariantSpec

_LIVING: set[int] = set()  # every bench's templates


class Bench:
    """``plugins``: name at the table -> the bot. ``close`` ends every process that it started."""

    def __init__(self, plugins: Mapping[str, Plugin], spec: VariantSpec, limits: Limits) -> None:
        """Start every bot, import and warm-up included; raise BotError where one does not start."""
        adopt_orphans()
        self._before = set(children())
        self._plugins, self._spec, self._limits = plugins, spec, limits
        self._templates: dict[str, TemplateHandle] = {}
        for name in plugins:
            try:
                self._template(name)
            except NotReady as failure:
                self.close()
                last = "\n".join(f"    | {line}" for line in failure.output.strip().splitlines()[-12:])
                raise BotError(name, f"the bot does not start: {failure.detail}", last) from None

    def seat(self, name: str) -> ProcessSeat:
        """Return a fresh process of a bot; raise NotReady where it does not start any more."""
        return self._template(name).fork()

    def _template(self, name: str) -> TemplateHandle:
        template = self._templates.get(name)
        if template is None or not template.alive:
            if template is not None:
                template.close()
                _LIVING.discard(template.process.pid)
            template = TemplateHandle(self._plugins[name].value, self._limits, list(search_paths()))
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
