"""Does a game with secrets say what a seat may see? Looked at by whoever takes a stranger's game in. Pure."""

from __future__ import annotations

import json
from typing import Any

from arena.contract.draws import NotedRandom
from arena.contract.game import OpenView, has_secrets
from arena.errors import ConfigError
from arena.games.findings import CheckResult

NEITHER = "it draws by chance and shows a seat less than its state, but has no 'seen' that says what a seat may be told"
_REMEDY = "Give it seen and read_seen (docs/how-to/write-a-game.md), or an OpenView of the whole state"


def telling_all(game: Any) -> ConfigError | None:
    """Return what is wrong with a game whose chance would have to be told whole, though it hides part of it."""
    if has_secrets(game):
        return None
    rng = NotedRandom(1, str(game.name))
    try:
        state = game.start(rng)
        views = [game.view(state, seat) for seat in range(game.seats)] if rng.draws else []
        hides = any(not isinstance(view, OpenView) or view.state != state for view in views)
    except Exception:  # whatever a stranger's game raises is told where it is played
        return None
    return ConfigError(str(game.name), NEITHER, _REMEDY) if hides else None


def check_seen(game: Any, result: CheckResult, state: Any, moves: list[Any], legal: list[Any], outcome: Any) -> None:
    """Hold what is seen of a state against the state: JSON-able, read back as it is, with the same moves to choose."""
    if not has_secrets(game):
        return
    for seat in range(game.seats):
        try:
            sent = json.loads(json.dumps(game.seen(state, seat)))
            shown = game.read_seen(sent, seat)
            again = json.loads(json.dumps(game.seen(shown, seat)))
            view = game.view(shown, seat)
            mine = outcome is None and seat == game.to_move(state)
            offered = set(map(str, view.legal())) if mine else None
        except Exception as error:  # whatever a stranger's game raises
            result.add("what a seat sees is sent and read", f"{type(error).__name__}: {error}", moves)
            continue
        if again != sent:
            result.add("read_seen shows a seat what was seen", f"{again} instead of {sent}", moves)
        if offered is not None and offered != set(map(str, legal)):
            result.add("what a seat sees leaves it its legal moves", "it has others", moves)
