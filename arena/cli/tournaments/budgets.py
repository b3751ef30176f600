"""A budget of time in words: what a night is expected to play of it, and what it has left for another one."""

from __future__ import annotations

from collections.abc import Sequence

from tabulate import tabulate

from arena.config.units import show_seconds
from arena.report.numbers import be, plural
from arena.schedule.unplayed import Unplayed
from arena.tournament import BudgetPlan

_MOST = 10  # pairings, bots and rounds that are named
_NEXT = "the next in the schedule come first"
_MOST_FIRST = "pairs that tell most for their time come first"


def budget_text(plan: BudgetPlan) -> str:
    """Return what a night plays within its budget, for people."""
    if not plan.missing:
        return "no game is missing, so there is nothing to play"
    time, workers = show_seconds(plan.budget), "one at a time" if plan.workers == 1 else f"{plan.workers} at a time"
    missing = f"{plan.bound} {plural(plan.missing, 'game')}".lstrip()
    games = f"{plan.games} of {missing} that {be(plan.missing)} missing"
    if not plan.games:
        return f"within {time}: {games}; the look at bots took too long, and those that are new play another night"
    about = f"about {_about(plan.seconds)}"
    order = _MOST_FIRST if plan.informative else _NEXT
    lines = [f"within {time}, {workers}: {games}, {about}; {order}:"]
    if plan.rounds:
        lines = [f"within {time}, {workers}: {games}, {about}:", *_rounds(plan)]
        lines.append(f"in a round {order}, and who meets later hangs on the results; round {plan.rounds[0].number}:")
    rows = [
        (" - ".join(one.bots), plural(one.pairs, "pair"), plural(one.games, "game"),
         f"about {_about(one.seconds)}")
        for one in plan.pairings[:_MOST]
    ]  # fmt: skip
    lines += _table(rows, len(plan.pairings), "pairing")
    if plan.assumed:
        who = ", ".join(plan.assumed[:_MOST]) + (", ..." if len(plan.assumed) > _MOST else "")
        lines.append(f"no game of {who} was timed so far, so that what theirs take is a guess")
    last = "the pair that is begun last is played to its end"
    if plan.overrun is None:
        lines.append(f"{last}, whenever that is: nothing ends a move or a game in time")
    else:
        lines.append(f"{last}, at most about {_about(plan.overrun)} after the budget")
    return "\n".join(lines)


def ended_text(plan: BudgetPlan, unplayed: Unplayed, passed: float, again: str) -> str:
    """Return how a night with a budget ended. passed: by so many seconds. again: the command that goes on with it."""
    if not plan.missing:
        return ""
    if not unplayed.games:
        return "no game is missing any more\n"
    left = f"{unplayed.bound} {plural(unplayed.games, 'game')} {be(unplayed.games)} missing".lstrip()
    late = f" (and passed by {_about(passed)}: its last games took longer than expected)" if passed >= 0.1 else ""
    now = sum(games for _, games in unplayed.pairings)
    lines = [f"the budget of {show_seconds(plan.budget)} is used up{late}, and {left}"]
    if unplayed.round and now:
        lines[0] += f", {now} of them of round {unplayed.round}:"
    elif unplayed.pairings:
        lines[0] += ":"
    rows = [(" - ".join(bots), plural(games, "game")) for bots, games in unplayed.pairings[:_MOST]]
    lines += _table(rows, len(unplayed.pairings), "pairing")
    return "\n".join([*lines, f"Go on with: {again} --budget ...", ""])


def _table(rows: Sequence[tuple[str, ...]], count: int, what: str) -> list[str]:
    """Return lines for some pairings or rounds, indented, and one for how many more there are."""
    lines = [f"  {line}" for line in tabulate(rows, tablefmt="plain").splitlines()] if rows else []
    more = count - len(rows)
    return [*lines, f"  and {plural(more, f'more {what}')}"] if more > 0 else lines


def _rounds(plan: BudgetPlan) -> list[str]:
    rows = [(f"round {one.number}", f"{one.games} of {plural(one.missing, 'game')}") for one in plan.rounds[:_MOST]]
    return _table(rows, len(plan.rounds), "round")


def _about(seconds: float) -> str:
    return show_seconds(float(f"{seconds:.2g}") if seconds < 100 else round(seconds))
