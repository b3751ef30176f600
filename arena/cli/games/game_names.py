"""Games as they are named on a command line: ``connect(7,6,4)``, ``peg(board=cross,hole=d4)``, ``tictactoe``."""

from __future__ import annotations

import re
from typing import Any

from arena.contract.game import Game
from arena.errors import ConfigError
from arena.variants.plugins import make_game


def read_game(text: str) -> Game[Any, Any]:
    """Return the installed game that ``text`` names; raise ConfigError for any other text."""
    call = re.fullmatch(r"\s*([^\s()]+)\s*\(([^()]*)\)\s*", text)
    if call is None:
        return make_game(text)
    plain, options = [], {}
    for part in (part.strip() for part in call[2].split(",")):
        key, equals, value = part.partition("=")
        if equals:
            options[key.strip()] = _value(value.strip())
        elif part:
            plain.append(part)
    if options and any(not re.fullmatch(r"-?\d+", part) for part in plain):
        raise ConfigError(
            "game", f"{text!r} names no game", "Write a name, numbers, and NAME=VALUE, such as nim(3,5,7)"
        )
    return make_game(f"{call[1]}({','.join(plain)})" if plain else call[1], options)


def _value(text: str) -> Any:
    if re.fullmatch(r"-?\d{1,9}", text, flags=re.ASCII):
        return int(text)
    return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)
