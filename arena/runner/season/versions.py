"""Which version each bot of a night is, and the register after it. A version is told by the hash of what it is."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from arena.config.model import BotEntry
from arena.records.season import Register, SeasonEntry, current
from arena.runner.season.entrants import Entrant

# What of a manifest's words on a bot is the bot, wherever it lies and under whatever name and version it is packed.
_OWN = ("sha256", "value", "wheels", "command", "address")


@dataclass(frozen=True, slots=True)
class Version:
    """What an entrant is tonight. new: whether no game of it can have been played. name: under which it plays."""

    entrant: Entrant
    number: int
    name: str
    hash: str
    new: bool
    before: SeasonEntry | None

    @property
    def changed(self) -> bool:
        """Whether another version of the bot played last."""
        return self.before is not None and self.before.name != self.name


def hash_of(entry: BotEntry, facts: Mapping[str, str], others: str = "") -> str:
    """Return the hash of a bot: its files, its wheels, its options and its own times.

    facts: as a manifest has them. others: the hash of files that are not in these, "" for none.
    """
    whole = {key: facts[key] for key in _OWN if key in facts}
    given = (entry.options, entry.process, entry.move_time, entry.game_time)
    data = msgspec.json.encode((whole, given, others), order="sorted")
    return hashlib.sha256(data).hexdigest()


def versions_of(entrants: Sequence[Entrant], hashes: Mapping[str, str], register: Register) -> tuple[Version, ...]:
    """Return the version of each entrant. hashes: by bot. What comes back as it once was is that version again."""
    now = current(register)
    taken = {entry.name.casefold() for entry in register} | {one.bot.casefold() for one in entrants}
    found = []
    for one in entrants:
        earlier = [entry for entry in register if entry.bot == one.bot]
        same = next((entry for entry in earlier if entry.hash == hashes[one.bot]), None)
        before = now.get(one.bot)
        if same is not None:
            found.append(Version(one, same.version, same.name, same.hash, False, before))
            continue
        number = max((entry.version for entry in earlier), default=0) + 1
        name = one.bot if number == 1 else _unlike(f"{one.bot}-v{number}", taken)
        taken.add(name.casefold())
        found.append(Version(one, number, name, hashes[one.bot], True, before))
    return tuple(found)


def _unlike(name: str, taken: set[str]) -> str:
    """Return a name that nobody has."""
    found, number = name, 1
    while found.casefold() in taken:
        number += 1
        found = f"{name}.{number}"
    return found


def after(register: Register, admitted: Sequence[Version], entrants: Sequence[Entrant], at: float) -> Register:
    """Return the register after a night has begun. admitted: versions that play or might. at: seconds since 1970.

    Of an entrant that was not admitted, the version before stays; who is no entrant any more is retired.
    """
    plays = {one.name: one for one in admitted}
    decided = {one.entrant.bot for one in admitted}
    stays = {one.bot for one in entrants} - decided
    entries = []
    for entry in register:
        version = plays.pop(entry.name, None)
        if version is not None:
            entry = _as_it_is(entry, version)
        elif entry.plays and entry.bot not in stays:
            entry = msgspec.structs.replace(entry, retired=at)
        entries.append(entry)
    for one in plays.values():
        whose = one.entrant
        entries.append(
            SeasonEntry(
                bot=whose.bot, version=one.number, name=one.name, source=whose.source, hash=one.hash, joined=at,
                added=whose.added,
            )
        )  # fmt: skip
    return tuple(entries)


def _as_it_is(entry: SeasonEntry, version: Version) -> SeasonEntry:
    return msgspec.structs.replace(
        entry, retired=0.0, source=version.entrant.source, added=version.entrant.added
    )  # fmt: skip
