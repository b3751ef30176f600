"""The course's window: ``arena serve`` with a word list, a list of tiles and a board of text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.main import arena
from arena.config.read import read_text
from arena.errors import ArenaError, Complaints
from arena.serve.live.given import Given, load_given
from tests.page.client import ANN, BOB, GREEDY, Served, Viewer, play_out, served
from tests.shared_data import shared

BOARD = """7
3. .. .. 2. .. .. 3.
.. .3 .. .. .. .3 ..
.. .. .2 .. .2 .. ..
2. .. .. 2. .. .. 2.
.. .. .2 .. .2 .. ..
.. .3 .. .. .. .3 ..
3. .. .. 2. .. .. 3.
"""
TILES = "* 0 2\ne 1 9\na 1 9\nt 2 9\n\nz 10 1\n"
WORDS = "EAT\nate\ntea\n# a list\nat\nta\nae\naz\n"
GIVEN = {"kind": "given"}
CASES = {
    "words": ("\n# none\n", "words.txt: has no word of the letters A E T Z"),
    "tiles": ("* 0 2\ne one 12\n", "tiles.txt:2: cannot read 'e one 12'"),
    "board": (BOARD.replace("2. .. .. 2. .. .. 2.", "2. .. .. 2x .. .. 2."), "board.txt:5:"),
}


def written(folder: Path, **texts: str) -> dict[str, str]:
    """Return the paths of a course's files."""
    files = {"board": BOARD, "tiles": TILES, "words": WORDS} | texts
    for name, text in files.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return {name: str(folder / f"{name}.txt") for name in files}


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Given:
    files = written(tmp_path_factory.mktemp("course"))
    return load_given({"board": files["board"], "tiles": files["tiles"], "lexicon": files["words"]})


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory, given: Given) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("results"), given=given) as running:
        yield running


def complaints(error: BaseException | None) -> list[ArenaError]:
    assert isinstance(error, ArenaError)
    return list(error.errors) if isinstance(error, Complaints) else [error]


def test_the_files_make_the_game(window: Served):
    about = window.http.get("/api/about").json()
    assert about["given"] == {
        "board": "board", "tiles": "tiles", "rules": "cs351", "words": "words", "first": "earliest-letter",
    }  # fmt: skip
    made = window.make(ANN, GREEDY, game=GIVEN, first="human")
    ann = Viewer(window, made["game"], made["me"]["token"])
    state = ann.my_turn()
    assert state["first"] == 0 and state["help"] == "hints"
    table = window.http.get(f"/api/tables/{state['table']}").json()
    assert table["board"]["bounds"] == [-3, -3, 3, 3]
    counts = {tile["label"]: tile["count"] for tile in table["tiles"]}
    assert counts == {"?": 2, "E": 9, "A": 9, "T": 9, "Z": 1}
    play_out(ann)
    words = {word for move in ann.state["moves"] for word, _ in move.get("words", [])}
    assert words and words <= {"EAT", "ATE", "TEA", "AT", "TA", "AE", "AZ"}


def test_greedy_plays_for_the_most_points(window: Served):
    made = window.make(GREEDY, GREEDY, me=None, game=GIVEN, first="lot")
    looker = Viewer(window, made["game"])
    while not (looker.state and looker.state["over"] and looker.state["over"].get("id")):
        looker.hear()
    over = looker.state["over"]
    plays = window.http.get(
        f"/api/results/{over['results']}/plays", params={"id": over["id"], "move": 0, "most": 1}
    ).json()
    assert plays["given_away"] == 0 and plays["rank"] == 1


def test_who_begins_is_chosen_as_in_the_course(window: Served):
    for _ in range(3):
        made = window.make(GREEDY, ANN, me=1, game=GIVEN, first="human")
        ann = Viewer(window, made["game"], made["me"]["token"])
        assert ann.my_turn()["first"] == 1
    drawn = window.make(ANN, GREEDY, game=GIVEN, first="earliest-letter")
    state = Viewer(window, drawn["game"], drawn["me"]["token"]).my_turn()
    *draws, last = state["begins"]
    tiles = dict(part.rstrip(".").split(" draws ") for part in draws[-1].split(", "))
    first = min(tiles, key=lambda name: "" if tiles[name] == "a blank" else tiles[name])
    assert last == f"{first} begins." and state["seats"][state["first"]]["name"] == first
    nobody = window.http.post("/api/games", json={"game": GIVEN, "seats": [GREEDY, GREEDY], "first": "human"})
    assert nobody.status_code == 400 and nobody.json()["error"]["where"] == "first"


def test_more_seats_may_play_it(window: Served):
    made = window.make(ANN, BOB, GREEDY, game=GIVEN)
    window.join(made)
    looker = Viewer(window, made["game"])
    looker.until(lambda message: looker.state["status"] == "playing")
    assert [seat["name"] for seat in looker.state["seats"]] == ["Ann", "Bob", "greedy"]


def test_who_comes_from_elsewhere_names_no_files_and_plays_these(tmp_path: Path, given: Given):
    with served(tmp_path, host="0.0.0.0", token="t" * 22, given=given) as running:
        running.http.cookies.set("arena", "t" * 22)
        made = running.make(ANN, GREEDY, game=GIVEN)
        assert made["me"]["seat"] == 0
        named = {"kind": "word", "board": "./board.txt"}
        assert running.http.post("/api/games", json={"game": named, "seats": [ANN, GREEDY]}).status_code == 400


def test_without_files_there_is_no_such_game(page: Served):
    assert page.http.get("/api/about").json()["given"] is None
    answer = page.http.post("/api/games", json={"game": GIVEN, "seats": [ANN, GREEDY]})
    assert answer.status_code == 400 and answer.json()["error"]["where"] == "game.kind"


@pytest.mark.parametrize("part", CASES)
def test_a_broken_file_is_told_with_its_line_before_the_server_opens(tmp_path: Path, part: str):
    text, told = CASES[part]
    files = written(tmp_path, **{part: text})
    options = [word for name, path in files.items() for word in (f"--{name}", path)]
    result = CliRunner().invoke(arena, ["serve", "--no-browser", "--port", "0", *options])
    [complaint] = complaints(result.exception)
    assert told in f"{complaint.where}: {complaint.problem}"


def test_all_files_that_are_missing_are_told_at_once(tmp_path: Path):
    options = [word for name in ("words", "tiles", "board") for word in (f"--{name}", str(tmp_path / f"{name}.txt"))]
    result = CliRunner().invoke(arena, ["serve", "--no-browser", "--port", "0", *options])
    told = " ".join(f"{complaint.where}: {complaint.problem}" for complaint in complaints(result.exception))
    assert all(f"{name}.txt" in told for name in ("words", "tiles", "board"))
    assert "--board" in told and "--tiles" in told


@pytest.mark.parametrize("board", ["scrabble_board", "small_board", "superscrabble_board"])
def test_the_files_of_a_real_course_load(board: str):
    file = shared("cs351", f"{board}.txt")
    tiles = shared("cs351", "superscrabble_tiles.txt" if "super" in board else "scrabble_tiles.txt")
    loaded = load_given({"board": str(file), "tiles": str(tiles)}, "human")
    word = loaded.spec.word
    assert word is not None and loaded.facts["first"] == "human"
    side = int(read_text(file).split()[0])
    assert len(word.board["picture"].split()) == side * side + 1
