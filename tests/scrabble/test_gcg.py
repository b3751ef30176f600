"""GCG text: every dialect seen in the wild reads, bad lines are named, and nothing is lost on the way round."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import Complaints, NotationError
from arena.notation.gcg import Event, EventKind, GcgGame, Player, nicknames, write_gcg
from arena.notation.gcg_bytes import decode
from arena.notation.gcg_read import read_gcg
from tests.shared_data import shared

HEAD = "#player1 P1 One\n#player2 P2 Two\n"
FILES = [
    "G03", "G04", "G06", "G10", "G11", "G12", "G15", "G16", "G17", "G19", "G20", "G21", "G23", "G26", "G27", "G31",
    "G32", "G33", "G34", "G35",
]  # fmt: skip


def only(line: str) -> Event:
    (event,) = read_gcg(HEAD + line).events
    return event


@pytest.mark.parametrize(
    ("line", "event"),
    [
        (">P1: DILOTWY 8H DOWLY +32 32", Event(EventKind.PLAY, 0, "DILOTWY", 32, 32, "8H", "DOWLY")),
        (">P2: CNNTU?? h8 NoCTUrN +70 70", Event(EventKind.PLAY, 1, "CNNTU??", 70, 70, "H8", "NoCTUrN")),
        (">P1:   AB  8H   .A +3 3  ", Event(EventKind.PLAY, 0, "AB", 3, 3, "8H", ".A")),
        (">P1: AB 8H CAB AT +3 3", Event(EventKind.PLAY, 0, "AB", 3, 3, "8H", "CAB", extra=("AT",))),
        (">P1: 8H CAB +3 3", Event(EventKind.PLAY, 0, "", 3, 3, "8H", "CAB")),
        (">P1: ADGKOSV - +0 131", Event(EventKind.PASS, 0, "ADGKOSV", 0, 131)),
        (">P1: ADGKOSV -0 +0 131", Event(EventKind.PASS, 0, "ADGKOSV", 0, 131)),
        (">P1:  - +0 367", Event(EventKind.PASS, 0, "", 0, 367)),
        (">P1: - +0 22", Event(EventKind.PASS, 0, "", 0, 22)),
        (">P1: DIIIILU -IIILU +0 0", Event(EventKind.EXCHANGE, 0, "DIIIILU", 0, 0, tiles="IIILU")),
        (">P1: DIIIILU -3 +0 0", Event(EventKind.EXCHANGE, 0, "DIIIILU", 0, 0, count=3)),
        (">P1: ?DEENOP --  -74 224", Event(EventKind.WITHDRAWN, 0, "?DEENOP", -74, 224)),
        (">P2: LWGRAKE   -- +0 59", Event(EventKind.WITHDRAWN, 1, "LWGRAKE", 0, 59)),
        (">P1: DIMSTTW (challenge) +5 37", Event(EventKind.CHALLENGE, 0, "DIMSTTW", 5, 37)),
        (">P1:  (challenge) +5 47", Event(EventKind.CHALLENGE, 0, "", 5, 47)),
        (">P1:  (QU) +22 400", Event(EventKind.RACK_POINTS, 0, "", 22, 400, tiles="QU")),
        (">P1: ?AEEOTT (?AEEOTT) -6 -6 ", Event(EventKind.RACK_PENALTY, 0, "?AEEOTT", -6, -6, tiles="?AEEOTT")),
        (">P2:  (time) -20 363", Event(EventKind.TIME, 1, "", -20, 363)),
        (">P2: AB (time) +-30 339", Event(EventKind.TIME, 1, "AB", -30, 339)),
        # Without a sign a score is a plus
        (">P1: ABCDEFG - 0 0", Event(EventKind.PASS, 0, "ABCDEFG", 0, 0)),
        (">P1: ABCDEFG -ABC 0 12", Event(EventKind.EXCHANGE, 0, "ABCDEFG", 0, 12, tiles="ABC")),
        (">P1: -3 0 12", Event(EventKind.EXCHANGE, 0, "", 0, 12, count=3)),
        (">P1: AB 8H CAB AT 3 3", Event(EventKind.PLAY, 0, "AB", 3, 3, "8H", "CAB", extra=("AT",))),
        (">P1: AB 8H CAB 5 +3 3", Event(EventKind.PLAY, 0, "AB", 3, 3, "8H", "CAB", extra=("5",))),
        (">P1: AB (challenge) 5 47", Event(EventKind.CHALLENGE, 0, "AB", 5, 47)),
        (">P1: (QU) 22 400", Event(EventKind.RACK_POINTS, 0, "", 22, 400, tiles="QU")),
        (">P1: (TIME) +6 400", Event(EventKind.RACK_POINTS, 0, "", 6, 400, tiles="TIME")),
        (">P1: (Time) -10 400", Event(EventKind.TIME, 0, "", -10, 400)),
        # What stands behind the total
        (">P1: AB 8H CAB +3 3 CAB", Event(EventKind.PLAY, 0, "AB", 3, 3, "8H", "CAB", remark="CAB")),
        (">P1: AB 8H CAB 3 3 +5 5", Event(EventKind.PLAY, 0, "AB", 3, 3, "8H", "CAB", remark="+5 5")),
        (">P1: AB - +0 22 2 nice  0 0", Event(EventKind.PASS, 0, "AB", 0, 22, remark="2 nice 0 0")),
        (">P1: AB -- -74 22 phony", Event(EventKind.WITHDRAWN, 0, "AB", -74, 22, remark="phony")),
        # Letters of the board in brackets, with a rack and without one
        (">P1: AB 8H (C)AB +3 3", Event(EventKind.PLAY, 0, "AB", 3, 3, "8H", "(C)AB")),
        (">P1: 8H (C)A(B) +3 3", Event(EventKind.PLAY, 0, "", 3, 3, "8H", "(C)A(B)")),
        (">P1: 8H [C]AB +3 3", Event(EventKind.PLAY, 0, "", 3, 3, "8H", "[C]AB")),
        (">P1: A -² +0 0", Event(EventKind.EXCHANGE, 0, "A", 0, 0, tiles="²")),  # to Unicode a digit, but no number
    ],
)
def test_every_kind_of_line_reads(line, event):
    assert only(line) == event


def test_an_accent_in_a_file_without_an_encoding_line_is_read_as_what_fits_and_the_guess_is_told():
    text = HEAD + ">P1: Ä 8H ÄLE +3 3\n"
    assert read_gcg(text.encode("utf-8")) == read_gcg(text.encode("latin-1")) == read_gcg(text)
    for encoding, title in (("utf-8", "UTF-8"), ("latin-1", "ISO 8859-1")):
        ((line, remark),) = read_gcg(text.encode(encoding)).remarks
        assert (line, remark.startswith(f"read as {title}")) == (3, True)
    assert read_gcg(text.replace("Ä", "A").encode()).remarks == ()
    assert read_gcg(("#character-encoding UTF-8\n" + text).encode()).remarks == ()
    assert read_gcg(text.encode("utf-16")).remarks[0] == (1, "read as UTF-16, by its first bytes")
    assert read_gcg(text.encode("utf-16")).events == read_gcg(text).events


def test_the_encoding_line_binds():
    data = b"#character-encoding ISO-8859-1\n#player1 \xc3\x84 A\n"
    assert read_gcg(data).players[0].nick == "Ã\x84"
    assert read_gcg(b"#Character-Encoding Windows-1252\n#player1 \x8a A\n").players[0].nick == "Š"


def test_a_byte_that_does_not_fit_the_named_encoding_costs_nothing_else():
    decoded = decode(b"#character-encoding UTF-8\n#player1 \xe9 A\r\n#player2 \xc3\xa9 B\n")
    assert decoded.text == "#character-encoding UTF-8\n#player1 é A\n#player2 é B\n"
    assert [line for line, _ in decoded.doubts] == [2]
    ((line, remark),) = decode(b"#character-encoding EBCDIC\n\xe9").doubts
    assert line == 1
    assert "'EBCDIC': read as ISO 8859-1" in remark


def test_a_note_stays_a_note_whatever_it_says():
    game = read_gcg(HEAD + ">P1: A 8H AA +3 3\n#note see #player2 X Y and #rack1 ABC\n")
    assert game.events[0].notes == ("see #player2 X Y and #rack1 ABC",)
    assert game.players[1] == Player("P2", "Two")
    assert not game.racks


def test_lines_that_are_nothing_else_continue_a_note():
    game = read_gcg(HEAD + ">P1: A 8H AA +3 3\n#note first\nsecond\n#- third\n#note other\n>P2: A - +0 0\n")
    assert game.events[0].notes == ("first\nsecond\nthird", "other")
    assert game.events[1].notes == ()


def test_pragmas_may_be_empty_and_unknown():
    game = read_gcg(b"#character-encoding UTF-8\n#description   \n#title\n#style x\n#player1 a A\n#player2 b B\n")
    assert game.pragma("description") == "" and game.pragma("title") == "" and game.pragma("style") == "x"
    assert game.pragma("lexicon") is None


def test_two_players_of_one_nickname_are_told_apart_by_turns():
    game = read_gcg("#player1 A One\n#player2 A Two\n>A: X 8H AX +1 1\n>A: X 8H AX +2 2\n>A: X -- -2 0\n>A: X - +0 1\n")
    assert [event.player for event in game.events] == [0, 1, 1, 0]
    assert game.doubts


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (HEAD + "hello\n", 3),
        (HEAD + ">P3: A 8H AA +3 3\n", 3),
        (HEAD + ">P1 A 8H AA +3 3\n", 3),
        (HEAD + ">P1: A 8H AA 3\n", 3),
        (HEAD + ">P1: A 8H AA +3 x\n", 3),
        (HEAD + ">P1: A 8H AA\n", 3),
        (HEAD + ">P1: A B C D +3 3\n", 3),
        (HEAD + ">P1: A -5 20\n", 3),
        (HEAD + ">P1:\n", 3),
        (HEAD + f">P1: A - +{'9' * 5000} 0\n", 3),
        (HEAD + ">P1: A - +0 0\n#player3 P3 Late\n", 4),
        (HEAD + "#character-encoding UTF-8\n", 3),
        (HEAD + "#player1 x X\n", 3),
        (HEAD + "#player3\n", 3),
        (HEAD + "#rack3 ABC\n", 3),
    ],
)
def test_a_line_that_cannot_be_read_is_named_and_the_rest_is_read(text, line):
    game = read_gcg(text + ">P2: X - +0 0\n")
    assert [number for number, _ in game.doubts] == [line]
    assert game.events[-1] == Event(EventKind.PASS, 1, "X")


def test_all_bad_lines_are_told_at_once():
    game = read_gcg(HEAD + ">P3: A - +0 0\n>P1: A - +0 0\nwhat\n")
    assert [line for line, _ in game.doubts] == [3, 5]
    assert game.unread == (3,)
    assert len(game.events) == 1


@pytest.mark.parametrize("text", ["", "\n\n", "hello\n", "#player1\n", "#title nobody\n", "#player1\n" * 500])
def test_what_names_no_player_is_no_record(text):
    with pytest.raises(Complaints, match="line 1: no players are named") as caught:
        read_gcg(text)
    assert len(caught.value.errors) <= 21


@pytest.mark.parametrize("head", ["", "#player1\n", "#player1 P1 One\n", "#player2 P2 Two\n", "#player2 \n"])
def test_a_damaged_line_of_names_does_not_hide_the_moves(head):
    game = read_gcg(head + ">P1: A - +0 0\n>P2: A 8H AA +3 3\n>P3: A 8H AA +3 3\n")
    assert [player.nick for player in game.players] == ["P1", "P2"]
    assert [(event.player, event.score) for event in game.events] == [(0, 0), (1, 3)]
    assert game.doubts[-1][1].startswith("left out: no player is called 'P3'")


def test_a_player_who_is_not_named_has_a_place():
    game = read_gcg("#player3 C Carl\n#rack3 ABC\n")
    assert [player.nick for player in game.players] == ["player1", "player2", "C"]
    assert [doubt for _, doubt in game.doubts] == ["player 1 is not named", "player 2 is not named"]
    assert game.racks == {2: "ABC"}


@pytest.mark.parametrize(
    "text",
    [
        "#player1\tA\tAnn Other\n#player2\tB\tBob\n>A:\tCATABCD\t8G\tCAT\t+10\t10\n",
        "#player1\u00a0A\u00a0 Ann\tOther \n#player2   B   Bob\n>\u00a0A: CATABCD 8G  CAT +10\u00a010\n",
        "#Player1 A Ann Other\n#PLAYER2 B Bob\n>A: CATABCD 8G CAT 10 10\n",
    ],
)
def test_any_white_space_and_any_case_part_the_fields(text):
    game = read_gcg(text)
    assert game.players == (Player("A", "Ann Other"), Player("B", "Bob"))
    assert game.events == (Event(EventKind.PLAY, 0, "CATABCD", 10, 10, "8G", "CAT"),)
    assert game.doubts == ()


def test_pragmas_are_read_in_any_case_before_and_after_the_events():
    text = "#Rack1 ADEIMRZ\n" + HEAD + "#Lexicon X\n>P1: A - +0 0\n#Note a\n#RACK2 QUARTZY\n#Incomplete\n"
    game = read_gcg(text)
    assert game.racks == {0: "ADEIMRZ", 1: "QUARTZY"}
    assert game.pragma("lexicon") == "X"
    assert game.pragmas == (("Lexicon", "X"),)  # and written again as it was
    assert game.incomplete == ""
    assert game.events[0].notes == ("a",)
    assert read_gcg(write_gcg(game)) == game


def test_a_player_named_after_its_first_move_changes_nothing_of_whose_the_moves_are():
    late = read_gcg("#player2 A Ann\n>A: CATABCD G8 CAT +10 10\n#player1 A Ann\n>A: DOG 1A DOG +5 5\n")
    early = read_gcg("#player1 A Ann\n#player2 A Ann\n>A: CATABCD G8 CAT +10 10\n>A: DOG 1A DOG +5 5\n")
    assert [event.player for event in late.events] == [event.player for event in early.events] == [0, 1]
    assert read_gcg(write_gcg(late)) == late


def test_a_nickname_may_have_colons():
    game = read_gcg("#player1 R2 One\n#player2 R2:D2: Two\n>R2: A - +0 0\n>R2:D2:: A 8H AA +3 3\n")
    assert [event.player for event in game.events] == [0, 1]


def test_names_become_nicknames_that_read_back():
    players = nicknames(["Doe, Jane", "R2:D2", "Doe, Jane", "  ", "!!!"])
    assert [player.nick for player in players] == ["Doe,_Jane", "R2_D2", "Doe,_Jane_2", "player", "!!!"]
    game = GcgGame(tuple(players), (Event(EventKind.PASS, 2),))
    assert read_gcg(write_gcg(game)) == game


@pytest.mark.parametrize("name", FILES)
def test_a_real_file_reads_back_as_it_was_written(name):
    game = read_gcg(shared("gcg", f"{name}.gcg").read_bytes())
    written = write_gcg(game)
    assert read_gcg(written.encode()) == game
    assert write_gcg(read_gcg(written)) == written


@settings(max_examples=200)
@given(st.binary(max_size=120), st.booleans())
def test_no_bytes_crash_the_reader(data, headed):
    try:
        game = read_gcg(HEAD.encode() + data if headed else data)
    except (NotationError, Complaints):
        return
    assert read_gcg(write_gcg(game)).events == game.events


@pytest.mark.parametrize("between", ["", "\n", "#title Another\n", "#note the end\n"])
def test_a_second_game_in_a_file_is_told_once_and_left_out(between: str):
    first = HEAD + ">P1: CATXYZQ 8G CAT +10 10\n"
    game = read_gcg(first + between + HEAD + ">P2: DOGXYZQ 8G DOG +10 10\n>P1: AB 9H AB +9 9\n")
    assert len(game.events) == 1
    told = [text for _, text in game.doubts if "another game begins here" in text]
    assert len(told) == 1
    assert told[0].endswith("Put it into a file of its own")
    assert len(game.doubts) == 1


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_records_in_utf_16_are_read_with_and_without_a_mark(encoding: str):
    data = (HEAD + ">P1: CATXYZQ 8G CAT +10 10\n").encode(encoding)
    game = read_gcg(data)
    assert [player.name for player in game.players] == ["One", "Two"]
    assert "UTF-16" in game.remarks[0][1]
