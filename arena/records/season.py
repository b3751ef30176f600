"""The register of a season, as its manifest keeps it: who took part, in which versions, from when to when. Pure."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class SeasonEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One version of a bot.

    bot:     its name, which all its versions share. version: from 1. name: under which this version plays.
    source:  where it was handed in, "" for a bot that the tournament file names otherwise.
    hash:    of all that it is made of; another one is another version.
    joined:  seconds since 1970 (UTC) when it was first admitted. retired: when another version took its place or it
             left the season; 0 for one that plays.
    added:   whether it was added by hand, and not by the file.
    """

    bot: str
    version: int
    name: str
    source: str
    hash: str
    joined: float
    retired: float = 0.0
    added: bool = False

    @property
    def plays(self) -> bool:
        """Whether it is the version that plays."""
        return not self.retired


Register = tuple[SeasonEntry, ...]


def counting(register: Iterable[SeasonEntry]) -> dict[str, SeasonEntry]:
    """Return bot -> the one version of it that counts for the bot: the one that plays, else the last that did.

    However the others are rated: of equal versions the one with the best rating is the luckiest.
    """
    entries = sorted(register, key=lambda entry: (entry.plays, entry.version))
    return {entry.bot: entry for entry in entries}


def current(register: Iterable[SeasonEntry]) -> dict[str, SeasonEntry]:
    """Return bot -> the version of it that plays."""
    return {entry.bot: entry for entry in register if entry.plays}
