"""``arena rate`` and ``arena sprt`` as people call them."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from arena.cli.main import arena, main
from tests.ratings.pools import P2


def run(*arguments):
    """Return what a command printed; it must end well."""
    result = CliRunner().invoke(arena, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def refused(capsys, *arguments):
    """Return what a command that must fail with status 2 printed to stderr."""
    with pytest.raises(SystemExit) as stop:
        main(list(arguments))
    assert stop.value.code == 2
    return capsys.readouterr().err


@pytest.fixture
def pool(tmp_path):
    """The known pool P2 as a CSV file."""
    file = tmp_path / "pool.csv"
    rows = [f"{game.first},{game.second},{game.points:g}" for game in P2]
    file.write_text("\n".join(["player1,player2,result", *rows]) + "\n")
    return str(file)


def test_counts_of_games_give_the_known_figures():
    facts = json.loads(run("rate", "--wdl", "76,123,89", "--json"))  # fastchess's test suite
    assert round(facts["elo"], 2) == -15.69
    assert (round(facts["low"], 2), round(facts["high"], 2)) == (-46.27, 14.64)
    assert round(facts["nelo"], 2) == -20.76
    assert round(100 * facts["los"], 2) == 15.53
    text = run("rate", "--wdl", "76,123,89")
    for figure in ("-15.69 +- 30.46", "-46.27 to +14.64", "-20.76 +- 40.13", "15.53 %"):
        assert figure in text


def test_counts_of_pairs_give_both_ends_and_what_pairing_did():
    text = run("rate", "--pairs", "332,433,498,333,334")  # fastchess's test suite
    for figure in ("-8.64 +- 10.33", "-9.17 +- 10.96", "5.05 %", "1930"):
        assert figure in text
    facts = json.loads(run("rate", "--pairs", "0,1,3,4,2", "--student", "--json"))  # OpenBench's test suite
    assert (round(facts["low"], 2), round(facts["high"], 2)) == (9.76, 282.89)


def test_sweeps_and_single_games_are_told_in_words():
    assert ">= +140.22" in run("rate", "--wdl", "10,0,0")
    assert "no interval" in run("rate", "--wdl", "1,0,1")
    assert "no games" in run("rate", "--wdl", "0,0,0")
    assert json.loads(run("rate", "--wdl", "10,0,0", "--json"))["elo"] is None


def test_a_file_of_results_gives_the_known_ratings(pool):
    facts = json.loads(run("rate", pool, "--json"))
    assert [(bot["bot"], round(bot["elo"], 4)) for bot in facts["leagues"][0]["bots"]] == [
        ("A", 101.2247), ("B", 12.7372), ("C", -113.9619),
    ]  # fmt: skip
    text = run("rate", pool)
    assert "no prior (maximum likelihood)" in text
    assert "+101.2" in text
    assert "errors from whole games" in text
    assert json.loads(run("rate", pool, "--anchor", "B=1500", "--json"))["leagues"][0]["bots"][1]["elo"] == 1500
    assert "First mover's advantage" in run("rate", pool, "--advantage")
    assert "prior: 2 virtual draws" in run("rate", pool, "--prior", "2")


def test_pairs_and_variants_of_a_file_are_used(tmp_path):
    rows = ["variant,pair,player1,player2,result"]
    for variant in ("hole", "standard"):
        for pair in range(12):
            rows += [f"{variant},{pair},a,b,{1 if pair % 3 else 0.5}", f"{variant},{pair},b,a,{pair % 2}"]
    file = tmp_path / "games.csv"
    file.write_text("\ufeff" + "\n".join(rows) + "\n\n")
    text = run("rate", str(file))
    assert "errors from whole pairs" in text
    assert "Does a bot's strength differ between the variants?" in text
    facts = json.loads(run("rate", str(file), "--json"))
    assert facts["pairs"][0]["pairs"] == 24
    assert facts["variants"]["variants"] == ["hole", "standard"]


def test_every_malformed_line_is_told_with_its_number(capsys, tmp_path):
    file = tmp_path / "bad.csv"
    file.write_text('player1,player2,result\na,b,1\na,a,1\na,b,7\n,b,1\nb,a\n"x\ny",b,0\n')
    lines = refused(capsys, "rate", str(file)).splitlines()
    assert [line.split(":")[1] for line in lines] == ["3", "4", "5", "6"]
    assert "plays itself" in lines[0]
    assert "'7'" in lines[1]
    file.write_text("a,b\n1,2\n")
    assert "player1 or player2 or result" in refused(capsys, "rate", str(file))
    file.write_text("player1,player2,result\n")
    assert "no results" in refused(capsys, "rate", str(file))
    file.write_text("player1,player2,result\n" + "a,b,9\n" * 50)
    assert "30 more lines" in refused(capsys, "rate", str(file))
    file.write_bytes(b"player1,player2,result\n\xff,b,1\n")
    assert "UTF-8" in refused(capsys, "rate", str(file))
    assert "cannot be read" in refused(capsys, "rate", str(tmp_path / "missing.csv"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rate",), "one source"),
        (("rate", "--wdl", "1,2"), "--wdl: '1,2' is not 3 counts"),
        (("rate", "--pairs", "1,2,3,4,-5"), "not 5 counts"),
        (("rate", "--wdl", "1,2,3", "--prior", "1"), "--prior does nothing here"),
        (("sprt", "--elo0", "0", "--elo1", "5"), "one list of counts"),
        (("sprt", "--pairs", "1,2,3,4,5", "--elo0", "0", "--elo1", "5", "--model", "bayeselo"), "not valid for pairs"),
        (("sprt", "--wdl", "1,2,3", "--elo0", "0", "--elo1", "5", "--alpha", "2"), "not error rates"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(capsys, arguments, message):
    assert message in refused(capsys, *arguments)


def test_an_anchor_must_be_a_bot_and_a_number(capsys, pool):
    assert "Write NAME=ELO" in refused(capsys, "rate", pool, "--anchor", "B")
    assert "Write NAME=ELO" in refused(capsys, "rate", pool, "--anchor", "B=inf")
    assert "none of the bots" in refused(capsys, "rate", pool, "--anchor", "X=0")


def test_few_pairs_get_students_interval_and_have_a_way_back():
    few = ("rate", "--pairs", "0,1,3,4,2", "--json")  # OpenBench's test suite
    known = json.loads(run(*few, "--student"))
    assert json.loads(run(*few)) == known
    assert json.loads(run(*few, "--normal"))["method"] == "normal"
    assert json.loads(run("rate", "--pairs", "3,10,30,14,5", "--json"))["method"] == "normal"


def test_what_never_varied_has_a_bound_and_no_interval_of_nothing():
    for arguments, end in ((("--wdl", "0,6,0"), 172.5), (("--pairs", "0,0,10,0,0"), 110.8)):
        facts = json.loads(run("rate", *arguments, "--json"))
        assert (round(facts["low"], 1), round(facts["high"], 1), facts["method"]) == (-end, end, "exact")
        assert "exact bounds, as no result differs" in run("rate", *arguments)
    assert "LOS:     -" in run("rate", "--pairs", "0,0,0,1,0")  # case C228


def test_eight_to_nothing_never_reads_as_if_the_loser_might_be_better():
    text = run("rate", "--pairs", "0,0,0,0,4")
    assert "-72" not in text
    assert "won all 4 pairs: too few for a bound" in text
    assert ">= +28.37" in run("rate", "--pairs", "0,0,0,0,6")


def test_results_as_chess_programs_write_them_are_read_and_unfinished_games_set_aside(tmp_path):
    file = tmp_path / "list.csv"  # case C223
    file.write_text("player1,player2,result\nA,B,1-0\nA,B,1/2-1/2\nA,B,*\nB,A, 0 - 1 \nA,B,Aborted\nB,A,\u00bd\n")
    facts = json.loads(run("rate", str(file), "--json"))
    assert (facts["games"], facts["without_result"]) == (4, 2)
    assert [(bot["bot"], bot["wins"], bot["draws"], bot["losses"]) for bot in facts["leagues"][0]["bots"]] == [
        ("A", 2, 2, 0), ("B", 0, 2, 2),
    ]  # fmt: skip
    assert run("rate", str(file)).startswith("4 games; 2 without a result are set aside.")


def test_lists_of_other_games_are_refused(capsys, tmp_path):
    file = tmp_path / "list.csv"
    file.write_text("player1,player2,player3,result\na,b,c,1\n")
    assert "player3 is for games of more than two players" in refused(capsys, "rate", str(file))
    file.write_text("player1,player2,result\na,b,*\n")
    assert "no results but 1 game without one" in refused(capsys, "rate", str(file))
    file.write_text('player1,"player2\n')
    assert "is not valid CSV" in refused(capsys, "rate", str(file))


def test_bounds_of_a_sequential_test_stand_the_right_way_round_and_near_enough(capsys):
    wrong = refused(capsys, "sprt", "--wdl", "10,10,10", "--elo0", "5", "--elo1", "0")  # case C225
    assert "elo1 must be larger than elo0" in wrong
    wide = ("sprt", "--pairs", "1,2,3,4,5", "--elo0", "0", "--elo1")
    assert "lie so far apart" in run(*wide, "200")
    assert "lie so far apart" not in run(*wide, "10")
    assert json.loads(run(*wide, "200", "--json"))["too_wide_for_alpha_and_beta"]


def test_json_in_pieces_is_the_json_that_it_would_be_at_once():
    from arena.ratings.lines import Lines
    from arena.report.json_text import json_text

    plain = {"a": [{"b": [1, 2.5, None]}, {}], "c": [], "d": {"e": [[0.5, 1.0]], "f": "\u00e9\n"}, "g": {}}
    lazy = {"a": Lines(2, lambda at: plain["a"][at]), "c": Lines(0, str), "d": plain["d"], "g": {}}
    for value in (plain, lazy):
        assert "".join(json_text(value)) == json.dumps(plain, indent=2, ensure_ascii=False)


def test_a_sequential_test_prints_ratio_bounds_and_verdict():
    counts = "39,8843,26675,9240,44"  # OpenBench's test suite
    facts = json.loads(run("sprt", "--pairs", counts, "--elo0", "0.5", "--elo1", "2.5", "--json"))
    assert round(facts["llr"], 5) == 2.94168
    assert (round(facts["lower"], 4), round(facts["upper"], 4), facts["verdict"]) == (-2.9444, 2.9444, "continue")
    text = run("sprt", "--pairs", "871,26175,55983,26678,821", "--elo0", "0", "--elo1", "2", "--model", "logistic")
    assert "-4.9787" in text  # fastchess's test suite: -4.98
    assert "H0 accepted" in text
    wdl = ("sprt", "--wdl", "1477,2942,1351", "--elo0", "0", "--elo1", "10", "--model", "cutechess")
    assert "2.5236" in run(*wdl)  # cutechess's test suite: 2.52
