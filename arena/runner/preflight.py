"""Before the first game: does every bot start, and can each play a game of every variant against itself?"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import msgspec

from arena.config.missing import install_line
from arena.contract.outcome import Void
from arena.contract.seeds import Master
from arena.errors import BotError, RunError
from arena.printable import LONGEST, printable, printable_lines
from arena.records.record import GameRecord
from arena.runner.dialects import Dialects
from arena.runner.guests import compile_plugins, launcher_of, program_of, zygote_of
from arena.runner.plugin.find import Plugin
from arena.runner.sandbox.homes import sweep_homes
from arena.runner.sandbox.limits import cores
from arena.runner.sandbox.zygotes import Spare, ZygoteHandle
from arena.runner.seats.address import AddressSeat
from arena.runner.seats.not_ready import NotReady
from arena.runner.seats.process import ProcessSeat
from arena.runner.seats.ready import hear_ready, unready
from arena.runner.seats.seat import Gone, Seat, Silence
from arena.runner.setup import BotSetup, Setup
from arena.runner.worker import Worker
from arena.schedule import trial_job
from arena.variants.build import build_game
from arena.variants.spec import VariantSpec
from arena.wire.message.clocks import with_game_time
from arena.wire.message.plain import Message

MOST_OF_A_LINE = 300  # characters that are shown of a line that a bot printed
_REHEARSED = 20  # looks from which on a zygote is rehearsed before them: it costs as much as it saves in so many


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with a bot: where (a variant, "" for all), the problem, and what it printed.

    killed: its process ended by a SIGKILL that was not ours.
    """

    bot: str
    variant: str
    problem: str
    output: str = ""
    killed: bool = False


def start_all(
    setup: Setup,
    most: int | None = None,
    looked_at: Callable[[str], None] = lambda bot: None,
    spare: Spare | None = None,
) -> list[Trouble]:
    """Start every bot once, a few at a time; return what went wrong, in their order.

    Every bot is told the start of a game of every variant, and has to say that it is ready; a program is started
    for each. Of entries that differ in nothing but their names one is started for all. What goes wrong first is told of
    a bot. A bot that somebody else killed is started once more, and so is
    every one whose zygote or launcher failed. looked_at: called with each bot's name when it has been looked at, from
    several threads. spare: takes the zygote that was used, if it is still there, for a worker to go on with.
    Raises RunError where a zygote or a launcher fails again.
    """
    sweep_homes()
    bots = list(setup.bots.values())
    first = _start_each(
        setup, bots, most, lambda bot, trouble: None if _by_somebody_else(trouble) else looked_at(bot), spare
    )
    found, again = first, [bot for bot in bots if _by_somebody_else(first[bot.name])]
    if again:
        found |= _start_each(setup, again, most, lambda bot, trouble: looked_at(bot), spare)
    for trouble in found.values():
        if isinstance(trouble, RunError):
            raise trouble
    return [trouble for trouble in found.values() if isinstance(trouble, Trouble)]


def _by_somebody_else(trouble: Trouble | RunError | None) -> bool:
    return isinstance(trouble, RunError) or (trouble is not None and trouble.killed)


def _start_each(
    setup: Setup,
    bots: Sequence[BotSetup],
    most: int | None,
    looked_at: Callable[[str, Trouble | RunError | None], None],
    spare: Spare | None,
) -> dict[str, Trouble | RunError | None]:
    """Start bots once, plug-ins by a zygote of their own; return by bot what went wrong, through it or through us."""
    zygote: ZygoteHandle | None = None
    groups = alike(bots)

    def started(group: Sequence[BotSetup]) -> dict[str, Trouble | RunError | None]:
        trouble: Trouble | RunError | None
        try:
            trouble = start_once(setup, zygote, group[0])
        except RunError as error:
            trouble = error
        found = {bot.name: replace(trouble, bot=bot.name) if isinstance(trouble, Trouble) else trouble for bot in group}
        for name, its in found.items():
            looked_at(name, its)
        return found

    try:
        if any(bot.value for bot in bots):
            compile_plugins(bots)
            many = sum(bool(group[0].value) for group in groups) >= _REHEARSED
            zygote = zygote_of(setup, rehearsed=many, spare=None if spare is None else spare.take())
        with ThreadPoolExecutor(most or cores()) as threads:
            found = {name: its for each in threads.map(started, groups) for name, its in each.items()}
        return {bot.name: found[bot.name] for bot in bots}
    except RunError as error:  # no zygote, so nobody
        return dict.fromkeys((bot.name for bot in bots), error)
    finally:
        if zygote is not None and spare is not None and zygote.alive:
            spare.put(zygote)
        elif zygote is not None:
            zygote.close()


def alike(bots: Iterable[BotSetup]) -> list[list[BotSetup]]:
    """Return bots in groups, in their order: entries of a plug-in that differ in nothing but their names in one.

    The same code starts from the same message behind the same walls there, so one look tells of all. Of programs and
    addresses each is a group of its own: how many may be there at once is for them to say.
    """
    groups: dict[str, list[BotSetup]] = {}
    for bot in bots:
        known_by = msgspec.structs.replace(bot, name="") if bot.value else bot
        groups.setdefault(repr(known_by), []).append(bot)
    return list(groups.values())


def start_once(setup: Setup, zygote: ZygoteHandle | None, bot: BotSetup) -> Trouble | None:
    """Start a bot once for each variant, a plug-in by a zygote; return what goes wrong first."""
    if bot.refused:
        return Trouble(bot.name, "", bot.refused)
    variant, launcher = "", None
    try:
        for spec in setup.variants.values():
            variant = spec.name
            if zygote is not None and bot.value:
                if launcher is None or not launcher.alive:
                    if launcher is not None:
                        launcher.close()
                    launcher = launcher_of(setup, zygote, bot)
                seat: Seat = ProcessSeat(launcher, variant)
            else:
                seat = AddressSeat(bot.address, setup.limits) if bot.address else program_of(setup, bot)
            trouble = readiness(msgspec.structs.replace(setup, variants={spec.name: spec}), bot, seat)
            if trouble is not None:
                return trouble
        return None
    except NotReady as failure:
        return Trouble(bot.name, variant, failure.detail, failure.output, failure.killed)
    finally:
        if launcher is not None:
            launcher.close()


def readiness(setup: Setup, bot: BotSetup, seat: Seat) -> Trouble | None:
    """Tell a seat the start of a game of the one variant of a setup, and hear whether it is ready; closes the seat."""
    (spec,) = setup.variants.values()
    seconds = setup.limits.start_time
    try:
        start = _start_message(setup, bot, spec, seat.brief)
        if start is None:
            seconds = 0.2  # long enough to notice a program that cannot run at all
        else:
            seat.tell(start)
        heard = hear_ready(seat, time.monotonic() + seconds, seat.hear)
        problem = None if start is None and isinstance(heard, Silence) else unready(seat, heard, seconds)
    finally:
        output = seat.close(patience=0.0).output
    killed = isinstance(heard, Gone) and heard.killed
    return None if problem is None else Trouble(bot.name, spec.name, problem, output, killed)


def _start_message(setup: Setup, bot: BotSetup, spec: VariantSpec, brief: bool) -> Message | None:
    """Return how a game of a variant begins for a bot; None for a game that fails: that is told when it is played."""
    try:
        game = build_game(spec)
        state, dialect = Dialects(game, spec, foreign=True).begin(1)
        control = setup.terms().time_control(bot.name)
        start = dialect.start(0, state, seed=1, seconds=control.move_time, options=bot.options, brief=brief)
        return with_game_time(start, control.game_time)
    except Exception:
        return None


def play_alone(
    worker: Worker,
    setup: Setup,
    bot: str,
    variant: str,
    master: Master,
    on_record: Callable[[GameRecord], None] = lambda r: None,
) -> list[Trouble]:
    """Let a bot play one game of a variant against itself; return its faults, and our own failure if there is one.

    A game in which somebody else killed the bot is played once more.
    """
    seats = setup.variants[variant].seats
    job = trial_job(master, variant, bot, (bot,) * seats)
    record = worker.play(job)
    if worker.killed:  # once, as in a tournament
        record = worker.play(job)
    if isinstance(record, Void):
        return [Trouble(bot, variant, f"{record.reason}: {record.detail}")]
    on_record(record)
    return faults_of(record)


def faults_of(record: GameRecord) -> list[Trouble]:
    """Return everything that went wrong in a game, a turn at a time, each with what the bot printed."""

    def output(seat: int) -> str:
        return record.circumstances.outputs[seat] if seat < len(record.circumstances.outputs) else ""

    found = []
    for move in record.moves:
        faults = [*move.tries, *([move.fault] if move.fault else [])]
        for fault in faults:
            text = f"turn {move.turn + 1}: {fault.fault.lower().replace('_', ' ')}: {fault.detail}"
            found.append(Trouble(record.bots[move.seat], record.variant, text, output(move.seat)))
    if not record.counts:
        found.append(Trouble(record.bots[0], record.variant, record.reason, output(0)))
    return found


def said(troubles: Sequence[Trouble]) -> list[str]:
    """Return troubles as lines for people."""
    lines = []
    for trouble in troubles:
        where = f"{trouble.bot} on {trouble.variant}" if trouble.variant else trouble.bot
        problem = printable(trouble.problem, LONGEST)
        lines.append(f"{where}: {problem}")
        printed = printable_lines(trouble.output.strip(), MOST_OF_A_LINE)
        if printed not in problem:  # a failure of one line is told already
            lines += [f"    | {line}" for line in printed.split("\n")[-12:]]
    return lines


def advice(troubles: Sequence[Trouble], plugins: Mapping[str, Plugin], submitted: Collection[str] = ()) -> str:
    """Return a line for each module that a bot misses, each once; "" where none misses any. submitted: handed in."""
    lines = (
        install_line(
            trouble.problem,
            plugins[trouble.bot].value if trouble.bot in plugins else "",
            trouble.bot if trouble.bot in submitted else "",
        )
        for trouble in troubles
    )
    return "\n".join(dict.fromkeys(filter(None, lines)))


def explained(troubles: Sequence[Trouble], plugins: Mapping[str, Plugin], submitted: Collection[str] = ()) -> str:
    """Return what went wrong and what to do about it, as lines."""
    return "\n".join(filter(None, [*said(troubles), advice(troubles, plugins, submitted)]))


class DoNotStart(BotError):
    """Bots do not start, and nobody asked to go on without them. way: how to ask that, "" where it cannot be asked."""

    def __init__(self, troubles: Sequence[Trouble], plugins: Mapping[str, Plugin], way: str) -> None:
        one = len(troubles) == 1
        problem = "a bot does not start" if one else f"{len(troubles)} bots do not start"
        fix = "Fix it, or let it forfeit its games" if one else "Fix them, or let them forfeit their games"
        fix = f"{fix} with {way}" if way else fix.partition(",")[0]
        super().__init__("", f"{problem}:\n{explained(troubles, plugins)}\n{fix}")
        self.args = (troubles, plugins, way)
        self.troubles, self.plugins = tuple(troubles), plugins

    def asked_by(self, way: str) -> DoNotStart:
        """Return the same for another front door."""
        return DoNotStart(self.troubles, self.plugins, way)
