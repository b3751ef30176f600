"""What moves gave away, against plays listed by hand and against the engine's own player."""

from __future__ import annotations

import csv
import io
import json
import os
import signal

import msgspec
import pytest
from click.testing import CliRunner

import arena.results
from arena.cli.main import arena as command
from arena.cli.main import main
from arena.report.boards import layouts, word_specs
from arena.report.data import regret_csv, report_facts
from arena.report.examine import examine
from arena.report.moves import moves_facts
from arena.report.page.html import report_html
from arena.report.regret import look_at
from arena.report.regret_sums import pictures_of, regret_curves, regret_lines
from arena.report.standings import make_report
from arena.report.text import report_text
from tests.report.games import game, tournament
from tests.report.misses import MIDDLE, OPENING, hand_made, specs_of, turn
from tests.report.stored import store


@pytest.fixture
def regret(spec):
    return look_at(hand_made, {"tiny": spec})


def line(regret, bot, phase=""):
    return next(line for line in regret_lines(regret) if (line.bot, line.phase) == (bot, phase))


def test_every_turn_is_judged_as_by_hand(regret):
    assert [(look.bot, look.phase, look.points, look.best, look.rank, look.plays) for look in regret.looks] == [
        ("one", "opening", 6, 57, 9, 18),
        ("two", "middle", 6, 8, 2, 4),
        ("one", "bag empty", 0, 10, 6, 5),
        ("two", "bag empty", 6, 6, 1, 4),
        ("two", "opening", 57, 57, 1, 18),
    ]
    assert (regret.turns, regret.forced, regret.unseen, regret.left_out) == (5, {}, 0, {})


def test_lines_are_means_and_rates_by_bot_and_phase(regret):
    one, two = line(regret, "one"), line(regret, "two")
    assert (one.given_away.mean, one.agreement.mean, one.share) == (30.5, 0.0, pytest.approx(6 / 67))
    assert two.given_away.mean == pytest.approx(2 / 3)
    assert two.given_away.se == pytest.approx(4 / 9)  # see tests/ratings/test_regret.py
    assert two.agreement.mean == pytest.approx(2 / 3)
    assert line(regret, "two", "middle").given_away.mean == 2
    assert line(regret, "one", "bag empty").rank == 6
    assert {(found.bot, found.phase) for found in regret_lines(regret)} == {
        ("one", ""), ("one", "opening"), ("one", "bag empty"),
        ("two", ""), ("two", "opening"), ("two", "middle"), ("two", "bag empty"),
    }  # fmt: skip
    curve = regret_curves(regret)["two"]
    assert (curve[0], curve[66], curve[67], curve[100]) == (0, 0, 2, 2)


def test_the_worst_misses_name_what_was_there_and_show_it(regret, spec):
    assert [(miss.look.given_away, miss.word) for miss in regret.worst] == [(51, "CABS"), (10, "CAB"), (2, "AB")]
    assert [miss.look.given_away for miss in regret.worst_by_bot] == [51, 2]
    layout = layouts({"tiny": spec})["tiny"]
    played, there = pictures_of(regret.worst[2], layout)
    assert {square for square, cell in played.tiles.items() if cell.fresh} == {(0, 1), (0, 2)}
    assert {square for square, cell in there.tiles.items() if cell.fresh} == {(2, -1), (3, -1)}
    assert {square for square, cell in there.tiles.items() if not cell.fresh} == {(0, 0), (1, 0), (2, 0)}
    assert pictures_of(regret.worst[1], layout)[0] is None  # a pass left nothing to show


def test_a_sample_is_the_same_turns_whatever_else_was_played(spec, regret):
    some = look_at(hand_made, {"tiny": spec}, sample=3)
    assert len(some.looks) == 3
    assert set(some.looks) < set(regret.looks)
    assert look_at(lambda: hand_made()[::-1], {"tiny": spec}, sample=3).looks != ()
    assert set(look_at(lambda: hand_made()[::-1], {"tiny": spec}, sample=3).looks) == set(some.looks)
    assert look_at(hand_made, {"tiny": spec}, sample=99).looks == regret.looks


def test_turns_without_a_play_without_a_hand_and_of_other_games_are_left_out(spec):
    stuck = turn(1, 1, "pass", "pass", 0, "SSSS")  # nothing can be done with it here but CABS
    blind = msgspec.structs.replace(MIDDLE, turn=2, seat=0, note={"kind": "pass", "score": 0})
    left = msgspec.structs.replace(MIDDLE, turn=3, note={"kind": "forfeit", "hand": "AAAB"})
    lone = turn(1, 1, "pass", "pass", 0, "C")
    records = [
        game(1, ("one", "two"), (6, 0), variant="tiny", moves=(OPENING, lone, blind, left)),
        game(2, ("one", "two"), (6, 0), variant="tiny", moves=(OPENING, stuck)),
        game(3, ("one", "two"), (6, 0), variant="tiny", moves=(OPENING,), counts=False),
        *tournament(),
    ]
    found = look_at(lambda: records, {"tiny": spec})
    assert [(look.bot, look.plays) for look in found.looks] == [("one", 18), ("one", 18), ("two", 1)]
    assert (found.forced, found.unseen, found.turns) == ({"two": 1}, 1, 5)


def test_a_variant_whose_words_are_gone_is_named(spec):
    lost = msgspec.structs.replace(
        spec, word=msgspec.structs.replace(
            spec.word, lexicon=msgspec.structs.replace(spec.word.lexicon, path="/nowhere/at.all", digest="0")
        )
    )  # fmt: skip
    found = look_at(hand_made, {"tiny": lost})
    assert (found.looks, found.turns, list(found.left_out)) == ((), 5, ["tiny"])
    regret = examine(hand_made, {"tiny": lost}, layouts({"tiny": lost}))
    text = report_text(make_report("t", hand_made()), {}, regret)
    assert "0 of 5 turns were looked at (variant tiny cannot be built here" in " ".join(text.split())


def moves_of(spec, records=hand_made, **more):
    return examine(records, {"tiny": spec}, layouts({"tiny": spec}), order=("two", "one"), **more)


def test_the_text_has_the_numbers_and_keeps_its_last_line(spec):
    text = report_text(make_report("t", hand_made()), layouts({"tiny": spec}), moves_of(spec))
    rows = [row.split() for row in text.splitlines()]
    assert ["one", "opening", "1", "0.0", "0.0", "97.5", "51.00", "-", "9.0", "10.5"] in rows
    assert "51 points given away by one: CAB for 6 (place 9 of 18 by points), where CABS made 57 from ABCS" in " ".join(
        text.split()
    )
    assert "a pass" not in text.split("WORST MISSES")[1].split("WHAT BOTS DO")[0]  # only each bot's worst is drawn
    assert text.endswith("\nBest move was played by two for 57 points\n")
    assert not {"nan", "inf", "-0.00", "-0.0"} & set(text.split())
    assert text == report_text(make_report("t", hand_made()), layouts({"tiny": spec}), moves_of(spec))


def test_json_and_csv_have_the_same_lines_and_no_bad_numbers(spec):
    moves = moves_of(spec)
    facts = report_facts(make_report("t", hand_made()), moves)["moves"]
    assert json.loads(json.dumps(facts, allow_nan=False)) == facts
    rows = list(csv.DictReader(io.StringIO(regret_csv(moves))))
    assert [(row["bot"], row["phase"], int(row["turns"])) for row in rows] == [
        (line["bot"], line["phase"], line["turns"]) for line in facts["regret"]["lines"]
    ]
    assert float(rows[0]["given_away"]) == pytest.approx(2 / 3, abs=1e-6)
    assert facts["regret"]["worst"][0]["best_tiles"][0] in [[0, 0, "C", 2], [-3, 0, "C", 2], [0, -3, "C", 2]]
    assert facts["pairs"][0] == {
        "variant": "tiny", "pairing": "one-vs-two", "pair": 1, "bots": ["one", "two"], "turn": 1, "cause": "choice",
        "points": 0.0, "margin": (-6 - 57) / 2,
    }  # fmt: skip


def test_other_games_have_no_such_sections():
    bare = [
        msgspec.structs.replace(
            record, scores=None, moves=tuple(msgspec.structs.replace(m, note={}) for m in record.moves)
        )
        for record in tournament()
    ]
    moves = examine(lambda: bare, {}, {})
    text = report_text(make_report("t", bare), {}, moves)
    for head in ("GIVEN AWAY", "WORST MISSES", "WHAT BOTS DO", "USE OF SQUARES", "WHERE GAMES WENT"):
        assert head not in text
    assert "WHERE PAIRS PART" in text
    facts = moves_facts(moves)
    assert (facts["doings"], facts["squares"], facts["extents"]) == ([], [], [])
    page = report_html(make_report("t", bare), lambda: bare, {}, moves)
    assert "What moves gave away" not in page
    assert "Use of squares" not in page


@pytest.fixture
def many():
    """Twenty pairs, each the one made by hand under an id of its own."""
    return [
        msgspec.structs.replace(record, id=f"{record.id.rpartition('/')[0]}-{number}/{record.half}", pair=number)
        for number in range(20)
        for record in hand_made()
    ]


@pytest.mark.parametrize("sample", [None, 30])
def test_any_number_of_processes_finds_the_same(spec, many, sample):
    counted = []

    def found(workers):
        counted.append(0)

        def done():
            counted[-1] += 1

        return look_at(lambda: many, {"tiny": spec}, sample=sample, progress=done, workers=workers)

    alone = found(1)
    assert len(alone.looks) == (sample or 100)
    assert [miss.word for miss in alone.worst] == ["CABS"] * 5
    assert found(2) == found(7) == alone
    assert counted == [40, 40, 40]


def test_a_process_that_dies_ends_the_report_with_its_status_and_no_report(many, spec, tmp_path, monkeypatch, capsys):
    folder, ours = store(tmp_path / "many", many, name="many", specs=specs_of(spec)), os.getpid()

    def killed(specs, by, leaves, game):
        if os.getpid() != ours:
            os.kill(os.getpid(), signal.SIGKILL)
        return []

    monkeypatch.setattr("arena.report.regret._looks", killed)
    with pytest.raises(SystemExit) as stop:
        main(["report", str(folder), "--regret", "--workers", "2"])
    told = capsys.readouterr()
    assert stop.value.code == 4
    assert told.out == ""
    assert told.err.startswith("a process that shared the work was killed by SIGKILL. There may be too little memory")


@pytest.fixture
def folder(spec, tmp_path):
    return store(tmp_path / "tiny", hand_made(), name="tiny", specs=specs_of(spec))


def run(*arguments):
    result = CliRunner().invoke(command, list(map(str, arguments)), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_command_prints_every_form(folder, tmp_path):
    assert "GIVEN AWAY\n5 of 5 turns" in run("report", folder, "--regret")
    assert "GIVEN AWAY" not in run("report", folder)
    assert run("report", folder, "--regret", "--format", "csv").startswith("variant,bot,phase,turns,games,agreement")
    assert (
        json.loads(run("report", folder, "--regret", "--sample", 2, "--format", "json"))["moves"]["regret"]["looked_at"]
        == 2
    )
    assert "moves" not in json.loads(run("report", folder, "--format", "json"))
    page = run("report", folder, "--regret", "--format", "html")
    assert "Worst miss of one" in page
    assert "Worst miss of one" not in run("report", folder, "--format", "html")


@pytest.mark.parametrize("option", ["--sample", "--workers"])
def test_a_sample_without_regret_is_told(folder, capsys, option):
    with pytest.raises(SystemExit) as stop:
        main(["report", str(folder), option, "5"])
    assert stop.value.code == 2
    assert f"{option} goes with --regret" in capsys.readouterr().err


def test_the_command_prints_the_same_for_any_number_of_processes(folder):
    alone = run("report", folder, "--regret", "--format", "json", "--workers", 1)
    assert run("report", folder, "--regret", "--format", "json", "--workers", 3) == alone
    assert run("report", folder, "--regret", "--format", "json") == alone


def test_a_notebook_gets_the_same_turns_and_pairs(folder):
    found = arena.results.open(str(folder))
    frame = found.regret()
    assert frame["given_away"].tolist() == [51, 2, 10, 0, 0]
    assert frame.groupby("bot")["given_away"].mean()["one"] == 30.5
    assert len(found.regret(sample=2)) == 2
    assert found.regret(workers=2).equals(frame)
    assert found.pairs()[["turn", "cause"]].to_numpy().tolist() == [[1, "choice"]]
    assert word_specs(found.manifest.specs).keys() == {"tiny"}
