"""A baseline: plays whole words of its own rack, beside what lies there and never through it; else it changes all."""

from __future__ import annotations

from collections.abc import Container

from arena.bot import Bot, Budget, GameInfo, Random, ScoredPlay, WordMove, WordView, change_all, word_table


class RackWords(Bot[WordView, WordMove]):
    def __init__(self, info: GameInfo) -> None:
        self.generator = word_table(info).generator  # kernels are ready before the first clock starts

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        for scored in view.plays():  # best first
            if all_from_rack(view.board, scored):
                return scored.play
        return change_all(view)


def all_from_rack(board: Container[tuple[int, int]], scored: ScoredPlay) -> bool:
    """Return whether no tile of the board is in the main word of a play."""
    dx, dy = (1, 0) if scored.across else (0, 1)
    squares = sorted((tile.x, tile.y) for tile in scored.play.tiles)
    (x0, y0), (x1, y1) = squares[0], squares[-1]
    whole = x1 - x0 + y1 - y0 + 1 == len(squares)
    return whole and (x0 - dx, y0 - dy) not in board and (x1 + dx, y1 + dy) not in board


def make_bot(info: GameInfo, rng: Random) -> RackWords:
    info.allow_options()
    return RackWords(info)
