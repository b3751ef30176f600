"""Where a bot gave points away, beside the class: by phase, by variant, and by what it did. Pure.

The class's figure is the mean of its bots, each counted once, so that nobody weighs more by longer games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from arena.report.gather import EVERYWHERE
from arena.report.looks import PHASES, Look, Regret
from arena.report.numbers import fixed, percent, signed
from arena.report.regret_sums import WHOLE, RegretLine, regret_lines

HEADS = ("where", "turns", "given away\na turn", "+-", "class", "difference", "best move\n%", "class\n%")
DOING_HEADS = ("what it did", "turns", "of its turns\n%", "class\n%", "given away\na game", "class")
_DOINGS = {
    "play": "plays", "change": "exchanges", "pass": "passes", "failed": "refused moves", "timeout": "out of time",
}  # fmt: skip


@dataclass(frozen=True)
class _Doing:
    """One kind of turn of a bot. share: of its turns; away: points given away by such turns, a game."""

    turns: int
    share: float
    away: float


class GivenAway:
    """All that was given away, ready to be told bot by bot."""

    def __init__(self, regret: Regret, order: Sequence[str]) -> None:
        lines: dict[tuple[str, str], dict[str, RegretLine]] = defaultdict(dict)
        for line in regret_lines(regret, order):
            lines[line.variant, line.phase][line.bot] = line
        self._lines: Mapping[tuple[str, str], Mapping[str, RegretLine]] = lines
        self._variants = sorted({variant for variant, _ in lines} - {EVERYWHERE})
        self._doings = _doings(regret.looks)

    def rows(self, bot: str) -> list[list[str]]:
        """Return a bot's rows, see HEADS: the whole game, its phases, then the variants."""
        places = [(EVERYWHERE, WHOLE, "the whole game"), *((EVERYWHERE, phase, phase) for phase in PHASES)]
        places += [(variant, WHOLE, variant) for variant in self._variants]
        return [
            _row(title, own, self._lines[variant, phase].values())
            for variant, phase, title in places
            if (own := self._lines.get((variant, phase), {}).get(bot)) is not None
        ]

    def doing_rows(self, bot: str) -> list[list[str]]:
        """Return a bot's rows, see DOING_HEADS, of what it or the class did."""
        rows = []
        for kind, title in _DOINGS.items():
            own = self._doings.get(bot, {}).get(kind)
            others = [doings.get(kind, _Doing(0, 0.0, 0.0)) for doings in self._doings.values()]
            if own is None:
                continue
            rows.append([
                title, str(own.turns), percent(own.share), percent(_mean([one.share for one in others])),
                fixed(own.away), fixed(_mean([one.away for one in others])),
            ])  # fmt: skip
        return rows

    def whole(self, bot: str) -> tuple[float, float] | None:
        """Return what a bot gave away a turn, and the class; None where nothing of it was looked at."""
        lines = self._lines.get((EVERYWHERE, WHOLE), {})
        own = lines[bot].given_away.mean if bot in lines else None
        return None if own is None else (own, _mean([line.given_away.mean for line in lines.values()]))


def _row(title: str, own: RegretLine, everybody: Iterable[RegretLine]) -> list[str]:
    lines = list(everybody)
    away, mean = own.given_away, _mean([line.given_away.mean for line in lines])
    half = None if away.low is None or away.high is None else (away.high - away.low) / 2
    difference = None if away.mean is None else away.mean - mean
    return [
        title, str(away.n), fixed(away.mean, 2), fixed(half, 2), fixed(mean, 2), signed(difference, 2),
        percent(own.agreement.mean), percent(_mean([line.agreement.mean for line in lines])),
    ]  # fmt: skip


def _doings(looks: Sequence[Look]) -> dict[str, dict[str, _Doing]]:
    turns: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    games: dict[str, set[str]] = defaultdict(set)
    for look in looks:
        turns[look.bot][look.kind].append(look.given_away)
        games[look.bot].add(look.game)
    found = {}
    for bot, kinds in turns.items():
        total = sum(map(len, kinds.values()))
        found[bot] = {
            kind: _Doing(len(away), len(away) / total, sum(away) / len(games[bot])) for kind, away in kinds.items()
        }
    return found


def _mean(values: Iterable[float | None]) -> float:
    """Return the mean of what there is."""
    found = [value for value in values if value is not None]
    return sum(found) / len(found) if found else 0.0
