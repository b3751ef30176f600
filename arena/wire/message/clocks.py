"""What messages say of a time for the whole game: keys that a client may leave unread. Both ends, pure.

Times are milliseconds, as everywhere in messages. Without such a time the messages are as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.contract.game_time import GameTime, GameTimeLeft, Overtime, TimeStage

Message = Mapping[str, Any]


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)


def with_game_time(start: Message, game_time: GameTime | None) -> Message:
    """Return ``start`` with the seat's time for the game, where it has one."""
    if game_time is None:
        return start
    stages = [
        {"budget": _ms(stage.budget), "increment": _ms(stage.increment), "moves": stage.moves}
        for stage in game_time.stages
    ]
    overtime = game_time.overtime
    costs = None
    if overtime is not None:
        most = None if overtime.most is None else _ms(overtime.most)
        costs = {"points": overtime.points, "per": _ms(overtime.per), "most": most}
    return {**start, "game_time": {"stages": stages, "delay": _ms(game_time.delay), "overtime": costs}}


def game_time_of(start: Message) -> GameTime | None:
    """Return the time for the game that a ``start`` says, None where it says none."""
    message = start.get("game_time")
    if message is None:
        return None
    stages = tuple(
        TimeStage(stage["budget"] / 1000, stage["increment"] / 1000, stage["moves"]) for stage in message["stages"]
    )
    costs, overtime = message["overtime"], None
    if costs is not None:
        most = None if costs["most"] is None else costs["most"] / 1000
        overtime = Overtime(costs["points"], costs["per"] / 1000, most)
    return GameTime(stages, message["delay"] / 1000, overtime)


def with_clocks(question: Message, standing: GameTimeLeft | None, *, by_cpu: bool) -> Message:
    """Return ``your_turn`` with how the seat's clock for the game stands, and by which clock it runs."""
    more: dict[str, Any] = {"clock": "cpu"} if by_cpu else {}
    if standing is not None:
        more["game_ms"] = _ms(standing.seconds)
        more |= {"increment_ms": _ms(standing.increment)} if standing.increment else {}
        more |= {"delay_ms": _ms(standing.delay)} if standing.delay else {}
    return {**question, **more} if more else question


def standing_of(question: Message) -> GameTimeLeft | None:
    """Return how the clock for the game stands by a ``your_turn``, None where there is none."""
    if question.get("game_ms") is None:
        return None
    increment, delay = question.get("increment_ms", 0.0), question.get("delay_ms", 0.0)
    return GameTimeLeft(question["game_ms"] / 1000, increment / 1000, delay / 1000)
