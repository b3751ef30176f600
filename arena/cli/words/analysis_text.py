"""Analyses of records as text and JSON: the moves, and what each player gave away by phase and by kind of mistake."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from arena.report.numbers import NONE, fixed, grid, percent, plural
from arena.words import AnalysedTurn, RecordAnalysis
from arena.words.judges import Basis
from arena.words.mistakes import MISTAKES, PHASES
from arena.words.turns import TurnSum

SAID: dict[Basis, str] = {
    "equity": "equity",
    "sim": "simulation",
    "endgame": "equity, with an empty bag by exact search",
    "auto": "simulation, with an empty bag by exact search",
}
LEFT = ("player", "rack", "move", "best", "mistake", "record", "phase", "by")


def analysis_text(analysis: RecordAnalysis, by: Basis) -> str:
    """Return a record's moves as a table; lost: what the move gave away."""
    return grid(turn_heads(by), [turn_cells(analysis, turn, by) for turn in analysis.turns], LEFT) + "\n"


def turn_heads(by: Basis) -> list[str]:
    """Return the heads of the table of moves."""
    if by == "equity":
        return ["no.", "player", "rack", "move", "points", "equity", "best", "points", "equity", "lost", "mistake"]
    worth = ["points", "worth", "win %"]
    return ["no.", "player", "rack", "move", *worth, "best", *worth, "lost", "win lost", "by", "mistake"]


def turn_cells(analysis: RecordAnalysis, turn: AnalysedTurn, by: Basis) -> list[str]:
    """Return a move as a row of that table."""
    first = [str(turn.number), analysis.players[turn.player], turn.rack, turn.made, str(turn.score)]
    if by == "equity":
        return [
            *first, fixed(turn.equity), turn.best, str(turn.best_score), fixed(turn.best_equity),
            fixed(turn.given_away), turn.mistake,
        ]  # fmt: skip
    guess = "" if turn.exact or turn.by != "endgame" else "~"
    return [
        *first, guess + fixed(turn.value), percent(turn.win), turn.best, str(turn.best_score),
        guess + fixed(turn.best_value), percent(turn.best_win), fixed(turn.given_away), percent(turn.win_given_away),
        turn.by, turn.mistake,
    ]  # fmt: skip


def sum_tables(analyses: Sequence[RecordAnalysis], by: Basis) -> list[tuple[str, list[str], list[list[str]]]]:
    """Return (title, heads, rows) of what each player gave away: by phase, and by kind of mistake."""
    tables = []
    for names, title in ((PHASES, "phase"), (MISTAKES, "mistake")):
        rows = [
            [
                player, name, str(known.turns), str(known.mistakes), fixed(known.points),
                fixed(known.points / known.turns), *([] if by == "equity" else [_wins(known)]),
            ]
            for player, sums in _sums(analyses).items()
            for name in names
            if (known := sums[name]).turns
        ]  # fmt: skip
        heads = ["player", title, "moves", "mistakes", "points given away", "a move"]
        if rows:
            tables.append((title, heads if by == "equity" else [*heads, "wins given away"], rows))
    return tables


def _wins(known: TurnSum) -> str:
    return fixed(known.wins, 2) if known.weighed else NONE


def worst_of(analyses: Sequence[RecordAnalysis], top: int, by: Basis) -> list[tuple[RecordAnalysis, int]]:
    """Return the ``top`` mistakes that gave most away, each with its record and its place in the record's turns.

    By points; where simulation tells chances to win, by these, and then by points.
    """
    every = [(at, place) for at in analyses for place, turn in enumerate(at.turns) if turn.mistake]

    def lost(one: tuple[RecordAnalysis, int]) -> tuple[float, float]:
        turn = one[0].turns[one[1]]
        return (turn.win_given_away or 0.0) if by in ("sim", "auto") else 0.0, turn.given_away

    return heapq.nlargest(top, every, key=lost)


def sums_text(analyses: Sequence[RecordAnalysis], top: int, by: Basis) -> str:
    """Return what each player gave away, by phase and by kind of mistake, and the ``top`` worst moves."""
    parts = [grid(heads, rows, LEFT) for _, heads, rows in sum_tables(analyses, by)]
    worst = [(at.turns[place], at) for at, place in worst_of(analyses, top, by)]
    if worst:
        rows = [
            [at.where, str(turn.number), at.players[turn.player], turn.rack, turn.made, turn.best,
             fixed(turn.given_away), *([] if by == "equity" else [percent(turn.win_given_away)]), turn.mistake]
            for turn, at in worst
        ]  # fmt: skip
        more = [] if by == "equity" else ["win lost"]
        heads = ["record", "no.", "player", "rack", "move", "best", "lost", *more, "mistake"]
        parts.append("The moves that gave most away:\n\n" + grid(heads, rows, LEFT))
    return "\n\n".join([*parts, last_line(analyses, by)])


def last_line(analyses: Sequence[RecordAnalysis], by: Basis) -> str:
    """Return how much was looked at, and what was left out."""
    turns, unknown = sum(len(one.turns) for one in analyses), sum(one.unknown for one in analyses)
    end = f"{plural(turns, 'move')} of {plural(len(analyses), 'record')} beside the best by {SAID[by]}"
    return f"{end}; {plural(unknown, 'move')} left out: the whole rack is not known" if unknown else end


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
            name: {
                "turns": sums[name].turns, "mistakes": sums[name].mistakes, "points": round(sums[name].points, 4),
                "wins": round(sums[name].wins, 4) if sums[name].weighed else None,
            }
            for name in names
        }  # fmt: skip

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
    searched = turn.by != "equity"

    def side(move: str, score: int, equity: float, value: float, win: float | None) -> dict[str, object]:
        searched_value = {"points": round(value, 4), "exact": turn.exact} if searched else None
        return {
            "move": move, "score": score, "equity": round(equity, 4), "value": searched_value,
            "win": None if win is None else round(win, 6),
        }  # fmt: skip

    lost = turn.win_given_away
    return {
        "number": turn.number, "player": turn.player + 1, "rack": turn.rack, "phase": turn.phase, "by": turn.by,
        "made": side(turn.made, turn.score, turn.equity, turn.value, turn.win),
        "best": side(turn.best, turn.best_score, turn.best_equity, turn.best_value, turn.best_win),
        "given_away": round(turn.given_away, 4), "win_given_away": None if lost is None else round(lost, 6),
        "mistake": turn.mistake or None,
    }  # fmt: skip
