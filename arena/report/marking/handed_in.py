"""Whose marks are asked for: what was handed in for a tournament, and plays in it or was not admitted. Pure."""

from __future__ import annotations

from arena.records.manifest import Manifest
from arena.records.season import current


def handed_in(manifest: Manifest) -> dict[str, str]:
    """Return bot -> the file or folder that was handed in, {} where nothing was; of a season the versions that play.

    In a season, who is not admitted and had no good version before plays no game, and is here with "": its manifest
    does not say where it lay. A next version that is not admitted is not here: marks are for the one that stays.
    """
    retired = {entry.name for entry in manifest.season if not entry.plays}
    found = {bot: file for bot, facts in manifest.bots.items() if (file := facts.get("submission", ""))}
    found = {bot: file for bot, file in found.items() if bot not in retired}
    if not manifest.season or not found:
        return found
    playing = current(manifest.season)
    return found | {
        name: ""
        for name in manifest.refused
        if name not in found and not any(name == bot or name.startswith(f"{bot}-v") for bot in playing)
    }
