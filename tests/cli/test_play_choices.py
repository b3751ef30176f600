"""What can be chosen at the terminal: names, who begins, looking on, any letters as words; and help that is true."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arena.cli.main import arena
from arena.cli.play.play_word import WordGameSetup, play_word, read_people, seat_names
from arena.cli.terminal.help import example, help_text, rule_lines
from arena.config.model import VariantEntry
from arena.contract.chance import Random, stream
from arena.engine.compiled import COMPILED
from arena.errors import ConfigError
from arena.lexicon.lexicon import every_word
from arena.scrabble.legality import faults_of_change, faults_of_play
from arena.scrabble.moves import read_move
from arena.scrabble.table import Table
from arena.serve.people.first import drawn_first
from arena.variants.load import load_board, load_rules, load_table, load_tiles, shipped
from tests.scrabble.tables import layout, lexicon, rule_book, table, tile_set
from tests.seeds import master

TWO_TILES = "two tiles"


class Person:
    def __init__(self, *lines: str) -> None:
        self.lines, self.printed, self.asked = list(lines), list[str](), list[str]()

    def ask(self, prompt: str) -> str | None:
        self.asked.append(prompt)
        line = self.lines.pop(0) if self.lines else None
        return self.two_tiles() if line == TWO_TILES else line

    def two_tiles(self) -> str:
        """Two tiles of the rack over the centre: no word of a list that has none of two letters."""
        (rack,) = [line for line in self.printed if line.startswith("Rack of ")][-1:]
        letters = re.findall(r" ([A-Z])\d", rack.partition(":")[2])
        return f"{letters[0]}{letters[1]} 0 0 H"

    @property
    def text(self) -> str:
        return "\n".join(self.printed)


def sit(person: Person, people: str = "1", seats: int = 2, bots: tuple[str, ...] = ("passer",), **more: Any) -> int:
    chosen = {key: more.pop(key) for key in ("names", "first") if key in more}
    seed = master(more.pop("seed", 5))
    parts = {"board": "standard", "rules": "itu", "lexicon": "any"} | more
    setup = WordGameSetup(VariantEntry(name="table", **parts), seats, read_people(people), bots, seed, 5.0, **chosen)
    return play_word(setup, person.ask, person.printed.append)


# Names.


def test_people_have_the_names_that_they_are_given():
    person = Person(":pass", ":quit")
    sit(person, "1,3", 3, names=("Ann", "Bob"))
    assert person.printed[0].startswith("Ann, Player 2 (passer), Bob on standard")
    assert any(line.startswith(("Rack of Ann: ", "Rack of Bob: ")) for line in person.printed)
    assert {prompt.split(",")[0] for prompt in person.asked} <= {"Ann", "Bob"}


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("Ann", "Bob"), "2 names for 1 of the 2 players"),
        (("",), "is not a name"),
        (("A\x1b[2J",), "is not a name"),
        (("x" * 41,), "is not a name"),
        (("Player 2 (Passer)",), "two players have the same name"),
    ],
)
def test_names_that_cannot_be_are_refused(names: tuple[str, ...], why: str):
    with pytest.raises(ConfigError, match=re.escape(why)):
        seat_names(["", "passer"], names)


# Who begins.


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 6))])
def test_a_person_begins_where_it_is_wanted(seed: int):
    person = Person(":quit")
    sit(person, "2", 2, first="human", seed=seed)
    assert not any("passes" in line for line in person.printed)
    with pytest.raises(ConfigError, match="no person plays"):
        sit(Person(), "none", 2, first="human")


def test_by_lot_both_begin_now_and_then():
    began = set()
    for seed in range(8):
        if len(began) < 2:
            person = Person(":quit")
            sit(person, "2", 2, seed=seed)
            began.add(any("passes" in line for line in person.printed))
    assert began == {True, False}


def test_the_earliest_letter_begins_and_a_blank_comes_before_a():
    tiles = tile_set()
    seen_blank = seen_tie = False
    for seed in range(400):
        first, draws = drawn_first(tiles, 3, Random(seed))
        drawing = [0, 1, 2]
        for number, draw in enumerate(draws):
            assert list(draw.tiles) == drawing
            ranks = {seat: 0 if tile == tiles.wild else ord(tiles.sign(tile)) for seat, tile in draw.tiles.items()}
            drawing = [seat for seat in drawing if ranks[seat] == min(ranks.values())]
            assert (len(drawing) > 1) == (number + 1 < len(draws))  # who shares the earliest draws again
            seen_blank |= 0 in ranks.values() and first in drawing
        assert drawing == [first]
        seen_tie |= len(draws) > 1
    assert seen_blank and seen_tie


def test_tiles_that_are_all_alike_do_not_keep_anybody_drawing():
    from arena.scrabble.tiles import TileSet

    alike = TileSet.from_mapping(
        {"name": "a", "alphabet": {"letters": ["A"]}, "tiles": [{"faces": {"A": 1}, "count": 9}]}, "a"
    )
    first, _ = drawn_first(alike, 2, stream(1, "t"))
    assert first in (0, 1)
    assert drawn_first(alike, 8, stream(1, "t"))[0] in range(8)
    assert drawn_first(alike, 1, stream(1, "t")) == (0, [])


def test_the_drawing_is_told_and_who_drew_best_begins():
    person = Person(":quit")
    sit(person, "1,2", 2, first="earliest-letter", seed=3)
    (drawn,) = [line for line in person.printed if " draws " in line][-1:]
    (begins,) = [line for line in person.printed if line.endswith(" begins.")]
    assert re.fullmatch(r"Player 1 draws \S+( blank)?, Player 2 draws \S+( blank)?\.", drawn)
    assert person.asked[0].startswith(begins.removesuffix(" begins."))


# Looking on.


def test_bots_play_and_somebody_looks_on():
    person = Person()
    assert sit(person, "none", 2, ("greedy", "random"), lexicon="default", rules="tournament") == 0
    assert person.asked == []
    assert ":HELP" not in person.text and "dictionary" not in person.printed[1]
    plays = [line for line in person.printed if re.match(r"Player \d \(\w+\) (plays|swaps|passes)", line)]
    assert len(plays) > 5 and len(set(plays)) > 5
    boards = [text for text in person.printed if text.lstrip().startswith("-7")]
    assert len(boards) == len(plays) + 1  # after each turn, and at the end
    assert sum("The game is over" in line for line in person.printed) == 1


def test_of_a_bot_that_leaves_the_rest_is_seen_to_the_end():
    person = Person()
    sit(person, "none", 3, ("tests.guests.zoo:raises", "passer"), rules="chicago")
    assert any("leaves the game" in line for line in person.printed)
    assert sum("The game is over" in line for line in person.printed) == 1


def test_nobody_is_a_word_and_not_the_lack_of_one():
    assert read_people("none") == frozenset() and read_people("both") == {0, 1}
    with pytest.raises(ConfigError, match="names nobody"):
        read_people(" , ")


# Any letters.


def test_in_the_lexicon_any_all_letters_are_a_word():
    person = Person("XQZ 0 0 H", ":quit")
    tiles = {"tiles": "english"}
    sit(person, **tiles)
    every = every_word(tile_set().alphabet)
    assert every.count is None and "xqz" in every and "a" in every
    assert "any" in person.printed[0]


def test_the_best_play_by_any_letters_is_that_of_the_oracle():
    """By brute force: on a plain row every arrangement of the hand's tiles over the centre is a word."""
    at = table("AT", rules="tournament")
    free = Table(at.layout, at.tiles, every_word(at.tiles.alphabet), at.rules, 3, COMPILED)
    hand = tile_set().parse_hand("QJA")
    found = free.generator.plays(free.empty_field(), hand)
    words = {play.word for play in found}
    assert words == {"QJ", "JQ", "QA", "AQ", "JA", "AJ", "QJA", "QAJ", "JQA", "JAQ", "AQJ", "AJQ"}
    assert len(found) == 2 * (6 * 2 + 6 * 3)  # across and down, each with its centre under every letter
    best = free.generator.best(free.empty_field(), hand)
    assert best is not None and best.score == max(play.score for play in found)


# The board that counts from 0.


def test_a_board_is_shipped_whose_squares_count_from_0():
    zero, usual = load_board("scrabble-zero"), load_board("scrabble")
    assert zero.bounds == (0, 0, 14, 14) and zero.centre == (7, 7)
    assert (zero.ids(0, 0, 14, 14) == usual.ids(-7, -7, 7, 7)).all()


def test_the_known_answers_of_two_courses_stand_on_it():
    """FATED down from (7, 7) is 22, then WODE across from (11, 5) is 8 (row and column from 0, 15 by 15)."""
    from arena.scrabble.position import laid
    from arena.scrabble.scoring import score_play
    from arena.serve.people.typed import read_word

    at = load_table("scrabble-zero", rules="brighton")
    hand = at.tiles.parse_hand("FATEDWO")
    board: dict[Any, Any] = {}
    for text, points in (("FATED 7 7 V", 22), ("WODE 11 5 H", 8)):
        play = read_word(text, at, board, hand, lambda x, y: "")
        assert score_play(at, board, play.tiles).total == points
        board = laid(board, play.tiles)


# Help.


@pytest.mark.parametrize("board", shipped("boards"))
def test_the_examples_of_the_help_are_legal_on_every_shipped_board(board: str):
    at = Table(load_board(board, seed=1), tile_set(), lexicon("CAT AT TA"), load_rules("itu"), 7, COMPILED)
    shown = help_text(at, 2)
    move = read_move(re.search(r"such as (-?\d.*)", shown)[1])  # type: ignore[index]
    hand = {tile.tile: 9 for tile in move.tiles}
    assert faults_of_play(at, {}, move.tiles, hand, 1) == []
    word = re.search(r"such as ([^.\n]+)\. WORD", shown)[1]  # type: ignore[index]
    from arena.serve.people.typed import read_word

    assert read_word(word, at, {}, hand, lambda x, y: "") == example(at) == move


@pytest.mark.parametrize("tiles", shipped("tiles"))
def test_the_examples_are_made_of_the_letters_of_the_set(tiles: str):
    chosen = load_tiles(tiles)
    at = Table(layout("scrabble"), chosen, every_word(chosen.alphabet), load_rules("itu"), 7, COMPILED)
    play = example(at)
    assert faults_of_play(at, {}, play.tiles, {tile.tile: 9 for tile in play.tiles}, 1) == []


RULES = shipped("rulebooks")


@pytest.mark.parametrize("rules", RULES)
def test_what_the_help_says_a_word_of_no_dictionary_costs_is_what_it_costs(rules: str, tmp_path: Path):
    (tmp_path / "words.txt").write_text("ZEBRA\n", encoding="utf-8")
    person = Person(":help", TWO_TILES, ":quit")
    sit(person, "1", 3, rules=rules, lexicon=str(tmp_path / "words.txt"), first="human")
    text = person.text
    cost = {"loses_turn": "loses the turn", "dropped": "ends the game for you", "try_again": ""}
    what = cost[load_rules(rules).failed_play]
    if what:
        assert f"A play of a word that is not in the dictionary {what}." in text
        assert ("Player 1 loses the turn." in text) == (what == "loses the turn")
        assert ("Player 1 leaves the game (" in text) == (what == "ends the game for you")
    else:
        assert "A play that is refused costs nothing: try again." in text
        assert person.asked[-1].startswith("Player 1") and "loses the turn." not in text.partition("Refused")[2]


@pytest.mark.parametrize("rules", RULES)
def test_what_the_help_says_of_swaps_is_what_the_rules_do(rules: str):
    at = table("AT", rules=rules)
    lines = " ".join(rule_lines(at))
    least = rule_book(rules).change_min_bag
    assert ("at least 7 tiles" in lines) == (least == 7)
    hand = {1: 7}
    for bag in range(9):
        allowed = not faults_of_change(at, bag, [1, 1], hand, 1)
        assert allowed == (bag >= (least or 2))
    person = Person(":help", ":SWAP AAAAAAAAA", ":SWAP AAAAAAAAA", ":quit")
    sit(person, "1", 2, rules=rules, first="human")
    assert "A swap that is not allowed is warned of; written a second time it loses the turn." in person.text
    assert "Player 1 loses the turn." in person.printed


@pytest.mark.parametrize(("seats", "rules", "said"), [
    (2, "itu", "it is over, and the other wins"), (3, "itu", "the others play on"),
    (2, "chicago", "the others play on"), (1, "itu", "it is over"),
])  # fmt: skip
def test_what_leaving_means_is_what_happens(seats: int, rules: str, said: str):
    person = Person(":help", "forfeit")
    sit(person, "1", seats, rules=rules, first="human")
    assert f"leave the game: {said}\n" in person.text
    assert "The game is over" in person.text
    on = any(re.match(r"Player \d \(passer\) passes", line) for line in person.printed)
    assert on == (said == "the others play on")


def test_the_end_of_idling_is_told_as_the_rule_book_has_it():
    assert "3 turns of everybody in a row" in " ".join(rule_lines(table(rules="itu")))
    assert "2 turns in a row without points (passes, time-outs)" in " ".join(rule_lines(table(rules="brighton")))
    assert "after 2000 turns" in " ".join(rule_lines(table(rules="brighton")))


def test_the_options_are_taken_on_the_command_line(tmp_path: Path):
    run = CliRunner().invoke(
        arena, ["play", "--against", "passer", "--names", "Ann", "--first", "human", "--board", "scrabble-zero"],
        input=":help\n:quit\n",
    )  # fmt: skip
    assert run.exit_code == 0, run.output
    assert "Ann begins" not in run.output and "CAT 7 7 H" in run.output
    assert "Ann, enter WORD ROW COL DIR[H/V]: " in run.output
    wrong = CliRunner().invoke(arena, ["play", "--first", "me"])
    assert wrong.exit_code == 2 and "earliest-letter" in wrong.output


# Challenges.


def test_people_challenge_at_the_terminal(tmp_path: Path):
    (tmp_path / "words.txt").write_text("QUIXOTRY\n", encoding="utf-8")
    person = Person(":challenge", TWO_TILES, ":CHALLENGE", TWO_TILES, ":pass", ":quit")
    sit(person, "1,2", names=("Ann", "Bob"), first="human", lexicon=str(tmp_path / "words.txt"), challenge=5)
    text = person.text
    assert "stands unless it is challenged (5)" in text
    assert "Refused: there is no play to challenge." in text
    assert "You may challenge the last play (:CHALLENGE)." in text
    assert re.search(
        r"Bob challenges, and is right: \w\w is not in the dictionary; the play is taken back, Ann has 0 in", text
    )
    assert "Your rack again: " in text
    assert re.search(r"So far: Ann: 0, Bob: [1-9]", text)


def test_a_wrong_challenge_at_the_terminal_is_told_with_its_cost():
    person = Person(TWO_TILES, "challenge", ":quit")
    sit(person, "1,2", names=("Ann", "Bob"), first="human", challenge="double")
    assert "Bob challenges, and is wrong: the play stands and the turn is lost." in person.text
    assert person.asked[-1].startswith("Ann")


@pytest.mark.parametrize("rule", ["void", "single", "double", 5, 10])
def test_the_help_has_challenges_where_there_are_any(rule: Any):
    said = help_text(table("CAT", challenge=rule), 2)
    assert (":CHALLENGE" in said) == (rule != "void")
    assert ("stands unless the next player challenges it" in said) == (rule != "void")
