"""The schema of tournament files: from a tree to a Tournament, with a complaint for all that does not fit.

Pure; what a file cannot say by itself (installed bots, existing programs) is handed in. The keys are
explained to people in docs/reference/tournament-file.md; a test holds that page and KEYS together.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from arena.config.adjudicate import read_adjudicate
from arena.config.entries import Surroundings, read_bots, read_variants
from arena.config.kinds import MOST_PAIRS_WITH_STOP, read_kind, read_stop
from arena.config.model import BotEntry, Kind, Limits, Tournament
from arena.config.node import Node
from arena.config.pairs import MOST_PAIRS, check_pairs
from arena.config.season import check_season
from arena.config.shared import check_shared
from arena.config.time_controls import check_time_controls, read_game_time, read_move_time
from arena.config.units import DAY, HOUR, LEAST_TIME, START_TIMES
from arena.config.walk import Walk

KEYS = (
    "name", "seed", "bots", "variants", "tiles", "rules", "lexicon", "hand_size", "challenge", "players", "pairs",
    "kind", "stop", "move_time", "game_time", "clock", "backstop", "ponder", "limits", "workers", "process",
    "isolation", "max_faults", "max_crashes", "max_voids", "wheels", "output", "adjudicate",
    "season",
)  # fmt: skip
LIMIT_KEYS = (
    "start_time", "game_time", "late_time", "shutdown_time", "cpu_time", "memory", "output", "open_files",
    "processes", "file_size",
)  # fmt: skip
MOST_SEATS = 8  # as many as the word game takes; another game says how many it is for


def tournament_from(
    node: Node,
    walk: Walk,
    around: Surroundings,
    games: Collection[str] | None = None,
) -> Tournament:
    """Return the tournament; where ``walk`` has complaints afterwards, parts of it are fallbacks.

    games: names of the games' entry points; None leaves those unchecked.
    """
    fields = walk.fields(node, "", KEYS)
    if node.kind != "mapping":
        return Tournament(name="", bots=(), variants=(), path=walk.file)
    for key in ("name", "bots", "variants"):
        if key not in walk.marks:
            example = {"name": "name: night", "bots": "bots: [greedy, random]", "variants": "variants: [standard]"}
            walk.complain(node, key, f"the key {key!r} is missing", f"Add it, for example: {example[key]}")
    bots = read_bots(fields.get("bots"), walk, around)
    variants = read_variants(fields, walk, games)
    name = (walk.name(fields["name"], "name") if "name" in fields else None) or ""
    players = walk.whole(fields["players"], "players", 2, 1, MOST_SEATS) if "players" in fields else 2
    said = {bot.name for bot in bots}
    season = walk.truth(fields["season"], "season", False) if "season" in fields else False
    if bots and len(bots) < players and not season and not walk.troubled("bots"):
        problem = (
            f"{len(bots)} bot{'s' if len(bots) > 1 else ''} cannot fill {players} seat{'s' if players > 1 else ''}"
        )
        walk.complain(fields["bots"], "bots", problem, "Add bots (copies under other names are fine)")
    limits = _limits(fields["limits"], walk) if "limits" in fields else Limits()
    values = _counts(fields, walk) | _clock(fields, walk, limits)
    if "seed" in fields:
        values["seed"] = walk.seed(fields["seed"], "seed")
    if "kind" in fields:
        values["kind"] = read_kind(fields["kind"], walk, said, players)
    if "stop" in fields:
        values["stop"] = read_stop(fields["stop"], walk, said, players, values.get("kind", Kind()))
        values.setdefault("pairs", MOST_PAIRS_WITH_STOP)
    if "adjudicate" in fields:
        values["adjudicate"] = read_adjudicate(fields["adjudicate"], walk, variants)
    output = walk.text(fields["output"], "output", "results/night") if "output" in fields else None
    if "wheels" in fields:
        wanted = season or _want_wheels(bots)
        values["wheels"] = _wheels(fields["wheels"], walk, around, wanted)
    tournament = Tournament(
        name=name,
        bots=bots,
        variants=variants,
        seed_given="seed" in fields,
        players=players,
        limits=limits,
        season=season,
        output=output or f"results/{name}",
        path=walk.file,
        marks=walk.marks,
        **values,
    )
    check_time_controls(tournament, walk)
    check_shared(tournament, fields, walk)
    check_season(tournament, fields, walk)
    check_pairs(tournament, walk)
    return tournament


def _want_wheels(bots: Collection[BotEntry]) -> bool:
    """Tell whether any bot may be installed from wheels: one that was handed in, or a package by its path."""
    return any(bot.submission or (bot.path and not bot.command) for bot in bots)


def _wheels(node: Node, walk: Walk, around: Surroundings, wanted: bool) -> str:
    """Return the folder of wheels, absolute; "" after a complaint. wanted: whether any bot is installed from it."""
    text = walk.text(node, "wheels", "wheels")
    if text is None:
        return ""
    if not wanted and not walk.troubled("bots"):
        walk.complain(node, "wheels", "no bot is installed from wheels", "Remove it, or add a bot by from: or path:")
        return ""
    trouble = "the path contains a null character" if "\0" in text else around.no_folder(text)
    if trouble:
        walk.complain(node, "wheels", trouble, "Paths are relative to the folder of the tournament file")
    return around.absolute(text)


def _counts(fields: Mapping[str, Node], walk: Walk) -> dict[str, Any]:
    """Return the whole numbers that the file names."""
    values: dict[str, Any] = {}
    for key, (fallback, least, most) in {
        "pairs": (10, 1, MOST_PAIRS),
        "workers": (0, 1, 1024),
        "max_faults": (10, 1, 1_000_000),
        "max_crashes": (10, 1, 1_000_000),
        "max_voids": (3, 0, 1000),
    }.items():
        if key in fields:
            values[key] = walk.whole(fields[key], key, fallback, least, most)
    return values


def _clock(fields: Mapping[str, Node], walk: Walk, limits: Limits) -> dict[str, Any]:
    """Return what the file says of time and processes: clock, move_time, game_time, backstop and so on."""
    values: dict[str, Any] = {}
    for key, choices in {
        "clock": ("wall", "cpu"),
        "process": ("fresh", "kept", "shared"),
        "isolation": ("auto", "process", "sandbox", "none"),
    }.items():
        if key in fields:
            values[key] = walk.choice(fields[key], key, choices, choices[0])
    if "game_time" in fields:
        values["game_time"] = read_game_time(fields["game_time"], "game_time", walk)
        if values["game_time"] is not None:
            values["move_time"] = None  # what a move may take is what is left, unless the file says more
    if "move_time" in fields:
        values["move_time"] = read_move_time(fields["move_time"], "move_time", walk)
    if "backstop" in fields:
        values["backstop"] = walk.number(fields["backstop"], "backstop", 5.0, 1.0, 1000.0)
        if values.get("clock", "wall") != "cpu" and not walk.troubled("clock"):
            problem = "a backstop belongs to 'clock: cpu'; the wall clock needs none"
            walk.complain(fields["backstop"], "backstop", problem, "Remove it, or write clock: cpu")
    if "ponder" in fields:
        values["ponder"] = walk.truth(fields["ponder"], "ponder", False)
    if values.get("move_time", 1.0) is not None or values.get("game_time") is not None:
        return values
    if limits.game_time is None and not walk.troubled("limits"):
        remedy = "Write game_time: 10m, or a move_time"
        walk.complain(fields["move_time"], "move_time", "without it a bot could think forever", remedy)
    if values.get("clock") == "cpu":
        walk.complain(fields["clock"], "clock", "'cpu' judges moves, and there is no move_time", "Write a move_time")
    return values


def _limits(node: Node, walk: Walk) -> Limits:
    fields = walk.fields(node, "limits", LIMIT_KEYS)
    values: dict[str, Any] = {}
    default = Limits()
    for key, (least, most, optional) in {
        "start_time": (*START_TIMES, False),
        "game_time": (LEAST_TIME, 30 * DAY, True),
        "late_time": (0.0, HOUR, False),
        "shutdown_time": (0.0, HOUR, False),
        "cpu_time": (1.0, 30 * DAY, True),
    }.items():
        if key in fields:
            values[key] = walk.seconds(fields[key], f"limits.{key}", getattr(default, key), least, most)
            if values[key] is None and not optional:
                walk.complain(fields[key], f"limits.{key}", "this limit cannot be switched off", "Write a duration")
    for key, (least_bytes, optional) in {
        "memory": (32 * 1024 * 1024, True),
        "output": (0, False),
        "file_size": (0, False),
    }.items():
        if key in fields:
            values[key] = walk.bytes(fields[key], f"limits.{key}", getattr(default, key), least_bytes)
            if values[key] is None and not optional:
                walk.complain(fields[key], f"limits.{key}", "this limit cannot be switched off", "Write a size")
    for key in ("open_files", "processes"):
        if key in fields:
            values[key] = walk.whole(fields[key], f"limits.{key}", 256, 16, 1_000_000)
    return Limits(**values)
