"""CGP wherever a position is taken or shown: moves, judge, summaries, and back again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from arena.cli.reports.replay import cgp_of
from arena.cli.words.judge import judge
from arena.cli.words.moves import moves
from arena.contract.chance import Random
from arena.errors import ArenaError, ConfigError
from arena.scrabble.moves import Pass
from arena.scrabble.rules import WordGame
from arena.variants.load import load_table
from arena.variants.plugins import make_game
from arena.variants.position_cgp import cgp_text, read_cgp_position

# A published position: ERA at 8G, hand M U B has 14 plays, the best BUM at 7G for 29
ROWS = "15/15/15/15/15/15/15/6ERA6/15/15/15/15/15/15/15"
ERA = f"{ROWS} MUB/ 12/7 0"
WORDS = "ERA BUM BE UR MA UM ME EM MU RUM BRA"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    (tmp_path / "words.txt").write_text(WORDS.replace(" ", "\n"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def call(command: Any, *arguments: str, text: str | None = None) -> Result:
        return CliRunner().invoke(command, list(arguments), input=text)

    return call


LEXICON = ("--lexicon", "./words.txt")


def test_the_plays_of_a_cgp_are_those_of_the_position(run: Any):
    answer = json.loads(run(moves, ERA, *LEXICON, "--json").stdout)
    assert len(answer) == 14
    assert (answer[0]["word"], answer[0]["score"]) == ("BUM", 29)
    for board in ("scrabble", "CrosswordGame"):
        assert run(moves, f"{ERA} bdn {board};", *LEXICON, "--top", "1").stdout.startswith("   29  BUM")


def test_a_summary_reads_a_cgp_a_line(run: Any):
    total = sum(play["score"] for play in json.loads(run(moves, ERA, *LEXICON, "--json").stdout))
    said = run(moves, "-", *LEXICON, "--summary", text=f"{ERA}\n\n{ERA}\n").stdout.split()
    assert said == ["14", "29", str(total)] * 2


def test_a_play_is_judged_as_the_field_writes_it_or_tile_by_tile(run: Any):
    said = "BUM 13\nBE 7\nUR 2\nMA 7\ntotal 29\n"  # G7 and I7 double their letters: 6 + 1 + 6, 6 + 1, 1 + 1, 6 + 1
    for play in ("7G BUM", "7g BUM", "-1 -1 2B3 0 -1 21U1 1 -1 13M3"):
        assert run(judge, ERA, *play.split(), *LEXICON).stdout == said
    # Small letters are blanks, which this hand does not hold.
    assert run(judge, ERA, "7G", "bUM", *LEXICON).stdout == "illegal\nPlayerDoesNotHavePiece(1, 0)\n"


def test_old_tiles_in_a_written_play_are_compared_with_the_board(run: Any):
    spelt = run(judge, f"{ROWS} BMR/ 0/0 0", "I6", "BRA", *LEXICON)
    dotted = run(judge, f"{ROWS} BMR/ 0/0 0", "I6", "BR.", *LEXICON)
    assert spelt.stdout == dotted.stdout
    assert spelt.stdout.startswith("BRA ")
    for play, why in (("BRE", "E cannot lie where there is A already"), (".RA", "no tile lies there")):
        error = run(judge, f"{ROWS} BMR/ 0/0 0", "I6", play, *LEXICON).exception
        assert why in str(error)


def test_small_letters_are_blanks_and_worth_nothing(run: Any):
    blank = f"{ROWS.replace('ERA', 'ErA')} MUB/ 0/0 0"
    assert "UR 1" in run(judge, blank, "7G", "BUM", *LEXICON).stdout  # U 1, the blank 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{ERA} lex NWL23;", "CGP: lex NWL23: there is no such lexicon or file"),
        (f"{ERA} bdn nowhere;", "there is no board called 'nowhere'"),
        (f"{ERA} bdn infinite;", "a board without end has no first row"),
        (f"{ERA} bdn superscrabble;", "15 by 15 squares are not the 21 by 21 of the board 'superscrabble'"),
        (f"{ERA} bb many;", "'many' is not a number"),
        (f"{ERA} var wordsmog;", "'wordsmog' is not played here"),
        ("15/15/3 / 0/0 0", "equally long"),
        (f"{ROWS} M!B/ 0/0 0", "has no tile '!'"),
    ],
)
def test_what_a_cgp_cannot_mean_is_named(text: str, why: str):
    with pytest.raises(ArenaError) as caught:
        read_cgp_position(text)
    assert why in str(caught.value)


def test_a_tile_where_there_is_no_square_is_named():
    rows = ["15"] * 15
    rows[3] = "3Q11"  # a hole of the course's board: (-4, -4)
    with pytest.raises(ArenaError, match="CGP: row 4, column 4: Q is where 'hole' has no square"):
        read_cgp_position("/".join(rows) + " / 0/0 0 bdn hole; lex odd;")


def test_operations_change_bonus_and_rules(run: Any):
    position = read_cgp_position(f"{ROWS} / 0/0 3 bb 35; etl 1; lex odd; ld German;").position
    rules = position.table.rules
    assert (rules.full_hand_bonus, rules.change_min_bag, position.table.tiles.name) == (35, 1, "german")
    assert position.hand is None


def test_a_position_is_printed_as_a_cgp_and_read_back(run: Any, tmp_path: Path):
    printed = run(moves, ERA, "--lexicon", "odd", "--cgp").stdout.strip()
    assert printed == f"{ROWS} BMU/ 12/7 0 bdn scrabble; lex odd; ld english; bb 50;"
    assert run(moves, printed, "--cgp").stdout.strip() == printed
    again = read_cgp_position(printed).position
    without_scores = printed.replace(" 12/7 ", " 0/0 ")
    assert cgp_text(again.table, again.board, [again.hand, None]) == without_scores
    file = tmp_path / "far.json"
    file.write_text(json.dumps({"board": "infinite", "hand": "A", "lexicon": "odd"}), encoding="utf-8")
    assert "has no end, and a CGP has rows and columns" in str(run(moves, str(file), "--cgp").exception)


def test_options_of_a_cgp_are_refused_beside_a_position_file(run: Any, tmp_path: Path):
    file = tmp_path / "position.json"
    file.write_text(json.dumps({"board": "standard", "hand": "A", "lexicon": "odd"}), encoding="utf-8")
    result = run(moves, str(file), "--board", "scrabble")
    assert result.exit_code == 2
    assert "--board is for a CGP" in result.output


def test_a_replay_writes_each_state_as_a_cgp_with_the_player_on_turn_first():
    game = WordGame(load_table("standard", lexicon="odd"), 3)
    state = game.start(Random(5))
    write = cgp_of(game)
    tiles = game.table.tiles
    for zeros in range(3):
        order = [(state.mover + step) % 3 for step in range(3)]
        fields = write(state).split()
        assert fields[0] == "/".join(["15"] * 15)
        assert fields[1] == "/".join(tiles.print_hand(state.hands[seat]) for seat in order)
        assert fields[2:4] == ["0/0/0", str(zeros)]
        state = game.play(state, Pass())
    with pytest.raises(ConfigError, match="has no end"):
        cgp_of(WordGame(load_table("infinite", lexicon="odd")))
    with pytest.raises(ConfigError, match="has no CGP"):
        cgp_of(make_game("tictactoe"))
