"""Who sits at a new game: people and bots by name, and a bot's options as far as its own file says what they may be."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from arena.config.naming import chosen
from arena.errors import ArenaError, Complaints, ConfigError
from arena.runner.plugin.about import about
from arena.runner.plugin.find import Plugin, installed, makers
from arena.serve.live.asked import Seat
from arena.serve.live.from_position import check_no_paths
from arena.serve.live.plan import SeatPlan
from arena.serve.names import alike, record_name

MOST_NAME = 40  # characters
MOST_OPTIONS = 4096  # bytes of a bot's options


def checked_name(name: str, where: str) -> str:
    """Return a person's name without blanks around it; "" for none. Raises ConfigError."""
    kept = " ".join(name.split())
    if len(kept) > MOST_NAME or not kept.isprintable():
        raise ConfigError(where, f"{kept[:60]!r} is no name", f"Write 1 to {MOST_NAME} printable characters")
    return kept


def names_for(called: str, number: int, others: set[str]) -> str:
    """Return a person's name in records: like the one that people see, unlike those of bots and ``others`` (alike)."""
    wanted = record_name(called) or f"player-{number + 1}"
    bots = {alike(bot) for bot in installed()}
    name, count = wanted, 1
    while alike(name) in bots or alike(name) in others:
        count += 1
        name = f"{wanted}-{count}"
    return name


def seats_for(asked: list[Seat], *, paths: bool) -> list[SeatPlan]:
    """Return the seats, everybody with a name of their own. paths: whether options may name files of this machine.

    Raises Complaints.
    """
    wrong: list[ArenaError] = []
    seats: list[SeatPlan] = []
    used: set[str] = set()
    known = installed()
    for number, seat in enumerate(asked):
        where = f"seats[{number}]"
        try:
            made = _bot(seat, where, used, known, paths) if seat.kind == "bot" else _person(seat, where, number, used)
        except Complaints as several:
            wrong.extend(several.errors)
            continue
        except ArenaError as error:
            wrong.append(error)
            continue
        used.add(alike(made.name))
        seats.append(made)
    called = [seat.called.casefold() for seat in seats if seat.called]
    if len(set(called)) < len(called):
        wrong.append(ConfigError("seats", "two players have one name", "Give everybody a name of their own"))
    if wrong:
        raise Complaints(wrong)
    return seats


def _person(seat: Seat, where: str, number: int, used: set[str]) -> SeatPlan:
    if seat.bot or seat.options:
        raise ConfigError(f"{where}.bot", "a person's seat has no bot", 'Write "kind": "bot"')
    called = checked_name(seat.name, f"{where}.name")
    return SeatPlan(name=names_for(called, number, used), called=called)


def _bot(seat: Seat, where: str, used: set[str], known: dict[str, list[Plugin]], paths: bool) -> SeatPlan:
    if seat.name:
        raise ConfigError(f"{where}.name", "a bot has its own name", "Leave it out")
    found = chosen(seat.bot, makers(known))
    if found is None:
        raise ConfigError(f"{where}.bot", f"no bot {seat.bot[:60]!r} is installed", f"There are: {', '.join(known)}")
    plugin = known[found[0]][found[1]]
    if seat.options:
        _check_options(seat.options, f"{where}.options", plugin, paths)
    base, shown = bot_names(plugin.name, seat.options)
    name, called, count = base, shown, 1
    while alike(name) in used:
        count += 1
        name, called = f"{base}-{count}", f"{shown}-{count}" if base == shown else f"{shown} {count}"
    version = f"{plugin.distribution} {plugin.version}" if plugin.distribution else plugin.value
    return SeatPlan(
        name=name, called=called, bot=plugin.name, value=plugin.value, version=version, options=dict(seat.options)
    )  # fmt: skip


def bot_names(plugin: str, options: Mapping[str, Any]) -> tuple[str, str]:
    """Return a bot's name in records and the one that people see: with other options it is another player."""
    base = record_name(plugin) or "bot"
    if not options:
        return base, base
    pairs = sorted(options.items())
    digest = hashlib.sha256(msgspec.json.encode(pairs)).hexdigest()[:8]
    if all(isinstance(value, int | float) and not isinstance(value, bool) for _, value in pairs):
        name = record_name(f"{base}-" + "-".join(f"{key}-{value}" for key, value in pairs))
    else:
        name = ""
    shown = f"{base} ({', '.join(f'{key} {value}' for key, value in pairs)})"
    if len(shown) > MOST_NAME or not shown.isprintable():
        shown = f"{base} (options {digest})"
    return name if name and len(name) <= MOST_NAME else record_name(f"{base}-{digest}"), shown


def _check_options(options: Mapping[str, Any], where: str, plugin: Plugin, paths: bool) -> None:
    """Raise Complaints for options that the bot's own file rules out; for the others the bot itself looks at them."""
    if len(msgspec.json.encode(options)) > MOST_OPTIONS:
        raise ConfigError(where, f"they have more than {MOST_OPTIONS} bytes")
    if not paths:
        check_no_paths(list(_texts(options)), where)
    wrong: list[ArenaError] = []
    for option in about(plugin).options:
        if not option.whole or option.name not in options:
            continue
        value, least, most = options[option.name], option.least, option.most
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or (least is not None and value < least) or (most is not None and value > most):
            limits = "" if least is None else f" from {least}" if most is None else f" from {least} to {most}"
            shown = f"{str(value)[:40]!r} is not a whole number{limits}"
            wrong.append(ConfigError(f"{where}.{option.name}", shown, "Write one, or leave it out"))
    if wrong:
        raise Complaints(wrong)


def _texts(value: Any) -> Iterator[str]:
    """Yield every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for held in value.values():
            yield from _texts(held)
    elif isinstance(value, list):
        for held in value:
            yield from _texts(held)
