"""Nothing of a game that is over stays in memory: no registry grows with the games that were played."""

from __future__ import annotations

import gc
import threading
import weakref
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from arena.contract.game import first_state
from arena.scrabble.table import Table
from arena.serve.live import helping
from arena.serve.live import listing as room
from arena.serve.live import played as records
from arena.serve.live.asked import NewGame, Seat, Word
from arena.serve.live.facts import Facts
from arena.serve.live.from_position import cgp_spec
from arena.serve.live.game import LiveGame
from arena.serve.live.hall import Hall
from arena.serve.live.listing import LISTED_AFTER, Listing
from arena.variants import build
from tests.page.client import ANN, BOB, OPEN, WORD, Served, Viewer, served

KINDS = ("arena.serve.", "arena.runner.", "arena.referee.", "websockets.", "starlette.", "uvicorn.", "threading.")
LISTED, MORE = 2, 8  # games


def counted() -> Counter[str]:
    """Return how many objects of the server's kinds there are."""
    gc.collect()
    names = (f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.get_objects())
    return Counter(name for name in names if name.startswith(KINDS))


def held(*owners: Any) -> dict[str, int]:
    """Return the sizes of the containers that objects have in their attributes, by name."""
    return {
        f"{type(owner).__name__}.{name}": len(value)
        for owner in owners
        for name, value in vars(owner).items()
        if isinstance(value, dict | list | set | frozenset | tuple)
    }


def given_up(page: Served, **game: Any) -> Any:
    """Play a game of two that one of them gives up at once; return how it ended."""
    made = page.make(ANN, BOB, first=0, game={**WORD, **game})
    page.join(made)
    ann = Viewer(page, made["game"], made["me"]["token"])
    ann.my_turn()
    ann.send("resign")
    while not (ann.state["over"] and ann.state["over"]["id"]):
        ann.hear()
    ann.close()
    OPEN.remove(ann.socket)
    return ann.state["over"]


def rested(page: Served) -> None:
    """Wait until nobody follows a game and no thread plays one, and have the server look at what may go."""
    hub: Any = page.hub
    for _ in range(1200):
        if not hub._feeds and not any(thread.name.startswith("game ") for thread in threading.enumerate()):
            break
        page.wait(0.05)
    page.hall.sweep(lambda game: False, rest=-1.0)


def test_games_that_are_over_leave_nothing_behind(page: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "LISTED_AFTER", LISTED)
    hall: Any = page.hall
    sizes = []
    objects: list[Counter[str]] = []
    for games in (LISTED + 2, MORE):  # first more than are listed
        for _ in range(games):
            given_up(page)
        rested(page)
        sizes.append(held(hall, hall._listing, hall._rooms, hall.benches, hall.played, page.hub))
        objects.append(counted())
    assert sizes[0] == sizes[1]
    assert sizes[1]["Hall._games"] == sizes[1]["Hall._used"] == sizes[1]["Hub._feeds"] == 0
    assert sizes[1]["Listing._over"] == LISTED
    # not isinstance, which asks a weak proxy for what it stood for
    assert not [one for one in gc.get_objects() if issubclass(type(one), LiveGame)]
    grown = {kind: number for kind, number in (objects[1] - objects[0]).items() if number >= MORE // 2}
    assert grown == {}
    # and each of them can still be looked at
    kept = hall._shelf.games()
    assert len(kept) == LISTED + 2 + MORE
    assert {hall.find(game).status for game in kept} == {"over"}


def test_a_game_that_has_left_the_list_does_not_come_back_to_it() -> None:
    listing = Listing()
    for number in range(LISTED_AFTER + 10):
        line: Facts = {"status": "playing", "when": float(number)}
        listing.add(str(number), line)
        listing.end(str(number), {**line, "status": "over"})
    listing.change("3", {"status": "over", "when": 1000.0})  # somebody's page was closed only now
    listing.change("59", {"status": "over", "when": 59.0, "scores": [1, 2]})
    shown = listing.shown()
    assert len(shown) == LISTED_AFTER and listing.unfinished == 0
    assert shown[0]["scores"] == [1, 2] and shown[-1]["changed"] == "1970-01-01T00:00:10Z"


def test_games_that_have_not_changed_for_long_are_forgotten_while_the_server_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall: Any = Hall(tmp_path, lambda game, viewer, number, event: None, isolation="process")
    hall.begin()
    asked = NewGame(Word(lexicon="any"), [Seat("person"), Seat("person")], 0)
    old, young = (hall.make(asked, paths=True).plan.id for _ in range(2))
    monkeypatch.setattr(hall._shelf, "age", lambda name: 31 * 86_400.0 if name == old else 0.0)
    hall._tidied = -1e9
    hall.sweep(lambda game: True, rest=-1.0)  # somebody looks at both
    assert {line["game"] for line in hall.listed()} == {old, young}
    hall._tidied = -1e9
    hall.sweep(lambda game: False, rest=-1.0)
    assert [line["game"] for line in hall.listed()] == hall._shelf.games() == [young]
    hall.close()


def test_positions_without_number_keep_a_bounded_number_of_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "MOST_KEPT", 3)
    monkeypatch.setattr(build, "_GAMES", {})
    monkeypatch.setattr(build, "_TABLES", {})
    graphs = set()

    def played(number: int) -> Table:
        spec = cgp_spec(f"15/15/15/15/15/15/15/6ERA6/15/15/15/15/15/15/15 MUB/ {number}/0 0", {}, 2, paths=True)
        game: Any = build.build_game(spec)
        assert build.build_game(spec) is game and build.word_table(spec) is game.table
        state: Any = first_state(game, 1)
        assert helping.found_plays(game.table, state.board, state.hands[0], 1)[1] > 0
        table: Table = game.table
        graphs.add(table.lexicon.graph)
        return table

    first = played(0)
    others = [weakref.ref(played(number)) for number in range(1, helping.FINDERS + 4)]
    gc.collect()
    assert len(build._TABLES) == len(build._GAMES) == 3
    assert len(helping._LOCAL.finders) == helping.FINDERS
    assert sum(table() is not None for table in others) <= helping.FINDERS
    assert played(0) is first  # for as long as somebody has it
    assert len(graphs) == 1  # one word graph serves all of them


def test_results_with_many_variants_go_on_in_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_VARIANTS", 2)
    with served(tmp_path) as page:
        ended = [given_up(page, hand_size=size) for size in (5, 6, 7, 5, 6)]
    with served(tmp_path) as page:
        ended.append(given_up(page, hand_size=6))
        assert page.hall.played.name == "played"
        for over in ended:
            asked = page.http.get(f"/api/results/{over['results']}/game", params={"id": over["id"]})
            assert asked.status_code == 200, asked.text
    assert [over["results"] for over in ended] == [
        "played", "played", "played-part-2", "played-part-2", "played-part-3", "played-part-3",
    ]  # fmt: skip
    assert [int(over["id"].split("/")[2]) for over in ended] == [1, 2, 3, 4, 5, 6]
