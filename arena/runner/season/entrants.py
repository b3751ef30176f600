"""Who takes part in a night of a season: the file's bots and those that were added, each with a name that stays.

A bot is told by the place where it was handed in. What lies there another time is another version of it. Another place
is another bot, also with the same name (the second is told apart by a number); but where the bot of that name lies
nowhere any more, it goes on as that one: somebody handed in a zip file instead of a Python file.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from arena.config.model import BotEntry, Tournament
from arena.config.submissions import is_text, name_from, names_of, stem_of
from arena.config.walk import is_name
from arena.errors import ConfigError
from arena.records.season import Register, current


@dataclass(frozen=True, slots=True)
class Addition:
    """What somebody adds by hand. path: absolute. name: of the bot that it is another version of, "" to be found."""

    path: str
    name: str = ""

    @classmethod
    def read(cls, text: str) -> Addition:
        """Return the addition of a text PATH or NAME=PATH; paths begin in the current folder. Raises ConfigError."""
        name, equals, path = text.partition("=")
        if not is_text(text):
            raise ConfigError("--add", f"the name {text!r} is not written in UTF-8", "Rename that file or folder")
        if not equals or os.path.lexists(text):
            name, path = "", text
        elif not is_name(name) and os.path.lexists(path or "."):
            raise ConfigError("--add", f"{name!r} cannot be a bot's name", "Write NAME=PATH, or the path alone")
        if not path or not os.path.lexists(path):
            raise ConfigError("--add", f"there is nothing at {path or text!r}", "Name a file or folder, or NAME=PATH")
        return cls(os.path.abspath(path), name)


@dataclass(frozen=True, slots=True)
class Entrant:
    """One bot of a night. entry: as a tournament has it, under the bot's name. source, added: see ``SeasonEntry``."""

    entry: BotEntry
    source: str = ""
    added: bool = False

    @property
    def bot(self) -> str:
        return self.entry.name


def entrants_of(
    tournament: Tournament, register: Register, additions: Sequence[Addition], retire: Sequence[str] = ()
) -> tuple[Entrant, ...]:
    """Return who takes part. retire: bots that were added and leave the season.

    Raises ConfigError: a name that is retired is nobody's who was added, or of somebody who is added now, what lies at
    a place is added under two names, or a bot has a name that the season gave to somebody else, or to a version of
    somebody else's.
    """
    base = os.path.dirname(os.path.realpath(tournament.path)) if tournament.path else os.getcwd()
    now = current(register)
    _check_retired(tournament, register, retire)
    named = [Entrant(bot) for bot in tournament.bots if not bot.submission]
    for one in named:
        known = now.get(one.bot)
        if known is not None and known.source:
            problem = f"the season has a bot {one.bot!r} that was handed in at {known.source}"
            raise ConfigError(tournament.where("bots"), problem, "Give the file's bot another name")
    handed_in = {
        _place(bot.submission, base): Entrant(bot, _place(bot.submission, base))
        for bot in tournament.bots
        if bot.submission
    }
    asked = _asked(additions, base)
    for place in asked:
        if place not in handed_in:
            handed_in[place] = Entrant(_entry(name_from(os.path.basename(place)), place, base), place, True)
    moved = {name for name in asked.values() if name}
    for known in now.values():
        stays = known.added and known.source not in handed_in and known.bot not in {*retire, *moved}
        if stays and known.bot not in _successors(handed_in, register, base):
            handed_in[known.source] = Entrant(_entry(known.bot, known.source, base), known.source, True)
    names = _names(list(handed_in.values()), asked, register, [one.bot for one in named], base)
    _check_versions(tournament, register, [one.bot for one in named], names)
    for place, name in zip(handed_in, names, strict=True):
        if place in asked and name in retire:
            raise ConfigError("--retire", f"{name!r} is added with --add as well", "Leave out one of the two")
    return (*named, *(_called(one, name) for one, name in zip(handed_in.values(), names, strict=True)))


def _asked(additions: Sequence[Addition], base: str) -> dict[str, str]:
    """Return the places at which bots are added by hand -> the names that were given, "" for none."""
    asked: dict[str, str] = {}
    for one in additions:
        place = _place(one.path, base)
        before = asked.get(place, "")
        if before and one.name and one.name != before:
            problem = f"what lies at {place} is added as {before!r} and as {one.name!r}"
            raise ConfigError("--add", problem, "Add it once: a bot has one place, and a place has one bot")
        asked[place] = one.name or before
    return asked


def _check_retired(tournament: Tournament, register: Register, retire: Sequence[str]) -> None:
    added = sorted(entry.bot for entry in current(register).values() if entry.added)
    in_file = {bot.name for bot in tournament.bots}
    for name in retire:
        if name not in added:
            there = f"Added were: {', '.join(added)}" if added else "Nobody was added with --add"
            remedy = "Take it out of the file, or out of the folder that the file names" if name in in_file else there
            raise ConfigError("--retire", f"no bot {name!r} was added to the season", remedy)


def _check_versions(tournament: Tournament, register: Register, named: Sequence[str], others: Sequence[str]) -> None:
    """Raise ConfigError for a bot that is called as another one's version: their games would be one player's."""
    versions = {entry.name.casefold(): entry for entry in register}
    for name in (*named, *others):
        whose = versions.get(name.casefold())
        if whose is not None and whose.bot != name:
            problem = f"{name!r} is version {whose.version} of {whose.bot} in this season"
            if name in named:
                raise ConfigError(tournament.where("bots"), problem, "Give the file's bot another name")
            remedy = f"Write {whose.bot}=PATH for its next version, or take another name"
            raise ConfigError("--add", problem, remedy)


def _place(path: str, base: str) -> str:
    """Return how a place is written in the register: from the file's folder on where it lies below it."""
    path = os.path.abspath(path)
    return os.path.relpath(path, base) if path.startswith(base + os.sep) else path


def _entry(name: str, place: str, base: str) -> BotEntry:
    return BotEntry(name=name, submission=os.path.join(base, place))


def _called(entrant: Entrant, name: str) -> Entrant:
    return Entrant(msgspec.structs.replace(entrant.entry, name=name), entrant.source, entrant.added)


def _gone(register: Register, sources: Sequence[str], base: str) -> dict[str, str]:
    """Return, of the bots that were handed in and lie nowhere any more, the name in small letters -> the name."""
    latest = {entry.bot: entry for entry in register if entry.source}
    return {
        bot.casefold(): bot
        for bot, entry in latest.items()
        if entry.source not in sources and not os.path.lexists(os.path.join(base, entry.source))
    }


def _beside(source: str) -> tuple[str, str]:
    """Return what a place shares with all in which the same was handed in as a file of another kind."""
    folder, name = os.path.split(source)
    return folder, stem_of(name)


def _successors(handed_in: dict[str, Entrant], register: Register, base: str) -> set[str]:
    """Return the bots that lie nowhere any more, and in whose place something new of that name was handed in."""
    known = {entry.source for entry in register}
    gone = _gone(register, list(handed_in), base)
    wanted = {name_from(os.path.basename(place)).casefold() for place in handed_in if place not in known}
    return {bot for small, bot in gone.items() if small in wanted}


def _names(
    handed_in: Sequence[Entrant], asked: dict[str, str], register: Register, others: Sequence[str], base: str
) -> list[str]:
    """Return the bot that each of those who were handed in is."""
    of_place = {entry.source: entry.bot for entry in register if entry.source}
    gone = _gone(register, [one.source for one in handed_in], base)
    names: dict[int, str] = {}
    for place, one in enumerate(handed_in):
        if name := asked.get(one.source) or of_place.get(one.source, ""):
            names[place] = name
    twice = [name for name in names.values() if list(names.values()).count(name) > 1 or name in others]
    if twice:
        problem = f"two bots of tonight would be {twice[0]!r}"
        raise ConfigError("--add", problem, "A bot has one place: add the other under a name of its own, NAME=PATH")
    latest = {entry.bot: entry.source for entry in register if entry.source}
    beside = {_beside(latest[bot]): bot for bot in gone.values()}
    # First what lies where the other lay, but for its kind: nobody goes on as ann who hands in Ann.py before ann.zip.
    for found in (
        [beside.get(_beside(one.source)) for one in handed_in],
        [gone.get(one.bot.casefold()) for one in handed_in],
    ):
        for place, before in enumerate(found):
            if place not in names and before is not None and before not in names.values():
                names[place] = before
    taken = {*others, *names.values(), *(entry.bot for entry in register), *(entry.name for entry in register)}
    left = [place for place in range(len(handed_in)) if place not in names]
    for place, name in zip(left, names_of((handed_in[place].bot for place in left), taken), strict=True):
        names[place] = name
    return [names[place] for place in range(len(handed_in))]
