"""What one can play here: boards, tiles, rule books, words, bots and small games, by name."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from typing import Any

from arena.boardlang.boardfile import board_about
from arena.config.naming import written
from arena.errors import ArenaError
from arena.runner.plugin.about import about
from arena.runner.plugin.find import installed, makers
from arena.serve.live.facts import Facts
from arena.variants.load import BOARDS, RULES, TILES, load_board, read_part, shipped
from arena.variants.plugins import games
from arena.variants.plugins import maker as maker_of_game
from arena.variants.plugins import makers as makers_of_games

LEXICA = ("default", "any", "odd")
DEFAULTS = {"board": "standard", "tiles": "english", "rules": "itu", "lexicon": "default"}
EXAMPLES = {
    "connect": "connect(7,6,4)", "nim": "nim(3,5,7)", "sticks": "sticks(21)", "coins": "coins(5,3)", "peg": "peg",
    "tictactoe": "tictactoe",
}  # fmt: skip


def choices(strengths: Mapping[str, Facts]) -> dict[str, Any]:
    """Return everything that can be named in a new game; what does not load is left out. strengths: by bot."""
    return {
        "boards": list(_boards()),
        "tiles": [_tiles(name) for name in shipped(TILES)],
        "rules": [{"name": name} for name in shipped(RULES)],
        "lexica": [{"name": name} for name in LEXICA],
        "bots": bots(strengths),
        "small": small_games(),
        "defaults": DEFAULTS,
    }


@cache
def _boards() -> tuple[dict[str, Any], ...]:
    fields = []
    for name in shipped(BOARDS):
        try:
            layout = load_board(name)
            line = board_about(read_part(BOARDS, name).data)
        except ArenaError:
            continue
        bounds = layout.bounds
        fields.append(
            {
                "name": name,
                "about": line,
                "infinite": layout.infinite,
                "columns": None if bounds is None else bounds[2] - bounds[0] + 1,
                "rows": None if bounds is None else bounds[3] - bounds[1] + 1,
            }
        )
    return tuple(fields)


def _tiles(name: str) -> dict[str, Any]:
    try:
        language = str(read_part(TILES, name).data.get("language", ""))
    except ArenaError:
        language = ""
    return {"name": name, "language": language}


def bots(strengths: Mapping[str, Facts]) -> list[dict[str, Any]]:
    """Return the installed bots, each as it is written where several distributions have one of that name."""
    fields, known = [], installed()
    for name, plugins in known.items():
        for plugin, maker in zip(plugins, makers(known)[name], strict=True):
            said = about(plugin)
            kinds = [kind for kind, plays in (("word", said.word), ("small", said.small)) if plays]
            called = written(name, maker, makers(known)[name])
            options = [asdict(one) for one in said.options]
            fields.append({
                "name": called, "about": said.line, "games": kinds, "options": options,
                "strength": strengths.get(called),
            })  # fmt: skip
    return fields


def small_games() -> list[dict[str, Any]]:
    """Return the installed small games."""
    fields, known = [], games()
    for name, entries in known.items():
        for entry in entries:
            try:  # anybody's module: the others are still listed
                factory = entry.load()
                line = (inspect.getdoc(factory) or "").partition("\n")[0]
                called = written(name, maker_of_game(entry), makers_of_games(known)[name])
                example = EXAMPLES.get(called, called)
                fields.append({"name": called, "about": line, "example": example, "seats": seats_of(example)})
            except Exception:
                continue
    return fields


def seats_of(game: str) -> int:
    """Return how many play a small game. Raises ArenaError where it cannot be made."""
    from arena.small_games import read_game

    return read_game(game).seats
