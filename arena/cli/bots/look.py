"""One look at a bot that somebody works on: does it play, and how does it do against an earlier version?"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from arena.cli.versions import NEW, OLD
from arena.config.model import Tournament as Contents
from arena.errors import ArenaError
from arena.records.store import GAMES
from arena.report.numbers import percent, plural, signed
from arena.report.standings import Report
from arena.report.trouble.faults import FaultKind
from arena.report.winner import chance_of
from arena.runner.plugin.bytecode import compiled_apart
from arena.runner.preflight import DoNotStart, said
from arena.tournament import Stop, Tournament

SURE = 0.95  # chance of being stronger from which on a version counts as better, and as worse at what is left of 1
_TIMES, _MORE = 1.25, 5.0  # as long a move as before, and so many ms more than noise, from which on a version is slower


@dataclass(frozen=True, slots=True)
class BotLook:
    """What was seen. word: ``better``, ``worse``, ``slower``, ``broken`` or ``even``. rest: the figures behind it."""

    word: str
    rest: str

    def __str__(self) -> str:
        return f"{self.word}: {self.rest}"


def look(contents: Contents, stop: Stop) -> BotLook | None:
    """Start both versions and play their match anew; None where it was stopped. Raises Complaints about the boards."""
    folder = Path(contents.output)
    if (folder / GAMES).exists():
        shutil.rmtree(folder)
    compiled_apart.cache_clear()  # files that were compiled for the last look have changed since
    tournament = Tournament.of(contents)  # what is wrong with it is not the bot's
    try:
        played = tournament.run(stop=stop)
        return look_of(played.results.report(), contents.name) if played.complete else None
    except DoNotStart as refused:
        return BotLook("broken", "\n".join(said(refused.troubles)))
    except ArenaError as error:
        return BotLook("broken", str(error))


def look_of(report: Report, tournament: str) -> BotLook:
    """Return what a match between NEW and OLD says. tournament: its name, for the command that repeats a fault."""
    wrong = [kind for kind in report.faults if kind.bot == NEW]
    if wrong:
        return BotLook("broken", "; ".join(_fault(kind, tournament) for kind in wrong))
    lines = report.standings[0].lines
    new, old = lines[NEW], lines[OLD]
    took, before = new.mean_ms or 0.0, old.mean_ms or 0.0
    slower = took > _TIMES * before + _MORE
    chance = chance_of(report.analysis, NEW, OLD) or 0.0
    figures = [f"{percent(new.rating.points)} % in {plural(new.rating.games, 'game')}"]
    figures += [] if new.spread.mean is None else [f"{signed(new.spread.mean)} points a game"]
    figures.append(f"chance of being stronger {percent(chance)} %")
    figures.append(f"{took:.1f} ms a move{', slower than' if slower else ','} before {before:.1f}")
    word = "better" if chance >= SURE else "worse" if chance <= 1 - SURE else "slower" if slower else "even"
    return BotLook(word, ", ".join(figures))


def _fault(kind: FaultKind, tournament: str) -> str:
    again = kind.repeat(tournament)
    text = f"{kind.name} {plural(kind.times, 'time')}, first by {kind.detail}"
    return f"{text} (again: {again})" if again else text
