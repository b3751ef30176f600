"""``arena import`` of several records: what disagrees where, what each player did, and ratings."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from arena.cli.words.import_game import command
from arena.cli.words.import_many import sum_up
from arena.errors import ArenaError
from arena.words import check_record
from tests.shared_data import shared

HEAD = "#player1 {0} {0}\n#player2 {1} {1}\n"
OPENING = ">{0}: CATXYZQ 8G CAT +10 10\n>{1}: ABCDEFS 8G ...S +6 6\n"


def finished(winner: str, loser: str) -> str:
    """Return a record of two racks that were played out; the end points are checked like everything."""
    return (
        HEAD.format(winner, loser) + f">{winner}: CAT 8G CAT +10 10\n>{loser}: QS 8G ...S +6 6\n>{winner}: (Q) +20 30\n"
    )


def folder_of(tmp_path: Path, *records: str) -> str:
    for number, text in enumerate(records):
        (tmp_path / f"{number}.gcg").write_text(text)
    return str(tmp_path)


def run(*arguments: str):
    return CliRunner().invoke(command, [*arguments, "--workers", "1"], standalone_mode=False)


def test_a_folder_says_which_record_disagrees_and_where(tmp_path: Path):
    good = HEAD.format("ann", "bob") + OPENING.format("ann", "bob")
    result = run(folder_of(tmp_path, good, good.replace("+10 10", "+11 11")))
    assert result.return_value == 1
    [row] = [line for line in result.output.splitlines() if "1.gcg" in line]
    assert row.split(maxsplit=2)[1:] == ["3", "+11 is written where +10 is right"]
    assert result.output.rstrip().endswith("2 records; 2 unfinished (not rated); 1 disagree")


def test_several_files_that_agree_end_with_0(tmp_path: Path):
    folder = Path(
        folder_of(tmp_path, *(HEAD.format("ann", who) + OPENING.format("ann", who) for who in ("bob", "eve")))
    )
    result = run(str(folder / "0.gcg"), str(folder / "1.gcg"))
    assert result.return_value == 0
    assert result.output.rstrip().endswith("2 records; 2 unfinished (not rated); everything agrees")


def test_what_each_player_did_is_summed_up_and_rated(tmp_path: Path):
    records = [finished("ann", "bob"), finished("bob", "eve"), finished("ann", "eve")]
    fields = json.loads(run(folder_of(tmp_path, *records), "--json").output)
    assert {player["name"]: (player["games"], player["won"], player["lost"]) for player in fields["players"]} == {
        "ann": (2, 2, 0), "bob": (2, 1, 1), "eve": (2, 0, 2),
    }  # fmt: skip
    ann = fields["players"][0]
    assert (ann["game_points"], ann["turns"], ann["best"], ann["best_words"]) == (60, 2, 10, ["CAT"])
    rated = [row["bot"] for league in fields["ratings"]["leagues"] for row in league["bots"]]
    assert rated == ["ann", "bob", "eve"]


def test_a_game_that_two_files_hold_counts_once(tmp_path: Path):
    once = finished("ann", "bob")
    result = run(folder_of(tmp_path, once, once.replace("\n", "\r\n").replace("+10 10", "+10  10")))
    assert "1.gcg: the same game as" in result.output
    assert "0.gcg; counted once" in result.output
    assert result.output.rstrip().splitlines()[-1].startswith("1 record; ")


def test_what_is_no_record_is_named_and_left_out(tmp_path: Path):
    result = run(folder_of(tmp_path, HEAD.format("ann", "bob") + OPENING.format("ann", "bob"), "hello\n"))
    assert result.return_value == 1
    assert "left out: " in result.stderr
    assert "1.gcg" in result.stderr
    assert "1 record; 1 unfinished (not rated); 1 left out; everything agrees" in result.output


@pytest.mark.parametrize("records", [[], ["hello\n"]], ids=["none", "no record"])
def test_a_folder_with_nothing_to_read_ends_with_2(tmp_path: Path, records: list[str]):
    result = run(folder_of(tmp_path, *records))
    assert isinstance(result.exception, ArenaError)
    assert result.exception.exit_code == 2


def test_one_record_alone_can_be_written_again(tmp_path: Path):
    result = run(folder_of(tmp_path, finished("ann", "bob")), "--gcg")
    assert isinstance(result.exception, click.UsageError)


def test_two_processes_find_what_one_does(tmp_path: Path):
    folder = folder_of(tmp_path, *(finished("ann", f"bob{number}") for number in range(20)))
    alone = run(folder)
    shared_out = CliRunner().invoke(command, [folder, "--workers", "2"], standalone_mode=False)
    assert alone.output == shared_out.output


def test_players_of_one_name_are_not_rated():
    record = check_record(finished("ann", "ann2").replace("#player2 ann2 ann2", "#player2 ann2 ann"))
    sums = sum_up([record])
    assert sums.rated is None
    assert (sums.players["ann"].games, sums.players["ann"].won, sums.players["ann"].lost) == (2, 1, 1)


def test_real_records_are_summed_up():
    fields = json.loads(run(str(shared("gcg")), "--json").output)
    assert len(fields["records"]) + len(fields["left_out"]) + len(fields["copies"]) == 20
    for player in fields["players"]:
        assert player["won"] + player["drawn"] + player["lost"] == player["games"] <= player["records"]
