"""Going on with a tournament over TCP that was broken off: who played, in which order, and whether it is the same one.

The manifest of the games that are there says all of it. Clients have to come back under their names; where from does
not matter.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path

import msgspec

from arena.errors import ResultsError
from arena.records.manifest import Manifest
from arena.records.store import GAMES, Results
from arena.runner.manifest import differences as differences_of_all


def manifest_of(folder: Path) -> Manifest | None:
    """Return the manifest of the games in a folder, None where there are none. Raises ResultsError where it is lost."""
    if not os.path.exists(folder / GAMES):
        return None
    with Results(folder) as results:
        manifest = results.manifest if results.count() else None
    if manifest is not None and manifest.lost:
        problem = "the manifest was made again from the games, which do not say who of the players was a client"
        raise ResultsError(str(folder), problem, "Begin again with another --name; reports and exports can be had")
    return manifest


def clients_of(manifest: Manifest, players: int, bots: Collection[str], folder: Path) -> tuple[str, ...]:
    """Return the clients of an earlier run, in the order in which they begin. Raises ResultsError for other players."""
    entries = manifest.tournament["bots"]
    clients = tuple(entry["name"] for entry in entries if entry.get("address"))
    ours = [entry["name"] for entry in entries if not entry.get("address")]
    if len(entries) != players or set(ours) != set(bots):
        sides = f"{', '.join(clients)}" + (f" and our {', '.join(ours)}" if ours else "")
        raise ResultsError(
            str(folder), f"these games are between {sides}", f"Repeat --players {len(entries)} and --bots"
        )
    return clients


def differences(old: Manifest, new: Manifest) -> Sequence[str]:
    """Return what forbids the new run to go on with the old games; nothing that a client's coming back changes."""
    return differences_of_all(_without_clients(old), _without_clients(new))


def _without_clients(manifest: Manifest) -> Manifest:
    ours = [entry for entry in manifest.tournament["bots"] if not entry.get("address")]
    names = {entry["name"] for entry in ours}
    return msgspec.structs.replace(
        manifest,
        tournament={**manifest.tournament, "bots": ours},
        bots={name: fields for name, fields in manifest.bots.items() if name in names},
    )
