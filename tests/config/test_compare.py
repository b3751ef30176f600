"""Which changes of a tournament only add games."""

from __future__ import annotations

import msgspec
import pytest

from arena.config.compare import Changes, changes
from arena.config.model import BotEntry, Kind, Limits, Tournament, VariantEntry
from arena.contract.game_time import GameTime, TimeStage

GREEDY, RANDOM = BotEntry(name="greedy", plugin="greedy"), BotEntry(name="random", command=("a", "b"))
HOLE, INFINITE = VariantEntry(name="hole", board="hole"), VariantEntry(name="infinite", board="infinite")
BEFORE = Tournament(name="t", bots=(GREEDY, RANDOM), variants=(HOLE,), seed="1")


def changes_with(**more) -> Changes:
    """Compare BEFORE, as it is read back from a manifest, with a changed one."""
    before = msgspec.json.decode(msgspec.json.encode(BEFORE.identity()))
    return changes(before, msgspec.structs.replace(BEFORE, **more).identity())


@pytest.mark.parametrize("same", [{}, {"bots": (RANDOM, GREEDY)}, {"workers": 3}, {"output": "x"}, {"max_voids": 9}])
def test_order_and_what_decides_no_game_are_no_change(same):
    assert changes_with(**same) == Changes((), ())


def test_more_pairs_bots_and_variants_only_add():
    third = BotEntry(name="third", plugin="greedy")
    assert changes_with(pairs=200, bots=(third, GREEDY, RANDOM), variants=(INFINITE, HOLE)) == Changes(
        ("bots: third is new", "pairs: 10 -> 200", "variants: infinite is new"), ()
    )


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"pairs": 5}, "pairs: 10 -> 5"),
        ({"seed": "2"}, "seed: 1 -> 2"),
        ({"move_time": None}, "move_time: 1.0 -> none"),
        ({"game_time": GameTime.of(60.0)}, "game_time: none -> "),
        ({"bots": (GREEDY, msgspec.structs.replace(RANDOM, move_time=0.5))}, "bots: random.move_time: none -> 0.5"),
        ({"bots": (GREEDY,)}, "bots: random is gone"),
        (
            {"bots": (GREEDY, BotEntry(name="random", command=("a", "c")))},
            "bots: random.command: ['a', 'b'] -> ['a', 'c']",
        ),
        ({"variants": (VariantEntry(name="hole", board="hole", hand_size=9),)}, "variants: hole.hand_size: none -> 9"),
        ({"limits": Limits(memory=None)}, "limits.memory: 1073741824 -> none"),
        ({"kind": Kind(name="gauntlet", hero="greedy")}, "kind.hero: none -> greedy"),
    ],
)
def test_all_else_would_change_games_that_were_played(change, line):
    found = changes_with(**change)
    assert found.added == ()
    assert line in found.changed or any(changed.startswith(line) for changed in found.changed if line.endswith("> "))


def test_a_clock_that_was_changed_is_another_tournament():
    clocked = msgspec.structs.replace(BEFORE, game_time=GameTime.of(60.0))
    before = msgspec.json.decode(msgspec.json.encode(clocked.identity()))
    assert changes(before, clocked.identity()) == Changes((), ())
    faster = msgspec.structs.replace(clocked, game_time=GameTime((TimeStage(60.0, 1.0),)))
    [line] = changes(before, faster.identity()).changed
    assert line.startswith("game_time.stages: ") and "'increment': 0.0" in line and "'increment': 1.0" in line


def test_a_tournament_without_such_times_is_known_by_what_it_was_known_by():
    identity = BEFORE.identity()
    assert "game_time" not in identity
    assert all({"move_time", "game_time"}.isdisjoint(bot) for bot in identity["bots"])
