"""A stand-in engine on disk, and bots that drive it without a tournament around them."""

from __future__ import annotations

import shutil
import stat
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from arena.bot import GameInfo, Table
from arena.contract.chance import stream
from arena.scrabble.moves import Placed
from arena.scrabble.seen import SeenTurn
from arena.scrabble.view import WordView, unseen_by
from arena.variants.load import load_table

ROOT = Path(__file__).parents[2]
ADAPTER = ROOT / "examples" / "engines"
HERE = Path(__file__).parent
sys.path.insert(0, str(ADAPTER))

from arena_engines import make_bot  # noqa: E402


@cache
def table() -> Table:
    return load_table(board="scrabble", tiles="english", rules="tournament")


@cache
def short_words() -> str:
    return "\n".join(word for word in table().lexicon.words() if len(word) <= 3)


def view_of(at: Table, hand: str, lying: dict[tuple[int, int], Placed] | None = None, **changed: Any) -> WordView:
    """Return what seat 0 sees in its turn."""
    held, board = at.tiles.parse_hand(hand), lying or {}
    history: tuple[SeenTurn, ...] = changed.pop("history", ())
    unseen = unseen_by(at.tiles, board, held)
    bag = max(0, sum(unseen.values()) - 7)
    seen: dict[str, Any] = {
        "table": at, "seat": 0, "mover": 0, "turn": len(history), "players": 2, "hand": held, "board": board,
        "scores": (0, 0), "bag_count": bag, "hand_counts": (sum(held.values()), 7), "unseen": unseen, "gone": (),
        "history": history,
    }  # fmt: skip
    return WordView(**{**seen, **changed})


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Return the options of a bot that drives the stand-in, whose files are in a folder of this test's."""
    program = tmp_path / "stand_in.py"
    program.write_text(f"#!{sys.executable} -IS\n" + (HERE / "stand_in.py").read_text(encoding="utf-8"))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    shutil.copy(HERE / "stand_in.toml", tmp_path)
    (tmp_path / "words").write_text(short_words())
    return {"engine": str(tmp_path / "stand_in.toml"), "program": str(program), "words": str(tmp_path / "words")}


@pytest.fixture
def started(files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what makes bots that drive the stand-in, by what it does wrong; their processes are ended."""
    made: list[Any] = []
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.chdir(home)

    def start(act: str = "plays", at: Table | None = None, seats: int = 2, **options: object) -> Any:
        given = {**files, "act": act, **options}
        made.append(make_bot(GameInfo("a-variant", "word", seats, 0, 1.0, given, at or table()), stream(1, "bot")))
        return made[-1]

    yield start
    for bot in made:
        if bot.process is not None:
            bot.process.close()


Start = Callable[..., Any]
