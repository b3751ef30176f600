"""Where the games of people go when they are over: results like any other, in a folder of their own."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from arena.config.model import BotEntry, Tournament, VariantEntry
from arena.contract.game_ids import name_of
from arena.contract.seeds import drawn_seed
from arena.errors import ResultsError
from arena.records.manifest import Manifest
from arena.records.record import GameRecord
from arena.records.store import GAMES, Results, Store
from arena.runner.manifest import machine_facts
from arena.runner.sandbox.isolation import choose, described
from arena.serve.live.plan import GamePlan
from arena.serve.names import record_name
from arena.variants.spec import VariantSpec, spec_data

MOST_NAMES, MOST_VARIANTS = 2000, 200  # of one manifest
_MOST = 20  # folders that are tried, where others write


class Played:
    """The results that this server writes, from whatever thread: one of its own does all of it, as SQLite asks.

    name, folder: of the first results, which are this server's own for as long as it runs. A manifest names every
    player and describes every variant, and is written anew with each new one: once it has MOST_NAMES or MOST_VARIANTS,
    games go on in ``name-part-2``, and so on.
    """

    def __init__(self, folder: Path, name: str = "played") -> None:
        """folder: of all results. Takes ``name``, or where another server writes there name-2 and so on.

        Raises ResultsError.
        """
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="played")
        self.last = 0  # the highest number that a game had at the start
        self._writer.submit(self._begin, folder, name).result()

    def _begin(self, folder: Path, name: str) -> None:
        for number in range(1, _MOST + 1):
            self.name = name if number == 1 else f"{name}-{number}"
            self.folder = folder / self.name
            try:
                self._first = self._open(self.folder)
                break
            except ResultsError as error:
                if "another runner" not in error.problem or number == _MOST:
                    raise
        self._part = 1
        while _full(self._manifest):
            self._go_further()

    def _open(self, folder: Path) -> Store:
        manifest = _former(folder) or _empty(folder.name)
        store = Store(folder, manifest, resume=True, differences=lambda old, new: ())
        self._place, self._manifest, self._store = folder.name, manifest, store
        self.last = max((self.last, *(name_of(id).pair for id in store.ids())))
        return store

    def _go_further(self) -> None:
        """Write to the next folder from now on; the first stays held, so that no other server takes it."""
        before = self._store
        self._part += 1
        self._open(self.folder.with_name(f"{self.name}-part-{self._part}"))
        if before is not self._first:
            before.close()

    def add(self, plan: GamePlan, record: GameRecord) -> str:
        """Write a game that is over, once; the manifest first, with its players and variant.

        Returns the name of the results that it is in. Raises ResultsError.
        """
        return self._writer.submit(self._add, plan, record).result()

    def _add(self, plan: GamePlan, record: GameRecord) -> str:
        while (more := _with(self._manifest, plan, record.variant)) != self._manifest:
            if _full(self._manifest):
                self._go_further()
                continue
            self._store.extend(more)
            self._manifest = more
        self._store.add(record)
        return self._place

    def close(self) -> None:
        """Close the results; nothing is written afterwards."""
        for store in {id(store): store for store in (self._store, self._first)}.values():
            self._writer.submit(store.close).result()
        self._writer.shutdown()


def _full(manifest: Manifest) -> bool:
    return len(manifest.bots) >= MOST_NAMES or len(manifest.specs) >= MOST_VARIANTS


def variant_name(spec: VariantSpec) -> str:
    """Return a name that says what is played, the same for the same rules, and another for others."""
    what = spec.game if spec.word is None else spec.word.board_name
    return f"{record_name(what) or 'game'}-{spec.digest[:8]}"


def _former(folder: Path) -> Manifest | None:
    if not (folder / GAMES).exists():
        return None
    with Results(folder) as results:
        return results.manifest


def _empty(name: str) -> Manifest:
    tournament = Tournament(name=name, bots=(), variants=(), seed=drawn_seed(), move_time=None)
    return Manifest(
        name=name,
        seed=tournament.seed,
        scheme=tournament.scheme,
        config="",
        config_hash=hashlib.sha256(b"").hexdigest(),
        tournament={**_plain(tournament.identity()), "people": True},
        variants={},
        bots={},
        limits={},
        isolation=described(choose("auto", "isolation"), tournament.limits),
        machine=machine_facts(1),
        repeatable=False,
    )


def _with(manifest: Manifest, plan: GamePlan, variant: str) -> Manifest:
    """Return a manifest that knows of a game's players and its variant, too."""
    fields: dict[str, Any] = dict(manifest.tournament)
    bots = dict(manifest.bots)
    for seat in plan.seats:
        if seat.name in bots:
            continue
        if seat.person:
            bots[seat.name] = {"person": seat.called}
            entry = BotEntry(name=seat.name, address="page")
        else:
            bots[seat.name] = {"plugin": seat.bot, "value": seat.value, "version": seat.version}
            entry = BotEntry(name=seat.name, plugin=seat.bot, options=seat.options)
        fields["bots"] = [*fields["bots"], _plain(entry)]
    specs, variants = dict(manifest.specs), dict(manifest.variants)
    if variant not in specs:
        specs[variant] = spec_data(msgspec.structs.replace(plan.spec, name=variant))
        variants[variant] = plan.spec.digest
        fields["variants"] = [*fields["variants"], _plain(VariantEntry(name=variant, game=plan.spec.game))]
    return msgspec.structs.replace(manifest, tournament=fields, bots=bots, specs=specs, variants=variants)


def _plain(value: Any) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return fields
