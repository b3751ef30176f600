"""What nobody may see: every message that a client is sent is kept and searched for racks, bag and seeds of others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.page.client import ANN, BOB, GREEDY, WORD, Served, Viewer, mover_of

OWN = {"rack", "racks", "tiles", "drawn", "given", "hand", "left"}


def lists(value: Any) -> Iterator[list[int]]:
    """Yield every list of whole numbers in a message."""
    if isinstance(value, list):
        if value and all(isinstance(item, int) for item in value):
            yield value
        for item in value:
            yield from lists(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from lists(item)


def keys(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from keys(item)
    elif isinstance(value, dict):
        yield from value
        for item in value.values():
            yield from keys(item)


def contains(long: list[int], short: list[int]) -> bool:
    """Tell whether all of ``short``, with how often each is there, is in ``long``."""
    return all(long.count(item) >= short.count(item) for item in short)


def look_for_secrets(raw: list[str], seat: int | None, hands: set[tuple[tuple[int, ...], int]], plan: Any) -> None:
    """Fail where a message shows what a viewer may not know. hands: (rack, whose) of every turn of the game."""
    others = [list(rack) for rack, owner in hands if owner != seat and len(rack) >= 5]
    for text in raw:
        message = json.loads(text)
        if message.get("status") == "over":
            continue  # then everything lies open
        assert str(plan.seed) not in text and str(plan.bot_seed) not in text
        assert not {"seed", "bot_seed", "nonce", "hands", "key", "invitation", "token"} & set(keys(message))
        for shown in lists(message):
            for rack in others:
                assert not contains(shown, rack) or len(shown) > 40, f"{shown} shows another's rack {rack}"
        assert len([shown for shown in lists(message) if len(shown) > 20]) == 0, "no bag is sent"


@pytest.mark.parametrize("against", [BOB, GREEDY], ids=["a person", "a bot"])
def test_no_message_shows_anothers_rack_the_bag_or_a_seed(page: Served, against: Any):
    made = page.make(ANN, against, game=WORD | {"rules": "tournament"}, help="hints")
    ann = Viewer(page, made["game"], made["me"]["token"])
    viewers = [ann]
    if against is BOB:
        viewers.append(Viewer(page, made["game"], page.join(made)["token"]))
    onlooker = Viewer(page, made["game"])
    game = page.hall.find(made["game"])
    hands: set[tuple[tuple[int, ...], int]] = set()

    def note() -> None:
        with game.lock:
            for seat, hand in enumerate(game.course.state.hands):
                hands.add((tuple(tile for tile, count in hand.items() for _ in range(count)), seat))

    for turn in range(8 * len(viewers)):
        viewer = mover_of(*viewers)
        assert viewer is not None
        note()
        state = viewer.state
        if turn // len(viewers) == 2:
            viewer.send("change", turn=state["turn"], tiles=state["rack"][:3])
        elif turn // len(viewers) == 3:  # tiles that are not held, on squares far off: refused, and lost
            viewer.send("play", turn=state["turn"], tiles=[{"at": [900, 900], "tile": 1, "char": "A"}])
        else:
            viewer.move()
            continue
        viewer.until(lambda m, turn=state["turn"]: m.get("event") == "move" and m["move"]["turn"] == turn)
        note()
    onlooker.until(lambda message: message.get("turn", 0) >= 6)
    for seat, viewer in enumerate(viewers):
        assert len(viewer.raw) > 10
        look_for_secrets(viewer.raw, seat, hands, game.plan)
    look_for_secrets(onlooker.raw, None, hands, game.plan)
    ann.send("resign")
    for viewer in (*viewers, onlooker):
        viewer.close()


def test_the_search_finds_what_it_looks_for():
    class Plan:
        seed, bot_seed = 123456789, 987654321

    hand = ((1, 2, 3, 4, 5, 6, 7), 1)
    clean = json.dumps({"type": "state", "status": "playing", "rack": [9, 9, 9, 9, 9, 9, 9]})
    look_for_secrets([clean], 0, {hand}, Plan)
    for leak in (
        {"status": "playing", "rack": [7, 6, 5, 4, 3, 2, 1]},
        {"status": "playing", "deep": [{"x": [[1, 2, 3, 4, 5, 6, 7]]}]},
        {"status": "playing", "text": "123456789"},
        {"status": "playing", "seed": 1},
        {"status": "playing", "bag": list(range(50, 90))},
    ):
        with pytest.raises(AssertionError):
            look_for_secrets([json.dumps(leak)], 0, {hand}, Plan)


def test_what_others_may_know_of_a_change_is_how_many_tiles(page: Served):
    made = page.make(ANN, BOB, first=0)
    bob = Viewer(page, made["game"], page.join(made)["token"])
    ann = Viewer(page, made["game"], made["me"]["token"])
    state = ann.my_turn()
    given = state["rack"][:3]
    ann.send("change", turn=0, tiles=given)
    move = bob.event("move")["move"]
    assert move["kind"] == "change" and move["count"] == 3 and move["text"] == "" and not move["tiles"]
    assert "rack" not in move and bob.state["seats"][0]["rack"] == 7
    for viewer in (ann, bob):
        viewer.close()


def test_the_seed_lies_in_no_file_that_bots_or_others_read(page: Served, folder: Any):
    live = folder / "played" / "live"
    assert live.stat().st_mode & 0o077 == 0
    assert all(file.stat().st_mode & 0o077 == 0 for file in live.iterdir())
