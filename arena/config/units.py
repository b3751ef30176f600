"""Durations and sizes as people write them. Pure."""

from __future__ import annotations

import re

from arena.contract.game_time import GameTime, TimeStage

HOUR, DAY = 3600.0, 86400.0  # seconds
LEAST_TIME = 0.001  # seconds, of a move and of a game
START_TIMES = 0.1, HOUR  # seconds, the least and the most that a bot may have to start
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
_PART = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)\s*(ms|s|min|m|h)")
_BYTES = {"B": 1, "kB": 10**3, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
_SIZE = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)\s*(B|[kK]B|MB|GB|KiB|MiB|GiB)\s*")


def seconds_of(text: str) -> float | None:
    """Return the seconds of '500ms', '2s', '1m30s', '1.5 h'; None when it is no duration."""
    total, at = 0.0, 0
    while at < len(text.rstrip()):
        part = _PART.match(text, at)
        if part is None:
            return None
        total += float(part[1]) * _SECONDS[part[2]]
        at = part.end()
    return round(total, 9) if at else None


def bytes_of(text: str) -> int | None:
    """Return the bytes of '64KiB', '512 MiB', '1.5GB'; None when it is no size."""
    size = _SIZE.fullmatch(text)
    return round(float(size[1]) * _BYTES[size[2]]) if size else None


def show_seconds(seconds: float) -> str:
    """Return a duration for people: '50 ms', '2 s', '3 min 20 s', '1 h 5 min'."""
    if seconds < 1:
        return f"{seconds * 1000:g} ms"
    if seconds < 100:
        return f"{round(seconds, 1):g} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"


def show_game_time(game: GameTime) -> str:
    """Return a time for a game for people: '25 min', '5 min + 2 s a move', '40 moves in 1 h 30 min, then 30 min'."""
    parts = [", then ".join(map(_show_stage, game.stages))]
    parts += [f"of each move {show_seconds(game.delay)} not counted"] if game.delay else []
    if game.overtime is not None:
        most = "" if game.overtime.most is None else f", {show_seconds(game.overtime.most)} at most"
        parts.append(f"overtime at {game.overtime.points} points per {show_seconds(game.overtime.per)}{most}")
    return "; ".join(parts)


def _show_stage(stage: TimeStage) -> str:
    moves = "" if stage.moves is None else f"{stage.moves} moves in "
    increment = f" + {show_seconds(stage.increment)} a move" if stage.increment else ""
    return f"{moves}{show_seconds(stage.budget)}{increment}"
