"""The small games once more, as plainly as can be: strings, recursion, a dictionary. Imports nothing from arena.

Each ``judge_...`` returns (value, plies) for the player to move: value 1, 0 or -1; plies to the end when the
winner hurries and the loser delays, 0 for ties. A final position has plies 0.
"""

from __future__ import annotations

from functools import cache

Judged = tuple[int, int]


def best_of(children: list[tuple[Judged, bool]]) -> Judged:
    """children: (judged, whether the same player moves there). Nearest win, else a tie, else the most distant loss."""
    seen = [(value if same else -value, plies + 1) for (value, plies), same in children]
    wins = [plies for value, plies in seen if value == 1]
    if wins:
        return 1, min(wins)
    if any(value == 0 for value, _ in seen):
        return 0, 0
    return -1, max(plies for _, plies in seen)


@cache
def judge_sticks(left: int, most: int = 3, misere: bool = False) -> Judged:
    if left == 0:
        return (1, 0) if misere else (-1, 0)
    return best_of([(judge_sticks(left - n, most, misere), False) for n in range(1, most + 1) if n <= left])


@cache
def judge_coins(piles: tuple[int, ...], misere: bool = False) -> Judged:
    if sum(piles) == 0:
        return (1, 0) if misere else (-1, 0)
    children = []
    for index, pile in enumerate(piles):
        for rest in range(pile):
            after = tuple(sorted((*piles[:index], rest, *piles[index + 1 :])))
            children.append((judge_coins(after, misere), False))
    return best_of(children)


@cache
def judge_nim(rows: tuple[str, ...], most: int = 3, misere: bool = True) -> Judged:
    """rows: strings of '|' (a stick) and '.' (a gap)."""
    if not any("|" in row for row in rows):
        return (1, 0) if misere else (-1, 0)
    children = []
    for index, row in enumerate(rows):
        for count in range(1, most + 1):
            for at in range(len(row) - count + 1):
                if row[at : at + count] == "|" * count:
                    cut = row[:at] + "." * count + row[at + count :]
                    parts = [part for part in cut.split(".") if part]
                    after = tuple(sorted([*rows[:index], *parts, *rows[index + 1 :]]))
                    children.append((judge_nim(after, most, misere), False))
    return best_of(children)


THREES = ("012", "345", "678", "036", "147", "258", "048", "246")


def threes(board: str, mark: str) -> bool:
    return any(all(board[int(cell)] == mark for cell in line) for line in THREES)


@cache
def judge_tictactoe(board: str, mover: str) -> Judged:
    """board: nine of 'X', 'O' and '.'; mover: 'X' or 'O'."""
    other = "O" if mover == "X" else "X"
    if threes(board, other):
        return -1, 0
    if threes(board, mover):
        return 1, 0
    if "." not in board:
        return 0, 0
    return best_of(
        [
            (judge_tictactoe(board[:cell] + mover + board[cell + 1 :], other), False)
            for cell in range(9)
            if board[cell] == "."
        ]
    )


def lines_through(columns: tuple[str, ...], column: int, k: int) -> bool:
    """Return whether the top stone of a column is part of k in a line; columns are strings, bottom first."""
    row = len(columns[column]) - 1
    mark = columns[column][row]

    def at(c: int, r: int) -> str:
        return columns[c][r] if 0 <= c < len(columns) and 0 <= r < len(columns[c]) else ""

    for dc, dr in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = 1
        for sign in (1, -1):
            c, r = column + sign * dc, row + sign * dr
            while at(c, r) == mark:
                run += 1
                c, r = c + sign * dc, r + sign * dr
        if run >= k:
            return True
    return False


def judge_connect(columns: tuple[str, ...], height: int, k: int, mover: str, seen: dict | None = None) -> Judged:
    """columns: strings of 'X' and 'O', bottom first, without a line yet."""
    seen = {} if seen is None else seen
    key = (columns, mover)
    if key in seen:
        return seen[key]
    other = "O" if mover == "X" else "X"
    children: list[tuple[Judged, bool]] = []
    for index, column in enumerate(columns):
        if len(column) < height:
            after = (*columns[:index], column + mover, *columns[index + 1 :])
            if lines_through(after, index, k):
                children.append(((-1, 0), False))
            else:
                children.append((judge_connect(after, height, k, other, seen), False))
    seen[key] = best_of(children) if children else (0, 0)
    return seen[key]


def peg_jumps(pegs: frozenset, holes: frozenset, triangular: bool) -> list[frozenset]:
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)] + ([(1, 1), (-1, -1)] if triangular else [])
    found = []
    for x, y in pegs:
        for dx, dy in steps:
            over, to = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if over in pegs and to in holes and to not in pegs:
                found.append(pegs - {(x, y), over} | {to})
    return found


def judge_peg(pegs: frozenset, holes: frozenset, triangular: bool, seen: dict) -> Judged:
    """pegs, holes: sets of (row, column). One player always moves."""
    if pegs not in seen:
        after = peg_jumps(pegs, holes, triangular)
        if after:
            seen[pegs] = best_of([(judge_peg(child, holes, triangular, seen), True) for child in after])
        else:
            seen[pegs] = (1, 0) if len(pegs) == 1 else (-1, 0)
    return seen[pegs]
