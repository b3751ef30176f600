"""``arena.bot``, and our own bots: light to import, typed, and each a file that stands on its own."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import arena.bot
from arena.bot import (
    Bot,
    BotError,
    Budget,
    GameInfo,
    Random,
    Table,
    WordMove,
    WordView,
    small_game,
    warmed_by,
    word_table,
)
from arena.contract import budget as budgets
from arena.contract import game as games
from arena.contract.game import M_co, V_contra
from arena.games import nim, tictactoe
from tests.scrabble.tables import table

ROOT = Path(__file__).parents[1]
HEAVY = ("numpy", "numba", "scipy", "llvmlite", "pandas", "matplotlib", "msgspec", "yaml", "click")
SAMPLES = sorted(path.stem for path in (ROOT / "bots" / "arena_bots").glob("*.py") if path.stem != "__init__")
THINKERS = {"perfect", "greedy_trie", "endgame", "sim"}  # they search, or walk the dictionary, by themselves


def brought_along(*modules: str) -> dict[str, list[str]]:
    """Return module -> the modules that importing it, after those before, brings into a fresh interpreter."""
    program = (
        "import sys\nfor name in sys.argv[1:]:\n    before = set(sys.modules)\n    __import__(name)\n"
        "    print(name, *sorted(set(sys.modules) - before))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, *modules], capture_output=True, text=True, check=True
    )
    return {first: rest for first, *rest in map(str.split, done.stdout.splitlines())}


def test_importing_it_brings_nothing_heavy_and_neither_do_the_rules_of_a_small_game():
    light = brought_along("arena.bot", "arena.games.nim", "arena.games.tictactoe", "arena.games.connect")
    brought = {name for names in light.values() for name in names}
    assert not {name.partition(".")[0] for name in brought} & set(HEAVY)
    assert len([name for name in light["arena.bot"] if name.startswith("arena")]) <= 21


def test_a_bot_of_ours_brings_itself_alone():
    light = brought_along("arena.bot", *(f"arena_bots.{name}" for name in SAMPLES if name not in THINKERS))
    own = {name: rest for name, rest in light.items() if name != "arena.bot"}
    package, *others = own.values()
    assert "arena_bots" in package and len(package) == 2
    assert [rest for rest in others if len(rest) != 1] == []


@pytest.mark.parametrize("name", SAMPLES)
def test_a_bot_of_ours_is_a_file_that_can_be_copied(name: str):
    tree = ast.parse((ROOT / "bots" / "arena_bots" / f"{name}.py").read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names]
    names += [str(node.module) for node in imports if isinstance(node, ast.ImportFrom)]
    assert "arena.bot" in names
    assert not [name for name in names if name.split(".")[0] in ("arena_bots", "bots", "tests")]


def test_all_that_it_names_is_there():
    assert [name for name in arena.bot.__all__ if not hasattr(arena.bot, name)] == []
    for name in ("Layout", "Lexicon", "Named", "OpenGame", "Turn"):
        assert isinstance(getattr(arena.bot, name), type)
    with pytest.raises(AttributeError, match="no attribute 'Lexikon'"):
        _ = arena.bot.Lexikon


@pytest.mark.parametrize("owner", [games.Bot, games.View, games.OpenView, games.GameInfo, games.BotFactory,
                                   budgets.Budget, budgets.ClockedBudget, WordView, Table])  # fmt: skip
def test_what_bots_are_given_and_give_has_types(owner: type):
    """No Any, and nothing untyped, in the methods and fields that a bot's author sees."""
    wrong = []
    for name, member in vars(owner).items():
        function = member.fget if isinstance(member, property) else member
        if (name.startswith("_") and name != "__call__") or not inspect.isfunction(function):
            continue
        hints = dict(function.__annotations__)
        asked = [*(parameter for parameter in inspect.signature(function).parameters if parameter != "self"), "return"]
        wrong += [f"{name}: {part}" for part in asked if part not in hints or "Any" in str(hints[part])]
    wrong += [name for name, kind in vars(owner).get("__annotations__", {}).items() if "Any" in str(kind)]
    assert wrong == []


def info(game: str, table: Any, **options: object) -> GameInfo:
    return GameInfo("v", game, 2, 0, None, options, table)


def test_a_bot_is_told_by_its_helpers_whether_it_plays_the_game():
    words = table("AT TEA EAT", "standard", "english")
    assert word_table(info("word", words)) is words
    heap = nim.make_game(3)
    assert small_game(info("nim", heap)) is small_game(info("nim", heap), nim.Nim) is heap
    with pytest.raises(BotError, match=r"it plays the word game, and this is nim\(3\)"):
        word_table(info(heap.name, heap))
    with pytest.raises(BotError, match="it plays small games, and not word"):
        small_game(info("word", words))
    with pytest.raises(BotError, match="it plays TicTacToe, and this is nim"):
        small_game(info("nim", heap), tictactoe.TicTacToe)


@pytest.mark.parametrize("given", [0, 10, True, 2.0, "3", None, [1]])
def test_an_option_that_is_no_whole_number_in_its_range_is_told(given: object):
    with pytest.raises(BotError, match=r"options\.depth: .* is not a whole number from 1 to 9\. Write one"):
        info("nim", None, depth=given).whole_option("depth", 3, most=9)


def test_an_option_is_what_is_given_or_else_its_default():
    assert info("nim", None, depth=9).whole_option("depth", 3, most=9) == 9
    assert info("nim", None).whole_option("depth", 3, most=9) == 3
    assert info("nim", None, room=10**9).whole_option("room", 128) == 10**9
    with pytest.raises(BotError, match="from 0"):
        info("nim", None, room=-1).whole_option("room", 128, least=0)


def test_a_factory_is_marked_with_what_warms_it_up_and_stays_itself():
    def warm_up(info: GameInfo) -> None: ...

    def make_bot(info: GameInfo, rng: Random) -> None: ...

    assert warmed_by(warm_up)(make_bot) is make_bot
    assert make_bot.warm_up is warm_up  # type: ignore[attr-defined]


def test_a_bot_that_names_its_base_and_forgets_its_method_cannot_be_made():
    class Mute(Bot[WordView, WordMove]):
        pass

    class Plain(Bot[WordView, WordMove]):
        def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
            raise NotImplementedError

    with pytest.raises(TypeError, match="choose"):
        Mute()  # type: ignore[abstract]
    assert Plain().choose.__name__ == "choose"


@dataclass
class Data(Bot[WordView, WordMove]):
    """A dataclass may be a bot, too: naming the base costs it no constructor."""

    depth: int

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        raise NotImplementedError


class Deep(Bot[V_contra, M_co]):
    """A base for bots of several games."""


class Deeper(Deep[WordView, WordMove]):
    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        raise NotImplementedError


def test_kinds_are_for_type_checkers_and_cost_a_class_nothing():
    named: object = Bot[WordView, WordMove]
    assert named is Bot
    assert (Data.__bases__, Deep.__bases__, Deeper.__bases__) == ((Bot,), (Bot,), (Deep,))
    with pytest.raises(TypeError, match="abstract"):
        Deep()  # type: ignore[abstract]


def test_a_base_takes_no_constructor_away():
    assert Data(3).depth == 3
    assert get_type_hints(Data.choose)["return"] == WordMove
