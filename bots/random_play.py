"""Any legal move of any game, each as likely as the others; in the word game any play, if there is one.

Options: ``top``, in the word game: one of so many plays with the most points, each as likely, instead of any. With 1
it is ``greedy``; with 3 or 6 it loses a little to it, which makes sparring partners of every strength.
"""

from __future__ import annotations

from typing import Any

from arena.bot import Bot, Budget, GameInfo, Random
from arena.errors import BotError


class RandomPlay:
    def __init__(self, info: GameInfo, rng: Random) -> None:
        self.rng = rng
        self.top = top_of(info)
        self.generator = getattr(info.table, "generator", None)  # kernels are ready before the first clock starts

    def choose(self, view: Any, budget: Budget) -> Any:
        plays = view.plays() if hasattr(view, "plays") else ()
        if plays:
            among = plays if self.top is None else plays.sorted()[: self.top]
            return among[self.rng.randrange(len(among))].play
        return self.rng.choice(list(view.legal()))


def top_of(info: GameInfo) -> int | None:
    """Return the option ``top``, None where it is not given; raise BotError for what is no number of plays."""
    top = info.options.get("top")
    if top is None:
        return None
    if isinstance(top, bool) or not isinstance(top, int) or top < 1:
        raise BotError("options.top", f"{top!r} is no number of plays", "Write a whole number from 1")
    if not hasattr(info.table, "lexicon"):
        raise BotError("options.top", f"moves of {info.game} have no points to be chosen by", "Leave it out")
    return top


def make_bot(info: GameInfo, rng: Random) -> Bot:
    info.allow_options("top")
    return RandomPlay(info, rng)
