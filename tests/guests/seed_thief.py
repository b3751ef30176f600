"""A bot that has the source of the arena and tries to find the master seed of the tournament that it plays in.

It is told a seed of its own, and a generator made from that: a guess at the master that gives the same generator is the
master. options: ``words`` to try first, then so many ``numbers`` and what looks like drawn seeds, and such for so many
``seconds`` more.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from arena.contract.chance import seed_of
from arena.contract.seeds import Master

PAIRS = 3


class Thief:
    def __init__(self, info: Any, rng: Random) -> None:
        self.info, self.draw, self.tried = info, rng.getrandbits(53), False

    def choose(self, view: Any, budget: Any) -> Any:
        if not self.tried:
            self.tried = True
            found, guesses = self.search()
            print(f"master {found}" if found else f"nothing in {guesses} guesses")
        return next(iter(view.legal()))

    def guesses(self) -> Iterator[Master]:
        yield from map(Master, self.info.options.get("words", ()))
        until = time.monotonic() + self.info.options.get("seconds", 0)
        most = self.info.options.get("numbers", 0)
        for number in count():
            if number >= most and time.monotonic() > until:
                return
            yield Master(str(number), 1)
            yield Master(f"drawn-{number:032x}")
            if number % 1000 == 999:
                yield Master(str(number // 1000))  # half a second each

    def search(self) -> tuple[str, int]:
        guesses = 0
        for master in self.guesses():
            guesses += 1
            for pair in range(1, PAIRS + 1):
                own = seed_of(master.seed("bots", self.info.variant, pair), "bot", self.info.seat) >> 11
                if Random(own).getrandbits(53) == self.draw:
                    return master.text, guesses
        return "", guesses


def make_bot(info: Any, rng: Random) -> Thief:
    return Thief(info, rng)
