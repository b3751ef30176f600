"""Analyses of records as text and JSON: the moves, and what each player gave away by phase and by kind of mistake."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from arena.report.numbers import fixed, grid, plural
from arena.words import AnalysedTurn, RecordAnalysis
from arena.words.analysis import TurnSum
from arena.words.mistakes import MISTAKES, PHASES

LEFT = ("player", "rack", "move", "best", "mistake", "record", "phase", "phase or mistake")


def analysis_text(analysis: RecordAnalysis) -> str:
    """Return a record's moves as a table; lost: equity that the move gave away."""
    heads = ["no.", "player", "rack", "move", "points", "equity", "best", "points", "equity", "lost", "mistake"]
    rows = [
        [
            str(turn.number), analysis.players[turn.player], turn.rack, turn.made, str(turn.score),
            fixed(turn.equity), turn.best, str(turn.best_score), fixed(turn.best_equity), fixed(turn.given_away),
            turn.mistake,
        ]
        for turn in analysis.turns
    ]  # fmt: skip
    return grid(heads, rows, LEFT) + "\n"


def sums_text(analyses: Sequence[RecordAnalysis], top: int) -> str:
    """Return what each player gave away, by phase and by kind of mistake, and the ``top`` worst moves."""
    parts: list[str] = []
    for names, title in ((PHASES, "phase"), (MISTAKES, "mistake")):
        rows = [
            [
                player,
                name,
                str(known.turns),
                str(known.mistakes),
                fixed(known.points),
                fixed(known.points / known.turns),
            ]
            for player, sums in _sums(analyses).items()
            for name in names
            if (known := sums[name]).turns
        ]
        if rows:
            heads = ["player", title, "moves", "mistakes", "points given away", "a move"]
            parts.append(grid(heads, rows, LEFT))
    every = [(turn, analysis) for analysis in analyses for turn in analysis.turns if turn.mistake]
    worst = heapq.nlargest(top, every, key=lambda one: one[0].given_away)
    if worst:
        rows = [
            [at.where, str(turn.number), at.players[turn.player], turn.rack, turn.made, turn.best,
             fixed(turn.given_away), turn.mistake]
            for turn, at in worst
        ]  # fmt: skip
        heads = ["record", "no.", "player", "rack", "move", "best", "lost", "mistake"]
        parts.append("The moves that gave most away:\n\n" + grid(heads, rows, LEFT))
    turns, unknown = sum(len(one.turns) for one in analyses), sum(one.unknown for one in analyses)
    end = f"{plural(turns, 'move')} of {plural(len(analyses), 'record')} beside the best by equity"
    parts.append(f"{end}; {plural(unknown, 'move')} left out: the whole rack is not known" if unknown else end)
    return "\n\n".join(parts)


def _sums(analyses: Sequence[RecordAnalysis]) -> dict[str, dict[str, TurnSum]]:
    """Return player -> phase or mistake -> sum, over all records, players by name."""
    found: dict[str, dict[str, TurnSum]] = {}
    for analysis in analyses:
        for player, nick in enumerate(analysis.players):
            sums = found.setdefault(nick, dict.fromkeys((*PHASES, *MISTAKES), TurnSum()))
            for name, more in {**analysis.by_phase(player), **analysis.by_mistake(player)}.items():
                sums[name] = sums[name].with_sum(more)
    return dict(sorted(found.items()))


def sums_json(analyses: Sequence[RecordAnalysis]) -> dict[str, object]:
    """Return player -> {"phases": ..., "mistakes": ...}, each by name with turns, mistakes and points."""

    def named(sums: dict[str, TurnSum], names: Sequence[str]) -> dict[str, object]:
        return {
            name: {"turns": sums[name].turns, "mistakes": sums[name].mistakes, "points": round(sums[name].points, 4)}
            for name in names
        }

    return {
        player: {"phases": named(sums, PHASES), "mistakes": named(sums, MISTAKES)}
        for player, sums in _sums(analyses).items()
    }


def analysis_json(analysis: RecordAnalysis) -> dict[str, object]:
    """Return a record's analysis as the JSON answer has it."""
    return {
        "record": analysis.where,
        "players": list(analysis.players),
        "unknown": analysis.unknown,
        "turns": [_turn_json(turn) for turn in analysis.turns],
    }


def _turn_json(turn: AnalysedTurn) -> dict[str, object]:
    return {
        "number": turn.number, "player": turn.player + 1, "rack": turn.rack, "phase": turn.phase,
        "made": {"move": turn.made, "score": turn.score, "equity": round(turn.equity, 4)},
        "best": {"move": turn.best, "score": turn.best_score, "equity": round(turn.best_equity, 4)},
        "given_away": round(turn.given_away, 4), "mistake": turn.mistake or None,
    }  # fmt: skip
