"""Records as people, clubs and other programs write them: each reads, and what cannot have happened is told."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arena.cli.words.import_game import command
from tests.shared_data import shared

HEAD = "#player1 A Ann\n#player2 B Bob\n"
PLAY = ">A: CATABCD 8G CAT +10 10\n"

# Two full hands and nothing else: A B C D S T of 1 3 3 2 1 1 points. CATABCD at 8D is (2*3 + 1+1+1+3+3+2) * 2 + 50.
TINY = """
alphabet: {letters: [A, B, C, D, S, T]}
tiles:
  - {wild: 0, count: 1}
  - {faces: {A: 1}, count: 4}
  - {faces: {B: 3}, count: 2}
  - {faces: {C: 3}, count: 2}
  - {faces: {D: 2}, count: 2}
  - {faces: {S: 1}, count: 1}
  - {faces: {T: 1}, count: 2}
"""
OUT = ">A: CATABCD 8D CATABCD +84 84\n"
FINISHED = OUT + ">A: (AABDST?) +18 102\n"


def run(text: str, *arguments: str) -> Any:
    return CliRunner().invoke(command, ["-", *arguments], input=text, standalone_mode=False)


def imported(text: str, *arguments: str) -> dict[str, Any]:
    result = run(text, *arguments, "--json")
    answer: dict[str, Any] = json.loads(result.stdout)
    assert result.return_value == (1 if answer["problems"] else 0)
    return answer


def problems(text: str, *arguments: str) -> list[tuple[int, str]]:
    return [(found["line"], found["problem"]) for found in imported(text, *arguments)["problems"]]


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    (tmp_path / "tiny.yaml").write_text(TINY, encoding="utf-8")
    return str(tmp_path / "tiny.yaml")


# --- C201: text behind the running total


@pytest.mark.parametrize(
    ("text", "problem", "remark"),
    [
        ("CATS", None, ""),
        ("cats", None, ""),
        ("CATs", None, ""),
        ("(CAT)S", None, ""),
        ("CAT, AT", "CAT, AT is written where CATS is formed", ""),
        ("CATS/AT", "CATS, AT is written where CATS is formed", ""),
        ("nice play", None, "nice play"),
        ("CATS!", None, "CATS!"),
        ("A great play", None, "A great play"),
        ("+6 6", None, "+6 6"),
    ],
)
def test_words_behind_the_total_are_compared_and_other_text_is_kept(text, problem, remark):
    answer = imported(HEAD + PLAY.replace("8G", "8g") + f">B: SABCDEF 8g ...S +6 6 {text}\n")
    assert [found["problem"] for found in answer["problems"]] == ([problem] if problem else [])
    assert answer["events"][1]["remark"] == remark
    assert answer["events"][1]["reckoned"] == 6


@pytest.mark.parametrize("words", ["BE, AB, TE", "TE AB BE", "BE", "AB TE", "BE,AB,TE +0"])
def test_a_column_has_all_words_or_the_main_word_or_the_others(words):
    # BE at 9H under AT of CAT: BE (3 + 1 doubled on I9), AB with the B, TE with the E
    text = HEAD + PLAY + f">B: BEABCDF 9H BE +12 12 {words}\n"
    assert problems(text) == []


def test_words_between_a_play_and_its_score_are_compared_too():
    assert problems(HEAD + PLAY + ">B: BEABCDF 9H BE AB TE +12 12\n") == []
    assert problems(HEAD + PLAY + ">B: BEABCDF 9H BE AB AT +12 12\n") == [
        (4, "AB, AT is written where BE, AB, TE is formed")
    ]


def test_a_remark_is_shown_and_written_again():
    text = HEAD + PLAY + ">B: SABCDEF 8G ...S +6 6 nice play\n"
    assert "nice play" in run(text).stdout
    assert run(text, "--gcg").stdout.endswith(">B: SABCDEF 8G ...S +6 6 nice play\n")


# --- C203, C205: accents, other spellings, letters written in two characters


def test_an_accent_in_a_record_is_a_capital_letter():
    text = HEAD + ">A: EETABCD 8G ÉTÉ +6 6\n"
    assert problems(text, "--tiles", "french") == []
    assert problems(text.replace("ÉTÉ", "E\u0301TE\u0301"), "--tiles", "french") == []
    assert problems(text.replace("EET", "ÉÈT"), "--tiles", "french") == []
    # é is a wild card, and the rack has none
    small = [problem for _, problem in problems(text.replace("ÉTÉ", "éTÉ"), "--tiles", "french")]
    assert small == ["+6 is written where +4 is right", "not on the rack EETABCD: ?"]
    # Œ is O and E, as in word lists
    assert problems(HEAD + ">A: ŒUFABC 8G ŒUF +14 14\n", "--tiles", "french") == []


def test_a_record_written_with_combining_marks_is_the_same_record():
    text = "#player1 Jürgen J\n#player2 B Bob\n>Jürgen: ÄRABCDE 8G ÄRA +16 16\n>B: SABCDEF 8G ...S +9 9\n"
    apart = unicodedata.normalize("NFD", text)
    assert apart != text
    assert problems(apart, "--tiles", "german") == []
    assert imported(apart, "--tiles", "german")["events"] == imported(text, "--tiles", "german")["events"]


# --- C207: another script, without a lexicon


def test_a_record_in_another_script_needs_no_word_list(tmp_path: Path):
    letters = [chr(code) for code in range(ord("А"), ord("Я") + 1)]
    lines = [f"  - {{faces: {{{letter}: 1}}, count: 4}}" for letter in letters]
    tiles = f"alphabet: {{letters: [{', '.join(letters)}]}}\ntiles:\n  - {{wild: 0, count: 2}}\n" + "\n".join(lines)
    (tmp_path / "russian.yaml").write_text(tiles, encoding="utf-8")
    (tmp_path / "words.txt").write_text("КОТ\n", encoding="utf-8")
    text = HEAD + ">A: КОТАБВГ 8G КОТ +6 6\n>B: ЫАБВГДЕ 8G ...Ы +4 4\n"
    assert problems(text, "--tiles", str(tmp_path / "russian.yaml")) == []
    answer = imported(text, "--tiles", str(tmp_path / "russian.yaml"), "--lexicon", str(tmp_path / "words.txt"))
    assert {"line": 4, "remark": "КОТЫ is not in the lexicon words"} in answer["remarks"]


def test_words_are_looked_up_only_where_a_lexicon_is_named(tmp_path: Path):
    (tmp_path / "words.txt").write_text("cats\n", encoding="utf-8")
    text = HEAD + PLAY + ">B: SABCDEF 8G ...S +6 6\n"
    assert imported(text)["remarks"] == []
    result = run(text, "--lexicon", str(tmp_path / "words.txt"))
    assert "line 3: remark: CAT is not in the lexicon words" in result.stdout
    assert (result.return_value, "everything agrees" in result.stdout) == (0, True)


# --- C209: what cannot have happened


@pytest.mark.parametrize(
    ("events", "line", "problem"),
    [
        (PLAY + ">A: SABCDEF 8G ...S +6 16\n", 4, "out of turn: it is B's"),
        (PLAY + ">B: ABCDEFG - +0 0\n>B: ABCDEFG - +0 0\n", 5, "out of turn: it is A's"),
        (PLAY + ">B: SABCDEF 8G ...S +6 6\n>B: SABCDEF -- -6 0\n>B: ABC - +0 0\n", 6, "out of turn: it is A's"),
        (">A: CATABCD (challenge) +5 5\n", 3, "a challenge bonus without a play of this player just before it"),
        (PLAY + ">B: CATABCD (challenge) +5 5\n", 4, "a challenge bonus without a play of this player just before it"),
        (
            PLAY + ">A: CATABCD (challenge) +5 15\n>A: CATABCD (challenge) +5 20\n",
            5,
            "a challenge bonus without a play of this player just before it",
        ),
        (PLAY + ">A: CATABCD (challenge) -5 5\n", 4, "a challenge bonus of -5"),
        (PLAY + ">A: (time) +10 20\n", 4, "a time penalty that gives +10"),
        (">A: QATAAAA 8G QAT +24 24\n>B: QAAAAAA - +0 0\n", 4, "more tiles Q than the 1 there are"),
        (">A: QATAAAA 8G QAT +24 24\n>B: ABC?? ??A - +0 0\n", 4, "left out: cannot read the move"),
        (">A: CATABCDE 8G CAT +10 10\n", 3, "a rack of 8 tiles where 7 can be held"),
        (">A: CATAB___ 8G CAT +10 10\n", 3, "a rack of 8 tiles where 7 can be held"),
        (">A: CATABCDE - +0 0\n", 3, "a rack of 8 tiles where 7 can be held"),
        (">A: CATZZBC 8G CAT +10 10\n", 3, "more tiles Z than the 1 there are"),
        (">A: ???ABCD - +0 0\n", 3, "more tiles ? than the 2 there are"),
        (">A: ABCDEFG -8 +0 0\n", 3, "an exchange of 8 tiles where 7 can be held"),
        (">A: ABCDEFG -ABCDEFGH +0 0\n", 3, "an exchange of 8 tiles where 7 can be held"),
        (">A: ABCDEFG -AA +0 0\n", 3, "not on the rack ABCDEFG: A"),
        (">A: 8D CATABCDS +84 84\n", 3, "a play of 8 tiles where 7 can be held"),
        (PLAY + ">B: CAT -- -10 -10\n", 4, "there is no play of this player to take back"),
        (PLAY + ">B: (AAA) +6 6\n", 4, "end points for somebody who has not gone out: 7 tiles are left to play"),
        (PLAY + ">B: ABC (ABC) -7 -7\n", 4, "end points for 3 tiles where 7 can be left"),
        ("#Rack1 ABCDEFGH\n" + PLAY, 3, "a rack of 8 tiles where 7 can be held"),
        (PLAY + "#rack2 QQABCDE\n", 4, "more tiles Q than the 1 there are"),
        (PLAY.replace("8G", "8N"), 3, "the play 8N CAT cannot be placed: square: the board has no square for its T"),
        (PLAY.replace("8G", "16A"), 3, "the play 16A CAT cannot be placed: square: '16A' is not on the board"),
    ],
)
def test_what_cannot_have_happened_is_told_with_its_line(events, line, problem):
    found = [text for at, text in problems(HEAD + events, "--board", "scrabble") if at == line]
    assert any(text.startswith(problem) for text in found), found


def test_the_totals_stay_as_they_are_recorded():
    answer = imported(HEAD + PLAY + ">A: SABCDEF 8G ...S +6 16\n")
    assert answer["scores"] == [16, 0]
    assert len(answer["problems"]) == 1


@pytest.mark.parametrize(
    ("events", "line", "problem"),
    [
        (FINISHED, 0, ""),
        (FINISHED.replace(">A: (", ">B: - +0 0\n>A: ("), 0, ""),  # some programs write that the last play stands
        (OUT + ">A: (challenge) +5 89\n>A: (AABDST?) +18 107\n>B: (time) -10 -10\n", 0, ""),
        (OUT + ">B: AABDST? (AABDST?) -9 -9\n>A: (AABDST?) +9 93\n", 0, ""),  # counted once, and lost by the other
        (OUT + ">A: (A______) +18 102\n", 0, ""),
        (OUT.replace(": CATABCD", ":") + ">A: CATABCD -- -84 0\n>B: AABDST? 8H AT +4 4\n", 0, ""),
        (FINISHED + ">A: - +0 102\n", 5, "after the end of the game: it has had its end points"),
        (FINISHED + ">B: AABDST? 8K S +4 4\n", 5, "after the end of the game: it has had its end points"),
        (FINISHED + ">A: (challenge) +5 107\n", 5, "after the end of the game: it has had its end points"),
        (FINISHED + ">A: (AABDST?) +18 120\n", 5, "end points of this player a second time"),
        (FINISHED + ">B: (time) -10 -10\n>B: (time) -10 -20\n", 6, "a second time penalty of this player"),
        (OUT + ">B: AABDST? 8K S +11 11\n", 4, "after the end of the game: A has gone out"),
        (OUT + ">A: (AABDST) +18 102\n", 4, "end points for 6 tiles where 7 can be left"),
        (OUT + ">A: (CABDSTA) +24 108\n", 4, "end points for tiles that cannot be left: C"),
        (OUT + ">B: (CATABCD) +26 26\n", 4, "end points for somebody who has not gone out: 7 tiles are left to play"),
        (">A: CATABCD -C +0 0\n", 3, "an exchange of 1 with 0 tiles in the bag"),
        (">A: CAT 8G CAT +10 10\n>B: ABD?SA? - +0 0\n>A: ABCDD - +0 10\n", 5, "a rack of 5 tiles where 4 can be held"),
        (">A: CATABCD 8G CAT +10 10\n>B: - +0 0\n>A: ABC 9G D +2 12\n", 5, ""),
        (">A: CATABCD 8G CAT +10 10\n>B: - +0 0\n>A: ABCD 9G T +1 11\n", 5, "not on the rack ABCD: T"),
    ],
)
def test_the_end_of_a_game_is_checked_by_who_can_hold_what(tiny, events, line, problem):
    found = problems(HEAD + events, "--tiles", tiny, "--rules", "brighton")
    if not line:
        assert found == []
    elif problem:
        assert any(at == line and text.startswith(problem) for at, text in found), found


def test_six_turns_without_points_end_a_game_of_the_tournament_rules():
    told_late = "after the end of the game: 6 turns in a row without points"
    passes = [f">{'AB'[turn % 2]}: - +0 0\n" for turn in range(6)]
    assert problems(HEAD + "".join(passes)) == []
    for rules in ("tournament", "itu"):  # six turns, and three rounds of two players
        assert problems(HEAD + "".join(passes) + PLAY, "--rules", rules) == [(9, told_late)]
    play = ">B: CATABCD 8G CAT +10 10\n"
    after = [line.replace("B: - +0 0", "B: - +0 10") for line in passes[:5]]
    assert problems(HEAD + "".join([*passes[:5], play, *after])) == []  # a play breaks the row
    back = ">A: CATABCD 8G CAT +10 10\n>A: CATABCD -- -10 0\n"  # and one that is taken back does not
    assert problems(HEAD + back + "".join(passes[1:]) + PLAY) == [(10, told_late)]


def test_a_line_left_out_takes_nothing_else_with_it(tiny):
    text = HEAD + PLAY + ">B: something else\n>A: ABCDEFG - +0 10\n>B: SABCDEF 8G ...S +6 6\n>B: A - +0 6\n"
    assert [line for line, _ in problems(text)] == [4, 7]
    assert [line for line, _ in problems(HEAD + ">A: what +5\n>A: ABC (challenge) +5 5\n")] == [3]
    # whose turn it is, what is held, and who has gone out are not known any more
    assert [line for line, _ in problems(HEAD + ">A: what +84\n>A: (AABDST?) +18 18\n", "--tiles", tiny)] == [3]


def test_with_more_than_two_players_turns_go_round_and_each_opponent_may_challenge():
    head = HEAD + "#player3 C Carl\n"
    text = head + PLAY + ">A: (challenge) +5 15\n>A: (challenge) +5 20\n>B: - +0 0\n>C: - +0 0\n>A: - +0 20\n"
    assert problems(text) == []
    assert problems(head + PLAY + ">C: - +0 0\n") == [(5, "out of turn: it is B's")]
    left = head + PLAY + ">B: - +0 0\n#note forfeit: gave up\n>C: - +0 0\n>A: - +0 10\n>C: - +0 0\n"
    assert problems(left) == []


# --- C211, C213, C215, C216, C218, C230


def test_a_score_without_a_sign_is_a_plus():
    answer = imported(HEAD + ">A: ABCDEFG - 0 0\n>B: ABCDEFG (challenge) +5 5\n")
    assert [(event["kind"], event["points"]) for event in answer["events"]] == [("pass", 0), ("challenge", 5)]
    assert [found["line"] for found in answer["problems"]] == [4]  # there is no play that was challenged


@pytest.mark.parametrize(
    "play",
    ["...S", "(CAT)S", "[CAT]S", "(C)(A)TS", "(CA)TS", "C(AT)S", "CATS", "..(T)S", "(cat)S", "(CAT)[S]", "([CA]T)S"],
)
def test_letters_of_the_board_are_written_in_many_ways(play):
    answer = imported(HEAD + PLAY + f">B: SABCDEF 8G {play} +6 6\n")
    assert answer["problems"] == []
    assert answer["events"][1]["placed"] == [[2, 0, "S", 1]]


@pytest.mark.parametrize(
    "play",
    ["(DOG)S", "(CATS)", "[CATS]", "(CAT", "CAT)S", "((CAT))S", "()S", "[]S", "[CA]", "(C!T)S", "(CAT)", "!", "()"],
)
def test_brackets_that_fit_nothing_cost_their_own_line_only(play):
    answer = imported(HEAD + PLAY + f">B: SABCDEF 8G {play} +6 6\n>A: ABCDEFG - +0 10\n")
    assert {found["line"] for found in answer["problems"]} == {4}
    assert len(answer["events"]) == 3


def test_brackets_tell_a_tile_of_two_letters_from_two_letters_of_the_board():
    text = HEAD + ">A: CHAABDE 8G CHA +16 16\n>B: SABDEFG 8G [CH]AS +9 9\n"
    assert problems(text, "--tiles", "spanish") == []
    text = HEAD + ">A: [CH]AABDE 8G [CH]A +12 12\n>B: SABDEFG 8G ([CH])AS +7 7\n>A: [LL]ABDEFG - +0 12\n"
    assert problems(text, "--tiles", "spanish") == []


def test_tabs_and_capital_pragmas():
    text = HEAD.replace(" ", "\t") + PLAY.replace(" ", "\t") + "#Rack1 ADEIMRZ\n#Rack2 QUARTZY\n"
    answer = imported(text)
    assert answer["players"] == [{"nick": "A", "name": "Ann"}, {"nick": "B", "name": "Bob"}]
    assert run(text, "--gcg").stdout.endswith("#rack1 ADEIMRZ\n#rack2 QUARTZY\n")
    assert answer["remarks"] == [{"line": 5, "remark": "more tiles Z than the 1 there are, with the other rack"}]


def test_an_underscore_is_a_tile_that_nobody_saw():
    assert problems(HEAD + ">A: CATABC_ 8G CaT +8 8\n") == []
    assert problems(HEAD + ">A: CATAB__ -T_ +0 0\n") == []
    assert problems(HEAD + ">A: CATABC_ 8G zaT +2 2\n") == [(3, "not on the rack CATABC_: ??")]


def test_a_pass_needs_no_rack():
    answer = imported(HEAD + ">A:  - +0 0\n>B: - +0 0\n")
    assert [event["kind"] for event in answer["events"]] == ["pass", "pass"]
    assert answer["problems"] == []


# --- C219: names of boards and tile sets that the field uses


@pytest.mark.parametrize(
    "names",
    [
        "#tile-distribution english_super\n#board-layout SuperCrosswordGame\n",
        "#tile-distribution English_Super\n#board-layout standard21\n",
        "#board-layout standard21\n",
        "",  # a play beyond 15 rows and columns says it
    ],
)
def test_the_great_board_and_its_tiles_have_the_names_of_the_field(names):
    text = HEAD + names + ">A: CATABCD 11J CAT +10 10\n>B: QABCDEF R11 QA +0 0\n"
    answer = imported(text)
    assert answer["events"][0]["placed"][0][:2] == [-1, 0]
    guessed = [found["remark"] for found in answer["remarks"]]
    assert guessed == (
        [] if names else ["taken to be played on the board superscrabble: a play begins beyond 15 rows and columns"]
    )
    # two Q are no more than the great set has
    assert problems(HEAD + names + ">A: QATQAAA 11J QAT +24 24\n>B: A R11 A +0 0\n")[0][0] == 3 + names.count("\n") + 1


def test_names_that_nobody_knows_do_not_hide_the_record():
    text = HEAD + "#board-layout ZigZag\n#tile-distribution klingon\n#origin here\n" + PLAY
    assert [(line, problem.partition(".")[0]) for line, problem in problems(text)] == [
        (3, "there is no board called 'ZigZag': taken to be scrabble"),
        (4, "there is no tile set called 'klingon': taken to be english"),
        (5, "#origin: cannot read 'here'"),
    ]
    assert run(text, "--board", "nowhere").exception.exit_code == 2  # what the command names must be there


def test_a_guessed_encoding_is_told_and_agrees():
    text = HEAD + ">A: ÄRABCDE 8G ÄRA +16 16\n"
    for data, title in ((text.encode("utf-8"), "UTF-8"), (text.encode("latin-1"), "ISO 8859-1")):
        result = CliRunner().invoke(command, ["-", "--tiles", "german"], input=data, standalone_mode=False)
        assert f"line 3: remark: read as {title}: the file does not begin with #character-encoding" in result.stdout
        assert result.return_value == 0


def test_what_is_left_out_of_a_record_written_again_is_told():
    result = run(HEAD + PLAY + "hello\n", "--gcg")
    assert result.return_value == 1
    assert "line 4: left out: neither a pragma nor an event" in result.stderr
    assert ">A: CATABCD 8G CAT +10 10" in result.stdout


def test_paths_of_options_begin_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    (tmp_path / "here" / "tiny.yaml").write_text(TINY, encoding="utf-8")
    (tmp_path / "there" / "game.gcg").write_text(HEAD + FINISHED, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "here")
    result = CliRunner().invoke(command, ["../there/game.gcg", "--tiles", "./tiny.yaml"], standalone_mode=False)
    assert result.return_value == 0


@pytest.mark.parametrize("line", [">PlayerA: - +0 397", ">PlayerB: N 1A N +1 292", ">PlayerB: (BESST) +14 305"])
def test_nothing_follows_the_end_of_a_real_game(line):
    text = shared("gcg", "G06.gcg").read_text(encoding="utf-8").rstrip() + "\n"
    assert problems(text) == []
    assert [at for at, _ in problems(text + line + "\n")] != []


# --- challenges


@pytest.mark.parametrize(
    ("rule", "bonus", "problem"),
    [
        ("5", 5, None), ("10pt", 10, None), ("5", 10, "a challenge bonus of +10 where the rule gives +5"),
        ("double", 5, "a challenge bonus, and by the rule double there is none"),
    ],
)  # fmt: skip
def test_a_bonus_is_what_the_rule_of_the_record_gives(rule: str, bonus: int, problem: str | None):
    text = f"#challenge {rule}\n{HEAD}{PLAY}>A: (challenge) +{bonus} {10 + bonus}\n"
    assert problems(text) == ([] if problem is None else [(5, problem)])


def test_a_rule_for_challenges_that_nobody_knows_is_told_at_its_line():
    [(line, problem)] = problems(f"{HEAD}#challenge triple\n{PLAY}>A: (challenge) +5 15\n")
    assert (line, problem.partition(". ")[0]) == (3, "no challenge rule 'triple' is known")


def test_with_a_lexicon_challenges_that_came_out_otherwise_than_it_says_are_remarked_on(tmp_path: Path):
    (tmp_path / "words.txt").write_text("CAT\n", encoding="utf-8")
    text = f"{HEAD}{PLAY}>A: CATABCD -- -10 0\n>B: CATABCD 8G CTA +10 10\n>B: (challenge) +5 15\n"
    answer = imported(text, "--lexicon", str(tmp_path / "words.txt"))
    assert answer["problems"] == []
    told = [(one["line"], one["remark"]) for one in answer["remarks"]]
    assert (4, "a play is taken back whose words are all in the lexicon") in told
    assert (6, "a bonus for a play with CTA, not in the lexicon") in told
