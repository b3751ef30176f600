"""Positions whose plays are known in full: how many there are, the best, and some by name.

Data for whoever lists plays: the compiled engine and the exhaustive lister alike. Each stands for a
mistake that programs of this kind have made. Numbers were counted by exhaustive listing on paper rules:
a play is the set of its tiles on their squares, so one tile is one play however it is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from arena.board.layout import Layout
from arena.scrabble.position import Board
from arena.scrabble.view import Table
from tests.scrabble.tables import board, layout, picture, punched, table, tile_set


@dataclass(frozen=True)
class Known:
    """One position.

    hand, words: as text. lying: (word, where) on the board. plays: how many there are (None: not known).
    best: the most points (None: no play); best_plays: how many plays have them (None: not known).
    named: {(text, where): points} of plays that must be found; absent: (text, where) that must not.
    """

    name: str
    hand: str
    words: str
    plays: int | None
    best: int | None
    lying: tuple[tuple[str, str], ...] = ()
    best_plays: int | None = None
    named: dict[tuple[str, str], int] = field(default_factory=dict)
    absent: tuple[tuple[str, str], ...] = ()
    tiles: str = "english"
    board: str | Layout = "scrabble"

    def table(self) -> Table:
        return table(self.words, self.board, self.tiles)

    def lies(self) -> Board:
        return board(self.table(), *self.lying)

    def held(self) -> dict[int, int]:
        return tile_set(self.tiles).parse_hand(self.hand)


SMALL = picture("\n".join([".. " * 9] * 5), centre=(4, 2), name="5 rows by 9 columns")
ROW = punched(layout("scrabble"), *((x, y) for x in range(-7, 8) for y in range(-7, 8) if y))

KNOWN = [
    Known(
        "a board that is wider than high",
        "SO",
        "CAT CATS AS SO TA AT",
        plays=3,
        best=8,
        lying=(("CAT", "3D"),),
        named={("SO", "G3"): 8, ("S", "3G"): 6, ("S", "4E"): 2},
        board=SMALL,
    ),
    Known(
        "plays that lie beside a word without crossing it",
        "MUB",
        "ERA BUM BE UR MA UM ME EM MU RUM BRA",
        plays=14,
        best=29,
        lying=(("ERA", "8G"),),
        best_plays=1,
        named={("BUM", "7G"): 29},
    ),
    Known(
        "words that only hook in front of another",
        "ID",
        "AWNING DAWNING ID DI",
        plays=5,
        best=15,
        lying=(("AWNING", "8F"),),
        best_plays=2,
        named={("ID", "E7"): 15, ("DI", "E8"): 15},
    ),
    Known(
        "a word made longer at both ends in one play",
        "PURRXYZ",
        "CHASE CHASER PURCHASE PURCHASER",
        plays=3,
        best=17,
        lying=(("CHASE", "8F"),),
        named={("PUR.....R", "8C"): 17, ("PUR", "8C"): 16, ("R", "8K"): 11},
    ),
    Known(
        "a play that joins two groups of tiles",
        "ETSIONA",
        "IN LA TENSIONAL TENSION NAT AS",
        plays=12,
        best=60,
        lying=(("IN", "7B"), ("LA", "13C")),
        best_plays=1,
        named={("TE.SIONA.", "C5"): 60},
    ),
    Known(
        "a play through three groups of tiles",
        "MTCAZZZ",
        "MOTORCAR OR",
        plays=1,
        best=15,
        lying=(("O", "8E"), ("OR", "8G"), ("R", "8K")),
        named={("M.T..CA.", "8D"): 15},
    ),
    Known(
        "the one letter that fits between two groups",
        "?",
        "REVOTED VOTED RE EVO ODE TO DEVOTED",
        plays=5,
        best=10,
        lying=(("R", "8D"), ("VOTED", "8F")),
        best_plays=1,
        named={("e", "8E"): 10, ("t", "7G"): 1, ("r", "7I"): 1, ("e", "9D"): 1, ("o", "9H"): 1},
    ),
    Known(
        "the two letters that fit between two groups",
        "?",
        "PARABLE PAYABLE PA ABLE PAR PAY FABLE TABLE",
        plays=5,
        best=10,
        lying=(("PA", "8D"), ("ABLE", "8G")),
        best_plays=2,
        named={("r", "8F"): 10, ("y", "8F"): 10},
        absent=(("f", "8F"), ("t", "8F")),
    ),
    Known(
        "one wild card as several letters on one square",
        "?",
        "AT BAT CAT EAT ATE TA",
        plays=8,
        best=2,
        lying=(("AT", "8H"),),
        named={("b", "8G"): 2, ("c", "8G"): 2, ("e", "8G"): 2, ("e", "8J"): 2},
    ),
    Known(
        "one tile that is not two plays",
        "T",
        "AT TA TAT",
        plays=3,
        best=3,
        lying=(("AT", "8H"),),
        named={("T", "8G"): 3, ("T", "7H"): 2, ("T", "9H"): 2},
    ),
    Known("an opening, across and down alike", "CAT", "CAT ACT AT TA", plays=20, best=10, best_plays=12),
    Known(
        "nine plays that tie for the best",
        "DGOS?IE",
        "GRODIEST GOODIEST GOLDIEST BODGIEST DOGGIEST DODGIEST PODGIEST CAT CATS",
        plays=None,
        best=83,
        lying=(("CAT", "8F"),),
        best_plays=9,
        named={
            (text, "H1"): 83
            for text in (
                "GrODIES.", "GOoDIES.", "GoODIES.", "GOlDIES.", "bODGIES.", "DOgGIES.", "DOdGIES.", "dODGIES.",
                "pODGIES.",
            )
        },
    ),
    Known(
        "a board that holes leave one row of",
        "KGOTLAT",
        "KGOTLA LEKGOTLA KAT AT GOAT",
        plays=None,
        best=32,
        named={("KGOTLA", "8D"): 32},
        board=ROW,
    ),
    Known(
        "an extension on a board of one row",
        "RATLINE",
        "KGOTLA LEKGOTLA KAT AT GOAT",
        plays=1,
        best=13,
        lying=(("KGOTLA", "8D"),),
        named={("LE", "8B"): 13},
        board=ROW,
    ),
    Known(
        "two tiles that do not make the letter of one",
        "[CH]OOCH",
        "[CH]O[CH]O O[CH]O",
        plays=None,
        best=14,
        named={("O[CH]O", "8H"): 14},
        absent=(("[CH]OCHO", "8F"), ("[CH]OCHO", "8E")),
        tiles="spanish",
    ),
    Known(
        "letters of two signs as one tile each",
        "[CH][CH]OO",
        "[CH]O[CH]O O[CH]O",
        plays=14,
        best=24,
        named={
            **{("[CH]O[CH]O", where): 24 for where in ("8E", "8F", "8G", "8H", "H5", "H6", "H7", "H8")},
            **{("O[CH]O", where): 14 for where in ("8F", "8G", "8H")},
        },
        tiles="spanish",
    ),
    Known("a hand with which nothing can be played", "VVWWCCQ", "CAT", plays=0, best=None, lying=(("CAT", "8G"),)),
    Known(
        "the same with two wild cards, which cross the word with itself",
        "??VVWCQ",
        "CAT",
        plays=5,
        best=4,
        lying=(("CAT", "8G"),),
        named={("at", "G9"): 3, ("C.t", "H7"): 4, ("c.t", "H7"): 1, ("Ca", "I6"): 4, ("ca", "I6"): 1},
    ),
]  # fmt: skip
