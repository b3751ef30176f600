"""A guest that keeps something in its template's folder, and something else in the folder of each game."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from tests.guests.players import first


def make_bot(info: Any, rng: Any) -> Any:
    Path("of this game").write_text(info.variant)
    assert tempfile.gettempdir() == str(Path.cwd()) == str(Path.home())
    return first(info, rng)


def warm_up(info: Any) -> None:
    place = Path(tempfile.mkdtemp(prefix="kept-"))
    (place / info.variant).write_text("prepared")
    print(f"{info.variant} is prepared in {'a place of its own' if place.parent == Path.cwd() else place}")


make_bot.warm_up = warm_up  # type: ignore[attr-defined]
