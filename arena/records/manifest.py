"""What a tournament's results say of how they came about: the manifest beside the games.

Pure. ``difference`` decides whether a changed tournament file may go on with the same results.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from arena.errors import ResultsError

FORMAT = 1


class Manifest(msgspec.Struct, frozen=True):
    """Everything but the games.

    seed:         the effective master seed, also when the file gave none.
    config:       the tournament file's text; config_hash: sha256 of it.
    variants:     name -> digest of all that the variant is made of (board, tiles, rules, lexicon).
    bots:         name -> what stands behind it: plug-in, distribution, version, options, file hash; or command.
    schedule:     what decides which games are played (kind, pairs, players), JSON-able.
    limits:       the limits and budgets in force. isolation: layer -> active here or not, and what it stops.
    machine:      system, processor count, versions of Python and of the numeric libraries.
    """

    name: str
    seed: int
    config: str
    config_hash: str
    variants: dict[str, str]
    bots: dict[str, dict[str, Any]]
    schedule: dict[str, Any]
    limits: dict[str, Any]
    isolation: dict[str, str]
    machine: dict[str, str]
    process: str = "fresh"
    format: int = FORMAT


def encode(manifest: Manifest) -> bytes:
    """Return the manifest as JSON for people, indented, keys in a fixed order."""
    return msgspec.json.format(msgspec.json.Encoder(order="sorted").encode(manifest), indent=2) + b"\n"


def decode(data: bytes, where: str) -> Manifest:
    """Return the manifest that ``encode`` wrote. Raises ResultsError when it is damaged."""
    try:
        return msgspec.json.decode(data, type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ResultsError(where, f"the manifest is damaged ({error})", "Use a fresh results folder") from error


def differences(old: Manifest, new: Manifest) -> list[str]:
    """Return what keeps ``new`` from going on with the games of ``old``, one sentence each; [] when nothing does.

    Added variants, added bots and more pairs change no game that was played, and are allowed.
    """
    found = []
    if old.seed != new.seed:
        found.append(f"seed: {old.seed} became {new.seed}")
    if old.process != new.process:
        found.append(f"process: {old.process} became {new.process}")
    found += _changed("variant", old.variants, new.variants)
    found += _changed("bot", old.bots, new.bots)
    for key in sorted(old.schedule.keys() | new.schedule.keys()):
        before, after = old.schedule.get(key), new.schedule.get(key)
        grows = key == "pairs" and isinstance(before, int) and isinstance(after, int) and after >= before
        if before != after and not grows:
            found.append(f"{key}: {before} became {after}")
    for key in sorted(old.limits.keys() | new.limits.keys()):
        if old.limits.get(key) != new.limits.get(key):
            found.append(f"limits.{key}: {old.limits.get(key)} became {new.limits.get(key)}")
    return found


def _changed(what: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    found = []
    for name in old:
        if name not in new:
            found.append(f"{what} {name} is gone")
        elif isinstance(old[name], dict) and isinstance(new[name], dict):
            for key in sorted(old[name].keys() | new[name].keys()):
                if old[name].get(key) != new[name].get(key):
                    found.append(f"{what} {name}: {key} {old[name].get(key)!r} became {new[name].get(key)!r}")
        elif old[name] != new[name]:
            found.append(f"{what} {name} changed")
    return found
