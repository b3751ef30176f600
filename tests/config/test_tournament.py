"""Tournament files: what they mean, and every complaint with file, line, column, key path and remedy."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from arena.config.model import BotEntry, Kind, Limits, Tournament, VariantEntry
from arena.config.naming import OURS
from arena.config.read import read_tournament
from arena.contract.seeds import was_drawn
from arena.errors import Complaints, ConfigError

INSTALLED = {"first": [OURS], "greedy": [OURS], "random": [OURS]}
GOOD = "name: night\nbots: [greedy, random]\nvariants: [standard]\n"


@pytest.fixture
def read(tmp_path: Path):
    def read(text: str, **more) -> Tournament:
        path = tmp_path / "t.yaml"
        path.write_text(text, encoding="utf-8")
        arguments = {"installed": INSTALLED, "games": ("connect", "nim"), **more}
        return read_tournament(path, **arguments)

    return read


@pytest.fixture
def complaints(read, tmp_path: Path):
    def complaints(text: str, **more) -> list[str]:
        with pytest.raises(Complaints) as caught:
            read(text, **more)
        assert caught.value.exit_code == 2
        return [str(error).replace(str(tmp_path) + os.sep, "") for error in caught.value.errors]

    return complaints


def test_an_option_that_is_a_path_from_the_file_is_given_in_full_and_may_be_read(read, tmp_path):
    options = "{table: ./a.csv, other: ../b.csv, full: /etc/hosts, text: .x, count: 3}"
    bot = read(
        f"name: t\nbots: [greedy, {{name: mine, bot: greedy, options: {options}}}]\nvariants: [standard]\n"
    ).bots[1]
    assert bot.options == {
        "table": str(tmp_path / "a.csv"),
        "other": str(tmp_path / ".." / "b.csv"),
        "full": "/etc/hosts",
        "text": ".x",
        "count": 3,
    }
    assert bot.files == (str(tmp_path / "a.csv"), str(tmp_path / ".." / "b.csv"))


def test_a_short_file_gets_the_documented_defaults(read):
    tournament = read(GOOD)
    assert tournament.bots == (BotEntry(name="greedy", plugin="greedy"), BotEntry(name="random", plugin="random"))
    assert tournament.variants == (VariantEntry(name="standard", board="standard"),)
    assert (was_drawn(tournament.seed), tournament.seed_given, tournament.scheme) == (True, False, 2)
    assert read(GOOD).seed != tournament.seed
    assert (tournament.players, tournament.pairs, tournament.kind) == (2, 10, Kind())
    assert (tournament.move_time, tournament.clock, tournament.limits) == (1.0, "wall", Limits())
    assert (tournament.process, tournament.isolation, tournament.workers) == ("fresh", "auto", None)
    assert tournament.output == "results/night"


def test_a_long_file_means_what_it_says(read, tmp_path):
    (tmp_path / "mybot").write_text("#!/bin/sh\n")
    tournament = read(
        """
name: night-2
seed: 42
players: 3
pairs: 200
kind: {gauntlet: {hero: mine}}
move_time: 500ms
clock: cpu
backstop: 3
workers: 2
process: kept
isolation: process
max_faults: 1
max_crashes: 2
max_voids: 0
output: elsewhere
rules: tournament
hand_size: 9
limits: {start_time: 1m, game_time: 2m30s, late_time: 100ms, shutdown_time: 3, cpu_time: 2m, memory: none,
         output: 1KiB, open_files: 64, processes: 32, file_size: 0B}
bots:
  - greedy
  - {name: greedy-2, bot: greedy, options: {threads: 2, deep: {a: [1.5, true, null, x]}}}
  - {bot: random}
  - name: mine
    command: [./mybot, --fast, -n, 10]
  - {name: snake, command: [python3, bot.py]}
variants:
  - standard
  - {name: wild, board: random, board_seed: 7, tiles: french, rules: itu, lexicon: ../words.txt, hand_size: 10}
  - {board: boards/mine.board}
  - {name: c4, game: connect, options: {rods: 7}}
  - {game: "nim(3,5,7)"}
"""
    )
    assert tournament == Tournament(
        name="night-2",
        seed="42",
        seed_given=True,
        players=3,
        pairs=200,
        kind=Kind(name="gauntlet", hero="mine"),
        move_time=0.5,
        clock="cpu",
        backstop=3.0,
        workers=2,
        process="kept",
        isolation="process",
        max_faults=1,
        max_crashes=2,
        max_voids=0,
        output="elsewhere",
        limits=Limits(
            start_time=60.0,
            game_time=150.0,
            late_time=0.1,
            shutdown_time=3.0,
            cpu_time=120.0,
            memory=None,
            output=1024,
            open_files=64,
            processes=32,
            file_size=0,
        ),
        bots=(
            BotEntry(name="greedy", plugin="greedy"),
            BotEntry(name="greedy-2", plugin="greedy", options={"threads": 2, "deep": {"a": [1.5, True, None, "x"]}}),
            BotEntry(name="random", plugin="random"),
            BotEntry(name="mine", command=(str(tmp_path / "mybot"), "--fast", "-n", "10")),
            BotEntry(name="snake", command=("python3", "bot.py")),
        ),
        variants=(
            VariantEntry(name="standard", board="standard", rules="tournament", hand_size=9),
            VariantEntry(
                name="wild",
                board="random",
                board_seed=7,
                tiles="french",
                rules="itu",
                lexicon="../words.txt",
                hand_size=10,
            ),
            VariantEntry(name="mine", board="boards/mine.board", rules="tournament", hand_size=9),
            VariantEntry(name="c4", game="connect", options={"rods": 7}),
            VariantEntry(name="nim-3-5-7", game="nim(3,5,7)"),
        ),
        path=tournament.path,
        marks=tournament.marks,
    )
    assert tournament.where("variants[1].hand_size").endswith("t.yaml:30:98: variants[1].hand_size")
    assert tournament.where("variants[1].nothing.here").endswith("t.yaml:30:5: variants[1].nothing.here")


def faults() -> list[tuple[str, str]]:
    """Return (file, complaint) of faults.tsv."""
    lines = Path(__file__).with_name("faults.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [(text.replace("\\n", "\n").replace("GOOD\n", GOOD), message) for text, message in rows]


@pytest.mark.parametrize(("text", "message"), faults())
def test_one_fault_is_one_complaint_with_its_place_and_remedy(complaints, text, message):
    said = complaints(text)
    assert len(said) == 1, said
    assert said[0].startswith(message)


def test_all_faults_are_told_at_once_in_the_order_of_the_file(complaints):
    said = complaints(
        "nam: x\nbots:\n  - greedyy\n  - {name: no, bot: random}\n"
        "variants: [{bord: hole}]\npairs: '3'\nmove_time: 1:30\n"
    )
    assert [line.split(" ")[0] + " " + line.split(" ")[1] for line in said] == [
        "t.yaml:1:1: nam:",
        "t.yaml:1:1: name:",
        "t.yaml:3:5: bots[0]:",
        "t.yaml:4:12: bots[1].name:",
        "t.yaml:5:12: variants[0].board:",
        "t.yaml:5:13: variants[0].bord:",
        "t.yaml:6:8: pairs:",
        "t.yaml:7:12: move_time:",
    ]


def test_a_variant_is_checked_from_outside_in_the_keys_that_the_file_has_no_complaint_about(complaints):
    asked = []

    def check(tournament: Tournament, index: int) -> list[ConfigError]:
        asked.append(tournament.variants[index].board)
        wrong = [(f"variants[{index}].{key}", f"no such {key}") for key in ("board", "hand_size")]
        return [ConfigError(tournament.where(key), problem, "") for key, problem in wrong]

    text = "name: x\nbots: [greedy, random]\nvariants:\n  - {board: b, hand_size: x}\n  - {name: c, board: moon}\n"
    said = complaints(text, check_variant=check)
    assert asked == ["b", "moon"]
    assert [line.partition(". ")[0].partition(": ")[2] for line in said] == [
        "variants[0].board: no such board",
        "variants[0].hand_size: expected a whole number, not 'x'",
        "variants[1].hand_size: no such hand_size",
        "variants[1].board: no such board",
    ]


def test_what_is_wrong_with_all_variants_is_said_once_and_other_games_wait_until_the_file_is_sound(complaints):
    asked = []

    def check(tournament: Tournament, index: int) -> list[ConfigError]:
        asked.append(index)
        return [ConfigError(tournament.where("tiles"), "no such tiles", "")]

    text = "name: x\ntiles: moon\nbots: [greedy, random]\nvariants: [a, b, {game: nim, optoins: {}}, {game: nim}]\n"
    said = complaints(text, check_variant=check)
    assert asked == [0, 1, 3]
    assert [line.split(": ")[0] for line in said] == ["t.yaml:2:1", "t.yaml:4:30"]


def test_without_a_list_of_bots_and_games_any_name_will_do(read):
    text = "name: x\nbots: [a, b]\nvariants: [{game: halma}]"
    assert [bot.plugin for bot in read(text, installed=None, games=None).bots] == ["a", "b"]


def test_a_name_that_two_distributions_register_is_refused_and_a_reference_needs_no_name(read, complaints):
    twice = {**INSTALLED, "greedy": ["theirs", "my-bots"]}
    [said] = complaints(GOOD, installed=twice)
    assert said.startswith(
        "t.yaml:2:8: bots[0]: theirs and my-bots both register 'greedy'. Write bot: theirs:greedy or"
    )
    ours = {**INSTALLED, "greedy": ["theirs", OURS]}
    assert read(GOOD, installed=ours).bot("greedy").plugin == "greedy"
    text = "name: x\nbots: [random, {name: mine, bot: 'theirs:greedy'}]\nvariants: [standard]"
    assert read(text, installed=ours).bot("mine").plugin == "theirs:greedy"
    text = "name: x\nbots: [random, {name: mine, bot: 'my_bots.greedy:make_bot'}]\nvariants: [standard]"
    assert read(text).bot("mine").plugin == "my_bots.greedy:make_bot"


def test_what_decides_the_games_is_the_identity_and_nothing_else(read):
    one, other = read(GOOD + "seed: 1"), read(GOOD + "workers: 2\noutput: elsewhere\nmax_voids: 7\nseed: 1\n")
    assert one.identity() == other.identity()
    assert one.identity() != read(GOOD + "seed: 2").identity()
    assert one.identity() != read(GOOD + "limits: {cpu_time: 9s}").identity()
    assert msgspec.json.decode(msgspec.json.encode(one), type=Tournament) == one


def test_no_tournament_file_of_ours_is_wrong():
    folder = Path(__file__).parents[2] / "configs" / "tournaments"
    files = sorted(folder.glob("*.yaml"))
    assert files
    for file in files:
        assert read_tournament(file).name == file.stem


@pytest.mark.parametrize("rule", ["void", "single", "double", 5, 10])
def test_a_rule_for_challenges_is_the_file_s_or_a_variant_s(read, rule):
    whole = read(f"name: x\nbots: [a, b]\nchallenge: {rule}\nvariants: [standard]", installed=None)
    own = read(f"name: x\nbots: [a, b]\nvariants: [{{board: standard, challenge: {rule}}}]", installed=None)
    assert [made.variants[0].challenge for made in (whole, own)] == [rule, rule]
    assert whole.identity()["variants"][0]["challenge"] == rule
    none = read("name: x\nbots: [a, b]\nvariants: [standard]", installed=None)
    assert "challenge" not in none.identity()["variants"][0]


@pytest.mark.parametrize("rule", ["triple", "7", '"5"', "true", "[single]"])
def test_another_rule_for_challenges_is_told_with_those_that_there_are(complaints, rule):
    [said] = complaints(f"name: x\nbots: [greedy, random]\nvariants:\n  - {{board: standard, challenge: {rule}}}\n")
    assert said.startswith("t.yaml:4:")
    assert "variants[0].challenge" in said
    assert "void, single, double, 5, 10" in said


@pytest.mark.parametrize(
    "text",
    [
        'GOOD"a\\nt.yaml:1:1: name": 1\n',
        'GOODlimits: {"a\\nb": 1}\n',
        'GOODkind: "a\\nb"\n',
        'GOODclock: "a\\nb"\n',
        'GOODpairs: "a\\nb"\n',
        'name: x\nbots: [greedy, "a\\nb"]\nvariants: [standard]\n',
        'name: x\nbots: [greedy, {name: a, path: "a\\nb"}]\nvariants: [standard]\n',
        'name: x\nbots: [greedy, {from: "a\\nb"}]\nvariants: [standard]\n',
    ],
)
def test_a_complaint_is_one_line_whatever_the_file_has_in_its_texts(complaints, text):
    for line in complaints(text.replace("GOOD", GOOD)):
        assert "\n" not in line and "\\n" in line
