"""What ``arena ask`` is about: a turn of a stored game, a move of a GCG record, or a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from arena.config.time_controls import stored_time_control
from arena.contract.game_time import TimeControl
from arena.contract.outcome import Fault
from arena.errors import BotError, ConfigError
from arena.records.manifest import Manifest
from arena.records.record import GameRecord
from arena.records.store import Results, find_results
from arena.runner.asking.question import Conditions, Question, question_of
from arena.runner.dialects import clients_of
from arena.runner.inside.guest import ClientMaker
from arena.runner.plugin.by_path import is_path, plugin_at
from arena.runner.plugin.find import Plugin, file_hash, find
from arena.serve.lookback.cgp_of import spec_of
from arena.variants.build import build_game


@dataclass(frozen=True)
class AskedCase:
    """A bot with its question.

    bot: how it is called. plugin: what is asked, found in ``folder`` (None: where it is installed); None for a
    program, which is not asked here. seat: from 0. where: the game or position, for people. variant: its name.
    command: of a program, its command line as far as it is known. remarks: what is not as it was then.
    """

    bot: str
    plugin: Plugin | None
    folder: Path | None
    seat: int
    where: str
    variant: str
    question: Question
    clients: ClientMaker | None
    command: str = ""
    remarks: tuple[str, ...] = ()


def named(bot: str) -> tuple[Plugin, Path | None]:
    """Return the bot of a name, a ``module:factory`` or a path, and the folder that a path's module lies in."""
    if is_path(bot):
        found = plugin_at(bot, "BOT")
        return found.plugin, found.folder
    return find(bot, where="BOT"), None


def stored_case(bot: str, name: str, game_id: str, number: int, seed: int, move_time: float | None) -> AskedCase:
    """Return the question of a turn (from 1; 0 is the bot's start) of a stored game.

    name: of the results. seed: of the bot's random numbers where the record does not say it. move_time: seconds,
    instead of the game's. Raises ArenaErrors for what is not there, and for a turn that is another bot's.
    """
    with Results(find_results(name)) as results:
        record = results.get(game_id)
        manifest = results.manifest
    where = f"{name}/{record.id}"
    seat = _seat(bot, record, number, where)
    given = _conditions(manifest, record.bots[seat], move_time)
    spec = spec_of(manifest, record.variant, name)
    plugin, folder, remarks = _plugin(bot, record.bots[seat], manifest, given)
    question = question_of(
        record, spec, build_game(spec), seat, number - 1 if number else None, given, brief=plugin is not None
    )
    if not question.exact:
        remarks += ("the record is of an older arena and does not have its random numbers: others are used",)
        question = replace(question, start={**question.start, "seed": seed})
    if record.process[seat : seat + 1] == ("kept",):
        remarks += ("its process was kept from game to game: what it remembered of earlier ones is not here",)
    if record.process[seat : seat + 1] == ("shared",):
        remarks += ("it shared a worker's process: what it, or others there, left of earlier games is not here",)
    command = manifest.bots.get(record.bots[seat], {}).get("command", "")
    return AskedCase(bot, plugin, folder, seat, where, spec.name, question, clients_of(spec), command, remarks)


def _conditions(manifest: Manifest, bot: str, move_time: float | None) -> Conditions:
    """Return what a bot of a tournament is told of it; move_time: seconds, instead of the tournament's."""
    return Conditions(
        options=_options(manifest, bot),
        control=_control(manifest, bot) if move_time is None else TimeControl(move_time),
        clock=str(manifest.tournament.get("clock", "wall")),
        scheme=manifest.scheme,
    )


def _control(manifest: Manifest, bot: str) -> TimeControl:
    """Return the times by which a bot played."""
    return stored_time_control(manifest.tournament, bot).within(manifest.limits.get("game_time"))


def _seat(bot: str, record: GameRecord, number: int, where: str) -> int:
    """Return the seat that is asked; a bot that was not in the game takes the place of whoever had the turn."""
    turns = f"It has the turns 1 to {len(record.moves)}" if record.moves else "It has none"
    own = [seat for seat, name in enumerate(record.bots) if name == bot]
    if not 0 <= number <= len(record.moves):
        raise ConfigError(where, f"the game has no turn {number}", f"{turns}; 0 is the start of a bot")
    if number == 0:
        if not own:
            who = " and ".join(record.bots)
            raise ConfigError(where, f"{bot} did not play this game", f"Its players: {who}; of others name a turn")
        return own[0]
    seat = record.moves[number - 1].seat
    if own and seat not in own:
        turns = numbers([move.turn + 1 for move in record.moves if move.seat in own])
        remedy = f"The turns of {bot}: {turns}" if turns else f"{bot} had no turn in it"
        raise ConfigError(where, f"turn {number} is not {bot}'s but {record.bots[seat]}'s", remedy)
    fault = record.moves[number - 1].fault
    if fault is not None and fault.fault == Fault.NOT_READY.name:
        problem = f"{record.bots[seat]} was not ready, and so it was asked nothing ({fault.detail})"
        raise ConfigError(where, problem, "Name turn 0: its start")
    return seat


def numbers(given: Sequence[int]) -> str:
    """Return numbers as text, the first twenty of many."""
    return ", ".join(map(str, given[:20])) + (" ..." if len(given) > 20 else "")


def _options(manifest: Manifest, bot: str) -> Mapping[str, object]:
    for fields in manifest.tournament.get("bots", ()):
        if isinstance(fields, Mapping) and fields.get("name") == bot:
            return dict(fields.get("options") or {})
    return {}


def _plugin(
    bot: str, player: str, manifest: Manifest, given: Conditions
) -> tuple[Plugin | None, Path | None, tuple[str, ...]]:
    """Return the plug-in that is asked, its folder, and what is not as it was; None for a player that is none."""
    if bot != player:
        plugin, folder = named(bot)
        options = f", with its options {dict(given.options)}" if given.options else ""
        return plugin, folder, (f"{bot} is asked in the place of {player}{options}",)
    behind = manifest.bots.get(player, {})
    if "submission" in behind:
        problem = f"{player} was handed in, and plays behind walls only: here it would run as you"
        raise BotError("BOT", problem, "Ask a copy that you trust by its path in BOT's place, such as ./bot.py")
    if "built" in behind:
        problem = f"{player} was built, and plays in an environment of its own that is not this one"
        raise BotError("BOT", problem, "Install it here, and ask it by its installed name in BOT's place")
    if "value" not in behind:
        if not behind or "plugin" in behind:
            return find(player, where="BOT"), None, ()
        return None, None, ()
    folder = None
    if "path" in behind:
        at = plugin_at(behind["path"], "BOT", behind.get("commit", ""))
        found, folder = at.plugin, at.folder
    else:
        found = Plugin(behind.get("plugin", player), behind["value"], behind.get("distribution", ""))
    before, now = behind.get("sha256", ""), file_hash(found)
    if not now:
        problem = f"{found.value}, which played as {player}, cannot be found"
        raise BotError("BOT", problem, "Install it, go to its folder, or name its path instead")
    changed = (f"{player} is not what it was: its file has changed since",) if before and before != now else ()
    return found, folder, changed


def refusal(case: AskedCase, shown: str) -> BotError:
    """Return why a player that is no plug-in is not asked, and what may be done instead."""
    pipe = f" | {case.command}" if case.command else ""
    problem = f"{case.bot} is no plug-in of ours, and cannot be asked in this process"
    return BotError("BOT", problem, f"Hand it what it was told: {shown} --messages{pipe}")
