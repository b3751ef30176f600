"""What may be written at the prompt, with examples that this board allows, and what the rule book makes of it. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from arena.report.numbers import plural
from arena.scrabble.legality import faults_of_play
from arena.scrabble.moves import Placed, Play
from arena.scrabble.table import Table
from arena.serve.people.refusals import cost_of_failing
from arena.serve.people.typed import typed

MOST_WORDS = 5000  # of the lexicon that are looked at for an example

HELP = """\
WORD ROW COL DIR  play a word, such as {word}. WORD is the whole word, letters on the board
                  included; _ in it is a blank, and you are asked for its letter; [CH] is one tile.
                  ROW and COL are those of its first letter; DIR is H (across) or V (down).
X Y IDCHARPOINTS  the same tile by tile: column, row, then tile number, letter and points in one,
                  such as {tiles}
:HINT [N]         the N best words (10) that your rack and the board allow, best first
:SWAP [TILES]     swap tiles of your rack, such as :SWAP {swap} ; ends your turn
:PASS             end your turn without a move
:BOARD            show the board and your rack again
:HELP             this
:QUIT             break the game off for everybody
forfeit           leave the game: {leaving}"""

CHALLENGE = ":CHALLENGE        challenge the play before, instead of a move"

_WRONG = {"single": "costs nothing", "double": "loses the turn"}  # what a wrong challenge does
_COUNTED = {"pass": "passes", "timeout": "time-outs", "failed": "failed plays", "change": "swaps"}


def help_text(table: Table, seats: int) -> str:
    """Return what may be written, and what the rules of this table make of a refused play and of swaps."""
    play = example(table)
    signs = [table.tiles.sign(tile.tile).strip() for tile in play.tiles[:2]]
    shown = HELP.format(
        word=typed(play, {}, table)[0],
        tiles=" ".join(f"{tile.x} {tile.y} {tile.tile}{tile.char}{tile.points}" for tile in play.tiles),
        swap="".join(sign if len(sign) == 1 else f"[{sign}]" for sign in signs) + "_" * (table.tiles.wild is not None),
        leaving=_leaving(table, seats),
    )
    if table.rules.challenge != "void":
        shown = shown.replace(":BOARD   ", f"{CHALLENGE}\n:BOARD   ")
    return "\n".join([shown, f"The rules of {table.rules.name}:", *rule_lines(table)])


def rule_lines(table: Table) -> list[str]:
    """Return what a refused play, a swap and idling come to, in sentences."""
    rules, cost = table.rules, cost_of_failing(table)
    if rules.challenge != "void":
        wrong = _WRONG.get(str(rules.challenge), f"gives the other {rules.challenge} points")
        lines = [
            "A play of a word that is not in the dictionary stands unless the next player challenges it.",
            f"A challenge of a play whose words all are there {wrong}.",
            f"Any other play that the rules forbid is refused{f'; written a second time it {cost}' if cost else ''}.",
        ]
    elif cost:
        lines = [
            f"A play of a word that is not in the dictionary {cost}.",
            f"Any other play that the rules forbid is warned of; written a second time it {cost}.",
        ]
    else:
        lines = ["A play that is refused costs nothing: try again."]
    least = (
        f"at least {plural(rules.change_min_bag, 'tile')}" if rules.change_min_bag > 1 else "as many tiles as you swap"
    )
    most = f" You may swap at most {plural(rules.change_max_tiles, 'tile')}." if rules.change_max_tiles else ""
    lines.append(f"For a swap the bag must hold {least}.{most}")
    lines.append("A swap that is not allowed is warned of; written a second time it loses the turn.")
    if rules.scoreless_limit:
        each = " of everybody" if rules.scoreless_unit == "rounds" else ""
        counted = ", ".join(_COUNTED[kind] for kind in rules.scoreless_turns)
        turns = f"{plural(rules.scoreless_limit, 'turn')}{each} in a row"
        lines.append(f"The game ends after {turns} without points ({counted}).")
    if rules.turn_limit is not None:
        lines.append(f"The game ends after {plural(rules.turn_limit, 'turn')}.")
    return lines


def _leaving(table: Table, seats: int) -> str:
    if seats == 1:
        return "it is over"
    if seats == 2 and table.rules.last_player_standing == "wins":
        return "it is over, and the other wins"
    return "the others play on"


def example(table: Table) -> Play:
    """Return an opening that the rules of this table allow, as far as an example of one word can be found."""
    least = max(2, table.rules.opening_tiles)
    last = None
    for letters in _words(table, least):
        for play in _over_the_centre(table, letters):
            last = last or play
            hand = {tile.tile: len(letters) for tile in play.tiles}
            if not faults_of_play(table, {}, play.tiles, hand, 1):
                return play
    assert last is not None, "some letters always lie somewhere"
    return last


def _words(table: Table, least: int) -> Iterator[list[str]]:
    """Yield words to try as their letters: CAT, short ones of the lexicon, and at last any letters."""
    tiles, lexicon = table.tiles, table.lexicon
    plain = [symbol for symbol in tiles.alphabet.symbols if tiles.plain(symbol) is not None]
    if set("CAT") <= set(plain):
        yield list("CAT")
    if lexicon.count is not None:
        short = (codes for codes in lexicon.graph.words() if least <= len(codes) <= max(least, 4))
        for codes in islice(short, MOST_WORDS):
            letters = [tiles.alphabet.symbols[code - 1] for code in codes]
            if set(letters) <= set(plain):
                yield letters
    letters = plain or list(tiles.alphabet.symbols)
    for count in (3, 2):
        yield [letters[index % len(letters)] for index in range(max(count, least))]


def _over_the_centre(table: Table, letters: list[str]) -> Iterator[Play]:
    cx, cy = table.layout.centre
    tiles = table.tiles
    for dx, dy in ((1, 0), (0, 1)):
        for before in range(len(letters)):
            placed = []
            for step, letter in enumerate(letters):
                tile = tiles.plain(letter)
                if tile is None:
                    tile = next(kind.id for kind in tiles.tiles if tiles.face(kind.id, letter) is not None)
                face = tiles.face(tile, letter)
                assert face is not None
                shift = step - before
                placed.append(Placed(cx + dx * shift, cy + dy * shift, tile, face.char, face.points))
            yield Play(tuple(placed))
