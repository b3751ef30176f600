"""The seeded draw of the course's random boards: its generator, and the list shuffled with it.

The generator is the subtractive one of D. E. Knuth (The Art of Computer Programming, volume 2, section
3.2.2) with the constants and the quirks that .NET's System.Random has for a given seed. Not for anything
else: bots and bags get their chance from contract/chance.py.
"""

from __future__ import annotations

from collections.abc import Sequence

_BIG = 2**31 - 1
_SEED = 161803398
_LAG = 21  # .NET's second index starts here (Knuth has 31)


class CourseRandom:
    """Numbers as .NET's ``new Random(seed)`` gives them; ``next()`` of seed 42 is 1434747710 first."""

    def __init__(self, seed: int) -> None:
        folded = (seed + 2**31) % 2**32 - 2**31
        first = _SEED - (_BIG if folded == -(2**31) else abs(folded))
        cells = [0] * 56
        cells[55] = first
        before, value = first, 1
        for index in range(1, 55):
            at = 21 * index % 55
            cells[at] = value
            value = before - value
            if value < 0:
                value += _BIG
            before = cells[at]
        for _ in range(4):
            for index in range(1, 56):
                other = index + 30 - (55 if index + 30 >= 55 else 0)
                value = (cells[index] - cells[1 + other] + 2**31) % 2**32 - 2**31
                cells[index] = value + _BIG if value < 0 else value
        self._cells, self._at, self._lag = cells, 0, _LAG

    def next(self) -> int:
        """Return the next number, from 0 to 2147483646."""
        self._at = self._at % 55 + 1
        self._lag = self._lag % 55 + 1
        value = self._cells[self._at] - self._cells[self._lag]
        if value == _BIG:
            value -= 1
        if value < 0:
            value += _BIG
        self._cells[self._at] = value
        return value

    def between(self, low: int, high: int) -> int:
        """Return a number from ``low`` up to but not including ``high``."""
        return int(self.next() * (1.0 / _BIG) * (high - low)) + low


Drawn = dict[tuple[int, int], int]


def draw(
    seed: int,
    window: tuple[int, int, int, int],
    counts: Sequence[tuple[int, int]],
    centre: tuple[tuple[int, int], tuple[int, int]],
) -> tuple[Drawn, tuple[int, int]]:
    """Return which squares the seed draws for which ids, and the centre that it draws after them.

    window: (x0, y0, x1, y1), both ends included; its squares are listed x outer, y inner, and shuffled.
    counts: (id, how many), in the order in which they are dealt from the front of the list.
    centre: ((low, high), (low, high)) for x and y, the high ends excluded.
    """
    random = CourseRandom(seed)
    x0, y0, x1, y1 = window
    squares = [(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)]
    for index in range(len(squares)):
        other = random.between(index, len(squares))
        squares[index], squares[other] = squares[other], squares[index]
    drawn: Drawn = {}
    for square_id, count in counts:
        for _ in range(count):
            drawn[squares[len(drawn)]] = square_id
    x, y = (random.between(low, high) for low, high in centre)
    return drawn, (x, y)


def draw_statements(drawn: Drawn, rest: int, x: str, y: str) -> str:
    """Return board-language statements that put into ``_result_`` the id drawn for the variables x and y."""
    columns: dict[int, list[str]] = {}
    for (column, row), square_id in sorted(drawn.items()):
        test = f"if ({y} = {row}) then {{_result_ := {square_id}}}"
        columns.setdefault(column, []).append(test)
    tests = [f"if ({x} = {column}) then {{{'; '.join(rows)}}}" for column, rows in columns.items()]
    return "; ".join([f"_result_ := {rest}", *tests])
