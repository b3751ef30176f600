"""The manifest of a run that is about to start, and whether it may go on with the games of an earlier one."""

from __future__ import annotations

import hashlib
import importlib.metadata
import platform
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

import msgspec

from arena import __version__
from arena.config.compare import changes
from arena.config.model import Tournament
from arena.contract.game_time import TimeControl
from arena.errors import ResultsError
from arena.records.manifest import Manifest
from arena.records.record import GameRecord
from arena.records.replay import replay
from arena.runner.builds.built import Built
from arena.runner.builds.sources import repository_state
from arena.runner.plugin.find import Plugin, file_hash
from arena.runner.sandbox.isolation import choose, described
from arena.runner.sandbox.limits import cores, memory_of_machine
from arena.runner.submissions.admitted import Admitted
from arena.schedule.jobs import job_named
from arena.variants.build import build_game
from arena.variants.spec import VariantSpec, spec_data

_LIBRARIES = ("numpy", "numba", "msgspec")
_REPLAYED = 10  # games a variant that are played again, where nothing else says what its rules were
_SAID_ALONE = frozenset({"head", "dirty"})  # of files as they are: their hash says what plays
_MOST_NAMED = 3  # games that are not of a tournament are named, at most


def make_manifest(
    tournament: Tournament,
    specs: Collection[VariantSpec],
    plugins: Mapping[str, Plugin],
    workers: int,
    admitted: Mapping[str, Admitted] | None = None,
    refused: Mapping[str, str] | None = None,
    built: Mapping[str, Built] | None = None,
) -> Manifest:
    """Return what the results will say of this run.

    admitted: what became of those that were handed in, by name. refused: those that are not admitted, and why. built:
    what came of those that had to be built.
    """
    text = Path(tournament.path).read_text(encoding="utf-8-sig") if tournament.path else ""
    bots = {}
    for bot in tournament.bots:
        plugin = plugins.get(bot.name)
        if admitted and bot.name in admitted:
            bots[bot.name] = admitted[bot.name].facts()
        elif built and bot.name in built:
            bots[bot.name] = dict(built[bot.name].facts)
        elif bot.address:
            bots[bot.name] = {"address": bot.address}
        elif plugin is None:
            bots[bot.name] = {"command": " ".join(bot.command), "sha256": _program_hash(bot.command)}
        elif bot.path:
            bots[bot.name] = {"path": bot.path, "value": plugin.value, "sha256": file_hash(plugin)}
            if plugin.commit:
                bots[bot.name] |= {"rev": bot.rev, "commit": plugin.commit}
            else:
                bots[bot.name] |= repository_state(Path(bot.path.partition(":")[0]))
        else:
            bots[bot.name] = {
                "plugin": plugin.name,
                "value": plugin.value,
                "distribution": plugin.distribution,
                "version": plugin.version,
                "sha256": file_hash(plugin),
            }
    return Manifest(
        name=tournament.name,
        seed=tournament.seed,
        scheme=tournament.scheme,
        config=text,
        config_hash=hashlib.sha256(text.encode()).hexdigest(),
        tournament=msgspec.json.decode(msgspec.json.encode(dict(tournament.identity()))),
        variants={spec.name: spec.digest for spec in specs},
        specs={spec.name: spec_data(spec) for spec in specs},
        bots=bots,
        refused=dict(refused or {}),
        limits=msgspec.to_builtins(tournament.limits),
        isolation=described(choose(tournament.isolation, tournament.where("isolation")), tournament.limits),
        machine=machine_facts(workers),
        repeatable=all(
            tournament.time_control(bot.name) == TimeControl(None) and tournament.limits.game_time is None
            for bot in tournament.bots
        ),
    )


def differences(old: Manifest, new: Manifest) -> list[str]:
    """Return what forbids the new run to go on with the old games, one sentence each.

    Additions (a bot, a variant, more pairs) change no game that was played.
    """
    found = list(changes(old.identity, new.identity).changed)
    found += [
        f"variant {name}: its board, tiles, rules or words changed"
        for name, digest in old.variants.items()
        if new.variants.get(name, digest) != digest
    ]
    for name, before in old.bots.items():
        now = new.bots.get(name, before)
        found += [
            _change_of_bot(name, key, before.get(key, ""), now.get(key, ""))
            for key in sorted((before.keys() | now.keys()) - _SAID_ALONE)
            if before.get(key) != now.get(key)
        ]
    return found


def _change_of_bot(name: str, key: str, before: str, now: str) -> str:
    """Return what became of a fact about a bot; of the hash over its files, as much as anybody compares."""
    if key == "sha256" and before and now:
        return f"bot {name}: its files changed ({key} {before[:12]} became {now[:12]})"
    return f"bot {name}: {key} {before!r} became {now!r}"


def strangers(records: Iterable[GameRecord], tournament: Tournament, specs: Collection[VariantSpec]) -> list[str]:
    """Return why games are not of a tournament, one sentence each, where no manifest says whose they are.

    Every game must have the seats and the seed that the tournament gives it, and the first games of each variant must
    come out the same when they are played again by the rules and words of today.
    """
    games = {spec.name: build_game(spec) for spec in specs}
    tried: Counter[str] = Counter()
    found = []
    for record in records:
        job = job_named(tournament, record.id)
        if job is None:
            found.append(f"it has no game {record.id}")
        elif (job.bots, job.seed) != (record.bots, record.seed):
            found.append(f"game {record.id} has another seed or other seats there")
        elif tried[record.variant] < _REPLAYED:
            tried[record.variant] += 1
            try:
                for _ in replay(record, games[record.variant]):
                    pass
            except ResultsError as error:
                found.append(f"game {record.id}: {error.problem}")
        if len(found) == _MOST_NAMED:
            break
    return found


def _program_hash(command: tuple[str, ...]) -> str:
    """Return the sha256 over those words of a command that are files."""
    digest = hashlib.sha256()
    for word in command:
        path = Path(word)
        if path.is_absolute() and path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()


def machine_facts(workers: int) -> dict[str, str]:
    """Return what a manifest says of this machine."""
    memory = memory_of_machine()
    machine = {
        "arena": __version__,
        "python": sys.version.split()[0],
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "cores": str(cores()),
        "memory": "unknown" if memory is None else f"{memory // 2**20} MiB",
        "workers": str(workers),
    }
    for library in _LIBRARIES:
        try:
            machine[library] = importlib.metadata.version(library)
        except importlib.metadata.PackageNotFoundError:
            machine[library] = "not installed"
    return machine
