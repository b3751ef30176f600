"""GCG text: every dialect seen in the wild reads, bad lines are named, and nothing is lost on the way round."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import Complaints, NotationError
from arena.scrabble.gcg import Event, GcgGame, Kind, Player, nicknames, write_gcg
from arena.scrabble.gcg_read import decode, read_gcg
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
        (">P1: DILOTWY 8H DOWLY +32 32", Event(Kind.PLAY, 0, "DILOTWY", 32, 32, "8H", "DOWLY")),
        (">P2: CNNTU?? h8 NoCTUrN +70 70", Event(Kind.PLAY, 1, "CNNTU??", 70, 70, "H8", "NoCTUrN")),
        (">P1:   AB  8H   .A +3 3  ", Event(Kind.PLAY, 0, "AB", 3, 3, "8H", ".A")),
        (">P1: AB 8H CAB AT +3 3", Event(Kind.PLAY, 0, "AB", 3, 3, "8H", "CAB", extra=("AT",))),
        (">P1: 8H CAB +3 3", Event(Kind.PLAY, 0, "", 3, 3, "8H", "CAB")),
        (">P1: ADGKOSV - +0 131", Event(Kind.PASS, 0, "ADGKOSV", 0, 131)),
        (">P1: ADGKOSV -0 +0 131", Event(Kind.PASS, 0, "ADGKOSV", 0, 131)),
        (">P1:  - +0 367", Event(Kind.PASS, 0, "", 0, 367)),
        (">P1: - +0 22", Event(Kind.PASS, 0, "", 0, 22)),
        (">P1: DIIIILU -IIILU +0 0", Event(Kind.EXCHANGE, 0, "DIIIILU", 0, 0, tiles="IIILU")),
        (">P1: DIIIILU -3 +0 0", Event(Kind.EXCHANGE, 0, "DIIIILU", 0, 0, count=3)),
        (">P1: ?DEENOP --  -74 224", Event(Kind.WITHDRAWN, 0, "?DEENOP", -74, 224)),
        (">P2: LWGRAKE   -- +0 59", Event(Kind.WITHDRAWN, 1, "LWGRAKE", 0, 59)),
        (">P1: DIMSTTW (challenge) +5 37", Event(Kind.CHALLENGE, 0, "DIMSTTW", 5, 37)),
        (">P1:  (challenge) +5 47", Event(Kind.CHALLENGE, 0, "", 5, 47)),
        (">P1:  (QU) +22 400", Event(Kind.RACK_POINTS, 0, "", 22, 400, tiles="QU")),
        (">P1: ?AEEOTT (?AEEOTT) -6 -6 ", Event(Kind.RACK_PENALTY, 0, "?AEEOTT", -6, -6, tiles="?AEEOTT")),
        (">P2:  (time) -20 363", Event(Kind.TIME, 1, "", -20, 363)),
        (">P2: AB (time) +-30 339", Event(Kind.TIME, 1, "AB", -30, 339)),
    ],
)
def test_every_kind_of_line_reads(line, event):
    assert only(line) == event


def test_an_accent_in_a_file_without_an_encoding_line_is_read_as_what_fits():
    text = HEAD + ">P1: Ä 8H ÄLE +3 3\n"
    assert read_gcg(text.encode("utf-8")) == read_gcg(text.encode("latin-1")) == read_gcg(text)


def test_the_encoding_line_binds():
    data = b"#character-encoding ISO-8859-1\n#player1 \xc3\x84 A\n"
    assert read_gcg(data).players[0].nick == "Ã\x84"
    with pytest.raises(NotationError, match="line 2"):
        decode(b"#character-encoding UTF-8\n#player1 \xe9 A\n")
    with pytest.raises(NotationError, match="EBCDIC"):
        decode(b"#character-encoding EBCDIC\n")


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
        (HEAD + ">P1: A B C D +3 3\n", 3),
        (HEAD + ">P1: A - +0 0\n#player3 P3 Late\n", 4),
        (HEAD + "#character-encoding UTF-8\n", 3),
        ("#player1\n", 1),
        ("", 1),
        ("#player2 a A\n", 1),
        (HEAD + "#player1 x X\n", 3),
    ],
)
def test_a_line_that_cannot_be_read_is_named(text, line):
    with pytest.raises((Complaints, NotationError), match=f"line {line}:"):
        read_gcg(text)


def test_all_bad_lines_are_told_at_once():
    with pytest.raises(Complaints) as told:
        read_gcg(HEAD + ">P3: A - +0 0\n>P1: A - +0 0\nwhat\n")
    assert [error.where for error in told.value.errors] == ["line 3", "line 5"]


def test_names_become_nicknames_that_read_back():
    players = nicknames(["Doe, Jane", "R2:D2", "Doe, Jane", "  ", "!!!"])
    assert [player.nick for player in players] == ["Doe,_Jane", "R2_D2", "Doe,_Jane_2", "player", "!!!"]
    game = GcgGame(tuple(players), (Event(Kind.PASS, 2),))
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
