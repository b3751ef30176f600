"""Any legal move of any game, each as likely as the others; in the word game any play, if there is one.

Options: ``top``, in the word game: one of so many plays with the most points, each as likely, instead of any. With 1
it is ``greedy``; with 3 or 6 it loses a little to it, which makes sparring partners of every strength.
"""

from __future__ import annotations

from arena.bot import Bot, BotError, Budget, GameInfo, Move, Random, Table, View, WordView


class RandomPlay(Bot[View[Move], Move]):
    def __init__(self, info: GameInfo, rng: Random) -> None:
        info.allow_options("top")
        self.rng = rng
        self.top = info.whole_option("top", 1) if info.options.get("top") is not None else None
        self.generator = None
        if isinstance(info.table, Table):
            self.generator = info.table.generator  # kernels are ready before the first clock starts
        elif self.top is not None:
            raise BotError("options.top", f"moves of {info.game} have no points to be chosen by", "Leave it out")

    def choose(self, view: View[Move], budget: Budget[Move]) -> Move:
        plays = view.plays() if isinstance(view, WordView) else ()
        if plays:
            among = plays if self.top is None else plays.sorted()[: self.top]
            return among[self.rng.randrange(len(among))].play
        return self.rng.choice(list(view.legal()))


def make_bot(info: GameInfo, rng: Random) -> RandomPlay:
    return RandomPlay(info, rng)
