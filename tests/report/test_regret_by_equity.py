"""What moves gave away of equity, against values worked out by hand."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import arena.results
from arena.cli.main import arena as command
from arena.errors import ConfigError
from arena.report.boards import layouts
from arena.report.examine import examine
from arena.report.moves import moves_facts
from arena.report.page.html import report_html
from arena.report.regret import look_at
from arena.report.regret_sums import pictures_of
from arena.report.standings import make_report
from arena.report.text import report_text
from tests.report.games import game
from tests.report.misses import hand_made, specs_of, turn
from tests.report.stored import store

LEAVES = "S,20.0\nB,-1.0\nAB,2.5\n"


@pytest.fixture
def leaves(tmp_path: Path) -> str:
    path = tmp_path / "leaves.csv"
    path.write_text(LEAVES, encoding="utf-8")
    return str(path)


def seen(spec: Any, leaves: str, records: Any = hand_made, **more: Any) -> Any:
    return look_at(records, {"tiny": spec}, by="equity", leaves=leaves, **more)


def test_turns_are_beside_the_most_equity(spec: Any, leaves: str):
    opening, middle, passed, last, full = seen(spec, leaves).looks
    # ABCS: CAB for 6 keeps S, 20: 26. CABS for 57 keeps nothing. Four plays of CABS across and four down are better;
    # four are in the bag, too few for an exchange by the rule book tournament.
    assert (opening.points, opening.best, opening.equity, opening.best_equity) == (6, 57, 26.0, 57.0)
    assert (opening.given_away, opening.rank, opening.plays) == (31.0, 9, 18)
    # AAAB, one tile in the bag: what was laid keeps AA, in no table; the play for 8 keeps AA, too
    assert (middle.equity, middle.best_equity, middle.given_away) == (6.0, 8.0, 2.0)
    # the bag is empty: BCSS is 7 points, of which a pass may lose all: 10 points less for not being out, too
    assert (passed.phase, passed.best) == ("bag empty", 10)
    assert passed.equity == -10 - 2 * 7
    assert passed.best_equity == 10 - 10 - 2 * (7 - 2 - 3)  # C and B for 10 points, so that SS stays
    assert (last.given_away, full.given_away) == (0.0, 0.0)


def test_exchanges_count_where_they_are_allowed(spec: Any, leaves: str):
    changed = turn(0, 0, "change 1 2", "change", 0, "ABCS", "AB")
    [look] = seen(spec, leaves, lambda: [game(1, ("one", "two"), (0, 0), variant="tiny", moves=(changed,))]).looks
    assert (look.kind, look.equity, look.best_equity) == ("change", 0.0, 57.0)


def test_the_worst_are_told_in_text_json_csv_and_page(spec: Any, leaves: str):
    layout = layouts({"tiny": spec})
    moves = examine(hand_made, {"tiny": spec}, layout, order=("one", "two"), by="equity", leaves=leaves)
    report = make_report("night", hand_made())
    text = report_text(report, layout, moves)
    assert "The reference is the move with the most equity" in " ".join(text.split())
    assert "31.0 points of equity given away by one: CAB for 6 (equity 26.0, place 9 of 18)" in " ".join(text.split())
    facts = moves_facts(moves)["regret"]
    assert (facts["by"], facts["worst"][0]["equity"], facts["worst"][0]["given_away"]) == ("equity", 26.0, 31.0)
    page = report_html(report, hand_made, layout, moves)
    assert "points of equity given away by one" in page
    assert "The reference is the move with the most equity" in page
    plain = moves_facts(examine(hand_made, {"tiny": spec}, layout, order=("one", "two")))["regret"]
    assert (plain["by"], plain["worst"][0]["equity"], plain["worst"][0]["given_away"]) == ("points", None, 51)


def test_what_lays_no_tiles_has_no_board(spec: Any, leaves: str):
    miss = seen(spec, leaves).worst[0]
    played, there = pictures_of(miss)
    assert played is not None and there is not None
    assert pictures_of(replace(miss, tiles=()))[1] is None


def test_the_same_for_any_number_of_processes(spec: Any, leaves: str):
    assert seen(spec, leaves, workers=2).looks == seen(spec, leaves).looks


def test_without_leaves_it_is_told_how_to_make_some(spec: Any, tmp_path: Path):
    with pytest.raises(ConfigError, match=r"no leave table for the tile set 'tiny'.*arena train leaves"):
        look_at(hand_made, {"tiny": spec}, by="equity")
    with pytest.raises(ConfigError, match="there is no such file of leaves"):
        look_at(hand_made, {"tiny": spec}, by="equity", leaves=str(tmp_path / "none.csv"))


def test_the_command_and_the_notebook(spec: Any, leaves: str, tmp_path: Path):
    folder = str(store(tmp_path / "night", hand_made(), specs=specs_of(spec)))
    asked = ["report", folder, "--regret", "--by", "equity", "--leaves", leaves, "--workers", "1"]
    answer = json.loads(CliRunner().invoke(command, [*asked, "--format", "json"]).stdout)
    assert answer["moves"]["regret"]["by"] == "equity"
    rows = list(csv.DictReader(io.StringIO(CliRunner().invoke(command, [*asked, "--format", "csv"]).stdout)))
    assert float(next(row for row in rows if (row["bot"], row["phase"]) == ("one", "opening"))["given_away"]) == 31.0
    frame = arena.results.open(folder).regret(by="equity", leaves=leaves)
    assert frame["best_equity"].tolist()[:2] == [57.0, 8.0]
    assert "equity" not in arena.results.open(folder).regret().columns
    for options in (["--by", "equity"], ["--regret", "--leaves", leaves], ["--regret", "--by", "luck"]):
        assert CliRunner().invoke(command, ["report", folder, *options]).exit_code == 2
