"""What is told before a night of a season: who is new, who changed, who left, who was added in vain."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from arena.printable import printable
from arena.records.season import Register, current
from arena.runner.season.entrants import Entrant
from arena.runner.season.versions import Version

_LONGEST = 300  # characters of a reason


def news_of(
    versions: Sequence[Version],
    absent: Mapping[str, str],
    register: Register,
    entrants: Sequence[Entrant],
    asked: Collection[str] = (),
) -> tuple[str, ...]:
    """Return the news, one sentence each. absent: bot -> why it was not admitted. asked: bots that were added."""
    news = []
    for one in versions:
        bot = one.entrant.bot
        if bot in absent:
            stays = "" if one.before is None else f"; {one.before.name} stays in the table, and plays no new games"
            news.append(f"{one.name} is not admitted: {printable(absent[bot], _LONGEST)}{stays}")
        elif one.new and one.before is None and one.number == 1:
            news.append(f"{bot} is new")
        elif one.new:
            earlier = "its earlier games" if one.before is None else f"the games of {one.before.name}"
            news.append(f"{bot} changed, and plays as {one.name} from now on; {earlier} stay as they are")
        elif one.before is None or one.changed:
            news.append(f"{bot} is again what it was in version {one.number}, and plays as {one.name} from now on")
        elif bot in asked:
            news.append(f"{bot} is what it was: version {one.number}, {one.name}")
    there = {one.bot for one in entrants}
    news += [f"{bot} left the season; its games stay" for bot in sorted(current(register)) if bot not in there]
    return tuple(news)
