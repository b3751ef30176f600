"""Coins: take any positive number of one kind of coin; who takes the last one wins (or loses, in misere play)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from arena.contract.gifts import Compact, Gifts
from arena.contract.outcome import Outcome
from arena.games.compact import MOVER, config_of
from arena.games.open import Named, OpenGame, Turn, beats, numbers


@dataclass(frozen=True, slots=True)
class Purse(Turn):
    """counts: the coins of each kind."""

    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Spend(Named):
    """``count`` coins of a kind, which is counted from 0."""

    kind: int
    count: int

    def what(self) -> str:
        return f"{self.count} of kind {self.kind + 1}"


class Coins(OpenGame[Purse, Spend]):
    """The rules. kinds: the coins of each kind at the start; misere: who takes the last one loses."""

    wording = "A move is 'N of kind K', such as '7 of kind 2' (also '7 of 2')"

    def __init__(self, kinds: tuple[int, ...], misere: bool, first: int) -> None:
        super().__init__(f"coins({','.join(map(str, kinds))})", first)
        numbers(self.name, kinds=(len(kinds), 0, 20))
        for kind, count in enumerate(kinds):
            numbers(self.name, **{f"kind {kind + 1}": (count, 0, 10_000)})
        self.kinds, self.misere = kinds, misere

    def initial(self, first: int) -> Purse:
        return Purse(self.kinds, mover=first)

    def outcome(self, state: Purse) -> Outcome | None:
        if any(state.counts):
            return None
        reason = "the last coin is taken" if any(self.kinds) else "no coins to begin with"
        return Outcome(beats(state.mover if self.misere else 1 - state.mover), reason)

    def moves(self, state: Purse) -> Iterator[Spend]:
        return (
            Spend(kind, count, seat=state.mover)
            for kind, there in enumerate(state.counts)
            for count in range(1, there + 1)
        )

    def after(self, state: Purse, move: Spend) -> Purse:
        counts = list(state.counts)
        counts[move.kind] -= move.count
        return Purse(tuple(counts), mover=1 - state.mover, turn=state.turn + 1)

    def why_not(self, state: Purse, move: Spend) -> str:
        if not 0 <= move.kind < len(state.counts):
            return f"there is no kind {move.kind + 1}"
        if move.count < 1:
            return "a player takes at least one coin"
        return f"there are only {state.counts[move.kind]} coins of kind {move.kind + 1}"

    def parse(self, text: str, seat: int | None) -> Spend | None:
        match = re.fullmatch(r"(?:takes? )?(\d{1,9}) of (?:kind )?(\d{1,3})", text, flags=re.ASCII)
        return Spend(int(match[2]) - 1, int(match[1]), seat=seat) if match and int(match[2]) else None

    def picture(self, state: Purse) -> str:
        return "\n".join(f"kind {kind}: {count}" for kind, count in enumerate(state.counts, 1)) or "no coins"

    @cached_property
    def gifts(self) -> Gifts:
        return _gifts(self.kinds, self.misere)


def _gifts(kinds: tuple[int, ...], misere: bool) -> Gifts:
    """Bits: the counts, each as wide as the greatest needs."""
    from arena.games import _kernels as kernels  # here, for the rules need no kernels

    width = max((*kinds, 1)).bit_length()

    def pack(state: Purse) -> int:
        return sum(count << kind * width for kind, count in enumerate(state.counts)) | state.mover << MOVER

    compact = None
    if width * len(kinds) <= MOVER:
        compact = Compact(
            pack=pack,
            move=lambda state, number: Spend(number % len(kinds), number // len(kinds), seat=state.mover),
            config=config_of(-1 if misere else 1, len(kinds), width),
            most_moves=max(1, sum(kinds)),
            longest=sum(kinds),
            moves=kernels.coins_moves,
            play=kernels.coins_play,
            value=kernels.last_taker_value,
            mover=kernels.top_bit_mover,
            key=kernels.coins_key,
        )
    return Gifts(key=lambda state: (state.mover, *sorted(state.counts)), compact=compact)


def make_game(*kinds: int, misere: bool = False, first: int = 1) -> Coins:
    """Return coins. kinds: the coins of each kind (4, 10, 7 when none is given)."""
    return Coins(kinds or (4, 10, 7), misere, first)
