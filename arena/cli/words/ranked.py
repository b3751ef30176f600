"""``arena moves POSITION --by ...``: plays and exchanges in one list, as lines for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arena.scrabble.moves import Change, Play
from arena.scrabble.position import laid, text_of, words_through
from arena.scrabble.table import Table
from arena.words import Position, RankedMove

KINDS = {Play: "play", Change: "exchange"}


def ranked_json(position: Position, ranked: RankedMove) -> dict[str, object]:
    """Return a move as the JSON answer has it; what was not asked for is null."""
    move = ranked.move
    tiles = move.tiles if isinstance(move, Play) else ()
    runs = words_through(laid(position.board, tiles), tiles) if tiles else []
    known = ranked.value is not None
    return {
        "kind": kind_of(ranked),
        "move": str(move),
        "tiles": [[tile.x, tile.y, tile.char, tile.points] for tile in tiles],
        "exchanged": exchanged(position.table, ranked),
        "word": ranked.word,
        "words": [text_of(run) for run, _ in runs],
        "kept": ranked.kept,
        "score": ranked.score,
        "equity": ranked.equity,
        "value": {"points": ranked.value, "exact": ranked.exact} if known else None,
        "win": ranked.win,
        "spread": ranked.spread,
        "iterations": ranked.iterations or None,
    }


def ranked_lines(table: Table, moves: Sequence[RankedMove]) -> Iterator[str]:
    """Yield a line a move: its worth, points, word, direction, what is kept, and the move as `judge` reads it.

    Of an endgame: points still to come (``~`` where they are a guess), and who wins; of a simulation: chance to win,
    mean spread, and the equity.
    """
    searched = any(move.value is not None for move in moves)
    kept = max((len(move.kept) for move in moves), default=0)
    for ranked in moves:
        play = isinstance(ranked.move, Play)
        named = ranked.word if play else f"{kind_of(ranked)} {exchanged(table, ranked)}".rstrip()
        way = ("across" if ranked.across else "down") if play else ""
        worth = _worth(ranked, searched)
        rest = f"keeps {ranked.kept}" if ranked.kept else ""
        line = f"{worth}{ranked.score:5}  {named:17}  {way:6}  {rest:{kept + 6}}  {ranked.move if play else ''}"
        yield line.rstrip()


def _worth(ranked: RankedMove, searched: bool) -> str:
    if ranked.spread is not None and ranked.win is not None:
        return f"{100 * ranked.win:5.1f} %  {ranked.spread:+8.2f}  {ranked.equity or 0:8.2f}  "
    if searched:
        value = "-" if ranked.value is None else f"{'' if ranked.exact else '~'}{ranked.value:+.4g}"
        return f"{value:>8}  {'' if ranked.win is None else f'{100 * ranked.win:.0f} %':>5}  "
    return "" if ranked.equity is None else f"{ranked.equity:8.2f}  "


def kind_of(ranked: RankedMove) -> str:
    """Return "play", "exchange" or "pass"."""
    return KINDS.get(type(ranked.move), "pass")


def exchanged(table: Table, ranked: RankedMove) -> str:
    """Return the tiles that a move exchanges, as text; "" for others."""
    if not isinstance(ranked.move, Change):
        return ""
    gone = ranked.move.tiles
    return table.tiles.print_hand({tile: gone.count(tile) for tile in gone})
