"""Two games on a plain board of 7 by 7 with three words, small enough to list every play by hand.

Words: AB, CAB, CABS. Tiles: 4 A (1 point), 3 B (3), 3 C (2), 2 S (1). Hands of four; a full hand earns 50 more.
What was there at each turn is told beside it.
"""

from __future__ import annotations

import msgspec

from arena.config.model import VariantEntry
from arena.records.record import MoveRecord
from arena.variants.load import load_variant
from tests.report.games import game

BOARD = """
name: plain
bounds: [-3, -3, 3, 3]
centre: [0, 0]
squares: {0: {name: SLS, programs: {0: "_result_ := pointValue(_pos_) + _acc_"}}}
used: 0
program: "_result_ := 0"
"""
TILES = """
name: tiny
alphabet: {letters: [A, B, C, S]}
scale: 1
tiles: [{faces: {A: 1}, count: 4}, {faces: {B: 3}, count: 3}, {faces: {C: 2}, count: 3}, {faces: {S: 1}, count: 2}]
"""


def tiny_spec(folder):
    """Return the variant, its files written into a folder."""
    (folder / "plain.board").write_text(BOARD)
    (folder / "tiny.yaml").write_text(TILES)
    (folder / "words.txt").write_text("AB\nCAB\nCABS\n")
    entry = VariantEntry(
        name="tiny", board="./plain.board", tiles="./tiny.yaml", rules="tournament", lexicon="./words.txt", hand_size=4
    )
    return load_variant(entry, base=folder)


def specs_of(spec):
    """Return the specs of a manifest that has this one variant."""
    return {spec.name: msgspec.to_builtins(spec)}


def turn(number, seat, move, kind, score, hand, drawn="", words=()):
    note = {"kind": kind, "score": score, "hand": hand, "words": [list(word) for word in words]}
    return MoveRecord(number, seat, move, note | ({"drawn": drawn} if drawn else {}))


CAB = "0 0 2C2 1 0 0A1 2 0 1B3"  # across, from the centre

# Opening, ABCS. AB in 2 places, CAB in 3, CABS in 4, each across and down: 18 plays of 4, 6 and 57 points.
# 51 points given away; 8 plays make more than 6: rank 9. The bag has 12 - 8 tiles, and 1 after this turn.
OPENING = turn(0, 0, CAB, "play", 6, "ABCS", "BCS", [("CAB", 6)])

# AAAB. B under the A (AB, 4); A, B under the C (CAB, 6); A over the B (AB, 4); A over the B with a B beside it (AB
# across and AB down, 8). 2 points given away, rank 2 of 4. The last tile is drawn.
MIDDLE = turn(1, 1, "0 1 0A1 0 2 1B3", "play", 6, "AAAB", "C", [("CAB", 6)])

# BCSS. S behind either CAB (7, twice); B at (1, 1), AB across and down (8); C over or before that (CAB and AB, 10,
# twice). A pass: 10 points given away, five plays make more: rank 6.
PASS = turn(2, 0, "pass", "pass", 0, "BCSS")

# AAC. AB (4) and CAB (6) into the B at (2, 0) from above, and into the B at (0, 2) from the left. The best, rank 1.
LAST = turn(3, 1, "2 -2 2C2 2 -1 0A1", "play", 6, "AAC", "", [("CAB", 6)])

# The other half: the same hand, and all of it is played. Nothing given away.
FULL = turn(0, 0, "0 0 2C2 1 0 0A1 2 0 1B3 3 0 3S1", "play", 57, "ABCS", "AABC", [("CABS", 57)])


def hand_made():
    """Return one pair: one gives away 51 and 10 in its turns, two 2, 0 and 0."""
    first = game(1, ("one", "two"), (6, 12), variant="tiny", moves=(OPENING, MIDDLE, PASS, LAST))
    second = game(1, ("two", "one"), (57, 0), variant="tiny", half=2, moves=(FULL,))
    return [first, second]
