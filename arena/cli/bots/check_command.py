"""The check of a foreign program: a close look at its first messages, then whole games on each variant.

It plays against itself, and against a partner that changes, passes, is refused and is late, so that it hears every
message there is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from arena.cli.bots.probe import probe
from arena.contract.outcome import Void
from arena.contract.seeds import Master
from arena.errors import EXIT_OK, EXIT_PREFLIGHT
from arena.records.record import GameRecord
from arena.report.numbers import noun, plural
from arena.runner.preflight import faults_of
from arena.runner.setup import BotSetup, Setup
from arena.runner.worker import Worker
from arena.schedule import trial_job

PARTNER = BotSetup("sparring", value="arena_bots.sparring:make_bot")
MOST_NAMED = 5  # troubles of one kind in one game that are named
SLOW = 0.5  # share of the time for a move beyond which a remark is made


def check_command(setup: Setup, master: Master, say: Callable[[str], Any]) -> int:
    """Check the one program of a setup, telling as it goes; return the exit status."""
    (bot,) = setup.bots.values()
    assert setup.move_time is not None
    first = next(iter(setup.variants.values()))
    report = probe(setup, bot.command, first, master, setup.move_time)
    for remark in report.remarks:
        say(f"remark: {remark}")
    for problem in report.problems:
        say(f"wrong: {problem}")
    if report.problems:
        say("something is wrong, see above; games are played when the first messages are right")
        return EXIT_PREFLIGHT
    say("the first messages are right")
    status = EXIT_OK
    worker = Worker(msgspec.structs.replace(setup, bots={bot.name: bot, PARTNER.name: PARTNER}))
    try:
        for variant, spec in setup.variants.items():
            for others in ([bot.name] * (spec.seats - 1), [PARTNER.name] * (spec.seats - 1)):
                if others or spec.seats == 1:
                    wrong = _game(worker, bot.name, others, variant, master, setup.move_time, say)
                    status = EXIT_PREFLIGHT if wrong else status
                if not others:
                    break
    finally:
        worker.close()
    say("nothing is wrong" if status == EXIT_OK else "something is wrong, see above")
    return status


def _game(
    worker: Worker,
    bot: str,
    others: list[str],
    variant: str,
    master: Master,
    move_time: float,
    say: Callable[[str], Any],
) -> bool:
    """Play one game; tell what was wrong; return whether anything was."""
    against = "itself" if bot in others else "a sparring partner" if others else "nobody"
    job = trial_job(master, variant, "check", (bot, *others))
    record = worker.play(job)
    if worker.killed:  # by nobody that we know of: once more, as in a tournament
        record = worker.play(job)
    if isinstance(record, Void):
        say(f"{variant}, against {against}: {record.reason}: {record.detail}")
        return True
    say(f"{variant}, against {against}: {summary(record, bot)}")
    wrong = problems(record, bot)
    for problem in wrong:
        say(f"  wrong: {problem}")
    for remark in remarks(record, bot, move_time):
        say(f"  remark: {remark}")
    return bool(wrong)


def problems(record: GameRecord, bot: str) -> list[str]:
    """Return what the bot did wrong in a game; of very much the beginning."""
    seats = {seat for seat, name in enumerate(record.bots) if name == bot}
    messages = []
    for move in record.moves:
        if move.seat in seats:
            for fault in (*move.tries, *((move.fault,) if move.fault else ())):
                kind = fault.fault.lower().replace("_", " ")
                messages.append(f"turn {move.turn}: {kind}: {fault.detail}{_hint(kind)}")
    for dropped in record.circumstances.dropped:
        if dropped.seat in seats:
            count = f"{dropped.count} answers were" if dropped.count != 1 else "an answer was"
            no_turn = " (it carries no turn: copy that of your_turn)" if "to turn -1 " in dropped.first else ""
            messages.append(f"{count} dropped, the first an {dropped.first}{no_turn}")
    if not record.counts:
        messages.append(record.reason)
    messages = list(dict.fromkeys(messages))
    rest = len(messages) - MOST_NAMED
    more = [f"and {rest} {noun(rest, 'thing')} more"] if rest > 0 else []
    printed = [trouble.output for trouble in faults_of(record) if trouble.bot == bot and trouble.output.strip()][:1]
    lines = [f"    | {line[:200]}" for output in printed for line in output.strip().splitlines()[-8:]]
    return messages[:MOST_NAMED] + more + (["it printed:\n" + "\n".join(lines)] if messages and lines else [])


def _hint(kind: str) -> str:
    return "; does the program flush its output after each line?" if kind == "late" else ""


def remarks(record: GameRecord, bot: str, move_time: float) -> list[str]:
    """Return what is worth knowing of a game, and breaks no rule."""
    seats = [seat for seat, name in enumerate(record.bots) if name == bot]
    mine = [(move, ms) for move, ms in zip(record.moves, record.circumstances.ms, strict=True) if move.seat in seats]
    lines = []
    slowest = max((ms for _, ms in mine), default=0.0)
    if slowest > SLOW * move_time * 1000:
        lines.append(f"its slowest move took {slowest:.0f} ms of {move_time * 1000:.0f}")
    if any(record.circumstances.closing[seat] for seat in seats if seat < len(record.circumstances.closing)):
        lines.append("it did not leave by itself after game_over")
    if mine and all(move.move in ("pass", None) for move, _ in mine):
        lines.append("it did nothing but pass")
    return lines


def summary(record: GameRecord, bot: str) -> str:
    """Return a game in a line: turns, points, and the bot's times."""
    times = [
        ms
        for move, ms in zip(record.moves, record.circumstances.ms, strict=True)
        if record.bots[move.seat] == bot and move.fault is None
    ] or [0.0]
    points = "" if record.scores is None else f", points {' : '.join(map(str, record.scores))}"
    pace = f"{sum(times) / len(times):.1f} ms a move, longest {max(times):.1f} ms"
    return f"{plural(len(record.moves), 'turn')}{points}, {pace}, {record.reason}"
