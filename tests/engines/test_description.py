"""An engine's file is read whole, and what is wrong in it is named."""

from __future__ import annotations

import pytest
from arena_engines.description import read_description

from arena.bot import BotError
from tests.engines.conftest import ADAPTER, HERE

TEXT = (HERE / "stand_in.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('name = "Standin"', "", "stand_in.toml: name: is missing"),
        ('name = "Standin"', "name =", r"stand_in.toml: .*line 1"),
        ('name = "Standin"', 'name = "a"\nspeed = 3', "there is no key 'speed'"),
        ("patience = 50", "hurry = 50", "there is no key 'hurry'"),
        ("patience = 50", 'patience = "long"', "patience: 'long' is not of the right kind. Write a whole number"),
        ("patience = 50", "patience = true", "patience: True is not of the right kind"),
        ('process = "question"', 'process = "often"', "process: 'often' is not known. Write game or question"),
        ("{act}", "{deed}", "arguments: nothing is called {deed}. There are: act, cgp, gcg, ms, rack, words"),
        ("{act}", "{act", "arguments: .*Double a brace"),
        ('hello = ["ucgi"]', 'hello = "ucgi"', "hello: is no list of lines"),
        ("'^ucgiok$'", "'('", "ready: '\\(' is no regular expression"),
        ("done = '^bestmove'\n", "", "done: is missing. Without it, what is left of one answer"),
        ("(?P<move>.+)", "(.+)", "answer: names no move"),
        (
            'words = "words.txt"',
            'words = "../words.txt"',
            "files: '../words.txt' is no place of its own below the engine's",
        ),
        ('words = "words.txt"', 'words = "a"\nleaves = "a"', "files: 'a' is no place of its own"),
        ("[talk]\n", '[talk]\nfolder = "/tmp"\n', "files: '/tmp' is no place of its own"),
        ("[settings]\n", '[settings]\nprogram = "x"\n', "settings: the name 'program' is taken"),
        ("[talk]\n", "[can]\nrules = 3\n[talk]\n", "rules: is no table"),
        (
            "[talk]\n",
            '[can]\nrules = {full_hand_bonus = "50"}\n[talk]\n',
            "full_hand_bonus: '50' is not of the right kind",
        ),
        ("[talk]\n", "[can]\nboard = 15\n[talk]\n", "board: 15 is not of the right kind. Write a text"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, says: str):
    text = TEXT.replace("[talk]\n", '[talk]\nprocess = "question"\n', 1) if "process" in old else TEXT
    assert old in text
    with pytest.raises(BotError, match=says):
        read_description(text.replace(old, new, 1), "stand_in.toml")


def test_a_file_may_say_another_board_other_tiles_and_other_rules():
    text = TEXT + '[can]\nboard = """\n= -#\n^"\n"""\ntiles = "A5:1 ?1:0"\nrules = {hand_size = 3}\n'
    description = read_description(text, "small.toml")
    assert description.board == ("= -#", '^"')
    assert (description.tiles, description.rules) == ("A5:1 ?1:0", {"hand_size": 3})


def test_the_lines_of_magpie_and_quackle():
    """Lines that the two print, and the moves in them."""
    magpie, quackle = (
        read_description((ADAPTER / "arena_engines" / f"{name}.toml").read_text(encoding="utf-8"), name).answer
        for name in ("magpie", "quackle")
    )
    said = {
        "   ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯ  ➤ Player 1  AEINRST  0    1:  8B ANESTRI  66 66.00 ": "8B ANESTRI",
        "   ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯ  ➤ Player 1  IIUUVV?  0    1:  (exch IIUUVV) ? 0 28.50 ": "(exch IIUUVV)",
        "   ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯ  ➤ Player 1  BMU?  12    1:  7H (B)uM  U 14 9.20 ": "7H (B)uM",
        "  ┏━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓   Player 2           0    1:  7E BUM ?  17 45.50 ": "7E BUM",
        "   ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯ  ➤ Player 1  V  300    1:  pass  V 0 0.00 ": "pass",
    }
    assert {line: (magpie.search(line) or {"move": None})["move"] for line in said} == said
    said = {
        "9G HEW (score = 37, equity = 37.9051, win% = 0)": "9G HEW",
        "1E .ROUD (score = 30, equity = 31, win% = 0)": "1E .ROUD",
        "-IUUUVV (score = 0, equity = 21.7777, win% = 0)": "-IUUUVV",
        "-  (score = 0, equity = -999, win% = 0)": "-",
    }
    assert {line: (quackle.search(line) or {"move": None})["move"] for line in said} == said
    assert not quackle.search("Move made is nonmove (score = -9999, equity = -9999, win% = 0)")
