"""The word game at a terminal: whole games are played by a script that types what the program shows."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from arena.cli.play.play_word import WordGameSetup, play_word, read_people
from arena.config.model import VariantEntry
from arena.errors import BotError, ConfigError
from tests import forked
from tests.seeds import master

WORDS = "CAT CATS AT TA AS TAT SAT STAT ACTS SCAT TACT TACTS EAT ATE SEA TEA TEAS SEAT EAST EATS ETA SET ACE CASE ACES"
TILES = """\
name: few
alphabet: {letters: [A, C, E, S, T]}
tiles:
  - {faces: {A: 0, C: 0, E: 0, S: 0, T: 0}, count: 2}
  - {faces: {A: 1}, count: 6}
  - {faces: {C: 3}, count: 3}
  - {faces: {E: 1}, count: 5}
  - {faces: {S: 2}, count: 4}
  - {faces: {T: 1}, count: 6}
"""
SEED = 869  # player 1 holds a blank, A, S and T
CHOCO = """\
name: choco
alphabet: {letters: [A, C, CH, O]}
tiles:
  - {faces: {A: 1}, count: 5}
  - {faces: {C: 3}, count: 2}
  - {faces: {CH: 5}, count: 4}
  - {faces: {O: 1}, count: 5}
"""


class Person:
    """Types the best hint each turn; a blank's letter as the hint said; counts what it was asked."""

    def __init__(self, *first: str) -> None:
        self.first = list(first)
        self.shown: list[str] = []
        self.blanks: list[str] = []
        self.hinting = False

    def say(self, text: str) -> None:
        self.shown.append(text)

    def ask(self, prompt: str) -> str | None:
        if self.first:
            return self.first.pop(0)
        if prompt.startswith("Which letter"):
            return self.blanks.pop(0)
        if not self.hinting:
            self.hinting = True
            return ":HINT 1"
        self.hinting = False
        if "allow no word" in self.shown[-1]:
            return ":pass"
        found = re.match(r" *\d+  (\S+ \S+ \S+ \S)(?:  \(blank: (.*)\))?", self.shown[-1])
        assert found, self.shown[-1]
        self.blanks = (found[2] or "").split(", ")
        return found[1]

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


@pytest.fixture
def at_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words.txt").write_text(WORDS.replace(" ", "\n"), encoding="utf-8")
    (tmp_path / "choco.txt").write_text("CHOCO\nCHA\nOCA\nCACAO\nCOA\n[C][H]A\n", encoding="utf-8")
    (tmp_path / "few.yaml").write_text(TILES, encoding="utf-8")
    (tmp_path / "choco.yaml").write_text(CHOCO, encoding="utf-8")

    def sit(person: Any, people: str = "1", seats: int = 2, bots: tuple[str, ...] = ("passer",), **more: Any) -> int:
        seed, colour = more.pop("seed", SEED), more.pop("colour", False)
        bonus = more.pop("bonus_squares", True)
        parts = {"board": "standard", "lexicon": "./words.txt", "tiles": "./few.yaml", "rules": "tournament"} | more
        setup = WordGameSetup(
            VariantEntry(name="table", **parts), seats, read_people(people), bots, master(seed), 5.0, bonus, colour
        )
        return play_word(setup, person.ask, person.say)

    return sit


@pytest.mark.parametrize("board", ["standard", "infinite", "infinite-hole"])
def test_a_whole_game_is_played_by_typing_the_hints(at_table: Any, board: str):
    person = Person()
    assert at_table(person, board=board) == 0
    assert "Refused" not in person.text
    assert "The game is over:" in person.text
    assert "Player 1 wins." in person.shown  # against a bot that passes
    assert re.fullmatch(r"Best move was played by Player 1 for \d+ points?", person.shown[-1])
    assert re.search(r" -\d+ ", person.text)  # rows and columns below 0 were shown


@pytest.mark.parametrize("seats", [1, 3, 8])
def test_people_may_sit_in_all_seats(at_table: Any, seats: int):
    person = Person()
    at_table(
        person,
        ",".join(str(player + 1) for player in range(seats)),
        seats,
        hand_size=7 if seats < 8 else 1,
        rules="itu",
    )
    assert "Refused" not in person.text and "The game is over:" in person.text
    for player in range(1, seats + 1):
        assert f"Rack of Player {player}: " in person.text


def test_tiles_of_several_characters_are_typed_as_words_or_in_brackets(at_table: Any):
    person = Person()
    at_table(person, tiles="./choco.yaml", lexicon="./choco.txt", seed=2)
    assert "Refused" not in person.text
    assert "[CH]" in person.text and "CH5" in person.text


def test_a_blank_is_asked_for_by_its_square(at_table: Any):
    person = Person("_AT 0 0 H", "q", "_AT 0 0 H", "c", ":QUIT")
    at_table(person)
    assert "Refused: 'q' is not a letter that a blank can stand for. Write the move again." in person.shown
    assert "Player 1 plays _AT 0 0 H for 2 points, 2 in all." in person.shown  # 0 + 1 + 1, the centre is plain
    assert re.search(r"^ *0 .* c +A +T", person.text, re.M)


REFUSED = [
    ("ZAT 0 0 H", "'Z'"),
    ("AT 5 5 H", "The first word must cover the centre, row 0, column 0."),
    ("A 0 0 H", "The first move must place at least 2 tiles."),
    ("TT 0 0 H", "TT is not a word of the dictionary words."),
    ("AT 0 20 H", "The board has no square at row 0, column 20."),
    ("AT 0 0 D", "'D' is not a direction. Write H (across) or V (down)."),
    ("AT 0 H", "'AT 0 H' is not a move. Write WORD ROW COL DIR"),
    ("0 0 1A1 2 2 5T1", "The tiles of one move must all lie on one row or on one column."),
    ("0 0 1A1 2 0 5T1", "There is a gap between the tiles"),
    ("0 0 1A9 0 1 5T1", "The tile A does not show A for 9 points."),
    ("0 0 99A1 1 0 5T1", "There is no tile number 99: tiles have the numbers 0 to 5."),
    ("0 0 1A1 5", "Cannot read '5'"),
    ("[AT 0 0 H", "Cannot read the brackets in '[AT'"),
    (":SWAP Z", "has no tile 'Z'"),
    (":HINT x", ":HINT takes how many words to show"),
    (":SWOP", "There is no command :SWOP. The commands are :HINT, :SWAP, :PASS, :BOARD, :HELP, :QUIT."),
    ("play", "is not a move"),
]


def test_a_refusal_says_why_and_asks_again(at_table: Any):
    person = Person(*(line for line, _ in REFUSED), ":QUIT")
    at_table(person, rules="cs351")
    refused = [text for text in person.shown if text.startswith("Refused: ")]
    assert len(refused) >= len(REFUSED)
    for line, why in REFUSED:
        assert any(why.lower() in text.lower() for text in refused), (line, refused)
    assert person.shown[-2] == "Player 1 broke the game off."


def test_tiles_that_lie_there_are_part_of_the_word(at_table: Any):
    person = Person("AT 0 0 H", "AT 0 0 H", "ST 0 0 H", "_T 0 0 H", "S 0 2 H", "ATS 0 0 V", ":QUIT")
    at_table(person, rules="cs351")
    refused = [line for line in person.shown if line.startswith("Refused: ")]
    assert refused == [
        "Refused: A move must use at least one tile of your rack.",
        "Refused: S cannot lie at row 0, column 0, where there is A already.",
        "Refused: A blank cannot lie at row 0, column 0, where there is A already.",
        "Refused: With the tiles beside it the word would be ATS. Write the whole word: ATS 0 0 H.",
        "Refused: ATS is not a word of the dictionary words.",
    ]


def test_a_word_that_is_in_no_dictionary_loses_the_turn_where_the_rule_book_says_so(at_table: Any):
    person = Person("TT 0 0 H", ":QUIT")
    at_table(person, rules="itu")
    assert "By the rules of itu a play of a word that is not in the dictionary loses the turn." in person.shown
    at = person.shown.index("Refused: TT is not a word of the dictionary words.")
    assert person.shown[at + 1] == "Player 1 loses the turn."
    assert "Player 2 (passer) passes." in person.shown[at + 2 :]


def test_a_slip_is_warned_of_and_costs_the_turn_only_when_it_is_written_again(at_table: Any):
    person = Person("AT 5 5 H", "SAT 5 5 H", "AT 5 5 H", "AT 5 5 H", ":QUIT")
    at_table(person, rules="itu")
    why = "Refused: The first word must cover the centre, row 0, column 0."
    warning = "By the rules of itu that loses the turn, if you write it again."
    at = person.shown.index(why)
    assert person.shown[at : at + 8] == [*[why, warning] * 3, why, "Player 1 loses the turn."]


def test_a_warning_is_forgotten_when_the_turn_is_over(at_table: Any):
    person = Person("AT 5 5 H", ":PASS", "AT 5 5 H", ":QUIT")
    at_table(person, rules="itu")
    assert "Player 1 loses the turn." not in person.shown


def test_under_a_dropping_rule_book_a_word_of_no_dictionary_ends_the_game(at_table: Any):
    person = Person("TC 0 0 H")
    at_table(person, "1", 3, rules="chicago")
    assert (
        "By the rules of chicago a play of a word that is not in the dictionary ends the game for you." in person.shown
    )
    assert person.shown.count("Player 1 leaves the game (TC 0 0 H: TC is not a word of the dictionary words).") == 1
    assert "The game is over" in person.text


def test_where_one_may_try_again_no_refusal_costs_anything(at_table: Any):
    person = Person("TT 0 0 H", "AT 5 5 H", "AT 5 5 H", ":HELP", ":QUIT")
    at_table(person, rules="cs351")
    assert "By the rules" not in person.text and "Player 1 loses the turn." not in person.shown
    assert "A play that is refused costs nothing: try again." in person.text


def test_an_impossible_swap_is_warned_of_too(at_table: Any):
    person = Person(":SWAP TTTTTT", ":SWAP TTTTTT", ":QUIT")
    at_table(person, rules="cs351")
    warning = "By the rules of cs351 that loses the turn, if you write it again."
    assert person.shown.count(warning) == 1
    assert "Player 1 loses the turn." in person.shown


def test_the_course_s_move_format_plays(at_table: Any):
    person = Person("0 0 1A1 1 0 5T1", ":QUIT")
    at_table(person)
    assert "Player 1 plays AT 0 0 H for 2 points, 2 in all." in person.shown


def test_swapping_asks_for_the_tiles_and_shows_the_new_rack(at_table: Any):
    person = Person(":swap", "a t", ":SWAP", "", ":QUIT")
    at_table(person)
    assert "Player 1 swaps 2 tiles." in person.shown
    assert any(line.startswith("Your new rack: ") for line in person.shown)


def test_commands_go_in_any_case_and_help_explains_them_all(at_table: Any):
    person = Person(":Help", ":hElP", ":board", ":PaSs", ":quit")
    at_table(person)
    assert person.text.count("WORD ROW COL DIR  play a word") == 2
    assert "Player 1 passes." in person.shown
    assert "Player 2 (passer) passes." in person.shown


def test_the_board_shows_its_bonus_squares_or_not(at_table: Any):
    with_them, without = Person(":QUIT"), Person(":QUIT")
    at_table(with_them)
    at_table(without, bonus_squares=False)
    for name in ("W3", "W2", "L3", "L2"):
        assert name in with_them.text
        assert name not in without.text


def test_colours_only_when_they_are_asked_for(at_table: Any):
    plain, painted = Person(":QUIT"), Person(":QUIT")
    at_table(plain)
    at_table(painted, colour=True)
    assert "\x1b" not in plain.text
    assert "\x1b[" in painted.text


def test_a_player_may_leave_and_the_others_play_on(at_table: Any):
    person = Person("forfeit", ":QUIT")
    at_table(person, "1,2", 3, rules="itu")
    assert any(line.endswith("leaves the game (gave up).") for line in person.shown)


def test_nobody_there_and_bots_that_are_not_there_are_said_before_the_game(at_table: Any):
    with pytest.raises(ConfigError, match="it names nobody"):
        at_table(Person(), "")
    with pytest.raises(ConfigError, match="there is no player 3 at a table for 2"):
        at_table(Person(), "3")
    with pytest.raises(BotError, match="gready"):
        at_table(Person(), bots=("gready",))
    with pytest.raises(BotError, match="the bot does not start"):
        at_table(Person(), bots=("no.such.module:bot",))


@pytest.fixture
def piped(at_table: Any, tmp_path: Path, served: str) -> Any:
    def run(text: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
        command = forked.command(served, "play", "--lexicon", "./words.txt", "--tiles", "./few.yaml")
        return subprocess.run(
            [*command, "--against", "passer", *options], input=text, capture_output=True, cwd=tmp_path, timeout=240
        )

    return run


def test_a_whole_game_can_be_piped_in_and_has_no_escape_codes(piped: Any):
    # itu: three rounds in which everybody passes; each loses the tiles of its rack
    done = piped(b":pass\nnonsense \xff\n:PASS\n:Pass\n:pass\n", "--seed", "1")
    text = done.stdout.decode()
    assert done.returncode == 0, done.stderr.decode()
    assert "\x1b" not in text
    assert "The game is over: scoreless turns." in text
    assert "wins." in text or "A draw" in text


def test_the_end_of_the_input_ends_the_game_cleanly(piped: Any):
    done = piped(b":hint 1\n", "--seed", "1")
    assert done.returncode == 0, done.stderr.decode()
    assert b"The input ended before the game did." in done.stdout
    assert done.stderr == b""


def test_options_of_the_one_kind_of_game_are_refused_in_the_other(piped: Any):
    done = piped(b"", "tictactoe")
    assert done.returncode == 2
    assert b"tictactoe takes no --" in done.stderr
    assert b"the word game takes no --seconds" in piped(b"", "--seconds", "3").stderr
