"""Greedy without the engine: it walks the dictionary itself, forwards only, letter by letter, in plain Python.

An example of an own move generator: every word that could begin somewhere on a line is spelt out
square by square, with the tiles that lie there and those of the hand, for as long as the dictionary goes on.
It finds what ``greedy`` finds, some hundred times more slowly; when its time is nearly up it plays the best so far.
"""

from __future__ import annotations

from collections.abc import Iterator

from arena.bot import Bot, Budget, GameInfo, Placed, Play, Random, WordMove, WordView, change_all, paced, word_table
from arena.lexicon.dictionary import Dictionary, forward
from arena.scrabble.position import run_through
from arena.scrabble.scoring import score_play

ENOUGH = 0.15  # share of the time for a move that is kept in reserve


class GreedyTrie(Bot[WordView, WordMove]):
    def __init__(self, info: GameInfo) -> None:
        self.table = word_table(info)
        self.dictionary = forward(self.table.lexicon)

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        best: Play | None = None
        key = None
        for tiles, across, word in Search(self, view, paced(budget)).plays():
            board = view.board
            points = score_play(self.table, board, tiles).total
            first = run_through({**board, tiles[0][:2]: tiles[0]}, tiles[0].x, tiles[0].y, across)[0]
            mine = (-points, word, first.y, first.x, not across, [tile.tile for tile in tiles])
            if key is None or mine < key:
                best, key = Play(tiles), mine
                budget.offer(best)
        return best or change_all(view)


class Search:
    """One turn's search. A line is searched along u; across, u is x and v is y, and down the other way round."""

    def __init__(self, bot: GreedyTrie, view: WordView, budget: Budget[WordMove]) -> None:
        self.bot, self.board, self.budget = bot, view.board, budget
        self.until = 0.0 if budget.seconds is None else budget.seconds * ENOUGH
        self.hand = dict(view.hand)
        self.fewest = bot.table.rules.opening_tiles if view.opening else 1
        self.faces = {tile: bot.table.tiles.tiles[tile].faces for tile in self.hand}
        self.order = {symbol: code for code, symbol in enumerate(bot.table.tiles.alphabet.symbols)}
        self.touching = {bot.table.layout.centre} if view.opening else set()
        for x, y in self.board:
            self.touching.update([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)])
        self.touching = {at for at in self.touching if at not in self.board and bot.table.layout.has(*at)}
        self.fits: dict[tuple[int, int, bool, str], bool] = {}

    def plays(self) -> Iterator[tuple[tuple[Placed, ...], bool, list[int]]]:
        """Yield (tiles, across, the word's letters by number), until the time is nearly up."""
        for across in (True, False):
            lines: dict[int, set[int]] = {}
            for x, y in self.touching:
                lines.setdefault(y if across else x, set()).add(x if across else y)
            for v, us in sorted(lines.items()):
                for start in sorted(self.starts(us, v, across)):
                    if self.budget.time_left() < self.until:
                        return
                    yield from self.spell(start, v, across, max(us), self.bot.dictionary, False, (), [], False)

    def starts(self, us: set[int], v: int, across: bool) -> set[int]:
        """Return where words that reach one of ``us`` may begin: no tile before, and no more to lay than we hold."""
        found = set()
        for u in us:
            room = sum(self.hand.values())
            while room and self.is_square(u, v, across):
                room -= self.tile(u, v, across) is None
                if self.tile(u - 1, v, across) is None:
                    found.add(u)
                u -= 1
        return found

    def spell(
        self, u: int, v: int, across: bool, last: int, place: Dictionary, whole: bool,
        laid: tuple[Placed, ...], word: list[int], touches: bool,
    ) -> Iterator[tuple[tuple[Placed, ...], bool, list[int]]]:  # fmt: skip
        """Go on with a word at square u, having laid ``laid`` and spelt ``word``."""
        lying = self.tile(u, v, across)
        if lying is not None:
            step = place.step(lying.char)
            if step:
                more = [*word, self.order[lying.char]]
                yield from self.spell(u + 1, v, across, last, step[1], step[0], laid, more, touches)
            return
        if whole and touches and len(laid) >= self.fewest and len(word) > 1:
            yield laid, across, word
        if (not touches and u > last) or not self.is_square(u, v, across):
            return
        at = (u, v) if across else (v, u)
        for tile, count in self.hand.items():
            for char, points in self.faces[tile] if count else ():
                step = place.step(char)
                if step and self.crosses(at, across, char):
                    self.hand[tile] -= 1
                    new = (*laid, Placed(*at, tile, char, points))
                    more = [*word, self.order[char]]
                    near = touches or at in self.touching
                    yield from self.spell(u + 1, v, across, last, step[1], step[0], new, more, near)
                    self.hand[tile] += 1

    def crosses(self, at: tuple[int, int], across: bool, char: str) -> bool:
        """Tell whether a letter on a square makes a word, or none, with the tiles across the line."""
        known = (*at, across, char)
        if known not in self.fits:
            run = run_through({**self.board, at: Placed(*at, -1, char, 0)}, *at, not across)
            spelt = [self.order[tile.char] + 1 for tile in run]
            self.fits[known] = len(run) < 2 or self.bot.table.lexicon.graph.lookup(spelt)
        return self.fits[known]

    def tile(self, u: int, v: int, across: bool) -> Placed | None:
        return self.board.get((u, v) if across else (v, u))

    def is_square(self, u: int, v: int, across: bool) -> bool:
        return self.bot.table.layout.has(*((u, v) if across else (v, u)))


def make_bot(info: GameInfo, rng: Random) -> GreedyTrie:
    info.allow_options()
    return GreedyTrie(info)
