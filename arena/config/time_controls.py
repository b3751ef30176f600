"""The keys ``game_time`` and ``move_time`` of a tournament file, of the whole and of one bot: read, and held together.

Pure. What the values mean is in contract/game_time.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from arena.config.model import BotEntry, Tournament
from arena.config.node import Node, Trap, value_of
from arena.config.units import DAY, HOUR, LEAST_TIME, seconds_of, show_seconds
from arena.config.walk import Walk
from arena.contract.game_time import GameTime, Overtime, TimeControl, TimeStage

GAME_TIME_KEYS = ("budget", "increment", "delay", "stages", "overtime")
STAGE_KEYS = ("moves", "budget", "increment")
OVERTIME_KEYS = ("points", "per", "most")
MONTH = 30 * DAY
MOST_POINTS, MOST_MOVES = 1000, 10_000
_FALLBACK = GameTime.of(1500.0)
_EXAMPLES = "Write game_time: 25m, 5m+2s for two seconds more after each move, or {budget: 25m, delay: 3s}"


def read_move_time(node: Node, key: str, walk: Walk) -> float | None:
    """Return the seconds of a move, None for ``none``."""
    return walk.seconds(node, key, 1.0, LEAST_TIME, DAY)


def read_game_time(node: Node, key: str, walk: Walk) -> GameTime | None:
    """Return a player's time for a game: ``25m``, ``5m+2s`` or a mapping; None for ``none``."""
    if node.kind == "scalar":
        return _short(node, key, walk)
    fields = walk.fields(node, key, GAME_TIME_KEYS)
    if node.kind != "mapping":
        return _FALLBACK
    increment = _seconds(fields, "increment", key, walk, 0.0, HOUR)
    delay = _seconds(fields, "delay", key, walk, 0.0, HOUR)
    stages = _stages(node, fields, key, walk, increment)
    if delay and any(stage.increment for stage in stages) and not walk.troubled(key):
        problem = "'delay' and 'increment' cannot be combined: both are time for each move"
        walk.complain(fields["delay"], f"{key}.delay", problem, "Remove one")
    overtime = _overtime(fields["overtime"], f"{key}.overtime", walk) if "overtime" in fields else None
    return GameTime(stages, delay, overtime)


def _short(node: Node, key: str, walk: Walk) -> GameTime | None:
    value = value_of(node)
    if isinstance(value, Trap):
        walk.complain(node, key, value.problem, _EXAMPLES)
        return _FALLBACK
    if not isinstance(value, str) or "+" not in value:
        budget = walk.seconds(node, key, _FALLBACK.stages[0].budget, LEAST_TIME, MONTH)
        return None if budget is None else GameTime.of(budget)
    budget, increment = (seconds_of(part) for part in value.split("+", 1))
    if budget is None or increment is None:
        walk.complain(node, key, f"{value!r} is not a budget and an increment, each with its unit", _EXAMPLES)
    elif not LEAST_TIME <= budget <= MONTH or increment > HOUR:
        ends = f"{show_seconds(LEAST_TIME)} to {show_seconds(MONTH)}, an increment up to {show_seconds(HOUR)}"
        walk.complain(node, key, f"{value} is outside a budget from {ends}", "Write durations between these")
    else:
        return GameTime((TimeStage(budget, increment),))
    return _FALLBACK


def _seconds(fields: Mapping[str, Node], name: str, key: str, walk: Walk, least: float, most: float) -> float:
    """Return a duration that is not needed, 0 where it is not there."""
    if name not in fields:
        return 0.0
    seconds = walk.seconds(fields[name], f"{key}.{name}", least, least, most)
    if seconds is None:
        walk.complain(fields[name], f"{key}.{name}", "a duration is needed here", f"Write one, or remove {name}")
    return seconds or 0.0


def _stages(node: Node, fields: Mapping[str, Node], key: str, walk: Walk, increment: float) -> tuple[TimeStage, ...]:
    """Return the stages, of a budget alone one. increment: of those that say none."""
    if ("budget" in fields) == ("stages" in fields):
        if not walk.troubled(key):
            problem = "this needs a budget, or stages with a budget each" + (", not both" * ("budget" in fields))
            walk.complain(node, key, problem, _EXAMPLES)
        return _FALLBACK.stages
    if "budget" in fields:
        return (TimeStage(_seconds(fields, "budget", key, walk, LEAST_TIME, MONTH), increment),)
    items = list(walk.items(fields["stages"], f"{key}.stages"))
    stages = [_stage(item, at, walk, increment, last=at == items[-1][0]) for at, item in items]
    if len(items) == 1 and not walk.troubled(f"{key}.stages"):
        remedy = "Write budget: instead, or a stage with moves: before it"
        walk.complain(fields["stages"], f"{key}.stages", "one stage alone is a budget", remedy)
    return tuple(stages) or _FALLBACK.stages


def _stage(node: Node, key: str, walk: Walk, increment: float, *, last: bool) -> TimeStage:
    fields = walk.fields(node, key, STAGE_KEYS)
    moves = None if last else 1
    if node.kind == "mapping" and "budget" not in fields:
        walk.complain(node, f"{key}.budget", "a stage adds time", "Write budget: 30m")
    if "moves" in fields and last:
        problem = "the last stage is for the rest of the game, however many moves that are"
        walk.complain(fields["moves"], f"{key}.moves", problem, "Remove it, or add a stage behind it")
    elif "moves" in fields:
        moves = walk.whole(fields["moves"], f"{key}.moves", 40, 1, MOST_MOVES)
    elif not last and node.kind == "mapping":
        walk.complain(node, f"{key}.moves", "nothing says when the next stage begins", "Write moves: 40")
    own = _seconds(fields, "increment", key, walk, 0.0, HOUR) if "increment" in fields else increment
    return TimeStage(_seconds(fields, "budget", key, walk, LEAST_TIME, MONTH), own, moves)


def _overtime(node: Node, key: str, walk: Walk) -> Overtime:
    fields = walk.fields(node, key, OVERTIME_KEYS)
    if node.kind == "mapping" and "points" not in fields:
        walk.complain(node, f"{key}.points", "overtime costs points", "Write {points: 10, per: 1m}")
    points = walk.whole(fields["points"], f"{key}.points", 10, 1, MOST_POINTS) if "points" in fields else 10
    per = _seconds(fields, "per", key, walk, 1.0, HOUR) or 60.0
    most = _seconds(fields, "most", key, walk, LEAST_TIME, DAY) or None
    return Overtime(points, per, most)


def stored_time_control(identity: Mapping[str, Any], name: str) -> TimeControl:
    """Return the times by which a bot plays in a tournament that is stored (its identity, read back from JSON)."""
    keys = ("move_time", "game_time")
    own: Mapping[str, Any] = next((bot for bot in identity.get("bots", ()) if bot.get("name") == name), {})
    bot = msgspec.convert({"name": name, **{key: own[key] for key in keys if key in own}}, BotEntry)
    whole = msgspec.convert(identity.get("game_time"), GameTime | None)
    stored = Tournament(name="", bots=(bot,), variants=(), move_time=identity.get("move_time"), game_time=whole)
    return stored.time_control(name)


# What has to hold between the keys.


def check_time_controls(tournament: Tournament, walk: Walk) -> None:
    """Complain about times that cannot be played by, of the tournament and of every bot that has its own."""
    if tournament.game_time is not None:
        _check_limits("game_time", tournament, walk)
    _check("", TimeControl(tournament.move_time, tournament.game_time), tournament, walk)
    for index, bot in enumerate(() if walk.troubled("bots") else tournament.bots):  # else they lie elsewhere
        if bot.game_time == "" and bot.move_time == "":
            continue
        control = tournament.time_control(bot.name)
        key = f"bots[{index}]."
        if isinstance(bot.game_time, GameTime):
            _check_limits(f"{key}game_time", tournament, walk)
        if control.move_time is None and control.game_time is None and tournament.limits.game_time is None:
            at = f"{key}{'move_time' if bot.move_time == 'none' else 'game_time'}"
            _complain(at, "with no time for a move and none for the game it could think forever",
                      "Write a move_time or a game_time", walk)  # fmt: skip
        _check(key, control, tournament, walk)


def _check(key: str, control: TimeControl, tournament: Tournament, walk: Walk) -> None:
    """Complain about one player's times; key: where they are written, with a dot, "" for the whole tournament's."""
    game, move = control.game_time, control.move_time
    if game is None or any(
        walk.troubled(f"{place}{name}") for place in ("", key) for name in ("game_time", "move_time")
    ):
        return
    at = f"{key}move_time" if f"{key}move_time" in walk.marks else f"{key}game_time"
    if game.overtime is not None:
        over = f"{key}game_time.overtime"
        others = [variant.name for variant in tournament.variants if variant.game != "word"]
        if others and over in walk.marks and not walk.troubled("variants"):
            problem = f"overtime takes points, and the game of {others[0]} has none"
            _complain(over, problem, "Remove it, or give that variant a tournament of its own", walk)
        if game.overtime.most is None and move is None:
            problem = "nothing would end a move in overtime: there is neither a move_time nor a most"
            _complain(
                over if over in walk.marks else at, problem, "Write {points: 10, most: 10m}, or a move_time", walk
            )
    if move is None:
        return
    stage = game.stages[0]
    if game.delay >= move:
        problem = (
            f"a move may take {show_seconds(move)}, and a delay of {show_seconds(game.delay)} would count none of it"
        )
        _complain(at, problem, "Write a move_time longer than the delay, or none", walk)
    elif stage.moves is None and not stage.increment and game.overtime is None and move > stage.budget + game.delay:
        problem = f"a move_time of {show_seconds(move)} never counts: the whole game has {show_seconds(stage.budget)}"
        _complain(at, problem, "Write a shorter move_time, or none", walk)


def _check_limits(key: str, tournament: Tournament, walk: Walk) -> None:
    if tournament.limits.game_time is not None and not walk.troubled("limits"):
        problem = f"'{key}' and 'limits.game_time' cannot be combined: both are a budget for the game"
        _complain("limits.game_time", problem, f"Remove it, and keep {key}", walk)


def _complain(key: str, problem: str, remedy: str, walk: Walk) -> None:
    line, column = walk.marks.get(key, (1, 1))
    walk.complain(Node("scalar", line, column), key, problem, remedy)
